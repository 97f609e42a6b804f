"""The figures about starting hands: they compute nothing."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.charts import COLOURS, MARKERS, legend_below
from analyses.common.hands import EVEN
from moon_sim.game import NUMBER_BIDS, PASS, target
from moon_sim.reporting import figure

EDGES = (-2, 102)  # of axes in per cent, so that 0 and 100 are seen
GREY = (0.87, 0.87, 0.87)
TINT = 0.5
SCALE = 0.8
"""How much of a field's width the scale takes on which its spread is drawn."""

THIN = 0.02
"""What is added to the spread on both sides, so that it is seen where all hands are alike."""

TOPS = {2: "both", 1: "one", 0: "none"}


def draw_chart(cells: pd.DataFrame, most: int, n: str) -> Any:
    """Draw the chart: a field for each group of hands, with its best call and its mean odds."""
    rows = cells[["longest", "tops"]].drop_duplicates()
    rows = rows.sort_values(["longest", "tops"], ascending=False)
    places = {key: place for place, key in enumerate(rows.itertuples(index=False, name=None))}
    made, axis = figure(4.4, 1.2 + 0.45 * len(places))
    for cell in cells.itertuples():
        _field(axis, cell, cell.doubles, places[cell.longest, cell.tops])
    axis.set_xlim(-0.5, most + 0.5)
    axis.set_ylim(len(places) - 0.5, -0.5)
    lengths = rows["longest"].to_numpy()
    for place in np.flatnonzero(np.diff(lengths)):
        axis.axhline(place + 0.5, color="black", lw=1)
    axis.set_yticks(list(places.values()), [f"{length}, {TOPS[tops]}" for length, tops in places])
    axis.set_xticks(range(most + 1), [*map(str, range(most)), f"{most} or 7"])
    axis.tick_params(length=0)
    axis.set(xlabel="doubles in hand")
    axis.set_ylabel("tiles of the longest number, and how many of its two highest")
    axis.set_title(
        f"The best call and its mean odds in %, n = {n} hands\n"
        "bars: the middle eight of ten hands, from 0 to 100 %",
        fontsize=9,
    )
    return made


def _field(axis: Any, cell: Any, across: int, down: int) -> None:
    """Draw one group of hands, with the odds of its call, or of 4 if it is a pass."""
    from matplotlib.patches import Rectangle

    colour = tint(cell.call)
    axis.add_patch(Rectangle((across - 0.5, down - 0.5), 1, 1, fc=colour, ec="white", lw=1))
    words, size = ("pass", 8.5) if cell.call == PASS else (str(cell.call), 11)
    bid = target(cell.call or NUMBER_BIDS[0])
    mean, low, high = (getattr(cell, f"{name}{bid}") for name in ("p", "low", "high"))
    middle = {"ha": "center", "va": "center"}
    axis.text(across, down - 0.22, words, fontsize=size, fontweight="bold", **middle)
    axis.text(across, down + 0.18, f"{100 * mean:.0f}", fontsize=8, **middle)
    ends = np.clip([low - THIN, high + THIN], 0, 1)
    scale = across - SCALE / 2 + SCALE * np.array([0, 1, *ends])
    axis.plot(scale[:2], [down + 0.4] * 2, color="white", lw=2, solid_capstyle="butt")
    axis.plot(scale[2:], [down + 0.4] * 2, color="black", lw=2, solid_capstyle="butt")


def tint(call: int) -> tuple[float, float, float]:
    """Return the colour of a call, so light that words on it can be read."""
    if call == PASS:
        return GREY
    from matplotlib.colors import to_rgb

    red, green, blue = (TINT * part + 1 - TINT for part in to_rgb(COLOURS[call]))
    return red, green, blue


def draw_points(points: pd.DataFrame, n: str) -> Any:
    """Draw the odds of each bid by points, with how they are spread."""
    made, axis = figure(4.4, 4.2)
    for at, bid in enumerate(NUMBER_BIDS):
        mean, low, high = (100 * points[f"{name}{bid}"] for name in ("p", "low", "high"))
        where = points["points"] + 0.14 * (at - 1.5)
        axis.vlines(where, low, high, color=COLOURS[bid], lw=1)
        axis.plot(where, mean, MARKERS[bid], color=COLOURS[bid], ms=5, label=f"bid {bid}")
    axis.axhline(100 * EVEN, color="0.6", lw=1)
    axis.set(xlabel="points", ylabel="odds (%)", xticks=points["points"], ylim=EDGES)
    axis.set_title(f"Mean odds, n = {n} hands; lines: eight of ten hands", fontsize=9)
    axis.grid(axis="y")
    legend_below(made, axis)
    return made
