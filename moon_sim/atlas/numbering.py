"""Sets of tiles by number: all hands, and all holdings, in the order of their masks.

This is the combinatorial number system: a set of tiles t1 < t2 < ... < tk has the number
C(t1, 1) + C(t2, 2) + ... + C(tk, k), which says how many sets of as many tiles have a lower mask.
"""

from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    TILES,
    InvalidDealError,
    format_tiles,
    tile_ids,
    whole,
)

HOLDING_SIZE = HAND_SIZE + 1

HANDS = comb(len(TILES), HAND_SIZE)
"""How many hands there are."""

HOLDINGS = comb(len(TILES), HOLDING_SIZE)
"""How many holdings there are."""

WIDOWS = len(TILES) - HAND_SIZE
"""How many tiles may be the widow of a hand, each as likely."""

_BELOW = [[comb(tile, k) for tile in range(len(TILES) + 1)] for k in range(len(TILES) + 1)]
"""C(tile, k) by k and tile."""

_BELOW_ARRAY = np.array(_BELOW, np.int64)


def number_of(mask: int) -> int:
    """Return the number of a set of tiles among all of its size.

    Parameters
    ----------
    mask : int

    Returns
    -------
    int
        From 0, in the order of masks.

    Examples
    --------
    >>> from moon_sim.game import parse_tiles
    >>> number_of(parse_tiles("6-6 6-5 6-4 6-3 6-2 6-1 5-5")) == HANDS - 1
    True
    """
    return sum(_BELOW[k][tile] for k, tile in enumerate(tile_ids(mask), 1))


def mask_of(number: int, size: int) -> int:
    """Return the set of tiles of a number.

    Parameters
    ----------
    number : int
        As `number_of` gives it.
    size : int
        How many tiles.

    Returns
    -------
    int
        Mask of the tiles.

    Raises
    ------
    TypeError, ValueError
        If there is no such number.

    Examples
    --------
    >>> mask_of(0, 7) == 0b1111111
    True
    """
    count = whole(size, "size", 0, len(TILES))
    left = whole(number, "number", 0, comb(len(TILES), count) - 1)
    mask = 0
    tile = len(TILES)
    for k in range(count, 0, -1):
        tile = next(t for t in range(tile - 1, -1, -1) if _BELOW[k][t] <= left)
        left -= _BELOW[k][tile]
        mask |= 1 << tile
    return mask


def numbers_of(masks: ArrayLike, size: int, name: str = "masks") -> NDArray[np.int64]:
    """Return the numbers of many sets of tiles.

    Parameters
    ----------
    masks : array of int
        Masks of `size` tiles each.
    size : int
        How many tiles each has.
    name : str
        What the masks are, for messages.

    Returns
    -------
    int64 array
        Of the same shape.

    Raises
    ------
    TypeError
        If they are no whole numbers.
    InvalidDealError
        If one is no mask of so many tiles.

    Examples
    --------
    >>> numbers_of([[0b11, 0b101], [0b110, 0b1001]], 2)
    array([[0, 1],
           [2, 3]])
    """
    sets = checked_masks(masks, size, name)
    numbers = np.zeros(sets.shape, np.int64)
    count = np.zeros(sets.shape, np.int64)
    for tile in range(len(TILES)):
        held = sets >> tile & 1
        count += held
        numbers += held * _BELOW_ARRAY[:, tile][count]
    return numbers


def masks_of(numbers: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return the sets of tiles of many numbers.

    Parameters
    ----------
    numbers : array of int
        As `numbers_of` gives them.
    size : int
        How many tiles.

    Returns
    -------
    int64 array
        Masks, in the shape of `numbers`.

    Raises
    ------
    TypeError
        If they are no whole numbers.
    ValueError
        If there is no such number.

    Examples
    --------
    >>> masks_of([0, 3], 2).tolist() == [0b11, 0b1001]
    True
    """
    count = whole(size, "size", 0, len(TILES))
    left = _whole_numbers(numbers, "numbers").copy()
    last = comb(len(TILES), count) - 1
    if left.size and not 0 <= left.min() <= left.max() <= last:
        raise ValueError(f"numbers: expected 0 to {last}, got {left.min()} to {left.max()}")
    masks = np.zeros(left.shape, np.int64)
    for k in range(count, 0, -1):
        tiles = np.searchsorted(_BELOW_ARRAY[k], left, "right") - 1
        left -= _BELOW_ARRAY[k][tiles]
        masks |= 1 << tiles
    return masks


def with_widows(hands: ArrayLike) -> NDArray[np.int64]:
    """Return the holdings that hands become with each tile that may be the widow.

    Parameters
    ----------
    hands : array of int
        Masks of 7 tiles.

    Returns
    -------
    int64 array
        Masks of 8 tiles; 15 along one more axis, the lowest widow first.

    Raises
    ------
    TypeError, InvalidDealError
        If they are no hands.

    Examples
    --------
    >>> with_widows(0b1111111)[:2].tolist() == [0b11111111, 0b101111111]
    True
    """
    held = checked_masks(hands, HAND_SIZE, "hands")
    holdings = np.empty((*held.shape, WIDOWS), np.int64)
    free = ALL_TILES & ~held
    for place in range(WIDOWS):
        widow = free & -free
        holdings[..., place] = held | widow
        free = free ^ widow
    return holdings


def tiles_of(masks: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return the tiles of sets of one size.

    Parameters
    ----------
    masks : (n,) int64 array
    size : int
        How many tiles each has.

    Returns
    -------
    (n, size) int64 array
        Tile ids, lowest first.

    Examples
    --------
    >>> tiles_of(np.array([0b1001, 0b110]), 2)
    array([[0, 3],
           [1, 2]])
    """
    tiles = np.empty((len(masks), size), np.int64)
    left = masks.copy()
    for place in range(size):
        lowest = left & -left
        tiles[:, place] = np.bitwise_count(lowest - 1)
        left ^= lowest
    return tiles


def checked_masks(masks: ArrayLike, size: int, name: str) -> NDArray[np.int64]:
    """Return masks that have so many tiles each.

    Parameters
    ----------
    masks : array of int
    size : int
    name : str
        What they are, for messages.

    Returns
    -------
    int64 array

    Raises
    ------
    TypeError
        If they are no whole numbers.
    InvalidDealError
        If one is no mask of so many tiles.
    """
    sets = _whole_numbers(masks, name)
    wrong = (np.bitwise_count(sets) != size) | (sets & ~np.int64(ALL_TILES) != 0)
    if wrong.any():
        first = np.argwhere(wrong)[0].tolist()
        mask = int(sets[tuple(first)])
        known = 0 <= mask <= ALL_TILES
        came = f"{mask.bit_count()} ({format_tiles(mask)})" if known else f"the number {mask}"
        where = f"{name}{''.join(f'[{place}]' for place in first)}"
        raise InvalidDealError(f"{where}: expected a mask of {size} tiles, got {came}")
    return sets


def _whole_numbers(given: ArrayLike, name: str) -> NDArray[np.int64]:
    array = np.asarray(given)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected whole numbers, got {array.dtype}")
    return array.astype(np.int64, copy=False)
