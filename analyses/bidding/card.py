"""The decision table: boxes of hands that call alike, few enough for a card."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.bidding.calling import CALLS, best_rows, gains
from analyses.bidding.counting import ODDS, Fit, fit

COUNTED = ("trumps", "honours", "doubles")
"""What the table asks for: of trump, and all doubles, that of trump too."""

ROWS = 16

Box = tuple[tuple[int, int], ...]
"""The least and the most that a hand of the box has of each thing counted."""

DIGITS = 6
"""Of points; sums that differ by less are equal."""


def holdings(counted: pd.DataFrame) -> pd.DataFrame:
    """Return what the table asks for of each hand in a frame of all trumps, hand by hand.

    The trump is the longest; of equals, the one with most honours.
    """
    best = counted.iloc[best_rows(counted, counted["trumps"] * 4 + counted["honours"])]
    doubles = best["double"] + best["outside_doubles"]
    return best.assign(doubles=doubles)[list(COUNTED)].reset_index(drop=True)


def cells(held: pd.DataFrame) -> NDArray[np.int64]:
    """Return how many hands have so many of each thing counted: an axis for each."""
    shape = [held[name].max() + 1 for name in COUNTED]
    at = np.ravel_multi_index(held[list(COUNTED)].to_numpy().T, shape)
    return np.bincount(at, minlength=int(np.prod(shape))).reshape(shape)


def fit_table(hands: pd.DataFrame, held: pd.DataFrame) -> Fit:
    """Fit the odds of hands on what the table asks for."""
    odds = dict(zip(ODDS, hands[ODDS].to_numpy().T, strict=True))
    return fit(held.assign(number=hands["number"].to_numpy(), **odds), COUNTED)


def table(found: Fit, every: NDArray[np.int64], rows: int = ROWS) -> list[tuple[Box, int]]:
    """Return the decision table: boxes that together hold all hands, and the call of each.

    Parameters
    ----------
    found : Fit
        Of `fit_table`.
    every : array
        Of `cells`: how many hands each stands for.
    rows : int
        How many boxes there are at most, unless more can't be merged.
    """
    there = np.argwhere(every)
    hands = every[tuple(there.T)]
    worth = gains(found.odds(pd.DataFrame(there, columns=list(COUNTED)))) * hands[:, None]
    return [(box, CALLS[int(all_.argmax())]) for box, all_ in boxes(there, worth, rows)]


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


def rows_of(held: pd.DataFrame, found: list[tuple[Box, int]]) -> NDArray[np.int64]:
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
