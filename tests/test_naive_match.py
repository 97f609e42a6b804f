"""The slow oracle of a hand at the table, against cases worked by hand from the rules.

Each house rule is switched on at least once. What a seat can know is compared with deductions that
are written down here in words, by a way that the oracle doesn't go.
"""

import random
from dataclasses import replace
from fractions import Fraction

import naive
import pytest
from naive import DOUBLES, NO_TRUMP, PASS, TILES, is_trump, suits
from naive_match import (
    Hand,
    House,
    act,
    actions,
    count_sequences,
    declarer,
    ending_odds,
    exchanged,
    holdings,
    knows,
    named_trump,
    next_first_caller,
    over,
    played,
    points,
    replayed,
    scores_after,
    splits,
    suit_led,
    taken,
    taker,
    to_act,
    tricks,
    winner,
    worlds,
)


def tile(text):
    return int(text[0]), int(text[2])


def tiles(text):
    return frozenset(tile(word) for word in text.split())


def after(hand, *more):
    """The hand after more actions, each of which must be legal."""
    for action in more:
        hand = act(hand, action)
    return hand


def plays(text):
    """The actions of plays written as 6-5, or 6-5:5 where the leader names a suit."""
    return [("play", tile(word), int(word[4]) if word[3:] else None) for word in text.split()]


def called(hand, *calls):
    return after(hand, *(("call", call) for call in calls))


def played_on(hand, choose, left=0):
    """The hand after plays chosen from the legal ones, until `left` tricks are left."""
    while not over(hand):
        if not tricks(hand)[-1][1] and max(map(len, holdings(hand))) == left:
            break
        hand = act(hand, choose(actions(hand)))
    return hand


def first(legal):
    return legal[0]


def last(legal):
    return legal[-1]


# Seat 0 has every six and 5-5, so with sixes as trump it takes whatever it wants.
SIXES = Hand(
    (
        tiles("6-6 6-5 6-4 6-3 6-2 6-1 5-5"),
        tiles("4-4 4-3 4-2 3-3 3-2 2-2 1-1"),
        tiles("5-4 5-3 5-2 5-1 4-1 3-1 2-1"),
    ),
    tile("0-0"),
)


def at_home(hand, **rules):
    return replace(hand, house=House(**rules))


def all_seven(bid, scores=(0, 0, 0), **rules):
    """Seat 0 is declarer with sixes as trump and throws 0-0.

    Its six trumps are all there are, and 5-5 heads the fives: seven tricks in any order.
    """
    hand = called(replace(at_home(SIXES, **rules), scores=scores), bid)
    if bid != 21:
        hand = called(hand, PASS, PASS)
    return played_on(after(hand, ("exchange", (0, 0), 6)), first)


def one_trick(bid, scores=(0, 0, 0), **rules):
    """Seat 1 is declarer with sixes as trump and throws 0-0: seats 0, 1, 2 take 6, 1, 0 tricks.

    It leads 4-4, the double; seat 2 follows with 4-1, and seat 0, which holds no four, throws
    5-5. Seat 0 then has six trumps for the other six tricks.
    """
    hand = called(replace(at_home(SIXES, **rules), first_caller=1, scores=scores), bid)
    if bid != 21:
        hand = called(hand, PASS, PASS)
    hand = after(hand, ("exchange", (0, 0), 6), *plays("4-4 4-1 5-5"))
    return played_on(hand, first)


# --- The auction and the exchange ------------------------------------------------------------


def test_a_hand_begins_with_the_calls():
    hand = replace(SIXES, first_caller=1)
    assert to_act(hand) == 1
    assert actions(hand) == [("call", call) for call in (PASS, 4, 5, 6, 7, 21)]
    hand = called(hand, 5)
    assert to_act(hand) == 2
    assert actions(hand) == [("call", call) for call in (PASS, 6, 7, 21)]
    hand = called(hand, PASS, 6)
    assert declarer(hand) == to_act(hand) == 0
    with pytest.raises(ValueError, match="not legal"):
        called(hand, 7)
    assert declarer(called(SIXES, 4, 21)) == 1  # 21 ends the auction at once


def count_auctions(hand):
    if declarer(hand) is not None or over(hand):
        return 1
    return sum(count_auctions(act(hand, action)) for action in actions(hand))


