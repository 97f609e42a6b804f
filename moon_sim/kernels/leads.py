"""The declarer's tricks after each lead, when it picks the lead before it sees the layout."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, popcount, variable
from moon_sim.kernels.jit import kernel
from moon_sim.kernels.memory import lend, word
from moon_sim.kernels.search import distinct, in_places, places_of, value
from moon_sim.kernels.state import PLACE, TRUMPS, name_trump


@kernel
def lead_tricks(
    hand: int, defenders: NDArray[np.int64], trump: int, leads: NDArray[np.int64],
    low: int, high: int, memory: NDArray[np.int64], out: NDArray[np.int8],
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
    memory : (z,) int64
        As `moon_sim.solver.memory` makes it.
    out : (n, m) int8
        The declarer's tricks, clipped to `low` and `high`; filled in.
    """
    at = lend(memory)
    name_trump(trump, at)
    own = places_of(hand, at)
    own_trumps = own & word(at, TRUMPS)
    tricks = popcount(own)
    against = np.zeros((defenders.shape[0], 2), np.int64)
    in_places(defenders, variable(1), against, at)
    # By place: what a lead took on the last layout on which it was searched, and which that was.
    guesses = np.full(22, low, np.int64)
    searched = np.full(22, variable(-1), np.int64)
    # Strong tiles stay where they are for longest: then neighbours share most positions.
    for row in np.argsort(against[:, 0]):
        hand1 = against[row, 0]
        hand2 = against[row, 1]
        # Of trumps that are worth the same, the lowest stands for all.
        apart = distinct(own_trumps, own | hand1 | hand2, at)
        for index in range(leads.size):
            place = word(at, PLACE + leads[index])
            if own_trumps >> place & 1:
                place = highest(apart & ((2 << place) - 1))
            if searched[place] != row:
                searched[place] = row
                guesses[place] = value(
                    low, high, guesses[place], tricks, variable(0), own, hand1, hand2, variable(1),
                    place, variable(0), at,
                )  # fmt: skip
            out[row, index] = guesses[place]
