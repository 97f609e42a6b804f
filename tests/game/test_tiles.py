"""The 22 tiles: ids, masks, parsing and formatting."""

import re

import naive
import numpy as np
import pandas as pd
import pytest
from helpers import ALL, ids, mask, tile
from hypothesis import example, given
from hypothesis import strategies as st

from moon_sim.game import (
    ALL_TILES,
    TILES,
    Deal,
    Trump,
    as_mask,
    as_tile,
    format_tiles,
    parse_tiles,
    tile_ids,
    tile_name,
    tiles_in_order,
)
from moon_sim.game.errors import InvalidDealError

masks = st.integers(0, ALL)


# --- R1: the set ------------------------------------------------------------------------------


def test_ids_are_sorted_by_high_then_low():
    assert list(TILES) == sorted(TILES)
    # The ids that DESIGN.md names.
    assert [TILES[i] for i in (0, 1, 2, 3, 21)] == [(0, 0), (1, 1), (2, 1), (2, 2), (6, 6)]


def test_set_is_double_six_without_blanks_but_with_double_blank():
    double_six = {(high, low) for high in range(7) for low in range(high + 1)}
    blanks = {(high, 0) for high in range(1, 7)}
    assert len(double_six) == 28
    assert set(TILES) == double_six - blanks
    assert len(TILES) == 22
    assert ALL_TILES == 2**22 - 1


def test_ids_are_those_of_the_oracle():
    assert TILES == naive.TILES


def test_name_has_the_higher_number_first():
    assert [tile_name(i) for i in (0, 2, 20, 21)] == ["0-0", "2-1", "6-5", "6-6"]


@given(masks)
def test_tile_ids_are_the_bits_of_the_mask_lowest_first(hand):
    found = list(tile_ids(hand))
    assert found == sorted(set(found))
    assert sum(2**i for i in found) == hand


# --- Spellings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("6-5", "65", "6:5", "6/5", "6.5", "6 - 5", "[6|5]", "[6-5]", "[ 6 | 5 ]", "[65]"),
        *("5-6", "56", "5:6", "5/6", "5.6", "5 - 6", "[5|6]", "[5-6]", "[ 5 | 6 ]", "[56]"),
        *("  6-5", "6-5\n", "\t6-5 ", ",6-5,", "6-5;"),
    ],
)
def test_each_spelling_of_one_tile(text):
    assert parse_tiles(text) == 1 << 20


@pytest.mark.parametrize(
    "text",
    [
        *("6-5 0-0 2-2", "0-0 2-2 6-5", "65 00 22", "5:6 0:0 2:2", "[6|5] [0|0] [2|2]"),
        *("6-5,0-0,2-2", "6-5, 0-0, 2-2", "65,00,22", "6-5;0-0;2-2", "[6|5],[0|0],[2|2]"),
        *("6-5  0-0\n2-2", "\t6-5,\t00 , [2|2]", "56 0:0 2/2"),
        "[6|5][0|0][2|2]",  # the brackets part the tiles, as nothing else would
    ],
)
def test_tiles_are_parted_by_blanks_or_commas_in_any_order(text):
    assert parse_tiles(text) == mask("6-5 0-0 2-2")


@pytest.mark.parametrize("text", ["", " ", "\n\t", ",", " , ; "])
def test_no_tiles_are_an_empty_mask(text):
    assert parse_tiles(text) == 0


@pytest.mark.parametrize("pips", naive.TILES)
def test_every_tile_either_end_first(pips):
    high, low = pips
    expected = 1 << naive.TILES.index(pips)
    for a, b in ((high, low), (low, high)):
        for text in (f"{a}-{b}", f"{a}{b}", f"{a}:{b}", f"[{a}|{b}]"):
            assert parse_tiles(text) == expected, text


@given(masks)
@example(0)
@example(ALL)
def test_formatted_tiles_parse_to_the_same_mask(hand):
    assert parse_tiles(format_tiles(hand)) == hand


@given(masks)
def test_format_lists_each_tile_once_highest_first(hand):
    words = format_tiles(hand).split()
    assert ids(" ".join(words)) == [i for i in range(21, -1, -1) if hand >> i & 1]


