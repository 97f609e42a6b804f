"""Means, shares and medians of a sample, with their confidence intervals."""

from bisect import bisect_left
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from moon_sim.game import check_level, whole

LEVEL = 0.95

FEWEST = 5
"""Cases for an interval of their mean where it is told of many groups, some of them small."""


class Estimate(NamedTuple):
    """A number estimated from a sample, with its 95 % confidence interval.

    Attributes
    ----------
    value : float
        The estimate, in the unit of the sample; a probability for a share.
    low, high : float
        The interval; NaN where the sample says nothing of it: too small, or its values all alike.
    n : int
        Size of the sample.
    """

    value: float
    low: float
    high: float
    n: int

    def text(self, digits: int = 1, times: float = 1, signed: bool = False) -> str:
        """Return the estimate and its interval as text.

        Parameters
        ----------
        digits : int
            Digits after the point.
        times : float
            Multiplies the numbers: 100 for percentages.
        signed : bool
            Whether a plus is written, too, as for a change.

        Returns
        -------
        str

        Examples
        --------
        >>> Estimate(0.5, 0.25, 0.75, 8).text(0, times=100)
        '50 (25 to 75)'
        >>> Estimate(2, 1, 3, 8).text(signed=True)
        '+2.0 (+1.0 to +3.0)'
        """
        value = _shown(times * self.value, digits, signed)
        told = "" if np.isnan(self.low) else f" ({self.interval(digits, times, signed)})"
        return value + told

    def interval(self, digits: int = 1, times: float = 1, signed: bool = False) -> str:
        """Return the interval as text, or why there is none.

        Parameters
        ----------
        digits, times, signed
            As `text` takes them.

        Returns
        -------
        str

        Examples
        --------
        >>> Estimate(0.5, 0.25, 0.75, 8).interval(0, times=100)
        '25 to 75'
        >>> Estimate(0.5, float("nan"), float("nan"), 8).interval()
        'all alike'
        """
        if np.isnan(self.low):
            return "too few for an interval" if self.n < FEWEST else "all alike"
        return " to ".join(_shown(times * one, digits, signed) for one in (self.low, self.high))


def mean_of(
    values: ArrayLike, bounds: tuple[float, float] = (-np.inf, np.inf), fewest: int = 2
) -> Estimate:
    """Return the mean of a sample, with Student's interval.

    Parameters
    ----------
    values : (n,) array of float
        One or more.
    bounds : (float, float)
        The least and the greatest value there can be; the interval stays between them.
    fewest : int
        The smallest sample that gets an interval, 2 or more.

    Returns
    -------
    Estimate
        In the unit of the values. A sample of one has no interval, nor has one whose values are
        all alike: it does not show how far others may lie apart.

    Raises
    ------
    ValueError
        If there are no values.

    Examples
    --------
    >>> mean_of([1, 2, 3]).text(2)
    '2.00 (-0.48 to 4.48)'
    """
    from scipy import stats

    sample = _sample(values)
    n = len(sample)
    centre = float(sample.mean())
    if n < fewest or np.ptp(sample) == 0:
        return Estimate(centre, np.nan, np.nan, n)
    quantile = float(stats.t.ppf((1 + LEVEL) / 2, n - 1))
    reach = quantile * float(sample.std(ddof=1)) / n**0.5
    low, high = np.clip([centre - reach, centre + reach], *bounds)
    return Estimate(centre, float(low), float(high), n)


def share_of(hits: int, n: int) -> Estimate:
    """Return the share of a sample that something holds for, with Wilson's interval.

    Parameters
    ----------
    hits : int
        How many it holds for.
    n : int
        Size of the sample, 1 or more.

    Returns
    -------
    Estimate
        A probability.

    Raises
    ------
    TypeError, ValueError
        If the numbers can't be.

    Examples
    --------
    >>> share_of(0, 10).text(0, times=100)
    '0 (0 to 28)'
    """
    from scipy import stats

    size = whole(n, "n", 1)
    count = whole(hits, "hits", 0, size)
    interval = stats.binomtest(count, size).proportion_ci(LEVEL, method="wilson")
    return Estimate(count / size, float(interval.low), float(interval.high), size)


def finite_share(hits: int, n: int, population: int, level: float = LEVEL) -> Estimate:
    """Return the share of a population that something holds for, of a sample without replacement.

    Parameters
    ----------
    hits : int
        How many of the sample it holds for.
    n : int
        Size of the sample, 1 or more.
    population : int
        How many there are, `n` or more.
    level : float
        Confidence, between 0 and 1.

    Returns
    -------
    Estimate
        A probability; with all of the population seen, the ends of its interval are equal.

    Raises
    ------
    TypeError, ValueError
        If the numbers can't be.

    Notes
    -----
    The hits in the sample are hypergeometric. The interval holds every number of hits in the
    population that neither one-sided test rejects (Clopper and Pearson's construction, 1934, for a
    finite population); it covers the truth at least as often as `level` says.

    Examples
    --------
    >>> finite_share(3, 4, 8).text(0, times=100)
    '75 (38 to 88)'
    """
    from scipy.stats import hypergeom

    tail = (1 - check_level(level)) / 2
    whole(population, "population", 1)
    size = whole(n, "n", 1, population)
    count = whole(hits, "hits", 0, size)
    possible = range(count, population - (size - count) + 1)  # hits in the population

    def enough(hits: int) -> bool:
        return bool(hypergeom.sf(count - 1, population, hits, size) > tail)

    def too_many(hits: int) -> bool:
        return bool(hypergeom.cdf(count, population, hits, size) <= tail)

    low = possible[bisect_left(possible, True, key=enough)]
    high = possible[bisect_left(possible, True, key=too_many) - 1]
    return Estimate(count / size, low / population, high / population, size)


def median_of(values: ArrayLike) -> Estimate:
    """Return the median of a sample, with the interval that its order statistics give.

    Parameters
    ----------
    values : (n,) array of float
        One or more.

    Returns
    -------
    Estimate
        In the unit of the values; fewer than six have no interval.

    Raises
    ------
    ValueError
        If there are no values.

    Notes
    -----
    The median lies between the k-th lowest value and the k-th highest with a probability that
    follows from the toss of n coins, whatever the distribution.

    Examples
    --------
    >>> median_of([1, 2, 3, 4, 5, 9]).text()
    '3.5 (1.0 to 9.0)'
    """
    from scipy import stats

    sample = np.sort(_sample(values))
    n = len(sample)
    # The k-th is above the median where fewer than k values lie below: a chance under 2.5 %.
    k = int(stats.binom.ppf((1 - LEVEL) / 2, n, 0.5))
    centre = float(np.median(sample))
    if k == 0:
        return Estimate(centre, np.nan, np.nan, n)
    return Estimate(centre, float(sample[k - 1]), float(sample[n - k]), n)


def _sample(values: ArrayLike) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    sample = np.asarray(values, float).ravel()
    if len(sample) == 0:
        raise ValueError("values: expected one or more, got none")
    return sample


def _shown(number: float, digits: int, signed: bool) -> str:
    if not signed:
        return f"{number:.{digits}f}"
    text = f"{number:+.{digits}f}"
    return text[1:] if float(text) == 0 else text.replace("-", "\N{MINUS SIGN}")
