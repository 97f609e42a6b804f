"""Laydowns: what must hold of them and what is enough, against solving without either."""

import numpy as np
import pytest
from helpers import mask

from moon_sim import InvalidDealError, Layouts, Trump, format_tiles, solve_batch
from moon_sim.heuristics.certain import certain_tricks
from moon_sim.heuristics.laydown import Verdict, judge, laydowns

ALL, TILES = (1 << 22) - 1, 22


def solved(hand, discard, trump):
    """Whether a contract takes seven tricks on all layouts, each of them solved."""
    layouts = Layouts.after_exchange(int(hand), format_tiles(discard))
    return bool((solve_batch(layouts.hands(), int(trump)) == 7).all())


def random_contracts(rng, n):
    """Random hands and discards, and with each a layout of the rest."""
    piles = 1 << rng.permuted(np.tile(np.arange(TILES), (n, 1)), axis=1)
    hand, one, other = (piles[:, at : at + 7].sum(axis=1) for at in (0, 7, 14))
    return np.column_stack([hand, one, other]), piles[:, 21]


@pytest.mark.parametrize(
    "trump", [Trump.ZEROS, Trump.THREES, Trump.SIXES, Trump.DOUBLES, Trump.NONE]
)
def test_none_is_lost_and_none_is_added(trump):
    hands, discards = random_contracts(np.random.default_rng([5, trump]), 3000)
    passed = np.flatnonzero(solve_batch(hands, int(trump)) == 7)
    again = 1 << np.random.default_rng(trump).permuted(
        np.tile(np.arange(TILES), (len(passed), 1)), axis=1
    )
    hidden = ALL & ~hands[passed, 0] & ~discards[passed]
    one = np.zeros(len(passed), np.int64)
    for tile in again.T:  # the first seven of a random order that are hidden
        one |= np.where(np.bitwise_count(one) < 7, tile & hidden, 0)
    second = solve_batch(np.column_stack([hands[passed, 0], one, hidden & ~one]), int(trump)) == 7
    expected = [at for at in passed[second].tolist() if solved(hands[at, 0], discards[at], trump)]
    found = laydowns(hands[:, 0], discards, trump, seed=1)
    assert found["place"].tolist() == expected
    verdicts = judge(hands[:, 0], discards, trump)
    assert set(verdicts[expected].tolist()) <= {Verdict.OPEN, Verdict.LAYDOWN}
    assert found["outright"].tolist() == (verdicts[expected] == Verdict.LAYDOWN).tolist()
    for at in passed.tolist():
        certain = certain_tricks(int(hands[at, 0]), trump, format_tiles(discards[at])) == 7
        assert certain == (at in expected)
    if trump in (Trump.SIXES, Trump.THREES):
        assert len(expected) >= 4, "else this shows little"


# hand, discard, trump, verdict by the tiles, whether it is a laydown
KNOWN = [
    # Every tile leads a suit in which none above it is out.
    ("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "none", Verdict.LAYDOWN, True),
    # 6-3 is above 6-2, and two leads draw all that is out; but not where 6-4 is out, too.
    ("6-6 6-5 6-2 5-5 4-4 3-3 1-1", "6-4", "none", Verdict.LAYDOWN, True),
    ("6-6 6-5 6-2 5-5 4-4 3-3 1-1", "2-1", "none", Verdict.OPEN, False),
    # 6-5 is above 5-4 in its suit, and 6-6 draws it, the one six that is out; but not two sixes.
    ("6-6 6-4 6-3 6-2 6-1 5-5 5-4", "1-1", "none", Verdict.OPEN, True),
    ("6-6 6-4 6-3 6-2 5-5 5-4 4-4", "1-1", "none", Verdict.OPEN, False),
    # Two trumps are out, and three leads from the top draw them; or only one lead is on top.
    ("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "6-2", "6", Verdict.LAYDOWN, True),
    ("6-6 6-4 6-3 5-5 4-4 3-3 1-1", "2-1", "6", Verdict.NO, False),
    # The highest trump is out; or it is what was discarded.
    ("6-5 6-4 6-3 6-2 6-1 5-5 4-4", "3-3", "6", Verdict.NO, False),
    ("6-5 6-4 6-3 6-2 6-1 5-5 4-4", "6-6", "6", Verdict.LAYDOWN, True),
    # No tile of the suit that a tile leads is above it, but its double; it is out, or discarded.
    ("6-6 6-5 6-4 6-3 6-2 6-1 5-4", "3-3", "6", Verdict.NO, False),
    ("6-6 6-5 6-4 6-3 6-2 6-1 5-4", "5-5", "6", Verdict.LAYDOWN, True),
    # Doubles as trump, all seven.
    ("6-6 5-5 4-4 3-3 2-2 1-1 0-0", "2-1", "doubles", Verdict.LAYDOWN, True),
    # As no trump each of them heads a suit of its own.
    ("6-6 5-5 4-4 3-3 2-2 1-1 0-0", "2-1", "none", Verdict.LAYDOWN, True),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "discard", "trump", "verdict", "is_one"), KNOWN)
def test_known_contracts(hand, discard, trump, verdict, is_one):
    hands, discards = [mask(hand)], [mask(discard)]
    assert judge(hands, discards, trump).tolist() == [verdict]
    assert solved(*hands, *discards, Trump.parse(trump)) == is_one
    assert (certain_tricks(hand, trump, discard) == 7) == is_one
    found = laydowns(hands, discards, trump, seed=3)
    assert len(found) == is_one
    if is_one:
        (row,) = found.itertuples()
        assert (row.hand, row.discard, row.blind) == (hand, discard, 3432)
        assert row.lead in hand.split()


def test_the_lead_named_takes_all_tricks_on_all_layouts():
    from moon_sim import contract_odds

    for hand, discard, trump, _, is_one in KNOWN:
        if is_one:
            (row,) = laydowns([mask(hand)], [mask(discard)], trump).itertuples()
            odds = contract_odds(hand, discard, trump)
            assert odds.leads[row.lead].p_at_least(7) == 1


def test_the_seed_and_the_threads_change_nothing():
    hands, discards = random_contracts(np.random.default_rng(8), 3000)
    one = laydowns(hands[:, 0], discards, 5, seed=1, threads=1)
    two = laydowns(hands[:, 0], discards, 5, seed=2, threads=2)
    assert len(one)
    assert one.equals(two)


def test_none_among_none():
    found = laydowns([], [], 6)
    assert len(found) == 0
    assert found["place"].dtype == "int64"


@pytest.mark.parametrize(
    ("hands", "discards", "error", "message"),
    [
        ([0b1111111], [0b1], InvalidDealError, r"discards\[0\]: the tile is in the hand"),
        ([0b111], [0b1000], InvalidDealError, r"hands\[0\]: expected a mask of 7"),
        ([0b1111111], [3 << 8], InvalidDealError, r"discards\[0\]: expected a mask of 1"),
        ([0b1111111], [], ValueError, "discards: expected a mask for each"),
        ([127.0], [256], TypeError, "hands: expected whole numbers"),
    ],
)
def test_what_can_t_be_is_refused(hands, discards, error, message):
    with pytest.raises(error, match=message):
        judge(hands, discards, "none")
