"""The page about leads: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.common.counted import counted_words, plans_words
from analyses.common.rows import COST, RIGHT, cell, row_of
from analyses.leads import figures
from analyses.leads.holding import CASES, CLASSES
from analyses.leads.leading import FOUND, FRESH, WAYS
from moon_sim.game import NUMBER_BIDS
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import FEWEST

TOP = CLASSES[0]
MUCH = 0.5
"""Percentage points on average: where less is lost, it is not told in which case."""

NONE = "too few"
STRONG = CASES[:2]
"""Cases with two of the highest trumps or more."""


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figure."""
    ways, led = tables["ways.csv"], tables["led.csv"]
    fresh = ways[(ways["of"] == FRESH) & (ways["n"] >= FEWEST)]
    every = fresh[fresh["case"] == "all"]
    rule = every[every["way"] == "rule"]
    found = row_rule(ways[(ways["of"] == FOUND) & (ways["n"] >= FEWEST)])
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        bids=[f"bid {bid}" for bid in NUMBER_BIDS],
        count=about["count"],
        right=at_bids(rule, "right", 0, " %"),
        cost=at_bids(rule, "cost", 1),
        any_cost=by_bid(every[every["way"] == "any"], "cost", 0),
        numbers=by_bid(rule, "n", 0),
        found_right=by_bid(found, "right", 0, " %") or [NONE],
        found_cost=by_bid(found, "cost", 1) or [NONE],
        found_n=by_bid(found, "n", 0) or [NONE],
        ties=by_bid(rule, "best", 1),
        led=[
            [case, *(_led(led, case, bid) for bid in NUMBER_BIDS)]
            for case in CASES
        ],
        ways=[
            [words, *(_measured(row_of(every, way=way, bid=bid)) for bid in NUMBER_BIDS)]
            for way, words in WAYS.items()
        ],
        strong=_strong(ways),
        worst=_worst(fresh[(fresh["way"] == "rule") & (fresh["case"] != "all")]),
        made_by=made_by(about),
        counted=counted_words(about),
        plans=plans_words(about),
    )  # fmt: skip
    return Page(text, {"led": figures.led(led)})


def row_rule(ways: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the rule on all hands."""
    return ways[(ways["case"] == "all") & (ways["way"] == "rule")]


def by_bid(rows: pd.DataFrame, column: str, digits: int, unit: str = "") -> list[str]:
    """Return a number for each bid, as words."""
    return [f"{row[column]:,.{digits}f}{unit} at {row['bid']:.0f}" for _, row in rows.iterrows()]


def at_bids(rows: pd.DataFrame, *columns: Any) -> list[str]:
    """Return the same with the word "bid" once."""
    words = by_bid(rows, *columns)
    return [one.replace(" at ", " at a bid of ") for one in words[:1]] + words[1:]


def _measured(row: Any) -> str:
    return "-" if row is None else f"{cell(row, RIGHT, 0)}; {cell(row, COST)}"


def _led(led: pd.DataFrame, case: str, bid: int) -> str:
    """Return how often a case comes, and how often the atlas leads the highest trump there."""
    every = led[led["bid"] == bid]
    row = row_of(every, case=case)
    if not row["holdings"]:
        return "0"
    share = 100 * row["holdings"] / every["holdings"].sum()
    return f"{share:.1f}; {100 * row[TOP] / row['holdings']:.1f}"


def _strong(ways: pd.DataFrame) -> dict[str, int]:
    """Return how often the highest trump is no best lead of those who hold two at the top."""
    some = ways[ways["case"].isin(STRONG) & (ways["way"] == "highest") & (ways["of"] == FRESH)]
    missed = (some["n"] * (100 - some["right"]) / 100).sum()
    return {"n": int(some["n"].sum()), "missed": round(missed)}


def _worst(rows: pd.DataFrame) -> list[str]:
    """Return in which case the rule loses most, as words for each bid at which it loses much."""
    words = []
    for bid, some in rows.groupby("bid"):
        lost = some["n"] * some["cost"]
        if lost.sum() / some["n"].sum() >= MUCH:
            row = some.loc[lost.idxmax()]
            words.append(
                f"{100 * lost.max() / lost.sum():.0f} % of it at {bid} with *{row['case']}* "
                f"({row['cost']:.1f} points each time, n = {row['n']})"
            )
    return words
