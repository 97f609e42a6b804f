"""All hands in groups by what players count in them, and what the groups tell."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.common.all_hands import (
    CALLS,
    ODDS,
    Ints,
    best_calls,
    counts,
    drawn,
    gains,
    odds_before,
)
from moon_sim.game import PASS
from moon_sim.reporting import Run

DIGITS = 6
FEW = 0.1
"""The share of a group's hands below its spread, and above it."""

FOLDS = 10
SHORTEST, MOST = 2, 6
"""The hand of all seven doubles stands with those of six, for which 2 tiles is the longest."""

CELL = ["longest", "tops", "doubles"]

SUM = "points"
"""What the three counts come to, with the number that comes to the most."""

GROUPINGS: dict[str, list[str]] = {
    "all alike": [],
    "pips": ["pips"],
    "longest": ["longest"],
    "doubles": ["doubles"],
    "longest and doubles": ["longest", "doubles"],
    "its double": ["longest", "double", "doubles"],
    "its three highest": ["longest", "honours", "doubles"],
    "its two highest": CELL,
    "all three added": [SUM],
}
"""Ways to group hands, by what they count."""


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    hands, _ = drawn(run.seed, run.count)
    counted, odds = counted_as_charted(hands), odds_before(hands)
    return {
        "cells.csv": grouped(counted, odds, CELL).round(DIGITS),
        "points.csv": grouped(counted, odds, [SUM]).round(DIGITS),
        "groupings.csv": compared(counted, odds, run.seed).round(DIGITS),
    }


def counted_as_charted(hands: Ints) -> pd.DataFrame:
    """Return what is counted in hands, with the chart's edges."""
    counted = counts(hands)
    counted["longest"] = counted["longest"].clip(lower=SHORTEST)
    counted["doubles"] = counted["doubles"].clip(upper=MOST)
    return counted


def grouped(counted: pd.DataFrame, odds: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return for each group its hands, its best call, and how its odds are spread.

    `gain` is what the call gains on average, in points; `right` is the share of its hands of which
    no other call gains more; `p5` the mean odds of 5, and `low5` and `high5` those that a tenth of
    the hands are below and above.
    """
    gained, best = gains(odds), best_calls(odds)
    rows = []
    for key, places in counted.groupby(by).indices.items():
        mean = gained[places].mean(axis=0)
        call = CALLS[int(mean.argmax())]
        spread: dict[str, float] = {}
        for name in ODDS:
            mine, bid = odds[name].to_numpy()[places], name.removeprefix("p")
            low, high = np.quantile(mine, [FEW, 1 - FEW])
            spread |= {name: mine.mean(), f"low{bid}": low, f"high{bid}": high}
        rows.append({
            **dict(zip(by, key if isinstance(key, tuple) else (key,), strict=True)),
            "hands": len(places),
            "call": call,
            "gain": mean.max(),
            "right": (best[places] == call).mean(),
            **spread,
        })  # fmt: skip
    return pd.DataFrame(rows)


# --- What a grouping tells --------------------------------------------------------------------


def compared(counted: pd.DataFrame, odds: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return how much each way of grouping tells of the odds, and what its bids gain.

    `p5` is the share of the variance of the odds of 5 that lies between the groups; `gain` the
    points a hand when each group bids what gains the most on other hands; `best` those of each
    hand's own best call.
    """
    gained = gains(odds)
    fold = np.random.default_rng(seed).permutation(len(odds)) % FOLDS
    rows = []
    for name, by in GROUPINGS.items():
        group = numbered(counted, by)
        rows.append({
            "grouping": name,
            "groups": int(group.max()) + 1,
            **{column: between(group, odds[column].to_numpy()) for column in ODDS},
            "gain": judged(group, gained, fold).mean(),
            "best": gained.max(axis=1).mean(),
        })  # fmt: skip
    return pd.DataFrame(rows)


def numbered(counted: pd.DataFrame, by: list[str]) -> Ints:
    """Return the number of each hand's group."""
    if not by:
        return np.zeros(len(counted), np.int64)
    return counted.groupby(by).ngroup().to_numpy().astype(np.int64)


def between(group: Ints, odds: NDArray[np.float64]) -> float:
    """Return the share of the variance of odds that lies between the groups, and not in them."""
    sizes = np.bincount(group)
    means = np.bincount(group, odds) / sizes
    return float(means[group].var() / odds.var())


def judged(group: Ints, gained: NDArray[np.float64], fold: Ints) -> NDArray[np.float64]:
    """Return what each hand gains by the best call of its group's hands in the other folds.

    A group that none of the others is in passes.
    """
    found, sizes = np.zeros(len(group)), np.bincount(group)
    for one in range(fold.max() + 1):
        test = fold == one
        total = [np.bincount(group[~test], each, len(sizes)) for each in gained[~test].T]
        calls = np.argmax(total, axis=0)
        found[test] = gained[test, calls[group[test]]]
    return found


assert CALLS[0] == PASS, "the first of equal calls: a group without hands passes"
