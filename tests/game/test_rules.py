"""The rules R1-R15, each by hand-worked cases, and against the oracle where it is small enough."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from itertools import permutations, product

import naive
import numpy as np
import pytest
from helpers import ALL, ids, mask, tile, to_mask, to_tiles
from hypothesis import given
from hypothesis import strategies as st

from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.house_rules import DEFAULT_RULES, Rules
from moon_sim.game.rules import (
    BIDS,
    HAND_SIZE,
    PASS,
    SEATS,
    TRUMP_SUIT,
    Contract,
    Trump,
    auction_winner,
    exchange,
    first_caller,
    first_lead,
    led_suit,
    legal_calls,
    legal_plays,
    match_winner,
    rank,
    score,
    suit_tiles,
    suits,
    target,
    trick_winner,
)

NUMBERS = range(7)
DOUBLES, NONE = Trump.DOUBLES, Trump.NONE
LOW_DOUBLES = Rules(doubles_high_to_low=False)
MUST_BID = Rules(last_caller_must_bid=True)

hands = st.integers(1, ALL)
trumps = st.sampled_from(Trump)
tricks_of_three = st.permutations(range(22)).map(lambda order: order[:3])


def named(suit: int, trump: int) -> int:
    """moon_sim's name of a suit that naive calls by its number."""
    return TRUMP_SUIT if suit == trump else suit


# --- R2: the deal -------------------------------------------------------------------------------


def test_three_hands_of_seven_and_the_widow_are_the_set():
    assert (SEATS, HAND_SIZE) == (3, 7)
    assert len(naive.TILES) == SEATS * HAND_SIZE + 1


# --- R3, R4: the auction ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "legal"),
    [
        ([], (0, 4, 5, 6, 7, 21)),
        ([0], (0, 4, 5, 6, 7, 21)),
        ([4], (0, 5, 6, 7, 21)),
        ([6], (0, 7, 21)),
        ([5, 0], (0, 6, 7, 21)),  # above every earlier bid, not the last call
        ([0, 7], (0, 21)),
        ([0, 0], (0, 4, 5, 6, 7, 21)),  # all may pass
        ([21], ()),  # 21 ends the auction at once
        ([4, 21], ()),
        ([0, 0, 0], ()),  # one call a seat
        ([4, 5, 6], ()),
    ],
)
def test_r3_calls_open_to_the_next_caller(calls, legal):
    assert legal_calls(calls) == legal


def complete_auctions(legal: Callable[[list[int]], object]) -> list[tuple[int, ...]]:
    """Every auction that can come to its end."""
    complete, open_ = [], [()]
    while open_:
        calls = open_.pop()
        choices = legal(list(calls))
        open_ += [(*calls, call) for call in choices]
        if not choices:
            complete.append(calls)
    return complete


def test_r3_every_complete_auction_is_the_oracles():
    ours = complete_auctions(legal_calls)
    # k of 3 seats bid k of 5 bids, rising: 1 + 3*5 + 3*10 + 1*10. A 21 cuts off passes alone.
    assert len(ours) == 56
    assert sorted(ours) == sorted(complete_auctions(naive.legal_calls))


@pytest.mark.parametrize("first", range(3))
def test_r3_winner_of_every_auction_is_the_oracles(first):
    for calls in complete_auctions(naive.legal_calls):
        place = naive.auction_winner(calls)
        expected = None if place is None else ((first + place) % 3, max(calls))
        assert auction_winner(calls, first) == expected, calls


@pytest.mark.parametrize(
    ("calls", "first", "won"),
    [
        ([4, 0, 0], 0, (0, 4)),
        ([4, 5, 0], 0, (1, 5)),
        ([4, 5, 6], 1, (0, 6)),  # the third caller from seat 1 is seat 0
        ([0, 0, 7], 2, (1, 7)),
        ([0, 21], 2, (0, 21)),
        ([21], 1, (1, 21)),
        ([0, 0, 0], 1, None),  # R4: a new deal
    ],
)
def test_r3_highest_bid_wins_counted_clockwise_from_the_first_caller(calls, first, won):
    assert auction_winner(calls, first) == won


