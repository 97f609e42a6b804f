"""Which layouts are possible, against plain enumeration, and samples of them."""

from itertools import combinations
from math import comb, factorial

import naive
import numpy as np
import pytest
from helpers import ALL, mask, to_mask, to_tiles
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from moon_sim.game.draws import as_seed
from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.layouts import Layouts
from moon_sim.game.rules import TRUMP_SUIT, Trump
from moon_sim.game.tiles import format_tiles

HAND = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"  # 7 tiles
OUT = 3  # the pile of what is out of play


def dealt_everywhere() -> np.ndarray:
    """(51480, 15) piles 1, 2 or 3 of fifteen hidden tiles: every way to deal 7, 7 and 1."""
    rows = []
    for out in range(15):
        rest = [i for i in range(15) if i != out]
        for first in combinations(rest, 7):
            row = np.full(15, 2, np.int8)
            row[list(first)] = 1
            row[out] = OUT
            rows.append(row)
    return np.array(rows)


EVERYWHERE = dealt_everywhere()


def brute_force(hand: int) -> np.ndarray:
    """(51480, 4) masks: every layout around seat 0's seven tiles."""
    hidden = np.array([1 << i for i in range(22) if not hand >> i & 1])
    piles = [((pile == EVERYWHERE) * hidden).sum(axis=1) for pile in (1, 2, OUT)]
    return np.column_stack([np.full(len(EVERYWHERE), hand), *piles])


def in_order(piles: np.ndarray) -> np.ndarray:
    """The rows sorted, to compare layouts as sets; no row may come twice."""
    rows = piles[np.lexsort(piles.T)]
    assert (rows[1:] != rows[:-1]).any(axis=1).all()
    return rows


def same_layouts(piles: np.ndarray, others: np.ndarray) -> bool:
    """Are these the same layouts, in whatever order?"""
    return np.array_equal(in_order(piles), in_order(others))


def assert_partitions(piles: np.ndarray, sizes: list[int], tiles: int = ALL) -> None:
    """Each row has the tiles, each of them once, and so many in each pile."""
    assert (np.bitwise_or.reduce(piles, axis=1) == tiles).all()
    assert (piles.sum(axis=1) == tiles).all()  # with the line above: no bit in two piles
    assert (np.bitwise_count(piles) == sizes).all()


# --- How many, and which -----------------------------------------------------------------------


def test_counts_are_those_of_the_design():
    assert len(Layouts.after_exchange(HAND, "1-1")) == comb(14, 7) == 3_432
    assert len(Layouts.after_exchange(HAND)) == 15 * comb(14, 7) == 51_480
    assert len(Layouts.before_exchange(HAND)) == 51_480
    assert len(Layouts.before_exchange(HAND, "1-1")) == 3_432
    assert len(Layouts.of_set()) == factorial(22) // factorial(7) ** 3


def test_layouts_of_a_holding_are_the_same_whatever_the_discard():
    held = ["6-6", "6-5", "6-4", "5-5", "4-4", "3-1", "2-1", "1-1"]
    expected = set(map(tuple, Layouts.of_holding(" ".join(held)).hands()[:, 1:].tolist()))
    for discard in held:
        kept = " ".join(tile for tile in held if tile != discard)
        hands = Layouts.after_exchange(kept, discard).hands()
        assert set(map(tuple, hands[:, 1:].tolist())) == expected


def test_a_hand_comes_as_text_list_or_mask():
    by_text = Layouts.after_exchange(HAND, "1-1")
    for hand in (mask(HAND), np.int64(mask(HAND)), HAND.split(), set(HAND.split())):
        assert Layouts.after_exchange(hand, "1-1") == by_text


@pytest.mark.parametrize("wrong", [4, np.int64(4), 65, 1 << 20, ["2-1"], True])
@pytest.mark.parametrize("start", [Layouts.before_exchange, Layouts.after_exchange])
def test_the_tile_out_of_play_is_text_alone(start, wrong):
    with pytest.raises(TypeError, match=r"(widow|discard): expected a tile as text, got"):
        start(HAND, wrong)


