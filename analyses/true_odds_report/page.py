"""The page of `true_odds.py`: tables and words, every number from the data."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from moon_sim.game import LAYOUTS
from moon_sim.reporting import bullet, made_by, paragraph, picture, table

from .numbers import (
    PARTS,
    VIEWS,
    Mean,
    choice_rows,
    ends,
    gap,
    groups,
    mean,
    share,
    span,
)

WORST = 10
EVEN = 0.5
MOST = 0.9
"""The share of contracts that the page's "nine in ten" means."""


# --- The page ---------------------------------------------------------------------------------


def text(
    frame: pd.DataFrame, choices: pd.DataFrame, effort: pd.DataFrame, about: dict[str, Any]
) -> str:
    """Return the report's text."""
    parts = {part: frame[frame["part"] == part] for part in PARTS}
    return "\n".join([
        "# How much do the odds that let the declarer see everything promise too much?",
        "",
        *_answer(parts),
        *_words(about),
        *_gaps(frame, parts),
        *_blind(frame, parts),
        *_choices(choices),
        *_effort(frame, effort, about),
        *_trust(frame, choices, parts),
        *_data(about),
    ])  # fmt: skip


def _answer(parts: dict[str, pd.DataFrame]) -> list[str]:
    chosen, random = (
        [gap(parts[part], view) for view in VIEWS] for part in ("chosen", "random")
    )  # fmt: skip
    return paragraph(
        f"Double-dummy odds promise **{chosen[0]} points of percentage too much** on average "
        f"({_interval(chosen[0])}) where the declarer picks the discard and trump that look best, "
        f"and blind-lead odds **{chosen[1]}** ({_interval(chosen[1])}; n = {chosen[0].n} "
        f"contracts). Where discard and trump are random, it is {random[0]} "
        f"({_interval(random[0])}) and {random[1]} ({_interval(random[1])}; n = {random[0].n})."
    )


def _interval(one: Mean) -> str:
    return f"95 % interval {one.interval}" if one.interval[0].isdigit() else one.interval


def _words(about: dict[str, Any]) -> list[str]:
    *others, last = map(str, about["targets"])
    bids = f"{', '.join(others)} or {last}" if others else last
    return [
        *paragraph(
            "The *true* odds here are those of **best defence**: the declarer sees its own tiles "
            "and what is played, and follows one strategy; the defenders see everything. "
            "**Blind lead**: it picks the opening lead before it sees the layout, and from there "
            "all hands lie open. **Double-dummy**: all hands lie open from the start. Of the 3,432 "
            "layouts of a contract, best defence wins the fewest and double-dummy the most, so "
            "neither promise is ever too small."
        ),
        *paragraph(
            "Two kinds of contracts were drawn, none of them hopeless or a laydown: their "
            "double-dummy odds lie between 2 and 98 %."
        ),
        *bullet(
            f"**chosen**: a random holding with four tiles or more of some trump, a bid of {bids}, "
            "and the discard and trump that blind-lead odds call the best for it;",
        ),
        *bullet(
            "**random**: a random trump, a random hand with four tiles or more of it (any hand "
            f"for no trump), a random discard and a bid of {bids}.",
        ),
        "",
        *paragraph(
            "Where a search ran into its time limit, the truth is known to lie in a bracket. A "
            "number such as 2.1-2.3 is what it is at least and at most, and its interval covers "
            "both."
        ),
    ]