def test_r3_every_call_that_is_not_legal_is_refused_where_it_stands():
    tried = 0
    for calls in {
        auction[:n] for auction in complete_auctions(naive.legal_calls) for n in range(4)
    }:
        for call in {0, 1, 3, 4, 5, 6, 7, 8, 20, 21, 22, -4} - set(naive.legal_calls(calls)):
            with pytest.raises(IllegalPlayError, match=rf"calls\[{len(calls)}\].*got {call}"):
                auction_winner([*calls, call], 0)
            tried += 1
    assert tried > 100


@pytest.mark.parametrize("calls", [[], [0], [4], [4, 0], [0, 0]])
def test_r3_an_unfinished_auction_has_no_winner(calls):
    with pytest.raises(IllegalPlayError, match=f"finished auction, got {len(calls)} of 3"):
        auction_winner(calls, 0)


def test_r3_first_caller_moves_one_seat_clockwise_each_hand():
    assert [first_caller(seat) for seat in range(3)] == [1, 2, 0]


def test_r3_rotation_is_a_rule_that_can_be_changed():
    assert [first_caller(seat, Rules(first_caller_moves=2)) for seat in range(3)] == [2, 0, 1]
    assert [first_caller(seat, Rules(first_caller_moves=0)) for seat in range(3)] == [0, 1, 2]


def test_r4_house_rule_makes_the_last_caller_bid_4_when_the_others_passed():
    assert legal_calls([0, 0], MUST_BID) == (4,)
    assert auction_winner([0, 0, 4], 2, MUST_BID) == (1, 4)
    for call in (0, 5, 21):
        with pytest.raises(IllegalPlayError, match=r"calls\[2\]: expected one of 4, got"):
            auction_winner([0, 0, call], 2, MUST_BID)


def test_r4_house_rule_changes_no_other_auction():
    by_rule = complete_auctions(lambda calls: legal_calls(calls, MUST_BID))
    plain = complete_auctions(naive.legal_calls)
    assert set(plain) - set(by_rule) == {(0, 0, call) for call in (0, 5, 6, 7, 21)}
    assert set(by_rule) < set(plain)
    assert all(auction_winner(calls, 0, MUST_BID) is not None for calls in by_rule)


def test_r3_bids():
    assert BIDS == (4, 5, 6, 7, 21)
    assert PASS not in BIDS


# --- R5: the exchange ---------------------------------------------------------------------------

HAND = "6-6 6-5 6-4 6-3 6-2 6-1 0-0"


def test_r5_declarer_takes_the_widow_and_discards_one_of_eight():
    left = exchange(mask(HAND), tile("5-5"), tile("0-0"))
    assert left == mask("6-6 6-5 6-4 6-3 6-2 6-1 5-5")


def test_r5_the_widow_itself_may_go():
    assert exchange(mask(HAND), tile("5-5"), tile("5-5")) == mask(HAND)


def test_r5_only_one_of_the_eight_tiles_can_be_discarded():
    for discard in range(22):
        if discard in ids(HAND + " 5-5"):
            left = exchange(mask(HAND), tile("5-5"), discard)
            assert left == mask(HAND + " 5-5") ^ 1 << discard
        else:
            with pytest.raises(IllegalPlayError, match=r"is not among .*R5"):
                exchange(mask(HAND), tile("5-5"), discard)


def test_r5_the_widow_is_none_of_the_hands_tiles():
    with pytest.raises(InvalidDealError):
        exchange(mask(HAND), tile("6-6"), tile("0-0"))


# --- R6: trump ----------------------------------------------------------------------------------


def test_r6_trumps_are_the_numbers_doubles_and_none_in_this_order():
    assert [int(trump) for trump in Trump] == list(range(9))
    assert [str(trump) for trump in Trump] == [*"0123456", "doubles", "none"]
    assert [f"{trump}" for trump in Trump] == [*"0123456", "doubles", "none"]
    assert (Trump.ZEROS, Trump.SIXES, Trump.DOUBLES, Trump.NONE) == (0, 6, 7, 8)


@pytest.mark.parametrize("trump", Trump)
def test_r6_trump_parses_from_each_of_its_spellings(trump):
    word = str(trump)
    spellings = [word, word.upper(), word.title(), f" {word}\n", trump.name, trump.name.lower()]
    for spelling in [*spellings, int(trump), trump, np.int8(trump), np.int64(trump)]:
        assert Trump.parse(spelling) is trump, spelling


@pytest.mark.parametrize("word", ["NT", "nt", "no", "no-trump", "No Trump", "notrump", " none "])
def test_r6_no_trump_as_players_say_it(word):
    assert Trump.parse(word) is Trump.NONE


