"""The 22 tiles: ids, masks, names, parsing and formatting.

A **tile id** is 0-21, sorted by (high, low): 0-0 is 0, 1-1 is 1, 2-1 is 2, 2-2 is 3, ...
6-6 is 21. A **mask** is an integer with bit *i* set for tile *i*, so that a hand is one integer
and set algebra is bit algebra.
"""

import re
from collections.abc import Iterator
from operator import index
from typing import SupportsIndex

from moon_sim.game.errors import InvalidDealError

__all__ = [
    "ALL_TILES",
    "TILES",
    "as_mask",
    "as_tile",
    "format_tiles",
    "parse_tiles",
    "tile_ids",
    "tile_name",
]

TILES: tuple[tuple[int, int], ...] = (
    (0, 0),
    *((high, low) for high in range(1, 7) for low in range(1, high + 1)),
)
"""R1: (high, low) of each tile, by tile id."""

ALL_TILES: int = (1 << len(TILES)) - 1
"""The mask of all 22 tiles."""

_ID_OF = {pips: tile for tile, pips in enumerate(TILES)}

# One tile as people write it: 6-5, 65, 5:6, 6/5, 6.5, or [6|5]. A bar needs its brackets, since
# a bare one parts the hands of a deal.
_TILE = re.compile(
    r"\[\s*([0-9]{1,2})\s*[-\u2013:/.|]\s*([0-9]{1,2})\s*\]"
    r"|\[([0-9])([0-9])\]"
    r"|([0-9])\s*[-\u2013:/.]\s*([0-9])"
    r"|([0-9])([0-9])"
)
_GAP = re.compile(r"[\s,;]*")
_WORD = re.compile(r"[^\s,;]+")


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


def format_tiles(mask: int) -> str:
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
    return " ".join(reversed([tile_name(tile) for tile in tile_ids(as_mask(mask))]))


def parse_tiles(text: str) -> int:
    """Return the mask of the tiles in a text.

    Parameters
    ----------
    text : str
        Tiles as people write them (`6-5`, `65`, `5:6`, `[6|5]`), parted by blanks or commas,
        either end first.

    Returns
    -------
    int
        Mask of the tiles.

    Raises
    ------
    TypeError
        If `text` is not text.
    InvalidDealError
        If a word is no tile, a tile is not in the set (R1), or a tile comes twice.

    Examples
    --------
    >>> parse_tiles("0-0, 22") == 0b1001
    True
    """
    mask = 0
    for tile in parse_tile_list(text):
        if mask >> tile & 1:
            raise InvalidDealError(f"tile {tile_name(tile)} comes twice in {text.strip()!r}")
        mask |= 1 << tile
    return mask


def parse_tile_list(text: str) -> list[int]:
    """Return the ids of the tiles in a text, in the text's order, repeats kept."""
    if not isinstance(text, str):
        raise TypeError(f"tiles: expected text, got {type(text).__name__}")
    tiles: list[int] = []
    at = _GAP.match(text).end()  # type: ignore[union-attr]  # the pattern matches anywhere
    while at < len(text):
        found = _TILE.match(text, at)
        gap = _GAP.match(text, found.end()) if found else None
        # Two tiles run together ("6-55-5") are more likely a slip than meant.
        if (
            not found
            or not gap
            or (gap.end() == found.end() < len(text) and text[gap.end()] != "[")
        ):
            word = _WORD.match(text, at)[0]  # type: ignore[index]  # no gap at `at`
            raise InvalidDealError(f"{word!r} is not a tile; write one as 6-5, 65, 5:6 or [6|5]")
        ends = [int(end) for end in found.groups() if end is not None]
        tiles.append(_tile_of(max(ends), min(ends)))
        at = gap.end()
    return tiles


def _tile_of(high: int, low: int) -> int:
    """Return the id of a tile, or say why there is none."""
    tile = _ID_OF.get((high, low))
    if tile is not None:
        return tile
    if high <= 6 and low == 0:
        raise InvalidDealError(
            f"tile {high}-0 is not in the set: the blanks are out but for 0-0 (rule R1)"
        )
    raise InvalidDealError(
        f"tile {high}-{low} is not in the set: it runs from 0-0 to 6-6 (rule R1)"
    )


def as_mask(tiles: str | SupportsIndex, name: str = "tiles", count: int | None = None) -> int:
    """Return tiles given as text or as a mask as a checked mask.

    Parameters
    ----------
    tiles : str or int
        Text for `parse_tiles`, or a mask.
    name : str
        What the tiles are, for messages.
    count : int, optional
        How many tiles there must be; any number by default.

    Returns
    -------
    int
        Mask of the tiles.

    Raises
    ------
    TypeError
        If `tiles` is neither text nor an integer.
    InvalidDealError
        If the tiles can't be, or their number isn't `count`.

    Examples
    --------
    >>> as_mask("2-2 0-0") == as_mask(0b1001) == 0b1001
    True
    """
    if isinstance(tiles, str):
        try:
            mask = parse_tiles(tiles)
        except InvalidDealError as error:
            raise InvalidDealError(f"{name}: {error}") from None
    else:
        # Truth values, Python's and NumPy's, pass for integers, but nobody means a hand by them.
        if not hasattr(tiles, "__index__") or type(tiles).__name__ == "bool":
            raise TypeError(f"{name}: expected text or an integer mask, got {type(tiles).__name__}")
        try:
            mask = index(tiles)
        except TypeError as error:  # an array of several numbers
            raise TypeError(f"{name}: {error}") from None
        if not 0 <= mask <= ALL_TILES:
            raise InvalidDealError(f"{name}: mask {mask:#x} has bits that no tile bears (0-21)")
    if count is not None and mask.bit_count() != count:
        raise InvalidDealError(
            f"{name}: expected {count} tile{'s' * (count != 1)}, got {mask.bit_count()}"
            + (f" ({format_tiles(mask)})" if mask else "")
        )
    return mask


def as_tile(tile: str | SupportsIndex, name: str = "tile") -> int:
    """Return the id of one tile given as text or as a mask of one tile.

    Parameters
    ----------
    tile : str or int
        Text for `parse_tiles`, or a mask of one tile: an integer is no tile id.
    name : str
        What the tile is, for messages.

    Returns
    -------
    int
        Tile id, 0-21.

    Raises
    ------
    TypeError
        If `tile` is neither text nor an integer.
    InvalidDealError
        If it is not exactly one tile of the set (R1).

    Examples
    --------
    >>> as_tile("2-2"), as_tile(0b1000)
    (3, 3)
    """
    return as_mask(tile, name, count=1).bit_length() - 1
