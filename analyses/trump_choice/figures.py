"""The figures about naming trump: they compute nothing, and are narrow enough for a telephone."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.charts import COLOURS, MARKERS, POINTS, by_bid, from_zero, legend_below
from analyses.common.rows import COST, REGRET
from analyses.trump_choice.counted import WAYS
from analyses.trump_choice.trials import TRIED
from moon_sim import Trump
from moon_sim.game import NUMBER_BIDS
from moon_sim.reporting import figure

WIDTH = 4.4
TRUMPS = [*map(str, range(1, 7)), *map(str, (Trump.ZEROS, Trump.DOUBLES, Trump.NONE))]


def numbers(found: pd.DataFrame) -> Any:
    """Draw how often each trump is the best one, by bid."""
    made, axis = figure(WIDTH, 3.6)
    for bid in NUMBER_BIDS:
        some = found[found["bid"] == bid].set_index("trump").loc[TRUMPS]
        axis.plot(
            np.arange(len(TRUMPS)), some["share"], MARKERS[bid] + ":", ms=5, lw=1,
            color=COLOURS[bid], label=f"bid {bid} (n = {some['n'].iloc[0]:,})",
        )  # fmt: skip
    axis.set_xticks(range(len(TRUMPS)), [*TRUMPS[:7], "dbl.", "none"])
    axis.set(xlabel="trump", ylabel="the best one (% of holdings)")
    axis.set_ylim(bottom=0)
    axis.grid(axis="y")
    axis.legend()
    axis.set_title("All holdings that leave the bid open", fontsize="medium")
    return made


def ties(found: pd.DataFrame) -> Any:
    """Draw what the longest number costs, by bid and by what decides between equal ones."""
    some = found[(found["holdings"] == "fresh") & (found["rule"] == "longest")]
    made, axis = figure(WIDTH, 4)
    by_bid(
        axis,
        some,
        "way",
        list(WAYS),
        [name.replace(", then", ",\nthen") for name in WAYS.values()],
        COST,
    )
    axis.set_xlabel(f"it costs ({POINTS}, mean)")
    from_zero(axis)
    axis.axvline(0, color="0.6", lw=0.8)
    legend_below(made, axis)
    made.suptitle(f"n = {some['n'].max():,} fresh holdings; bars: 95 % interval", fontsize="medium")
    return made


def ranking(regrets: pd.DataFrame, order: list[str]) -> Any:
    """Draw the mean regret of each selector by bid."""
    made, axis = figure(WIDTH, 1.3 + 0.4 * len(TRIED))
    by_bid(axis, regrets, "selector", order, order, REGRET)
    axis.set_xlabel(f"regret ({POINTS}, mean)")
    from_zero(axis)
    axis.axvline(0, color="0.6", lw=0.8)
    legend_below(made, axis)
    n = regrets["n"].max()
    made.suptitle(f"n = {n:,} fresh holdings; bars: 95 % interval", fontsize="medium")
    return made
