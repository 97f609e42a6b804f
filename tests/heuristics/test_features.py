"""What players count in a hand, against slow counting from the rules' words."""

import naive
import numpy as np
import pandas as pd
import pytest
from helpers import mask, tiles_text, to_mask
from hypothesis import given
from hypothesis import strategies as st

from moon_sim.game import as_tile, tile_name
from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.house_rules import DEFAULT_RULES, Rules
from moon_sim.game.rules import (
    TRUMP_SUIT,
    Trump,
)
from moon_sim.heuristics.hand_features import (
    Features,
    covering,
    features,
    features_frame,
    from_the_top,
    tie_break,
)

HAND = "6-6 6-5 6-3 5-5 5-4 2-1 1-1"

hands = st.sets(st.sampled_from(naive.TILES), min_size=1, max_size=8)


def test_a_number_is_counted_by_hand():
    # Trumps 6-6, 6-5 and 6-3; 6-4 is missing. Of the sides, 5-4 has its double, 2-1 has not.
    # No 0-0, and the only 3 is a trump: two voids.
    assert features(HAND, "6") == Features(
        trumps=3,
        top_trumps=2,
        honours=2,
        top_two=2,
        double=1,
        outside_doubles=2,
        covered=1,
        voids=2,
        pips=56,
    )


def test_doubles_are_counted_by_hand():
    # 6-6, 5-5 and 1-1 are the trumps, 4-4 is missing. 6-5, 6-3 and 5-4 have the double of their
    # higher number. Suit 0 has no tile, so it is no void; every other has one.
    assert features(HAND, "doubles") == Features(3, 2, 2, 2, 1, 0, 3, 0, 56)


def test_no_trump_is_counted_by_hand():
    # The same three tiles covered; the void is 0.
    assert features(HAND, "none") == Features(0, 0, 0, 0, 0, 3, 3, 1, 56)


def test_the_double_blank_alone():
    # Trump 0 is one tile; the six other suits are void, and all seven with another trump but it.
    assert features("0-0", 0) == Features(1, 1, 1, 1, 1, 0, 0, 6, 0)
    assert features("0-0", 1) == Features(0, 0, 0, 0, 0, 1, 0, 5, 0)
    assert features("0-0", Trump.DOUBLES) == Features(1, 0, 0, 0, 0, 0, 0, 6, 0)


def test_every_feature_equals_slow_counting():
    rng = np.random.default_rng(5)
    for _ in range(300):
        tiles = [naive.TILES[i] for i in rng.permutation(22)[: rng.integers(1, 9)]]
        for trump in naive.TRUMPS:
            counted = features(to_mask(tiles), trump)._asdict()
            assert counted == naive.count_features(tiles, trump), (tiles, trump)


@given(hands, st.sampled_from(Trump))
def test_laws(hand, trump):
    found = features(to_mask(hand), trump)
    assert found.double <= found.top_two <= found.honours <= found.trumps
    assert found.honours <= found.top_two + 1
    assert found.top_trumps <= found.trumps
    assert min(found.top_trumps, 3) <= found.honours
    assert (found.top_trumps > 0) == (found.double > 0)
    assert found.trumps + found.outside_doubles + found.covered <= len(hand)
    assert 0 <= found.voids <= 7


@given(st.lists(hands, max_size=4), st.lists(st.sampled_from(Trump), min_size=1, unique=True))
def test_the_frame_holds_the_features_of_each_hand(several, trumps):
    frame = features_frame([to_mask(hand) for hand in several], trumps)
    rows = [features(to_mask(hand), trump) for hand in several for trump in trumps]
    assert [Features(*row) for row in frame.to_numpy().tolist()] == rows
    texts = [tiles_text(sorted(hand, reverse=True)) for hand in several]
    assert list(frame.index) == [(text, trump) for text in texts for trump in trumps]


def test_the_frame_has_all_trumps_by_default_and_types():
    frame = features_frame([HAND, mask("2-1")])
    assert list(frame.index.get_level_values("trump")) == [*Trump, *Trump]
    assert list(frame.columns) == list(Features._fields)
    assert (frame.dtypes == "int64").all()
    assert isinstance(frame, pd.DataFrame)
    assert frame.loc[(HAND, Trump.SIXES), "pips"] == 56


def test_suits_stand_in_their_order():
    def names(suit, trump, rules=DEFAULT_RULES):
        return [tile_name(tile) for tile in from_the_top(suit, trump, rules)]

    assert names(TRUMP_SUIT, Trump.THREES) == ["3-3", "6-3", "5-3", "4-3", "3-2", "3-1"]
    assert names(3, Trump.SIXES) == ["3-3", "5-3", "4-3", "3-2", "3-1"]
    doubles = ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"]
    assert names(TRUMP_SUIT, Trump.DOUBLES) == doubles
    assert names(TRUMP_SUIT, Trump.NONE) == []
    turned = Rules(doubles_high_to_low=False)
    assert names(TRUMP_SUIT, Trump.DOUBLES, turned) == doubles[::-1]
    assert features("0-0 1-1", "doubles", turned).top_trumps == 2


def test_ties_go_by_length_then_by_honours_then_to_the_lower_number_then_0_doubles_and_none():
    def order(hand):
        held = features_frame([hand]).droplevel("hand")
        ties = {trump: tie_break(features(hand, trump), trump) for trump in Trump}
        assert tie_break(held, np.array(held.index, int)).tolist() == list(ties.values())
        return [str(trump) for trump in sorted(ties, key=ties.get, reverse=True)]

    # Two honours of two sixes and two doubles, one of two fives; a three and a four that are
    # honours; of the rest nothing.
    assert order("6-6 6-4 5-5 5-3") == ["6", "doubles", "5", "3", "4", "1", "2", "0", "none"]
    # Three ones without 1-1 are longer than two fours, both honours.
    assert order("6-1 3-1 2-1 4-4 5-4")[:2] == ["1", "4"]
    # All three honours go before a lower number; three and three don't.
    assert order("6-6 6-5 6-4 2-2 3-2 2-1")[:2] == ["6", "2"]
    assert order("6-6 6-5 6-4 2-2 6-2 5-2")[:3] == ["6", "2", "5"]
    assert order("6-6 6-4 6-3 2-2 5-2 3-2")[:2] == ["2", "6"]


def test_the_double_of_the_higher_number_covers():
    assert tile_name(covering(as_tile("6-2"))) == "6-6"
    assert tile_name(covering(as_tile("1-1"))) == "1-1"


def test_what_is_no_hand_is_refused():
    with pytest.raises(InvalidDealError, match="hand: expected 1 to 8 tiles, got 0"):
        features(0, 6)
    with pytest.raises(InvalidDealError, match=r"hands\[1\]: expected 1 to 8 tiles, got 9"):
        features_frame([HAND, 0b111111111])
    with pytest.raises(InvalidDealError, match="6-0"):
        features("6-0", 6)
    with pytest.raises(IllegalPlayError, match="trump"):
        features(HAND, "hearts")
    with pytest.raises(TypeError, match="several hands"):
        features_frame(HAND)
