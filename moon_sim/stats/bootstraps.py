"""Means of skewed numbers: intervals from samples drawn again from the sample itself.

They are bias-corrected and accelerated (BCa: Efron, 1987; `scipy.stats.bootstrap`). What a choice
loses is mostly 0 and now and then large, and a mean of such numbers is off to one side. Of a few
cases they would be too narrow, as the sample's spread is, and are made as much wider as Student's
interval is than the normal one (Hesterberg, 2015, "What teachers should know about the bootstrap").
"""

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game import Seed, as_seed, check_level
from moon_sim.stats.intervals import FEWEST, LEVEL, Estimate, share_of

RESAMPLES = 4999
"""Samples behind an interval."""

BATCH = 4_000_000
"""Numbers drawn at once."""

MOST = 1 - 1e-9
"""The highest level of an interval from resamples: of two cases it would be 1, which none has."""

ALIKE = 1e-12
"""Means of clusters that differ by less show no spread."""

SEED = 20_210
"""Of all intervals of clusters, so that a table is the same each time."""


def mean_intervals(
    values: ArrayLike, level: float = LEVEL, seed: Seed = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a confidence interval of the mean of each column.

    Parameters
    ----------
    values : (n, k) array
        A row a case, a column a rival or a difference.
    level : float
        Confidence of each interval by itself.
    seed : int or Generator, optional
        Decides the samples drawn again, the same ones for all columns.

    Returns
    -------
    low, high : (k,) float64 arrays
        In the unit of the values. A column whose values are all equal shows no spread: its
        interval is its mean.

    Raises
    ------
    TypeError, ValueError
        If `level` is no confidence.
    """
    from scipy.stats import bootstrap

    level = check_level(level)
    columns = np.asarray(values, np.float64).T
    low, high = columns.mean(axis=1), columns.mean(axis=1)
    varied = np.ptp(columns, axis=1) > 0
    if varied.any():
        spread = columns[varied]
        found = bootstrap(
            (spread,),
            np.mean,
            axis=-1,
            confidence_level=_expanded(level, spread.shape[1]),
            n_resamples=RESAMPLES,
            batch=max(1, BATCH // spread.size),
            random_state=as_seed(seed),
        ).confidence_interval
        low[varied], high[varied] = found.low, found.high
    return low, high


def _expanded(level: float, n: int) -> float:
    """Return the level of an interval from resamples of n cases that covers as often as asked."""
    from scipy.stats import norm, t

    reach = t.isf((1 - level) / 2, n - 1) * np.sqrt(n / (n - 1))
    return min(float(1 - 2 * norm.sf(reach)), MOST)


def mean_by(values: ArrayLike, clusters: ArrayLike | None = None) -> Estimate:
    """Return a mean with its interval, whole clusters drawn again.

    Parameters
    ----------
    values : (n,) array of float
    clusters : (n,) array, optional
        What each value belongs to: values of one holding, say, are not independent. Each value
        stands for itself by default.

    Returns
    -------
    Estimate
        In the unit of the values; `n` counts the values. Fewer than five clusters have no
        interval, nor have clusters that are all alike: they don't show how far others would be
        apart. No values have no mean: it is NaN.

    Examples
    --------
    >>> mean_by([1, 2, 3, 4, 10], [0, 0, 1, 1, 2])
    Estimate(value=4.0, low=nan, high=nan, n=5)
    """
    sample = np.asarray(values, float)
    of = np.arange(len(sample)) if clusters is None else np.unique(clusters, return_inverse=True)[1]
    return ratio_by(np.bincount(of, sample), np.bincount(of))._replace(n=len(sample))


def ratio_by(sums: ArrayLike, counts: ArrayLike) -> Estimate:
    """Return a mean over all cases of some clusters, of which the sums are known.

    A large cluster counts for more than a small one: this is no mean of the clusters' means.

    Parameters
    ----------
    sums : (n,) array of float
        Of the values of each cluster.
    counts : (n,) array of float
        So many cases does each have; clusters without any are left out.

    Returns
    -------
    Estimate
        As `mean_by` gives it; `n` counts the clusters.

    Examples
    --------
    >>> ratio_by([3, 7, 10], [2, 2, 1])
    Estimate(value=4.0, low=nan, high=nan, n=3)
    """
    from scipy.stats import DegenerateDataWarning, bootstrap

    sizes = np.asarray(counts, float)
    totals = np.asarray(sums, float)[sizes > 0]
    sizes = sizes[sizes > 0]
    n = len(sizes)
    if n == 0:
        return Estimate(np.nan, np.nan, np.nan, 0)
    centre = float(totals.sum() / sizes.sum())
    if n < FEWEST or np.ptp(totals / sizes) < ALIKE:
        return Estimate(centre, np.nan, np.nan, n)

    def ratio(some: NDArray[np.float64], many: NDArray[np.float64], axis: int) -> NDArray[Any]:
        found: NDArray[Any] = some.sum(axis=axis) / many.sum(axis=axis)
        return found

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DegenerateDataWarning)
        found = bootstrap(
            (totals, sizes),
            ratio,
            paired=True,
            vectorized=True,
            confidence_level=_expanded(LEVEL, n),
            n_resamples=RESAMPLES,
            random_state=np.random.default_rng(SEED),
        ).confidence_interval
    return Estimate(centre, float(found.low), float(found.high), n)


def share_by(hits: ArrayLike, clusters: ArrayLike) -> Estimate:
    """Return how often something holds, with its interval, whole clusters drawn again.

    Parameters
    ----------
    hits : (n,) array of bool
    clusters : (n,) array
        As `mean_by` takes them.

    Returns
    -------
    Estimate
        In per cent, else as `mean_by` gives it. Where it holds always or never, the interval is
        Wilson's for as many cases as there are clusters.

    Examples
    --------
    >>> share_by([True, True, False], [0, 0, 1]).text(0)
    '67'
    """
    found = mean_by(100.0 * np.asarray(hits), clusters)
    many = len(np.unique(clusters))
    if found.value not in (0, 100) or many < FEWEST:
        return found
    wilson = share_of(many if found.value else 0, many)
    return Estimate(found.value, 100 * wilson.low, 100 * wilson.high, found.n)
