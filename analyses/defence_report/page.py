"""The page of `defence.py`: tables and words, every number from the data."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from moon_sim.reporting import Page, made_by, paragraph, picture, table

from .advice import COMMON, MANY, advice, answer
from .figures import changes_by_kind, changes_by_split, seats_by_kind
from .kinds import KINDS
from .numbers import (
    FEWEST,
    LEVEL,
    both_seats,
    by_bid,
    by_length,
    changes,
    effects,
    mean,
    names,
    split_changes,
    split_effects,
)

EVEN = 50
"""Per cent: where a bid stops to gain."""


def page(tables: dict[str, pd.DataFrame], manifest: dict[str, Any]) -> Page:
    """Return the report's text and figures.

    Parameters
    ----------
    tables : dict of str to DataFrame
        As `defence.py` writes them.
    manifest : dict
        How they were made.

    Returns
    -------
    Page
    """
    contracts = tables["contracts.csv"]
    changed = changes(contracts, tables["kinds.csv"])
    found = effects(changed, manifest["seed"])
    split = split_changes(contracts, tables["split.csv"])
    text = "\n".join([
        "# What beats a contract: what do the defenders hold when it fails?",
        "",
        *answer(found, split, len(contracts)),
        *_words(contracts),
        *_kinds(found),
        *_splits(split),
        *_seats(found),
        *_groups(changed, found),
        *advice(found, split),
        *_method(),
        *_data(manifest),
    ])  # fmt: skip
    n = len(contracts)
    measured = found[found["contracts"] >= FEWEST]
    drawn = measured if len(measured) else found
    figures = {"kinds": changes_by_kind(drawn, n), "seats": seats_by_kind(drawn, n)}
    if len(split):
        figures["split"] = changes_by_split(split_effects(split))
    return Page(text, figures)


# --- The parts of the page --------------------------------------------------------------------


def _words(contracts: pd.DataFrame) -> list[str]:
    odds = 100 * contracts["made"] / contracts["n"]
    below = int((odds < EVEN).sum())
    bids = contracts["bid"].value_counts().sort_index()
    counts = [f"{count} bid {bid}" for bid, count in bids.items()]
    kinds = {
        "a number": (~contracts["trump"].isin(["doubles", "none"])).sum(),
        "doubles": (contracts["trump"] == "doubles").sum(),
        "none": (contracts["trump"] == "none").sum(),
    }
    trumps = ", ".join(f"{name} in {count}" for name, count in kinds.items())
    return [
        *paragraph(
            "Each contract is the one that blind-lead odds call the best for a random holding and "
            "a random bid among those whose odds lie between 2 and 98 %, as those of some bid do "
            "for "
            f"{len(contracts)} of {contracts['holdings'].sum():,} holdings: "
            f"{', '.join(counts)}; trump is {trumps}. Their odds are {odds.mean():.0f} % on "
            f"average, and half of them lie between {odds.quantile(0.25):.0f} and "
            f"{odds.quantile(0.75):.0f} %; {below} of them are below even. "
            "With the lead fixed, each of the 3,432 layouts of a "
            "contract is either made or set."
        ),
        *paragraph(
            "*Left* is the defender who plays right after the declarer, *right* the one who plays "
            "third when the declarer leads. A change is the odds on the layouts where a defender "
            "holds something, less the contract's odds on all layouts, in points of percentage: "
            "with odds of 80 %, a change of \N{MINUS SIGN}15 leaves 65 %."
        ),
    ]


def _kinds(found: pd.DataFrame) -> list[str]:
    lines = [
        "## What does a holding do to the odds?",
        "",
        *picture(
            "Change of the odds for each kind of holding, with the left and with the right "
            "defender",
            "kinds",
        ),
        *paragraph(
            "In brackets, on how many of the layouts one defender holds it, and the contracts "
            "where that can be. The tables add how many of the *failing* layouts have it, and 95 % "
            f"intervals over contracts; *few* stands for less than {FEWEST} contracts."
        ),
    ]
    for group, kinds in KINDS.items():
        present = [kind for kind in kinds if kind in found.index]
        if present:
            lines += [
                f"### {group}",
                "",
                *table(
                    [
                        *("one defender holds", "that is", "contracts", "layouts"),
                        *("of the failing", "change on the left", "change on the right"),
                    ],
                    [[kind, kinds[kind], *_cells(found.loc[kind])] for kind in present],
                    words=2,
                ),
            ]
    return lines


def _cells(row: "pd.Series[Any]") -> list[Any]:
    return [
        row["contracts"],
        f"{row['share']:.1f} %",
        f"{row['failing']:.1f} %",
        row["left"].cell,
        row["right"].cell,
    ]


def _splits(split: pd.DataFrame) -> list[str]:
    if split.empty:
        return []
    rows = [
        [
            row["out"],
            f"{row['longer']}-{row['out'] - row['longer']}",
            row["contracts"],
            f"{row['share']:.1f} %",
            f"{row['failing']:.1f} %",
            row["change"].cell,
        ]
        for _, row in both_seats(split).iterrows()
    ]
    return [
        "## Do the trumps that are out lie together?",
        "",
        *picture("Change of the odds for each split of the trumps that are out", "split"),
        *paragraph(
            "All trumps that the declarer neither holds nor has discarded lie in two hands. The "
            "same with both seats taken together:"
        ),
        *table(
            ["trumps out", "split", "contracts", "layouts", "of the failing", "change"],
            rows,
            words=2,
        ),
    ]


def _seats(found: pd.DataFrame) -> list[str]:
    tested = found[found["holm"].notna()]
    rows = [
        [
            kind,
            row["contracts"],
            row["difference"].cell,
            _p(row["holm"]),
            "yes" if row["holm"] < LEVEL else "no",
            f"{row['decided']:.1f} %",
        ]
        for kind, row in tested.iterrows()
    ]
    return [
        "## Is it worse on the left or on the right?",
        "",
        *picture("The odds with a holding on the left less those on the right", "seats"),
        *paragraph(
            "Each layout has its mirror image, in which the two defenders have exchanged their "
            "hands: so the same holdings are compared, and nothing but the seat differs. A "
            "negative number says that a holding is worse for the declarer on its left. The last "
            "column says how often the seat alone decides, one way or the other: of all pairs of a "
            "layout and its mirror image, those that are made one way and set the other."
        ),
        *table(
            [
                *("one defender holds", "contracts", "left less right", "p (Holm)", "proven"),
                "the seat decides",
            ],
            rows,
        ),
    ]


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _groups(changed: pd.DataFrame, found: pd.DataFrame) -> list[str]:
    lines = [
        "## Does it depend on the bid, or on how many trumps the declarer holds?",
        "",
        *paragraph("The change of the odds, mean over both seats:"),
        *_group_table(changed, by_bid, "either"),
        *_group_table(changed, by_length, "either"),
    ]
    proven = changed[changed["kind"].isin(found.index[found["holm"] < LEVEL])]
    if len(proven):
        lines += [
            *paragraph("Left less right, where the seats are proven to differ:"),
            *_group_table(proven, by_bid, "difference"),
            *_group_table(proven, by_length, "difference"),
        ]
    return lines


def _group_table(
    changed: pd.DataFrame, split: Callable[[pd.DataFrame], dict[str, pd.DataFrame]], column: str
) -> list[str]:
    """Return a table with a row for each kind and a column for each group of contracts."""
    parts = split(changed)
    heads = [f"{name}, n = {rows['contract'].nunique()}" for name, rows in parts.items()]
    return table(
        ["one defender holds", *heads],
        [
            [kind, *(mean(rows.loc[rows["kind"] == kind, column]).cell for rows in parts.values())]
            for kind in names(changed)
        ],
    )


def _method() -> list[str]:
    return [
        "## How it was measured",
        "",
        *paragraph(
            "For each contract, its best blind lead is played on all 3,432 layouts; from the lead "
            "on all hands lie open, and everyone plays perfectly. Real declarers see less, and "
            "make fewer of them (`reports/true_odds/` says how many). Inside a contract nothing is "
            "left to chance. Intervals are Student's over contracts, each of which counts alike: "
            "they say how sure the mean over such contracts is, not how far single ones lie from "
            "it. A "
            "contract counts for a kind if some of its layouts have it and others don't."
        ),
        *paragraph(
            "Left and right are compared contract by contract: the test changes the signs of "
            "their differences at random, which makes no difference where the seats make none. Its "
            "p-values are corrected for the number of kinds (Holm), and a difference counts as "
            f"proven below {LEVEL:g}. The kinds overlap, so their changes don't add up."
        ),
        *paragraph(
            "The *second suit* is the number, not trump, that most of the declarer's tiles lead "
            "to, two at least (a tile is led as one of its higher number); of several, the one "
            "whose highest tile is held, then the higher. *Guarded* is the highest tile of it that "
            "is out, if the defender has one tile more of the suit for each higher one that the "
            "declarer can lead, and the declarer has to lead a lower one, too. The *top trump* is "
            "the double of a number, or 6-6 of doubles; an *outside double* is one that is no "
            "trump. *Out* is what the declarer neither holds nor has discarded."
        ),
        *paragraph(
            f"The answer and the advice name kinds that one defender holds on {COMMON:g} % of the "
            f"layouts or more, in {MANY} contracts or more."
        ),
    ]


def _data(manifest: dict[str, Any]) -> list[str]:
    return [
        "## The data",
        "",
        *paragraph(
            "`contracts.csv` has a row for each contract, with the layouts that it makes of `n`; "
            "`kinds.csv` one for each contract, kind and seat: the layouts where that defender "
            "holds it, how many of them are made, and of these `only` those whose mirror image is "
            "set; `split.csv` one for each contract and number of trumps on the left. "
            "`manifest.json` says how it was made. Each figure is there as PNG and as SVG."
        ),
        *made_by(manifest),
    ]
