"""The page of `trump_choice.py`: every number is from its tables."""

from typing import Any

import pandas as pd

from moon_sim.display import listed
from moon_sim.game import NUMBER_BIDS
from moon_sim.heuristics import selector
from moon_sim.reporting import Page, bullet, made_by, paragraph, picture, table

from . import trump_figures as figures
from .holdings import ALL
from .trial_numbers import CEILING, EXACT, SAMPLED
from .trump_numbers import DOUBLES, KINDS, WAYS
from .words import COST, LEAD, POINTS, REGRET, RIGHT, SHARE, cell, items, percent, row_of

WORTH = "worth bidding"
SHOWN = ("longest", "weighted", "sampled-1", "sampled-16")
"""Selectors whose worst holdings are shown, if they were tried."""


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    blame, naming, doubles = tables["blame.csv"], tables["naming.csv"], tables["doubles.csv"]
    everywhere = blame[(blame["of"] == "all") & (blame["bid"] == ALL)]
    order = everywhere.sort_values("regret", kind="stable")["selector"].tolist()
    text = [
        "# Which trump, and how much is naming it well worth?",
        "",
        *_answer(blame, naming, doubles, order),
        *_words(tables["trumps.csv"]),
        *_naming(naming),
        *_doubles(doubles, tables["clearest.csv"], tables["trumps.csv"]),
        *_trial(blame, tables["ranking.csv"], order),
        *_alike(tables["ranking.csv"], tables["pairs.csv"]),
        *_blame(blame, order),
        *_worst(tables["worst.csv"]),
        *_points(tables["points.csv"]),
        *_effort(tables["effort.csv"]),
        *_data(about),
    ]
    drawn = {
        "naming": figures.naming(naming),
        "doubles": figures.doubles(doubles),
        "ranking": figures.ranking(blame, order),
        "effort": figures.effort(tables["effort.csv"]),
    }
    return Page("\n".join(text), drawn)


def _is_rule(name: str) -> bool:
    return not name.startswith(SAMPLED) and not name.endswith("+sampled")


def _answer(
    blame: pd.DataFrame, naming: pd.DataFrame, doubles: pd.DataFrame, order: list[str]
) -> list[str]:
    ways = {way: row_of(naming, of=WORTH, way=way, bid=ALL) for way in WAYS}
    if ways["second"] is None:
        return paragraph("There are too few holdings to tell: none is worth bidding.")
    best = next(name for name in order if _is_rule(name))
    rule = row_of(blame, of=WORTH, selector=best, bid=ALL)
    number, zeros, both, none = (
        row_of(doubles, of=WORTH, doubles="any", bid=ALL, kind=kind) for kind in KINDS
    )
    return paragraph(
        "In holdings worth bidding **a number from 1 to 6** is as good as any trump in "
        f"{cell(number, SHARE, 0)} %, and naming the second best trump costs "
        f"**{cell(ways['second'], COST)} points of percentage**, each with its best discard. The "
        f"longest number costs {cell(ways['longest'], COST)}, and a trump at random "
        f"{cell(ways['random'], COST)}. Trump 0 is better than a number in "
        f"{cell(zeros, SHARE, 0)} %, doubles in {cell(both, SHARE, 0)} %, and no trump in "
        f"{cell(none, SHARE, 0)} %. Of the rules of thumb `{best}` does best: trump and discard "
        f"together fall short of the best by {cell(rule, REGRET)} points."
    )


def _words(trumps: pd.DataFrame) -> list[str]:
    n = trumps["number"].nunique()
    return [
        *paragraph(
            f"All odds are exact ones with a blind lead, of {n:,} random holdings of eight tiles "
            "with each of their 72 contracts. Numbers in brackets are 95 % intervals (BCa "
            "bootstrap, holding by holding; where all of them agree, Wilson's for shares)."
        ),
        *bullet(
            "**Worth bidding**: the best discard and trump make the bid at even odds or better. "
            "Holdings count once for each bid."
        ),
        *bullet(
            "**Regret**: what a choice of trump and discard falls short of the best one of the "
            "same holding and bid, in points of percentage."
        ),
        "",
    ]


def _naming(naming: pd.DataFrame) -> list[str]:
    rows = []
    for way, name in WAYS.items():
        every = row_of(naming, of=WORTH, way=way, bid=ALL)
        each = [row_of(naming, of=WORTH, way=way, bid=bid) for bid in NUMBER_BIDS]
        rows.append(
            [name, cell(every, COST), cell(every, RIGHT, 0), *(cell(one, COST) for one in each)]
        )
    return [
        "## What another trump costs",
        "",
        *picture("What it costs to name another trump than the best", "naming"),
        *paragraph(
            "Points of percentage that a trump with its best discard falls short of the best trump "
            "with its own, and how often it is as good (%); holdings worth bidding. *At random* is "
            "the mean of all nine:"
        ),
        *table(["trump", "costs", "as good (%)", *(f"bid {bid}" for bid in NUMBER_BIDS)], rows),
    ]


