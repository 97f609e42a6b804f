"""The page about bad breaks: every number is from its tables."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from analyses.bad_breaks.advice import COMMON, MANY, NAMED, advice, answer
from analyses.bad_breaks.figures import changes_by_kind, changes_by_split, seats_by_kind
from analyses.bad_breaks.kinds import KINDS
from analyses.bad_breaks.numbers import (
    LEVEL,
    both_seats,
    by_bid,
    by_length,
    cell,
    changes,
    effects,
    mean,
    names,
    split_changes,
    split_effects,
)
from analyses.common.hands import EVEN, kind_of
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import FEWEST, Estimate

Rows = list[list[object]]
TRUMPS = {"a number": "number", "doubles": "doubles", "none": "none"}


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    contracts = tables["contracts.csv"]
    changed = changes(contracts, tables["kinds.csv"])
    found = effects(changed, about["seed"])
    split = split_changes(contracts, tables["split.csv"])
    odds = contracts["made"] / contracts["n"]
    kinds = contracts["trump"].map(kind_of)
    proven = changed[changed["kind"].isin(found.index[found["holm"] < LEVEL])]
    n = len(contracts)
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        **answer(found, split),
        **advice(found, split),
        size=_size,
        n=n,
        drawn=contracts["holdings"].sum(),
        bids=contracts["bid"].value_counts().sort_index().to_dict(),
        trumps={words: (kinds == kind).sum() for words, kind in TRUMPS.items()},
        odds=100 * odds,
        below=(odds < EVEN).sum(),
        fewest=FEWEST,
        kinds={group: rows for group in KINDS if (rows := _kinds(found, KINDS[group]))},
        splits=_splits(split),
        by_seat=_seats(found),
        by_group=[_groups(changed, split, "either") for split in (by_bid, by_length)],
        differing=[_groups(proven, split, "difference") for split in (by_bid, by_length)]
        if len(proven)
        else [],
        most_named=NAMED,
        level=LEVEL,
        common=COMMON,
        many=MANY,
        made_by=made_by(about),
    )
    measured = found[found["contracts"] >= FEWEST]
    drawn = measured if len(measured) else found
    figures = {"kinds": changes_by_kind(drawn, n), "seats": seats_by_kind(drawn, n)}
    if len(split):
        figures["split"] = changes_by_split(split_effects(split))
    return Page(text, figures)


def _size(one: Estimate) -> Estimate:
    """Return a difference as a positive number."""
    return one if one.value >= 0 else Estimate(-one.value, -one.high, -one.low, one.n)


def _kinds(found: pd.DataFrame, group: dict[str, str]) -> Rows:
    return [
        [kind, group[kind], row["contracts"], f"{row['share']:.1f} %", f"{row['failing']:.1f} %"]
        + [cell(row[seat]) for seat in ("left", "right")]
        for kind, row in found.loc[[kind for kind in group if kind in found.index]].iterrows()
    ]


def _splits(split: pd.DataFrame) -> Rows:
    return [
        [
            row["out"],
            f"{row['longer']}-{row['out'] - row['longer']}",
            row["contracts"],
            f"{row['share']:.1f} %",
            f"{row['failing']:.1f} %",
            cell(row["change"]),
        ]
        for _, row in both_seats(split).iterrows()
    ]


def _seats(found: pd.DataFrame) -> Rows:
    return [
        [
            kind,
            row["contracts"],
            cell(row["difference"]),
            "< 0.001" if row["holm"] < 0.001 else f"{row['holm']:.3f}",
            "yes" if row["holm"] < LEVEL else "no",
            f"{row['decided']:.1f} %",
        ]
        for kind, row in found[found["holm"].notna()].iterrows()
    ]


def _groups(
    changed: pd.DataFrame, split: Callable[[pd.DataFrame], dict[str, pd.DataFrame]], column: str
) -> tuple[list[str], Rows]:
    """Return a table with a row for each kind and a column for each group of contracts."""
    parts = split(changed)
    heads = [f"{name}, n = {rows['contract'].nunique()}" for name, rows in parts.items()]

    def change(rows: pd.DataFrame) -> str:
        return cell(mean(rows[column])) if len(rows) else "-"

    return ["one defender holds", *heads], [
        [kind, *(change(rows[rows["kind"] == kind]) for rows in parts.values())]
        for kind in names(changed)
    ]
