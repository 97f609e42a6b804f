"""Means of skewed numbers that come in clusters, with intervals."""

import warnings

import numpy as np
from numpy.typing import ArrayLike

from moon_sim.stats import Estimate, share_of

FEWEST = 5
"""Clusters for an interval."""

ALIKE = 1e-12
RESAMPLES = 4999
SEED = 20_210


def mean_by(values: ArrayLike, clusters: ArrayLike | None = None) -> Estimate:
    """Return a mean with its bootstrap interval (BCa), whole clusters drawn again.

    Parameters
    ----------
    values : (n,) array of float
    clusters : (n,) array, optional
        What each value belongs to: values of one holding are not independent. Each value stands
        for itself by default.

    Returns
    -------
    Estimate
        In the unit of the values. `n` counts the values. The interval is NaN for fewer than five
        clusters, and where all are alike: they don't show how far others would be apart.
    """
    from scipy import stats

    sample = np.asarray(values, float)
    if len(sample) == 0:
        return Estimate(np.nan, np.nan, np.nan, 0)
    centre = float(sample.mean())
    of = np.arange(len(sample)) if clusters is None else np.unique(clusters, return_inverse=True)[1]
    counts = np.bincount(of).astype(float)
    sums = np.bincount(of, sample)
    if len(counts) < FEWEST or np.ptp(sums / counts) < ALIKE:
        return Estimate(centre, np.nan, np.nan, len(sample))

    def ratio(some: np.ndarray, many: np.ndarray, axis: int) -> np.ndarray:
        return some.sum(axis=axis) / many.sum(axis=axis)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        found = stats.bootstrap(
            (sums, counts),
            ratio,
            paired=True,
            vectorized=True,
            n_resamples=RESAMPLES,
            method="BCa",
            random_state=np.random.default_rng(SEED),
        ).confidence_interval
    return Estimate(centre, float(found.low), float(found.high), len(sample))


def share_by(hits: ArrayLike, clusters: ArrayLike) -> Estimate:
    """Return how often something holds, in percent, with its interval.

    Parameters
    ----------
    hits : (n,) array of bool
    clusters : (n,) array
        As `mean_by` takes them.

    Returns
    -------
    Estimate
        As `mean_by`, in percent. Where it holds always or never, Wilson's interval for as many
        cases as there are clusters.
    """
    found = mean_by(100.0 * np.asarray(hits), clusters)
    many = len(np.unique(clusters))
    if found.value not in (0, 100) or many < FEWEST:
        return found
    wilson = share_of(many if found.value else 0, many)
    return Estimate(found.value, 100 * wilson.low, 100 * wilson.high, found.n)