def _gaps(frame: pd.DataFrame, parts: dict[str, pd.DataFrame]) -> list[str]:
    n = len(frame)
    lines = [
        "## What is promised, and what is true",
        "",
        *picture(
            "Promised odds against true ones: all points lie on the diagonal or below it",
            "reliability",
        ),
        *paragraph("The mean gap in points of percentage, with its 95 % interval (Student's t):"),
        *_gap_table("contracts", [*parts.items(), ("both", frame)]),
        *paragraph(
            f"How the gap is spread over both parts together, n = {n}; a thin line is what it is "
            "at least, where brackets leave it open:"
        ),
        *picture("How many contracts have at most some gap", "ecdf"),
        *paragraph(f"By bid, kind of trump and number of trumps, both parts together, n = {n}:"),
        *picture("The mean gap by bid, kind of trump and number of trumps", "gaps"),
    ]
    for head, rows in groups(frame).items():
        lines += _gap_table(head.lower(), rows)
    least = ends(frame, "double_dummy")[0]
    return [
        *lines,
        *paragraph(
            f"The {min(WORST, n)} contracts of {n} that double-dummy odds overrate most, by up to "
            f"{least.max():.1f} points:"
        ),
        *_worst_table(frame.loc[least.sort_values(ascending=False, kind="stable").index[:WORST]]),
    ]


def _gap_table(head: str, parts: Sequence[tuple[str, pd.DataFrame]]) -> list[str]:
    return table(
        [head, "n", "closed", *(f"{name} promises too much" for name in VIEWS.values())],
        [
            [label, len(rows), int(rows["exact"].sum()), *(gap(rows, view).cell for view in VIEWS)]
            for label, rows in parts
        ],
    )


def _worst_table(frame: pd.DataFrame) -> list[str]:
    rows = [
        [
            row.hand,
            row.discard,
            row.trump,
            row.part,
            row.target,
            f"{100 * row.p_double_dummy:.1f} %",
            f"{100 * row.p_blind_lead:.1f} %",
            f"{span(100 * row.p_lo, 100 * row.p_hi)} %",
        ]
        for row in frame.itertuples()
    ]
    head = ["hand", "discard", "trump", "part", "bid", "double-dummy", "blind lead", "best defence"]
    return table(head, rows, words=4)


def _blind(frame: pd.DataFrame, parts: dict[str, pd.DataFrame]) -> list[str]:
    limits = {"exactly the true ones": 0.0, "within 0.1 points": 0.1, "within 1 point": 1.0}
    rows = []
    for label, limit in limits.items():
        layouts = limit / 100 * LAYOUTS
        cells = [
            share(
                group["blind_lead"] - group["lo"] <= layouts,
                group["blind_lead"] - group["hi"] <= layouts,
            )
            for group in (*parts.values(), frame)
        ]
        rows.append([label, *cells])
    return [
        "## How often the blind lead alone closes the gap",
        "",
        *paragraph("Contracts, their share and its 95 % interval (Wilson):"),
        *table(["blind-lead odds are", *parts, "both"], rows),
    ]


def _choices(choices: pd.DataFrame) -> list[str]:
    rows = []
    for view, found in choice_rows(choices).items():
        cost = mean(found.least, found.most)
        worst = span(found.least.max(), found.most.max())
        wrong = share(found.least > 0, found.most > 0)
        rows.append([f"{VIEWS[view]} odds", wrong, cost.cell, worst])
    n = choices.groupby(["holding", "target"]).ngroups
    same = (choices[choices["double_dummy_choice"]]["blind_lead_rank"] == 1).sum()
    blind = choices[choices["blind_lead_rank"] > 0]
    odds = blind.groupby(["holding", "target"])["blind_lead"]
    tied = odds.apply(lambda one: (one == one.max()).sum() > 1).sum()
    return [
        "## Would the views choose another discard or trump?",
        "",
        *paragraph(
            f"For {n} of the chosen holdings the six best contracts by blind-lead odds, and the "
            f"best one by double-dummy odds, were proven against the best defence: {len(choices)} "
            "contracts. A view goes wrong where another of them is truly *better*; a choice as "
            "good as any costs nothing. A contract that is not among them may be better still, so "
            "the choices cost at least what the table says."
        ),
        *paragraph("Points of percentage, with 95 % intervals (Wilson; Student's t):"),
        *table(["choice by", "goes wrong", "mean cost", "greatest cost"], rows),
        *paragraph(
            f"Both views name the same discard and trump in {same} of {n} holdings. In {tied} of "
            f"{n}, several contracts are best by blind-lead odds; the one with the better odds of "
            "all bids together then stands for the view."
        ),
    ]