@given(masks, st.data())
def test_mixed_spellings_separators_and_order_make_no_difference(hand, data):
    spelling = st.sampled_from(["{}-{}", "{}{}", "{}:{}", "{}/{}", "[{}|{}]", "[{}-{}]"])
    words = []
    for i in data.draw(st.permutations([i for i in range(22) if hand >> i & 1])):
        ends = data.draw(st.permutations(naive.TILES[i]))
        words.append(data.draw(spelling).format(*ends))
    gaps = [data.draw(st.sampled_from([" ", ",", ", ", "\n", " ; "])) for _ in words]
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=True))
    assert parse_tiles(text) == hand


# --- What is refused, and how it is told --------------------------------------------------------


@pytest.mark.parametrize("text", ["6-0", "0-6", "60", "06", "6:0", "[6|0]", "[0|6]"])
def test_blanks_are_told_that_they_are_out(text):
    with pytest.raises(InvalidDealError, match=r"tile 6-0.*blanks are out but for 0-0"):
        parse_tiles(text)


@pytest.mark.parametrize("high", range(1, 7))
def test_every_blank_but_the_double_is_refused_by_name(high):
    with pytest.raises(InvalidDealError, match=f"tile {high}-0 .*blanks are out"):
        parse_tiles(f"0-{high}")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *((text, "7-1") for text in ("7-1", "1-7", "71", "[7|1]")),
        *(("9-9", "9-9"), ("7-0", "7-0"), ("[12|3]", "12-3")),
    ],
)
def test_numbers_above_six_are_not_in_the_set(text, name):
    with pytest.raises(InvalidDealError, match=f"tile {name} is not in the set") as caught:
        parse_tiles(text)
    assert "blanks are out" not in str(caught.value)  # that isn't what is wrong with them


@pytest.mark.parametrize("text", ["6-5 6-5", "6-5 5-6", "65, 5:6", "[5|6] 1-1 6-5"])
def test_a_tile_twice_is_named(text):
    with pytest.raises(InvalidDealError, match="tile 6-5 comes twice"):
        parse_tiles(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("x", "x"),
        ("6-5 hello 1-1", "hello"),
        ("6", "6"),
        ("6 5", "6"),  # an end on its own is no tile
        ("6,5", "6"),
        ("6-", "6-"),
        ("-6-5", "-6-5"),
        ("6--5", "6--5"),
        ("6|5", "6|5"),  # a bare bar parts hands
        ("[6|5", "[6|5"),
        ("6|5]", "6|5]"),
        ("[6|5|4]", "[6|5|4]"),
        ("[]", "[]"),
        ("(6-5)", "(6-5)"),
        ("six-five", "six-five"),
        # Run together: a slip rather than two tiles.
        ("6-55-5", "6-55-5"),
        ("6555", "6555"),
        ("655", "655"),
        ("6-5-4", "6-5-4"),
        ("1-1 6-5x", "6-5x"),
        ("[6|5]5-5", "[6|5]5-5"),
        # Digits that are not ASCII: int() would read the first two.
        ("\uff16-\uff15", "\uff16-\uff15"),
        ("\u0666\u0665", "\u0666\u0665"),
        ("\u00b2-\u00b9", "\u00b2-\u00b9"),
        ("6-\u0665", "6-\u0665"),
        ("\u0666-5", "\u0666-5"),
        ("[\uff16|5]", "[\uff16|5]"),
        ("6-5\x00", r"6-5\x00"),
    ],
)
def test_what_is_no_tile_is_quoted_and_told_the_spelling(text, word):
    with pytest.raises(InvalidDealError, match="is not a tile; write one as 6-5") as caught:
        parse_tiles(text)
    assert str(caught.value).startswith(f"'{word}' ")


def test_a_number_of_any_length_is_refused_as_an_invalid_deal():
    with pytest.raises(InvalidDealError, match=r"not in the set|not a tile"):
        parse_tiles("[" + "9" * 900 + "|1]")


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused_as_an_invalid_deal(text):
    try:
        hand = parse_tiles(text)
    except InvalidDealError:
        return
    assert 0 <= hand <= ALL
    assert parse_tiles(format_tiles(hand)) == hand


@given(st.text(alphabet="0123456 -[|],:", max_size=14))
def test_text_near_tiles_is_read_or_refused_as_an_invalid_deal(text):
    try:
        hand = parse_tiles(text)
    except InvalidDealError:
        return
    # Each tile read has its two ends in the text.
    assert 2 * hand.bit_count() == sum(c in "0123456" for c in text)


