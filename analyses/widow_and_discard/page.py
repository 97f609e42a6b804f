"""The page about widows and discards: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.common.holdings import ALL, WORTH, as_percentage
from analyses.common.rows import COST, GAIN, HELPS, RIGHT, cell, row_of
from analyses.widow_and_discard import figures
from analyses.widow_and_discard.kinds import WIDOW_KINDS
from analyses.widow_and_discard.widows import BIN_NAMES, PIP_GROUPS
from moon_sim.game import NUMBER_BIDS
from moon_sim.heuristics import DISCARD_RULES
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import FEWEST


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    gains, costs, kinds = tables["gains.csv"], tables["costs.csv"], tables["kinds.csv"]
    rules = list(dict.fromkeys(tables["rules.csv"]["rule"]))
    thrown = kinds[kinds["bid"] == ALL].sort_values("right", ascending=False, kind="stable")
    pooled = costs[(costs["of"] == WORTH) & (costs["bid"] == ALL)]
    thumbs = pooled[pooled["choice"].isin(set(rules) - {"sampled"})]
    ways = {**figures.PLACES, "at random": "at random", **{rule: f"`{rule}`" for rule in rules}}
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        cell=cell, COST=COST, GAIN=GAIN, HELPS=HELPS, RIGHT=RIGHT,
        doubt=row_of(gains, by="in doubt", bid=ALL),
        first=_best(thrown),
        second=row_of(pooled, choice="2"),
        random=row_of(pooled, choice="at random"),
        rule=_best(thumbs.sort_values("cost", kind="stable")),
        n=tables["widows.csv"]["number"].nunique(),
        fewest=FEWEST,
        quantiles=_quantiles(tables["spread.csv"], gains),
        by_odds=[[f"{name} %", *(_then(gains, name, bid) for bid in NUMBER_BIDS)]
                 for name in BIN_NAMES],
        every=row_of(gains, by="all", bid=ALL),
        by_kind=_widows(gains, "kind", WIDOW_KINDS),
        by_tile=_widows(gains, "tile", ("double", *PIP_GROUPS)),
        discards=[
            [row["kind"], f"{row['n']:,}", cell(row, RIGHT, 0), cell(row, COST)]
            + [cell(row_of(kinds, kind=row["kind"], bid=bid), RIGHT, 0) for bid in NUMBER_BIDS]
            for _, row in thrown.iterrows()
        ],
        rules={rule: DISCARD_RULES[rule].about for rule in rules},
        costs=[
            [name, cell(every, COST), cell(every, RIGHT, 0)]
            + [cell(row_of(costs, of=WORTH, choice=way, bid=bid), COST) for bid in NUMBER_BIDS]
            for way, name in ways.items()
            for every in [row_of(pooled, choice=way)]
            if every is not None
        ],
        sharpest=[
            [row.holding, row.trump, row.discard, row.discard_second, row.bid,
             f"{as_percentage(row.wins):.1f} %", f"{as_percentage(row.wins_second):.1f} %"]
            for row in tables["sharpest.csv"].itertuples()
        ],
        made_by=made_by(about),
    )  # fmt: skip
    drawn = {
        "gains": figures.gains(tables["spread.csv"], gains),
        "widows": figures.widows(gains),
        "discards": figures.discards(kinds),
        "costs": figures.costs(costs, rules),
    }
    return Page(text, drawn)


def _best(ordered: pd.DataFrame) -> Any:
    return ordered.iloc[0] if len(ordered) else None


def _quantiles(spread: pd.DataFrame, gains: pd.DataFrame) -> list[list[object]]:
    """Return for each bid how the gain is spread over hands in doubt."""
    rows: list[list[object]] = []
    for bid in NUMBER_BIDS:
        some = spread[(spread["of"] == "in doubt") & (spread["bid"] == bid)]
        if len(some):
            at = some.set_index("percentile")["gain"]
            row = row_of(gains, by="in doubt", bid=bid)
            rows.append([bid, f"{row['hands']:,}", cell(row, GAIN), cell(row, HELPS, 0)])
            rows[-1] += [f"{at[q]:.1f}" for q in (25, 50, 75, 90, 100)]
    return rows


def _then(gains: pd.DataFrame, odds: str, bid: int) -> str:
    """Return what odds with the seven tiles dealt become, or a dash for few holdings."""
    row = row_of(gains, by="odds dealt", group=odds, bid=bid)
    if row is None or row["holdings"] < FEWEST:
        return "-"
    return f"{row['with']:.0f} % (+{row['gain']:.1f})"


def _widows(gains: pd.DataFrame, by: str, groups: tuple[str, ...]) -> list[list[object]]:
    """Return what the widows of each group add, all bids together and each alone."""
    return [
        [group, f"{every['hands']:,}", cell(every, GAIN), cell(every, HELPS, 0)]
        + [cell(row_of(gains, by=by, group=group, bid=bid), GAIN) for bid in NUMBER_BIDS]
        for group in groups
        for every in [row_of(gains, by=by, group=group, bid=ALL)]
        if every is not None
    ]