@pytest.mark.parametrize("start", [Layouts.before_exchange, Layouts.after_exchange])
def test_all_layouts_are_distinct_partitions_of_the_set(start):
    piles = start(HAND).piles()
    assert piles.shape == (51_480, 4)
    assert piles.dtype == np.int64
    assert_partitions(piles, [7, 7, 7, 1])
    assert (piles[:, 0] == mask(HAND)).all()
    assert len(np.unique(piles, axis=0)) == 51_480


def test_layouts_after_a_known_discard_are_the_combinations():
    hidden = to_tiles(ALL & ~mask(HAND) & ~mask("1-1"))
    expected = set()
    for first in combinations(hidden, 7):
        second = [pips for pips in hidden if pips not in first]
        expected.add((mask(HAND), to_mask(first), to_mask(second), mask("1-1")))
    piles = Layouts.after_exchange(HAND, "1-1").piles()
    assert set(map(tuple, piles.tolist())) == expected
    assert len(piles) == len(expected)


def test_layouts_with_an_unknown_widow_are_the_combinations_for_each_widow():
    assert same_layouts(Layouts.before_exchange(HAND).piles(), brute_force(mask(HAND)))


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_layouts_of_any_hand_are_the_combinations(seed):
    order = np.random.default_rng(seed).permutation(22)
    hand, discard = sum(1 << int(i) for i in order[:7]), 1 << int(order[7])
    every = brute_force(hand)
    layouts = Layouts.after_exchange(hand, format_tiles(discard))
    assert same_layouts(layouts.piles(), every[every[:, OUT] == discard])


def test_hands_are_the_piles_of_the_seats():
    layouts = Layouts.before_exchange(HAND)
    hands = layouts.hands()
    assert hands.shape == (51_480, 3)
    assert hands.dtype == np.int64
    assert hands.flags.c_contiguous  # kernels are compiled for that
    assert np.array_equal(hands, layouts.piles()[:, :3])


def test_numbers_of_the_whole_set_give_distinct_deals_from_the_first_to_the_last():
    layouts = Layouts.of_set()
    last = len(layouts) - 1
    numbers = np.unique(np.linspace(0, last, 20_001, dtype=np.int64))
    numbers = np.unique(np.concatenate([numbers, numbers[:-1] + 1, [0, last]]))
    piles = layouts.piles(numbers)
    assert_partitions(piles, [7, 7, 7, 1])
    assert len(np.unique(piles, axis=0)) == len(numbers) > 40_000


def test_a_small_endgame_is_enumerated_by_hand():
    # Two tiles each and none out of play. 6-6 is seat 0's, its other tile is one of three, and
    # the rest is split between seats 1 and 2.
    rest = mask("5-5 4-4 3-3 2-2")
    layouts = Layouts((mask("6-6 5-5 3-3 2-2"), rest | mask("1-1"), rest, 0), (2, 2, 2, 0))
    expected = set()
    for mine in ("5-5", "3-3", "2-2"):
        left = [tile for tile in ("5-5", "4-4", "3-3", "2-2") if tile != mine]
        for hers in left:  # with 1-1, which seat 1 alone may hold
            last = " ".join(tile for tile in left if tile != hers)
            expected.add((mask("6-6 " + mine), mask("1-1 " + hers), mask(last), 0))
    assert len(layouts) == len(expected) == 9
    assert set(map(tuple, layouts.piles().tolist())) == expected


# --- Order and numbers --------------------------------------------------------------------------


def test_a_number_names_the_same_layout_alone_and_among_others():
    layouts = Layouts.before_exchange(HAND)
    every = layouts.piles()
    numbers = np.random.default_rng(4).integers(0, len(layouts), 500)  # unsorted, repeated
    assert np.array_equal(layouts.piles(numbers), every[numbers])
    assert np.array_equal(layouts.piles(list(map(int, numbers))), every[numbers])
    for number in (0, 1, 25_000, len(layouts) - 1):
        assert np.array_equal(layouts.piles(number), every[[number]])
        assert np.array_equal(layouts.hands(np.uint16(number)), every[[number], :3])