def _effort(frame: pd.DataFrame, effort: pd.DataFrame, about: dict[str, Any]) -> list[str]:
    seconds = effort["seconds"]
    lines = [
        "## How much of it is proven",
        "",
        *paragraph(
            f"The best defence is known exactly, within {about['time_limit']:g} seconds a contract,"
            f" for {share(frame['exact'], frame['exact'])} of the sample, and for "
            f"{share(effort['exact'], effort['exact'])} of all contracts searched. A search took "
            f"{seconds.median():.1f} s in the median, {seconds.mean():.1f} s on average, and "
            f"{seconds.quantile(MOST):.1f} s or less in nine of ten (n = {len(effort)})."
        ),
    ]
    wide = frame[~frame["exact"]]
    if len(wide):
        width = 100 * (wide["p_hi"] - wide["p_lo"])
        counts = wide.groupby(["target", "trumps"]).size()
        which = ", ".join(
            f"{count} of bid {bid} with {trumps or 'no'} trumps"
            for (bid, trumps), count in counts.items()
        )
        lines += paragraph(
            f"The brackets that stayed open in the sample are {width.median():.1f} points wide in "
            f"the median and {width.max():.1f} at most (n = {len(wide)}): {which}."
        )
    return lines


def _trust(frame: pd.DataFrame, choices: pd.DataFrame, parts: dict[str, pd.DataFrame]) -> list[str]:
    chosen = parts["chosen"]
    cost = {view: mean(*found) for view, found in choice_rows(choices).items()}
    below = {}
    for view in VIEWS:
        good = chosen[chosen[f"p_{view}"] >= EVEN]
        below[view] = share(good["p_hi"] < EVEN, good["p_lo"] < EVEN)
    most = {view: ends(frame, view)[1] for view in VIEWS}
    blind = gap(chosen, "blind_lead")
    return [
        "## Which number to trust for what",
        "",
        *bullet(
            "**What to discard and name**: the blind-lead odds. Their choice costs "
            f"{cost['blind_lead']} points on average ({_interval(cost['blind_lead'])}), the one by "
            f"double-dummy odds {cost['double_dummy']} ({_interval(cost['double_dummy'])}; "
            f"n = {cost['blind_lead'].n} holdings).",
        ),
        *bullet(
            f"**Whether to bid**: the blind-lead odds, less {blind} points ({_interval(blind)}; "
            f"n = {blind.n} chosen contracts). In nine contracts of ten they are too high by "
            f"{most['blind_lead'].quantile(MOST):.1f} or less (n = {len(frame)}). Where that would "
            "tip the bid, ask for the best defence. Of the chosen contracts that look even or "
            f"better, so many are truly below even: {below['blind_lead']} by blind-lead odds, and "
            f"{below['double_dummy']} by double-dummy odds.",
        ),
        *bullet(
            "**What the declarer can count on**: the best defence. Its strategy wins that share of "
            "layouts whatever the defenders do. It is a floor: real defenders don't see the hands, "
            "so a real declarer may make more.",
        ),
        *bullet(
            "**To compare hands or solvers, and as a ceiling**: the double-dummy odds. As a "
            f"promise they are too high by {most['double_dummy'].quantile(MOST):.1f} points or "
            f"less in nine contracts of ten (n = {len(frame)}), and by "
            f"{ends(frame, 'double_dummy')[0].max():.1f} in the worst of them.",
        ),
        "",
    ]


def _data(about: dict[str, Any]) -> list[str]:
    return [
        "## The data",
        "",
        *paragraph(
            "`contracts.csv` has a row for each contract, with the views in layouts of 3,432 and "
            "as probabilities; `choices.csv` the contracts of each holding whose choices were "
            "measured; `effort.csv` seconds and nodes, which differ from run to run; "
            "`manifest.json` how it was made. Each figure is there as PNG and as SVG."
        ),
        *made_by(
            about,
            ", but for brackets that ran into the time limit: a slower machine leaves them wider",
        ),
    ]
