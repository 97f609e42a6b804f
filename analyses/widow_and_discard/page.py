"""The page about widows and discards: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.common.counted import counted_words, plans_words
from analyses.common.rows import COST, GAIN, RIGHT, cell, row_of
from analyses.widow_and_discard import figures
from analyses.widow_and_discard.discards import FOUND, FRESH, LIST, OURS, TIE_BREAKS
from analyses.widow_and_discard.kinds import DISCARD_KINDS, WIDOW_KINDS
from moon_sim.game import NUMBER_BIDS
from moon_sim.heuristics import DISCARD_RULES
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import FEWEST

LITTLE = 2
"""Percentage points."""

PLACES = {"second": "second best", "third": "third best", "random": "any of the eight"}


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    listed, ties, costs = (tables[f"{name}.csv"] for name in ("list", "ties", "costs"))
    fresh = listed[(listed["of"] == FRESH) & (listed["tie_break"] == "any")]
    changes, adds, thrown = (tables[f"{name}.csv"] for name in ("changes", "adds", "thrown"))
    rules = [name for name in DISCARD_RULES if name != "random" and name in set(costs["way"])]
    ways = {LIST: LIST, **PLACES, **{name: f"`{name}`" for name in rules}}
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        bids=[f"bid {bid}" for bid in NUMBER_BIDS],
        count=about["count"],
        right=_at_bids(costs[costs["way"] == LIST], "right", 0, " %"),
        cost=_at_bids(costs[costs["way"] == LIST], "cost", 1),
        random=_by_bid(costs[costs["way"] == "random"], "cost", 0),
        best_rules=_best_rules(costs, rules),
        widows=_extremes(changes),
        listed=[
            [kind, *(_right(row_of(fresh, kind=kind, bid=bid)) for bid in NUMBER_BIDS)]
            for kind in DISCARD_KINDS
            if (fresh["kind"] == kind).any()
        ],
        first=[
            [kind, *(_first(row_of(thrown, kind=kind, bid=bid)) for bid in NUMBER_BIDS)]
            for kind in DISCARD_KINDS
        ],
        trumps_thrown=int(thrown.loc[thrown["kind"] == "trump", "thrown"].sum()),
        ties=[
            [words, *(_right_and_cost(row_of(ties, of=FRESH, tie_break=name, bid=bid))
                      for bid in NUMBER_BIDS)]
            for name, words in TIE_BREAKS.items()
        ],
        tie_numbers=_by_bid(ties[(ties["of"] == FRESH) & (ties["tie_break"] == OURS)], "n", 0),
        any_cost=_by_bid(
            ties[(ties["of"] == FRESH) & (ties["tie_break"] == "any")], "cost", 1
        ),
        little=ties[(ties["of"] == FRESH) & (ties["tie_break"] == "any")]["cost"].max() < LITTLE,
        ours=TIE_BREAKS[OURS],
        won={of: _bids_won(ties, of) or ["no bid"] for of in (FOUND, FRESH)},
        rules={rule: DISCARD_RULES[rule].about for rule in rules},
        costs=[
            [name, *(_right_and_cost(row_of(costs, way=way, bid=bid)) for bid in NUMBER_BIDS)]
            for way, name in ways.items()
        ],
        numbers=_by_bid(costs[costs["way"] == LIST], "n", 0),
        changes=[
            [kind, *(_change(row_of(changes, kind=kind, bid=bid)) for bid in NUMBER_BIDS)]
            for kind in WIDOW_KINDS
        ],
        pairs=_by_bid(changes.groupby("bid", as_index=False)["pairs"].sum(), "pairs", 0),
        adds=[f"{cell(row, GAIN)} at {row['bid']:.0f}" for _, row in adds.iterrows()],
        adds_n=[f"{row.hands} of {row.holdings} holdings" for row in adds.itertuples()],
        found_n=_by_bid(
            listed[(listed["of"] == FOUND) & (listed["tie_break"] == "any")]
            .groupby("bid", as_index=False)["n"].sum(), "n", 0,
        ) or ["too few"],
        few=FEWEST,
        counted=counted_words(about),
        plans=plans_words(about),
        made_by=made_by(about),
    )  # fmt: skip
    return Page(text, {"discards": figures.discards(fresh), "widows": figures.widows(changes)})


def _by_bid(rows: pd.DataFrame, column: str, digits: int, unit: str = "") -> list[str]:
    """Return a number for each bid, as words."""
    return [
        f"{row[column]:,.{digits}f}{unit} at {row['bid']:.0f}"
        for _, row in rows.iterrows()
        if row["n" if "n" in row else "pairs"] >= FEWEST
    ]


def _at_bids(rows: pd.DataFrame, *columns: Any) -> list[str]:
    """Return the same with the word "bid" once."""
    words = _by_bid(rows, *columns)
    return [one.replace(" at ", " at a bid of ") for one in words[:1]] + words[1:]


def _right(row: Any) -> str:
    """Return how often a kind is right, and of how many holdings; a dash for few."""
    if row is None or row["n"] < FEWEST:
        return "-"
    return f"{cell(row, RIGHT, 0)}, n = {row['n']:,}"


def _right_and_cost(row: Any) -> str:
    """Return how often a way is right, and what it costs; a dash for few holdings."""
    if row is None or row["n"] < FEWEST:
        return "-"
    return f"{cell(row, RIGHT, 0)}; {cell(row, COST)}"


def _first(row: Any) -> str:
    """Return in how many holdings a kind comes first, and in how many of these it is thrown."""
    if not row["first"]:
        return "0"
    share, thrown = row["first"] / row["holdings"], row["thrown_first"] / row["first"]
    return f"{100 * share:.1f}; {100 * thrown:.0f}"


def _change(row: Any) -> str:
    """Return what a kind of widow changes, and how far that is spread."""
    if row is None:
        return "-"
    return f"{row['change']:+.1f} ({row['q10']:+.0f} to {row['q90']:+.0f})"


def _extremes(changes: pd.DataFrame) -> list[str]:
    """Return which kinds of widow raise and lower the odds most, as words, with the bids."""
    by_bid = changes.groupby("bid")["change"]
    return [
        _moved(some, changes["bid"].nunique())
        for at in (by_bid.idxmax(), by_bid.idxmin())
        for _, some in changes.loc[at].groupby("kind", sort=False)
    ]


def _moved(rows: pd.DataFrame, bids: int) -> str:
    """Return what one kind of widow changes at some bids, as words."""
    kind, change = rows["kind"].iloc[0], rows["change"]
    name = kind if kind.endswith("trump") or kind == "double" else f"{kind} tile"
    some = f"an{name}" if name.startswith("other") else f"{_article(name)} {name}"
    verb = "raises" if change.mean() > 0 else "lowers"
    ends = dict.fromkeys(f"{one:.0f}" for one in (change.abs().min(), change.abs().max()))
    *most, last = map(str, rows["bid"])
    at = "" if len(rows) == bids else f" at {' and '.join(filter(None, [', '.join(most), last]))}"
    return f"{some} {verb} its odds by {' to '.join(ends)}{at}"


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


def _bids_won(ties: pd.DataFrame, of: str) -> list[str]:
    """Return the bids at which no other way to choose is right more often than ours."""
    some = ties[(ties["of"] == of) & (ties["n"] >= FEWEST)]
    most = some.groupby("bid")["right"].max()
    ours = some[some["tie_break"] == OURS]
    return [str(row["bid"]) for _, row in ours.iterrows() if row["right"] == most[row["bid"]]]


def _best_rules(costs: pd.DataFrame, rules: list[str]) -> list[str]:
    """Return which rule of thumb costs least, as words for each bid."""
    some = costs[costs["way"].isin(set(rules) - {"sampled"}) & (costs["n"] >= FEWEST)]
    best = some[some["cost"] == some.groupby("bid")["cost"].transform("min")]
    return [
        f"`{row['way']}` at {row['bid']} ({row['cost']:.1f})"
        for _, row in best.drop_duplicates("bid").iterrows()
    ]