def test_order_is_the_same_for_equal_knowledge_and_each_call():
    one, other = Layouts.before_exchange(HAND), Layouts.before_exchange(mask(HAND))
    assert one == other
    assert np.array_equal(one.piles(), other.piles())
    assert np.array_equal(one.piles(), one.piles())


def test_no_numbers_give_no_layouts():
    assert Layouts.before_exchange(HAND).piles([]).shape == (0, 4)
    assert Layouts.before_exchange(HAND).hands(np.zeros(0, np.int64)).shape == (0, 3)


@pytest.mark.parametrize("wrong", [-1, 3432, [0, 3432], [-1, 0], np.int64(10**12), [2**63]])
def test_numbers_out_of_range_are_refused(wrong):
    with pytest.raises(IndexError, match="expected 0 to 3431"):
        Layouts.after_exchange(HAND, "1-1").piles(wrong)


@pytest.mark.parametrize(
    "wrong", [1.0, [1.5], float("nan"), "1", ["a"], [True], [[1]], np.zeros((2, 2), np.int64)]
)
def test_numbers_that_are_not_whole_or_not_in_a_row_are_refused(wrong):
    with pytest.raises(TypeError, match="numbers: expected whole numbers"):
        Layouts.after_exchange(HAND, "1-1").hands(wrong)


# --- What is known ------------------------------------------------------------------------------


def tiles_in_suit(suit: int, trump: int) -> int:
    """The mask of a suit by the oracle, which calls the trump suit by the trump's number."""
    if suit == TRUMP_SUIT:
        return to_mask(pips for pips in naive.TILES if naive.is_trump(pips, trump))
    members = (p for p in naive.TILES if suit in naive.suits(p, trump) and suit != trump)
    return to_mask(members)


def subset(draw: st.DrawFn, tiles: int, most: int) -> int:
    """Up to `most` tiles of a mask."""
    choices = [i for i in range(22) if tiles >> i & 1]
    if not choices:
        return 0
    return sum(1 << i for i in draw(st.sets(st.sampled_from(choices), max_size=most)))


@st.composite
def knowledge(draw: st.DrawFn) -> tuple[int, list[tuple]]:
    """A hand, and facts: most of them true of one layout around it, and a few that aren't."""
    order = draw(st.permutations(range(22)))
    left = [sum(1 << i for i in order[at : at + 7]) for at in (0, 7, 14, 21)]
    hand = left[0]
    facts = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["holds", "void", "plays", "plays"]))
        if kind == "holds":
            pile = draw(st.integers(0, 3))
            honest = draw(st.integers(0, 5))
            pool = left[pile] if honest else left[0] | left[1] | left[2] | left[3]
            facts.append(("holds", pile, subset(draw, pool, 3)))
        elif kind == "void":
            seat, trump = draw(st.integers(0, 2)), draw(st.integers(0, 8))
            suits = [
                suit
                for suit in range(8)
                if suit != trump and not tiles_in_suit(suit, trump) & left[seat]
            ]
            if not suits or not draw(st.integers(0, 5)):
                suits = [suit for suit in range(8) if suit != trump]
            facts.append(("void", seat, draw(st.sampled_from([*suits, TRUMP_SUIT])), trump))
        else:
            seat = draw(st.integers(0, 2))
            played = subset(draw, left[seat], 3)
            left[seat] &= ~played
            facts.append(("plays", seat, played))
    return hand, facts


def apply(layouts: Layouts, fact: tuple) -> Layouts:
    match fact:
        case ("holds", pile, tiles):
            return layouts.where_holds(pile, tiles)
        case ("void", seat, suit, trump):
            return layouts.where_void(seat, suit, trump)
        case ("plays", seat, tiles):
            return layouts.after_plays(seat, tiles)
    raise AssertionError(fact)


