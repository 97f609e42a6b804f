"""The figures about 21: they compute nothing."""

from typing import Any

import pandas as pd

from analyses.common.hands import EVEN
from moon_sim.reporting import PALETTE, dots, figure, reached


def draw_odds(before: pd.DataFrame, odds_after: pd.Series) -> Any:
    """Draw which share of hands and holdings reaches some odds of seven tricks."""
    made, axis = figure(7, 4.2)
    for odds, name, colour, line in (
        (before["p7"], "before the widow", "blue", "-"),
        (odds_after, "after the widow", "orange", "--"),
    ):
        label = f"{name} (n = {len(odds):,})"
        reached(axis, odds, times=100, label=label, colour=PALETTE[colour], line=line)
    axis.axvline(100 * EVEN, color="0.6", lw=1)
    axis.set(xlabel="odds of seven tricks, at least (%)", ylabel="hands or holdings (%)")
    axis.set(xlim=(-1, 101), ylim=(0, 50))
    axis.set_title("Blind-lead odds of seven tricks; grey line: even odds")
    axis.grid()
    axis.legend()
    return made


def draw_sure(found: pd.DataFrame, n: int) -> Any:
    """Draw odds of seven tricks by the number of sure tiles."""
    made, axis = figure(7, 4)
    for shift, column, label, colour, marker in (
        (-0.08, "odds", "mean odds of seven tricks", "blue", "o"),
        (0.08, "even", "share at even odds or better", "orange", "s"),
    ):
        style = {"label": label, "colour": PALETTE[colour], "marker": marker}
        dots(axis, found["sure"] + shift, list(found[column]), times=100, **style)
    ticks = [f"{row.sure}\nn = {row.hands:,}" for row in found.itertuples()]
    axis.set_xticks(found["sure"], ticks)
    axis.set(xlabel="sure tiles in hand", ylabel="per cent", ylim=(-2, 102))
    axis.set_title(f"Before the widow, n = {n:,} hands; bars: 95 % interval")
    axis.grid(axis="y")
    axis.legend(loc="upper left")
    return made


def draw_laydowns(laid: pd.DataFrame) -> Any:
    """Draw how many holdings and hands have a laydown, by trump."""
    made, axes = figure(9, 3.6, columns=2)
    total = laid.iloc[-1]
    for axis, column, label, colour in (
        (axes[0], "holdings", "holdings with a laydown", "blue"),
        (axes[1], "hands", "hands with one whatever the widow", "orange"),
    ):
        bars = axis.bar(range(len(laid)), laid[column], color=PALETTE[colour])
        axis.bar_label(bars, [f"{count:,}" for count in laid[column]], fontsize=7)
        axis.set_xticks(range(len(laid)), laid["trump"], rotation=45)
        axis.set(xlabel="trump", ylabel=f"{column} (number)")
        axis.yaxis.get_major_locator().set_params(integer=True)
        axis.set_title(f"{label.capitalize()}, of {total[f'of_{column}']:,}")
    return made
