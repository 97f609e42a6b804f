"""What a declarer holds of trump before the opening lead, and what each lead is beside that.

All functions take arrays of int64: masks of the seven tiles kept and of the fourteen hidden ones,
tiles by their ids, and trumps by their numbers.
"""

import numpy as np

from analyses.common.tiles import ABOVE, DOUBLE, TRUMPS, Bools, Ints, trump_tile
from moon_sim.game import TILES

CASES = (
    "the three highest trumps",
    "the two highest",
    "the highest, of three trumps or more",
    "the highest, of one or two",
    "not the highest, of four trumps or more",
    "not the highest, of three",
    "not the highest, of two or fewer",
)
"""What is held of the trumps, the discard not counted."""

CLASSES = ("highest trump", "lower trump", "side double", "another tile")
"""What is led. A trump that is worth as much as the highest held, as none between them is hidden,
counts as it."""

FEW, MANY = 2, 4


def on_top(kept: Ints, hidden: Ints, trumps: Ints) -> Ints:
    """Return how many trumps are held that no hidden trump beats."""
    return sum(
        (kept >> tile & 1) & trump_tile(np.asarray(tile), trumps)
        & (hidden & ABOVE[trumps, tile] == 0)
        for tile in range(len(TILES))
    ).astype(np.int64)  # fmt: skip


def cases(kept: Ints, hidden: Ints, trumps: Ints) -> Ints:
    """Return what is held of the trumps, as places in `CASES`."""
    top = on_top(kept, hidden, trumps)
    many = np.bitwise_count(kept & TRUMPS[trumps])
    kinds = [top >= 3, top == 2, (top == 1) & (many > FEW), top == 1, many >= MANY, many > FEW]
    return np.asarray(np.select(kinds, range(len(kinds)), len(kinds)))


def classes(kept: Ints, hidden: Ints, trumps: Ints, leads: Ints) -> Ints:
    """Return what each lead is, as places in `CLASSES`."""
    named = trump_tile(leads, trumps)
    between = np.zeros(np.broadcast_shapes(kept.shape, leads.shape), np.int64)
    for tile in range(len(TILES)):
        above = kept >> tile & ABOVE[trumps, leads] >> tile & 1
        between |= above * (hidden & ABOVE[trumps, leads] & ~ABOVE[trumps, tile])
    kinds = [named & (between == 0), named, DOUBLE[leads]]
    return np.asarray(np.select(kinds, range(len(kinds)), len(kinds)))


def highest(kept: Ints, trumps: Ints, leads: Ints) -> Bools:
    """Return which leads are the highest trump held."""
    return trump_tile(leads, trumps) & (kept & ABOVE[trumps, leads] == 0)


def lowest(kept: Ints, trumps: Ints, leads: Ints) -> Bools:
    """Return which leads are the lowest trump held."""
    lower = kept & TRUMPS[trumps] & ~ABOVE[trumps, leads] & ~(1 << leads)
    return trump_tile(leads, trumps) & (lower == 0)