def test_auctions_counted_by_hand():
    # With n bids below 21 still to be had, one caller has n + 2 calls (pass, n bids, 21). Two
    # callers have f(n) = (n + 2) after a pass, (i + 2) after a bid that leaves i, and 1 for 21:
    # f(0), f(1), ... = 3, 6, 10, 15, 21, 28. Three callers: f(n) + f(0) + ... + f(n - 1) + 1.
    assert count_auctions(SIXES) == 21 + (3 + 6 + 10 + 15) + 1 == 56
    assert count_auctions(at_home(SIXES, lowest_bid=3)) == 28 + (3 + 6 + 10 + 15 + 21) + 1 == 84
    assert count_auctions(at_home(SIXES, lowest_bid=7)) == 6 + 3 + 1
    # After two passes one call is left of six.
    assert count_auctions(at_home(SIXES, last_caller_must_bid=True)) == 56 - 6 + 1


def test_sequences_counted_by_hand():
    # Three actions. 21 is the first call: then 8 discards with 9 trumps, then 7 leads. 21 is the
    # second, after one of 5 calls: then 8 x 9. Else three calls: 56 auctions less those.
    assert count_sequences(SIXES, 3) == 72 * 7 + 5 * 72 + (56 - 1 - 5)
    assert count_sequences(at_home(SIXES, lowest_bid=3), 3) == 72 * 7 + 6 * 72 + (84 - 1 - 6)
    no_doubles = at_home(SIXES, doubles_may_be_trump=False)
    assert count_sequences(no_doubles, 3) == 64 * 7 + 5 * 64 + 50
    # The trump is named first: 21, 9 trumps, 8 discards; or a call, 21, 9 trumps.
    assert count_sequences(at_home(SIXES, trump_before_widow=True), 3) == 72 + 5 * 9 + 50
    # Three passes end the hand; 6 of the 50 auctions begin with two passes, and now one does.
    assert count_sequences(called(SIXES, PASS, PASS, PASS), 3) == 1
    assert count_sequences(at_home(SIXES, last_caller_must_bid=True), 3) == 72 * 7 + 5 * 72 + 45


def test_the_last_caller_must_bid():
    hand = called(at_home(SIXES, last_caller_must_bid=True, lowest_bid=5), PASS, PASS)
    assert actions(hand) == [("call", 5)]
    hand = called(at_home(SIXES, last_caller_must_bid=True), PASS, 4)
    assert actions(hand)[0] == ("call", PASS)


def test_the_trump_is_named_with_the_exchange():
    hand = called(SIXES, 4, PASS, PASS)
    assert len(actions(hand)) == 8 * 9
    hand = after(hand, ("exchange", (6, 5), DOUBLES))
    assert named_trump(hand) == DOUBLES
    assert holdings(hand)[0] == tiles("6-6 6-4 6-3 6-2 6-1 5-5 0-0")
    assert to_act(hand) == 0


def test_the_trump_is_named_before_the_widow_is_seen():
    hand = called(at_home(SIXES, trump_before_widow=True), PASS, 4, PASS)
    assert actions(hand) == [("name", trump) for trump in range(9)]
    hand = after(hand, ("name", 3))
    assert named_trump(hand) == 3
    assert to_act(hand) == 1
    assert len(actions(hand)) == 8
    assert actions(hand)[0] == ("exchange", (0, 0), 3)
    hand = after(hand, ("exchange", (1, 1), 3))
    assert holdings(hand)[1] == tiles("4-4 4-3 4-2 3-3 3-2 2-2 0-0")


def test_doubles_may_not_be_trump():
    hand = called(at_home(SIXES, doubles_may_be_trump=False, trump_before_widow=True), 21)
    assert [trump for _, trump in actions(hand)] == [0, 1, 2, 3, 4, 5, 6, NO_TRUMP]
    hand = called(at_home(SIXES, doubles_may_be_trump=False), 21)
    assert len(actions(hand)) == 8 * 8


# --- The play --------------------------------------------------------------------------------


