"""Charts of several groups and bids: they compute nothing."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.common.rows import Columns
from moon_sim.game import BIDS
from moon_sim.reporting import PALETTE, dots

COLOURS = dict(zip(BIDS, PALETTE.values(), strict=False))
MARKERS = dict(zip(BIDS, "osD^v", strict=True))
POINTS = "percentage points"
SPREAD = 0.6
"""How much of the room between two groups the bids' marks take."""


def by_bid(
    axis: Any,
    frame: pd.DataFrame,
    by: str,
    groups: Sequence[str],
    names: Sequence[str],
    columns: Columns,
) -> None:
    """Draw a number with its interval for each group, top to bottom, and each bid."""
    bids = sorted(frame["bid"].unique())
    shifts = np.linspace(-0.5, 0.5, len(bids)) * SPREAD if len(bids) > 1 else [0.0]
    for bid, shift in zip(bids, shifts, strict=True):
        rows = frame[frame["bid"] == bid].set_index(by).reindex(groups)
        dots(
            axis,
            np.arange(len(groups)) + shift,
            told(rows, columns),
            across=True,
            label=f"bid {bid}",
            colour=COLOURS[bid],
            marker=MARKERS[bid],
        )
    axis.set_yticks(range(len(groups)), names)
    axis.set_ylim(len(groups) - 0.5, -0.5)
    axis.grid(axis="x")


def told(rows: pd.DataFrame, columns: Columns) -> list[Any]:
    """Return the estimates that the rows of a table tell."""
    return [columns.of(row) for _, row in rows.iterrows()]


def from_zero(axis: Any) -> None:
    """Let the horizontal axis begin at 0, with room for marks that stand there."""
    axis.set_xlim(left=-0.015 * axis.get_xlim()[1])


def legend_below(made: Any, axis: Any, **options: Any) -> None:
    """Name what is drawn below a figure, where the names hide nothing."""
    drawn, names = axis.get_legend_handles_labels()
    made.legend(drawn, names, loc="outside lower center", ncols=len(names), **options)
