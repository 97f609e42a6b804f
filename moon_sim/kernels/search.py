"""The search: can the declarer take so many more tricks? And how many at most?

A zero-window alpha-beta search that calls itself for each trick. Of a trick there are three turns:
the leader's, the second and the third seat's. The declarer's turn is won if one play wins, a
defender's if all do. `docs/solver.md` explains each technique and what it saves.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, lowest, popcount, variable
from moon_sim.kernels.bounds import OPEN, sure_result
from moon_sim.kernels.jit import inlined, kernel, spliced
from moon_sim.kernels.memory import Address, byte, lend, put, word
from moon_sim.kernels.state import (
    ALIKE,
    BEATS,
    FOLLOW,
    LEAD,
    NODES,
    PACKED,
    PLACE,
    SIZE,
    SWITCHES,
    TABLE,
    TRUMP,
    TRUMP_PLACE,
    TRUMPS,
    TWICE,
    name_trump,
)

LOWER = 22
"""Added to the place of a tile that is led in the suit of its lower number."""

# The switches, one bit for each optimisation.
KEPT = 1  # keep what was found of positions at the start of a trick
ORDERED = 2  # try the likeliest plays first
SURE = 4  # stop where sure tricks decide
EQUAL = 8  # of trumps that are worth the same, play one

# A rule, in one number with them: the first lead of all is a trump, from a hand that has one.
TRUMPS_FIRST = 64

HAND = 7
"""Tiles of a hand before the first lead."""


@inlined
def distinct(plays: int, out: int, at: Address) -> int:
    """Drop the trumps among a hand's plays that are worth the same as a lower one.

    A hand's legal plays hold all of its trumps or none.
    """
    trumps = word(at, TRUMPS)
    own = plays & trumps
    if own & (own - 1) == 0:
        return plays
    others = (out & trumps & ~own) >> TRUMP_PLACE
    lowest_alike = byte(at, ALIKE, others << 7 | own >> TRUMP_PLACE)
    return (plays & ~trumps) | lowest_alike << TRUMP_PLACE


@inlined
def slot_of(key: int, at: Address) -> int:
    """Return where in the memory a position of the transposition table is kept."""
    # Compiled, the product wraps round, above the bits that count; Python's integers need no room.
    return TABLE + (((int(key) * 0x1E3779B97F4A7C15) >> 30) & (word(at, SIZE) - 1))


@inlined
def closed_up(tiles: int, out: int, trumps: int, at: Address) -> int:
    """Move the trumps among some tiles up to where no gap is left among all trumps out."""
    own = byte(at, PACKED, out << 7 | (tiles & trumps) >> TRUMP_PLACE)
    return (tiles & ~trumps) | own << TRUMP_PLACE


@inlined
def key_of(hand0: int, hand1: int, hand2: int, leader: int, at: Address) -> int:
    """Return what the table calls a position: who holds which tile, who leads, and the trump.

    Of trumps only the order counts.
    """
    trumps = word(at, TRUMPS)
    low = hand0 | hand1
    high = hand1 | hand2
    out = ((hand0 | high) & trumps) >> TRUMP_PLACE
    if out:
        low = closed_up(low, out, trumps, at)
        high = closed_up(high, out, trumps, at)
    return low | high << 22 | leader << 44 | word(at, TRUMP) << 46


@inlined
def in_turn(leader: int, hand0: int, hand1: int, hand2: int) -> tuple[int, int, int]:
    """Return the seats' hands in the order of play."""
    if leader == 0:
        return hand0, hand1, hand2
    if leader == 1:
        return hand1, hand2, hand0
    return hand2, hand0, hand1


@inlined
def by_seat(leader: int, own: int, second: int, third: int) -> tuple[int, int, int]:
    """Return hands in the order of play in the order of seats."""
    if leader == 0:
        return own, second, third
    if leader == 1:
        return third, own, second
    return second, third, own


@inlined
def follows(hand: int, suit: int, spare: int, at: Address) -> tuple[int, int]:
    """Return the plays that follow a lead, and the tile that all others make the discard.

    Where a discard is still open (`spare`), the only tile of the suit may turn out to be it: then
    any other tile may be played.
    """
    plays = hand & word(at, FOLLOW + suit)
    if plays == 0:
        return hand, plays
    if spare and plays & (plays - 1) == 0:
        return hand, plays
    return plays, variable(0)


@inlined
def order(plays: int, beating: int, ours: bool, at: Address) -> int:
    """Return which plays to try first: take the other side's trick, leave one's own."""
    if word(at, SWITCHES) & ORDERED:
        return plays & ~beating if ours else plays & beating
    return plays


@inlined
def next_play(plays: int, first: int) -> int:
    """Return the lowest place among plays, of those to be tried first while there are any."""
    likely = plays & first
    return lowest(likely if likely else plays)


