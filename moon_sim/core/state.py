"""The arrays that kernels work on: the rules as lookup tables, and a search's own memory.

Kernels number tiles by **place** in place of tile id: for each trump the 22 tiles are ordered
by strength, the trumps on top from place 21 downwards, so that "highest" and "lowest" are single
instructions. Masks in kernels are masks of places.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.core.jit import inlined

__all__ = ["PLIES", "TRUMP_PLACE", "RuleTables", "Suits", "Workspace", "suits_of", "workspace"]

PLIES = 3 * 7
TRUMP_PLACE = 22 - 7  # at most seven tiles are trumps; they stand here and above

# What a search remembers of each ply, as columns of `Workspace.ply`:
SEAT = 0  # who plays here
MOVE = 1  # the place played last here
SUIT = 2  # the suit led to this trick
WINNING = 3  # the place that wins the trick so far
WINNER = 4  # the seat that played it
# and of each ply that starts a trick:
NEED = 5  # tricks that the declarer needs from here on
OUT = 6  # all tiles in the three hands
SLOT = 7  # where the transposition table holds this position
KEY = 8  # what it is called there
LOW = 9  # the declarer's tricks from here on are at least this
HIGH = 10  # and at most this
COLUMNS = 11


class RuleTables(NamedTuple):
    """The rules as arrays; all int64 but for `alike`.

    Attributes
    ----------
    place : (9, 22)
        Place of a tile id, by trump.
    trumps : (9,)
        Mask of the trumps.
    follow : (9, 8)
        Mask of a suit's tiles; suit 7 is trump.
    lead : (9, 22)
        Suit that a tile leads.
    over : (9, 22)
        Mask of the tiles that beat a lead without being trumps (all that beat it, for a trump).
    beats : (9, 8, 22)
        Mask of the tiles that beat the tile that wins so far, by the suit led.
    alike : (128, 128) uint8
        Of the trumps of one hand, one for each run that no other hand's trump parts; by the
        others' trumps and the hand's own, both shifted down by `TRUMP_PLACE`.
    """

    place: NDArray[np.int64]
    trumps: NDArray[np.int64]
    follow: NDArray[np.int64]
    lead: NDArray[np.int64]
    over: NDArray[np.int64]
    beats: NDArray[np.int64]
    alike: NDArray[np.uint8]


class Suits(NamedTuple):
    """The rows of `RuleTables` for one trump, and which trump it is."""

    trump: int
    trumps: int
    follow: NDArray[np.int64]
    lead: NDArray[np.int64]
    over: NDArray[np.int64]
    beats: NDArray[np.int64]
    alike: NDArray[np.uint8]


class Workspace(NamedTuple):
    """What a search writes to while it runs.

    Attributes
    ----------
    hands : (3,) int64
        The seats' tiles at the moment.
    first, then : (21,) int64
        The plays still to be tried at each ply, and those to be tried after them.
    ply : (21, 11) int64
        What is known of each ply.
    nodes : (8,) int64
        Positions searched at the start of a trick, by tricks left.
    """

    hands: NDArray[np.int64]
    first: NDArray[np.int64]
    then: NDArray[np.int64]
    ply: NDArray[np.int64]
    nodes: NDArray[np.int64]


@inlined
def suits_of(trump: int, tables: RuleTables) -> Suits:
    """Return what the tables say of one trump."""
    return Suits(
        trump,
        tables.trumps[trump],
        tables.follow[trump],
        tables.lead[trump],
        tables.over[trump],
        tables.beats[trump],
        tables.alike,
    )


@inlined
def workspace() -> Workspace:
    """Return the memory for one search, to be used again by the next."""
    return Workspace(
        np.zeros(3, np.int64),
        np.zeros(PLIES, np.int64),
        np.zeros(PLIES, np.int64),
        np.zeros((PLIES, COLUMNS), np.int64),
        np.zeros(8, np.int64),
    )
