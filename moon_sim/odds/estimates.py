"""Estimates: a contract's trick distributions, and probabilities from several samples.

Each is exact where all layouts were counted, and else knows how far off it may be.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import HAND_SIZE, LAYOUTS, check_level, whole

__all__ = ["BlindLead", "Strata", "TrickDistribution", "at_least", "best_lead"]


def at_least(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the layouts with 0 tricks or more, 1 or more, ... 7 or more.

    Parameters
    ----------
    counts : (..., 8) int64 array
        Layouts by the declarer's tricks.

    Returns
    -------
    (..., 8) int64 array
    """
    return np.cumsum(counts[..., ::-1], axis=-1)[..., ::-1]


@dataclass(frozen=True, eq=False)
class TrickDistribution:
    """How often the declarer takes 0 to 7 tricks with a contract.

    Attributes
    ----------
    counts : (8,) int64 array
        Layouts by the declarer's double-dummy tricks.
    population : int
        How many layouts there are; with all of them counted, the odds are exact.
    seed : int or None
        The seed of the sample; None for exact odds, or where a Generator was given.
    """

    counts: NDArray[np.int64]
    population: int = LAYOUTS
    seed: int | None = None

    @property
    def n(self) -> int:
        """The number of layouts counted."""
        return int(self.counts.sum())

    @property
    def exact(self) -> bool:
        """Whether all layouts were counted."""
        return self.n == self.population

    @property
    def mean(self) -> float:
        """The declarer's tricks on average."""
        return float(self.counts @ np.arange(HAND_SIZE + 1) / self.n)

    def p_at_least(self, k: int) -> float:
        """Return the probability that the declarer takes `k` tricks or more.

        Parameters
        ----------
        k : int
            Tricks, 0-7.

        Returns
        -------
        float
            Probability.

        Raises
        ------
        TypeError, ValueError
            If `k` is no number of tricks.
        """
        return self._at_least(k) / self.n

    def standard_error(self, k: int) -> float:
        """Return the standard error of `p_at_least`, with the finite-population correction.

        Parameters
        ----------
        k : int
            Tricks, 0-7.

        Returns
        -------
        float
            Probability; 0 for exact odds, NaN for a sample of one layout.

        Raises
        ------
        TypeError, ValueError
            If `k` is no number of tricks.
        """
        p = self.p_at_least(k)
        if self.exact:
            return 0.0
        if self.n == 1:
            return float("nan")  # one layout says nothing of how layouts differ
        unseen = 1 - self.n / self.population
        return float(np.sqrt(p * (1 - p) / (self.n - 1) * unseen))

    def interval(self, k: int, level: float = 0.95) -> tuple[float, float]:
        """Return a confidence interval of the exact `p_at_least(k)`.

        Parameters
        ----------
        k : int
            Tricks, 0-7.
        level : float
            Confidence, between 0 and 1.

        Returns
        -------
        low, high : float
            Probabilities; equal for exact odds.

        Raises
        ------
        TypeError, ValueError
            If `k` is no number of tricks, or `level` no confidence.

        Notes
        -----
        Layouts are drawn without replacement, so the number of wins in the sample is
        hypergeometric. The interval holds every number of wins among all layouts that neither
        one-sided test rejects (Clopper and Pearson's construction, 1934, for a finite
        population); it covers the truth at least as often as `level` says.
        """
        tail = (1 - check_level(level)) / 2
        wins, n, population = self._at_least(k), self.n, self.population
        from scipy.stats import hypergeom

        possible = np.arange(wins, population - (n - wins) + 1)  # wins among all layouts
        likely = (hypergeom.sf(wins - 1, population, possible, n) > tail) & (
            hypergeom.cdf(wins, population, possible, n) > tail
        )
        low, high = possible[likely][[0, -1]]
        return float(low / population), float(high / population)

    def _at_least(self, k: int) -> int:
        return int(self.counts[whole(k, "tricks", 0, HAND_SIZE) :].sum())