def filtered(piles: np.ndarray, fact: tuple) -> np.ndarray:
    """The same fact by going through all layouts."""
    match fact:
        case ("holds", pile, tiles):
            return piles[piles[:, pile] & tiles == tiles]
        case ("void", seat, suit, trump):
            return piles[piles[:, seat] & tiles_in_suit(suit, trump) == 0]
        case ("plays", seat, tiles):
            piles = piles[piles[:, seat] & tiles == tiles]
            piles[:, seat] &= ~tiles
            return piles
    raise AssertionError(fact)


@given(knowledge())
@settings(max_examples=120)
def test_layouts_that_fit_what_is_known_are_the_filtered_ones(known):
    hand, facts = known
    layouts, expected = Layouts.before_exchange(hand), brute_force(hand)
    for fact in facts:
        expected = filtered(expected, fact)
        if len(expected) == 0:
            with pytest.raises(InvalidDealError, match=r"no layout fits|can't be"):
                apply(layouts, fact)
            return
        layouts = apply(layouts, fact)
        assert len(layouts) == len(expected), fact
    assert same_layouts(layouts.piles(), expected)


def test_knowledge_of_a_whole_hand_played_out_keeps_the_true_layout():
    # Seven legal tricks, told one play at a time with the voids they show: what is left of the
    # truth must stay among the layouts, and their number never grows.
    rng = np.random.default_rng(7)
    for trump in Trump:
        order = [naive.TILES[i] for i in rng.permutation(22)]
        hands = [order[:7], order[7:14], order[14:21]]
        out = to_mask(order[21:])
        layouts = Layouts.after_exchange(to_mask(hands[0]), format_tiles(out))
        leader, trick, last = 0, [], len(layouts)
        for _ in range(21):
            seat = (leader + len(trick)) % 3
            choices = naive.legal(hands[seat], trick[0] if trick else None, trump)
            tile = choices[rng.integers(len(choices))]
            if trick:
                suit = naive.led_suit(trick[0], trump)
                if suit not in naive.suits(tile, trump):
                    name = TRUMP_SUIT if suit == trump else suit
                    layouts = layouts.where_void(seat, name, trump)
            layouts = layouts.after_plays(seat, to_mask([tile]))
            hands[seat] = [pips for pips in hands[seat] if pips != tile]
            assert [*map(to_mask, hands), out] in layouts.piles().tolist()
            assert len(layouts) <= last
            last = len(layouts)
            trick.append(tile)
            if len(trick) == 3:
                leader, trick = (leader + naive.trick_winner(trick, trump)) % 3, []
        assert len(layouts) == 1


def test_holding_counts_by_hand():
    layouts = Layouts.after_exchange(HAND, "1-1")
    # Two tiles fixed in one hand leave five places for it among twelve.
    assert len(layouts.where_holds(1, "6-3 6-2")) == comb(12, 5) == 792
    assert len(layouts.where_holds(1, "6-3").where_holds(2, "6-2")) == comb(12, 6)
    assert len(layouts.where_holds(0, "6-6 6-5")) == 3_432  # nothing new
    assert len(layouts.where_holds(2, "")) == 3_432
    widow_unknown = Layouts.before_exchange(HAND)
    assert len(widow_unknown.where_holds(OUT, "6-3")) == 3_432
    assert len(widow_unknown.where_holds(1, "6-3")) == comb(14, 6) * 8  # 6 more, then the widow


def test_void_counts_by_hand():
    layouts = Layouts.after_exchange(HAND, "1-1")
    # Hidden sixes: 6-3, 6-2, 6-1. Without them seat 1 takes 7 of the other 11 tiles.
    assert len(layouts.where_void(1, 6, "none")) == comb(11, 7)
    assert len(layouts.where_void(1, TRUMP_SUIT, "6")) == comb(11, 7)
    # With ones as trump 6-1 is no six, so only two tiles are barred.
    assert len(layouts.where_void(1, 6, Trump.ONES)) == comb(12, 7)
    # Hidden doubles: 3-3, 2-2, 0-0, for 1-1 is out of play.
    assert len(layouts.where_void(2, TRUMP_SUIT, "doubles")) == comb(11, 7)
    # Seat 1 void and seat 2 void: nobody could hold them.
    with pytest.raises(InvalidDealError, match="no layout fits"):
        layouts.where_void(1, 6, "none").where_void(2, 6, "none")


