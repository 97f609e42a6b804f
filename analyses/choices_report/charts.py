"""Charts of several groups and bids: they compute nothing."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from moon_sim.game import NUMBER_BIDS
from moon_sim.reporting import PALETTE

COLOURS = dict(zip(NUMBER_BIDS, list(PALETTE.values()), strict=False))
MARKERS = dict(zip(NUMBER_BIDS, "osD^", strict=True))
POINTS = "points of percentage"
SPREAD = 0.6
"""How much of the room between two groups the bids' marks take."""


def dots(
    axis: Any,
    frame: pd.DataFrame,
    by: str,
    groups: Sequence[str],
    names: Sequence[str],
    columns: tuple[str, str, str],
) -> None:
    """Draw a number with its interval for each group, top to bottom, and each bid.

    The columns are those of the number, and of its interval's ends.
    """
    value, low, high = columns
    bids = sorted(frame["bid"].unique())
    shifts = np.linspace(-0.5, 0.5, len(bids)) * SPREAD if len(bids) > 1 else [0.0]
    for bid, shift in zip(bids, shifts, strict=True):
        some = frame[frame["bid"] == bid].set_index(by).reindex(groups)
        reach = np.array([some[value] - some[low], some[high] - some[value]])
        axis.errorbar(
            some[value],
            np.arange(len(groups)) + shift,
            xerr=np.nan_to_num(reach).clip(0),
            fmt=MARKERS[bid],
            color=COLOURS[bid],
            ms=4,
            capsize=2,
            lw=1,
            label=f"bid {bid}",
        )
    axis.set_yticks(range(len(groups)), names)
    axis.set_ylim(len(groups) - 0.5, -0.5)
    axis.grid(axis="x")


def from_zero(axis: Any) -> None:
    """Let the horizontal axis begin at 0, with room for marks that stand there."""
    axis.set_xlim(left=-0.015 * axis.get_xlim()[1])


def legend_below(made: Any, axis: Any) -> None:
    """Name the bids below a figure, where they hide nothing."""
    made.legend(*axis.get_legend_handles_labels(), loc="outside lower center", ncols=len(MARKERS))
