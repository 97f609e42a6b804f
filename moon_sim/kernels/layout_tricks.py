"""A trick, tile by tile, as the best-defence searches go through it.

The arguments of a position are the tricks left `r`, masks of the declarer's tiles and of the hidden
ones at the start of the trick, its leader, the tricks that the declarer still needs, and the first
and the second tile on the trick, or -1. At the declarer's turn one play is chosen for all layouts
that are still possible; at a defender's turn each layout goes on after every tile that is legal in
it. Sets of layouts are offsets in the array `mem`, which `layout_sets.py` describes; its free part
begins at `top`. `docs/best_defence.md` explains how the searches make a proof.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, lowest, popcount
from moon_sim.kernels.jit import inlined
from moon_sim.kernels.layout_sets import (
    BETWEEN,
    HIDDEN,
    HIDDEN_LEAD,
    HIGH_STRENGTH,
    LOW_STRENGTH,
    OVER,
    OWN,
    OWN_LEAD,
    OWN_STRENGTH,
    OWN_TRUMPS,
    UNBEATEN,
    WINNER,
    relative,
)


@inlined
def surely_won(
    r: int, own: int, hidden: int, leader: int, need: int, mem: NDArray[np.int64]
) -> bool:
    """Tell whether the declarer takes `need` tricks for certain, however the hidden tiles lie."""
    trumps = mem[OWN_STRENGTH + own]
    against = mem[LOW_STRENGTH + (hidden & 127)] | mem[HIGH_STRENGTH + (hidden >> 7)]
    if mem[UNBEATEN + trumps * 128 + against] >= need:
        return True
    if leader:
        return False
    # On lead it may draw all trumps with top ones: then every trump left and every winner counts.
    out = min(popcount(against), r)
    if out and popcount(trumps >> (highest(against) + 1)) < out:
        return False
    tricks = popcount(trumps)
    rest = own & ~mem[OWN_TRUMPS]
    while rest:
        tricks += (mem[OVER + lowest(rest)] & hidden) == 0
        rest &= rest - 1
    return tricks >= need


@inlined
def distinct(plays: int, own: int, hidden: int, mem: NDArray[np.int64]) -> int:
    """Drop the declarer's trumps that are worth the same as a lower one."""
    trumps = own & mem[OWN_TRUMPS]
    lower = -1
    while trumps:
        tile = lowest(trumps)
        trumps &= trumps - 1
        if lower >= 0 and mem[BETWEEN + lower * OWN + tile] & hidden == 0:
            plays &= ~(1 << tile)
        lower = tile
    return plays


@inlined
def led_suit(leader: int, first: int, mem: NDArray[np.int64]) -> int:
    """Return the suit to follow, or -1 for a lead."""
    if first < 0:
        return -1
    return mem[OWN_LEAD + first] if leader == 0 else mem[HIDDEN_LEAD + first]  # type: ignore[no-any-return]


@inlined
def untouched(hidden: int, leader: int, first: int, second: int) -> int:
    """Return the hidden tiles that are not on the trick."""
    if first >= 0 and leader:
        hidden &= ~(1 << first)
    if second >= 0 and leader != 2:
        hidden &= ~(1 << second)
    return hidden


@inlined
def by_seat(leader: int, first: int, second: int, third: int) -> tuple[int, int, int]:
    """Return the tiles of a trick by seat."""
    if leader == 0:
        return first, second, third
    if leader == 1:
        return third, first, second
    return second, third, first


@inlined
def trick_over(
    own: int, hidden: int, leader: int, need: int, first: int, second: int, third: int,
    mem: NDArray[np.int64],
) -> tuple[int, int, int, int, int, int]:  # fmt: skip
    """Return the position after a trick, and how its maps call the hidden tiles on it.

    Returns
    -------
    own, hidden, leader, need : int64
    i, j : int64
        Which of the hidden tiles seats 1 and 2 played.
    """
    tile0, tile1, tile2 = by_seat(leader, first, second, third)
    winner = mem[WINNER + ((leader * OWN + tile0) * HIDDEN + tile1) * HIDDEN + tile2]
    return (
        own & ~(1 << tile0),
        hidden & ~(1 << tile1 | 1 << tile2),
        winner,
        need - (winner == 0),
        relative(hidden, tile1),
        relative(hidden, tile2),
    )