@dataclass(frozen=True, eq=False)
class BlindLead:
    """How often the declarer takes 0 to 7 tricks after each lead, picked before seeing the layout.

    The odds of `k` tricks are those of the lead that is best for `k`. In a sample that lead is
    chosen on some layouts and its odds are measured on as many fresh ones, since the best of
    several noisy numbers promises too much.

    Attributes
    ----------
    leads : dict of str to TrickDistribution
        For each tile of the hand, highest first, the layouts by the declarer's tricks after that
        lead: all of them, or those of the sample on which the lead is chosen.
    measured : dict of str to TrickDistribution
        The same for the leads that are best for some number of tricks, on the fresh layouts; in
        exact odds `leads` once more.
    seed : int or None
        The seed of the sample; None for exact odds, or where a Generator was given.
    """

    leads: dict[str, TrickDistribution]
    measured: dict[str, TrickDistribution]
    seed: int | None = None

    @property
    def n(self) -> int:
        """The number of layouts on which the odds are measured."""
        return next(iter(self.measured.values())).n

    @property
    def exact(self) -> bool:
        """Whether all layouts were counted."""
        return next(iter(self.measured.values())).exact

    def best_lead(self, k: int) -> str:
        """Return the lead with which the declarer most often takes `k` tricks or more.

        Of leads that are equal in that, the one with more tricks on average; then the higher tile.

        Parameters
        ----------
        k : int
            Tricks, 0-7.

        Returns
        -------
        str
            The tile.

        Raises
        ------
        TypeError, ValueError
            If `k` is no number of tricks.
        """
        return best_lead(self.leads, k)

    def p_at_least(self, k: int) -> float:
        """Return the probability that the declarer takes `k` tricks or more with the best lead.

        Parameters
        ----------
        k : int
            Tricks, 0-7.

        Returns
        -------
        float
            Probability.

        Raises
        ------
        TypeError, ValueError
            If `k` is no number of tricks.
        """
        return self._of(k).p_at_least(k)

    def standard_error(self, k: int) -> float:
        """Return the standard error of `p_at_least`, with the finite-population correction.

        Parameters
        ----------
        k : int
            Tricks, 0-7.

        Returns
        -------
        float
            Probability; 0 for exact odds, NaN for a sample of one layout.

        Raises
        ------
        TypeError, ValueError
            If `k` is no number of tricks.
        """
        return self._of(k).standard_error(k)

    def interval(self, k: int, level: float = 0.95) -> tuple[float, float]:
        """Return a confidence interval of the chosen lead's exact odds of `k` tricks or more.

        Parameters
        ----------
        k : int
            Tricks, 0-7.
        level : float
            Confidence, between 0 and 1.

        Returns
        -------
        low, high : float
            Probabilities; equal for exact odds.

        Raises
        ------
        TypeError, ValueError
            If `k` is no number of tricks, or `level` no confidence.

        Notes
        -----
        As `TrickDistribution.interval`, on layouts that had no say in the choice. The lead chosen
        on a sample may be a little worse than the best one: see ``docs/odds.md``.
        """
        return self._of(k).interval(k, level)

    def _of(self, k: int) -> TrickDistribution:
        return self.measured[self.best_lead(k)]


def best_lead(leads: dict[str, TrickDistribution], k: int) -> str:
    """Return the lead of the most layouts with `k` tricks or more; see `BlindLead.best_lead`.

    Parameters
    ----------
    leads : dict of str to TrickDistribution
    k : int
        Tricks, 0-7.

    Returns
    -------
    str
        Of equal ones the one with more tricks on average, then the first.
    """
    return max(leads, key=lambda tile: (leads[tile].p_at_least(k), leads[tile].mean))


@dataclass(frozen=True, eq=False)
class Strata:
    """Wins on layouts drawn for each widow apart.

    Attributes
    ----------
    wins, n : (15, ...) int64 arrays
        Layouts won and layouts measured; one stratum a widow.
    """

    wins: NDArray[np.int64]
    n: NDArray[np.int64]

    def at(self, *where: int) -> "Strata":
        """Return the strata of one probability.

        Parameters
        ----------
        *where : int
            Its place along the axes after the first.

        Returns
        -------
        Strata
            One-dimensional.
        """
        every: tuple[Any, ...] = (slice(None), *where)
        return Strata(self.wins[every], self.n[every])

    def p(self) -> NDArray[np.float64]:
        """Return the mean over the widows, which are equally likely."""
        mean: NDArray[np.float64] = (self.wins / self.n).mean(axis=0)
        return mean

    def standard_error(self) -> NDArray[np.float64]:
        """Return the standard error of `p`, with the finite-population correction.

        A stratum that shows only wins or only losses is not taken to be sure of them: its
        variance is that of Laplace's estimate, (wins + 1) / (n + 2).
        """
        share = (self.wins + 1) / (self.n + 2)
        variances = share * (1 - share) / self.n * (1 - self.n / LAYOUTS)
        error: NDArray[np.float64] = np.sqrt(variances.sum(axis=0)) / len(self.n)
        return error

    def interval(self, level: float) -> tuple[float, float]:
        """Return a confidence interval of one `p`.

        Parameters
        ----------
        level : float
            Confidence, between 0 and 1.

        Returns
        -------
        low, high : float
            Probabilities; equal where all layouts were measured.

        Raises
        ------
        TypeError, ValueError
            If `level` is no confidence.
        """
        tail = (1 - check_level(level)) / 2
        p = float(self.p())
        if self.n.min() == LAYOUTS:
            return p, p
        # The quantiles of scipy.stats.beta, without its slow import.
        from scipy.special import betaincinv

        # The size of a simple sample with this variance; at 0 and 1 that is of no use.
        size = float(self.n.sum())
        if 0 < p < 1:
            size = min(p * (1 - p) / float(self.standard_error()) ** 2, size * LAYOUTS)
        wins, losses = p * size, (1 - p) * size
        low = betaincinv(wins, losses + 1, tail) if wins > 0 else 0.0
        high = betaincinv(wins + 1, losses, 1 - tail) if losses > 0 else 1.0
        return float(low), float(high)
