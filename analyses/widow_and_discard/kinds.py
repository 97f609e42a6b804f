"""What tiles are beside the others that are held, for a trump that is named.

All functions take arrays of int64: masks of tiles, tiles by their ids, and trumps by their numbers.
"""

import numpy as np

from analyses.common.tiles import (
    ABOVE,
    BEARING,
    DOUBLE,
    DOUBLE_OF,
    HIGH,
    LOW,
    TRUMPS,
    Bools,
    Ints,
    trump_tile,
)

WIDOW_KINDS = ("top trump", "other trump", "double", "covered", "uncovered")

DISCARD_KINDS = (
    "uncovered tile, making a void",
    "uncovered tile, no void",
    "covered tile, making a void",
    "covered tile, no void",
    "double",
    "trump",
)
"""In the order in which to throw them."""

UNCOVERED = DISCARD_KINDS[:2]


def covered(others: Ints, tiles: Ints) -> Bools:
    """Return of which tiles the double of the higher number is among the others."""
    return np.asarray(others >> DOUBLE_OF[HIGH[tiles]] & 1 == 1)


def alike(others: Ints, tiles: Ints, trumps: Ints) -> Ints:
    """Return how many of the others bear a tile's higher number, without trumps."""
    return np.bitwise_count(others & ~TRUMPS[trumps] & BEARING[HIGH[tiles]]).astype(np.int64)


def voids(kept: Ints, tiles: Ints, trumps: Ints) -> Ints:
    """Return of how many of a tile's numbers none is kept, trumps not counted."""
    plain = kept & ~TRUMPS[trumps]
    return sum((plain & BEARING[ends[tiles]] == 0).astype(np.int64) for ends in (HIGH, LOW))


def widow_kinds(hands: Ints, widows: Ints, trumps: Ints) -> Ints:
    """Return the kinds of widows beside the hands dealt, as places in `WIDOW_KINDS`."""
    held = hands & TRUMPS[trumps]
    is_trump_ = trump_tile(widows, trumps)
    on_top = is_trump_ & (held & ABOVE[trumps, widows] == 0)
    kinds = [on_top, is_trump_, DOUBLE[widows], covered(hands, widows)]
    return np.asarray(np.select(kinds, range(len(kinds)), len(kinds)))


def discard_kinds(holdings: Ints, tiles: Ints, trumps: Ints) -> Ints:
    """Return the kinds of tiles of holdings as discards, as places in `DISCARD_KINDS`."""
    kept = holdings & ~(1 << tiles)
    covers, leaves = covered(kept, tiles), voids(kept, tiles, trumps) > 0
    kinds = [trump_tile(tiles, trumps), DOUBLE[tiles], ~covers & leaves, ~covers, leaves]
    return np.asarray(np.select(kinds, [5, 4, 0, 1, 2], 3))