def test_r6_trump_comes_back_from_its_own_text():
    assert [Trump.parse(str(trump)) for trump in Trump] == list(Trump)


@pytest.mark.parametrize(
    "wrong",
    [
        *(9, -1, 10**30, np.int64(9)),
        *("7", "8", "9", "-1"),  # as text 7 and 8 would look like numbers of the tiles
        *("five", "six", "sixe"),  # the suit is the sixes
        *("", " ", "66", "6-6", "6.0", "hearts", "no ne"),
        *("\uff16", "\u0666", "\u00b2"),  # sixes and a two that are not ASCII
    ],
)
def test_r6_what_is_no_trump_is_quoted(wrong):
    with pytest.raises(IllegalPlayError, match="trump: expected 0 to 6, doubles or none") as caught:
        Trump.parse(wrong)
    assert repr(wrong) in str(caught.value)


@pytest.mark.parametrize(
    "wrong", [True, False, np.True_, None, float("nan"), 6.0, np.float64(6), b"6", [6], (6,)]
)
def test_r6_trump_of_a_wrong_type(wrong):
    with pytest.raises(TypeError, match="trump"):
        Trump.parse(wrong)


# --- R7: suits ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "trump", "expected"),
    [
        ("6-5", NONE, {6, 5}),
        ("6-6", NONE, {6}),  # a double to its one number
        ("0-0", NONE, {0}),
        ("6-5", Trump.SIXES, {TRUMP_SUIT}),  # a trump alone, not a five
        ("6-5", Trump.FIVES, {TRUMP_SUIT}),
        ("6-5", Trump.FOURS, {6, 5}),
        ("5-5", Trump.FIVES, {TRUMP_SUIT}),
        ("6-6", Trump.FIVES, {6}),
        ("6-6", DOUBLES, {TRUMP_SUIT}),
        ("0-0", DOUBLES, {TRUMP_SUIT}),
        ("6-5", DOUBLES, {6, 5}),
        ("0-0", Trump.ZEROS, {TRUMP_SUIT}),
        ("1-1", Trump.ZEROS, {1}),
    ],
)
def test_r7_suits_of_a_tile(text, trump, expected):
    assert suits(tile(text), trump) == expected


@pytest.mark.parametrize(
    ("suit", "trump", "expected"),
    [
        (TRUMP_SUIT, Trump.SIXES, "6-6 6-5 6-4 6-3 6-2 6-1"),
        (TRUMP_SUIT, Trump.ONES, "1-1 6-1 5-1 4-1 3-1 2-1"),
        (TRUMP_SUIT, Trump.ZEROS, "0-0"),  # R6: the suit of trump 0 is one tile
        (TRUMP_SUIT, DOUBLES, "6-6 5-5 4-4 3-3 2-2 1-1 0-0"),
        (TRUMP_SUIT, NONE, ""),
        (5, Trump.SIXES, "5-5 5-4 5-3 5-2 5-1"),  # 6-5 is a trump
        (5, DOUBLES, "6-5 5-4 5-3 5-2 5-1"),
        (5, NONE, "5-5 6-5 5-4 5-3 5-2 5-1"),
        (0, NONE, "0-0"),
        (0, DOUBLES, ""),
        (6, Trump.SIXES, ""),  # the sixes are all in the trump suit
    ],
)
def test_r7_tiles_of_a_suit(suit, trump, expected):
    assert suit_tiles(suit, trump) == mask(expected)


@pytest.mark.parametrize("trump", Trump)
def test_r7_suits_of_every_tile_are_the_oracles(trump):
    for i, pips in enumerate(naive.TILES):
        assert suits(i, trump) == {named(suit, trump) for suit in naive.suits(pips, trump)}


# --- R8: the led suit ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "trump", "expected"),
    [
        ("6-5", NONE, 6),  # the higher number
        ("2-1", NONE, 2),
        ("0-0", NONE, 0),
        ("4-4", NONE, 4),
        ("6-5", Trump.FIVES, TRUMP_SUIT),  # trump though its higher number is 6
        ("6-5", Trump.SIXES, TRUMP_SUIT),
        ("6-5", Trump.ONES, 6),
        ("4-4", DOUBLES, TRUMP_SUIT),
        ("5-4", DOUBLES, 5),
        ("0-0", Trump.ZEROS, TRUMP_SUIT),
    ],
)
def test_r8_led_suit(text, trump, expected):
    assert led_suit(tile(text), trump) == expected


