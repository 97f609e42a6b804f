"""All hands of the atlas, and what is counted in them, against the rules and plain counting."""

import numpy as np
import pandas as pd
import pytest
from helpers import mask

from analyses.common import all_hands
from analyses.common.all_hands import CALLS, best_calls, counts, drawn, gains, reaching
from moon_sim import Trump, atlas, features, point_count, points
from moon_sim.game import TILES, format_tiles, random_hand, target

SOME = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"
COLUMNS = ["longest", "double", "tops", "honours", "doubles", "covered", "pips", "voids"]


def test_hands_drawn_and_their_holdings():
    hands, holdings = drawn(1, 2)
    assert len(set(hands.tolist())) == 2
    assert np.bitwise_count(holdings).tolist() == [8] * len(holdings)
    assert len(holdings) in (29, 30), "15 each; both have one if they differ in one tile"
    assert all(any(hand & ~one == 0 for hand in hands.tolist()) for one in holdings.tolist())


def test_all_hands_are_each_there_once():
    hands, holdings = drawn(1, 170_544)
    assert (len(hands), len(holdings)) == (170_544, 319_770)
    for masks, size in ((hands, 7), (holdings, 8)):
        assert (np.diff(masks) > 0).all()
        assert (np.bitwise_count(masks) == size).all()


def test_odds_before_the_widow_are_those_of_the_atlas(install, whole_atlas):
    install(whole_atlas)
    (odds,) = all_hands.odds_before(np.array([mask(SOME)])).to_numpy()
    assert odds == pytest.approx(atlas.hand(SOME).p_make.to_numpy())


def test_the_highest_tiles_of_a_number():
    assert [TILES[tile] for tile in all_hands.from_the_top(Trump.THREES)] == [
        (3, 3), (6, 3), (5, 3), (4, 3), (3, 2), (3, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        # Three sixes and three ones; of 6-6 and 6-5 one, of 6-6, 6-5 and 6-4 too. 6-3 and 6-2 are
        # covered by 6-6. No number is missing.
        (SOME, [3, 1, 1, 1, 2, 2, 51, 0]),
        # Fours and ones are longest: neither 4-4 nor 6-4, but 6-1 of the ones.
        ("6-1 5-4 4-3 4-2 4-1 3-1 2-1", [4, 0, 1, 1, 0, 0, 41, 0]),
        ("6-6 5-5 4-4 3-3 2-2 1-1 0-0", [1, 1, 1, 1, 7, 0, 42, 0]),
        ("6-6 6-5 6-4 6-3 6-2 6-1 5-4", [6, 1, 2, 3, 1, 5, 66, 0]),
        ("6-6 6-5 5-5 4-4 6-4 5-4 0-0", [3, 1, 2, 3, 4, 3, 60, 3]),
    ],
)
def test_what_is_counted(hand, told):
    (found,) = counts(np.array([mask(hand)]))[COLUMNS].to_numpy().tolist()
    assert found == told


def test_counts_are_the_features_of_the_longest_number():
    rng = np.random.default_rng(5)
    hands = np.array([random_hand(rng) for _ in range(200)])
    for hand, found in zip(hands.tolist(), counts(hands).itertuples(), strict=True):
        every = [features(hand, number) for number in all_hands.NUMBERS]
        longest = max(one.trumps for one in every)
        mine = [one for one in every if one.trumps == longest]
        assert found.longest == longest
        assert found.double == max(one.double for one in mine)
        assert found.honours == max(one.honours for one in mine)
        plain = features(hand, "none")
        assert (found.doubles, found.covered) == (plain.outside_doubles, plain.covered)
        assert found.pips == plain.pips
        assert found.voids == sum(one.trumps == 0 for one in every)
        assert found.points == point_count(hand).total


def test_the_two_highest_by_their_names():
    rng = np.random.default_rng(6)
    hands = np.array([random_hand(rng) for _ in range(200)])
    for hand, found in zip(hands.tolist(), counts(hands)["tops"].tolist(), strict=True):
        tiles = format_tiles(hand).split()
        bear = {n: [tile for tile in tiles if str(n) in tile.split("-")] for n in range(1, 7)}
        longest = max(map(len, bear.values()))
        assert found == max(
            len({f"{n}-{n}", "6-5" if n == 6 else f"6-{n}"} & set(bear[n]))
            for n in bear
            if len(bear[n]) == longest
        )


def test_the_call_with_the_most_points():
    # Points b (2p - 1): 4 at 0.9 gains 3.2 and 5 at 0.8 gains 3; 6 at 0.9 gains 4.8; 21 at 0.7
    # gains 8.4; below even all lose, and at even odds a bid is no better than a pass.
    odds = pd.DataFrame(
        [[0.9, 0.8, 0.1, 0], [0.9, 0.9, 0.9, 0.1], [0.9, 0.9, 0.9, 0.7], [0.5, 0.4, 0, 0]],
        columns=["p4", "p5", "p6", "p7"],
    )
    assert best_calls(odds).tolist() == [4, 6, 21, 0]
    for at, call in enumerate(CALLS[1:], 1):
        expected = [points(call, one) for one in odds[f"p{target(call)}"]]
        assert gains(odds)[:, at] == pytest.approx(expected)


def test_the_share_that_reaches_a_level():
    shares = reaching(np.array([0, 0.29, 0.5, 1]))
    assert (shares[0], shares[29], shares[30], shares[50]) == (1, 0.75, 0.5, 0.5)
    assert (shares[51], shares[100]) == (0.25, 0.25)


def test_how_many():
    assert (all_hands.how_many(1200, 170_544), all_hands.how_many(8, 8)) == ("1,200", "all")
