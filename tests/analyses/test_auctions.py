"""Contracts as they are bought: the calls that gain most, and the declarer's plan."""

import numpy as np
import pytest

from analyses.common import auctions
from moon_sim import Trump, atlas
from moon_sim.game import PASS


def test_a_call_is_worth_its_points():
    odds = {4: 0.9, 5: 0.7, 6: 0.2, 7: 0.6}
    # Made as often as p, a bid gains itself that often and loses itself else.
    assert auctions.worth(PASS, odds) == 0
    assert auctions.worth(4, odds) == pytest.approx(3.2)
    assert auctions.worth(5, odds) == pytest.approx(2)
    assert auctions.worth(6, odds) == pytest.approx(-3.6)
    assert auctions.worth(21, odds) == pytest.approx(4.2), "21 needs seven tricks"


def test_a_contract_is_a_deal_and_a_plan_of_the_atlas(install, whole_atlas):
    install(whole_atlas)
    for number in range(20):
        one = auctions.bought(np.random.default_rng(number))
        assert one == auctions.bought(np.random.default_rng(number))
        assert one.bid in (4, 5, 6, 7, 21)
        assert one.goal == min(one.bid, 7)
        piles = [one.hand, one.left, one.right, 1 << one.discard]
        assert sum(piles) == (1 << 22) - 1
        assert [pile.bit_count() for pile in piles] == [7, 7, 7, 1]
        plan = atlas.holding(one.hand | 1 << one.discard).plan(one.goal)
        assert Trump(plan[1]) == one.trump
        assert one.hand >> one.lead & 1


def test_nobody_outbids_what_gains_nothing(monkeypatch):
    """The first seat bids 5, the second would make 6 too rarely, the third makes it for certain."""
    wins = np.array([[1.0, 0.9, 0, 0], [1, 1, 0.4, 0], [1, 1, 1, 0]]) * auctions.atlas.ALL
    monkeypatch.setattr(auctions.atlas, "hand_wins", lambda hands: wins)
    bids = []

    def plan(hands, widow, seat, bid):
        bids.append((seat, bid))

    monkeypatch.setattr(auctions, "_plan", plan)
    auctions.bought(np.random.default_rng(1))
    assert bids == [(2, 6)]


def test_the_words_say_how_many_plans_are_exact():
    every = {"atlas": {"exact": 10, "sampled": 0, "layouts": None}}
    best = "Every plan is the best one on all 3,432 layouts"
    assert auctions.bought_words(every).startswith(best)
    some = {"atlas": {"exact": 1, "sampled": 3, "layouts": 164}}
    assert auctions.bought_words(some).startswith("For 25 % of all holdings")
    assert "chosen on 164 of them" in auctions.bought_words(some)
