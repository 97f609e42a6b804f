"""The memory that the kernels search in."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import DEFAULT_RULES, Rules, Trump
from moon_sim.kernels import state
from moon_sim.solver.tables import rule_tables

TABLE_SIZE = 1 << 16
"""Entries in a transposition table: 512 KiB, which fits a core's second-level cache."""


def new_memory(rules: Rules = DEFAULT_RULES, size: int = TABLE_SIZE) -> NDArray[np.int64]:
    """Return a memory in which nothing has been searched yet.

    Parameters
    ----------
    rules : Rules, optional
    size : int, optional
        Entries of its transposition table, a power of two.

    Returns
    -------
    (z,) int64 array
        What stands where in it, `moon_sim.kernels.state` tells.
    """
    tables = rule_tables(rules)
    memory = np.zeros(state.TABLE + size, np.int64)
    memory[state.SIZE] = size
    memory[state.TRUMP] = -1
    for trump in Trump:
        rows = [
            [trump, tables.trumps[trump]],
            *(tables.follow[trump], tables.lead[trump], tables.lower[trump]),
            [tables.twice[trump]],
            *(tables.over[trump], tables.under[trump]),
            *(tables.same[trump], tables.beats[trump].ravel(), tables.place[trump]),
        ]
        start = state.RULES + trump * state.SUITS_SIZE
        memory[start : start + state.SUITS_SIZE] = np.concatenate(rows)
    for start, table in (
        (state.ALIKE, tables.alike),
        (state.UNBEATEN, tables.unbeaten),
        (state.PACKED, tables.packed),
    ):
        memory[start : start + table.size // 8] = table.ravel().view(np.int64)
    return memory
