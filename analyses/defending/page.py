"""The page about defending: every number is from its table."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.common.auctions import bought_words
from analyses.defending.figures import changes
from analyses.defending.gather import AT_RANDOM
from analyses.defending.numbers import FEWEST, difference, differences, is_set, lost_by
from analyses.defending.rules import RULES
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import Estimate

NAMES = {
    "lead": "the lead",
    "win": "win or duck",
    "trump": "trump or throw",
    "before": "in front of the declarer",
    "throw": "what to throw",
    "lead: high sure": "highest sure tile",
    "lead: double": "highest double",
    "lead: low": "lowest tile",
    "lead: for partner": "what partner lacks",
    "lead: trump": "a trump",
    "win: dearly": "win with the strongest",
    "win: duck": "let it go",
    "trump: throw": "throw",
    "before: high": "play higher",
    "throw: no double": "keep doubles",
    "throw: longest": "of the longest suit",
    "throw: shortest": "of the shortest suit",
    "throw: high": "highest, no double",
}
"""Questions and rules as the figure has them."""

INSTEAD = {
    "lead: high sure": "lead the highest sure tile",
    "lead: double": "lead the highest double, else the highest tile",
    "lead: low": "lead the lowest tile",
    "lead: for partner": "lead what your partner alone has shown to lack, so that it can trump",
    "lead: trump": "lead your strongest trump",
    "win: dearly": "win with the strongest tile",
    "win: duck": "let the trick go",
    "trump: throw": "throw a tile in place of a trump",
    "before: high": "play higher than your partner",
    "throw: no double": "keep doubles: throw the lowest tile that is none",
    "throw: longest": "throw the lowest tile of your longest suit",
    "throw: shortest": "throw the lowest tile of your shortest suit, to be void",
    "throw: high": "throw the highest tile that is no double",
}
"""The rules that stand in for others, as the table has them."""


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    frame = tables["contracts.csv"]
    found = differences(frame, about["seed"])
    bids = {bid: rows for bid, rows in frame.groupby("bid") if len(rows) >= FEWEST}
    gone = lost_by(frame)
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        n=len(frame),
        bought=frame["bought"].sum(),
        can=len(frame) / frame["bought"].sum(),
        rules=is_set(frame, RULES),
        random=is_set(frame, AT_RANDOM),
        worse=_told(found[found["shown"]], -1),
        better=_told(found[found["shown"]], 1),
        alike=_told(found[~found["shown"]], 0),
        gone=[(NAMES[name], share) for name, share in gone.items()],
        bids=[
            [bid, f"{len(rows):,}", *(is_set(rows, way).text(0, 100) for way in (RULES, AT_RANDOM))]
            for bid, rows in frame.groupby("bid")
        ],
        head=["in place of the rule", "all", *(f"bid {bid}" for bid in bids)],
        rows=_rows(frame, found, bids),
        fewest=FEWEST,
        made_by=made_by(about),
        plans=bought_words(about),
    )
    return Page(text, {"rules": changes(found, NAMES, len(frame))})


def _told(found: pd.DataFrame, sign: int) -> list[dict[str, Any]]:
    """Return rules that change something in one direction, the greatest change first."""
    size = found["change"].map(lambda one: one.value * (sign or 1)).astype(float)
    some = found.loc[size.sort_values(ascending=False, kind="stable").index]
    rows = [
        {"name": INSTEAD[f"{row.question}: {row.rule}"], "change": row.change}
        for row in some.itertuples()
    ]
    return [row for row in rows if not sign or row["change"].value * sign > 0]


def _rows(
    frame: pd.DataFrame, found: pd.DataFrame, bids: dict[int, pd.DataFrame]
) -> list[list[object]]:
    made = []
    for row in found.itertuples():
        name = f"{row.question}: {row.rule}"
        by_bid = [difference(rows, name) for rows in bids.values()]
        made.append([INSTEAD[name], *map(_cell, [row.change, *by_bid])])
    return made


def _cell(one: Estimate) -> str:
    return one.text(signed=True) if one.low == one.low else f"{one.text(signed=True)} (all alike)"