def test_plays_counts_by_hand():
    layouts = Layouts.after_exchange(HAND, "1-1").after_plays(0, "6-6").after_plays(1, "6-3")
    assert len(layouts) == comb(13, 6)  # seat 1's other six tiles
    assert_partitions(layouts.piles(), [6, 6, 7, 1], ALL & ~mask("6-6 6-3"))
    assert len(layouts.after_plays(2, "6-2")) == comb(12, 6)


def test_knowledge_makes_new_layouts_and_leaves_the_old_ones():
    layouts = Layouts.after_exchange(HAND, "1-1")
    layouts.where_holds(1, "6-3")
    layouts.where_void(1, 6, "none")
    layouts.after_plays(1, "6-3")
    assert len(layouts) == 3_432
    assert layouts == Layouts.after_exchange(HAND, "1-1")


def test_the_order_in_which_things_are_learnt_makes_no_difference():
    start = Layouts.before_exchange(HAND)
    one = start.where_holds(1, "6-3").where_void(2, 5, "none").after_plays(1, "0-0")
    other = start.after_plays(1, "0-0").where_void(2, 5, "none").where_holds(1, "6-3")
    assert one == other
    assert np.array_equal(one.piles(), other.piles())


# --- Odds worked by hand ------------------------------------------------------------------------

# The declarer holds all sixes but r, and the discard is no six.
MISSING_SIXES = {
    1: ("6-6 6-5 6-4 6-3 6-2 1-1 0-0", "6-1"),
    2: ("6-6 6-5 6-4 6-3 5-5 1-1 0-0", "6-2 6-1"),
    3: ("6-6 6-5 6-4 5-5 4-4 1-1 0-0", "6-3 6-2 6-1"),
    4: ("6-6 6-5 5-5 4-4 3-3 1-1 0-0", "6-4 6-3 6-2 6-1"),
}


@pytest.mark.parametrize(("r", "percent"), [(1, 100.0), (2, 46.2), (3, 19.2), (4, 7.0)])
def test_odds_that_one_defender_has_all_outstanding_trumps(r, percent):
    # All r in one of two hands: the rest of that hand is 7 - r of the other 14 - r tiles.
    together = 2 * comb(14 - r, 7 - r)
    assert round(100 * together / comb(14, 7), 1) == percent
    hand, out = MISSING_SIXES[r]
    layouts = Layouts.after_exchange(hand, "2-1")
    held = layouts.hands()[:, 1:] & mask(out) == mask(out)
    assert held.any(axis=1).sum() == together
    # By asking what one seat holds, and by asking where the other is void.
    assert sum(len(layouts.where_holds(seat, out)) for seat in (1, 2)) == together
    assert sum(len(layouts.where_void(seat, TRUMP_SUIT, 6)) for seat in (1, 2)) == together


@pytest.mark.parametrize(("r", "percent"), [(2, 46.2), (3, 19.2), (4, 7.0)])
def test_odds_hold_for_doubles_too(r, percent):
    doubles = ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"]
    others = ["6-5", "6-4", "6-3", "6-2"]
    hand = " ".join(doubles[: 7 - r] + others[:r])
    layouts = Layouts.after_exchange(hand, "5-4")
    together = sum(len(layouts.where_void(seat, TRUMP_SUIT, "doubles")) for seat in (1, 2))
    assert round(100 * together / len(layouts), 1) == percent


