"""The page of `widow_and_discard.py`: every number is from its tables."""

from typing import Any

import pandas as pd

from moon_sim.game import NUMBER_BIDS
from moon_sim.heuristics import DISCARD_RULES
from moon_sim.reporting import Page, bullet, made_by, paragraph, picture, table

from . import widow_figures as figures
from .holdings import ALL
from .kinds import WIDOW_KINDS
from .means import FEWEST
from .widow_numbers import BIN_NAMES, PIP_GROUPS
from .words import COST, GAIN, HELPS, RIGHT, cell, items, percent, row_of

TILE_GROUPS = ("double", *PIP_GROUPS)


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    gains, costs, kinds = tables["gains.csv"], tables["costs.csv"], tables["kinds.csv"]
    rules = list(dict.fromkeys(tables["rules.csv"]["rule"]))
    text = [
        "# What is the widow worth, and what do I throw?",
        "",
        *_answer(gains, costs, kinds, rules),
        *_words(tables["widows.csv"]),
        *_widow(tables["widows.csv"], gains, tables["spread.csv"]),
        *_kinds_of_widow(gains),
        *_discards(kinds),
        *_costs(costs, rules),
        *_sharpest(tables["sharpest.csv"]),
        *_data(about),
    ]
    drawn = {
        "gains": figures.gains(tables["spread.csv"], gains),
        "widows": figures.widows(gains),
        "discards": figures.discards(kinds),
        "costs": figures.costs(costs, rules),
    }
    return Page("\n".join(text), drawn)


# --- The parts of the page --------------------------------------------------------------------


def _answer(
    gains: pd.DataFrame, costs: pd.DataFrame, kinds: pd.DataFrame, rules: list[str]
) -> list[str]:
    doubt = row_of(gains, by="in doubt", bid=ALL)
    second, random = (
        row_of(costs, of="worth bidding", choice=choice, bid=ALL) for choice in ("2", "at random")
    )
    if doubt is None or second is None:
        return paragraph("There are too few holdings to tell: none has a bid in doubt.")
    first = kinds[kinds["bid"] == ALL].sort_values("right", ascending=False, kind="stable").iloc[0]
    article = "an" if first["kind"].startswith("u") else "a"
    thumbs = costs[costs["choice"].isin(set(rules) - {"sampled"}) & (costs["bid"] == ALL)]
    rule = thumbs[thumbs["of"] == "worth bidding"].sort_values("cost", kind="stable").iloc[0]
    return paragraph(
        f"The widow adds **{cell(doubt, GAIN)} points of percentage** to a bid that is in doubt "
        "with the seven tiles dealt, and from a holding worth bidding you throw "
        f"{article} **{first['kind']}**. The widow helps {cell(doubt, HELPS, 0)} % of the hands in "
        "doubt; where there is such a tile to throw, the best of them is right in "
        f"{cell(first, RIGHT, 0)} %. The second best discard costs **{cell(second, COST)} "
        f"points**, one at random {cell(random, COST)}, and the best rule of thumb, "
        f"`{rule['choice']}`, {cell(rule, COST)}."
    )


def _words(widows: pd.DataFrame) -> list[str]:
    n = widows["number"].nunique()
    return [
        *paragraph(
            f"All odds are exact ones with a blind lead, of {n:,} random holdings with each of "
            "their 72 contracts. The eight tiles of a holding are alike: each may have been the "
            f"widow. So a holding tells of eight hands with their widows, {8 * n:,} in all. "
            "Numbers in brackets are 95 % intervals (BCa bootstrap; where all cases agree, "
            "Wilson's for shares); they draw whole holdings, since the hands of one holding are no "
            "independent cases."
        ),
        *bullet(
            "**Without the widow**: the best trump with the seven tiles dealt, the widow thrown."
        ),
        *bullet("**With the widow**: the best discard and trump of all eight tiles."),
        *bullet("**In doubt**: without the widow, the bid's odds are 20 to 80 %."),
        *bullet(
            "**Worth bidding**: the best discard and trump make the bid at even odds or better."
        ),
        *bullet(
            "**Covered**: a tile, neither trump nor double, the double of whose higher number is "
            "held. A tile **makes a void** if none of those kept belongs to one of its suits."
        ),
        "",
    ]


def _widow(widows: pd.DataFrame, gains: pd.DataFrame, spread: pd.DataFrame) -> list[str]:
    every = row_of(gains, by="all", bid=ALL)
    bins = [
        [f"{name} %"]
        + [
            "-"
            if row is None or row["holdings"] < FEWEST
            else f"{row['with']:.0f} % (+{row['gain']:.1f})"
            for bid in NUMBER_BIDS
            for row in [row_of(gains, by="odds dealt", group=name, bid=bid)]
        ]
        for name in BIN_NAMES
    ]
    quantiles = []
    for bid in NUMBER_BIDS:
        some = spread[(spread["of"] == "in doubt") & (spread["bid"] == bid)]
        if len(some):
            at = some.set_index("percentile")["gain"]
            row = row_of(gains, by="in doubt", bid=bid)
            quantiles.append([
                bid, f"{row['hands']:,}", cell(row, GAIN), cell(row, HELPS, 0),
                *(f"{at[q]:.1f}" for q in (25, 50, 75, 90, 100)),
            ])  # fmt: skip
    return [
        "## What the widow adds",
        "",
        *picture("How many hands gain how much, and the mean by the odds dealt", "gains"),
        *paragraph(
            "Of hands in doubt: how many there are, what the widow adds on average in points of "
            "percentage, how many it helps (%), and what it adds to the hand at the quarter, the "
            "middle, three quarters, nine tenths and the end of them all:"
        ),
        *table(
            ["bid", "hands", "adds", "helps", "25 %", "50 %", "75 %", "90 %", "most"], quantiles
        ),
        *paragraph(
            "To count on the widow before it is seen: the odds with the seven tiles alone, and "
            "what they are on average once the widow is there (with what it added, in points; a "
            f"dash for hands from fewer than {FEWEST} holdings):"
        ),
        *table(["without it", *(f"bid {bid}" for bid in NUMBER_BIDS)], bins),
        *paragraph(
            "How often does the widow itself go? As each of the eight tiles may be the widow, a "
            "declarer who always picks one best discard throws the widow in **exactly one holding "
            "of eight**. Where several discards are best it may go more often: in "
            f"{100 - every['helps']:.0f} % of all hands and bids the widow adds nothing."
        ),
    ]


