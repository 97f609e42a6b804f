"""How often the declarer takes 0 to 7 tricks with a contract."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.display import Result, percent, seed_words
from moon_sim.game import HAND_SIZE, LAYOUTS, View, whole
from moon_sim.odds.text import describe_tricks, tricks_table
from moon_sim.stats import finite_share

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table


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


@dataclass(frozen=True, eq=False, repr=False)
class TrickDistribution(Result):
    """How often the declarer takes 0 to 7 tricks with a contract.

    In the double-dummy view, and after a lead that is given, every probability is a tail of
    `counts`. In the blind-lead view the declarer picks its lead before it sees the layout, and for
    each number of tricks another one may be best: the odds of `k` tricks are those of the best lead
    for `k`, and `counts` and `mean` belong to the lead with the most tricks on average. In a
    sample a lead is chosen on some layouts and its odds are measured on as many fresh ones, since
    the best of several noisy numbers promises too much.

    Attributes
    ----------
    counts : (8,) int64 array
        Layouts by the declarer's tricks.
    population : int
        How many layouts there are; with all of them counted, the odds are exact.
    seed : int or None
        The seed of the sample; None for exact odds, or where a Generator was given.
    contract : str
        The hand, the discard and the trump; empty where nobody has said them.
    leads : mapping of str to TrickDistribution
        In the blind-lead view, for each tile of the hand, highest first, the layouts by the
        declarer's tricks after that lead: all, or those of the sample on which it is chosen.
        Empty in the double-dummy view.
    measured : mapping of str to TrickDistribution
        The same for the leads that are best for some number of tricks, on the fresh layouts; in
        exact odds those of `leads`.
    """

    counts: NDArray[np.int64]
    population: int = LAYOUTS
    seed: int | None = None
    contract: str = ""
    leads: Mapping[str, "TrickDistribution"] = field(default_factory=dict)
    measured: Mapping[str, "TrickDistribution"] = field(default_factory=dict)

    @property
    def view(self) -> View:
        """Which odds: ``blind-lead`` where a lead is chosen, else ``double-dummy``."""
        return "blind-lead" if self.leads else "double-dummy"

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

    def best_lead(self, k: int | None = None) -> str:
        """Return the lead with which the declarer most often takes `k` tricks or more.

        Of leads that are equal in that, the one with more tricks on average; then the higher tile.

        Parameters
        ----------
        k : int, optional
            Tricks, 0-7; without it, the lead with the most tricks on average.

        Returns
        -------
        str
            The tile.

        Raises
        ------
        TypeError, ValueError
            If `k` is no number of tricks, or no lead is chosen: in the double-dummy view it is
            picked on each layout.
        """
        if not self.leads:
            raise ValueError("best_lead: expected the blind-lead view, got double-dummy odds")

        return best_of(self.leads, k)

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
        return self._wins(k) / self.n

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
        See `moon_sim.stats.finite_share`. With a blind lead it is that of the chosen lead's odds,
        on layouts that had no say in the choice; the lead chosen on a sample may be a little worse
        than the best one: see ``docs/odds.md``.
        """
        found = finite_share(self._wins(k), self.n, self.population, level)
        return found.low, found.high

    def to_frame(self, level: float = 0.95) -> "pd.DataFrame":
        """Return the odds of each number of tricks as a table.

        Parameters
        ----------
        level : float
            Confidence of the intervals.

        Returns
        -------
        DataFrame
            A row for 0 to 7 `tricks` (the index): `layouts` (with just so many), `p_at_least`,
            `low` and `high` (probabilities); with blind leads, also `lead` (text), the best for
            that many tricks or more.

        Raises
        ------
        TypeError, ValueError
            If `level` is no confidence.
        """
        import pandas as pd

        tricks = range(HAND_SIZE + 1)
        ends = [self.interval(k, level) for k in tricks]
        frame = pd.DataFrame(
            {
                "layouts": self.counts,
                "p_at_least": [self.p_at_least(k) for k in tricks],
                "low": [low for low, _ in ends],
                "high": [high for _, high in ends],
            },
            index=pd.RangeIndex(HAND_SIZE + 1, name="tricks"),
        )
        if self.leads:
            frame["lead"] = pd.array([self.best_lead(k) for k in tricks], dtype="string")
        return frame

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        return {
            "contract": self.contract,
            "view": self.view,
            "exact": self.exact,
            "n": self.n,
            "seed": self.seed,
            "counts": self.counts.tolist(),
            "p_at_least": [self.p_at_least(k) for k in range(HAND_SIZE + 1)],
            "leads": {lead: one.counts.tolist() for lead, one in self.leads.items()},
        }

    def _wins(self, k: int) -> int:
        tricks = whole(k, "tricks", 0, HAND_SIZE)
        one = self.measured[self.best_lead(tricks)] if self.leads else self
        return int(one.counts[tricks:].sum())

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        said: dict[str, object] = {
            f"{k} tricks or more": percent(self.p_at_least(k))
            + (f", lead {self.best_lead(k)}" if self.leads else "")
            for k in range(HAND_SIZE, HAND_SIZE - 4, -1)
        }
        said["tricks on average"] = f"{self.mean:.2f}"
        said["layouts"] = (
            f"all {self.n:,}, exact"
            if self.exact
            else f"{self.n:,} of {self.population:,}, sampled, {seed_words(self.seed)}"
        )
        return f"Tricks of {self.contract or 'a contract'}, {self.view}", said

    def _parts(self) -> "list[str | Table]":
        title = self._summary()[0]
        return [title, "", tricks_table(self), describe_tricks(self)]


def best_of(leads: Mapping[str, TrickDistribution], k: int | None = None) -> str:
    """Return the best of some leads; see `TrickDistribution.best_lead`.

    Parameters
    ----------
    leads : mapping of str to TrickDistribution
    k : int, optional
        Tricks, 0-7.

    Returns
    -------
    str
        Of equal ones the first.
    """

    def merit(lead: str) -> tuple[float, float]:
        return leads[lead].p_at_least(k) if k is not None else 0.0, leads[lead].mean

    return max(leads, key=merit)
