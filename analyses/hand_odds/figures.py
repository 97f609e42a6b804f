"""The figures about hands: they compute nothing."""

from typing import Any

import pandas as pd

from analyses.common.charts import COLOURS, MARKERS, legend_below
from analyses.common.hands import EVEN
from analyses.hand_odds.gather import HONOURS as HIGHEST
from moon_sim.game import NUMBER_BIDS
from moon_sim.reporting import PALETTE, figure

EDGES = (-2, 102)  # of axes in per cent, so that 0 and 100 are seen
LINES = dict(zip(NUMBER_BIDS, ("-", "--", "-.", ":"), strict=True))
HONOURS = dict(zip(range(HIGHEST + 1), ("pink", "orange", "green", "blue"), strict=True))


def draw_spread(reached: pd.DataFrame, n: str) -> Any:
    """Draw which share of the hands reaches some odds."""
    made, axis = figure(4.4, 4)
    for bid in NUMBER_BIDS:
        mine = reached[reached["bid"] == bid]
        style = {"color": COLOURS[bid], "ls": LINES[bid], "label": f"bid {bid}"}
        axis.plot(mine["least"], 100 * mine["share"], **style)
    axis.axvline(100 * EVEN, color="0.6", lw=1)
    axis.set(xlabel="odds of the bid, at least (%)", ylabel="hands (%)", xlim=EDGES, ylim=EDGES)
    axis.set_title(f"Before the widow, n = {n} hands\ngrey line: even odds")
    axis.grid()
    legend_below(made, axis)
    return made


def draw_trumps(numbers: pd.DataFrame, n: str) -> Any:
    """Draw the mean odds by length and by honours of the best trump, a chart a bid."""
    made, axes = figure(4.4, 5, 2, 2, sharex=True, sharey=True)
    for axis, bid in zip(axes.flat, NUMBER_BIDS, strict=True):
        for (honours, colour), marker in zip(HONOURS.items(), MARKERS.values(), strict=False):
            rows = numbers[(numbers["bid"] == bid) & (numbers["honours"] == honours)]
            style = {"color": PALETTE[colour], "marker": marker, "ms": 4, "label": str(honours)}
            axis.plot(rows["trumps"], 100 * rows["odds"], **style)
        axis.set_title(f"bid {bid}")
        axis.set(ylim=EDGES, xticks=sorted(numbers["trumps"].unique()))
        axis.grid()
    for axis in axes[-1]:
        axis.set_xlabel("trumps kept")
    for axis in axes[:, 0]:
        axis.set_ylabel("mean odds (%)")
    made.suptitle(f"Best trump a number from 1 to 6, of n = {n} holdings", fontsize=9)
    legend_below(made, axes[0, 0], title="honours among them")
    return made
