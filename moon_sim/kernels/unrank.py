"""Layouts by number: how many there are, and which one has a given number.

Hidden tiles are dealt one after the other to four piles, the three seats and the tiles out of
play. `ways[i, a, b, c]` counts how tiles i, i+1, ... can be dealt when seats 0, 1, 2 still take
a, b, c of them and the rest goes out. A layout's number walks down that table.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.jit import kernel

PILES = 4
OUT_OF_PLAY = 3


@kernel
def count_ways(
    may_go: NDArray[np.int64], sizes: NDArray[np.int64], ways: NDArray[np.int64]
) -> None:
    """Count the ways to deal the tiles from each one on.

    Parameters
    ----------
    may_go : (m,) int64
        Bit p set if the tile may go to pile p.
    sizes : (4,) int64
        Tiles that each pile takes, m in all.
    ways : (m + 1, sizes[0] + 1, sizes[1] + 1, sizes[2] + 1) int64
        Filled in; its entry at (0, sizes[0], sizes[1], sizes[2]) is the number of layouts.
    """
    tiles = may_go.size
    ways[:] = 0
    ways[tiles, 0, 0, 0] = 1
    for tile in range(tiles - 1, -1, -1):
        for a in range(sizes[0] + 1):
            for b in range(sizes[1] + 1):
                for c in range(sizes[2] + 1):
                    out = tiles - tile - a - b - c
                    if out < 0 or out > sizes[3]:
                        continue
                    count = 0
                    if a and may_go[tile] & 1:
                        count += ways[tile + 1, a - 1, b, c]
                    if b and may_go[tile] & 2:
                        count += ways[tile + 1, a, b - 1, c]
                    if c and may_go[tile] & 4:
                        count += ways[tile + 1, a, b, c - 1]
                    if out and may_go[tile] & 8:
                        count += ways[tile + 1, a, b, c]
                    ways[tile, a, b, c] = count


@kernel
def unrank(
    numbers: NDArray[np.int64], tiles: NDArray[np.int64], may_go: NDArray[np.int64],
    ways: NDArray[np.int64], out: NDArray[np.int64],
) -> None:  # fmt: skip
    """Deal the layouts of the given numbers.

    Parameters
    ----------
    numbers : (n,) int64
        Each from 0 to the number of layouts less 1.
    tiles, may_go : (m,) int64
        Tile ids, and the piles that each may go to.
    ways : int64
        As `count_ways` filled it in.
    out : (n, 4) int64
        The tiles dealt to each pile are added to its masks.
    """
    left = np.zeros(PILES, np.int64)
    for row in range(numbers.size):
        number = numbers[row]
        for seat in range(OUT_OF_PLAY):
            left[seat] = ways.shape[1 + seat] - 1
        for tile in range(tiles.size):
            for pile in range(PILES):
                if not may_go[tile] >> pile & 1 or (pile < OUT_OF_PLAY and left[pile] == 0):
                    continue
                left[pile] -= 1
                count = ways[tile + 1, left[0], left[1], left[2]]
                if number < count:
                    out[row, pile] |= 1 << tiles[tile]
                    break
                number -= count
                left[pile] += 1
