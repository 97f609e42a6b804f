"""What to call: what each call gains, and from how many points on which one gains the most."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game import BIDS, NUMBER_BIDS, PASS, target

CALLS = (PASS, *BIDS)

Floats = NDArray[np.float64]


def gains(odds: ArrayLike) -> Floats:
    """Return the points that each of `CALLS` gains on average, by the odds of 4-7: (..., 6).

    A bid that is made gains itself, one that is set loses itself (R13); a pass counts as 0.
    """
    p = np.asarray(odds, float)
    each = [bid * (2 * p[..., NUMBER_BIDS.index(target(bid))] - 1) for bid in BIDS]
    return np.stack([np.zeros(p.shape[:-1]), *each], axis=-1)


def gained(every: Floats, calls: ArrayLike) -> Floats:
    """Return what one call each gains, out of `gains`: (n,)."""
    places = np.searchsorted(CALLS, np.asarray(calls))
    return np.take_along_axis(every, places[:, None], axis=1)[:, 0]


def calls_of(scores: ArrayLike, least: Mapping[int, int]) -> NDArray[np.int64]:
    """Return the call with each score: the highest bid that asks for no more, or a pass."""
    asked = sorted((ask, bid) for bid, ask in least.items())
    at = np.searchsorted([ask for ask, _ in asked], np.asarray(scores), side="right")
    return np.array([PASS, *(bid for _, bid in asked)])[at]


class Bidding(NamedTuple):
    """From how many points on to bid what.

    Attributes
    ----------
    least : dict of int to int
        By bid, rising, the fewest points that it takes.
    gain : float
        What all hands gain together.
    """

    least: dict[int, int]
    gain: float


def best_bids(every: Floats, lowest: int = 0) -> Bidding:
    """Return the bids by points that gain the most, where more points never bid less.

    Parameters
    ----------
    every : (scores, 6) array
        What each of `CALLS` gains with all hands of each score together, from the lowest score.
    lowest : int
        That score.
    """
    below = np.vstack([np.zeros(len(CALLS)), every.cumsum(axis=0)])  # with less than each score
    best, starts = below[:, 0], []
    for call in range(1, len(CALLS)):
        # With less than a score the lower calls, and this one from there on.
        ahead = best - below[:, call]
        starts.append(_first_best(ahead))
        best = below[:, call] + np.maximum.accumulate(ahead)
    least, end = {}, len(every)
    for call in range(len(CALLS) - 1, 0, -1):
        start = int(starts[call - 1][end])
        if start < end:
            least[CALLS[call]] = start + lowest
        end = start
    return Bidding(dict(sorted(least.items())), float(best[-1]))


def _first_best(values: Floats) -> NDArray[np.int64]:
    """Return for each place that of the largest value up to there, the last of equals."""
    most = np.maximum.accumulate(values)
    places = np.where(values == most, np.arange(len(values)), 0)
    return np.maximum.accumulate(places)
