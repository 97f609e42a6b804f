"""Where the leader names the suit, the solver against plain recursion over the oracle's rules."""

from functools import cache

import numpy as np
import pytest
from helpers import deal_text, random_position, tiles_text
from naive import TILES
from naive_match import House, legal_plays, taker

from moon_sim import IllegalPlayError, Rules, best_line, solve, solve_batch, solve_plays
from moon_sim.game import as_mask, as_tile
from moon_sim.solver import Search

NAMED = Rules(leader_names_suit=True)
HOUSE = House(leader_names_suit=True)


@cache
def values(hands, trump, leader, table=()):
    """The declarer's tricks from here by each play, and what follows it; by the oracle's rules."""
    seat = (leader + len(table)) % 3
    found = {}
    for play in legal_plays(hands[seat], table, trump, HOUSE):
        now = (*table, play)
        rest = [hand - {play[0]} if place == seat else hand for place, hand in enumerate(hands)]
        if len(now) < 3:
            found[play] = value(tuple(rest), trump, leader, now)
        else:
            winner = (leader + taker(now, trump, HOUSE)) % 3
            found[play] = (winner == 0) + value(tuple(rest), trump, winner)
    return found


def value(hands, trump, leader, table=()):
    if not any(hands):
        return 0
    found = values(hands, trump, leader, table).values()
    return max(found) if (leader + len(table)) % 3 == 0 else min(found)


def written(play):
    (high, low), suit = play
    return f"{high}-{low}" if suit is None else f"{high}-{low}:{suit}"


def positions(size, count):
    """Random positions as the oracle has them; in mid-trick the lead's suit is named, too."""
    rng = np.random.default_rng(size)
    while count:
        hands, trump, leader, played = random_position(rng, size)
        left = [frozenset(hand) for hand in hands]
        table = ()
        for place, tile in enumerate(played):
            seat = (leader + place) % 3
            may = [play for play in legal_plays(left[seat], table, trump, HOUSE) if play[0] == tile]
            if not may:
                break
            table = (*table, may[rng.integers(len(may))])
            left[seat] -= {tile}
        else:
            count -= 1
            yield hands, tuple(left), trump, leader, table


def asked(hands, trump, leader, table):
    played = tiles_text([tile for tile, _ in table])
    named = table[0][1] if table else None
    return (deal_text(hands), trump, leader, played), {"rules": NAMED, "suit": named}


@pytest.mark.parametrize(("size", "count"), [(1, 60), (2, 150), (3, 150), (4, 60)])
def test_values_and_plays_equal_the_oracle(size, count):
    differ = 0
    for hands, left, trump, leader, table in positions(size, count):
        expected = values(left, trump, leader, table)
        call, rules = asked(hands, trump, leader, table)
        assert solve_plays(*call, **rules) == {
            written(play): tricks for play, tricks in expected.items()
        }, call
        best = value(left, trump, leader, table)
        assert solve(*call, **rules) == best, call
        if not table:
            differ += best != solve(*call)
            masks = [as_mask(tiles_text(hand)) for hand in hands]
            assert solve_batch([masks], trump, leader, rules=NAMED).tolist() == [best]
    assert differ or size < 3, "the rule makes a difference"


@pytest.mark.parametrize("off", ["table", "ordering", "sure_tricks", "equal_trumps"])
def test_each_optimisation_off_gives_the_same_values(off):
    rng = np.random.default_rng(3)
    tiles = np.argsort(rng.random((40, len(TILES))), axis=1)
    hands = [
        [sum(1 << int(at) for at in row[5 * n : 5 * n + 5]) for n in range(3)] for row in tiles
    ]
    trumps = rng.integers(0, 9, 40)
    usual = solve_batch(hands, trumps, rules=NAMED)
    found = solve_batch(hands, trumps, rules=NAMED, search=Search(**{off: False}))
    assert (found == usual).all()


def test_a_best_line_is_played_by_the_rule_and_reaches_the_value():
    for hands, left, trump, leader, table in positions(3, 80):
        call, rules = asked(hands, trump, leader, table)
        taken, now, first = 0, left, leader
        for trick in best_line(*call, **rules):
            assert trick.leader == first
            plays = [word.partition(":") for word in trick.tiles]
            plays = [(TILES[as_tile(tile)], int(suit) if suit else None) for tile, _, suit in plays]
            assert tuple(plays[: len(table)]) == table
            for place in range(len(table), 3):
                seat = (first + place) % 3
                assert plays[place] in legal_plays(now[seat], plays[:place], trump, HOUSE)
            now = tuple(hand - {tile for tile, _ in plays} for hand in now)
            first = (first + taker(plays, trump, HOUSE)) % 3
            assert trick.winner == first
            taken += first == 0
            table = ()
        assert taken == solve(*call, **rules)


DEAL = "6-6 6-4 | 6-5 4-4 | 5-3 0-0"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"played": "6-4"}, "suit: expected 6 or 4, which 6-4 may lead, got None"),
        ({"played": "6-4", "suit": 5}, "suit: expected 6 or 4, which 6-4 may lead, got 5"),
        ({"suit": 6}, "suit: expected none before there is a lead, got 6"),
        ({"played": "6-4 6-5", "suit": 4}, "seat 1 plays 6-5 but can follow 6-4"),
        ({"played": "6-4", "suit": 4, "rules": Rules()}, "suit: expected 6, which 6-4 may lead"),
    ],
)
def test_a_suit_that_can_not_be_is_refused(options, message):
    with pytest.raises(IllegalPlayError, match=message):
        solve(DEAL, "none", **{"rules": NAMED, **options})


def test_a_suit_is_needed_for_a_lead_in_two_suits_alone():
    assert solve(DEAL, "none", 0, "6-6", rules=NAMED) == 2
    assert solve(DEAL, 4, 0, "6-4", rules=NAMED) == solve(DEAL, 4, 0, "6-4", rules=NAMED, suit=7)
    assert solve(DEAL, "none", 0, "6-4", suit=6) == solve(DEAL, "none", 0, "6-4")
