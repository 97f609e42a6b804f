"""Odds by house rules of the auction, the score and the choice of trump, by a second method."""

import pickle

import numpy as np
import pytest

from moon_sim import Rules, Trump, bid_odds, contract_odds, exchange_odds, points, rank_exchanges
from moon_sim.game import ALL_TILES, IllegalPlayError, as_mask, tile_ids, tile_name
from moon_sim.odds import Exchange

HAND = "6-6 6-3 5-5 4-4 4-1 3-1 2-1"
HOLDING = f"{HAND} 1-1"
EARLY = Rules(trump_before_widow=True)
PAYS = Rules(set_pays_defenders=True)
BOTH = Rules(trump_before_widow=True, set_pays_defenders=True)
SOME = [1, 4, 6]


# --- Trump before the widow ----------------------------------------------------------------------


def test_exact_odds_are_the_best_trump_over_all_widows(monkeypatch):
    """Counted on a made-up race, so that all widows take no time."""
    rng = np.random.default_rng(1)
    made = {}

    def best(self, trump, view, nodes=None):
        key = self.held, int(trump)
        if key not in made:
            discard = rng.choice(list(tile_ids(self.held)), 4)
            made[key] = discard, discard, np.sort(rng.integers(0, 3433, 4))[::-1]
        return made[key]

    monkeypatch.setattr(Exchange, "best_plans", best)
    late, early = (
        bid_odds(HAND, view="double-dummy", trump=SOME, rules=rules) for rules in (Rules(), EARLY)
    )
    assert early.by_trump.equals(late.by_trump)
    for bid in (4, 5, 6, 7):
        wins = {
            trump: sum(
                int(made[as_mask(HAND) | 1 << widow, trump][2][bid - 4])
                for widow in tile_ids(ALL_TILES & ~as_mask(HAND))
            )
            for trump in SOME
        }
        best_trump = max(wins, key=lambda trump: wins[trump])
        assert early.p_make[bid] == pytest.approx(wins[best_trump] / 15 / 3432)
        assert early.p_make[bid] == pytest.approx(early.by_trump[bid].max())
        assert early.p_make[bid] < late.p_make[bid]
        named = early.choices.xs(bid, level="bid")["trump"]
        assert set(named) == {str(Trump(best_trump))}


def test_sampled_odds_name_one_trump_for_each_bid():
    early = bid_odds(HAND, 8, 1, trump=SOME, rules=EARLY)
    named = early.choices.groupby("bid")["trump"]
    assert (named.nunique() == 1).all()
    assert len(early.choices) == 15 * 4
    advice = bid_odds(HAND, 2, 1, trump=SOME, rules=BOTH).to_dict()["advice"]
    assert "points on average; name " in advice
    one = bid_odds(HAND, 8, 1, trump=4, rules=EARLY)
    assert one.p_make.equals(bid_odds(HAND, 8, 1, trump=4).p_make)


def test_a_seen_widow_needs_the_trump_that_was_named():
    for ask in (exchange_odds, rank_exchanges):
        with pytest.raises(ValueError, match=f"{ask.__name__}: the rule trump_before_widow is not"):
            ask(HOLDING, 2, 1, rules=EARLY)
        ask(HOLDING, 2, 1, trump=6, rules=EARLY)
    usual = exchange_odds(HOLDING, 5, 1, trump=6)
    assert exchange_odds(HOLDING, 5, 1, trump=6, rules=EARLY).equals(usual)


# --- Points --------------------------------------------------------------------------------------


def test_a_set_that_costs_nothing():
    assert points(5, 0.25, PAYS) == 1.25
    assert points(21, 0, PAYS) == 0
    odds = bid_odds(HAND, 2, 1, trump=4, rules=PAYS)
    assert odds.points.tolist() == [bid * odds.probability(bid) for bid in (4, 5, 6, 7, 21)]
    assert odds.to_frame()["points"].tolist()[:5] == odds.points.tolist()
    assert [row["points"] for row in odds.to_dict()["bids"]] == odds.points.tolist()
    ranking = rank_exchanges(HOLDING, 2, 1, trump=4, top=1, rules=PAYS)
    assert [row["points"] for row in ranking.plans()] == [
        row["bid"] * row["p_make"] for row in ranking.plans()
    ]
    assert ranking.to_frame()["points"].tolist() == [row["points"] for row in ranking.plans()]


def test_results_tell_their_rules_and_can_be_pickled():
    odds = bid_odds(HAND, 2, 1, trump=4, rules=PAYS)
    assert "set_pays_defenders=true" in repr(odds)
    assert pickle.loads(pickle.dumps(odds)).points.equals(odds.points)


# --- Other lowest bids ---------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["blind-lead", "double-dummy"])
def test_a_lower_bid_is_a_tail_more(view):
    low = Rules(lowest_bid=3)
    holding = exchange_odds(HOLDING, view=view, trump=4, rules=low)
    usual = exchange_odds(HOLDING, view=view, trump=4)
    names = ["p4", "p5", "p6", "p7"]
    assert [name for name in holding if name.startswith("p")] == ["p3", *names]
    assert holding[names].equals(usual[names])
    [row] = rank_exchanges(HOLDING, view=view, trump=4, top=1, rules=low).table.loc[3].itertuples()
    kept = HOLDING.replace(row.discard, "").split()
    contract = contract_odds(kept, row.discard, 4, view=view)
    assert row.p_make == contract.p_at_least(3) == holding["p3"].max()


def test_odds_of_bids_from_three():
    low = Rules(lowest_bid=3)
    odds = bid_odds(HAND, 6, 1, trump=4, rules=low)
    assert odds.bids == (3, 4, 5, 6, 7, 21)
    assert list(odds.p_make.index) == list(odds.by_trump) == [3, 4, 5, 6, 7]
    assert list(odds.points.index) == list(odds.bids)
    assert odds.probability(3) >= odds.probability(4)
    assert odds.interval(3)[0] <= odds.probability(3) <= odds.interval(3)[1]
    assert odds.to_frame()["bid"].tolist()[:6] == list(odds.bids)
    with pytest.raises(IllegalPlayError, match="expected one of 4, 5, 6, 7, 21, got 3"):
        bid_odds(HAND, 2, 1, trump=4).probability(3)
    high = bid_odds(HAND, 2, 1, trump=4, rules=Rules(lowest_bid=6))
    assert list(high.points.index) == [6, 7, 21]
    assert tile_name(0) in {widow for widow, _ in high.choices.index}
