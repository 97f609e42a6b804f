"""A probability from samples that were drawn for each widow apart."""

from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import LAYOUTS, check_level

PRECISION = 1e-15
"""Where the fraction of a beta distribution ends: the last step that changes it."""


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
        # The size of a simple sample with this variance; at 0 and 1 that is of no use.
        size = float(self.n.sum())
        if 0 < p < 1:
            size = min(p * (1 - p) / float(self.standard_error()) ** 2, size * LAYOUTS)
        wins, losses = p * size, (1 - p) * size
        low = beta_quantile(tail, wins, losses + 1) if wins > 0 else 0.0
        high = 1 - beta_quantile(tail, losses, wins + 1) if losses > 0 else 1.0
        return low, high


def beta_quantile(q: float, a: float, b: float) -> float:
    """Return a quantile of a beta distribution.

    Parameters
    ----------
    q : float
        A probability.
    a, b : float
        Its shape, above 0.

    Returns
    -------
    float
        What a share `q` of it lies below.

    Notes
    -----
    It is what `scipy.special.betaincinv` gives, whose import takes half as long as a whole answer
    from the atlas.

    Examples
    --------
    >>> round(beta_quantile(0.5, 1, 3), 6)  # below x lies 1 - (1 - x) ** 3
    0.206299
    """
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if _beta_below(middle, a, b) < q:
            low = middle
        else:
            high = middle
    return middle


def _beta_below(x: float, a: float, b: float) -> float:
    """Return how much of a beta distribution lies below a place between 0 and 1."""
    if x > (a + 1) / (a + b + 2):  # from the other end, where the fraction converges at once
        return 1 - _beta_below(1 - x, b, a)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
    fraction = numerator = 1.0
    denominator = change = 0.0
    place = 1
    while abs(change - 1) > PRECISION:  # Lentz's method
        m, odd = divmod(place, 2)
        top = -(a + m) * (a + b + m) if odd else m * (b - m)
        step = top * x / ((a + place) * (a + place - 1))
        numerator = 1 + step / numerator
        denominator = 1 / (1 + step * denominator)
        change = numerator * denominator
        fraction *= change
        place += 1
    return exp(scale) / (a * fraction)
