"""The figures about hands."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.charts import COLOURS, MARKERS, legend_below
from analyses.common.hands import EVEN, UNIT
from moon_sim.game import NUMBER_BIDS
from moon_sim.reporting import PALETTE, dots, figure, reached
from moon_sim.stats import Estimate, mean_of, median_of

EDGES = (-2, 102)  # of axes in per cent, so that 0 and 100 are seen
LINES = dict(zip(NUMBER_BIDS, ("-", "--", "-.", ":"), strict=True))


def draw_spread(sample: pd.DataFrame) -> Any:
    """Draw which share of the hands reaches some odds."""
    made, axis = figure(7, 4.2)
    for bid in NUMBER_BIDS:
        style = {"colour": COLOURS[bid], "line": LINES[bid]}
        reached(axis, sample[f"p{bid}"], times=100, label=f"bid {bid}", **style)
    axis.axvline(100 * EVEN, color="0.6", lw=1)
    axis.set(xlabel="odds of the bid, at least (%)", ylabel="hands (%)", xlim=EDGES)
    axis.set_ylim(EDGES)
    axis.set_title(f"Blind-lead odds, n = {len(sample):,} random hands; grey line: even odds")
    axis.grid()
    axis.legend()
    return made


def grouped(rows: pd.DataFrame, column: str) -> dict[int, list[Estimate]]:
    """Return the mean odds of each bid 4-7 by a feature."""
    return {
        int(value): [mean_of(group[f"p{bid}"], UNIT) for bid in NUMBER_BIDS]
        for value, group in rows.groupby(column)
    }


def draw_trumps(numbers: pd.DataFrame) -> Any:
    """Draw the mean odds by length and by honours of the best trump."""
    made, axes = figure(9, 4, columns=2, sharey=True)
    for axis, column in zip(axes, ("trumps", "honours"), strict=True):
        found = grouped(numbers, column)
        sizes = numbers[column].value_counts()
        for at, bid in enumerate(NUMBER_BIDS):
            dots(
                axis,
                np.array(list(found)) + 0.08 * (at - 1.5),
                [means[at] for means in found.values()],
                times=100,
                label=f"bid {bid}",
                colour=COLOURS[bid],
                marker=MARKERS[bid],
            )
        axis.set_xticks(list(found), [f"{value}\nn = {sizes[value]}" for value in found])
        axis.grid(axis="y")
    axes[0].set(xlabel="trumps in hand", ylabel="mean odds (%)", ylim=EDGES)
    axes[1].set(xlabel="honours in hand")
    legend_below(made, axes[1])
    made.suptitle(
        f"Hands whose best trump is a number, n = {len(numbers):,}; bars: 95 % interval of the mean"
    )
    return made


def draw_kinds(kinds: dict[str, pd.DataFrame]) -> Any:
    """Draw the median odds of each bid by kind of trump."""
    made, axis = figure(6.5, 4)
    for shift, colour, marker, (name, rows) in zip(
        (-0.12, 0, 0.12), ("blue", "orange", "green"), "os^", kinds.items(), strict=True
    ):
        dots(
            axis,
            np.array(NUMBER_BIDS) + shift,
            [median_of(rows[f"p{bid}"]) for bid in NUMBER_BIDS],
            times=100,
            label=name,
            colour=PALETTE[colour],
            marker=marker,
        )
    axis.axhline(100 * EVEN, color="0.6", lw=1)
    axis.set(xlabel="bid (tricks)", ylabel="median odds (%)", xticks=NUMBER_BIDS, ylim=EDGES)
    n = len(next(iter(kinds.values())))
    axis.set_title(
        f"Exact odds after the widow, n = {n:,} holdings\nbars: 95 % interval; grey line: even odds"
    )
    axis.grid(axis="y")
    axis.legend()
    return made
