"""The figures about play at the table: they compute nothing."""

from typing import TYPE_CHECKING

import pandas as pd

from analyses.common.charts import legend_below
from moon_sim.reporting import PALETTE, dots, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def promised_and_made(found: pd.DataFrame, deals: int) -> "Figure":
    """Draw what was made of contracts by what was promised."""
    made, axis = figure(4.2, 4.4)
    axis.plot([0, 100], [0, 100], color="0.6", lw=1, zorder=1)
    for name, label, colour, marker, filled in (
        ("there", "all hands open after the lead", "orange", "s", False),
        ("made", "at the table", "blue", "o", True),
    ):
        shift = 0.8 if filled else -0.8
        dots(
            axis,
            found["promised"] + shift,
            list(found[name]),
            label=label,
            colour=PALETTE[colour],
            marker=marker,
            filled=filled,
        )
    axis.set(xlabel="promised (%)", ylabel="made (%)", xlim=(-3, 103), ylim=(-3, 103))
    axis.set_aspect("equal")
    axis.grid()
    many = f"{found['n'].sum():,} contracts of {deals:,} deals"
    axis.set_title(f"n = {many};\nbars: 95 % intervals", fontsize="medium")
    legend_below(made, axis)
    return made


def who_loses_what(found: pd.DataFrame, names: list[str]) -> "Figure":
    """Draw how much more often contracts are made where other players declare or defend."""
    made, axis = figure(4.2, 1 + 0.3 * len(found))
    for filled, role, colour, marker in (
        (True, "declarer", "blue", "o"),
        (False, "defenders", "orange", "s"),
    ):
        places = [place for place, one in enumerate(names) if one.startswith(role)]
        dots(
            axis,
            places,
            [found["more"].iloc[place] for place in places],
            across=True,
            colour=PALETTE[colour],
            marker=marker,
            filled=filled,
        )
    axis.axvline(0, color="0.6", lw=1, zorder=1)
    axis.set_yticks(range(len(found)), names)
    axis.set_ylim(len(found) - 0.5, -0.5)
    axis.set_xlabel("contracts made more often\n(percentage points)")
    axis.set_title(f"n = {found['n'].max()} deals; bars: 95 % intervals", fontsize="medium")
    axis.grid(axis="x")
    return made