def test_the_leader_names_the_suit():
    hand = called(at_home(SIXES, leader_names_suit=True), 4, PASS, PASS)
    hand = after(hand, ("exchange", (0, 0), NO_TRUMP))
    assert len(actions(hand)) == 2 + 5 * 2  # 6-6 and 5-5 have one number, the others two
    assert {("play", (6, 6), None), ("play", (6, 4), 4), ("play", (6, 4), 6)} < set(actions(hand))
    sixes, fours = after(hand, *plays("6-4:6")), after(hand, *plays("6-4:4"))
    assert len(actions(sixes)) == 7  # seat 1 holds no six
    assert actions(fours) == plays("4-2 4-3 4-4")
    assert taken(after(sixes, *plays("4-4 5-4"))) == [1, 0, 0]
    assert taken(after(fours, *plays("4-4 5-4"))) == [0, 1, 0]
    # In fours the lead is as high as its six: above 5-4 and 4-3, which follow it.
    assert taken(after(fours, *plays("4-3 5-4"))) == [1, 0, 0]


def test_a_trump_leads_trump_whoever_names_suits():
    hand = called(at_home(SIXES, leader_names_suit=True), 4, PASS, PASS)
    hand = after(hand, ("exchange", (0, 0), 5))
    assert actions(hand)[0] == ("play", (5, 5), None)
    assert ("play", (6, 5), None) in actions(hand)
    assert ("play", (6, 5), 6) not in actions(hand)
    hand = after(hand, *plays("6-5 1-1"))
    assert actions(hand) == plays("5-1 5-2 5-3 5-4")


def test_doubles_as_trump_run_either_way():
    trick = [(tile(text), None) for text in ("3-3", "6-6", "0-0")]
    assert taker(trick, DOUBLES, House()) == 1
    assert taker(trick, DOUBLES, House(doubles_high_to_low=False)) == 2
    # No other suit is turned round: with a number as trump its double stays highest.
    trick = [(tile(text), None) for text in ("6-3", "3-3", "3-1")]
    for trump in (3, 6, NO_TRUMP):
        expected = {3: 1, 6: 0, NO_TRUMP: 0}[trump]
        assert taker(trick, trump, House(doubles_high_to_low=False)) == expected


def test_the_first_lead_must_be_a_trump():
    hand = called(at_home(SIXES, first_lead_must_be_trump=True), 4, PASS, PASS)
    assert actions(after(hand, ("exchange", (0, 0), 5))) == plays("5-5 6-5")
    assert actions(after(hand, ("exchange", (6, 6), 0))) == plays("0-0")
    assert len(actions(after(hand, ("exchange", (0, 0), 0)))) == 7  # it holds no trump
    assert len(actions(after(hand, ("exchange", (0, 0), NO_TRUMP)))) == 7
    # Later leads are free: 5-5 takes the first trick.
    second = after(hand, ("exchange", (0, 0), 5), *plays("5-5 1-1 5-1"))
    assert actions(second) == plays("6-1 6-2 6-3 6-4 6-5 6-6")


def dealt(seed, **more):
    rng = random.Random(seed)
    shuffled = rng.sample(TILES, 22)
    hands = tuple(frozenset(shuffled[7 * seat : 7 * seat + 7]) for seat in range(3))
    return Hand(hands, shuffled[21], first_caller=rng.randrange(3), **more), rng


def ending(seed, left, extra=0, **rules):
    """A hand played at random down to `left` tricks, and `extra` plays of the next one."""
    hand, rng = dealt(seed, house=House(**rules))
    while not exchanged(hand):
        hand = act(hand, rng.choice([a for a in actions(hand) if a != ("call", PASS)]))
    hand = played_on(hand, rng.choice, left)
    for _ in range(extra):
        hand = act(hand, rng.choice(actions(hand)))
    return hand


def from_declarer(hand):
    """The position in the terms of naive.py: seat 0 is declarer, hands include the table."""
    by = declarer(hand)
    leader, table = tricks(hand)[-1]
    hands = [set(held) for held in holdings(hand)]
    for place, (led, _) in enumerate(table):
        hands[(leader + place) % 3].add(led)
    turned = [hands[(by + seat) % 3] for seat in range(3)]
    return turned, named_trump(hand), (leader - by) % 3, tuple(led for led, _ in table)


