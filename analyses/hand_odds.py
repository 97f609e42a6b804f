"""How good is a hand?

python analyses/hand_odds.py            # into reports/hand_odds
python analyses/hand_odds.py --quick    # a few hands, to see that it works

The odds of 4, 5, 6 and 7 over random hands: how they are spread, how they hang on the length of the
best trump and on its honours, and what the best number, doubles and no trump are worth. It reads
the hands and holdings of `samples.py`.
"""

import sys
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from hands_report import (
    EVEN,
    KINDS,
    UNIT,
    interval,
    kind_of,
    percent,
    with_best_trump,
    worth,
)

from moon_sim import Trump, points
from moon_sim.display import listed
from moon_sim.game import LAYOUTS, NUMBER_BIDS, target
from moon_sim.reporting import (
    PALETTE,
    Analysis,
    Page,
    Run,
    bullet,
    dots,
    figure,
    made_by,
    paragraph,
    picture,
    reached,
    run_analysis,
    table,
)
from moon_sim.stats import Estimate, mean_of, median_of, share_of

SAFE = 0.9
EDGES = (-2, 102)  # of axes in per cent, so that 0 and 100 are seen
COLOURS = dict(zip(NUMBER_BIDS, ("blue", "orange", "green", "pink"), strict=True))
LINES = dict(zip(NUMBER_BIDS, ("-", "--", "-.", ":"), strict=True))
CALLS = (4, 5, 6, 21)  # where 7 gains anything, 21 gains three times as much
MARKERS = dict(zip(NUMBER_BIDS, "os^D", strict=True))
DIGITS = 6


