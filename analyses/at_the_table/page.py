"""The page about play at the table: every number is from its tables."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.at_the_table.figures import promised_and_made, who_loses_what
from analyses.at_the_table.gather import MEASURE, PLAIN, PROVEN
from analyses.at_the_table.numbers import (
    HIGHEST,
    by_bid,
    highest,
    ladder,
    of_measure,
    reliability,
    rivals,
    sign,
    with_outcomes,
)
from moon_sim.game import LAYOUTS
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import Estimate

POINTS = "percentage points"
NAMED = {HIGHEST: "the highest of each deal"}


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's words and figures."""
    contracts = with_outcomes(tables["contracts.csv"])
    bids = by_bid(contracts)
    top = highest(contracts)
    curve = reliability(contracts)
    others = rivals(contracts, tables["hands.csv"])
    rungs = ladder(tables["ladder.csv"])
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        deals=contracts["number"].nunique(),
        layouts=LAYOUTS,
        measure=MEASURE,
        certified=PROVEN,
        plain=PLAIN,
        top=bids.get(HIGHEST),
        sign=sign,
        changed=_changed,
        size=_size,
        by_bid=_bid_rows(bids),
        apart=[
            {"bid": bid, **row}
            for bid, row in bids.items()
            if bid != HIGHEST and sign(row["difference"])
        ],
        missed=int((top["there"] & ~top["made"]).sum()),
        open=int(top["there"].sum()),
        stolen=int((~top["there"] & top["made"]).sum()),
        closed=int((~top["there"]).sum()),
        hopeless=int(((top["best"] < top["bid"]) & top["made"]).sum()),
        others=_rival_rows(others),
        told=_told(others),
        sizes=[
            (f"`{name}` as {words}", row)
            for name in ("pimc-16", "pimc-256")
            for role, words in (("declarer", "the declarer"), ("defenders", "defenders"))
            if (row := of_measure(others, role, name)) is not None and sign(row["more"])
        ],
        certain=of_measure(others, "declarer", PROVEN),
        rungs=_rung_rows(rungs),
        above=[row for row in rungs.to_dict("records") if sign(row["difference"]) > 0],
        below=[row for row in rungs.to_dict("records") if sign(row["difference"]) < 0],
        level=[
            row
            for row in rungs.to_dict("records")
            if not sign(row["difference"]) and row["player"] != MEASURE
        ],
        infers=_of(rungs, "inferring"),
        itself=_of(rungs, MEASURE),
        blocks=int(rungs["n"].max()),
        atlas=about["atlas"],
        made_by=made_by(about),
    )
    figures = {"reliability": promised_and_made(curve, contracts["number"].nunique())}
    if len(others):
        drawn = others[
            others["n"] == others["n"].max()
        ]  # few deals have an interval as wide as all
        figures["others"] = who_loses_what(drawn, _names(drawn))
    return Page(text, figures)


def _told(others: pd.DataFrame) -> dict[str, Any]:
    """Return the rows that the text tells of; none where not all of them were played."""
    rows = {
        f"{role}_{name}": of_measure(others, role, code)
        for role in ("declarer", "defenders")
        for name, code in (("plain", PLAIN), ("open", "open"), ("infers", "inferring"))
    }
    return rows if all(row is not None for row in rows.values()) else {}


def _of(rungs: pd.DataFrame, name: str) -> Any:
    some = rungs[rungs["player"] == name]
    return some.iloc[0] if len(some) else None


def _size(one: Estimate, digits: int = 1) -> str:
    """Return how large a difference is, without its sign."""
    return f"{abs(one.value):.{digits}f}"


def _changed(one: Estimate, unit: str = POINTS, digits: int = 1) -> str:
    """Return a difference with its interval as part of a sentence."""
    told = one.interval(digits, signed=True)
    words = f"95 % interval {told}" if one.low == one.low else told
    return f"{one.text(digits, signed=True).split(' ')[0]} {unit} ({words})"


def _number(points: float) -> str:
    return Estimate(points, np.nan, np.nan, 0).text(2).replace("-", "\N{MINUS SIGN}")


def _bid_rows(bids: dict[Any, dict[str, Any]]) -> list[list[object]]:
    return [
        [
            NAMED.get(bid, bid),
            row["n"],
            f"{row['promised']:.1f} %",
            f"{row['there']:.1f} %",
            f"{row['made']:.1f} %",
            row["difference"].text(signed=True),
        ]
        for bid, row in bids.items()
    ]


def _names(others: pd.DataFrame) -> list[str]:
    """Return for each row who sits there in place of the measure."""
    return [
        f"declarer {row.declarer}" if row.declarer != MEASURE else f"defenders {row.defenders}"
        for row in others.itertuples()
    ]


def _rival_rows(others: pd.DataFrame) -> list[list[object]]:
    return [
        [
            name,
            row.n,
            f"{row.made:.1f} %",
            row.more.text(signed=True),
            _number(row.points),
            row.gain.text(2, signed=True),
        ]
        for name, row in zip(_names(others), others.itertuples(), strict=True)
    ]


def _rung_rows(rungs: pd.DataFrame) -> list[list[object]]:
    return [
        [
            row["player"],
            row["n"],
            _number(row["own"]),
            _number(row["measure"]),
            row["difference"].text(2, signed=True),
        ]
        for row in rungs.to_dict("records")
    ]
