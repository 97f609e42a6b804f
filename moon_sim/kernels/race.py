"""The race for a proven maximum: which of several plans makes its target on the most layouts?

A plan is a hand to keep, and the tile to lead from it or any. It is given up for a target as soon
as it has failed on as many layouts as the best one so far.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, lowest, popcount, variable
from moon_sim.kernels.jit import inlined, kernel
from moon_sim.kernels.search import distinct, places_of, value
from moon_sim.kernels.state import RuleTables, Suits, Workspace, suits_of, workspace

ANY_LEAD = -1
"""In place of a tile: the lead is picked when the layout is seen."""

SAMPLED = 48
"""Layouts on which the plans are first compared, to start the race with the likeliest."""


@inlined
def on_trick(led: NDArray[np.int64], index: int) -> NDArray[np.int64]:
    """Return what stands on the first trick when a plan's play begins: its lead, or nothing."""
    return led[index : index + (led[index] != ANY_LEAD)]


@inlined
def solve_layout(
    hand: int, defenders: NDArray[np.int64], row: int, low: int, high: int, guess: int,
    led: NDArray[np.int64], switches: int, suits: Suits, table: NDArray[np.int64],
    work: Workspace,
) -> int:  # fmt: skip
    """Return the declarer's tricks on one layout, clipped to `low` and `high`."""
    work.hands[0] = hand
    work.hands[1] = defenders[row, 0]
    work.hands[2] = defenders[row, 1]
    return value(low, high, guess, popcount(hand), variable(0), led, switches, suits, table, work)


@inlined
def rank_by_sample(
    hands: NDArray[np.int64], which: NDArray[np.int64], led: NDArray[np.int64],
    defenders: NDArray[np.int64], low: int, high: int, switches: int, suits: Suits,
    table: NDArray[np.int64], work: Workspace,
) -> NDArray[np.int64]:  # fmt: skip
    """Return the plans' indices, those that take most tricks on some layouts first."""
    step = max(defenders.shape[0] // SAMPLED, 1)
    taken = np.zeros(which.size, np.int64)
    for index in range(which.size):
        guess = low
        for row in range(0, defenders.shape[0], step):
            guess = solve_layout(
                hands[which[index]], defenders, row, low, high, guess,
                on_trick(led, index), switches, suits, table, work,
            )  # fmt: skip
            taken[index] += guess
    return np.argsort(-taken, kind="mergesort")


@inlined
def plans_of(
    hands: NDArray[np.int64], against: NDArray[np.int64], blind: int, suits: Suits
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each plan's place in `hands`, and the place that it leads or `ANY_LEAD`.

    Of trumps that are worth the same on every layout, one is led.
    """
    which = np.zeros(22 * hands.size, np.int64)
    led = np.full(22 * hands.size, ANY_LEAD, np.int64)
    out = variable(0)
    for row in range(against.shape[0]):
        out |= against[row, 0] | against[row, 1]
    plans = 0
    for index in range(hands.size):
        leads = hands[index]
        own = leads & suits.trumps
        if own:
            leads ^= own
            leads |= distinct(own, own | out, suits.trumps, suits.alike)
        if blind == 0:
            leads = variable(1)
        while leads:
            which[plans] = index
            if blind:
                led[plans] = highest(leads)
            leads ^= 1 << highest(leads)
            plans += 1
    return which[:plans], led[:plans]


@kernel
def best_plans(
    hands: NDArray[np.int64], defenders: NDArray[np.int64], trump: int, targets: NDArray[np.int64],
    blind: int, switches: int, tables: RuleTables, table: NDArray[np.int64],
    best: NDArray[np.int64], lead: NDArray[np.int64], wins: NDArray[np.int64],
    nodes: NDArray[np.int64],
) -> None:  # fmt: skip
    """Find for each target the plan with which the declarer, on lead, makes it most often.

    Parameters
    ----------
    hands : (m,) int64
        The declarer's possible hands, masks of tile ids.
    defenders : (n, 2) int64
        The layouts: masks of the hands of seats 1 and 2.
    trump : int64
    targets : (k,) int64
        Tricks to make, rising.
    blind : int64
        1 where a plan names the lead, too; 0 where the lead is picked on each layout.
    switches : int64
    tables : RuleTables
    table : (2**j,) int64
        The transposition table.
    best : (k,) int64
        Index of the best plan's hand for each target; filled in.
    lead : (k,) int64
        Id of the tile that it leads, or `ANY_LEAD`; filled in.
    wins : (k,) int64
        On how many layouts it makes the target; filled in.
    nodes : (8,) int64
        The positions searched at the start of a trick, by tricks left, are added to these.
    """
    work = workspace()
    suits = suits_of(trump, tables)
    layouts = defenders.shape[0]
    places = np.zeros(hands.size, np.int64)
    for index in range(hands.size):
        places[index] = places_of(hands[index], trump, tables.place)
    against = np.zeros((layouts, 2), np.int64)
    for row in range(layouts):
        against[row, 0] = places_of(defenders[row, 0], trump, tables.place)
        against[row, 1] = places_of(defenders[row, 1], trump, tables.place)
    which, led = plans_of(places, against, blind, suits)

    order = rank_by_sample(
        places, which, led, against, max(targets[0] - 1, 0), targets[-1], switches, suits, table,
        work,
    )  # fmt: skip
    rows = np.arange(layouts)
    first_tricks = np.zeros(layouts, np.int64)
    failures = np.zeros(targets.size, np.int64)
    # Of each hand with any lead: the layouts lost, by target, and its tricks at most, by layout.
    lost = np.zeros((hands.size, targets.size), np.int64)
    most = np.full((hands.size, layouts), popcount(hands[0]), np.int8)
    opened = np.full(hands.size, 1 - blind, np.int64)
    wins[:] = -1
    for position in range(which.size):
        index = order[position]
        own = which[index]
        # Before a hand's first lead is tried, the hand itself: no lead can do better.
        for leading in range(opened[own], 2):
            played = on_trick(led, index)[:leading]
            # Targets that can still be made more often than by the best plan, as a mask.
            running = 0
            for target in range(targets.size):
                failures[target] = lost[own, target]
                if layouts - failures[target] > wins[target]:
                    running |= 1 << target
            guess = variable(3)
            for step in range(layouts):
                if running == 0:
                    break
                row = rows[step]
                limit = np.int64(most[own, row])
                low = targets[lowest(running)] - 1
                high = min(targets[highest(running)], limit)
                if position:
                    guess = first_tricks[row]
                if low < high:
                    guess = solve_layout(
                        places[own], against, row, low, high, guess, played, switches, suits,
                        table, work,
                    )  # fmt: skip
                else:
                    guess = low
                if position == 0:
                    first_tricks[row] = guess
                if leading == 0:
                    most[own, row] = guess
                for target in range(targets.size):
                    if running >> target & 1 and guess < targets[target] <= limit:
                        failures[target] += 1
                        if layouts - failures[target] <= wins[target]:
                            running ^= 1 << target
            if leading == 0:
                opened[own] = 1
                lost[own] = failures
                continue
            for target in range(targets.size):
                if running >> target & 1:
                    wins[target] = layouts - failures[target]
                    best[target] = own
                    lead[target] = ANY_LEAD
                    for tile in range(22):
                        if tables.place[trump, tile] == led[index]:
                            lead[target] = tile
        if position == 0:
            # Where the first plan fails, others are likely to, and to be given up soon.
            rows = np.argsort(first_tricks, kind="mergesort")
    nodes += work.nodes
