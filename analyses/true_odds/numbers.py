"""What the data of the sample say, with intervals."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from moon_sim.stats import FEWEST, Estimate, mean_of, share_of

PARTS = ("random", "chosen")
VIEWS = {"double_dummy": "double-dummy", "blind_lead": "blind-lead"}


class Mean(NamedTuple):
    """A mean that lies between two, where brackets leave it open, in percentage points."""

    least: Estimate
    most: Estimate

    def __str__(self) -> str:
        return span(self.least.value, self.most.value)

    @property
    def n(self) -> int:
        """How many are in it."""
        return self.least.n

    @property
    def both(self) -> Estimate:
        """The middle, with the interval that covers those of both ends."""
        centre = (self.least.value + self.most.value) / 2
        return Estimate(centre, self.least.low, self.most.high, self.n)

    @property
    def interval(self) -> str:
        """The interval as part of a sentence."""
        return f"{'' if np.isnan(self.both.low) else '95 % interval '}{self.both.interval()}"

    @property
    def cell(self) -> str:
        """Mean and interval for a table."""
        return f"{self} ({self.both.interval()})"


def mean(low: Sequence[float], high: Sequence[float]) -> Mean:
    """Return the mean of numbers, 0 and up, of which each is known to lie between two."""
    return Mean(*(mean_of(one, (0, np.inf), FEWEST) for one in (low, high)))


def gap(frame: pd.DataFrame, view: str) -> Mean:
    """Return by how much a view promises too much on average."""
    return mean(*ends(frame, view))


def ends(frame: pd.DataFrame, view: str) -> tuple[pd.Series, pd.Series]:
    """Return by how many points a view promises too much, at least and at most."""
    promised = frame[f"p_{view}"]
    return 100 * (promised - frame["p_hi"]), 100 * (promised - frame["p_lo"])


def share(certain: pd.Series, possible: pd.Series) -> str:
    """Return how many hold for certain and at most, with their share and its 95 % interval."""
    n, few, many = len(certain), int(certain.sum()), int(possible.sum())
    if n == 0:
        return "0 of 0"
    below, above = share_of(few, n).low, share_of(many, n).high
    count = f"{few}" if few == many else f"{few} to {many}"
    part = f"{100 * few / n:.0f}" if few == many else f"{100 * few / n:.0f} to {100 * many / n:.0f}"
    return f"{count} of {n}: {part} % ({100 * below:.0f} to {100 * above:.0f} %)"


def span(low: float, high: float) -> str:
    """Return a number that may lie between two as text."""
    one, other = f"{low:.1f}", f"{high:.1f}"
    return one if one == other else f"{one}-{other}"


def by_bid(frame: pd.DataFrame) -> dict[int, pd.DataFrame]:
    """Return the contracts of each bid."""
    return {int(bid): rows for bid, rows in frame.groupby("target")}


class Costs(NamedTuple):
    """What a view's choices cost in true odds, holding by holding, in percentage points."""

    least: pd.Series
    most: pd.Series


def costs(choices: pd.DataFrame, chosen: pd.Series) -> Costs:
    """Return what the chosen contracts cost against the best of their holdings."""
    rows = choices.assign(chosen=chosen)
    least, most = {}, {}
    for key, group in rows.groupby(["holding", "target"], sort=False):
        mine = group[group["chosen"]].iloc[0]
        others = group[~group["chosen"]]
        least[key] = 100 * max(others["p_lo"].max() - mine["p_hi"], 0.0)
        most[key] = 100 * max(others["p_hi"].max() - mine["p_lo"], 0.0)
    return Costs(pd.Series(least), pd.Series(most))


def choice_costs(choices: pd.DataFrame) -> dict[str, Costs]:
    """Return the costs of each view's choice."""
    return {
        "double_dummy": costs(choices, choices["double_dummy_choice"]),
        "blind_lead": costs(choices, choices["blind_lead_rank"] == 1),
    }
