"""A probability from samples that were drawn for each widow apart."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import LAYOUTS, check_level


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
