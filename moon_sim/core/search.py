"""The search: can the declarer take so many more tricks? And how many at most?

A zero-window alpha-beta search on an explicit stack. A **ply** is one tile played; the plies of
a trick are 3t, 3t+1, 3t+2. A ply of the declarer's is won if one play wins, a defender's if all
do. `docs/solver.md` explains each technique and what it saves.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.core.bits import highest, lowest, popcount
from moon_sim.core.bounds import OPEN, sure_result
from moon_sim.core.jit import inlined, kernel
from moon_sim.core.state import (
    HIGH,
    KEY,
    LOW,
    MOVE,
    NEED,
    OUT,
    SEAT,
    SLOT,
    SUIT,
    TRUMP_PLACE,
    WINNER,
    WINNING,
    RuleTables,
    Suits,
    Workspace,
    suits_of,
    workspace,
)

__all__ = ["ALIKE", "ORDER", "SURE", "TABLE", "values"]

# The switches, one bit for each optimisation.
TABLE = 1  # keep what was found of positions at the start of a trick
ORDER = 2  # try the likeliest plays first
SURE = 4  # stop where sure tricks decide
ALIKE = 8  # of trumps that are worth the same, play one

NO_SLOT = -1


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
    return ((key * 0x1E3779B97F4A7C15) >> 30) & (size - 1)


@inlined
def can_take(root: int, need: int, tricks: int, switches: int, suits: Suits,
             table: NDArray[np.int64], work: Workspace) -> int:  # fmt: skip
    """Tell (1 or 0) whether the declarer can take `need` of the tricks from here on.

    The position stands in `work`: the hands, and for a root inside a trick what was played to
    it. `root` is the ply to start from (0, 1 or 2), `tricks` how many are left, this one included.
    """
    # Arrays are taken out of their tuples here, once: each access in the loop would cost an
    # atomic reference count.
    hands, first, then, state, nodes = work
    trump, trumps, follow, lead, over, beats, alike = suits
    state[0, NEED] = need
    state[0, SLOT] = NO_SLOT
    ply = root
    turn = root  # the ply's place in its trick, 0 to 2
    left = tricks  # this trick included
    seat = state[root, SEAT]
    suit = state[root, SUIT]
    winning = state[root, WINNING]
    winner = state[root, WINNER]
    out = state[0, OUT]
    entering = True
    while True:
        if entering:
            # Find the legal plays and their order: R12 for a lead, else R9.
            plays = hands[seat]
            if turn:
                following = plays & follow[suit]
                if following:
                    plays = following
            if switches & ALIKE:
                plays = distinct(plays, out, trumps, alike)
            first[ply] = plays
            then[ply] = 0
            if turn and switches & ORDER:
                # Take the trick from the other side, as cheaply as can be; leave it to one's own.
                beating = plays & beats[suit, winning]
                if (seat == 0) == (winner == 0):
                    beating ^= plays
                first[ply] = beating
                then[ply] = plays ^ beating
            state[ply, SEAT] = seat
            state[ply, SUIT] = suit
            state[ply, WINNING] = winning
            state[ply, WINNER] = winner
            entering = False
        # Take the next play to try: a lead from the top, a reply from the bottom.
        plays = first[ply]
        if plays:
            place = highest(plays) if turn == 0 and switches & ORDER else lowest(plays)
            first[ply] = plays ^ (1 << place)
        else:
            plays = then[ply]
            if plays:
                place = lowest(plays)
                then[ply] = plays & (plays - 1)
        if plays:
            seat = state[ply, SEAT]
            state[ply, MOVE] = place
            hands[seat] ^= 1 << place
            if turn == 0:
                suit = lead[place]
                winning = place
                winner = seat
            else:
                suit = state[ply, SUIT]
                winning = state[ply, WINNING]
                winner = state[ply, WINNER]
                if beats[suit, winning] >> place & 1:
                    winning = place
                    winner = seat
            if turn < 2:
                out = state[ply - turn, OUT]
                ply += 1
                turn += 1
                seat = seat + 1 if seat < 2 else 0
                entering = True
                continue
            # The trick is complete: is the rest already decided?
            need = state[ply - 2, NEED] - (winner == 0)
            if need <= 0:
                won = 1
            elif need > left - 1:
                won = 0
            elif switches & SURE:
                won = sure_result(
                    hands[0], hands[1], hands[2], winner, need, left - 1, trumps, over
                )
            else:
                won = OPEN
            if won == OPEN:
                slot = NO_SLOT
                key = 0
                low = 0
                high = 7
                if switches & TABLE:
                    # Two bits a tile say who holds it, if anyone still does.
                    key = (
                        (hands[0] | hands[1])
                        | (hands[1] | hands[2]) << 22
                        | winner << 44
                        | trump << 46
                    )
                    slot = slot_of(key, table.size)
                    entry = table[slot]
                    if entry >> 6 == key:
                        low = entry >> 3 & 7
                        high = entry & 7
                        if need <= low:
                            won = 1
                        elif need > high:
                            won = 0
                if won == OPEN:
                    ply += 1
                    turn = 0
                    left -= 1
                    nodes[left] += 1
                    seat = winner
                    out = hands[0] | hands[1] | hands[2]
                    state[ply, NEED] = need
                    state[ply, OUT] = out
                    state[ply, SLOT] = slot
                    state[ply, KEY] = key
                    state[ply, LOW] = low
                    state[ply, HIGH] = high
                    entering = True
                    continue
        else:
            # Every play was tried, and none was good for the seat.
            won = 1 if state[ply, SEAT] else 0
            if ply == root:
                return won
            ply -= 1
            turn -= 1
            if turn < 0:
                store(ply + 1, won, table, state)
                turn = 2
                left += 1
        # Take back the play that led here; while it decides its ply, that one's too.
        while True:
            seat = state[ply, SEAT]
            hands[seat] ^= 1 << state[ply, MOVE]
            if won != (seat == 0):
                break
            if ply == root:
                return won
            ply -= 1
            turn -= 1
            if turn < 0:
                store(ply + 1, won, table, state)
                turn = 2
                left += 1


@inlined
def store(ply: int, won: int, table: NDArray[np.int64], state: NDArray[np.int64]) -> None:
    """Keep in the transposition table what the search has found of the position at a ply."""
    slot = state[ply, SLOT]
    if slot == NO_SLOT:
        return
    low = state[ply, LOW]
    high = state[ply, HIGH]
    need = state[ply, NEED]
    if won:
        low = max(low, need)
    else:
        high = min(high, need - 1)
    table[slot] = state[ply, KEY] << 6 | low << 3 | high


@inlined
def value(guess: int, root: int, tricks: int, switches: int, suits: Suits,
          table: NDArray[np.int64], work: Workspace) -> int:  # fmt: skip
    """Return the tricks that the declarer takes from here on, starting the search at `guess`."""
    low = 0
    high = tricks
    need = guess
    while low < high:
        need = min(max(need, low + 1), high)
        if can_take(root, need, tricks, switches, suits, table, work):
            low = need
            need += 1
        else:
            high = need - 1
            need = high
    return low


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
    root = played.size
    guess = 3
    for row in range(hands.shape[0]):
        suits = suits_of(trump[row], tables)
        for seat in range(3):
            tiles = hands[row, seat]
            places = 0
            while tiles:
                places |= 1 << tables.place[suits.trump, lowest(tiles)]
                tiles &= tiles - 1
            work.hands[seat] = places
        tricks = popcount(work.hands[0])
        work.ply[0, SEAT] = leader[row]
        work.ply[0, OUT] = work.hands[0] | work.hands[1] | work.hands[2]
        for ply in range(root):
            seat = (leader[row] + ply) % 3
            place = tables.place[suits.trump, played[ply]]
            work.hands[seat] ^= 1 << place
            if ply == 0:
                suit = suits.lead[place]
                winning = place
                winner = seat
            elif suits.beats[suit, winning] >> place & 1:
                winning = place
                winner = seat
            work.ply[ply + 1, SEAT] = (seat + 1) % 3
            work.ply[ply + 1, SUIT] = suit
            work.ply[ply + 1, WINNING] = winning
            work.ply[ply + 1, WINNER] = winner
        # Neighbouring layouts mostly have the same value: it is the best first guess.
        guess = value(guess, root, tricks, switches, suits, table, work)
        out[row] = guess
    nodes += work.nodes