# --- The data ---------------------------------------------------------------------------------


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the hands with their best trump, and what each kind of trump gives the holdings."""
    return {
        "hands.csv": with_best_trump(run.table("samples", "hands.csv")).head(run.count),
        "kinds.csv": by_kind(run.table("samples", "holdings.csv")).round(DIGITS),
    }


def by_kind(holdings: pd.DataFrame) -> pd.DataFrame:
    """Return the best odds of each bid that a holding has with each kind of trump."""
    wins = [f"w{bid}" for bid in NUMBER_BIDS]
    kinds = holdings["trump"].map(kind_of).rename("kind")
    best = holdings.groupby(["number", "hand", "widow", kinds], sort=False)[wins].max() / LAYOUTS
    best.columns = [f"p{bid}" for bid in NUMBER_BIDS]
    return best.reset_index()


# --- What the page says -----------------------------------------------------------------------


def best_calls(sample: pd.DataFrame) -> pd.Series:
    """Return the call that gains each hand the most points on average: 0 for a pass, or a bid."""
    gains = [np.zeros(len(sample))]
    gains += [sample[f"p{target(bid)}"].map(partial(points, bid)) for bid in CALLS]
    calls = np.array([0, *CALLS])[np.argmax(gains, axis=0)]
    return pd.Series(calls, sample.index, name="call")


def grouped(rows: pd.DataFrame, column: str) -> dict[int, list[Estimate]]:
    """Return the mean odds of each bid 4-7 by a feature."""
    return {
        int(value): [mean_of(group[f"p{bid}"], UNIT) for bid in NUMBER_BIDS]
        for value, group in rows.groupby(column)
    }


# --- The page ---------------------------------------------------------------------------------


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    sample, kinds = tables["hands.csv"], tables["kinds.csv"]
    numbers = sample[sample["trump"].map(kind_of) == KINDS[0]]
    lines = [
        "# How good is a hand?",
        "",
        *_answer(sample),
        *_spread(sample),
        *_trumps(numbers, len(sample)),
        *_kinds(kinds),
        *_calls(sample),
        *_data(about),
    ]
    figures = {
        "spread": draw_spread(sample),
        "trumps": draw_trumps(numbers),
        "kinds": draw_kinds(kinds),
    }
    return Page("\n".join(lines), figures)


def _answer(sample: pd.DataFrame) -> list[str]:
    found = [
        f"{bid} with odds of **{100 * one.value:.0f} %** ({interval(one)})"
        for bid, one in ((bid, median_of(sample[f"p{bid}"])) for bid in NUMBER_BIDS)
    ]
    better = [
        f"**{100 * one.value:.0f} %** of hands for {bid} ({interval(one)})"
        for bid, one in ((bid, worth(sample[f"p{bid}"])) for bid in NUMBER_BIDS)
    ]
    return paragraph(
        f"The median hand makes {listed(found, 'and')}. A bid is worth making where the odds are "
        f"better than even: that is {listed(better, 'and')}. In brackets 95 % intervals, "
        f"n = {len(sample):,} random hands."
    )


def _spread(sample: pd.DataFrame) -> list[str]:
    rows = []
    for bid in NUMBER_BIDS:
        odds = sample[f"p{bid}"]
        low, high = (f"{100 * odds.quantile(q):.0f}" for q in (0.25, 0.75))
        rows.append([
            bid,
            percent(mean_of(odds, UNIT)),
            percent(median_of(odds)),
            f"{low} to {high}",
            percent(worth(odds)),
            percent(worth(sample[f"dd{bid}"])),
            percent(worth(odds, SAFE)),
        ])  # fmt: skip
    return [
        *paragraph(
            "All odds are those of a player who has not seen the widow yet, and who then picks the "
            "discard, trump and opening lead that are best for the bid: **blind-lead** odds. With "
            "**double-dummy** odds, the same choices are played as if all hands lay open from the "
            "start (`docs/odds.md`)."
        ),
        "## How are the odds spread?",
        "",
        *picture("Which share of random hands has at least some odds, for each bid", "spread"),
        *paragraph(
            f"Per cent, with 95 % intervals (mean: Student's t; median: order statistics; shares: "
            f"Wilson), n = {len(sample):,} hands:"
        ),
        *table(
            [
                "bid",
                "mean odds",
                "median odds",
                "middle half",
                "hands better than even",
                "the same, double-dummy",
                "hands better than nine in ten",
            ],
            rows,
        ),
    ]


def _trumps(numbers: pd.DataFrame, n: int) -> list[str]:
    head = ["n", *(f"odds of {bid}" for bid in NUMBER_BIDS)]
    zeros = (numbers["trump"] == str(Trump.ZEROS)).sum()
    by_length = [[trumps, "any", *_odds(rows)] for trumps, rows in numbers.groupby("trumps")]
    by_both = [[*held, *_odds(rows)] for held, rows in numbers.groupby(["trumps", "honours"])]
    return [
        "## How much are length and honours worth?",
        "",
        *paragraph(
            "The best trump of a hand is the one with the best odds of all bids together. For "
            f"{len(numbers):,} of {n:,} hands it is a number; for {zeros:,} of these it is 0, "
            "whose suit is 0-0 alone, so that play is much as with no trump. By how many of it "
            "they hold, and how many of its honours, which are its double and the two tiles below:"
        ),
        *picture("Mean odds of each bid by length and honours of the best trump", "trumps"),
        *paragraph("Mean odds in per cent, with 95 % intervals (Student's t):"),
        *table(["trumps", "honours", *head], [*by_length, *by_both], words=2),
    ]


def _odds(rows: pd.DataFrame) -> list[str]:
    """Return the number of hands, and their mean odds of each bid, for a table."""
    return [f"{len(rows):,}", *(percent(mean_of(rows[f"p{bid}"], UNIT)) for bid in NUMBER_BIDS)]


def _kinds(kinds: pd.DataFrame) -> list[str]:
    groups = {kind: kinds[kinds["kind"] == kind] for kind in KINDS}
    n = len(groups[KINDS[0]])
    return [
        "## What is the median hand worth in each kind of trump?",
        "",
        *paragraph(
            "Here the widow has come: exact odds with the best discard and the best trump of each "
            f"kind, n = {n:,} random holdings; 0 is one of the numbers. Medians in per cent, with "
            "95 % intervals (order statistics):"
        ),
        *picture("Median odds of each bid with the best number, doubles and no trump", "kinds"),
        *table(
            ["trump", *(f"odds of {bid}" for bid in NUMBER_BIDS)],
            [
                [names(kind), *(percent(median_of(rows[f"p{bid}"])) for bid in NUMBER_BIDS)]
                for kind, rows in groups.items()
            ],
        ),
        *paragraph("Holdings with better than even odds in each kind, per cent (Wilson):"),
        *table(
            ["trump", *(f"a bid of {bid}" for bid in NUMBER_BIDS)],
            [
                [names(kind), *(percent(worth(rows[f"p{bid}"])) for bid in NUMBER_BIDS)]
                for kind, rows in groups.items()
            ],
        ),
    ]


def names(kind: str) -> str:
    """Return a kind of trump in words."""
    return {"number": "the best number", "doubles": "doubles", "none": "no trump"}[kind]


def _calls(sample: pd.DataFrame) -> list[str]:
    calls = best_calls(sample)
    rows = []
    for call in (0, *CALLS):
        chosen = sample[calls == call]
        gain = "0"
        if call and len(chosen):
            gain = mean_of(chosen[f"p{target(call)}"].map(partial(points, call))).text()
        rows.append([
            call or "pass",
            len(chosen),
            percent(share_of(len(chosen), len(sample))),
            gain if len(chosen) else "-",
        ])  # fmt: skip
    return [
        "## Which call gains the most?",
        "",
        *paragraph(
            "A bid that is made gains itself, and one that is set loses itself; a pass is counted "
            "as 0; what the others gain is not counted. The call with the most points on average, "
            "for a hand that may choose any. Where 7 gains anything, 21 gains three times as much. "
            "Calls are chosen and counted by the same sampled odds, so that the points, with 95 % "
            "intervals (Student's t), are a little too high:"
        ),
        *table(["call", "hands", "per cent (Wilson)", "mean points"], rows),
    ]


def _data(about: dict[str, Any]) -> list[str]:
    return [
        "## The data",
        "",
        *bullet(
            "`hands.csv`: a row for each hand of `samples`, with its odds (`p` blind lead, `dd` "
            "double-dummy, by bid), its best trump, and what it holds of it (`moon_sim.features`);"
        ),
        *bullet(
            "`kinds.csv`: a row for each holding and kind of trump, with the exact odds of the "
            "best discard and trump for each bid;"
        ),
        *bullet("`manifest.json`: how it was made. Each figure is there as PNG and as SVG."),
        "",
        *made_by(about),
    ]


# --- The figures ------------------------------------------------------------------------------


def draw_spread(sample: pd.DataFrame) -> Any:
    """Draw which share of the hands reaches some odds."""
    made, axis = figure(7, 4.2)
    for bid in NUMBER_BIDS:
        style = {"colour": PALETTE[COLOURS[bid]], "line": LINES[bid]}
        reached(axis, sample[f"p{bid}"], times=100, label=f"bid {bid}", **style)
    axis.axvline(100 * EVEN, color="0.6", lw=1)
    axis.set(xlabel="odds of the bid, at least (%)", ylabel="hands (%)", xlim=EDGES)
    axis.set_ylim(EDGES)
    axis.set_title(f"Blind-lead odds, n = {len(sample):,} random hands; grey line: even odds")
    axis.grid()
    axis.legend()
    return made


def draw_trumps(numbers: pd.DataFrame) -> Any:
    """Draw the mean odds by length and by honours of the best trump."""
    made, axes = figure(9, 4, columns=2, sharey=True)
    for axis, column in zip(axes, ("trumps", "honours"), strict=True):
        found = grouped(numbers, column)
        sizes = numbers[column].value_counts()
        for at, bid in enumerate(NUMBER_BIDS):
            dots(
                axis,
                np.array(list(found)) + 0.08 * (at - 1.5),
                [means[at] for means in found.values()],
                times=100,
                label=f"bid {bid}",
                colour=PALETTE[COLOURS[bid]],
                marker=MARKERS[bid],
            )
        axis.set_xticks(list(found), [f"{value}\nn = {sizes[value]}" for value in found])
        axis.grid(axis="y")
    axes[0].set(xlabel="trumps in hand", ylabel="mean odds (%)", ylim=EDGES)
    axes[1].set(xlabel="honours in hand")
    handles = axes[1].get_legend_handles_labels()
    made.legend(*handles, loc="outside lower center", ncols=len(NUMBER_BIDS))
    made.suptitle(
        f"Hands whose best trump is a number, n = {len(numbers):,}; bars: 95 % interval of the mean"
    )
    return made


def draw_kinds(kinds: pd.DataFrame) -> Any:
    """Draw the median odds of each bid by kind of trump."""
    made, axis = figure(6.5, 4)
    for at, (kind, colour, marker) in enumerate(
        zip(KINDS, ("blue", "orange", "green"), "os^", strict=True)
    ):
        rows = kinds[kinds["kind"] == kind]
        dots(
            axis,
            np.array(NUMBER_BIDS) + 0.12 * (at - 1),
            [median_of(rows[f"p{bid}"]) for bid in NUMBER_BIDS],
            times=100,
            label=names(kind),
            colour=PALETTE[colour],
            marker=marker,
        )
    axis.axhline(100 * EVEN, color="0.6", lw=1)
    axis.set(xlabel="bid (tricks)", ylabel="median odds (%)", xticks=NUMBER_BIDS, ylim=EDGES)
    n = kinds["number"].nunique()
    axis.set_title(
        f"Exact odds after the widow, n = {n:,} holdings\nbars: 95 % interval; grey line: even odds"
    )
    axis.grid(axis="y")
    axis.legend()
    return made


ANALYSIS = Analysis(
    name="hand_odds",
    about=__doc__,
    full=1200,
    quick=12,
    unit="hands",
    gather=gather,
    page=page,
    needs=("samples",),
)

if __name__ == "__main__":
    sys.exit(run_analysis(ANALYSIS))