# --- Impossible knowledge and wrong arguments ---------------------------------------------------


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (lambda start: start.where_holds(1, "6-6"), "tile 6-6 can't be in seat 1"),
        (lambda start: start.where_holds(0, "6-3"), "tile 6-3 can't be in seat 0"),
        (lambda start: start.where_holds(3, "6-6"), "tile 6-6 can't be out of play"),
        (lambda start: start.where_holds(3, "6-3 6-2"), "no layout fits"),
        (lambda start: start.where_holds(1, "63 62 61 54 53 52 51 00"), "no layout fits"),
        (lambda start: start.where_holds(1, "6-3").where_holds(2, "6-3"), "6-3 can't be in seat 2"),
        (lambda start: start.where_void(0, 6, "none"), "no layout fits"),
        (lambda start: start.where_void(1, 6, 8).where_holds(1, "6-3"), "6-3 can't be in seat 1"),
        (lambda start: start.after_plays(0, "6-3"), "tile 6-3 can't be in seat 0"),
        (lambda start: start.after_plays(1, "63").after_plays(1, "63"), "6-3 can't be in seat 1"),
        (lambda start: start.after_plays(1, "63").after_plays(2, "63"), "6-3 can't be in seat 2"),
        (lambda start: start.after_plays(0, HAND).after_plays(0, "1-1"), "1-1 can't be in seat 0"),
        (lambda start: start.after_plays(1, "63 62 61 54 53 52 51 00"), "no layout fits"),
        (lambda start: start.where_holds(1, "6-0"), "tile 6-0.*blanks are out"),
        (lambda start: start.after_plays(1, 1 << 22), "bits that no tile bears"),
        # Voids that leave a seat with fewer tiles than its hand.
        (
            lambda start: start.where_void(1, 6, 8).where_void(1, 5, 8).where_void(1, 3, 8),
            "no layout fits",
        ),
    ],
)
def test_knowledge_that_no_layout_fits_is_refused(known, said):
    with pytest.raises(InvalidDealError, match=said):
        known(Layouts.before_exchange(HAND))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Layouts.after_exchange("6-6"), r"hand: expected 7 tiles, got 1 \(6-6\)"),
        (lambda: Layouts.after_exchange(HAND + " 1-1"), "hand: expected 7 tiles, got 8"),
        (lambda: Layouts.before_exchange(""), "hand: expected 7 tiles, got 0"),
        (lambda: Layouts.after_exchange(HAND, "6-6"), "discard 6-6 is in the hand"),
        (lambda: Layouts.before_exchange(HAND, "6-6"), "widow 6-6 is in the hand"),
        (lambda: Layouts.after_exchange(HAND, "1-1 0-0"), "discard: expected 1 tile, got 2"),
        (lambda: Layouts.before_exchange(HAND, ""), "widow: expected 1 tile, got 0"),
        (lambda: Layouts.before_exchange(HAND, "7-1"), "widow: tile 7-1 is not in the set"),
        (lambda: Layouts((1, 2, 4, 8), (1, 1, 1, 2)), "expected 5 tiles.*got 4"),
        (lambda: Layouts((1, 2, 4, 8), (1, 1, 1, 0)), "expected 3 tiles.*got 4"),
        (lambda: Layouts((1, 2, 4, 24), (1, 1, -1, 4)), "got 5"),
        (lambda: Layouts((1, 2, 4, 8), (0, 1, 1, 2)), "no layout fits"),
    ],
)
def test_layouts_that_cannot_start_are_refused(make, said):
    with pytest.raises(InvalidDealError, match=said):
        make()


@pytest.mark.parametrize("wrong", [7.0, None, [6], True, b"6-6", {"6-6": 1}])
def test_tiles_of_a_wrong_type_are_refused(wrong):
    with pytest.raises(TypeError, match="hand"):
        Layouts.before_exchange(wrong)
    with pytest.raises(TypeError, match="tiles"):
        Layouts.before_exchange(HAND).where_holds(1, wrong)


@pytest.mark.parametrize("seat", [-1, 4, 10])
def test_a_seat_that_is_none_is_refused(seat):
    start = Layouts.before_exchange(HAND)
    with pytest.raises(ValueError, match=f"seat: expected 0 to 3, got {seat}"):
        start.where_holds(seat, "6-3")
    for bad in (seat, 3):  # nothing out of play is void or plays
        with pytest.raises(ValueError, match=f"seat: expected 0 to 2, got {bad}"):
            start.where_void(bad, 6, "none")
        with pytest.raises(ValueError, match=f"seat: expected 0 to 2, got {bad}"):
            start.after_plays(bad, "6-3")