@pytest.mark.parametrize("wrong", [None, 65, 6.5, b"6-5", ["6-5"], True])
def test_parse_takes_text_alone(wrong):
    with pytest.raises(TypeError, match=f"expected text, got {type(wrong).__name__}"):
        parse_tiles(wrong)


def test_invalid_deal_is_a_value_error():
    assert issubclass(InvalidDealError, ValueError)


# --- as_mask and as_tile ------------------------------------------------------------------------


@given(masks)
def test_as_mask_takes_text_and_integers_of_any_kind(hand):
    assert as_mask(format_tiles(hand)) == as_mask(hand) == as_mask(np.int64(hand)) == hand
    assert type(as_mask(np.int64(hand))) is int


@pytest.mark.parametrize("wrong", [-1, 1 << 22, 1 << 70, np.int64(-5), np.int64(1 << 22)])
def test_as_mask_refuses_bits_that_no_tile_bears(wrong):
    with pytest.raises(InvalidDealError, match=r"discard: mask .* has bits that no tile bears"):
        as_mask(wrong, "discard")
    with pytest.raises(InvalidDealError, match="has bits that no tile bears"):
        format_tiles(wrong)


@pytest.mark.parametrize(
    "wrong",
    [None, 3.0, float("nan"), np.float64(3), b"6-5", {"6-5": 1}, iter(["6-5"])],
)
def test_as_mask_refuses_other_types(wrong):
    with pytest.raises(TypeError, match=f"hand: .*got {type(wrong).__name__}"):
        as_mask(wrong, "hand")


@pytest.mark.parametrize("wrong", [True, False, np.True_, np.array([1, 2])])
def test_as_mask_refuses_truth_values_and_several_numbers(wrong):
    with pytest.raises(TypeError, match=r"hand(\[0\])?: expected"):
        as_mask(wrong, "hand")


@pytest.mark.parametrize(
    ("tiles", "count", "said"),
    [
        ("6-6 6-5", 1, "discard: expected 1 tile, got 2 (6-6 6-5)"),
        ("", 1, "discard: expected 1 tile, got 0"),
        (0, 7, "discard: expected 7 tiles, got 0"),
        ("1-1", 7, "discard: expected 7 tiles, got 1 (1-1)"),
        (0b11, 0, "discard: expected 0 tiles, got 2 (1-1 0-0)"),
    ],
)
def test_as_mask_tells_a_wrong_count(tiles, count, said):
    with pytest.raises(InvalidDealError, match="^" + re.escape(said) + "$"):
        as_mask(tiles, "discard", count)


@given(masks)
def test_as_mask_takes_the_right_count(hand):
    assert as_mask(hand, "hand", hand.bit_count()) == hand


def test_as_mask_says_where_a_text_was_wrong():
    with pytest.raises(InvalidDealError, match=r"^widow: tile 6-0 is not in the set"):
        as_mask("6-0", "widow")


@pytest.mark.parametrize("i", range(22))
def test_as_tile_takes_the_text_of_one_tile(i):
    assert as_tile(tile_name(i)) == tile(tile_name(i)) == i


@pytest.mark.parametrize("wrong", ["", "6-6 6-5"])
def test_as_tile_takes_one_tile_alone(wrong):
    with pytest.raises(InvalidDealError, match="widow: expected 1 tile, got"):
        as_tile(wrong, "widow")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (4, "(as an id, write '3-1'; as a mask, write '2-1')"),
        (np.int64(4), "(as an id, write '3-1'; as a mask, write '2-1')"),
        (64, "(as a mask, write '3-3'; as pips, write '6-4')"),
        (65, "(as pips, write '6-5')"),
        (1 << 20, "(as a mask, write '6-5')"),
        (-1, ""),
        (10**9, ""),
    ],
)
def test_a_number_is_no_tile_and_told_what_it_may_mean(number, said):
    with pytest.raises(TypeError, match="discard: expected a tile as text, got the number") as told:
        as_tile(number, "discard")
    assert str(told.value).endswith(f"{number} {said}".rstrip())


@pytest.mark.parametrize("wrong", [None, 4.0, True, np.True_, b"6-5", ["6-5"], {"6-5"}])
def test_what_is_no_tile_is_told_its_type(wrong):
    with pytest.raises(TypeError, match=f"expected a tile as text, got {type(wrong).__name__}"):
        as_tile(wrong)


