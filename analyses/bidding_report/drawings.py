"""The figures of `bidding.py`: they compute nothing."""

from typing import Any

import numpy as np
import pandas as pd

from moon_sim.game import BIDS, NUMBER_BIDS
from moon_sim.reporting import PALETTE, figure

COLOURS = dict(zip(BIDS, PALETTE.values(), strict=False))
MARKERS = dict(zip(BIDS, "osD^v", strict=True))


def draw_odds(calibration: pd.DataFrame) -> Any:
    """Draw the odds of each bid by score: those promised, and those found."""
    made, axes = figure(8, 6.5, 2, 2, sharex=True, sharey=True)
    for axis, bid in zip(axes.flat, NUMBER_BIDS, strict=True):
        rows = calibration[calibration["bid"] == bid]
        value, low, high = (100 * rows[name].to_numpy() for name in ("found", "low", "high"))
        low, high = np.clip(low, 0, 100), np.clip(high, 0, 100)
        axis.errorbar(
            rows["score"],
            value,
            np.nan_to_num([value - low, high - value]),
            fmt=MARKERS[bid],
            color=COLOURS[bid],
            ms=4,
            capsize=2,
            lw=1,
            label="found, the mean of the hands",
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
