"""What tiles are by number and trump, as arrays: for questions about all holdings at once."""

import numpy as np
from numpy.typing import NDArray

from moon_sim import Trump
from moon_sim.game import TILES, TRUMP_SUIT, is_trump, rank, suit_tiles

Ints = NDArray[np.int64]
Bools = NDArray[np.bool]

HIGH, LOW = np.array(TILES).T
"""The numbers of each tile, by its id."""

DOUBLE = HIGH == LOW
"""Which tiles are doubles."""

TRUMPS = np.array([suit_tiles(TRUMP_SUIT, trump) for trump in Trump])
"""Mask of each trump's tiles."""

BEARING = np.array([
    sum(1 << tile for tile, ends in enumerate(TILES) if number in ends) for number in range(7)
])  # fmt: skip
"""Mask of the tiles that bear each number."""

DOUBLE_OF = np.array([TILES.index((number, number)) for number in range(7)])
"""The double of each number."""


def _above(tile: int, trump: int) -> int:
    if not is_trump(tile, trump):
        return 0
    own = rank(tile, TRUMP_SUIT, trump)
    return sum(
        1 << other
        for other in range(len(TILES))
        if is_trump(other, trump) and rank(other, TRUMP_SUIT, trump) > own
    )


ABOVE = np.array([[_above(tile, trump) for tile in range(len(TILES))] for trump in Trump])
"""Mask of the trumps that are higher than a tile, by trump and tile; 0 for one that is no trump."""


def trump_tile(tiles: Ints, trumps: Ints) -> Bools:
    """Return which tiles are trumps."""
    return np.asarray(TRUMPS[trumps] >> tiles & 1 == 1)