@spliced
def after_trick(
    need: int, left: int, leader: int, hand0: int, hand1: int, hand2: int, at: Address
) -> int:
    """Tell (1 or 0) whether the declarer can take `need` of the tricks left, a trick complete."""
    if need <= 0:
        return 1
    if need > left:
        return 0
    switches = word(at, SWITCHES)
    if switches & SURE:
        won = sure_result(hand0, hand1, hand2, leader, need, left, at)
        if won != OPEN:
            return won
    key = variable(0)
    if switches & KEPT:
        key = key_of(hand0, hand1, hand2, leader, at)
        entry = word(at, slot_of(key, at))
        if entry >> 6 == key:
            if need <= entry >> 3 & 7:
                return 1
            if need > entry & 7:
                return 0
    put(at, NODES + left, word(at, NODES + left) + 1)
    return takes(need, left, leader, hand0, hand1, hand2, key, at)


@spliced
def after_second(
    need: int, left: int, leader: int, own: int, second: int, third: int, out: int, spare: int,
    suit: int, winning: int, taker: int, at: Address,
) -> int:  # fmt: skip
    """Tell it when two have played: the third seat's turn.

    Hands are in the order of play, without these two tiles; `out` is what all held at the start of
    the trick. `winning` is the place that wins so far, the leader's if `taker` is 0.
    """
    side = 1 if leader == 1 else 0  # whether the seat is the declarer's
    ours = side == (leader == 2 if taker else leader == 0)
    plays, thrown = follows(third, suit, spare & side, at)
    if word(at, SWITCHES) & EQUAL:
        plays = distinct(plays, out, at)
    beating = word(at, BEATS + suit * 22 + winning)
    first = order(plays, beating, ours, at)
    while plays:
        place = next_play(plays, first)
        play = 1 << place
        plays ^= play
        winner = leader + (2 if beating >> place & 1 else taker)
        if winner > 2:
            winner -= 3
        hand0, hand1, hand2 = by_seat(leader, own, second, (third ^ play) & ~thrown)
        rest = need - 1 if winner == 0 else need
        if after_trick(rest, left - 1, winner, hand0, hand1, hand2, at) == side:
            return side
    return 1 - side


@spliced
def after_lead(
    need: int, left: int, leader: int, own: int, second: int, third: int, out: int, spare: int,
    led: int, suit: int, at: Address,
) -> int:  # fmt: skip
    """Tell it when the place `led` has been led in a suit: the second seat's turn.

    Hands are in the order of play, without the lead.
    """
    side = 1 if leader == 2 else 0
    plays, thrown = follows(second, suit, spare & side, at)
    if word(at, SWITCHES) & EQUAL:
        plays = distinct(plays, out, at)
    beating = word(at, BEATS + suit * 22 + led)
    first = order(plays, beating, side == (leader == 0), at)
    while plays:
        place = next_play(plays, first)
        play = 1 << place
        plays ^= play
        taker = beating >> place & 1
        won = after_second(
            need, left, leader, own, (second ^ play) & ~thrown, third, out, spare,
            suit, place if taker else led, taker, at,
        )  # fmt: skip
        if won == side:
            return side
    return 1 - side


@kernel
def takes(
    need: int, left: int, leader: int, hand0: int, hand1: int, hand2: int, key: int, at: Address
) -> int:
    """Tell whether the declarer can take `need` of the tricks left: the leader's turn.

    `key` is what the transposition table calls the position, 0 where it is not kept.
    """
    side = 1 if leader == 0 else 0
    own, second, third = in_turn(leader, hand0, hand1, hand2)
    out = hand0 | hand1 | hand2
    spare = popcount(hand0) - left  # 1 where the declarer's discard is still open
    switches = word(at, SWITCHES)
    # R12: the leader may play any tile.
    leads = distinct(own, out, at) if switches & EQUAL else own
    # Trumps that no other hand can draw or overtake keep: they are led last.
    late = variable(0)
    if word(at, TRUMPS) & (second | third) == 0:
        late = word(at, TRUMPS)
    # Where a leader names the suit, the lower number's comes after all others.
    lower = variable(0)
    won = 1 - side
    while leads:
        led = lowest(leads)
        if switches & ORDERED:
            first = leads & ~late
            led = highest(first if first else leads)
        lead = 1 << led
        leads ^= lead
        suit = word(at, LEAD + lower + led)
        answer = after_lead(
            need, left, leader, own ^ lead, second, third, out, spare, led, suit, at
        )
        if answer == side:
            won = side
            break
        if leads == 0 and lower == 0:
            lower = variable(LOWER)
            leads = own & word(at, TWICE)
    if key:
        slot = slot_of(key, at)
        entry = word(at, slot)
        if entry >> 6 != key:
            entry = key << 6 | 7
        low = entry >> 3 & 7
        high = entry & 7
        if won:
            low = max(low, need)
        else:
            high = min(high, need - 1)
        put(at, slot, key << 6 | low << 3 | high)
    return won


