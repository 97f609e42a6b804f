"""The figures about widows and discards: they compute nothing."""

from typing import Any

import pandas as pd

from analyses.common.charts import POINTS, by_bid, legend_below
from analyses.common.rows import RIGHT, Columns
from analyses.widow_and_discard.kinds import DISCARD_KINDS, WIDOW_KINDS
from moon_sim.reporting import figure
from moon_sim.stats import FEWEST

WIDTH = 4.5
CHANGE = Columns("change", "none", "none")


def discards(listed: pd.DataFrame) -> Any:
    """Draw how often a tile of each kind is right to throw where no kind above it is held."""
    there = listed[listed["n"] >= FEWEST]
    kinds = [kind for kind in DISCARD_KINDS if (there["kind"] == kind).any()]
    n = listed.groupby("bid")["n"].sum()
    names = [kind.replace(", ", ",\n") for kind in kinds]
    made, axis = figure(WIDTH, 1.5 + 0.7 * len(kinds))
    if kinds:
        by_bid(axis, there, "kind", kinds, names, RIGHT)
        legend_below(made, axis)
    axis.set(
        xlabel="any tile of the kind is right (% of holdings)",
        xlim=(-2, 102),
        title="Fresh holdings with no kind above it\nbars: 95 % interval; n by bid:\n"
        + ", ".join(f"{bid}: {count:,}" for bid, count in n.items()),
    )
    return made


def widows(changes: pd.DataFrame) -> Any:
    """Draw what each kind of widow changes."""
    some = changes.assign(none=float("nan"))
    names = [kind.replace(" ", "\n") for kind in WIDOW_KINDS]
    made, axis = figure(WIDTH, 4)
    by_bid(axis, some, "kind", WIDOW_KINDS, names, CHANGE)
    axis.axvline(0, color="black", lw=0.8)
    axis.set(
        xlabel=f"the odds change by ({POINTS}, mean)",
        ylabel="the widow is",
        title="Odds of 20 to 80 % before it\nn = all pairs of a hand and a widow",
    )
    legend_below(made, axis)
    return made
