"""Certain tricks: worked out by hand, and never more than the solver finds on any layout."""

from itertools import product

import naive
import numpy as np
import pytest
from helpers import to_mask
from hypothesis import given
from hypothesis import strategies as st

from moon_sim.game import format_tiles
from moon_sim.game.errors import InvalidDealError
from moon_sim.game.house_rules import Rules
from moon_sim.game.rules import (
    Trump,
)
from moon_sim.heuristics.certain import certain_tricks
from moon_sim.odds.contracts import contract_odds

PINNED = [
    # Every double heads its suit, and nothing above 6-5 and 6-4 is out.
    ("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "none", "2-1", 7),
    # As sixes, the same without 6-5: 6-6 wins, but 6-4 may meet 6-5.
    ("6-6 6-4 6-3 5-5 4-4 3-3 1-1", 6, "2-1", 1),
    # Four trumps headed by the top two draw the two others, and each double wins; 4-3 meets 5-4.
    ("6-6 6-5 6-3 6-1 5-5 4-4 4-3", 6, "2-1", 6),
    # ... unless 5-4 is the discard: then nothing above 4-3 is out.
    ("6-6 6-5 6-3 6-1 5-5 4-4 4-3", 6, "5-4", 7),
    # Three trumps need the top three.
    ("6-6 6-5 6-4 5-5 4-4 3-3 2-2", 6, "2-1", 7),
    ("6-6 6-5 6-3 5-5 4-4 3-3 2-2", 6, "2-1", 2),
    # Five trumps need the top one, six none.
    ("5-5 5-4 5-3 5-2 5-1 6-6 6-4", 5, "2-1", 7),
    ("6-5 5-4 5-3 5-2 5-1 6-6 6-4", 5, "2-1", 0),
    ("5-5 6-5 5-4 5-3 5-2 5-1 6-6", 5, "2-1", 7),
    # The only six that is out must follow 6-6: then no five is above 5-4.
    ("6-6 6-4 6-3 6-2 6-1 5-5 5-4", "none", "2-1", 7),
    # 6-6 draws one of two sixes; 6-3 meets the other, and 5-4 perhaps 6-5.
    ("6-6 6-3 6-2 6-1 5-5 5-4 4-4", "none", "2-1", 3),
    # Four doubles draw the three others. 6-5 and 5-4 head what is out; 6-4 is above 4-3.
    ("6-6 5-5 4-4 3-3 6-5 5-4 4-3", "doubles", "2-1", 6),
    # Trump 0 is the one tile.
    ("0-0 6-6 5-5 4-4 3-3 2-2 1-1", 0, "2-1", 7),
    # The double blank is out and may trump any lead.
    ("1-1 2-2 3-3 4-4 5-5 6-6 2-1", 0, "3-1", 0),
]


@pytest.mark.parametrize(("hand", "trump", "discard", "tricks"), PINNED)
def test_certain_tricks_worked_out_by_hand(hand, trump, discard, tricks):
    assert certain_tricks(hand, trump, discard) == tricks
    assert (
        contract_odds(hand, discard, trump, 60, seed=1, view="double-dummy").p_at_least(tricks) == 1
    )


def test_certain_tricks_are_taken_on_all_layouts():
    # Long suits and doubles, so that something is certain.
    rng = np.random.default_rng(4)
    seen = set()
    turned = Rules(doubles_high_to_low=False)
    for trump, rules in [*product(Trump, [Rules()]), (Trump.DOUBLES, turned)] * 2:
        weights = np.array([5.0 if high in (low, trump) else 1 for high, low in naive.TILES])
        drawn = rng.choice(22, 8, replace=False, p=weights / weights.sum())
        out, *hand = (1 << int(tile) for tile in drawn)
        discard = format_tiles(out)
        tricks = certain_tricks(sum(hand), trump, discard, rules)
        odds = contract_odds(sum(hand), discard, trump, 80, rng, rules=rules, view="double-dummy")
        assert odds.p_at_least(tricks) == 1, (format_tiles(sum(hand)), discard, trump)
        seen.add(tricks)
    assert len(seen) > 3


@given(st.permutations(range(22)), st.sampled_from(Trump))
def test_laws(order, trump):
    hand, discard = sum(1 << tile for tile in order[:7]), format_tiles(1 << order[7])
    tricks = certain_tricks(hand, trump, discard)
    assert 0 <= certain_tricks(hand, trump) <= tricks <= 7  # a tile less is out


def test_what_cannot_be_is_refused():
    with pytest.raises(InvalidDealError, match="up to 7 tiles, got 8"):
        certain_tricks("6-6 6-5 6-4 6-3 6-2 6-1 5-5 4-4", 6)
    with pytest.raises(InvalidDealError, match="discard 6-6 is in the hand"):
        certain_tricks("6-6 5-5", 6, "6-6")
    assert certain_tricks(to_mask([(6, 6)]), 6) == 1
