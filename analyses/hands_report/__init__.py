"""What the pages about hands have in common."""

import numpy as np
import pandas as pd

from moon_sim import Trump
from moon_sim.game import NUMBER_BIDS
from moon_sim.heuristics import Features, features_frame
from moon_sim.stats import Estimate, share_of

__all__ = [
    "EVEN",
    "KINDS",
    "UNIT",
    "interval",
    "kind_of",
    "kind_with_zero",
    "percent",
    "with_best_trump",
    "worth",
]

EVEN = 0.5
KINDS = ("number", "doubles", "none")
UNIT = (0.0, 1.0)
"""Between these lie probabilities."""


def kind_of(trump: str) -> str:
    """Return whether a trump is a number, doubles or none."""
    return trump if trump in KINDS else KINDS[0]


def kind_with_zero(trump: str) -> str:
    """Return the kind of a trump, with 0 as one of its own: play is much as with none."""
    return trump if trump == str(Trump.ZEROS) else kind_of(trump)


def with_best_trump(sample: pd.DataFrame) -> pd.DataFrame:
    """Return the odds of the sample's hands, each with its best trump and what it holds of it.

    The best trump is the one with the best odds of all bids together, if it is named whatever the
    widow. Only the choice rests on those odds; a hand's own are measured on other layouts.
    """
    together = np.array([
        sum(sample[f"p{bid}_{trump!s}"] for bid in NUMBER_BIDS) for trump in Trump
    ])  # fmt: skip
    best = together.argmax(axis=0)
    every = features_frame(sample["hand"]).to_numpy().reshape(len(sample), len(Trump), -1)
    held = pd.DataFrame(every[np.arange(len(sample)), best], columns=list(Features._fields))
    odds = [f"{view}{bid}" for view in ("p", "dd") for bid in NUMBER_BIDS]
    trumps = pd.Series([str(Trump(trump)) for trump in best], name="trump")
    return pd.concat([sample[["number", "hand", *odds]], trumps, held], axis=1)


def worth(odds: pd.Series, least: float = EVEN) -> Estimate:
    """Return the share of odds above a level."""
    return share_of(int((odds > least).sum()), len(odds))


def percent(one: Estimate, digits: int = 0) -> str:
    """Return a probability and its interval in per cent."""
    return one.text(digits, 100)


def interval(one: Estimate, digits: int = 0) -> str:
    """Return a probability's interval in per cent, for a sentence."""
    if np.isnan(one.low):
        return "too few for an interval"
    return f"{100 * one.low:.{digits}f} to {100 * one.high:.{digits}f} %"
