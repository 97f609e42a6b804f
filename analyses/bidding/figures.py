"""The figures about bidding: they compute nothing."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.charts import COLOURS, MARKERS, told
from analyses.common.rows import Columns
from moon_sim.game import BIDS, NUMBER_BIDS
from moon_sim.reporting import dots, figure

FOUND = Columns("found")


def draw_odds(calibration: pd.DataFrame) -> Any:
    """Draw the odds of each bid by score: those promised, and those found."""
    made, axes = figure(8, 6.5, 2, 2, sharex=True, sharey=True)
    for axis, bid in zip(axes.flat, NUMBER_BIDS, strict=True):
        rows = calibration[calibration["bid"] == bid]
        rows = rows.assign(low=rows["low"].clip(0, 1), high=rows["high"].clip(0, 1))
        dots(
            axis,
            rows["score"],
            told(rows, FOUND),
            times=100,
            label="found, the mean of the hands",
            colour=COLOURS[bid],
            marker=MARKERS[bid],
        )
        axis.plot(rows["score"], 100 * rows["promised"], color="0.3", lw=1, label="promised")
        axis.axhline(50, color="0.7", lw=1, ls=":")
        axis.set_title(f"bid {bid}")
        axis.grid(axis="y")
    for axis in axes[1]:
        axis.set_xlabel("points of the count")
    for axis in axes[:, 0]:
        axis.set_ylabel("odds (%)")
    axes[0, 0].legend(loc="lower right")
    n = int(calibration[calibration["bid"] == BIDS[0]]["n"].sum())
    made.suptitle(
        f"n = {n:,} hands, each promised its odds by a fit on others; bars: 95 % interval"
    )
    return made


def draw_gains(scores: pd.DataFrame, bids: pd.DataFrame) -> Any:
    """Draw the points of each bid by score, where one overtakes another, and the hands below."""
    made, (top, bottom) = figure(8, 6.5, 2, 1, sharex=True, height_ratios=[3, 1])
    x = scores["score"]
    for bid in BIDS:
        top.plot(x, scores[f"gain{bid}"], color=COLOURS[bid], lw=1.5, label=f"bid {bid}")
    top.axhline(0, color="0.3", lw=1, label="pass")
    for row in bids.dropna(subset=["value"]).itertuples():
        height = np.interp(row.value, x, scores[f"gain{row.name}"])
        top.plot(row.value, height, "o", color="black", ms=5, mfc="none")
    top.set_ylim(-8, 22)
    top.set_ylabel("points gained on average")
    top.set_title("Rings: where a bid comes to be the best")
    top.grid(axis="y")
    top.legend(loc="upper left", ncols=2)
    share = 100 * scores["hands"] / scores["hands"].sum()
    bottom.bar(x, share, color="0.6", width=0.8)
    bottom.set(xlabel="points of the count", ylabel="hands (%)")
    bottom.set_title(f"All {scores['hands'].sum():,} hands")
    return made