@pytest.mark.parametrize("seed", range(12))
def test_without_house_rules_the_lines_of_play_are_those_of_naive(seed):
    hand = ending(seed, 2 + seed % 2, seed % 3)
    assert count_sequences(hand, 99) == naive.count_lines(*from_declarer(hand))


# --- Scores ----------------------------------------------------------------------------------


def test_points():
    assert points(called(SIXES, PASS, PASS, PASS)) == [0, 0, 0]
    assert taken(all_seven(4)) == [7, 0, 0]
    assert points(all_seven(4)) == [4, 0, 0]  # no overtricks
    assert points(all_seven(21)) == [21, 0, 0]
    assert taken(one_trick(4)) == [6, 1, 0]
    assert points(one_trick(4)) == [6, -4, 0]
    assert points(one_trick(21)) == [6, -21, 0]
    assert points(one_trick(1, lowest_bid=1)) == [6, 1, 0]
    assert points(one_trick(2, lowest_bid=1)) == [6, -2, 0]
    assert scores_after(one_trick(4, (5, -3, 2))) == [11, -7, 2]
    with pytest.raises(ValueError, match="not over"):
        points(SIXES)


def test_a_set_pays_the_defenders():
    assert points(one_trick(4, set_pays_defenders=True)) == [6 + 4, 0, 0 + 4]
    assert points(one_trick(21, set_pays_defenders=True)) == [6 + 21, 0, 0 + 21]
    assert points(one_trick(1, lowest_bid=1, set_pays_defenders=True)) == [6, 1, 0]


def test_a_made_moon_wins_the_match():
    assert winner(all_seven(21, (-30, 20, 20))) == 0
    assert winner(all_seven(21, (-30, 20, 20), made_moon_wins_match=False)) is None
    assert winner(all_seven(21, made_moon_wins_match=False)) == 0  # by its 21 points
    assert winner(all_seven(21, winning_score=22)) == 0
    assert winner(all_seven(21, winning_score=22, made_moon_wins_match=False)) is None
    assert winner(one_trick(21, (10, 20, 0))) is None  # a set one wins nothing
    assert winner(all_seven(7, (10, 0, 0))) is None  # nor do seven tricks for less


def test_the_winning_score():
    assert winner(one_trick(4, (14, 0, 0))) is None
    assert winner(one_trick(4, (15, 0, 0))) == 0
    assert winner(one_trick(4, (15, 0, 0), winning_score=22)) is None
    assert winner(one_trick(4, (14, 0, 0), winning_score=20)) == 0
    assert points(one_trick(21, winning_score=50)) == [6, -21, 0]  # the bid of 21 stays 21


def test_a_tie_at_the_top():
    # Seat 1 is declarer and makes 1; seats 0 and 1 come to 21 both.
    tied = {"bid": 1, "scores": (15, 20, 3), "lowest_bid": 1}
    assert winner(one_trick(**tied)) is None
    assert winner(one_trick(**tied, declarer_wins_ties=True)) == 1
    assert winner(one_trick(**tied, declarer_wins_ties=True, winning_score=22)) is None
    # 21, 17, 21: the declarer is not among the tied.
    assert winner(one_trick(4, (15, 21, 21), declarer_wins_ties=True)) is None
    # 21, 22, 3: no tie at the top.
    assert winner(one_trick(1, (15, 21, 3), lowest_bid=1)) == 1
    # All pass, so nobody is declarer.
    passed = called(replace(SIXES, house=House(declarer_wins_ties=True)), PASS, PASS, PASS)
    assert winner(replace(passed, scores=(21, 21, 3))) is None


def test_the_first_caller_moves_on():
    passed = called(replace(SIXES, first_caller=2), PASS, PASS, PASS)
    assert to_act(passed) is None
    assert actions(passed) == []
    assert next_first_caller(passed) == 0
    assert next_first_caller(at_home(passed, first_caller_moves=2)) == 1
    assert next_first_caller(at_home(passed, first_caller_moves=0)) == 2
    assert next_first_caller(one_trick(4)) == 2


# --- What a seat knows -----------------------------------------------------------------------