@pytest.mark.parametrize("seat", ["1", 1.0, None, float("nan")])
def test_a_seat_of_a_wrong_type_is_refused(seat):
    start = Layouts.before_exchange(HAND)
    for call in (
        lambda: start.where_holds(seat, "6-3"),
        lambda: start.where_void(seat, 6, "none"),
        lambda: start.after_plays(seat, "6-3"),
    ):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("suit", [-1, 8, 100])
def test_a_suit_that_is_none_is_refused(suit):
    with pytest.raises(ValueError, match=f"suit: expected 0 to 7, got {suit}"):
        Layouts.before_exchange(HAND).where_void(1, suit, "none")


@pytest.mark.parametrize("suit", ["6", 6.0, None, float("nan")])
def test_a_suit_of_a_wrong_type_is_refused(suit):
    with pytest.raises(TypeError):
        Layouts.before_exchange(HAND).where_void(1, suit, "none")


def test_a_trump_that_is_none_is_refused():
    start = Layouts.before_exchange(HAND)
    with pytest.raises(IllegalPlayError, match="trump"):
        start.where_void(1, 6, "hearts")
    with pytest.raises(TypeError, match="trump"):
        start.where_void(1, 6, None)


# --- Samples ------------------------------------------------------------------------------------


# The generator takes another way for small shares of many layouts, so both are drawn.
@pytest.mark.parametrize("n", [1, 2, 300, 5_000, 51_479, 51_480])
def test_sample_is_sorted_and_without_replacement(n):
    layouts = Layouts.before_exchange(HAND)
    drawn = layouts.sample(n, seed=1)
    assert drawn.shape == (n,)
    assert drawn.dtype == np.int64
    assert (np.diff(drawn) > 0).all()
    assert drawn[0] >= 0
    assert drawn[-1] < len(layouts)
    assert len(layouts.piles(drawn)) == n


def test_sample_of_all_is_all():
    layouts = Layouts.after_exchange(HAND, "1-1")
    assert np.array_equal(layouts.sample(3_432, seed=5), np.arange(3_432))


