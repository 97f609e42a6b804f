"""The race for a proven maximum: which of several hands makes its target on the most layouts?

A hand is given up for a target as soon as it has failed on as many layouts as the best one so far.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.core.bits import highest, lowest, popcount, variable
from moon_sim.core.jit import inlined, kernel
from moon_sim.core.search import places_of, value
from moon_sim.core.state import RuleTables, Suits, Workspace, suits_of, workspace

__all__ = ["best_hands"]

SAMPLED = 48
"""Layouts on which the hands are first compared, to start the race with the likeliest."""


@inlined
def solve_layout(
    hand: int, defenders: NDArray[np.int64], row: int, low: int, high: int, guess: int,
    switches: int, suits: Suits, table: NDArray[np.int64], none: NDArray[np.int64],
    work: Workspace,
) -> int:  # fmt: skip
    """Return the declarer's tricks on one layout, clipped to `low` and `high`."""
    work.hands[0] = hand
    work.hands[1] = defenders[row, 0]
    work.hands[2] = defenders[row, 1]
    return value(low, high, guess, popcount(hand), variable(0), none, switches, suits, table, work)


@inlined
def rank_by_sample(
    hands: NDArray[np.int64], defenders: NDArray[np.int64], switches: int, suits: Suits,
    table: NDArray[np.int64], none: NDArray[np.int64], work: Workspace,
) -> NDArray[np.int64]:  # fmt: skip
    """Return the hands' indices, those that take most tricks on some layouts first."""
    step = max(defenders.shape[0] // SAMPLED, 1)
    taken = np.zeros(hands.size, np.int64)
    for index in range(hands.size):
        guess = variable(3)
        for row in range(0, defenders.shape[0], step):
            tricks = popcount(hands[index])
            guess = solve_layout(
                hands[index],
                defenders,
                row,
                variable(0),
                tricks,
                guess,
                switches,
                suits,
                table,
                none,
                work,
            )
            taken[index] += guess
    return np.argsort(-taken, kind="mergesort")


@kernel
def best_hands(
    hands: NDArray[np.int64], defenders: NDArray[np.int64], trump: int, targets: NDArray[np.int64],
    switches: int, tables: RuleTables, table: NDArray[np.int64], best: NDArray[np.int64],
    wins: NDArray[np.int64], nodes: NDArray[np.int64],
) -> None:  # fmt: skip
    """Find for each target the hand with which the declarer, on lead, makes it most often.

    Parameters
    ----------
    hands : (m,) int64
        The declarer's possible hands, masks of tile ids.
    defenders : (n, 2) int64
        The layouts: masks of the hands of seats 1 and 2.
    trump : int64
    targets : (k,) int64
        Tricks to make, rising.
    switches : int64
    tables : RuleTables
    table : (2**j,) int64
        The transposition table.
    best : (k,) int64
        Index of the best hand for each target; filled in.
    wins : (k,) int64
        On how many layouts it makes the target; filled in.
    nodes : (8,) int64
        The positions searched at the start of a trick, by tricks left, are added to these.
    """
    work = workspace()
    suits = suits_of(trump, tables)
    none = np.zeros(0, np.int64)
    layouts = defenders.shape[0]
    places = np.zeros(hands.size, np.int64)
    for index in range(hands.size):
        places[index] = places_of(hands[index], trump, tables.place)
    against = np.zeros((layouts, 2), np.int64)
    for row in range(layouts):
        against[row, 0] = places_of(defenders[row, 0], trump, tables.place)
        against[row, 1] = places_of(defenders[row, 1], trump, tables.place)

    order = rank_by_sample(places, against, switches, suits, table, none, work)
    rows = np.arange(layouts)
    first_tricks = np.zeros(layouts, np.int64)
    failures = np.zeros(targets.size, np.int64)
    wins[:] = -1
    for position in range(hands.size):
        index = order[position]
        # Targets that this hand can still make more often than the best one, as a mask.
        running = 0
        for target in range(targets.size):
            failures[target] = 0
            if wins[target] < layouts:
                running |= 1 << target
        guess = variable(3)
        for step in range(layouts):
            if running == 0:
                break
            row = rows[step]
            low = targets[lowest(running)] - 1
            high = targets[highest(running)]
            if position:
                guess = first_tricks[row]
            guess = solve_layout(
                places[index], against, row, low, high, guess, switches, suits, table, none, work
            )
            if position == 0:
                first_tricks[row] = guess
            for target in range(targets.size):
                if running >> target & 1 and guess < targets[target]:
                    failures[target] += 1
                    if layouts - failures[target] <= wins[target]:
                        running ^= 1 << target
        for target in range(targets.size):
            if running >> target & 1:
                wins[target] = layouts - failures[target]
                best[target] = index
        if position == 0:
            # Where the first hand fails, others are likely to, and to be given up soon.
            rows = np.argsort(first_tricks, kind="mergesort")
    nodes += work.nodes
