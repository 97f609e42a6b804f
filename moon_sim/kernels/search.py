"""The search: can the declarer take so many more tricks? And how many at most?

A zero-window alpha-beta search, one trick at a time. Of each trick there are three turns: the
leader's, the second and the third seat's. The declarer's turn is won if one play wins, a defender's
if all do. The trick under way lives in local variables; while the search looks into the next one it
is put aside on a stack. `docs/solver.md` explains each technique and what it saves.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, lowest, popcount, variable
from moon_sim.kernels.bounds import OPEN, sure_result
from moon_sim.kernels.jit import inlined, kernel
from moon_sim.kernels.state import (
    FIRST1,
    FIRST2,
    HAND0,
    HAND1,
    HAND2,
    HIGH,
    KEY,
    LEADER,
    LEADS,
    LOW,
    NEED,
    PLAY0,
    PLAY1,
    SUIT,
    TAKER,
    THEN1,
    THEN2,
    TRUMP_PLACE,
    WINNING,
    RuleTables,
    Suits,
    Workspace,
    suits_of,
    workspace,
)

# The switches, one bit for each optimisation.
TABLE = 1  # keep what was found of positions at the start of a trick
ORDER = 2  # try the likeliest plays first
SURE = 4  # stop where sure tricks decide
ALIKE = 8  # of trumps that are worth the same, play one
KILLERS = 16  # try the lead first that last decided a trick like this


@inlined
def distinct(plays: int, out: int, trumps: int, alike: NDArray[np.uint8]) -> int:
    """Drop the trumps among a hand's plays that are worth the same as a lower one.

    A hand's legal plays hold all of its trumps or none.
    """
    own = plays & trumps
    if own & (own - 1) == 0:
        return plays
    others = (out & trumps & ~own) >> TRUMP_PLACE
    lowest_alike = np.int64(alike[others, own >> TRUMP_PLACE])
    return (plays & ~trumps) | lowest_alike << TRUMP_PLACE  # type: ignore[return-value]


@inlined
def slot_of(key: int, size: int) -> int:
    """Return where in a table of `size` entries, a power of two, a position is kept."""
    # Compiled, the product wraps round, above the bits that count; Python's integers need no room.
    return ((int(key) * 0x1E3779B97F4A7C15) >> 30) & (size - 1)


@inlined
def closed_up(tiles: int, out: int, trumps: int, packed: NDArray[np.uint8]) -> int:
    """Move the trumps among some tiles up to where no gap is left among all trumps out."""
    own = np.int64(packed[out, (tiles & trumps) >> TRUMP_PLACE])
    return (tiles & ~trumps) | own << TRUMP_PLACE  # type: ignore[return-value]


@inlined
def key_of(
    hand0: int, hand1: int, hand2: int, leader: int, trump: int, trumps: int,
    packed: NDArray[np.uint8],
) -> int:  # fmt: skip
    """Return what the table calls a position: who holds which tile, who leads, and the trump.

    Of trumps only the order counts.
    """
    low = hand0 | hand1
    high = hand1 | hand2
    out = ((hand0 | high) & trumps) >> TRUMP_PLACE
    if out:
        low = closed_up(low, out, trumps, packed)
        high = closed_up(high, out, trumps, packed)
    return low | high << 22 | leader << 44 | trump << 46


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
def order(plays: int, beating: int, ours: bool, switches: int) -> int:
    """Return which plays to try first: take the other side's trick, leave one's own."""
    if switches & ORDER:
        return plays & ~beating if ours else plays & beating
    return plays


@inlined
def can_take(need: int, tricks: int, leader: int, played: NDArray[np.int64], switches: int,
             suits: Suits, table: NDArray[np.int64], work: Workspace) -> int:  # fmt: skip
    """Tell (1 or 0) whether the declarer can take `need` of the `tricks` from here on.

    The hands, as at the start of the trick, stand in `work`; `played` holds the places already on
    the trick.
    """
    # Arrays are taken out of their tuples here, once: each access in the loop would cost an
    # atomic reference count.
    hands, stack, killers, nodes = work
    trump, trumps, follow, lead, over, under, same, beats, alike, unbeaten, packed = suits
    hand0 = hands[0]
    hand1 = hands[1]
    hand2 = hands[2]
    if switches & SURE and (played.size == 0 or (played.size == 1 and leader == 0)):
        won = sure_result(
            hand0,
            hand1,
            hand2,
            leader,
            need,
            tricks,
            trumps,
            lead,
            follow,
            over,
            under,
            same,
            unbeaten,
        )
        # What the declarer can't take with any lead, it can't take with the one made.
        if won == 0 or (won == 1 and played.size == 0):
            return won
    left = tricks
    key = variable(0)
    low = 0
    high = 7
    leads = play0 = suit = 0
    first1 = then1 = play1 = winning = taker = 0
    first2 = then2 = 0
    turn = 0
    starting = True
    while True:
        if starting:
            # R12: the leader may play any tile.
            starting = False
            turn = 0
            own, second, third = in_turn(leader, hand0, hand1, hand2)
            out = hand0 | hand1 | hand2
            leads = distinct(own, out, trumps, alike) if switches & ALIKE else own
            if left == tricks and played.size > 0:
                leads = 1 << played[0]
        # 1 where the seat is the declarer's
        side0 = leader == 0
        side1 = leader == 2
        side2 = leader == 1
        won = OPEN
        if turn == 0:
            if leads:
                killer = killers[3 * left + leader] & leads if switches & KILLERS else 0
                if killer:
                    place = lowest(killer)
                else:
                    place = highest(leads) if switches & ORDER else lowest(leads)
                play0 = 1 << place
                leads ^= play0
                suit = lead[place]
                winning = place
                plays = second & follow[suit]
                if plays == 0:
                    plays = second
                if switches & ALIKE:
                    plays = distinct(plays, hand0 | hand1 | hand2, trumps, alike)
                if left == tricks and played.size > 1:
                    plays = 1 << played[1]
                first1 = order(plays, beats[suit, winning], side0 == side1, switches)
                then1 = plays ^ first1
                turn = 1
                continue
            won = 1 - side0
        elif turn == 1:
            plays = first1 if first1 else then1
            if plays:
                place = lowest(plays)
                play1 = 1 << place
                first1 &= ~play1
                then1 &= ~play1
                winning = highest(play0)
                taker = 0
                if beats[suit, winning] >> place & 1:
                    winning = place
                    taker = 1
                plays = third & follow[suit]
                if plays == 0:
                    plays = third
                if switches & ALIKE:
                    plays = distinct(plays, hand0 | hand1 | hand2, trumps, alike)
                ours = side2 == (side1 if taker else side0)
                first2 = order(plays, beats[suit, winning], ours, switches)
                then2 = plays ^ first2
                turn = 2
                continue
            won = 1 - side1
            turn = 0
        else:
            plays = first2 if first2 else then2
            if plays:
                place = lowest(plays)
                play2 = 1 << place
                first2 &= ~play2
                then2 &= ~play2
                winner = leader + (2 if beats[suit, winning] >> place & 1 else taker)
                if winner > 2:
                    winner -= 3
                # The trick is complete: is the rest already decided?
                rest = need - (winner == 0)
                if rest <= 0:
                    won = 1
                elif rest > left - 1:
                    won = 0
                else:
                    next0, next1, next2 = by_seat(
                        leader, own ^ play0, second ^ play1, third ^ play2
                    )
                    if switches & SURE:
                        won = sure_result(
                            next0, next1, next2, winner, rest, left - 1, trumps,
                            lead, follow, over, under, same, unbeaten,
                        )  # fmt: skip
                    if won == OPEN:
                        child_key = variable(0)
                        child_low = 0
                        child_high = 7
                        if switches & TABLE:
                            child_key = key_of(next0, next1, next2, winner, trump, trumps, packed)
                            entry = table[slot_of(child_key, table.size)]
                            if entry >> 6 == child_key:
                                child_low = entry >> 3 & 7
                                child_high = entry & 7
                                if rest <= child_low:
                                    won = 1
                                elif rest > child_high:
                                    won = 0
                        if won == OPEN:
                            stack[left, LEADER] = leader
                            stack[left, NEED] = need
                            stack[left, HAND0] = hand0
                            stack[left, HAND1] = hand1
                            stack[left, HAND2] = hand2
                            stack[left, LEADS] = leads
                            stack[left, PLAY0] = play0
                            stack[left, SUIT] = suit
                            stack[left, FIRST1] = first1
                            stack[left, THEN1] = then1
                            stack[left, PLAY1] = play1
                            stack[left, WINNING] = winning
                            stack[left, TAKER] = taker
                            stack[left, FIRST2] = first2
                            stack[left, THEN2] = then2
                            stack[left, KEY] = key
                            stack[left, LOW] = low
                            stack[left, HIGH] = high
                            left -= 1
                            nodes[left] += 1
                            leader = winner
                            need = rest
                            hand0, hand1, hand2 = next0, next1, next2
                            key = child_key
                            low = child_low
                            high = child_high
                            starting = True
                            continue
            else:
                won = 1 - side2
                turn = 1
        # `won` is the result of the play at `turn` (of the whole trick, without leads left).
        decided = turn == 0 and leads == 0 and won == 1 - side0
        while True:
            if not decided:
                side = side2 if turn == 2 else side1 if turn == 1 else side0
                if won != side:
                    break
                if turn:
                    turn -= 1
                    continue
                killers[3 * left + leader] = play0
            if left == tricks:
                return won
            if key:
                if won:
                    low = max(low, need)
                else:
                    high = min(high, need - 1)
                table[slot_of(key, table.size)] = key << 6 | low << 3 | high
            left += 1
            leader = stack[left, LEADER]
            need = stack[left, NEED]
            hand0 = stack[left, HAND0]
            hand1 = stack[left, HAND1]
            hand2 = stack[left, HAND2]
            leads = stack[left, LEADS]
            play0 = stack[left, PLAY0]
            suit = stack[left, SUIT]
            first1 = stack[left, FIRST1]
            then1 = stack[left, THEN1]
            play1 = stack[left, PLAY1]
            winning = stack[left, WINNING]
            taker = stack[left, TAKER]
            first2 = stack[left, FIRST2]
            then2 = stack[left, THEN2]
            key = stack[left, KEY]
            low = stack[left, LOW]
            high = stack[left, HIGH]
            own, second, third = in_turn(leader, hand0, hand1, hand2)
            side0 = leader == 0
            side1 = leader == 2
            side2 = leader == 1
            turn = 2
            decided = False


@inlined
def value(low: int, high: int, guess: int, tricks: int, leader: int, played: NDArray[np.int64],
          switches: int, suits: Suits, table: NDArray[np.int64],
          work: Workspace) -> int:  # fmt: skip
    """Return the declarer's tricks from here on, or the nearer of `low` and `high` beyond these.

    The search starts at `guess`: the closer it is, the fewer targets are tried.
    """
    need = guess
    while low < high:
        need = min(max(need, low + 1), high)
        if can_take(need, tricks, leader, played, switches, suits, table, work):
            low = need
            need += 1
        else:
            high = need - 1
            need = high
    return low


@inlined
def places_of(tiles: int, trump: int, place: NDArray[np.int64]) -> int:
    """Return the mask of places of a mask of tile ids."""
    places = 0
    while tiles:
        places |= 1 << place[trump, lowest(tiles)]
        tiles &= tiles - 1
    return places


@kernel
def values(
    hands: NDArray[np.int64], trump: NDArray[np.int64], leader: NDArray[np.int64],
    played: NDArray[np.int64], switches: int, tables: RuleTables, table: NDArray[np.int64],
    out: NDArray[np.int8], nodes: NDArray[np.int64],
) -> None:  # fmt: skip
    """Solve positions one after the other, all with the same tiles on the current trick.

    Parameters
    ----------
    hands : (n, 3) int64
        Masks of tile ids as at the start of the trick.
    trump, leader : (n,) int64
    played : (p,) int64
        Ids of the 0-2 tiles on the current trick, in order.
    switches : int64
    tables : RuleTables
    table : (2**k,) int64
        The transposition table. What it holds is true of every deal, so it is never cleared.
    out : (n,) int8
        The declarer's tricks, this one included.
    nodes : (8,) int64
        The positions searched at the start of a trick, by tricks left, are added to these.
    """
    work = workspace()
    on_trick = np.zeros(played.size, np.int64)
    guess = variable(3)
    for row in range(hands.shape[0]):
        suits = suits_of(trump[row], tables)
        for seat in range(3):
            work.hands[seat] = places_of(hands[row, seat], suits.trump, tables.place)
        for ply in range(played.size):
            on_trick[ply] = tables.place[suits.trump, played[ply]]
        tricks = popcount(work.hands[0])
        # Neighbouring layouts mostly have the same value: it is the best first guess.
        guess = value(
            variable(0), tricks, guess, tricks, leader[row], on_trick, switches, suits, table, work
        )
        out[row] = guess
    nodes += work.nodes