@pytest.mark.parametrize("trump", Trump)
def test_r8_led_suit_of_every_tile_is_the_oracles_and_one_of_its_own(trump):
    for i, pips in enumerate(naive.TILES):
        assert led_suit(i, trump) == named(naive.led_suit(pips, trump), trump)
        assert led_suit(i, trump) in suits(i, trump)


# --- R9: following ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "trump", "hand", "legal"),
    [
        ("6-5", NONE, "6-4 5-5 2-1", "6-4"),  # sixes are led, so 5-5 doesn't follow
        ("5-4", NONE, "6-5 5-5 4-4", "6-5 5-5"),  # 6-5 is a five, too
        ("5-4", NONE, "6-4 4-4 2-1", "6-4 4-4 2-1"),  # no five: any tile
        ("0-0", NONE, "6-6 5-5 1-1", "6-6 5-5 1-1"),
        ("6-4", Trump.FIVES, "6-5 6-3 5-5", "6-3"),  # 6-5 is a trump and no six
        ("6-4", Trump.FIVES, "6-5 5-5 2-1", "6-5 5-5 2-1"),  # trumps may be played, needn't
        ("6-5", Trump.FIVES, "6-6 5-1 2-1", "5-1"),  # a trump is led
        ("6-5", Trump.FIVES, "6-6 6-4 2-1", "6-6 6-4 2-1"),
        ("6-6", DOUBLES, "6-5 2-2 6-4", "2-2"),
        ("6-5", DOUBLES, "6-6 6-1 1-1", "6-1"),
        ("6-5", DOUBLES, "6-6 5-1 1-1", "6-6 5-1 1-1"),
        ("6-5", Trump.ZEROS, "0-0 6-1 5-5", "6-1"),
        ("0-0", Trump.ZEROS, "6-6 6-1 5-5", "6-6 6-1 5-5"),
    ],
)
def test_r9_follow_the_led_suit_or_play_any_tile(lead, trump, hand, legal):
    assert legal_plays(mask(hand), led_suit(tile(lead), trump), trump) == mask(legal)


@pytest.mark.parametrize("trump", Trump)
def test_r9_who_follows_which_lead_is_the_oracles_for_every_pair_of_tiles(trump):
    # A hand of one tile of each kind: what follows the lead alone shows in the answer.
    for lead, pips in enumerate(naive.TILES):
        expected = to_mask(naive.legal(naive.TILES, pips, trump))
        assert suit_tiles(led_suit(lead, trump), trump) == expected
        assert expected >> lead & 1


@pytest.mark.parametrize("trump", Trump)
def test_r9_legal_plays_of_random_hands_are_the_oracles(trump):
    rng = np.random.default_rng(9)
    for lead, pips in enumerate(naive.TILES):
        for _ in range(12):
            hand = sum(1 << int(i) for i in rng.choice(22, rng.integers(1, 8), replace=False))
            expected = to_mask(naive.legal(to_tiles(hand), pips, trump))
            assert legal_plays(hand, led_suit(lead, trump), trump) == expected


@given(hands, trumps)
def test_r12_leader_may_play_any_tile(hand, trump):
    assert legal_plays(hand, None, trump) == hand


@given(hands, st.integers(0, 21), trumps)
def test_r9_legal_plays_are_never_empty_and_all_from_the_hand(hand, lead, trump):
    suit = led_suit(lead, trump)
    legal = legal_plays(hand, suit, trump)
    assert legal
    assert legal & ~hand == 0
    # All follow, or nothing in the hand does.
    following = [suit in suits(i, trump) for i in range(22) if legal >> i & 1]
    assert all(following) or not any(suit in suits(i, trump) for i in range(22) if hand >> i & 1)


# --- R10: rank ----------------------------------------------------------------------------------

# Written down from R10, highest first: the double, then by the other number.
PLAIN_ORDER = {
    6: "6-6 6-5 6-4 6-3 6-2 6-1",
    5: "5-5 6-5 5-4 5-3 5-2 5-1",
    4: "4-4 6-4 5-4 4-3 4-2 4-1",
    3: "3-3 6-3 5-3 4-3 3-2 3-1",
    2: "2-2 6-2 5-2 4-2 3-2 2-1",
    1: "1-1 6-1 5-1 4-1 3-1 2-1",
    0: "0-0",
}
# And with doubles as trump: each number suit is headed by its next tile.
ORDER_BESIDE_DOUBLES = {
    6: "6-5 6-4 6-3 6-2 6-1",
    5: "6-5 5-4 5-3 5-2 5-1",
    4: "6-4 5-4 4-3 4-2 4-1",
    3: "6-3 5-3 4-3 3-2 3-1",
    2: "6-2 5-2 4-2 3-2 2-1",
    1: "6-1 5-1 4-1 3-1 2-1",
    0: "",
    TRUMP_SUIT: "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
}


