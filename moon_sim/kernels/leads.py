"""The declarer's tricks after each lead, when it picks the lead before it sees the layout."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, popcount, variable
from moon_sim.kernels.jit import kernel
from moon_sim.kernels.search import distinct, places_of, value
from moon_sim.kernels.state import RuleTables, suits_of, workspace


@kernel
def lead_tricks(
    hand: int, defenders: NDArray[np.int64], trump: int, leads: NDArray[np.int64],
    low: int, high: int, switches: int, tables: RuleTables, table: NDArray[np.int64],
    out: NDArray[np.int8], nodes: NDArray[np.int64],
) -> None:  # fmt: skip
    """Solve each layout of one hand for each of some leads.

    Parameters
    ----------
    hand : int64
        The declarer's hand, a mask of tile ids.
    defenders : (n, 2) int64
        The layouts: masks of the hands of seats 1 and 2.
    trump : int64
    leads : (m,) int64
        Ids of tiles of the hand.
    low, high : int64
        Tricks beyond these are not told apart.
    switches : int64
    tables : RuleTables
    table : (2**k,) int64
        The transposition table.
    out : (n, m) int8
        The declarer's tricks, clipped to `low` and `high`; filled in.
    nodes : (8,) int64
        The positions searched at the start of a trick, by tricks left, are added to these.
    """
    work = workspace()
    suits = suits_of(trump, tables)
    own = places_of(hand, trump, tables.place)
    own_trumps = own & suits.trumps
    tricks = popcount(own)
    led = np.zeros(1, np.int64)
    # By place: what a lead took on the last layout on which it was searched, and which that was.
    guesses = np.full(22, low, np.int64)
    searched = np.full(22, variable(-1), np.int64)
    for row in range(defenders.shape[0]):
        hand1 = places_of(defenders[row, 0], trump, tables.place)
        hand2 = places_of(defenders[row, 1], trump, tables.place)
        work.hands[0] = own
        work.hands[1] = hand1
        work.hands[2] = hand2
        # Of trumps that are worth the same, the lowest stands for all.
        apart = distinct(own_trumps, own | hand1 | hand2, suits.trumps, suits.alike)
        for index in range(leads.size):
            place = tables.place[trump, leads[index]]
            if own_trumps >> place & 1:
                place = highest(apart & ((2 << place) - 1))
            if searched[place] != row:
                searched[place] = row
                led[0] = place
                guesses[place] = value(
                    low, high, guesses[place], tricks, variable(0), led, switches, suits, table,
                    work,
                )  # fmt: skip
            out[row, index] = guesses[place]
    nodes += work.nodes