def test_the_declarer_sees_the_widow_after_the_auction_and_nobody_else_does():
    hand = called(SIXES, 4, PASS)
    assert [knows(hand, seat).widow for seat in range(3)] == [None, None, None]
    hand = called(hand, PASS)
    assert [knows(hand, seat).widow for seat in range(3)] == [(0, 0), None, None]
    hand = after(hand, ("exchange", (5, 5), 6))
    assert [knows(hand, seat).widow for seat in range(3)] == [(0, 0), None, None]
    assert [knows(hand, seat).discard for seat in range(3)] == [(5, 5), None, None]
    assert [knows(hand, seat).public[-1] for seat in range(3)] == [("exchange", None, 6)] * 3


def test_the_declarer_sees_the_widow_after_naming_trump():
    hand = called(at_home(SIXES, trump_before_widow=True), 4, PASS, PASS)
    assert [knows(hand, seat).widow for seat in range(3)] == [None, None, None]
    hand = after(hand, ("name", 6))
    assert [knows(hand, seat).widow for seat in range(3)] == [(0, 0), None, None]
    assert [knows(hand, seat).public[-1] for seat in range(3)] == [("name", 6)] * 3


def differences(one, other):
    """The seats that can tell two hands apart."""
    return {seat for seat in range(3) if knows(one, seat) != knows(other, seat)}


def swapped(hand, one, other):
    """The same actions on a deal in which two tiles have changed places."""
    places = {one: other, other: one}
    turned = [frozenset(places.get(pips, pips) for pips in held) for held in hand.dealt]
    return replace(hand, dealt=tuple(turned), widow=places.get(hand.widow, hand.widow))


def test_what_a_seat_cannot_see_makes_no_difference_to_it():
    hand = called(SIXES, PASS, 4)
    assert differences(hand, swapped(hand, (4, 4), (5, 4))) == {1, 2}
    assert differences(hand, swapped(hand, (4, 4), (0, 0))) == {1}
    hand = called(hand, PASS)  # the declarer has seen the widow
    assert differences(hand, swapped(hand, (5, 4), (0, 0))) == {1, 2}
    # Seat 1 throws 0-0, or 1-1: what is left in its hand differs, too, but who can see that?
    thrown = after(hand, ("exchange", (0, 0), 6), *plays("4-4 4-1 5-5"))
    other = after(hand, ("exchange", (1, 1), 6), *plays("4-4 4-1 5-5"))
    assert differences(thrown, other) == {1}
    # All see what was played, called, and the scores.
    assert differences(thrown, replace(thrown, past=thrown.past[:-1])) == {0, 1, 2}
    assert differences(called(SIXES, 4), called(SIXES, 5)) == {0, 1, 2}
    assert differences(hand, replace(hand, scores=(1, 0, 0))) == {0, 1, 2}
    assert differences(hand, at_home(hand, winning_score=31)) == {0, 1, 2}
    assert differences(hand, replace(hand, first_caller=1)) == {0, 1, 2}
    assert len({knows(hand, seat) for seat in (0, 1, 2, 0)}) == 3  # hashable


def test_the_exchange_itself_is_seen_by_all():
    hand = called(at_home(SIXES, trump_before_widow=True), 21)
    named = after(hand, ("name", 6))
    assert differences(hand, named) == {0, 1, 2}
    assert differences(named, after(named, ("exchange", (0, 0), 6))) == {0, 1, 2}


def test_splits_counted_by_hand():
    def count(hand, seat):
        return len(list(splits(knows(hand, seat))))

    # 15 tiles are unseen, one of them out of play: 15 x C(14, 7).
    assert count(SIXES, 2) == 51480
    # The declarer knows the tile out of play: the widow, then its discard. C(14, 7).
    hand = called(SIXES, 4, PASS, PASS)
    assert count(hand, 0) == 3432
    hand = after(hand, ("exchange", (5, 5), 6))
    assert count(hand, 0) == 3432
    # To seat 1 one of 14 tiles is out of play, and 6-6 is no longer hidden: 14 x C(13, 6).
    assert count(after(hand, *plays("6-6")), 1) == 24024


# Sides of the play that a deduction can come from.
HOUSES = (
    {},
    {"first_lead_must_be_trump": True},
    {"leader_names_suit": True},
    {"trump_before_widow": True, "first_lead_must_be_trump": True, "leader_names_suit": True},
    {"doubles_high_to_low": False},
)


