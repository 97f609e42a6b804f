"""The page about naming trump and the trial: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.common.holdings import ALL, WORTH, as_percentage
from analyses.common.rows import (
    COST,
    DISCARD,
    LEAD,
    POINTS,
    REGRET,
    RIGHT,
    SHARE,
    TRUMP,
    cell,
    percent,
    row_of,
)
from analyses.trump_choice import figures
from analyses.trump_choice.trials import CEILING, EXACT, SAMPLED
from analyses.trump_choice.trumps import DOUBLES, KINDS, WAYS
from moon_sim import selector
from moon_sim.game import NUMBER_BIDS
from moon_sim.heuristics import TRUMP_RULES
from moon_sim.reporting import Page, fill, made_by

SHOWN = ("longest", "weighted", "sampled-1", "sampled-16")
"""Selectors whose worst holdings are shown, if they were tried."""

Rows = list[list[object]]


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    blame, naming, doubles = tables["blame.csv"], tables["naming.csv"], tables["doubles.csv"]
    trumps, effort, points = tables["trumps.csv"], tables["effort.csv"], tables["points.csv"]
    everywhere = blame[(blame["of"] == "all") & (blame["bid"] == ALL)]
    order = everywhere.sort_values("regret", kind="stable")["selector"].tolist()
    best = next(name for name in order if _is_rule(name))
    with_zero = trumps[trumps["holding"].str.contains("0-0")]
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        cell=cell, COST=COST, REGRET=REGRET, SHARE=SHARE,
        ways={way: row_of(naming, of=WORTH, way=way, bid=ALL) for way in WAYS},
        kind=_by_kind(doubles, of=WORTH, doubles="any", bid=ALL),
        best=best,
        best_row=row_of(blame, of=WORTH, selector=best, bid=ALL),
        n=trumps["number"].nunique(),
        naming=_naming(naming),
        **_doubles(doubles),
        beaten=(with_zero["none_wins"] > with_zero["zeros_wins"]).sum(),
        with_zero=len(with_zero),
        clearest=[
            [row.holding, KINDS[row.kind], row.bid,
             f"{as_percentage(row.best):.1f} %", f"{as_percentage(row.number_wins):.1f} %"]
            for row in tables["clearest.csv"].itertuples()
        ],
        trial=_trial(blame, tables["ranking.csv"], order),
        selectors={name: selector(name).about for name in order if "+" not in name},
        alike=[_alike(tables["ranking.csv"], tables["pairs.csv"], bid) for bid in NUMBER_BIDS],
        blame=[
            [f"`{name}`", *(cell(one, columns) for columns in (REGRET, TRUMP, DISCARD))]
            for name in order
            for one in [row_of(blame, of=WORTH, selector=name, bid=ALL)]
            if one is not None
        ],
        worst=_worst(tables["worst.csv"]),
        bidders=points["n"].max(),
        points=_points(points),
        timed=row_of(effort, selector=EXACT)["n"],
        effort=[
            [f"`{row['selector']}`", _time(row["seconds"]), cell(row, REGRET), f"{row['n']:,}"]
            for _, row in effort.sort_values("seconds", kind="stable").iterrows()
        ],
        made_by=made_by(about),
    )  # fmt: skip
    drawn = {
        "naming": figures.naming(naming),
        "doubles": figures.doubles(doubles),
        "ranking": figures.ranking(blame, order),
        "effort": figures.effort(effort),
    }
    return Page(text, drawn)


def _is_rule(name: str) -> bool:
    return not name.startswith(SAMPLED) and not name.endswith("+sampled")


def _by_kind(frame: pd.DataFrame, **keys: Any) -> dict[str, Any]:
    return {kind: row_of(frame, **keys, kind=kind) for kind in KINDS}


def _naming(naming: pd.DataFrame) -> Rows:
    rows: Rows = []
    for way, name in WAYS.items():
        every, *each = (row_of(naming, of=WORTH, way=way, bid=bid) for bid in (ALL, *NUMBER_BIDS))
        costs = [cell(one, COST) for one in each]
        what = f"`{name}`" if name in TRUMP_RULES else name
        rows.append([what, cell(every, COST), cell(every, RIGHT, 0), *costs])
    return rows


def _doubles(doubles: pd.DataFrame) -> dict[str, Rows]:
    """Return how often each kind of trump is best, by the doubles held and by bid, and the lead."""
    found: dict[str, Rows] = {"doubles": [], "leads": [], "doubles_by_bid": []}
    for held in ("any", *DOUBLES):
        of = _by_kind(doubles, of=WORTH, doubles=held, bid=ALL)
        if of["number"] is not None:
            shares = [cell(row, SHARE, 0) for row in of.values()]
            found["doubles"].append([held, f"{of['number']['n']:,}", *shares])
            found["leads"].append([held, *(cell(row, LEAD) for row in list(of.values())[1:])])
    for which in ("all", WORTH):
        for bid in NUMBER_BIDS:
            of = _by_kind(doubles, of=which, doubles="any", bid=bid)
            if of["number"] is not None:
                shares = [cell(row, SHARE, 0) for row in of.values()]
                found["doubles_by_bid"].append([which, bid, f"{of['number']['n']:,}", *shares])
    return found


def _trial(blame: pd.DataFrame, ranking: pd.DataFrame, order: list[str]) -> Rows:
    rows: Rows = []
    for name in order:
        every = row_of(blame, of="all", selector=name, bid=ALL)
        worth = row_of(blame, of=WORTH, selector=name, bid=ALL)
        each = [row_of(ranking, selector=name, bid=bid) for bid in NUMBER_BIDS]
        regrets = [f"{cell(one, REGRET)} {one['alike']}" for one in each]
        right = f"{every['right']:.0f}"
        rows.append([f"`{name}`", cell(every, REGRET), cell(worth, REGRET), right, *regrets])
    return rows


def _alike(ranking: pd.DataFrame, pairs: pd.DataFrame, bid: int) -> dict[str, Any]:
    """Return which selector comes out best at a bid, and which others it can't be told from."""
    some = ranking[ranking["bid"] == bid].sort_values("regret", kind="stable")
    here = pairs[pairs["bid"] == bid]
    best, *others = some[["selector", "alike"]].itertuples(index=False)
    return {
        "bid": bid,
        "apart": int(here["apart"].sum()),
        "pairs": len(here),
        "best": best.selector,
        "rivals": [f"`{name}`" for name, alike in others if set(alike) & set(best.alike)],
    }


def _worst(worst: pd.DataFrame) -> Rows:
    return [
        [f"`{row['selector']}`", row["holding"], f"{row['discard']}, {row['trump']}",
         f"{row['best_discard']}, {row['best_trump']}", row["target"],
         percent(row["p_make"], 1), percent(row["best"], 1)]
        for name in SHOWN
        for _, row in worst[worst["selector"] == name].iterrows()
    ]  # fmt: skip


def _points(points: pd.DataFrame) -> Rows:
    return [
        [name if name == CEILING else f"`{name}`", cell(row, POINTS, 2), f"{100 * row['bids']:.0f}",
         "-" if pd.isna(row["p_make"]) else percent(row["p_make"]),
         "-" if pd.isna(row["worst"]) else f"{row['worst']:.1f}"]
        for name, row in points.set_index("selector").iterrows()
    ]  # fmt: skip


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"
