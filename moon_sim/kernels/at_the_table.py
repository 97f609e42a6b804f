"""A strategy at the table: its next tile, and what is left of its layouts after a trick."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, variable
from moon_sim.kernels.jit import inlined, kernel
from moon_sim.kernels.layout_sets import (
    OWN_FOLLOW,
    WORDS,
    copy,
    count,
    gather,
    legal,
    legal_tiles,
    relative,
)
from moon_sim.kernels.layout_tricks import by_seat, distinct, led_suit, trick_over
from moon_sim.kernels.won_together import NONE, keep


@inlined
def narrow(
    r: int, hidden: int, leader: int, first: int, second: int, some: int, to: int, part: int,
    mem: NDArray[np.int64],
) -> None:  # fmt: skip
    """Write the layouts of a set in which the first two tiles on a trick are legal."""
    suit = led_suit(leader, first, mem)
    words = mem[WORDS + r]
    copy(some, to, words, mem)
    if first >= 0 and leader:
        copy(to, part, words, mem)
        legal(leader, first, variable(-1), r, hidden, part, to, mem)
    seat = (leader + 1) % 3
    if second >= 0 and seat:
        copy(to, part, words, mem)
        legal(seat, second, suit, r, hidden, part, to, mem)


@kernel
def choose(
    r: int, own: int, hidden: int, leader: int, need: int, first: int, second: int, some: int,
    out: int, top: int, mem: NDArray[np.int64], maps: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return the declarer's tile after which it still wins all of a set that are possible, or -1.

    The set is that of the start of the trick; what is possible of it now is written to `out`.
    """
    words = mem[WORDS + r]
    ply = (first >= 0) + (second >= 0)
    part = top
    child = part + words
    free = child + words
    narrow(r, hidden, leader, first, second, some, out, part, mem)
    suit = led_suit(leader, first, mem)
    plays = distinct(legal_tiles(own, suit, OWN_FOLLOW, mem), own, hidden, mem)
    while plays and count(out, words, mem):
        tile = highest(plays)
        plays ^= 1 << tile
        if ply < 2:
            one = tile if ply == 0 else first
            two = variable(-1) if ply == 0 else tile
            loses = keep(
                r, own, hidden, leader, need, one, two, variable(0), out, part, free, mem, maps
            )
        else:
            own_left, hidden_left, winner, rest, i, j = trick_over(
                own, hidden, leader, need, first, second, tile, mem
            )
            loses = 0 if rest <= 0 else NONE
            if 0 < rest <= r - 1:
                gather(out, child, r, i, j, mem, maps)
                loses = keep(
                    r - 1, own_left, hidden_left, winner, rest, variable(-1), variable(-1),
                    variable(0), child, part, free, mem, maps,
                )  # fmt: skip
        if loses == 0:
            return tile
    return -1


@kernel
def next_trick(
    r: int, hidden: int, leader: int, first: int, second: int, third: int, some: int, out: int,
    top: int, mem: NDArray[np.int64], maps: NDArray[np.int16],
) -> int:  # fmt: skip
    """Write what is left of a set once a trick is complete, as layouts of the next trick.

    Returns
    -------
    int64
        How many layouts are left.
    """
    part = top
    free = part + mem[WORDS + r]
    narrow(r, hidden, leader, first, second, some, part, free, mem)
    seat = (leader + 2) % 3
    if seat:
        copy(part, free, mem[WORDS + r], mem)
        legal(seat, third, led_suit(leader, first, mem), r, hidden, free, part, mem)
    _, tile1, tile2 = by_seat(leader, first, second, third)
    gather(part, out, r, relative(hidden, tile1), relative(hidden, tile2), mem, maps)
    return count(out, mem[WORDS + r - 1], mem)
