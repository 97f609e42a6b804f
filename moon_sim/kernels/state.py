"""The arrays that kernels work on: the rules as lookup tables, and a search's own memory.

Kernels number tiles by **place** in place of tile id: for each trump the 22 tiles are ordered
by strength, the trumps on top from place 21 downwards, so that "highest" and "lowest" are single
instructions. Masks in kernels are masks of places.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.jit import inlined

TRUMP_PLACE = 22 - 7  # at most seven tiles are trumps; they stand here and above

# What a search puts aside of a trick while it looks into the next: columns of `Workspace.stack`.
LEADER = 0
NEED = 1  # tricks that the declarer needs, this trick included
HAND0 = 2  # the hands at the start of the trick
HAND1 = 3
HAND2 = 4
KEY = 5  # what the transposition table calls this position, or 0
LOW = 6  # the declarer's tricks are at least this
HIGH = 7  # and at most this
LEADS = 8  # leads still to be tried
PLAY0 = 9  # the lead made: its bit
SUIT = 10  # the suit that it calls for
FIRST1 = 11  # the second seat's plays to be tried, and those to be tried after them
THEN1 = 12
PLAY1 = 13  # its play
WINNING = 14  # the place that wins the trick so far
TAKER = 15  # who played it: 0 the leader, 1 the second seat
FIRST2 = 16  # the third seat's plays to be tried, and those to be tried after them
THEN2 = 17
COLUMNS = 18


class RuleTables(NamedTuple):
    """The rules as arrays; all int64 but for the last three.

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
    under : (9, 22)
        Mask of the tiles that lead the suit of a tile's lower number; 0 for doubles and trumps.
    same : (9, 22)
        Mask of the tiles that lead the same suit as a tile.
    beats : (9, 8, 22)
        Mask of the tiles that beat the tile that wins so far, by the suit led.
    alike : (128, 128) uint8
        Of the trumps of one hand, one for each run that no other hand's trump parts; by the
        others' trumps and the hand's own, both shifted down by `TRUMP_PLACE`.
    unbeaten : (128, 128) uint8
        How many trumps win however they fall, by the side's own and the other side's.
    packed : (128, 128) uint8
        Some trumps moved up to where no gap is left among all that are out, by all and these.
    """

    place: NDArray[np.int64]
    trumps: NDArray[np.int64]
    follow: NDArray[np.int64]
    lead: NDArray[np.int64]
    over: NDArray[np.int64]
    under: NDArray[np.int64]
    same: NDArray[np.int64]
    beats: NDArray[np.int64]
    alike: NDArray[np.uint8]
    unbeaten: NDArray[np.uint8]
    packed: NDArray[np.uint8]


class Suits(NamedTuple):
    """The rows of `RuleTables` for one trump, and which trump it is."""

    trump: int
    trumps: int
    follow: NDArray[np.int64]
    lead: NDArray[np.int64]
    over: NDArray[np.int64]
    under: NDArray[np.int64]
    same: NDArray[np.int64]
    beats: NDArray[np.int64]
    alike: NDArray[np.uint8]
    unbeaten: NDArray[np.uint8]
    packed: NDArray[np.uint8]


class Workspace(NamedTuple):
    """What a search writes to while it runs.

    Attributes
    ----------
    hands : (3,) int64
        The hands at the start of the root's trick.
    stack : (8, 18) int64
        What was put aside of each trick, by tricks left.
    killers : (24,) int64
        The lead (its bit) that last decided a trick, by tricks left and leader.
    nodes : (8,) int64
        Positions searched at the start of a trick, by tricks left.
    """

    hands: NDArray[np.int64]
    stack: NDArray[np.int64]
    killers: NDArray[np.int64]
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
        tables.under[trump],
        tables.same[trump],
        tables.beats[trump],
        tables.alike,
        tables.unbeaten,
        tables.packed,
    )


@inlined
def workspace() -> Workspace:
    """Return the memory for one search, to be used again by the next."""
    return Workspace(
        np.zeros(3, np.int64),
        np.zeros((8, COLUMNS), np.int64),
        np.zeros(24, np.int64),
        np.zeros(8, np.int64),
    )