def fits(hand, world):
    """Whether a split fits what was shown, in words; a hand only shrinks after the exchange.

    Who didn't follow a led suit holds none of it now. A declarer that had to lead a trump and
    led another tile held no trump at all.
    """
    hands, _ = world
    trump, by = named_trump(hand), declarer(hand)
    for leader, table in tricks(hand):
        for place, (thrown, _) in enumerate(table):
            suit = suit_led(table[0], trump)
            if suit not in suits(thrown, trump):
                seat = (leader + place) % 3
                if any(suit in suits(held, trump) for held in hands[seat]):
                    return False
    opening = tricks(hand)[0][1][0][0]
    forced = hand.house.first_lead_must_be_trump and not is_trump(opening, trump)
    return not (forced and any(is_trump(held, trump) for held in hands[by]))


@pytest.mark.parametrize("rules", HOUSES)
@pytest.mark.parametrize("seed", range(3))
def test_worlds_are_the_splits_that_fit_what_was_shown(rules, seed):
    hand = ending(seed, 3 if seed == 0 else 2, seed, **rules)
    now = tuple(holdings(hand))
    aside = next(a[1] for a in hand.past if a[0] == "exchange")
    for seat in range(3):
        found = worlds(hand, seat)
        assert found == [world for world in splits(knows(hand, seat)) if fits(hand, world)]
        assert len(set(found)) == len(found)
        assert (now, aside) in found
        for world in found[::5]:  # a world is a hand that the seat can't tell from this one
            other = replayed(knows(hand, seat), world)
            assert knows(other, seat) == knows(hand, seat)
            assert holdings(other) == world[0]


@pytest.mark.parametrize("seed", range(4))
def test_no_other_widow_makes_a_split_a_world_or_none(seed):
    hand = ending(seed, 2, seed % 3, **HOUSES[seed])
    seat = (declarer(hand) + 1) % 3
    seen, found = knows(hand, seat), worlds(hand, seat)
    for world in list(splits(seen))[::4]:
        eight = world[0][declarer(hand)] | played(hand)[declarer(hand)] | {world[1]}
        assert len(eight) == 8
        for widow in eight:
            legal = replayed(replace(seen, widow=widow), world) is not None
            assert legal == (world in found)


def test_before_the_exchange_the_widow_is_out_of_play():
    hand = called(SIXES, 4, PASS, PASS)
    found = worlds(hand, 0)
    assert len(found) == 3432
    assert {aside for _, aside in found} == {(0, 0)}
    assert (SIXES.dealt, (0, 0)) in found


def test_worlds_that_the_first_lead_rules_out():
    # Seat 0 names 0 as trump, throws the widow 0-0, and leads its sixes; nobody else has one.
    # At the last trick 5-5, 5-4 and 0-0 are unseen to seat 1, which holds 4-4: one is seat 0's,
    # one seat 2's, one out of play. But a 0-0 of seat 0 would have been led first.
    for must, number in ((False, 6), (True, 4)):
        hand = called(at_home(SIXES, first_lead_must_be_trump=must), 4, PASS, PASS)
        hand = after(hand, ("exchange", (0, 0), 0))
        while len(holdings(hand)[2]) > 1:
            hand = act(hand, (last if to_act(hand) == 0 else first)(actions(hand)))
        assert holdings(hand) == (tiles("5-5"), tiles("4-4"), tiles("5-4"))
        found = worlds(hand, 1)
        assert len(found) == number
        assert must != any(hands[0] == tiles("0-0") for hands, _ in found)
        assert len(worlds(hand, 0)) == 2  # it knows what it threw


def test_worlds_by_hand():
    hand = Hand(
        (
            tiles("4-4 5-1 5-4 6-2 6-3 6-5 6-6"),
            tiles("0-0 3-2 3-3 4-2 5-3 6-1 6-4"),
            tiles("1-1 2-1 2-2 3-1 4-3 5-2 5-5"),
        ),
        tile("4-1"),
    )
    hand = after(called(hand, 4, PASS, PASS), ("exchange", (6, 2), 3))
    hand = after(hand, *plays("4-4 4-2 2-2  5-4 6-4 5-5  1-1 5-1 6-1  3-1 6-3 3-2  6-5 3-3 2-1"))
    # Seat 1 holds 0-0 and 5-3; 6-6, 6-2, 5-2, 4-3 and 4-1 are unseen. Seat 2 threw 2-2 on the
    # fours and 2-1 on the sixes, so it holds no 4-1, 6-2, 6-6: it holds 5-2 and the trump 4-3.
    # One of the other three is out of play.
    other = tiles("6-6 6-2 4-1")
    assert set(worlds(hand, 1)) == {
        ((other - {aside}, tiles("5-3 0-0"), tiles("5-2 4-3")), aside) for aside in other
    }


