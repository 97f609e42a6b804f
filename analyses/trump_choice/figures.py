"""The figures about naming trump and the trial: they compute nothing."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.charts import POINTS, by_bid, from_zero, legend_below, told
from analyses.common.holdings import ALL, WORTH
from analyses.common.rows import COST, LEAD, REGRET, RIGHT, SHARE
from analyses.trump_choice.trials import EXACT, SAMPLED
from analyses.trump_choice.trumps import DOUBLES, KINDS, WAYS
from moon_sim.reporting import PALETTE, dots, figure

KIND_COLOURS = dict(zip(KINDS, ("blue", "orange", "green", "pink"), strict=True))
MARKERS = dict(zip(KINDS, "osD^", strict=True))


def ranking(blame: pd.DataFrame, order: list[str]) -> Any:
    """Draw the mean regret of each selector by bid, of all holdings and of those worth bidding."""
    made, axes = figure(10, 1.4 + 0.34 * len(order), columns=2, sharey=True)
    for axis, of in zip(axes, ("all", WORTH), strict=True):
        some = blame[(blame["of"] == of) & (blame["bid"] != ALL)]
        by_bid(axis, some, "selector", order, order, REGRET)
        n = some[some["selector"] == order[0]].set_index("bid")["n"]
        counts = ", ".join(f"{count} (bid {bid})" for bid, count in n.items())
        axis.set(xlabel=f"regret ({POINTS}, mean)", title=f"Holdings: {of}\nn = {counts}")
        from_zero(axis)
    legend_below(made, axes[0])
    made.suptitle("Against the exact best choice; bars: 95 % interval")
    return made


def effort(found: pd.DataFrame) -> Any:
    """Draw the time of a decision against its regret; variants of a rule are left out."""
    made, axis = figure(9, 5)
    plain = found[~found["selector"].str.contains("+", regex=False)].sort_values("seconds")
    for at, (name, row) in enumerate(plain.set_index("selector").iterrows(), 1):
        sampled = name.startswith((SAMPLED, EXACT))
        dots(
            axis,
            [row["seconds"]],
            [REGRET.of(row)],
            label=f"{at}  {name}",
            colour=PALETTE["orange" if sampled else "blue"],
            marker="s" if sampled else "o",
        )
        axis.annotate(at, (row["seconds"], row["regret"]), (5, 3), textcoords="offset points")
    axis.set(
        xscale="log",
        xlabel="time of a decision (seconds, median)",
        ylabel=f"regret ({POINTS}, mean over bids 4 to 7)",
    )
    axis.set_ylim(bottom=-0.5)
    axis.grid()
    made.legend(loc="outside right center")
    n = plain.loc[plain["selector"] != EXACT, "n"].max()
    axis.set_title(f"n = {n:,} decisions each; bars: 95 % interval")
    return made


def naming(found: pd.DataFrame) -> Any:
    """Draw what it costs to name another trump than the best."""
    some = found[(found["of"] == WORTH) & (found["bid"] != ALL)]
    names = list(WAYS.values())
    made, (left, right) = figure(10, 3.2, columns=2, sharey=True)
    by_bid(left, some, "way", list(WAYS), names, COST)
    by_bid(right, some, "way", list(WAYS), names, RIGHT)
    left.set(xlabel=f"it costs ({POINTS}, mean)", ylabel="trump")
    from_zero(left)
    right.set(xlabel="it is as good as the best (% of holdings)", xlim=(-1, 102))
    legend_below(made, right)
    n = some[some["way"] == "second"].set_index("bid")["n"]
    counts = ", ".join(f"{count} (bid {bid})" for bid, count in n.items())
    made.suptitle(f"Holdings worth bidding, each trump with its best discard; n = {counts};"
                  " bars: 95 % interval")  # fmt: skip
    return made


def doubles(found: pd.DataFrame) -> Any:
    """Draw which kind of trump is best by the doubles held, and by how much it beats numbers."""
    some = found[(found["of"] == WORTH) & (found["bid"] == ALL)]
    made, (left, right) = figure(10, 4, columns=2)
    places = np.arange(len(DOUBLES))
    for shift, kind in zip((-0.18, -0.06, 0.06, 0.18), KINDS, strict=True):
        rows = some[some["kind"] == kind].set_index("doubles").reindex(DOUBLES)
        style = {"colour": PALETTE[KIND_COLOURS[kind]], "marker": MARKERS[kind]}
        dots(left, places + shift, told(rows, SHARE), label=KINDS[kind], **style)
        if kind != "number":
            dots(right, places + shift, told(rows, LEAD), **style)
    n = some[some["kind"] == "number"].set_index("doubles")["n"].reindex(DOUBLES, fill_value=0)
    for axis in (left, right):
        axis.set_xticks(places, [f"{name}\nn = {n[name]:,}" for name in DOUBLES])
        axis.set_xlabel("doubles in the holding of eight tiles")
        axis.grid(axis="y")
        axis.set_xlim(-0.5, len(DOUBLES) - 0.5)
    legend_below(made, left, title="trump")
    left.set(ylabel="best trump (% of holdings and bids)", ylim=(-2, 102))
    right.set_ylabel(f"where best, more than the best number\n({POINTS}, mean)")
    right.set_ylim(bottom=0)
    made.suptitle("Holdings worth bidding, bids 4 to 7 together; bars: 95 % interval")
    return made
