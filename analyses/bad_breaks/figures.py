"""The figures about bad breaks: they compute nothing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from analyses.bad_breaks.kinds import KINDS, SEATS
from analyses.bad_breaks.numbers import LEVEL
from moon_sim.reporting import PALETTE, dots, figure
from moon_sim.stats import FEWEST

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = {"left": PALETTE["blue"], "right": PALETTE["orange"]}
MARKERS = {"left": "o", "right": "s"}
BARS = "bars: 95 % interval of the mean"


def changes_by_kind(effects: pd.DataFrame, contracts: int) -> "Figure":
    """Draw how the odds change with what a defender holds, by seat."""
    made, axis = _rows(effects)
    for shift, seat in zip((-0.17, 0.17), SEATS, strict=True):
        places = _places(effects)
        dots(
            axis,
            [place + shift for place in places.values()],
            [effects.loc[kind, seat] for kind in places],
            across=True,
            label=f"on the declarer's {seat}",
            colour=COLOURS[seat],
            marker=MARKERS[seat],
        )
    axis.set_xlabel("change of the odds (percentage points)")
    axis.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    made.suptitle(f"What one defender holds, n = {contracts} contracts; {BARS}")
    return made


def seats_by_kind(effects: pd.DataFrame, contracts: int) -> "Figure":
    """Draw by how much the odds are better where the left defender holds a kind."""
    made, axis = _rows(effects)
    proven = effects["holm"] < LEVEL
    for some, filled, words in (
        (effects[proven], True, "seats differ (p < 0.05 after Holm)"),
        (effects[~proven], False, "not proven to differ"),
    ):
        if len(some):
            dots(
                axis,
                [_places(effects)[kind] for kind in some.index],
                list(some["difference"]),
                across=True,
                label=words,
                colour=PALETTE["green"],
                marker="D",
                filled=filled,
            )
    # The first line is a group's name, and has no dot.
    for words, side in (
        ("\N{LEFTWARDS ARROW} worse on the left  ", "right"),
        ("  worse on the right \N{RIGHTWARDS ARROW}", "left"),
    ):
        axis.text(0, 0, words, ha=side, va="center")
    axis.set_xlabel("odds with it on the left less those on the right (points)")
    axis.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    made.suptitle(f"Left against right, n = {contracts} contracts; {BARS}")
    return made


def changes_by_split(splits: pd.DataFrame) -> "Figure":
    """Draw how the odds change with the split of the trumps that are out."""
    every = [rows for _, rows in splits.groupby("out")]
    shown = [rows for rows in every if rows["contracts"].max() >= FEWEST] or every
    widths = [len(rows) for rows in shown]
    made, axes = figure(9, 4, 1, len(shown), sharey=True, squeeze=False, width_ratios=widths)
    for axis, rows in zip(axes[0], shown, strict=True):
        axis.axhline(0, color="0.6", lw=1)
        dots(axis, range(len(rows)), list(rows["change"]), colour=PALETTE["blue"])
        lies = [f"{row.left}-{row.out - row.left}" for row in rows.itertuples()]
        shares = [f"{share:.0f} %" for share in rows["share"]]
        axis.set_xticks(range(len(rows)), map("\n".join, zip(lies, shares, strict=True)))
        axis.set_xlim(-0.6, len(rows) - 0.4)
        axis.grid(axis="y")
        out, n = rows["out"].iloc[0], rows["contracts"].iloc[0]
        axis.set_title(f"{out} trumps out\nn = {n} contracts")
    axes[0, 0].set_ylabel("change of the odds\n(percentage points)")
    made.supxlabel("trumps on the left - on the right; below, % of the layouts")
    made.suptitle(f"How the trumps that are out lie; {BARS}")
    return made


# --- Rows of kinds ----------------------------------------------------------------------------


def _lines(effects: pd.DataFrame) -> Iterator[tuple[str, bool]]:
    """Yield the lines of a figure from the top: a group's name (True), then its kinds."""
    for group, kinds in KINDS.items():
        present = [kind for kind in kinds if kind in effects.index]
        if present:
            yield group, True
            yield from ((kind, False) for kind in present)


def _places(effects: pd.DataFrame) -> dict[str, int]:
    """Return the line of each kind."""
    return {words: at for at, (words, title) in enumerate(_lines(effects)) if not title}


def _rows(effects: pd.DataFrame) -> "tuple[Figure, Any]":
    """Return a figure with a line for each kind, and its axis."""
    lines = list(_lines(effects))
    made, axis = figure(8, 1.4 + 0.25 * len(lines))
    axis.axvline(0, color="0.6", lw=1)
    labels = []
    for words, title in lines:
        row = None if title else effects.loc[words]
        labels.append(
            words if row is None else f"{words} ({row['share']:.0f} %, n = {row['contracts']})"
        )
    axis.set_yticks(range(len(lines)), labels)
    axis.set_ylim(len(lines) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    for label, (_, title) in zip(axis.get_yticklabels(), lines, strict=True):
        if title:
            label.set_fontweight("bold")
    axis.grid(axis="x")
    axis.spines["left"].set_visible(False)
    return made, axis
