"""The page about bad breaks: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.bad_breaks.advice import COMMON, MEANINGS, extremes, seat_words
from analyses.bad_breaks.figures import changes_by_kind, seats_by_bid
from analyses.bad_breaks.gather import OPEN
from analyses.bad_breaks.numbers import (
    ABOVE,
    ALL,
    BELOW,
    FEWEST,
    LEVEL,
    cell,
    changes,
    effects,
    in_one_hand,
    part_of,
    seats,
    split_changes,
    split_effects,
)
from analyses.common.auctions import bought_words
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import Estimate

MOST_NAMED = 3
"""So many kinds whose seats differ does the text name of a bid; the table has all."""

HEADS = [
    "contracts",
    "layouts (%)",
    "of the failing, even or better (%)",
    "of the failing, below even (%)",
    "change, even or better",
    "change, below even",
]
"""What the tables tell of the contracts with even odds or better, and of those below."""


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    contracts = tables["contracts.csv"]
    changed = changes(contracts, tables["kinds.csv"])
    found, by_seat = effects(changed), seats(changed, about["seed"])
    split = split_changes(contracts, tables["split.csv"])
    odds = 100 * contracts["made"] / contracts["n"]
    parts = part_of(contracts).value_counts().to_dict()
    bids = contracts["bid"].value_counts().sort_index().to_dict()
    lost = contracts["n"] - contracts["made"]
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        n=len(contracts),
        bought=contracts["bought"].sum(),
        bids=bids,
        open=[100 * end for end in OPEN],
        odds=odds,
        parts=[parts.get(part, 0) for part in (ABOVE, BELOW)],
        lost=100 * lost[part_of(contracts) == BELOW].sum() / lost.sum(),
        lies=in_one_hand(split),
        **extremes(found),
        heads=HEADS,
        kinds=[
            [f"*{kind}*: {MEANINGS[str(kind)]}", *_cells(rows)]
            for kind, rows in found.groupby("kind", sort=False)
        ],
        splits=[
            [f"{out}: {longer}-{out - longer}", *_cells(rows)]
            for (out, longer), rows in split_effects(split).groupby(["out", "longer"])
            if rows["contracts"].max() >= FEWEST
        ],
        bid_heads=[f"bid {bid}, n = {count}" for bid, count in bids.items()],
        by_seat=[
            [kind, *(cell(row.difference) for row in rows.itertuples())]
            for kind, rows in by_seat.groupby("kind", sort=False)
        ],
        told=seat_words(by_seat),
        most_named=MOST_NAMED,
        fewest=FEWEST,
        level=LEVEL,
        common=COMMON,
        plans=bought_words(about),
        made_by=made_by(about),
    )
    figures = {"kinds": changes_by_kind(found, parts), "seats": seats_by_bid(by_seat, bids)}
    return Page(text, figures)


def _cells(rows: pd.DataFrame) -> list[object]:
    """Return what the parts of the contracts say, in the order of `HEADS`."""
    of = {row["part"]: row for _, row in rows.iterrows()}
    parts = [of.get(part) for part in (ABOVE, BELOW)]
    return [
        " + ".join("0" if one is None else str(one["contracts"]) for one in parts),
        f"{of[ALL]['share']:.0f}",
        *("-" if one is None else _share(one["failing"]) for one in parts),
        *("-" if one is None else cell(one["change"]) for one in parts),
    ]


def _share(one: Estimate) -> str:
    """Return a share in per cent for a table."""
    return "few" if one.n < FEWEST else one.text(0)
