"""The decision table: boxes of hands that call alike, few enough for a card."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.bidding.calling import CALLS
from analyses.bidding.hands import THINGS, Counts, Ints, best_of

COUNTED = ("trumps", "honours", "doubles")
"""What the table asks for: of trump, and all doubles, that of trump too."""

ROWS = 14

Box = tuple[tuple[int, int], ...]
"""The least and the most that a hand of the box has of each thing counted."""

Row = tuple[Box, int]
"""A box and the call of its hands."""

DIGITS = 6
"""Of points; sums that differ by less are equal."""


LONGEST = {"trumps": 4, "honours": 1}
"""The table's trump as a count: the longest number, of equals the one with the most honours."""


def held_of(counts: Counts) -> pd.DataFrame:
    """Return what the table asks for of each hand."""
    _, named = best_of(counts, LONGEST)
    each = {
        name: counts[THINGS.index(name), named, np.arange(len(named))].astype(np.int64)
        for name in ("trumps", "honours", "double", "outside_doubles")
    }
    return pd.DataFrame({
        "trumps": each["trumps"],
        "honours": each["honours"],
        "doubles": each["double"] + each["outside_doubles"],
    })  # fmt: skip


def table(held: pd.DataFrame, worth: NDArray[np.float64], rows: int = ROWS) -> list[Row]:
    """Return a decision table: boxes that together hold all hands, and the call of each.

    Parameters
    ----------
    held : DataFrame
        Of `held_of`, for all hands.
    worth : (n, calls) array
        What each call gains with each hand; 0 for hands that it is not to be made from.
    rows : int
        How many boxes there are at most, unless more can't be merged.
    """
    cells, at = np.unique(held[list(COUNTED)].to_numpy(), axis=0, return_inverse=True)
    sums = np.stack([np.bincount(at.ravel(), each) for each in worth.T], axis=1)
    return [(box, CALLS[int(all_.argmax())]) for box, all_ in boxes(cells, sums, rows)]


def lowered(found: list[Row], in_row: Ints, worth: NDArray[np.float64]) -> list[Row]:
    """Return a table with lower calls where other hands than those of its making ask for them.

    A row's call stands if its hands gain more with it than with each lower one; else the best of
    the lower ones takes its place. A row without such hands keeps its call.
    """
    made = []
    for row, (box, call) in enumerate(found):
        mean = worth[in_row == row].sum(axis=0)[: CALLS.index(call) + 1]
        made.append((box, CALLS[int(mean.argmax())] if (in_row == row).any() else call))
    return made


def boxes(
    there: NDArray[np.int64], worth: NDArray[np.float64], rows: int
) -> list[tuple[Box, NDArray[np.float64]]]:
    """Merge cells into few boxes that lose little by calling alike.

    Two boxes are merged where the box around them has no cell of a third, those first that lose
    the fewest points by it, and of equals those that stay smallest. It ends with so many boxes, or
    fewer where merging loses nothing.

    Parameters
    ----------
    there : (n, things) array
        The cells that hold hands.
    worth : (n, calls) array
        For each of them and each call, the points that its hands together gain.
    rows : int

    Returns
    -------
    list of (Box, (calls,) array)
        In order, each with what its hands together gain.
    """
    low, high = there, there
    while len(low) > 1:
        both_low = np.minimum(low[:, None], low)
        both_high = np.maximum(high[:, None], high)
        touched = (both_low[:, :, None] <= high) & (both_high[:, :, None] >= low)
        alone = touched.all(axis=3).sum(axis=2) == 2  # the two themselves
        alone &= np.triu(np.ones_like(alone), 1)
        if not alone.any():
            break
        best = worth.max(axis=1)
        lost = (best[:, None] + best - (worth[:, None] + worth).max(axis=2)).round(DIGITS)
        size = (both_high - both_low + 1).prod(axis=2)
        one, other = min(np.argwhere(alone).tolist(), key=lambda pair: (lost[*pair], size[*pair]))
        if len(low) <= rows and lost[one, other] > 0:
            break
        others = np.delete(np.arange(len(low)), [one, other])
        worth = np.vstack([worth[others], worth[one] + worth[other]])
        low = np.vstack([low[others], both_low[one, other]])
        high = np.vstack([high[others], both_high[one, other]])
    ends = np.stack([low, high], axis=2).tolist()
    made = [(tuple(map(tuple, box)), sum_) for box, sum_ in zip(ends, worth, strict=True)]
    return sorted(made, key=lambda one: one[0])


def rows_of(held: pd.DataFrame, found: list[Row]) -> NDArray[np.int64]:
    """Return in which row of the table each hand is; every hand is in one."""
    values = held[list(COUNTED)].to_numpy()
    inside = np.array([
        np.all([(low <= values[:, at]) & (values[:, at] <= high)
                for at, (low, high) in enumerate(box)], axis=0)
        for box, _ in found
    ])  # fmt: skip
    if not (inside.sum(axis=0) == 1).all():
        raise RuntimeError("a hand is in no row of the decision table, or in two")
    return inside.argmax(axis=0)