# --- Odds of endings -------------------------------------------------------------------------


def test_odds_of_an_ending_by_hand():
    hand = Hand(
        (
            tiles("1-1 3-1 3-3 4-4 5-3 5-5 6-4"),
            tiles("2-1 2-2 3-2 4-1 4-3 5-1 6-6"),
            tiles("0-0 4-2 5-4 6-1 6-2 6-3 6-5"),
        ),
        tile("5-2"),
    )
    hand = after(called(hand, 4, PASS, PASS), ("exchange", (6, 4), DOUBLES))
    hand = after(hand, *plays("3-3 6-6 0-0  2-2 5-4 4-4  3-1 3-2 6-3  4-2 5-5 4-1  1-1 4-3 6-2"))
    # The trumps are gone. The declarer has 5-3 and 5-2, leads, and needs one of the last two
    # tricks; 6-5, 6-1, 5-1 and 2-1 lie in any of 6 ways. 6-5 takes the first trick, and which of
    # the other three its holder has left is equally likely. After 5-3 the declarer has 5-2 left
    # and takes a lead of 5-1 or 2-1; after 5-2 it has 5-3 left and takes one of 5-1 alone.
    assert holdings(hand)[0] == tiles("5-3 5-2")
    assert len(worlds(hand, 0)) == 6
    assert ending_odds(hand, 0) == {
        ("play", (5, 2), None): Fraction(1, 3),
        ("play", (5, 3), None): Fraction(2, 3),
    }


def test_odds_of_naming_a_suit_by_hand():
    hand = Hand(
        (
            tiles("0-0 1-1 2-1 2-2 3-1 4-4 5-2"),
            tiles("3-3 4-3 5-1 5-3 5-5 6-3 6-5"),
            tiles("3-2 4-2 5-4 6-1 6-2 6-4 6-6"),
        ),
        tile("4-1"),
        house=House(leader_names_suit=True),
    )
    hand = after(called(hand, 4, PASS, PASS), ("exchange", (0, 0), NO_TRUMP))
    hand = after(hand, *plays("1-1 5-1 6-1  4-4 4-3 5-4  3-1:3 5-3 3-2  6-5:6 6-2 2-1"))
    hand = after(hand, *plays("6-3:6 6-4 4-1  4-2:2 2-2 3-3"))
    # The declarer has three tricks and leads 5-2 to the last one; 5-5 and 6-6 are unseen. 5-5
    # heads the fives, and nobody else has a two.
    assert taken(hand)[0] == 3
    assert ending_odds(hand, 0) == {
        ("play", (5, 2), 2): Fraction(1),
        ("play", (5, 2), 5): Fraction(0),
    }


@pytest.mark.parametrize("seed", range(8))
def test_odds_of_endings_without_house_rules_are_those_of_naive(seed):
    hand = ending(seed, 3 if seed == 0 else 2, seed % 3)
    seat = to_act(hand)
    needed = min(max(a[1] for a in hand.past if a[0] == "call"), 7)
    needed -= taken(hand)[declarer(hand)]
    made = dict.fromkeys(actions(hand), 0)
    all_worlds = worlds(hand, seat)
    for world in all_worlds:
        other = replayed(knows(hand, seat), world)
        for pips, value in naive.play_values(*from_declarer(other)).items():
            made["play", pips, None] += value >= needed
    shares = {action: Fraction(times, len(all_worlds)) for action, times in made.items()}
    assert ending_odds(hand, seat) == shares


def test_odds_are_for_the_seat_to_act_in_a_short_ending():
    hand = ending(1, 3)
    with pytest.raises(ValueError, match="last three tricks"):
        ending_odds(hand, (to_act(hand) + 1) % 3)
    with pytest.raises(ValueError, match="last three tricks"):
        ending_odds(SIXES, 0)