def _kinds_of_widow(gains: pd.DataFrame) -> list[str]:
    def rows(by: str, groups: tuple[str, ...]) -> list[list[object]]:
        found = []
        for group in groups:
            every = row_of(gains, by=by, group=group, bid=ALL)
            if every is not None:
                each = [row_of(gains, by=by, group=group, bid=bid) for bid in NUMBER_BIDS]
                found.append([
                    group, f"{every['hands']:,}", cell(every, GAIN), cell(every, HELPS, 0),
                    *(cell(row, GAIN) for row in each),
                ])  # fmt: skip
        return found

    head = ["hands", "adds", "helps (%)", *(f"bid {bid}" for bid in NUMBER_BIDS)]
    return [
        "## Which widow helps",
        "",
        *picture("What each kind of widow adds, and how often it helps", "widows"),
        *paragraph(
            "Hands in doubt, by what the widow is to the hand dealt, with the trump that was best "
            "before it came. A *top trump* is higher than all trumps held. Points of percentage, "
            "all bids together and each alone:"
        ),
        *table(["widow", *head], rows("kind", WIDOW_KINDS)),
        *paragraph("The same by the tile drawn, whatever the hand:"),
        *table(["widow", *head], rows("tile", TILE_GROUPS)),
    ]


def _discards(kinds: pd.DataFrame) -> list[str]:
    pooled = kinds[kinds["bid"] == ALL].sort_values("right", ascending=False)
    rows = [
        [row["kind"], f"{row['n']:,}", cell(row, RIGHT, 0), cell(row, COST)]
        + [cell(row_of(kinds, kind=row["kind"], bid=bid), RIGHT, 0) for bid in NUMBER_BIDS]
        for _, row in pooled.iterrows()
    ]
    return [
        "## Which discard is right",
        "",
        *picture("Which kind of tile is right to throw, and what it costs", "discards"),
        *paragraph(
            "Holdings worth bidding, with the trump of their best contract. Where a holding has "
            "tiles of a kind: how often the best of them is the right discard (%, as good as any), "
            "and what it costs on average (points of percentage). The order is the one to throw in:"
        ),
        *table(
            ["throw", "times", "right (%)", "costs", *(f"right, bid {bid}" for bid in NUMBER_BIDS)],
            rows,
        ),
    ]


def _costs(costs: pd.DataFrame, rules: list[str]) -> list[str]:
    names = {**figures.PLACES, "at random": "at random", **{rule: f"`{rule}`" for rule in rules}}
    rows = []
    for choice, name in names.items():
        every = row_of(costs, of="worth bidding", choice=choice, bid=ALL)
        if every is not None:
            each = [
                row_of(costs, of="worth bidding", choice=choice, bid=bid) for bid in NUMBER_BIDS
            ]
            rows.append(
                [
                    name,
                    cell(every, COST),
                    cell(every, RIGHT, 0),
                    *(cell(row, COST) for row in each),
                ]
            )
    return [
        "## What a wrong one costs",
        "",
        *picture("What each way to discard costs, and how often it is right", "costs"),
        *paragraph(
            "Holdings worth bidding, with the trump of their best contract: what a discard costs "
            "against the best one in points of percentage, and how often it is as good (%). The "
            "rules are told the trump:"
        ),
        *items((rule, DISCARD_RULES[rule].about) for rule in rules),
        *table(["discard", "costs", "right (%)", *(f"bid {bid}" for bid in NUMBER_BIDS)], rows),
    ]


def _sharpest(sharpest: pd.DataFrame) -> list[str]:
    rows = [
        [row["holding"], row["bid"], row["trump"], row["discard"], percent(row["wins"]),
         row["discard_second"], percent(row["wins_second"])]
        for _, row in sharpest.iterrows()
    ]  # fmt: skip
    head = ["holding", "trump", "discard", "second best", "bid", "odds", "odds then"]
    order = [0, 2, 3, 5, 1, 4, 6]
    return [
        "## Where the discard matters most",
        "",
        *paragraph(
            "The holdings whose second best discard, with the same trump, costs most, each at its "
            "worst bid:"
        ),
        *table(head, [[row[at] for at in order] for row in rows], words=4),
    ]


def _data(about: dict[str, Any]) -> list[str]:
    return [
        "## The data",
        "",
        *paragraph(
            "`widows.csv` has a row for each hand, widow and bid, with the layouts of 3,432 won "
            "without the widow and with it; `discards.csv` one for each discard with the best "
            "contract's trump; `rules.csv` what the discard rules throw. The others are what the "
            "figures and tables show: `spread.csv`, `gains.csv`, `kinds.csv`, `costs.csv` and "
            "`sharpest.csv`; bid 0 stands for all bids together. Each figure is there as PNG and "
            "as SVG. The holdings are those of `reports/samples/`."
        ),
        *made_by(about),
    ]