def _doubles(doubles: pd.DataFrame, clearest: pd.DataFrame, trumps: pd.DataFrame) -> list[str]:
    rows, gains = [], []
    for held in ("any", *DOUBLES):
        found = {
            kind: row_of(doubles, of=WORTH, doubles=held, bid=ALL, kind=kind) for kind in KINDS
        }
        if found["number"] is not None:
            rows.append([
                held, f"{found['number']['n']:,}",
                *(cell(found[kind], SHARE, 0) for kind in KINDS),
            ])  # fmt: skip
            gains.append([held, *(cell(found[kind], LEAD) for kind in list(KINDS)[1:])])
    by_bid = [
        [of, bid, f"{found['n']:,}"]
        + [
            cell(row_of(doubles, of=of, doubles="any", bid=bid, kind=kind), SHARE, 0)
            for kind in KINDS
        ]
        for of in ("all", WORTH)
        for bid in NUMBER_BIDS
        for found in [row_of(doubles, of=of, doubles="any", bid=bid, kind="number")]
        if found is not None
    ]
    with_zero = trumps[trumps["holding"].str.contains("0-0")]
    beaten = int((with_zero["none_wins"] > with_zero["zeros_wins"]).sum())
    examples = [
        [
            row["holding"],
            KINDS[row["kind"]],
            row["bid"],
            percent(row["best"]),
            percent(row["number_wins"]),
        ]
        for _, row in clearest.iterrows()
    ]
    return [
        "## When 0, doubles or no trump beat the best number",
        "",
        *picture("Which kind of trump is best, by the doubles held", "doubles"),
        *paragraph(
            "How often each kind of trump is best (% of holdings worth bidding; of equal ones the "
            "first), by the doubles among the eight tiles. A *number* is 1 to 6. The suit of trump "
            "0 is the one tile 0-0: with it, play is much as with no trump, but 0-0 beats all:"
        ),
        *table(["doubles held", "times", *KINDS.values()], rows),
        *paragraph(
            "Where another kind is best, how much more it wins than the best number, in points of "
            "percentage:"
        ),
        *table(["doubles held", *list(KINDS.values())[1:]], gains),
        *paragraph("How often each kind is best, by bid (%), of all holdings, too:"),
        *table(["holdings", "bid", "n", *KINDS.values()], by_bid),
        *paragraph(
            "Who holds 0-0 has a choice between trump 0 and no trump: no trump wins more in "
            f"{beaten} of {len(with_zero):,} such holdings and bids."
        ),
        *paragraph(
            "Of all holdings, those where they beat the best number by most, each at one bid:"
        ),
        *table(["holding", "best trump", "bid", "its odds", "best number"], examples, words=2),
    ]


def _trial(blame: pd.DataFrame, ranking: pd.DataFrame, order: list[str]) -> list[str]:
    rows = []
    for name in order:
        every = row_of(blame, of="all", selector=name, bid=ALL)
        worth = row_of(blame, of=WORTH, selector=name, bid=ALL)
        cells = []
        for bid in NUMBER_BIDS:
            one = row_of(ranking, selector=name, bid=bid)
            cells.append(f"{cell(one, REGRET)} {one['alike']}")
        rows.append(
            [f"`{name}`", cell(every, REGRET), cell(worth, REGRET), f"{every['right']:.0f}", *cells]
        )
    about = items((name, selector(name).about) for name in order if "+" not in name)
    head = [
        "selector",
        "regret",
        "worth bidding",
        "right (%)",
        *(f"bid {bid}" for bid in NUMBER_BIDS),
    ]
    return [
        "## The trial",
        "",
        *picture("The mean regret of each selector", "ranking"),
        *paragraph(
            "Mean regret of trump and discard together, over all holdings and over those worth "
            "bidding, all bids together; how often the choice is as good as the best; and the "
            "regret at each bid over all holdings. Two selectors that share a letter there can't "
            "be told apart at this bid (paired sign-flip tests, corrected after Holm for all pairs "
            "of the bid, at 5 %):"
        ),
        *table(head, rows),
        *paragraph(
            "`TRUMP+DISCARD` is a rule's trump with another discard rule. `exact` has no regret by "
            "its nature. The others:"
        ),
        *about,
    ]


