"""The figure about defending: it computes nothing."""

from typing import TYPE_CHECKING

import pandas as pd

from moon_sim.reporting import PALETTE, dots, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def changes(found: pd.DataFrame, names: dict[str, str], contracts: int) -> "Figure":
    """Draw what each rule changes that stands in for another."""
    lines: list[str] = []
    places = []
    for question, rows in found.groupby("question", sort=False):
        lines.append(names[str(question)])
        for place, row in rows.iterrows():
            places.append((len(lines), place))
            lines.append(names[f"{question}: {row['rule']}"])
    made, axis = figure(4.2, 1.1 + 0.26 * len(lines))
    axis.axvline(0, color="0.35", lw=1.2)
    dots(
        axis,
        [line for line, _ in places],
        [found["change"][place] for _, place in places],
        across=True,
        colour=PALETTE["blue"],
    )
    titles = set(range(len(lines))) - {line for line, _ in places}
    axis.set_yticks(range(len(lines)), lines)
    for line, label in enumerate(axis.get_yticklabels()):
        if line in titles:
            label.set_fontweight("bold")
    axis.set_ylim(len(lines) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="x")
    axis.set_xlabel("change of the contracts set\n(percentage points)")
    made.suptitle(f"In place of the rule; n = {contracts:,} contracts\nbars: 95 % interval")
    return made