def by_rank(suit: int, trump: int, rules: Rules = DEFAULT_RULES) -> list[int]:
    """The tiles of a suit by rank, the highest first; ranks must tell them all apart."""
    ranks = {i: rank(i, suit, trump, rules) for i in range(22) if suit_tiles(suit, trump) >> i & 1}
    assert len(set(ranks.values())) == len(ranks)
    return sorted(ranks, key=lambda i: -ranks[i])


@pytest.mark.parametrize("suit", PLAIN_ORDER)
def test_r10_order_of_a_suit_without_trump(suit):
    assert by_rank(suit, NONE) == ids(PLAIN_ORDER[suit])


@pytest.mark.parametrize("trump", NUMBERS)
def test_r10_order_of_a_number_as_trump_is_that_of_its_suit(trump):
    assert by_rank(TRUMP_SUIT, trump) == ids(PLAIN_ORDER[trump])


@pytest.mark.parametrize(("trump", "suit"), list(permutations(NUMBERS, 2)))
def test_r10_order_of_a_suit_beside_a_number_as_trump_lacks_its_trump(trump, suit):
    expected = [word for word in PLAIN_ORDER[suit].split() if str(trump) not in word]
    assert by_rank(suit, trump) == ids(" ".join(expected))


@pytest.mark.parametrize("suit", ORDER_BESIDE_DOUBLES)
def test_r10_order_with_doubles_as_trump(suit):
    assert by_rank(suit, DOUBLES) == ids(ORDER_BESIDE_DOUBLES[suit])


def test_r10_doubles_can_be_turned_round_and_nothing_else_is():
    assert by_rank(TRUMP_SUIT, DOUBLES, LOW_DOUBLES) == ids("0-0 1-1 2-2 3-3 4-4 5-5 6-6")
    for trump, suit in product(Trump, range(8)):
        if (trump, suit) != (DOUBLES, TRUMP_SUIT):
            assert by_rank(suit, trump, LOW_DOUBLES) == by_rank(suit, trump)


# --- R11: who takes a trick ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "trump", "winner"),
    [
        ("6-5 6-6 6-4", NONE, "6-6"),
        ("6-4 6-1 6-5", NONE, "6-5"),
        ("6-5 5-5 6-4", NONE, "6-5"),  # sixes are led; 5-5 is no six
        ("5-4 6-5 5-3", NONE, "6-5"),  # it follows to fives by its lower number
        ("5-4 6-5 5-5", NONE, "5-5"),
        ("5-1 6-6 4-4", NONE, "5-1"),  # nobody follows: the lead stands
        ("2-1 4-1 6-2", NONE, "6-2"),  # twos are led; 4-1 is a one and a four
        ("0-0 6-6 6-5", NONE, "0-0"),
        ("6-6 2-1 6-5", Trump.TWOS, "2-1"),  # the lowest trump takes it from the highest six
        ("6-5 2-1 2-2", Trump.TWOS, "2-2"),
        ("6-6 6-2 6-5", Trump.TWOS, "6-2"),
        ("6-2 6-6 2-1", Trump.TWOS, "6-2"),  # a trump is led; 6-6 is none
        ("2-1 3-2 5-2", Trump.TWOS, "5-2"),
        ("6-6 0-0 6-5", Trump.ZEROS, "0-0"),
        ("5-4 6-6 4-4", DOUBLES, "6-6"),
        ("5-4 0-0 1-1", DOUBLES, "1-1"),
        ("0-0 1-1 6-5", DOUBLES, "1-1"),
        ("5-5 6-5 4-4", DOUBLES, "5-5"),
        ("6-4 6-5 6-3", DOUBLES, "6-5"),  # heads the sixes
        ("5-4 6-5 5-3", DOUBLES, "6-5"),  # heads the fives
        ("3-1 4-3 6-1", DOUBLES, "4-3"),
    ],
)
def test_r11_trick_goes_to_the_highest_trump_or_the_highest_of_the_led_suit(plays, trump, winner):
    assert ids(plays)[trick_winner(ids(plays), trump)] == tile(winner)


