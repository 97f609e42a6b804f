"""What to call: scores of hands, the odds that go with them, and where a bid overtakes another."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import statsmodels.api as sm
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import expit

from analyses.bidding.counting import few_hands
from moon_sim import points
from moon_sim.game import BIDS, NUMBER_BIDS, PASS, target
from moon_sim.heuristics import TRUMPS

CALLS = (PASS, *BIDS)
WITHOUT_MOON = CALLS[:-1]


def best_rows(counted: pd.DataFrame, worth: ArrayLike) -> NDArray[np.int64]:
    """Return for each hand the row of its best trump in a frame of all `TRUMPS`, hand by hand.

    Ties go to the longest, then to one with its double, then to the higher number.
    """
    number = np.tile(TRUMPS, len(counted) // len(TRUMPS))
    tie = (counted["trumps"].to_numpy() * 2 + counted["double"].to_numpy()) * 10 + number
    value = (np.asarray(worth) + 1e-6 * tie).reshape(-1, len(TRUMPS))
    return np.arange(0, len(counted), len(TRUMPS)) + value.argmax(axis=1)


def gains(odds: ArrayLike) -> NDArray[np.float64]:
    """Return the points that each of `CALLS` gains on average, by the odds of each bid: (n, 6)."""
    p = np.asarray(odds, float)
    each = [
        [points(bid, one) for one in p[:, NUMBER_BIDS.index(target(bid))].tolist()] for bid in BIDS
    ]
    return np.stack([np.zeros(len(p)), *map(np.array, each)], axis=1)


def gained(every: NDArray[np.float64], calls: ArrayLike) -> NDArray[np.float64]:
    """Return what one call each gains, out of `gains`: (n,)."""
    return every[np.arange(len(every)), [CALLS.index(call) for call in np.asarray(calls).tolist()]]


class Curves(NamedTuple):
    """The odds of each bid by a hand's score: its logits are on a line.

    Attributes
    ----------
    slopes, asks : (4,) array
        By bid, the logits for a point, and those taken off.
    """

    slopes: NDArray[np.float64]
    asks: NDArray[np.float64]

    def odds(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Return the odds of each bid: (n, 4)."""
        return expit(np.asarray(scores, float)[:, None] * self.slopes - self.asks)


def curves(scores: ArrayLike, odds: ArrayLike) -> Curves:
    """Fit the odds of each bid to the scores of hands."""
    x = np.asarray(scores, float)
    x = np.stack([x, -np.ones(len(x))], axis=1)
    with few_hands():
        found = [sm.GLM(y, x, family=sm.families.Binomial()).fit().params for y in np.array(odds).T]
    return Curves(*np.array(found).T)


def thresholds(found: Curves, scores: Sequence[int], calls: Sequence[int] = CALLS) -> pd.DataFrame:
    """Return from which score on each bid is the best.

    Parameters
    ----------
    found : Curves
    scores : sequence of int
        All that a hand may have, rising.
    calls : sequence of int
        What may be called.

    Returns
    -------
    DataFrame
        A row per bid that is the best with some score: `bid`, `least` (the first such score),
        `instead` (the best call with a point less) and `at`, where between the two it overtakes
        that one; `instead` and `at` are missing for the lowest score.
    """
    chosen = [CALLS.index(call) for call in calls]
    best = np.array(calls)[gains(found.odds(scores))[:, chosen].argmax(axis=1)]
    # More points never bid less.
    best = np.minimum.accumulate(best[::-1])[::-1].tolist()
    rows = []
    for place, bid in enumerate(best):
        if bid == PASS or bid in best[:place]:
            continue
        instead = best[place - 1] if place else np.nan
        at = overtaking(found, instead, bid, *scores[place - 1 : place + 1]) if place else np.nan
        rows.append((bid, scores[place], instead, at))
    return pd.DataFrame(rows, columns=["bid", "least", "instead", "at"])


def overtaking(found: Curves, behind: int, ahead: int, low: float, high: float) -> float:
    """Return with which score between two one call comes to gain more than another, or NaN."""

    def lead(score: float) -> float:
        every = gains(found.odds([score]))[0]
        return float(every[CALLS.index(ahead)] - every[CALLS.index(behind)])

    return float(brentq(lead, low, high)) if lead(low) < 0 < lead(high) else np.nan


def calls_of(scores: ArrayLike, least: Mapping[int, float]) -> NDArray[np.int64]:
    """Return the call with each score: the highest bid that asks for no more, or a pass."""
    asked = sorted((ask, bid) for bid, ask in least.items())
    at = np.searchsorted([ask for ask, _ in asked], np.asarray(scores), side="right")
    return np.array([PASS, *(bid for _, bid in asked)])[at]
