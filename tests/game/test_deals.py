"""A deal: three equal hands."""

import dataclasses

import numpy as np
import pytest
from helpers import deal_text, mask, random_hands, to_mask
from hypothesis import given
from hypothesis import strategies as st

from moon_sim.game.deals import Deal
from moon_sim.game.errors import InvalidDealError

sizes = st.integers(1, 7)
seeds = st.integers(0, 2**32)


@pytest.mark.parametrize(
    "text",
    [
        "6-6 5-5 | 6-5 1-1 | 4-3 0-0",
        "6-6 5-5|6-5 1-1|4-3 0-0",
        "  55, 66 | 5:6 1:1\n| 3-4 00 ",
        "[6|6] [5|5] | [6|5] [1|1] | [4|3] [0|0]",  # the bar of a tile parts no hands
        "[5|5][6|6]|[6|5][1|1]|[4|3][0|0]",
        "[6|6] 5-5 | 65 [1|1] | [3 | 4] 0-0",
        "\ufeff66 55 | 6\u20145 1\u22121 |\u00a04-3 0-0",  # as it is pasted
    ],
)
def test_parse_reads_three_hands_parted_by_bars(text):
    assert Deal.parse(text).hands == (mask("6-6 5-5"), mask("6-5 1-1"), mask("4-3 0-0"))


@pytest.mark.parametrize("last", [np.int64(mask("4-3 0-0")), ["0-0", "4-3"], {"0-0", "4-3"}])
def test_hands_come_as_text_lists_or_masks(last):
    deal = Deal(["6-6 5-5", mask("6-5 1-1"), last])
    assert deal == Deal.parse("6-6 5-5 | 6-5 1-1 | 4-3 0-0")
    assert all(type(hand) is int for hand in deal.hands)


@given(seeds, sizes)
def test_text_reads_back_as_the_same_deal(seed, size):
    hands = random_hands(np.random.default_rng(seed), size)
    deal = Deal.parse(deal_text(hands))
    assert deal.hands == tuple(map(to_mask, hands))
    assert Deal.parse(str(deal)) == deal
    assert len(deal) == size


def test_the_short_form_reads_back():
    deal = Deal.parse("55 66 | 11 56 | 00 34")
    assert repr(deal) == "Deal.parse('6-6 5-5 | 6-5 1-1 | 4-3 0-0')"
    assert eval(repr(deal)) == deal


def test_text_has_the_highest_tile_of_each_hand_first():
    assert str(Deal.parse("55 66 | 11 56 | 00 34")) == "6-6 5-5 | 6-5 1-1 | 4-3 0-0"


def test_equal_deals_are_one_key_and_seats_matter():
    deal = Deal.parse("6-6 | 5-5 | 4-4")
    assert len({deal, Deal.parse("66|55|44"), Deal.parse("55|66|44")}) == 2


def test_deal_is_frozen():
    deal = Deal.parse("6-6 | 5-5 | 4-4")
    with pytest.raises(dataclasses.FrozenInstanceError):
        deal.hands = (1, 2, 4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("6-6 5-5 | 6-5 | 4-3 0-0", "equal size.*got 2, 1 and 2 tiles"),
        ("6-6 | 6-5 | 4-3 0-0", "equal size.*got 1, 1 and 2 tiles"),
        (" | | ", "got 0, 0 and 0 tiles"),
        ("6-6 |  | 5-5", "got 1, 0 and 1 tiles"),
        ("6-6 | 5-5", "expected 3 hands.*got 2"),
        ("6-6", "expected 3 hands.*got 1"),
        ("", "expected 3 hands.*got 1"),
        ("6-6 | 5-5 | 4-4 | 3-3", "expected 3 hands.*got 4"),
        ("6-6 | 5-5 | 4-4 |", "expected 3 hands.*got 4"),
        ("[6|5]", "expected 3 hands.*got 1"),  # one tile, not two hands
        ("6-4 5-5 | 3-3 2-2 | 4-6 1-1", "tile 6-4 is in seats 0 and 2"),
        ("6-4 | 6-4 | 1-1", "tile 6-4 is in seats 0 and 1"),
        ("1-1 | 6-4 | 4:6", "tile 6-4 is in seats 1 and 2"),
        ("6-4 | 6-4 | 6-4", "tile 6-4 is in seats 0 and 1"),
        ("6-4 6-4 | 5-5 3-3 | 1-1 2-2", "seat 0.*tile 6-4 comes twice"),
        ("6-6 | 5-5 | 6-0", "seat 2.*tile 6-0.*blanks are out"),
        ("6-6 | 7-1 | 5-5", "seat 1.*tile 7-1 is not in the set"),
        ("6-6 | six | 5-5", "seat 1.*'six' is not a tile"),
    ],
)
def test_parse_says_what_is_wrong_and_where(text, said):
    with pytest.raises(InvalidDealError, match=said):
        Deal.parse(text)


def test_hands_hold_seven_tiles_at_most():
    # Eight tiles for each of three seats would need 24, so two of them share; size comes first.
    eight = (1 << 8) - 1
    with pytest.raises(InvalidDealError, match="1 to 7 tiles, got 8, 8 and 8"):
        Deal([eight, eight << 8, eight << 14])


@pytest.mark.parametrize("wrong", [None, 5, 1.5, ["6-6", "5-5", "4-4"], b"6-6 | 5-5 | 4-4"])
def test_parse_takes_text_alone(wrong):
    with pytest.raises(TypeError, match="expected text"):
        Deal.parse(wrong)


@pytest.mark.parametrize("wrong", [None, 1.0, True, b"4-4", [4], {"4-4": 1}])
def test_a_hand_of_a_wrong_type_is_told_with_its_seat(wrong):
    with pytest.raises(TypeError, match="seat 2"):
        Deal(["6-6", "5-5", wrong])


@pytest.mark.parametrize("wrong", [-1, 1 << 22])
def test_a_mask_that_no_tiles_make_is_told_with_its_seat(wrong):
    with pytest.raises(InvalidDealError, match="seat 1"):
        Deal(["6-6", wrong, "5-5"])


@pytest.mark.parametrize(
    "wrong",
    [
        *("6-6 | 6-5 | 6-4", 5, None, iter(["6-6", "5-5", "4-4"])),
        *({"6-6", "5-5", "4-4"}, frozenset(["6-6"]), {"6-6": 1, "5-5": 2, "4-4": 3}),
    ],
)
def test_what_is_no_three_hands_in_order_is_told_so(wrong):
    with pytest.raises(TypeError, match="three hands"):
        Deal(wrong)
