"""The figures about bidding: they compute nothing."""

from typing import Any

import pandas as pd

from analyses.bidding.gather import BEST, PLAYED
from analyses.common.charts import COLOURS, MARKERS
from moon_sim import points
from moon_sim.game import BIDS, NUMBER_BIDS, target
from moon_sim.reporting import figure

WIDTH = 4.4
"""Inches: narrow enough to scale to a telephone's screen."""

ENOUGH = 100
"""Hands of a score, for a mean worth drawing."""


def draw_gains(scores: pd.DataFrame, least: dict[int, int]) -> Any:
    """Draw what each bid gains by points, as the count plays, and how many hands there are."""
    made, (top, bottom) = figure(WIDTH, 5.6, 2, 1, sharex=True, height_ratios=[3, 1])
    rows = scores[scores["hands"] >= ENOUGH]
    for bid in (bid for bid in BIDS if bid in least):
        gain = [points(bid, p) for p in rows[f"{PLAYED}{target(bid)}"]]
        top.plot(
            rows["score"],
            gain,
            color=COLOURS[bid],
            marker=MARKERS[bid],
            ms=4,
            lw=1.5,
            label=f"bid {bid}, from {least[bid]}",
        )
    top.axhline(0, color="0.3", lw=1, label="pass: 0")
    top.set_ylim(-8, 22)
    top.set_ylabel("points gained on average")
    top.grid(axis="y")
    top.legend(loc="upper left")
    share = 100 * scores["hands"] / scores["hands"].sum()
    bottom.bar(scores["score"], share, color="0.6", width=0.8)
    bottom.set(xlabel="points of the count", ylabel="hands (%)")
    bottom.set_xticks(scores["score"])
    made.suptitle(f"As the count plays; n = all {scores['hands'].sum():,} hands", fontsize=9)
    return made


def draw_odds(scores: pd.DataFrame) -> Any:
    """Draw the odds of each bid by points: as the count plays, and with the best plan."""
    made, axis = figure(WIDTH, 4.4)
    rows = scores[scores["hands"] >= ENOUGH]
    for bid in NUMBER_BIDS:
        for play, style, alpha in ((PLAYED, "-", 1), (BEST, "--", 0.8)):
            axis.plot(
                rows["score"],
                100 * rows[f"{play}{bid}"],
                style,
                color=COLOURS[bid],
                marker=MARKERS[bid] if play == PLAYED else None,
                ms=4,
                lw=1.5,
                alpha=alpha,
                label=f"bid {bid}" if play == PLAYED else None,
            )
    axis.plot([], [], "--", color="0.4", lw=1.5, label="the best plan")
    axis.axhline(50, color="0.6", lw=1, ls=":")
    axis.set(xlabel="points of the count", ylabel="odds (%)", ylim=(-2, 102))
    axis.grid(axis="y")
    axis.legend(loc="upper left", fontsize=8)
    axis.set_title(f"n = all {scores['hands'].sum():,} hands", fontsize=9)
    return made
