"""The one reader of tiles: what people write and paste, and what programs give.

A hand is given as text, as a list of its tiles, or as a mask. One tile is given as text alone,
since a small number may be meant as a mask, an id or a number of pips, and the three differ.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from operator import index
from typing import SupportsIndex, TypeGuard

from moon_sim.game.checks import in_order, quoted
from moon_sim.game.errors import InvalidDealError
from moon_sim.game.tiles import TILES, check_mask, format_tiles, tile_name

Tiles = str | SupportsIndex | Collection[str]
"""A hand: tiles in one text, the texts of one tile each, or a mask."""

LONGEST = 1_000
"""Characters of a text at most; all 22 tiles take a hundred."""

# Hyphens, figure, en and em dash, bar, bullet, minus, the small ones and the full-width one.
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"
_PLAIN = str.maketrans(dict.fromkeys(_DASHES, "-"))

_ID_OF = {pips: tile for tile, pips in enumerate(TILES)}

_BY_NAME = {f"{high}-{low}": tile for (high, low), tile in _ID_OF.items()}

# One tile as people write it: 6-5, 65, 5:6, 6/5, 6.5, or [6|5]. A bar needs its brackets, since
# a bare one parts the hands of a deal.
_TILE = re.compile(
    r"\[\s*([0-9]{1,2})\s*[-:/.|]\s*([0-9]{1,2})\s*\]"
    r"|\[([0-9])([0-9])\]"
    r"|([0-9])\s*[-:/.]\s*([0-9])"
    r"|([0-9])([0-9])"
)
_GAP = re.compile(r"[\s,;]*")  # \s has no-break spaces, too
_WORD = re.compile(r"[^\s,;]+")


def clean(text: object, name: str) -> str:
    """Return a text without a byte order mark, its dashes plain, if it is one and not too long.

    Parameters
    ----------
    text : str
    name : str
        What it is, for messages.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If it is not text.
    InvalidDealError
        If it is longer than anybody writes.
    """
    if not isinstance(text, str):
        raise TypeError(f"{name}: expected text, got {type(text).__name__}")
    if len(text) > LONGEST:
        raise InvalidDealError(
            f"{name}: expected up to {LONGEST:,} characters, got {len(text):,}: {quoted(text)}"
        )
    return text.removeprefix("\ufeff").translate(_PLAIN)


def parse_tiles(text: str) -> int:
    """Return the mask of the tiles in a text.

    Parameters
    ----------
    text : str
        Tiles as people write them (`6-5`, `65`, `5:6`, `[6|5]`), parted by blanks or commas,
        either end first; a dash of any kind.

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
    return _all_different(_tiles_of(text), text)


_BRACKETS_OR_BAR = re.compile(r"\[[^\[\]]*\]|\|")  # the bar of a tile written [6|5] parts nothing


def parted(text: str) -> list[str]:
    """Return the parts of a text between its bars.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of str

    Examples
    --------
    >>> parted("[6|5] 4-4 | 1-1")
    ['[6|5] 4-4 ', ' 1-1']
    """
    bars = [found.start() for found in _BRACKETS_OR_BAR.finditer(text) if found[0] == "|"]
    return [text[bar + 1 : end] for bar, end in pairwise([-1, *bars, len(text)])]


def as_mask(tiles: Tiles, name: str = "tiles", count: int | None = None) -> int:
    """Return the tiles of a hand as a checked mask.

    Parameters
    ----------
    tiles : str, int or collection of str
        Text for `parse_tiles`, a mask, or a list of tiles, each as text.
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
        If `tiles` is none of the three.
    InvalidDealError
        If the tiles can't be, or their number isn't `count`.

    Examples
    --------
    >>> as_mask("2-2 0-0") == as_mask(["2-2", "0-0"]) == as_mask(0b1001) == 0b1001
    True
    """
    if isinstance(tiles, str):
        try:
            mask = parse_tiles(tiles)
        except InvalidDealError as error:
            raise InvalidDealError(f"{name}: {error}") from None
    elif _is_list(tiles):
        each = [as_tile(tile, f"{name}[{place}]") for place, tile in enumerate(tiles)]
        mask = _all_different(each, tiles, name)
    elif hasattr(tiles, "__index__"):
        mask = check_mask(tiles, name)
    else:
        raise TypeError(
            f"{name}: expected text, a list of tiles or a mask, got {type(tiles).__name__}"
        )
    if count is not None and mask.bit_count() != count:
        raise InvalidDealError(
            f"{name}: expected {count} tile{'s' * (count != 1)}, got {mask.bit_count()}"
            + (f" ({format_tiles(mask)})" if mask else "")
        )
    return mask


