"""The figures of `trump_choice.py`."""

from typing import Any

import numpy as np
import pandas as pd

from moon_sim.reporting import PALETTE, figure

from .charts import POINTS, dots, from_zero, legend_below
from .holdings import ALL
from .trial_numbers import EXACT, SAMPLED
from .trump_numbers import DOUBLES, KINDS, WAYS
from .words import COST, REGRET, RIGHT

KIND_COLOURS = dict(zip(KINDS, ("blue", "orange", "green", "pink"), strict=True))


def ranking(blame: pd.DataFrame, order: list[str]) -> Any:
    """Draw the mean regret of each selector by bid, of all holdings and of those worth bidding."""
    made, axes = figure(10, 1.4 + 0.34 * len(order), columns=2, sharey=True)
    for axis, of in zip(axes, ("all", "worth bidding"), strict=True):
        some = blame[(blame["of"] == of) & (blame["bid"] != ALL)]
        dots(axis, some, "selector", order, order, REGRET)
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
    for at, row in enumerate(plain.itertuples(), 1):
        sampled = row.selector.startswith((SAMPLED, EXACT))
        reach = np.nan_to_num([[row.regret - row.low], [row.high - row.regret]]).clip(0)
        axis.errorbar(
            row.seconds,
            row.regret,
            reach,
            fmt="s" if sampled else "o",
            color=PALETTE["orange" if sampled else "blue"],
            ms=4,
            capsize=2,
            lw=1,
            label=f"{at}  {row.selector}",
        )
        axis.annotate(at, (row.seconds, row.regret), (5, 3), textcoords="offset points")
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
    some = found[(found["of"] == "worth bidding") & (found["bid"] != ALL)]
    names = [name.replace("`", "") for name in WAYS.values()]
    made, (left, right) = figure(10, 3.2, columns=2, sharey=True)
    dots(left, some, "way", list(WAYS), names, COST)
    dots(right, some, "way", list(WAYS), names, RIGHT)
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
    some = found[(found["of"] == "worth bidding") & (found["bid"] == ALL)]
    made, (left, right) = figure(10, 4, columns=2)
    places = np.arange(len(DOUBLES))
    for shift, kind in zip((-0.18, -0.06, 0.06, 0.18), KINDS, strict=True):
        rows = some[some["kind"] == kind].set_index("doubles").reindex(DOUBLES)
        style = {"fmt": "osD^"[list(KINDS).index(kind)], "color": PALETTE[KIND_COLOURS[kind]],
                 "ms": 5, "capsize": 2, "lw": 1}  # fmt: skip
        reach = np.nan_to_num([rows["share"] - rows["low"], rows["high"] - rows["share"]])
        left.errorbar(places + shift, rows["share"], reach.clip(0), label=KINDS[kind], **style)
        if kind != "number":
            reach = np.nan_to_num(
                [rows["gain"] - rows["gain_low"], rows["gain_high"] - rows["gain"]]
            )
            right.errorbar(places + shift, rows["gain"], reach.clip(0), label=KINDS[kind], **style)
    n = some[some["kind"] == "number"].set_index("doubles")["n"].reindex(DOUBLES, fill_value=0)
    for axis in (left, right):
        axis.set_xticks(places, [f"{name}\nn = {n[name]:,}" for name in DOUBLES])
        axis.set_xlabel("doubles in the holding of eight tiles")
        axis.grid(axis="y")
        axis.set_xlim(-0.5, len(DOUBLES) - 0.5)
    names = {"title": "trump", "loc": "outside lower center", "ncols": len(KINDS)}
    made.legend(*left.get_legend_handles_labels(), **names)
    left.set(ylabel="best trump (% of holdings and bids)", ylim=(-2, 102))
    right.set_ylabel(f"where best, more than the best number\n({POINTS}, mean)")
    right.set_ylim(bottom=0)
    made.suptitle("Holdings worth bidding, bids 4 to 7 together; bars: 95 % interval")
    return made
