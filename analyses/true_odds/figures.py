"""The figures about true odds: they compute nothing."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.true_odds.numbers import PARTS, VIEWS, by_bid, ends, gap
from moon_sim.reporting import PALETTE, dots, figure

BLUE, ORANGE = PALETTE["blue"], PALETTE["orange"]
COLOURS = {"double_dummy": BLUE, "blind_lead": ORANGE}
MARKERS = {"double_dummy": "o", "blind_lead": "s"}


def figures(frame: pd.DataFrame) -> dict[str, Any]:
    """Return all figures by their names."""
    return {"reliability": reliability(frame), "gaps": gaps(frame), "ecdf": ecdf(frame)}


def reliability(frame: pd.DataFrame) -> Any:
    """Draw what is promised against what is true."""
    made, axes = figure(4.2, 8, rows=2, sharex=True)
    for axis, (view, name) in zip(axes, VIEWS.items(), strict=True):
        axis.plot([0, 100], [0, 100], color="0.6", lw=1, zorder=1)
        for part, marker, colour in zip(PARTS, "o^", (BLUE, ORANGE), strict=True):
            rows = frame[frame["part"] == part]
            axis.scatter(
                100 * rows[f"p_{view}"],
                50 * (rows["p_lo"] + rows["p_hi"]),
                s=13,
                marker=marker,
                facecolors="none",
                edgecolors=colour,
                linewidths=0.8,
                label=f"{part} contracts (n = {len(rows)})",
                zorder=2,
            )
        wide = frame[~frame["exact"]]
        if len(wide):
            label = f"not closed, from floor to ceiling (n = {len(wide)})"
            low, high = 100 * wide["p_lo"], 100 * wide["p_hi"]
            axis.vlines(100 * wide[f"p_{view}"], low, high, color="0.2", lw=1.4, label=label)
        axis.set(ylabel="true, best defence (%)", xlim=(-2, 102), ylim=(-2, 102), aspect="equal")
        axis.set_title(f"{name.capitalize()} odds")
    axes[-1].set_xlabel("promised (%)")
    axes[0].legend(loc="upper left")
    return made


def gaps(frame: pd.DataFrame) -> Any:
    """Draw the mean gap of chosen contracts by bid."""
    found = by_bid(frame[frame["part"] == "chosen"])
    made, axis = figure(4.2, 3.2)
    for shift, (view, name) in zip((-0.12, 0.12), VIEWS.items(), strict=True):
        dots(
            axis,
            np.arange(len(found)) + shift,
            [gap(rows, view).both for rows in found.values()],
            label=name,
            colour=COLOURS[view],
            marker=MARKERS[view],
        )
    axis.set_xticks(range(len(found)), [f"{bid}\nn = {len(rows)}" for bid, rows in found.items()])
    axis.set(xlabel="bid", xlim=(-0.6, len(found) - 0.4))
    axis.set_ylabel("promised too much\n(percentage points, mean)")
    axis.set_ylim(bottom=0)
    axis.grid(axis="y")
    axis.legend(title="odds")
    return made


def ecdf(frame: pd.DataFrame) -> Any:
    """Draw how many contracts have at most some gap."""
    made, axis = figure(4.2, 3.2)
    n = len(frame)
    heights = np.concatenate([[0], np.arange(1, n + 1) / n, [1]]) * 100
    end = 1.05 * max(ends(frame, view)[1].max() for view in VIEWS) + 0.1
    styles = {"double_dummy": "--", "blind_lead": "-"}
    for view, name in VIEWS.items():
        least, most = (np.sort(one.clip(lower=0)) for one in ends(frame, view))
        wide = bool((~frame["exact"]).any())
        for values, label in ((most, name), (least, None)):
            places = np.concatenate([[0], values, [end]])
            style = {"color": COLOURS[view], "ls": styles[view], "where": "post"}
            if label or wide:
                width = 1.6 if label else 0.6
                axis.step(places, heights, label=label, lw=width, **style)
    axis.set(
        xlabel="promised too much (percentage points)",
        ylabel="contracts with at most so much (%)",
        xlim=(-0.01 * end, end),
        ylim=(0, 101),
    )
    axis.grid()
    axis.legend(title="odds", loc="lower right")
    return made