@inlined
def can_take(
    need: int, tricks: int, leader: int, hand0: int, hand1: int, hand2: int, ply: int,
    first: int, second: int, at: Address,
) -> int:  # fmt: skip
    """Tell whether the declarer can take `need` of the `tricks` from here on.

    Hands are as at the start of the trick; `ply` tells how many tiles are on it, the places `first`
    (`LOWER` more where it was led in the suit of its lower number) and `second`.
    """
    if word(at, SWITCHES) & SURE and (ply == 0 or (ply == 1 and leader == 0)):
        won = sure_result(hand0, hand1, hand2, leader, need, tricks, at)
        # What the declarer can't take with any lead, it can't take with the one made.
        if won == 0 or (won == 1 and ply == 0):
            return won
    if ply == 0:
        return takes(need, tricks, leader, hand0, hand1, hand2, variable(0), at)
    hands = in_turn(leader, hand0, hand1, hand2)
    out = hand0 | hand1 | hand2
    spare = popcount(hand0) - tricks
    suit = word(at, LEAD + first)
    led = first if first < LOWER else first - LOWER
    own = hands[0] ^ 1 << led
    if ply == 1:
        return after_lead(need, tricks, leader, own, hands[1], hands[2], out, spare, led, suit, at)
    taker = word(at, BEATS + suit * 22 + led) >> second & 1
    return after_second(
        need, tricks, leader, own, hands[1] ^ 1 << second, hands[2], out, spare,
        suit, second if taker else led, taker, at,
    )  # fmt: skip


@inlined
def value(
    low: int, high: int, guess: int, tricks: int, leader: int, hand0: int, hand1: int, hand2: int,
    ply: int, first: int, second: int, at: Address,
) -> int:  # fmt: skip
    """Return the declarer's tricks from here on, or the nearer of `low` and `high` beyond these.

    The search starts at `guess`: the closer it is, the fewer targets are tried.
    """
    need = guess
    while low < high:
        need = min(max(need, low + 1), high)
        if can_take(need, tricks, leader, hand0, hand1, hand2, ply, first, second, at):
            low = need
            need += 1
        else:
            high = need - 1
            need = high
    return low


@inlined
def first_leads(hand: int, out: int, tricks: int, at: Address) -> int:
    """Return the trumps of a declarer who must lead one first, and 0 where it may lead any tile."""
    trumps = hand & word(at, TRUMPS)
    if trumps and tricks == HAND and word(at, SWITCHES) & TRUMPS_FIRST:
        return distinct(trumps, out, at)
    return variable(0)


@inlined
def places_of(tiles: int, at: Address) -> int:
    """Return the mask of places of a mask of tile ids."""
    places = variable(0)
    while tiles:
        places |= 1 << word(at, PLACE + lowest(tiles))
        tiles &= tiles - 1
    return places


@inlined
def in_places(
    defenders: NDArray[np.int64], every: int, against: NDArray[np.int64], at: Address
) -> None:
    """Fill in layouts as masks of places, each of those that are `every` so many apart."""
    for row in range(0, defenders.shape[0], every):
        against[row, 0] = places_of(defenders[row, 0], at)
        against[row, 1] = places_of(defenders[row, 1], at)


@kernel
def values(
    hands: NDArray[np.int64], trump: NDArray[np.int64], leader: NDArray[np.int64],
    played: NDArray[np.int64], memory: NDArray[np.int64], out: NDArray[np.int8],
) -> None:  # fmt: skip
    """Solve positions one after the other, all with the same tiles on the current trick.

    Parameters
    ----------
    hands : (n, 3) int64
        Masks of tile ids as at the start of the trick.
    trump, leader : (n,) int64
    played : (p,) int64
        Ids of the 0-2 tiles on the current trick, in order; `LOWER` more for a lead in the suit of
        its tile's lower number.
    memory : (m,) int64
        As `moon_sim.solver.memory` makes it. What its transposition table holds is true of every
        deal, so it is never cleared.
    out : (n,) int8
        The declarer's tricks, this one included.
    """
    at = lend(memory)
    first = second = variable(0)
    guess = variable(3)
    for row in range(hands.shape[0]):
        name_trump(trump[row], at)
        if played.size > 0:
            named = LOWER if played[0] >= LOWER else 0
            first = word(at, PLACE + played[0] - named) + named
        if played.size > 1:
            second = word(at, PLACE + played[1])
        tricks = popcount(hands[row, 0])
        hand0 = places_of(hands[row, 0], at)
        hand1 = places_of(hands[row, 1], at)
        hand2 = places_of(hands[row, 2], at)
        ply = played.size
        leads = variable(0)  # those that the rules leave, where they do not leave all
        if ply == 0 and leader[row] == 0:
            leads = first_leads(hand0, hand0 | hand1 | hand2, tricks, at)
        best = variable(0)
        while True:
            if leads:
                first = highest(leads)
                leads ^= 1 << first
                ply = 1
            # Neighbouring layouts mostly have the same value: it is the best first guess.
            guess = value(
                best, tricks, guess, tricks, leader[row], hand0, hand1, hand2, ply, first, second,
                at,
            )  # fmt: skip
            best = guess
            if leads == 0:
                break
        out[row] = best
