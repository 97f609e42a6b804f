"""The 22 tiles: ids, masks and names.

A **tile id** is 0-21, sorted by (high, low): 0-0 is 0, 1-1 is 1, 2-1 is 2, 2-2 is 3, ...
6-6 is 21. A **mask** is an integer with bit *i* set for tile *i*, so that a hand is one integer
and set algebra is bit algebra.
"""

from collections.abc import Iterator
from operator import index
from typing import SupportsIndex

from moon_sim.game.checks import quoted, whole
from moon_sim.game.errors import InvalidDealError

TILES: tuple[tuple[int, int], ...] = (
    (0, 0),
    *((high, low) for high in range(1, 7) for low in range(1, high + 1)),
)
"""R1: (high, low) of each tile, by tile id."""

ALL_TILES: int = (1 << len(TILES)) - 1
"""The mask of all 22 tiles."""


def tile_name(tile: int) -> str:
    """Return a tile's name, its higher number first.

    Parameters
    ----------
    tile : int
        Tile id, 0-21.

    Returns
    -------
    str
        As `parse_tiles` reads it.

    Examples
    --------
    >>> tile_name(20)
    '6-5'
    """
    high, low = TILES[tile]
    return f"{high}-{low}"


def tile_ids(mask: SupportsIndex) -> Iterator[int]:
    """Yield the ids of a mask's tiles, lowest first.

    Parameters
    ----------
    mask : int
        Bit *i* stands for tile *i*.

    Yields
    ------
    int
        Tile id, 0-21.

    Examples
    --------
    >>> list(tile_ids(0b1001))
    [0, 3]
    """
    left = index(mask)
    while left > 0:
        yield (left & -left).bit_length() - 1
        left &= left - 1


def format_tiles(mask: SupportsIndex) -> str:
    """Return the tiles of a mask as text, highest tile first.

    Parameters
    ----------
    mask : int
        Bit *i* stands for tile *i*.

    Returns
    -------
    str
        Tiles parted by blanks, as `parse_tiles` reads them; empty for no tiles.

    Raises
    ------
    TypeError
        If the mask is of another type.
    InvalidDealError
        If the mask has a bit that no tile bears.

    Examples
    --------
    >>> format_tiles(0b1001)
    '2-2 0-0'
    """
    return " ".join(reversed([tile_name(tile) for tile in tile_ids(check_mask(mask))]))


def check_mask(mask: object, name: str = "tiles") -> int:
    """Return a mask of tiles, checked.

    Parameters
    ----------
    mask : int
    name : str
        What the tiles are, for messages.

    Returns
    -------
    int
        As Python's own int.

    Raises
    ------
    TypeError
        If it is not a whole number.
    InvalidDealError
        If it has a bit that no tile bears.
    """
    given = whole(mask, name)
    if not 0 <= given <= ALL_TILES:
        raise InvalidDealError(f"{name}: mask {quoted(given)} has bits that no tile bears (0-21)")
    return given
