"""A plan in 16 bits: which of the holding's tiles is discarded and led, the trump, and a mark.

Bits 0-2 are the discard's place among the holding's eight tiles, lowest first, bits 3-5 the lead's,
bits 6-9 the trump, and bit 10 tells that the plan is a sampled one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.atlas.numbering import HOLDING_SIZE, tiles_of
from moon_sim.game import tile_ids

SAMPLED = 1 << 10
"""The mark of a plan that was chosen and measured on samples."""

_LEAD, _TRUMP = 3, 6
_PLACE = 0b111


class Plans(NamedTuple):
    """The best plans of holdings, a row each, by bid 4-7.

    Attributes
    ----------
    wins : (n, 4) int64 array
        Layouts of 3,432 on which they make the bid.
    discard, lead : (n, 4) int64 array
        Tile ids.
    trump : (n, 4) int64 array
        As `Trump` numbers them.
    sampled : (n,) bool array
        Whether a row was chosen and measured on samples.
    """

    wins: NDArray[np.int64]
    discard: NDArray[np.int64]
    trump: NDArray[np.int64]
    lead: NDArray[np.int64]
    sampled: NDArray[np.bool]

    def __repr__(self) -> str:
        """Return how many there are."""
        return f"Plans of {len(self.wins):,} holdings: {', '.join(self._fields)}"


def packed(
    holdings: NDArray[np.int64],
    discard: NDArray[np.int64],
    trump: NDArray[np.int64],
    lead: NDArray[np.int64],
    sampled: bool = False,
) -> NDArray[np.uint16]:
    """Return plans as the atlas keeps them.

    Parameters
    ----------
    holdings : (n,) int64 array
        Masks.
    discard, trump, lead : (n, 4) int64 array
        As `Plans` has them.
    sampled : bool
        Whether to mark them.

    Returns
    -------
    (n, 4) uint16 array
    """
    place_of_discard, place_of_lead = (
        np.bitwise_count(holdings[:, None] & ((1 << tiles) - 1)).astype(np.int64)
        for tiles in (discard, lead)
    )
    code: NDArray[np.int64] = (
        place_of_discard | place_of_lead << _LEAD | trump << _TRUMP | sampled * SAMPLED
    )
    return code.astype(np.uint16)


def unpacked(
    holdings: NDArray[np.int64], codes: NDArray[np.uint16], wins: NDArray[np.uint16]
) -> Plans:
    """Return plans that the atlas keeps, with the layouts that they win.

    Parameters
    ----------
    holdings : (n,) int64 array
        Masks.
    codes, wins : (n, 4) uint16 array

    Returns
    -------
    Plans
    """
    tiles = tiles_of(holdings, HOLDING_SIZE)
    given = codes.astype(np.int64)
    return Plans(
        wins.astype(np.int64),
        np.take_along_axis(tiles, given & _PLACE, axis=1),
        given >> _TRUMP & 0b1111,
        np.take_along_axis(tiles, given >> _LEAD & _PLACE, axis=1),
        given[:, 0] & SAMPLED != 0,
    )


def unpacked_one(holding: int, code: int) -> tuple[int, int, int]:
    """Return one plan that the atlas keeps.

    Parameters
    ----------
    holding : int
        Mask.
    code : int

    Returns
    -------
    discard, trump, lead : int
        Tile ids, and the number of the trump between them.
    """
    tiles = list(tile_ids(holding))
    return tiles[code & _PLACE], code >> _TRUMP & 0b1111, tiles[code >> _LEAD & _PLACE]
