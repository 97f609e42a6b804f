"""The figures about 21: they compute nothing."""

from typing import Any

import pandas as pd

from analyses.common.hands import EVEN
from moon_sim.reporting import PALETTE, figure

EDGES = (-2, 102)  # of axes in per cent, so that 0 and 100 are seen


def draw_odds(reached: pd.DataFrame, names: dict[str, str]) -> Any:
    """Draw which share of hands and holdings reaches some odds of seven tricks."""
    made, axis = figure(4.4, 4)
    for (when, name), colour, line in zip(
        names.items(), ("blue", "orange"), ("-", "--"), strict=True
    ):
        mine = reached[reached["when"] == when]
        style = {"color": PALETTE[colour], "ls": line, "label": name}
        axis.plot(mine["least"], 100 * mine["share"], **style)
    axis.axvline(100 * EVEN, color="0.6", lw=1)
    axis.set(xlabel="odds of seven tricks, at least (%)", ylabel="hands or holdings (%)")
    axis.set(xlim=EDGES, ylim=EDGES)
    axis.set_title("Seven tricks by the best plan; grey line: even odds", fontsize=9)
    axis.grid()
    axis.legend()
    return made


def draw_points(points: pd.DataFrame, n: str) -> Any:
    """Draw odds of seven tricks by points, and how often 21 is better than even and best."""
    made, axis = figure(4.4, 4.2)
    for column, label, colour, marker, line in (
        ("odds", "mean odds", "blue", "o", "-"),
        ("even", "at even odds or better", "orange", "s", "--"),
        ("best", "21 is the best call", "green", "^", ":"),
    ):
        style = {"label": label, "color": PALETTE[colour], "marker": marker, "ls": line, "ms": 5}
        axis.plot(points["points"], 100 * points[column], **style)
    axis.set(xlabel="points in hand", ylabel="odds, or share of the hands (%)", ylim=EDGES)
    axis.set_xticks(points["points"])
    axis.set_title(f"Seven tricks, before the widow, n = {n} hands", fontsize=9)
    axis.grid()
    axis.legend(loc="upper left")
    return made
