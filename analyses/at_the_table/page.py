"""The page about play at the table: every number is from its tables."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.at_the_table.figures import promised_and_made, who_loses_what
from analyses.at_the_table.gather import MEASURE, PLAIN, PROVERS
from analyses.at_the_table.numbers import (
    HIGHEST,
    MARGIN,
    VIEWS,
    by_bid,
    by_view,
    highest,
    in_auctions,
    is_level,
    ladder,
    of_measure,
    reliability,
    rivals,
    seatings,
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
    proven = contracts.merge(tables["proven.csv"])
    bids = by_bid(contracts)
    top = highest(contracts)
    others = rivals(contracts, seatings(contracts, tables["others.csv"], tables["proven.csv"]))
    rungs = ladder(tables["ladder.csv"])
    auctions = in_auctions(tables["auctions.csv"])
    views = by_view(proven)
    steps = [row for row in rungs.to_dict("records") if row["lower"] != row["upper"]]
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        deals=contracts["number"].nunique(),
        proven=len(proven),
        played=tables["others.csv"]["number"].nunique(),
        layouts=LAYOUTS,
        measure=MEASURE,
        provers=PROVERS,
        plain=PLAIN,
        margin=MARGIN,
        top=bids.get(HIGHEST),
        sign=sign,
        changed=_changed,
        size=_size,
        by_bid=_bid_rows(bids),
        by_view=_view_rows(views),
        views=views.set_index("bid").to_dict("index").get(HIGHEST),
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
        certain=[
            (name, row)
            for name in PROVERS
            if (row := of_measure(others, "declarer", name)) is not None
        ],
        bought=len(tables["auctions.csv"]),
        auctions=auctions,
        rungs=_rung_rows(rungs),
        higher=[row for row in steps if sign(row["difference"]) > 0],
        lower=[row for row in steps if sign(row["difference"]) < 0],
        level=[row for row in steps if not sign(row["difference"])],
        is_level=is_level,
        itself=next((row for row in rungs.to_dict("records") if row not in steps), None),
        atlas=about["atlas"],
        made_by=made_by(about),
    )
    seen = contracts.merge(tables["others.csv"])
    figures = {
        "reliability": promised_and_made(
            {f"{name} odds": reliability(proven, view) for view, name in VIEWS.items()}
        ),
        "players": promised_and_made(_by_player(seen)),
    }
    if len(others):
        drawn = others[
            others["n"] == others["n"].max()
        ]  # few deals have an interval as wide as all
        figures["others"] = who_loses_what(drawn, _names(drawn))
    return Page(text, figures)


def _by_player(seen: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return what was made by what was promised, for several at the table."""
    seats = {
        f"{MEASURE} in all seats": "tricks",
        f"{MEASURE} against open": f"{MEASURE} v open",
        f"{PLAIN} against {MEASURE}": f"{PLAIN} v {MEASURE}",
        f"{PLAIN} in all seats": f"{PLAIN} v {PLAIN}",
    }
    return {
        name: reliability(seen.assign(came=seen[column] >= seen["bid"]), made="came")
        for name, column in seats.items()
    }


def _told(others: pd.DataFrame) -> dict[str, Any]:
    """Return the rows that the text tells of; none where not all of them were played."""
    rows = {
        f"{role}_{name}": of_measure(others, role, code)
        for role in ("declarer", "defenders")
        for name, code in (("plain", PLAIN), ("open", "open"))
    }
    return rows if all(row is not None for row in rows.values()) else {}


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
            f"{row['seen']:.1f} %",
            f"{row['promised']:.1f} %",
            f"{row['there']:.1f} %",
            f"{row['made']:.1f} %",
            row["difference"].text(signed=True),
        ]
        for bid, row in bids.items()
    ]


def _view_rows(views: pd.DataFrame) -> list[list[object]]:
    return [
        [
            NAMED.get(row["bid"], row["bid"]),
            row["n"],
            *(f"{row[view]:.1f} %" for view in VIEWS),
            row["more"].text(signed=True),
        ]
        for row in views.to_dict("records")
    ]


def _names(others: pd.DataFrame) -> list[str]:
    """Return for each row who sits there in place of the measure."""
    names = []
    for row in others.itertuples():
        if row.declarer == row.defenders:
            names.append(f"all {row.declarer}")
        elif row.declarer != MEASURE:
            names.append(f"declarer {row.declarer}")
        else:
            names.append(f"defenders {row.defenders}")
    return names


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
            row["upper"],
            row["lower"],
            row["n"],
            _number(row["up"]),
            _number(row["low"]),
            row["difference"].text(3, signed=True),
        ]
        for row in reversed(rungs.to_dict("records"))
    ]
