"""A test that looks at the cases as they come, and stops when it is sure.

Who tests again and again at 5 % and stops at the first success is wrong far more often than that:
the errors of all looks add up. A group-sequential test shares the 5 % out among them.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game import check_level

LOOKS = 10
"""Looks at the cases, where nothing is said of them."""

GRID = 501
"""Points of a sum that has not been decided yet, odd, so that 0 is one."""


class Verdict(NamedTuple):
    """What a sequential test says.

    Attributes
    ----------
    n : int
        Cases at the look where it stopped, or at the last one.
    looks : int
        How many looks it took.
    p : float
        A p-value below this one decides at that look, before a correction for several pairs.
    leader : int or None
        The column that is above all others for sure; None while that is open.
    above : tuple of (int, int)
        The pairs of columns of which the first is above the second for sure.
    """

    n: int
    looks: int
    p: float
    leader: int | None
    above: tuple[tuple[int, int], ...] = ()


def look_sizes(most: int, looks: int = LOOKS, step: int = 1) -> list[int]:
    """Return how many cases there are at each look.

    Parameters
    ----------
    most : int
        All cases.
    looks : int
        How many looks, about evenly apart.
    step : int
        Looks come after a multiple of so many cases, but for the last.

    Returns
    -------
    list of int
        Rising; fewer looks where there are not cases enough, none before the 20th.

    Examples
    --------
    >>> look_sizes(100, 4), look_sizes(10)
    ([25, 50, 75, 100], [10])
    """
    sizes = {round(most * look / looks / step) * step for look in range(1, looks)}
    return [*sorted(size for size in sizes if FIRST <= size < most), most]


FIRST = 20
"""Cases before the first look: fewer may all lack what is rare."""


@lru_cache(64)
def look_levels(sizes: tuple[int, ...], level: float = 0.95) -> tuple[float, ...]:
    """Return how small a p-value has to be at each look, so that all looks err rarely together.

    Parameters
    ----------
    sizes : tuple of int
        Cases at each look, rising.
    level : float
        Confidence of the whole: rivals that are equal are called different in `1 - level` of all
        runs, with normal sums.

    Returns
    -------
    tuple of float
        Two-sided p-values; rising, and mostly the last is not far below `1 - level`.

    Raises
    ------
    TypeError, ValueError
        If `level` is no confidence.

    Notes
    -----
    Lan and DeMets (1983): a share t of the cases may have spent a stated part of the error, here
    t² of it (Kim and DeMets, 1987), between O'Brien and Fleming, who spend late, and Pocock, who
    spends evenly. The limits come from the density of the sum over runs that are still open, from
    look to look (Armitage, McPherson and Rowe, 1969).

    Examples
    --------
    One look is the usual test; of two, the first may spend a quarter.

    >>> [round(p, 4) for p in look_levels((100,)) + look_levels((50, 100))]
    [0.05, 0.0125, 0.0436]
    """
    from scipy.optimize import brentq
    from scipy.stats import norm

    error = 1 - check_level(level)
    found: list[float] = []
    # Sums of cases with the spread 1, at which the test is open, and how likely they are there.
    open_at, likely = np.zeros(1), np.ones(1)
    for before, size in pairwise((0, *sizes)):
        spent = error * ((size / sizes[-1]) ** 2 - (before / sizes[-1]) ** 2)
        step = np.sqrt(size - before)
        limit = brentq(partial(_excess, open_at, likely, step, spent), 0, 40 * np.sqrt(size))
        found.append(float(2 * norm.sf(limit / np.sqrt(size))))
        points = np.linspace(-limit, limit, GRID)
        density = norm.pdf((points[:, None] - open_at) / step) / step @ likely
        open_at, likely = points, density * (points[1] - points[0])
        likely[[0, -1]] /= 2  # the trapezoid rule
    return tuple(found)


def _excess(
    at: NDArray[np.float64], likely: NDArray[np.float64], step: float, spent: float, limit: float
) -> float:
    """Return by how much more than may be spent lies beyond a limit after a step."""
    from scipy.stats import norm

    beyond = norm.sf((limit - at) / step) + norm.cdf((-limit - at) / step)
    return float(likely @ beyond) - spent


def verdict_of(values: ArrayLike, sizes: Sequence[int], level: float = 0.95) -> Verdict:
    """Look at cases in the order in which they come, until one rival is the best for sure.

    Parameters
    ----------
    values : (n, k) array
        A row a case, a column a rival, two or more; more is better. Those that are there so far.
    sizes : sequence of int
        Cases at each look that there may be, as `look_sizes` gives them.
    level : float
        Confidence of all that is said, over all looks and pairs.

    Returns
    -------
    Verdict
        At the look that decided, or at the last one that there are cases for; cases after it are
        not looked at.

    Notes
    -----
    At each look every pair of rivals is compared by Student's test of their differences, with the
    p-values of `look_levels` for its part of the error (Bonferroni). A rival that was told to be
    worse at one look stays so.
    """
    given = np.asarray(values, np.float64)
    k = given.shape[1]
    one, other = np.triu_indices(k, 1)
    levels = look_levels(tuple(sizes), 1 - (1 - level) / len(one))
    above = np.zeros((k, k), bool)
    verdict = Verdict(0, 0, 0.0, None)
    for look, (size, limit) in enumerate(zip(sizes, levels, strict=True), 1):
        if size > len(given):
            break
        differences = given[:size, one] - given[:size, other]
        p = _p_values(differences)
        mean = differences.mean(axis=0)
        for pair in np.flatnonzero(p < limit):
            better, worse = (one, other) if mean[pair] > 0 else (other, one)
            above[better[pair], worse[pair]] = True
        best = np.flatnonzero(above.sum(axis=1) == k - 1)
        told = tuple((better, worse) for better, worse in np.argwhere(above).tolist())
        verdict = Verdict(size, look, limit, int(best[0]) if len(best) else None, told)
        if verdict.leader is not None:
            break
    return verdict


def _p_values(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Student's two-sided p-value of each column's mean; 1 where all are 0."""
    from scipy.stats import t

    n = len(differences)
    mean, error = differences.mean(axis=0), differences.std(axis=0, ddof=1) / np.sqrt(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.where(mean == 0, 0, np.abs(mean) / error)
    p: NDArray[np.float64] = 2 * t.sf(distance, n - 1)
    return p