def _alike(ranking: pd.DataFrame, pairs: pd.DataFrame) -> list[str]:
    lines = []
    for bid in NUMBER_BIDS:
        some = ranking[ranking["bid"] == bid].sort_values("regret", kind="stable")
        here = pairs[pairs["bid"] == bid]
        best, *others = some[["selector", "alike"]].itertuples(index=False)
        rivals = [f"`{name}`" for name, alike in others if set(alike) & set(best.alike)]
        lines += bullet(
            f"**bid {bid}**: {int(here['apart'].sum())} of {len(here)} pairs are told apart. "
            f"`{best.selector}` comes out best"
            + (f", and can't be told from {listed(rivals, 'and')}." if rivals else ".")
        )
    return ["### Where two can't be told apart", "", *lines, ""]


def _blame(blame: pd.DataFrame, order: list[str]) -> list[str]:
    rows = [
        [f"`{name}`", cell(one, REGRET), cell(one, ("trump", "trump_low", "trump_high")),
         cell(one, ("discard", "discard_low", "discard_high"))]
        for name in order
        for one in [row_of(blame, of=WORTH, selector=name, bid=ALL)]
        if one is not None
    ]  # fmt: skip
    return [
        "## Is it the trump or the discard?",
        "",
        *paragraph(
            "What the named trump falls short of the best one, had the best discard followed, and "
            "what the discard then loses beside; holdings worth bidding, points of percentage:"
        ),
        *table(["selector", "regret", "from the trump", "from the discard"], rows),
    ]


def _worst(worst: pd.DataFrame) -> list[str]:
    rows = [
        [f"`{row['selector']}`", row["holding"], f"{row['discard']}, {row['trump']}",
         f"{row['best_discard']}, {row['best_trump']}", row["target"],
         f"{100 * row['p_make']:.1f} %", f"{100 * row['best']:.1f} %"]
        for name in SHOWN
        for _, row in worst[worst["selector"] == name].iterrows()
    ]  # fmt: skip
    return [
        "## Where they go wrong",
        "",
        *paragraph(
            "The holdings on which some selectors lost most (`worst.csv` has them for all), with "
            "discard and trump:"
        ),
        *table(["selector", "holding", "chose", "best", "bid", "odds", "best odds"], rows, words=4),
    ]


def _points(points: pd.DataFrame) -> list[str]:
    rows = [
        [name if name == CEILING else f"`{name}`", cell(row, POINTS, 2), f"{100 * row['bids']:.0f}",
         "-" if pd.isna(row["p_make"]) else f"{100 * row['p_make']:.0f} %",
         "-" if pd.isna(row["worst"]) else f"{row['worst']:.1f}"]
        for name, row in points.set_index("selector").iterrows()
    ]  # fmt: skip
    n = points["n"].max()
    return [
        "## Points at their own bids",
        "",
        *paragraph(
            "Some rules bid, too, on the seven tiles dealt and if nobody else has bid. Then the "
            "widow comes, and they choose. Points a hand (a pass counts 0), how many hands they "
            "bid on (%), how often they make it, and the mean points of their worst bid; "
            f"n = {n:,} hands. Selectors that go by odds take too long to bid here. The ceiling is "
            "for comparison: no one bids with the widow seen."
        ),
        *table(["selector", "points", "bids on (%)", "makes", "worst"], rows),
    ]


def _effort(effort: pd.DataFrame) -> list[str]:
    rows = [
        [f"`{row['selector']}`", _time(row["seconds"]), cell(row, REGRET), f"{row['n']:,}"]
        for _, row in effort.sort_values("seconds", kind="stable").iterrows()
    ]
    exact = row_of(effort, selector=EXACT)
    return [
        "## What time buys",
        "",
        *picture("The time of a decision against its regret", "effort"),
        *paragraph(
            "The median time of a decision on one core, beside the mean regret over all holdings "
            f"and bids. `exact` was timed on {exact['n']:,} decisions:"
        ),
        *table(["selector", "time", "regret", "decisions"], rows),
    ]


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def _data(about: dict[str, Any]) -> list[str]:
    return [
        "## The data",
        "",
        *paragraph(
            "`choices.csv` has a row for each holding, bid and selector, in layouts of 3,432; "
            "`trumps.csv` one for each holding and bid with what trumps win; `bids.csv` one for "
            "each hand and selector that bids. The others are what figures and tables show: "
            "`naming.csv`, `doubles.csv`, `clearest.csv`, `ranking.csv`, `pairs.csv`, `blame.csv`, "
            "`worst.csv`, `points.csv` and `effort.csv`, whose seconds differ from run to run. Bid "
            "0 stands for all bids together. Each figure is there as PNG and as SVG. The holdings "
            "are those of `reports/samples/`."
        ),
        *made_by(about),
    ]