def test_sample_of_the_whole_set_reaches_all_of_it():
    layouts = Layouts.of_set()
    drawn = layouts.sample(2_000, seed=2)
    assert (np.diff(drawn) > 0).all()
    # Numbers do not fit 32 bits: each eighth of them has its share.
    shares = np.bincount(drawn * 8 // len(layouts), minlength=8)
    assert len(shares) == 8
    assert (abs(shares - 250) < 75).all()  # five standard errors of 15
    assert_partitions(layouts.piles(drawn), [7, 7, 7, 1])


@pytest.mark.parametrize("n", [10, 300, 5_000])
def test_same_seed_gives_the_same_numbers_and_another_seed_others(n):
    layouts = Layouts.before_exchange(HAND)
    again = Layouts.before_exchange(mask(HAND))
    assert np.array_equal(layouts.sample(n, seed=1), again.sample(n, seed=1))
    assert np.array_equal(layouts.sample(n, seed=1), layouts.sample(n, seed=np.int64(1)))
    assert np.array_equal(
        layouts.sample(n, seed=1), layouts.sample(n, seed=np.random.default_rng(1))
    )
    drawn = {tuple(layouts.sample(n, seed=seed)) for seed in range(20)}
    assert len(drawn) == 20


def test_no_seed_gives_new_numbers():
    layouts = Layouts.before_exchange(HAND)
    assert not np.array_equal(layouts.sample(1_000), layouts.sample(1_000))


def test_a_generator_goes_on_from_where_it_is():
    layouts, rng = Layouts.before_exchange(HAND), np.random.default_rng(1)
    assert not np.array_equal(layouts.sample(1_000, rng), layouts.sample(1_000, rng))
    assert as_seed(rng) is rng


def plausible(statistic: float, freedom: int) -> bool:
    """Neither too uneven nor too even; the seed is fixed, so this is the same each time."""
    return 1e-3 < chi2.sf(statistic, freedom) < 1 - 1e-3


def test_every_set_of_layouts_is_drawn_as_often():
    # Four tiles in two hands of two: six layouts, so twenty sets of three.
    four = mask("6-5 6-4 5-4 5-5")
    layouts = Layouts((mask("6-6 1-1"), four, four, 0), (2, 2, 2, 0))
    assert len(layouts) == comb(4, 2) == 6
    rng = np.random.default_rng(11)
    times = dict.fromkeys(combinations(range(6), 3), 0)
    for _ in range(4_000):
        times[tuple(map(int, layouts.sample(3, rng)))] += 1
    expected = 4_000 / comb(6, 3)
    statistic = sum((seen - expected) ** 2 / expected for seen in times.values())
    assert plausible(statistic, len(times) - 1)


@pytest.mark.parametrize("n", [50, 1_000, 20_000])
def test_every_part_of_the_layouts_is_drawn_as_often(n):
    layouts, parts = Layouts.before_exchange(HAND), 30
    rng, draws = np.random.default_rng(n), 60
    seen = np.zeros(parts)
    for _ in range(draws):
        seen += np.bincount(layouts.sample(n, rng) * parts // len(layouts), minlength=parts)
    expected = draws * n / parts
    # Without replacement a part's count varies less: by the finite-population correction.
    correction = (len(layouts) - n) / (len(layouts) - 1)
    statistic = ((seen - expected) ** 2 / expected).sum() / correction
    assert plausible(statistic, parts - 1)


def test_every_hidden_tile_is_in_each_place_as_often_as_it_should():
    # 6-3 is in a defender's hand in 7 of 15 layouts, out of play in 1 of 15.
    layouts = Layouts.before_exchange(HAND)
    piles = layouts.piles(layouts.sample(15_000, seed=3))
    for tile in to_tiles(ALL & ~mask(HAND)):
        seen = ((piles & to_mask([tile])) != 0).sum(axis=0)
        assert seen[0] == 0
        assert abs(seen[1] - 7_000) < 250  # four standard errors of 61, less the correction
        assert abs(seen[2] - 7_000) < 250
        assert abs(seen[3] - 1_000) < 125  # four of 31


@pytest.mark.parametrize("n", [0, -1, 3_433, 10**20])
def test_a_number_of_layouts_out_of_range_is_refused(n):
    with pytest.raises(ValueError, match=f"layouts: expected 1 to 3432, got {n}"):
        Layouts.after_exchange(HAND, "1-1").sample(n, seed=1)


@pytest.mark.parametrize("n", ["10", 10.0, float("nan"), None, True, np.float64(10), [10], b"10"])
def test_a_number_of_layouts_of_a_wrong_type_is_refused(n):
    with pytest.raises(TypeError, match="layouts: expected a whole number"):
        Layouts.after_exchange(HAND, "1-1").sample(n, seed=1)


@pytest.mark.parametrize("seed", ["1", 1.0, float("nan"), True, [1, 2], b"1", (1,)])
def test_a_seed_of_a_wrong_type_is_refused(seed):
    with pytest.raises(TypeError, match="seed: expected an integer, a Generator or None"):
        Layouts.after_exchange(HAND, "1-1").sample(10, seed=seed)


@pytest.mark.parametrize("seed", [-1, np.int64(-7)])
def test_a_negative_seed_is_refused(seed):
    with pytest.raises(ValueError, match=f"seed: expected 0 or more, got {seed}"):
        Layouts.after_exchange(HAND, "1-1").sample(10, seed=seed)


def test_a_void_in_the_number_that_is_trump_is_asked_for_as_trump():
    """R7: with sixes as trump nothing belongs to the suit of sixes, so the question is a slip."""
    layouts = Layouts.after_exchange(HAND, "1-1")
    with pytest.raises(ValueError, match="are suit 7"):
        layouts.where_void(1, 6, 6)


def test_all_layouts_of_the_whole_set_are_refused():
    with pytest.raises(ValueError, match="too many"):
        Layouts.of_set().piles()
