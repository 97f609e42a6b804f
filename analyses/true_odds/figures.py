"""The figures about true odds: they compute nothing."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.true_odds.numbers import PARTS, VIEWS, by_bid, ends
from moon_sim.reporting import PALETTE, figure

BLUE, ORANGE = PALETTE["blue"], PALETTE["orange"]
VIEW = "blind_lead"
"""The view whose gaps are drawn."""


def figures(frame: pd.DataFrame) -> dict[str, Any]:
    """Return all figures by their names."""
    return {"reliability": reliability(frame), "ecdf": ecdf(frame)}


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


def ecdf(frame: pd.DataFrame) -> Any:
    """Draw how many chosen contracts lose at most some odds, by bid."""
    made, axis = figure(4.2, 3.4)
    found = by_bid(frame[frame["part"] == "chosen"])
    end = 1.05 * max((ends(rows, VIEW)[1].max() for rows in found.values()), default=0) + 0.1
    for (bid, rows), colour, style in zip(
        found.items(), PALETTE.values(), ("-", "--", "-.", ":"), strict=False
    ):
        values = np.concatenate([[0], np.sort(ends(rows, VIEW)[1].clip(lower=0)), [end]])
        heights = np.concatenate([[0], np.arange(1, len(rows) + 1) / len(rows), [1]]) * 100
        axis.step(
            values,
            heights,
            where="post",
            color=colour,
            ls=style,
            lw=1.6,
            label=f"bid {bid} (n = {len(rows)})",
        )
    axis.set(
        xlabel="lost against blind-lead odds (percentage points)",
        ylabel="contracts that lose at most so much (%)",
        xlim=(-0.01 * end, end),
        ylim=(0, 101),
    )
    axis.set_title("Chosen contracts, by bid")
    axis.grid()
    axis.legend(loc="lower right")
    return made