@pytest.mark.parametrize("trump", Trump)
def test_r11_winner_of_every_trick_is_the_oracles(trump):
    wrong = [
        plays
        for plays in permutations(range(22), 3)
        if trick_winner(plays, trump) != naive.trick_winner([naive.TILES[i] for i in plays], trump)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("5-5 6-6 4-4", "4-4"),
        ("6-6 0-0 1-1", "0-0"),
        ("6-5 6-6 5-5", "5-5"),
        ("6-5 6-6 6-4", "6-6"),
    ],
)
def test_r11_with_doubles_turned_round_the_lower_double_takes_it(plays, winner):
    assert ids(plays)[trick_winner(ids(plays), DOUBLES, LOW_DOUBLES)] == tile(winner)


@given(tricks_of_three, trumps)
def test_r11_turning_doubles_round_changes_only_tricks_with_two_doubles_as_trumps(plays, trump):
    doubles = [i for i in plays if naive.TILES[i][0] == naive.TILES[i][1]]
    if trump != DOUBLES or len(doubles) < 2:
        assert trick_winner(plays, trump, LOW_DOUBLES) == trick_winner(plays, trump)
    else:
        assert plays[trick_winner(plays, trump)] == max(doubles)
        assert plays[trick_winner(plays, trump, LOW_DOUBLES)] == min(doubles)


@given(tricks_of_three, trumps)
def test_r11_a_trick_has_exactly_one_winner(plays, trump):
    lead, a, b = plays
    taker = plays[trick_winner(plays, trump)]
    # Who follows first makes no difference,
    swapped = (lead, b, a)
    assert swapped[trick_winner(swapped, trump)] == taker
    # and two tiles alone agree: the lead beats both others, or the taker beats the lead.
    for other in (a, b) if taker == lead else (taker,):
        pair = (lead, other)
        assert pair[trick_winner(pair, trump)] == taker
    # It is a trump if there is one, and of the led suit if not.
    trumps_played = [i for i in plays if TRUMP_SUIT in suits(i, trump)]
    suit = TRUMP_SUIT if trumps_played else led_suit(lead, trump)
    assert suit in suits(taker, trump)


def test_r12_declarer_leads_to_the_first_trick():
    assert [first_lead(Contract(4, Trump.SIXES, seat)) for seat in range(3)] == [0, 1, 2]


# --- R13, R14: score ----------------------------------------------------------------------------


def test_target_is_the_bid_and_seven_for_21():
    assert [target(bid) for bid in (4, 5, 6, 7, 21)] == [4, 5, 6, 7, 7]


@pytest.mark.parametrize("bid", [0, 3, 8, 20, 22, -4])
def test_target_of_what_is_no_bid(bid):
    with pytest.raises(IllegalPlayError, match=f"bid: expected one of 4, 5, 6, 7, 21, got {bid}"):
        target(bid)


@pytest.mark.parametrize(
    ("bid", "declarer", "tricks", "points"),
    [
        (5, 1, (1, 5, 1), (1, 5, 1)),  # made: the bid; the others a point a trick
        (4, 1, (0, 7, 0), (0, 4, 0)),  # no overtricks
        (5, 1, (2, 4, 1), (2, -5, 1)),  # set: loses the bid, gains nothing for its tricks
        (4, 0, (0, 3, 4), (-4, 3, 4)),
        (7, 2, (0, 0, 7), (0, 0, 7)),
        (7, 2, (1, 0, 6), (1, 0, -7)),
        (21, 0, (7, 0, 0), (21, 0, 0)),
        (21, 0, (6, 1, 0), (-21, 1, 0)),  # R14: a set 21 loses 21
        (6, 2, (1, 0, 6), (1, 0, 6)),
    ],
)
def test_r13_points_of_a_hand(bid, declarer, tricks, points):
    assert score(Contract(bid, Trump.NONE, declarer), tricks) == points


def test_r13_points_of_every_outcome_are_the_oracles():
    outcomes = [t for t in product(range(8), repeat=3) if sum(t) == 7]
    assert len(outcomes) == 36
    for tricks, bid, seat in product(outcomes, BIDS, range(3)):
        expected = naive.score(bid, seat, tricks)
        assert list(score(Contract(bid, Trump.SIXES, seat), tricks)) == expected