def as_tile(tile: object, name: str = "tile") -> int:
    """Return the id of one tile.

    Parameters
    ----------
    tile : str
        Text alone: a number is refused, as it may be meant as a mask, an id or pips.
    name : str
        What the tile is, for messages.

    Returns
    -------
    int
        Tile id, 0-21.

    Raises
    ------
    TypeError
        If `tile` is not text; of a number the message says what to write.
    InvalidDealError
        If it is not exactly one tile of the set (R1).

    Examples
    --------
    >>> as_tile("2-2")
    3
    >>> as_tile(4, "discard")
    Traceback (most recent call last):
    TypeError: discard: expected a tile as text, got the number 4 (as an id,
    write '3-1'; as a mask, write '2-1')
    """
    if isinstance(tile, str):
        return as_mask(tile, name, count=1).bit_length() - 1
    if _is_list(tile) or not hasattr(tile, "__index__") or isinstance(tile, bool):
        raise TypeError(f"{name}: expected a tile as text, got {type(tile).__name__}")
    meant = [f"as {what}, write '{said}'" for what, said in _readings(index(tile))]
    raise TypeError(
        f"{name}: expected a tile as text, got the number {quoted(index(tile))}"
        + (f" ({'; '.join(meant)})" if meant else "")
    )


def tiles_in_order(tiles: str | Sequence[str], name: str) -> list[int]:
    """Return the ids of tiles in the order in which they come, repeats kept.

    Parameters
    ----------
    tiles : str or sequence of str
        Text as `parse_tiles` reads it, or tiles, each as text.
    name : str
        What they are, for messages.

    Returns
    -------
    list of int
        Tile ids.

    Raises
    ------
    TypeError
        If they are neither, or have no order.
    InvalidDealError
        If one is no tile of the set (R1).

    Examples
    --------
    >>> tiles_in_order("2-2 0-0", "played")
    [3, 0]
    """
    if isinstance(tiles, str):
        try:
            return _tiles_of(tiles)
        except InvalidDealError as error:
            raise InvalidDealError(f"{name}: {error}") from None
    ordered = in_order(tiles, name, "text or a list of tiles")
    return [as_tile(tile, f"{name}[{place}]") for place, tile in enumerate(ordered)]


def _tiles_of(text: str) -> list[int]:
    """Return the ids of the tiles in a text, in the text's order, repeats kept."""
    text = clean(text, "tiles")
    try:
        return [_BY_NAME[word] for word in text.split()]  # as most are written; much faster
    except KeyError:
        pass
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
            raise InvalidDealError(
                f"{quoted(word)} is not a tile; write one as 6-5, 65, 5:6 or [6|5]"
            )
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


def _all_different(tiles: list[int], given: object, name: str = "") -> int:
    """Return the mask of tiles, none of which comes twice."""
    mask = 0
    for tile in tiles:
        if mask >> tile & 1:
            raise InvalidDealError(
                f"{name and f'{name}: '}tile {tile_name(tile)} comes twice in {quoted(given)}"
            )
        mask |= 1 << tile
    return mask


def _is_list(given: object) -> TypeGuard[Collection[object]]:
    """Whether something has tiles, one beside the other, rather than being text or a number."""
    return (
        isinstance(given, Collection)
        and not isinstance(given, str | bytes | bytearray | Mapping)
        and getattr(given, "ndim", 1) > 0  # an array without dimensions is a number
    )


def _readings(number: int) -> list[tuple[str, str]]:
    """Return what a number may be meant as, and how to write that tile."""
    readings = []
    if number in range(len(TILES)):
        readings.append(("an id", tile_name(number)))
    if number.bit_count() == 1 and 0 < number < 1 << len(TILES):
        readings.append(("a mask", tile_name(number.bit_length() - 1)))
    pips = (max(divmod(number, 10)), min(divmod(number, 10)))
    if number > 10 and pips in _ID_OF:
        readings.append(("pips", tile_name(_ID_OF[pips])))
    return readings