def test_masks_that_numpy_hands_out_are_masks():
    assert list(tile_ids(np.int64(0b1001))) == [0, 3]


# --- As it is pasted, and as lists --------------------------------------------------------------


@pytest.mark.parametrize(
    "dash", [*"\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"]
)
def test_dashes_of_all_kinds_part_the_ends(dash):
    assert parse_tiles(f"6{dash}5 [4{dash}4] 3 {dash} 1") == mask("6-5 4-4 3-1")


@pytest.mark.parametrize("blank", ["\u00a0", "\u202f", "\u2007", "\u3000"])
def test_blanks_that_do_not_break_part_tiles(blank):
    assert parse_tiles(f"6-5{blank}4-4") == parse_tiles(f"6{blank}-{blank}5 4-4") == mask("6-5 4-4")


def test_a_byte_order_mark_may_come_first_and_only_there():
    assert parse_tiles("\ufeff6-5 4-4") == mask("6-5 4-4")
    with pytest.raises(InvalidDealError, match="is not a tile"):
        parse_tiles("6-5 \ufeff4-4")


@pytest.mark.parametrize(
    "hand",
    [
        *(["6-5", "4-4"], ("44", "5:6"), {"6-5", "4-4"}, frozenset({"6-5", "4-4"})),
        *(
            np.array(["6-5", "4-4"]),
            pd.Series(["6-5", "4-4"], index=[7, 8]),
            {"6-5": 1, "4-4": 1}.keys(),
        ),
    ],
)
def test_a_hand_may_be_a_list_of_tiles_in_any_order(hand):
    assert as_mask(hand, "hand", 2) == mask("6-5 4-4")


@pytest.mark.parametrize(
    ("hand", "error", "said"),
    [
        (["6-5", "6-5"], InvalidDealError, r"^hand: tile 6-5 comes twice in \['6-5', '6-5'\]$"),
        (["6-5 4-4", "3-3"], InvalidDealError, r"^hand\[0\]: expected 1 tile, got 2"),
        (["6-5", "6-0"], InvalidDealError, r"^hand\[1\]: tile 6-0 is not in the set"),
        (["6-5", 4], TypeError, r"^hand\[1\]: expected a tile as text, got the number 4"),
        ([(6, 5), (4, 4)], TypeError, r"^hand\[0\]: expected a tile as text, got tuple"),
    ],
)
def test_what_is_wrong_in_a_list_is_told_with_its_place(hand, error, said):
    with pytest.raises(error, match=said):
        as_mask(hand, "hand")


def test_tiles_in_order_keep_it():
    assert tiles_in_order("6-5, 00 6\u20135", "played") == [20, 0, 20]
    assert tiles_in_order(["6-5", "00", "6\u20135"], "played") == [20, 0, 20]
    assert tiles_in_order((), "played") == tiles_in_order("", "played") == []


@pytest.mark.parametrize(
    "wrong",
    [{"6-6", "6-5"}, frozenset(["6-6"]), {"6-6": 1}, iter(["6-6"]), {}.keys(), None, 4, b""],
)
def test_tiles_without_an_order_are_refused_by_name(wrong):
    with pytest.raises(
        TypeError, match=f"played: expected text or a list .*{type(wrong).__name__}"
    ):
        tiles_in_order(wrong, "played")


def test_what_was_wrong_in_a_text_is_told_with_its_name():
    with pytest.raises(InvalidDealError, match=r"^played: 'x' is not a tile"):
        tiles_in_order("6-6 x", "played")


@pytest.mark.parametrize("read", [parse_tiles, Deal.parse, Trump.parse, as_tile, as_mask])
@pytest.mark.parametrize("piece", ["6-6 ", "|", "[", " ", "\U0001f063", "[6|"])
def test_what_is_absurdly_long_is_refused_at_once_and_shortly(read, piece):
    with pytest.raises(InvalidDealError, match="expected up to 1,000 characters, got") as told:
        read(piece * 2_000_000)
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("piece", ["x", "6-6 ", "|", "[6|", "\x00"])
def test_what_is_long_is_quoted_in_part(piece):
    for read in (parse_tiles, Deal.parse, Trump.parse):
        with pytest.raises(ValueError, match=r"\.\.\.|expected 3 hands|comes twice") as told:
            read(piece * (1000 // len(piece)))
        assert len(str(told.value)) < 200
