"""What the page of `defence.py` answers and advises, as the numbers have it."""

import pandas as pd

from moon_sim.reporting import bullet, paragraph

from .kinds import KINDS
from .numbers import FEWEST, LEVEL, Mean, both_seats, together

COMMON = 5.0
"""Per cent of the layouts: the answer names no kind that is rarer."""

MANY = 50
"""Contracts: the answer names no kind that fewer have."""

NAMED = 4
"""So many of the worst and of the best kinds does the advice name."""


def answer(found: pd.DataFrame, split: pd.DataFrame, contracts: int) -> list[str]:
    """Return the paragraph that answers the page's question.

    Parameters
    ----------
    found : DataFrame
        As `effects` gives it.
    split : DataFrame
        As `split_changes` gives it.
    contracts : int
        How many.

    Returns
    -------
    list of str
        Lines.
    """
    words = []
    lies = together(split).set_index("together")
    if len(lies) == 2:
        one, both = lies.loc[True], lies.loc[False]
        words.append(
            "**All the trumps that are out lie in one hand** on "
            f"{one['share']:.0f} % of the layouts, and on **{one['failing']:.0f} %** of those that "
            f"fail: the odds are then {_points(one['change'])} than the contract's own, and "
            f"{_points(both['change'])} where they are split (n = {one['contracts']} contracts "
            "with two or more out)."
        )
    usual = _usual(found)
    usual = usual[~usual.index.isin(KINDS["How many trumps"])]
    if len(usual):
        either = _centre(usual, "either")
        worst, best = either.idxmin(), either.idxmax()
        words.append(
            f"Of what else one defender often holds, the worst is {_holding(worst)}: "
            f"{_points(usual.loc[worst, 'either'])}; the best is {_holding(best)}: "
            f"{_points(usual.loc[best, 'either'])}."
        )
    proven = _proven(found)
    tested = int(found["holm"].notna().sum())
    if len(proven):
        size = _centre(proven, "difference")
        top = size.abs().idxmax()
        seat, other = ("left", "right") if size[top] < 0 else ("right", "left")
        difference = _size(proven.loc[top, "difference"])
        words.append(
            f"**The seat matters** for {len(proven)} of {tested} kinds of holding, most for "
            f"{_holding(top)}: on the declarer's {seat} that is worse by {difference.centre:.1f} "
            f"points ({_interval(difference)}) than on the {other}."
        )
    else:
        words.append(f"For none of {tested} kinds of holding is the seat proven to matter.")
    return paragraph(f"{' '.join(words)} All of that over n = {contracts} contracts.")


def advice(found: pd.DataFrame, split: pd.DataFrame) -> list[str]:
    """Return what players can make of the numbers.

    Parameters
    ----------
    found, split : DataFrame
        As `answer` takes them.

    Returns
    -------
    list of str
        Lines.
    """
    usual = _usual(found)
    order = usual.loc[_centre(usual, "either").sort_values(kind="stable").index]
    bad = [kind for kind, row in order.iterrows() if row["either"].high < 0][:NAMED]
    good = [kind for kind, row in order[::-1].iterrows() if row["either"].low > 0][:NAMED]
    lines = ["## What players can make of it", ""]
    for words, rank, kinds in (("has to fear", "worst", bad), ("can hope for", "best", good)):
        if kinds:
            said = "; ".join(
                f"{_holding(kind)}: {_points(usual.loc[kind, 'either'])}" for kind in kinds
            )
            lines += bullet(f"**What a declarer {words}**, {rank} first: {said}.")
    for out, rows in both_seats(split).groupby("out"):
        if rows["contracts"].max() >= MANY:
            said = "; ".join(
                f"{row.longer}-{row.out - row.longer} on {row.share:.0f} % of the layouts, "
                f"{_points(row.change)}"
                for row in rows.itertuples()
            )
            lines += bullet(f"**{out} trumps out** lie {said}.")
    lines += _ruffs(found)
    lines += _seats(found)
    return [
        *lines,
        *bullet(
            "**For the defenders** the signs turn round: what the declarer has to fear is what to "
            "hope for with such a hand, and more so on the side named."
        ),
        "",
    ]


def _ruffs(found: pd.DataFrame) -> list[str]:
    voids = [kind for kind in ("void with a trump", "void without a trump") if kind in found.index]
    if len(voids) < 2:
        return []
    with_it, without = (found.loc[kind] for kind in voids)
    return bullet(
        "**A defender who can't follow in the declarer's second suit**: with a trump, on "
        f"{with_it['share']:.0f} % of the layouts, the odds are {_points(with_it['either'])}; "
        f"without one, on {without['share']:.0f} %, {_points(without['either'])}: then the other "
        "defender has all the trumps that are out."
    )


def _seats(found: pd.DataFrame) -> list[str]:
    proven = _proven(found)
    centre = _centre(proven, "difference").sort_values(key=abs, ascending=False, kind="stable")
    lines = []
    for seat, kinds in (("left", centre.index[centre < 0]), ("right", centre.index[centre > 0])):
        if len(kinds):
            named = "; ".join(
                f"{_holding(kind)} (by {abs(centre[kind]):.1f} points)" for kind in kinds[:NAMED]
            )
            lines += bullet(f"**Worse for the declarer on its {seat}**, most of all: {named}.")
    decided = _usual(found)["decided"]
    if len(decided):
        lines += bullet(
            f"**How often the seat decides**: with these holdings, on {decided.min():.0f} to "
            f"{decided.max():.0f} % of the pairs of a layout and its mirror image. On the others, "
            "the contract is made or set whoever of the two defenders holds what."
        )
    return lines


# --- Words for numbers ------------------------------------------------------------------------


def _points(one: Mean) -> str:
    """Return a change in words, with its interval."""
    if one.n < FEWEST:
        return f"{_change(one.centre)} (too few for an interval)"
    return f"{_change(one.centre)} ({_interval(one)})"


def _change(centre: float) -> str:
    if abs(centre) < 0.05:
        return "no better or worse"
    return f"{abs(centre):.1f} points {'better' if centre > 0 else 'worse'}"


def _interval(one: Mean) -> str:
    return f"95 % interval {one.interval}"


def _size(one: Mean) -> Mean:
    """Return a difference as a positive number."""
    return one if one.centre >= 0 else Mean(-one.centre, -one.high, -one.low, one.n)


def _holding(kind: str) -> str:
    """Return what a kind means, as part of a sentence."""
    return next(words[kind] for words in KINDS.values() if kind in words)


def _usual(found: pd.DataFrame) -> pd.DataFrame:
    """Return the kinds that are neither rare nor measured on a few contracts."""
    return found[(found["share"] >= COMMON) & (found["contracts"] >= MANY)]


def _proven(found: pd.DataFrame) -> pd.DataFrame:
    """Return the kinds whose seats are proven to differ."""
    return found[found["holm"] < LEVEL]


def _centre(found: pd.DataFrame, name: str) -> "pd.Series[float]":
    return found[name].map(lambda one: one.centre).astype(float)