@pytest.mark.parametrize(
    "tricks", [(4, 2, 2), (3, 2, 1), (0, 0, 0), (8, 0, -1), (7, 0), (), (7, 0, 0, 0)]
)
def test_r12_all_seven_tricks_are_played_before_a_score(tricks):
    with pytest.raises(IllegalPlayError, match="tricks: expected 3 counts"):
        score(Contract(4, Trump.SIXES, 0), tricks)


# --- R14, R15: the end of the game --------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((20, 20, 20), None),
        ((20, 3, 5), None),
        ((21, 3, 5), 0),
        ((3, 21, 20), 1),
        ((22, 21, 23), 2),  # more than every other, though all have 21
        ((21, 21, 5), None),  # a tie at the top goes on
        ((25, 21, 25), None),
        ((21, 21, 22), 2),  # a tie below the top doesn't matter
        ((-21, 0, 21), 2),
        ((0, 0, 0), None),
        ((-5, -30, -2), None),
        ((21, 21, 21), None),
    ],
)
def test_r15_winner_has_21_and_more_than_every_other(totals, winner):
    assert match_winner(totals) == winner


def test_r15_winner_at_every_score_near_the_end():
    for totals in product(range(19, 25), repeat=3):
        above_all = [
            seat
            for seat in range(3)
            if totals[seat] >= 21
            and all(totals[seat] > totals[other] for other in range(3) if other != seat)
        ]
        assert match_winner(totals) == (above_all[0] if above_all else None)


MOON = Contract(21, Trump.SIXES, 1)


@pytest.mark.parametrize("totals", [(20, -9, 0), (40, 21, 0), (21, 21, 21), (0, 30, 0)])
def test_r14_a_made_21_wins_at_once_at_any_score(totals):
    assert match_winner(totals, MOON, (0, 7, 0)) == 1


@pytest.mark.parametrize(
    ("totals", "contract", "tricks", "winner"),
    [
        ((20, -9, 0), MOON, (1, 6, 0), None),  # set
        ((22, -21, 0), MOON, (1, 6, 0), 0),  # set, and R15 holds
        ((7, 20, 0), Contract(7, Trump.SIXES, 1), (0, 7, 0), None),  # seven tricks, but bid 7
    ],
)
def test_r14_nothing_else_wins_at_once(totals, contract, tricks, winner):
    assert match_winner(totals, contract, tricks) == winner


def test_r14_switched_off_a_made_21_is_only_points():
    rules = Rules(made_moon_wins_match=False)
    assert match_winner((20, -9, 0), MOON, (0, 7, 0), rules) is None
    assert match_winner((40, 21, 0), MOON, (0, 7, 0), rules) == 0
    assert match_winner((0, 21, 0), MOON, (0, 7, 0), rules) == 1
    assert match_winner((21, 21, 0), MOON, (0, 7, 0), rules) is None


# --- The open rules -----------------------------------------------------------------------------


def test_defaults_are_the_rule_tables_values():
    assert Rules() == DEFAULT_RULES
    assert DEFAULT_RULES.first_caller_moves == 1
    assert DEFAULT_RULES.last_caller_must_bid is False
    assert DEFAULT_RULES.doubles_high_to_low is True
    assert DEFAULT_RULES.made_moon_wins_match is True


def test_rules_and_contracts_are_frozen():
    with pytest.raises(FrozenInstanceError):
        DEFAULT_RULES.last_caller_must_bid = True
    with pytest.raises(FrozenInstanceError):
        MOON.bid = 4


def test_illegal_play_is_a_value_error():
    assert issubclass(IllegalPlayError, ValueError)


@pytest.mark.parametrize("declarer", [-1, 3])
def test_a_declarer_is_one_of_three_seats(declarer):
    with pytest.raises(IllegalPlayError, match="seat 0, 1 or 2"):
        Contract(4, Trump.NONE, declarer)


def test_a_contract_has_a_bid():
    with pytest.raises(IllegalPlayError, match="bid"):
        Contract(8, Trump.NONE, 0)


def test_rules_show_what_is_not_as_by_default():
    other = Rules(doubles_high_to_low=False, first_caller_moves=2)
    assert repr(Rules()) == "Rules()"
    assert repr(other) == "Rules(first_caller_moves=2, doubles_high_to_low=False)"
    assert eval(repr(other)) == other
