"""The figures about play at the table: they compute nothing."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from moon_sim.reporting import PALETTE, dots, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


LOOKS = (("blue", "o", True), ("orange", "s", False), ("green", "^", True), ("pink", "D", False))
"""Colour, marker and whether it is filled, of each line of a figure."""


def promised_and_made(curves: dict[str, pd.DataFrame]) -> "Figure":
    """Draw what was made of contracts by what was promised, a curve for each name."""
    made, axis = figure(4.2, 4.6)
    axis.plot([0, 100], [0, 100], color="0.6", lw=1, zorder=1)
    shifts = np.linspace(-1.2, 1.2, len(curves))
    for (name, found), (colour, marker, filled), shift in zip(
        curves.items(), LOOKS, shifts, strict=False
    ):
        dots(
            axis,
            found["promised"] + shift,
            list(found["made"]),
            label=f"{name} (n = {found['n'].sum():,})",
            colour=PALETTE[colour],
            marker=marker,
            filled=filled,
        )
    axis.set(xlabel="promised (%)", ylabel="made (%)", xlim=(-3, 103), ylim=(-3, 103))
    axis.set_aspect("equal")
    axis.grid()
    axis.set_title("n: contracts; bars: 95 % intervals", fontsize="medium")
    drawn, names = axis.get_legend_handles_labels()
    made.legend(drawn, names, loc="outside lower center")
    return made


def who_loses_what(found: pd.DataFrame, names: list[str]) -> "Figure":
    """Draw how much more often contracts are made where other players declare or defend."""
    made, axis = figure(4.2, 1 + 0.3 * len(found))
    for role, (colour, marker, filled) in zip(
        ("declarer", "defenders", "all"), LOOKS, strict=False
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
