"""The figures about bad breaks: they compute nothing."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from analyses.bad_breaks.kinds import KINDS
from analyses.bad_breaks.numbers import ABOVE, BELOW, FEWEST
from analyses.common.charts import legend_below
from moon_sim.reporting import PALETTE, dots, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SERIES = {ABOVE: ("blue", "o"), BELOW: ("orange", "s")}
BIDS = {
    4: ("blue", "o"),
    5: ("orange", "s"),
    6: ("green", "D"),
    7: ("amber", "v"),
    21: ("pink", "^"),
}


def changes_by_kind(found: pd.DataFrame, contracts: dict[str, int]) -> "Figure":
    """Draw how the odds change with what a defender holds, by the odds of the contract."""
    kinds = list(dict.fromkeys(found["kind"]))
    made, axis, places = _rows(kinds)
    for shift, (part, (colour, marker)) in zip((-0.17, 0.17), SERIES.items(), strict=True):
        rows = found[(found["part"] == part) & (found["contracts"] >= FEWEST)]
        dots(
            axis,
            [places[kind] + shift for kind in rows["kind"]],
            list(rows["change"]),
            across=True,
            label=f"{part} (n = {contracts.get(part, 0)})",
            colour=PALETTE[colour],
            marker=marker,
        )
    axis.set_xlabel("change of the odds\n(percentage points)")
    legend_below(made, axis)
    made.suptitle("What one defender holds, by the odds\nof the contract; bars: 95 % interval")
    return made


def seats_by_bid(found: pd.DataFrame, contracts: dict[int, int]) -> "Figure":
    """Draw by how much the odds are better where the left defender holds a kind, by bid."""
    shown = found[found["holm"].notna()]
    made, axis, places = _rows(list(dict.fromkeys(found["kind"])))
    bids = sorted(shown["bid"].unique())
    shifts = np.linspace(-0.28, 0.28, len(bids)) if len(bids) > 1 else [0.0] * len(bids)
    for bid, shift in zip(bids, shifts, strict=True):
        rows = shown[shown["bid"] == bid]
        colour, marker = BIDS[bid]
        dots(
            axis,
            [places[kind] + shift for kind in rows["kind"]],
            list(rows["difference"]),
            across=True,
            label=f"bid {bid} (n = {contracts[bid]})",
            colour=PALETTE[colour],
            marker=marker,
        )
    axis.set_xlabel("odds with it on the left less those\nwith it on the right (percentage points)")
    if bids:
        axis.legend(loc="upper center", bbox_to_anchor=(0.4, -0.13), ncols=2)
    made.suptitle("Below 0: worse for the declarer\non its left; bars: 95 % interval")
    return made


def _rows(kinds: list[str]) -> "tuple[Figure, Any, dict[str, int]]":
    """Return a figure with a line for each kind below its group's name, its axis, and the lines."""
    lines: list[tuple[str, bool]] = []
    for group, names in KINDS.items():
        present = [kind for kind in names if kind in kinds]
        lines += [(group, True)] * bool(present) + [(kind, False) for kind in present]
    made, axis = figure(4.4, 1.9 + 0.3 * len(lines))
    axis.axvline(0, color="0.3", lw=1.3, zorder=1)
    axis.set_yticks(range(len(lines)), [words for words, _ in lines])
    axis.set_ylim(len(lines) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    for label, (_, title) in zip(axis.get_yticklabels(), lines, strict=True):
        if title:
            label.set_fontweight("bold")
            label.set_fontsize(8)
    axis.grid(axis="x")
    axis.spines["left"].set_visible(False)
    return made, axis, {words: at for at, (words, title) in enumerate(lines) if not title}
