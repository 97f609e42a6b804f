"""Hands and holdings of the samples: their kinds of trump, and what they hold of the best one."""

import numpy as np
import pandas as pd

from moon_sim import Trump, features_frame
from moon_sim.game import NUMBER_BIDS
from moon_sim.heuristics import Features
from moon_sim.stats import Estimate, share_of

EVEN = 0.5
"""Odds from which on a bid gains on average."""

KINDS = ("number", "doubles", "none")
"""Of trump."""

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
    odds = [f"{view}{bid}" for view in ("p", "dd") for bid in NUMBER_BIDS]
    trumps = pd.Series([str(Trump(trump)) for trump in best], name="trump")
    held = held_of(sample["hand"], best)
    return pd.concat([sample[["number", "hand", *odds]], trumps, held], axis=1)


def held_of(hands: "pd.Series | list[int]", trumps: "np.ndarray | list[int]") -> pd.DataFrame:
    """Return what each hand holds of a trump: its features."""
    every = features_frame(hands).to_numpy().reshape(len(hands), len(Trump), -1)
    return pd.DataFrame(every[np.arange(len(hands)), trumps], columns=list(Features._fields))


def better(odds: pd.Series, least: float = EVEN) -> Estimate:
    """Return the share of odds above a level."""
    return share_of(int((odds > least).sum()), len(odds))
