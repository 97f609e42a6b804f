"""The figures about widows and discards: they compute nothing."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.charts import (
    COLOURS,
    MARKERS,
    POINTS,
    by_bid,
    from_zero,
    legend_below,
    told,
)
from analyses.common.holdings import ALL, WORTH
from analyses.common.rows import COST, GAIN, HELPS, RIGHT
from analyses.widow_and_discard.kinds import DISCARD_KINDS, WIDOW_KINDS
from analyses.widow_and_discard.widows import BIN_NAMES
from moon_sim.reporting import dots, figure
from moon_sim.stats import FEWEST

PLACES = {"2": "second best", "3": "third best", "4": "fourth best", "8": "worst"}


def gains(spread: pd.DataFrame, by: pd.DataFrame) -> Any:
    """Draw how the widow's gain is spread, and its mean by the odds of the tiles dealt."""
    made, (left, right) = figure(10, 4, columns=2)
    for bid, some in spread[spread["of"] == "in doubt"].groupby("bid"):
        label = f"bid {bid} (n = {some['n'].iloc[0]:,})"
        left.plot(some["gain"], 100 - some["percentile"], color=COLOURS[bid], label=label)
    left.set(
        xlabel=f"the widow adds so much or more ({POINTS})",
        ylabel="hands (%)",
        title="Hands whose bid is in doubt: 20 to 80 % without the widow",
        ylim=(0, 101),
    )
    from_zero(left)
    some = by[(by["by"] == "odds dealt") & (by["bid"] != ALL)]
    for bid, group in some.groupby("bid"):
        rows = group[group["holdings"] >= FEWEST].set_index("group").reindex(BIN_NAMES)
        dots(
            right,
            np.arange(len(rows)) + 0.12 * (bid - 5.5),
            told(rows, GAIN),
            label=f"bid {bid} (n = {group['hands'].sum():,})",
            colour=COLOURS[bid],
            marker=MARKERS[bid],
            line="-",
        )
    right.set_xticks(range(len(BIN_NAMES)), BIN_NAMES)
    right.set(
        xlabel="odds with the seven tiles dealt (%)",
        ylabel=f"the widow adds ({POINTS}, mean)",
        title=f"Means of {FEWEST} holdings or more; bars: 95 % interval",
    )
    right.set_ylim(bottom=0)
    for axis in (left, right):
        axis.grid(axis="y")
        axis.legend()
    return made


def widows(by: pd.DataFrame) -> Any:
    """Draw what each kind of widow adds, and how often it helps at all."""
    some = by[(by["by"] == "kind") & (by["bid"] != ALL)]
    n = some.groupby("group")["hands"].sum().reindex(WIDOW_KINDS, fill_value=0)
    names = [f"{kind}\nn = {n[kind]:,}" for kind in WIDOW_KINDS]
    made, (left, right) = figure(10, 4.2, columns=2, sharey=True)
    by_bid(left, some, "group", WIDOW_KINDS, names, GAIN)
    by_bid(right, some, "group", WIDOW_KINDS, names, HELPS)
    left.set(xlabel=f"the widow adds ({POINTS}, mean)", ylabel="the widow is")
    from_zero(left)
    right.set(xlabel="the widow helps (% of hands)", xlim=(-1, 102))
    legend_below(made, left)
    total = int(some["hands"].sum())
    made.suptitle(f"Hands whose bid is in doubt, n = {total:,}; bars: 95 % interval")
    return made


def costs(found: pd.DataFrame, rules: list[str]) -> Any:
    """Draw what each way to discard costs, and how often it is right."""
    some = found[(found["of"] == WORTH) & (found["bid"] != ALL)]
    choices = [*PLACES, "at random", *rules]
    names = [PLACES.get(choice, choice) for choice in choices]
    n = some[some["choice"] == "1"].groupby("bid")["n"].sum()
    return _two(some, "choice", choices, names, "discard", f"n = {_by_bid(n)} holdings")


def discards(by: pd.DataFrame) -> Any:
    """Draw which kind of tile is right to throw."""
    some = by[by["bid"] != ALL]
    n = some.groupby("kind")["n"].sum().reindex(DISCARD_KINDS, fill_value=0)
    names = [f"{kind}\nn = {n[kind]:,}" for kind in DISCARD_KINDS]
    title = f"n = {n.sum():,} kinds in holdings"
    return _two(some, "kind", list(DISCARD_KINDS), names, "best discard that is", title)


def _by_bid(n: pd.Series) -> str:
    return ", ".join(f"{count:,} (bid {bid})" for bid, count in n.items())


def _two(
    some: pd.DataFrame, by: str, groups: list[str], names: list[str], label: str, n: str
) -> Any:
    made, (left, right) = figure(10, 1.2 + 0.5 * len(groups), columns=2, sharey=True)
    by_bid(left, some, by, groups, names, COST)
    by_bid(right, some, by, groups, names, RIGHT)
    left.set(xlabel=f"it costs ({POINTS}, mean)", ylabel=label)
    from_zero(left)
    right.set(xlabel="it is right (% of holdings)", xlim=(-1, 102))
    legend_below(made, right)
    made.suptitle(f"Holdings worth bidding, trump at its best; {n}; bars: 95 % interval")
    return made
