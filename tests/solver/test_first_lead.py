"""A first lead that must be a trump: the best of those that may be led, and no other position."""

import numpy as np
import pytest
from helpers import random_hands, to_mask

from moon_sim import (
    IllegalPlayError,
    Layouts,
    Rules,
    Trump,
    best_line,
    bid_odds,
    contract_odds,
    exchange_odds,
    format_tiles,
    lead_tricks,
    rank_exchanges,
    solve,
    solve_batch,
    solve_plays,
)
from moon_sim.game import as_tile, is_trump, tile_ids
from moon_sim.solver import best_plans, distinct_leads, holding_plans

FIRST = Rules(first_lead_must_be_trump=True)
HAND = "6-6 6-3 5-5 4-1 4-4 3-1 2-1"  # with sixes, the first trick costs a trump
HOLDING = f"{HAND} 1-1"
PLANNED = "6-6 6-2 6-1 4-4 4-3 4-1 3-3 0-0"  # to make 6, best with 4-1 as a first lead, and 0 trump


def deals(count):
    rng = np.random.default_rng(4)
    for _ in range(count):
        yield [to_mask(hand) for hand in random_hands(rng, 7)], Trump(rng.integers(9))


def test_a_deal_is_worth_its_best_trump_lead():
    less = 0
    for hands, trump in deals(40):
        plays = solve_plays(hands, trump)
        may = {tile: n for tile, n in plays.items() if is_trump(as_tile(tile), trump)} or plays
        assert solve_plays(hands, trump, rules=FIRST) == may
        assert solve(hands, trump, rules=FIRST) == max(may.values())
        assert solve_batch([hands], trump, rules=FIRST).tolist() == [max(may.values())]
        line = best_line(hands, trump, rules=FIRST)
        assert line[0].tiles[0] in may
        assert sum(trick.winner == 0 for trick in line) == max(may.values())
        less += max(may.values()) < max(plays.values())
    assert less


def test_no_other_position_is_a_first_lead():
    for hands, trump in deals(10):
        for leader in (1, 2):
            assert solve(hands, trump, leader, rules=FIRST) == solve(hands, trump, leader)
        fewer = [hand & hand - 1 for hand in hands]
        assert solve_plays(fewer, trump, rules=FIRST) == solve_plays(fewer, trump)
        assert solve_batch([fewer], trump, rules=FIRST) == solve_batch([fewer], trump)


def test_a_first_lead_of_another_tile_is_refused():
    layouts = Layouts.after_exchange(HAND, "1-1").hands([0])
    with pytest.raises(IllegalPlayError, match="seat 0 leads 5-5 but has a trump"):
        solve(layouts[0].tolist(), 6, played="5-5", rules=FIRST)
    with pytest.raises(IllegalPlayError, match="leads: 5-5 is no trump, which it must be"):
        lead_tricks(int(layouts[0, 0]), layouts[:, 1:], 6, [as_tile("5-5")], rules=FIRST)
    assert lead_tricks(int(layouts[0, 0]), layouts[:, 1:], 6, rules=FIRST).shape == (1, 2)


def test_plans_lead_a_trump():
    held = sum(1 << as_tile(tile) for tile in PLANNED.split())
    defenders = Layouts.of_holding(held).hands()[:, 1:]
    plans = holding_plans(PLANNED, FIRST)
    usual = holding_plans(PLANNED)
    assert (plans[:, 0] <= usual[:, 0]).all()
    assert (plans[:, 0] < usual[:, 0]).any()
    for bid, (wins, discard, trump, lead) in zip((4, 5, 6, 7), plans.tolist(), strict=True):
        kept = held & ~(1 << discard)
        assert lead in distinct_leads(kept, (1 << 22) - 1 & ~held, trump, FIRST)
        assert (lead_tricks(kept, defenders, trump, [lead], rules=FIRST) >= bid).sum() == wins
    sample = defenders[::100]
    for trump in (4, 6, 8):
        kept = [held & ~(1 << tile) for tile in tile_ids(held)]
        wins = best_plans(kept, sample, trump, [4], rules=FIRST)[3]
        every = [(lead_tricks(one, sample, trump, rules=FIRST) >= 4).sum(axis=0) for one in kept]
        assert wins.tolist() == [max(int(some.max()) for some in every)]


@pytest.mark.parametrize("view", ["blind-lead", "double-dummy"])
def test_odds_are_of_trump_leads(view):
    contract = contract_odds(HAND, "1-1", 6, view=view, rules=FIRST)
    usual = contract_odds(HAND, "1-1", 6, view=view)
    if view == "blind-lead":
        assert list(contract.leads) == ["6-6", "6-3"]
        assert contract.p_at_least(4) == max(
            usual.leads[lead].p_at_least(4) for lead in contract.leads
        )
    else:
        assert contract.mean < usual.mean
    table = exchange_odds(HOLDING, view=view, trump=6, rules=FIRST)
    assert table.loc[("1-1", Trump.SIXES), "p4"] == contract.p_at_least(4)
    best = rank_exchanges(HOLDING, view=view, trump=6, top=1, rules=FIRST).table["p_make"]
    assert best[4, 1] == table["p4"].max()
    hand = format_tiles(sum(1 << as_tile(tile) for tile in HAND.split()))
    odds = bid_odds(hand, 3, 1, view=view, trump=6, rules=FIRST)
    if view == "blind-lead":
        assert {as_tile(lead) for lead in odds.choices["lead"]} <= {
            tile for tile in tile_ids((1 << 22) - 1) if is_trump(tile, 6)
        }
    assert odds.p_make[4] >= odds.p_make[7]
