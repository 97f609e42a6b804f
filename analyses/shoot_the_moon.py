"""How often is 21 a good bet?

python analyses/shoot_the_moon.py            # into reports/shoot_the_moon
python analyses/shoot_the_moon.py --quick    # a few hands, to see that it works

21 needs all seven tricks. How often they come at even odds or better, before the widow and after
it, is read from the hands and holdings of `samples.py`, and what such hands have in common. How
many hands take all tricks on *every* layout is counted exactly, over all discards and trumps.
"""

import sys
from typing import Any

import numpy as np
import pandas as pd
from hands_report import EVEN, UNIT, interval, kind_with_zero, percent, with_best_trump
from hands_report.laid_down import contracts_of, counted, drawn, shapes_of
from hands_report.moon_figures import draw_laydowns, draw_odds, draw_sure

from moon_sim import Trump, parse_tiles
from moon_sim.game import HAND_SIZE, LAYOUTS, NUMBER_BIDS
from moon_sim.heuristics import Features, features_frame
from moon_sim.reporting import (
    Analysis,
    Page,
    Run,
    bullet,
    made_by,
    paragraph,
    picture,
    run_analysis,
    table,
)
from moon_sim.stats import Estimate, mean_of, share_of

HANDS = 170_544
HOLDINGS_A_JOB = 20_000
FEATURES = {
    "trumps": "trumps",
    "top_trumps": "trumps unbroken from the top",
    "honours": "honours",
    "outside_doubles": "doubles that are no trumps",
    "covered": "covered tiles",
    "voids": "void suits",
    "pips": "pips",
}
KIND_WORDS = {
    "number": "a number from 1 to 6",
    "0": "trump 0",
    "doubles": "doubles",
    "none": "no trump",
}


# --- The data ---------------------------------------------------------------------------------


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the odds of seven tricks before and after the widow, and the laydowns."""
    hands, holdings = drawn(run.seed, run.count)
    jobs = [
        (holdings[at : at + HOLDINGS_A_JOB], trump)
        for at in range(0, len(holdings), HOLDINGS_A_JOB)
        for trump in Trump
    ]
    found = pd.concat(run.map(contracts_of, jobs, "laydowns"), ignore_index=True)
    return {
        "before.csv": with_best_trump(run.table("samples", "hands.csv")),
        "after.csv": after_widow(run.table("samples", "holdings.csv")),
        "laydowns.csv": counted(found, hands, holdings),
        "shapes.csv": shapes_of(found),
    }


def after_widow(holdings: pd.DataFrame) -> pd.DataFrame:
    """Return each holding's contract with the best odds of seven tricks, and what it holds."""
    merit = [f"w{bid}" for bid in reversed(NUMBER_BIDS)]
    ranked = holdings.sort_values(merit, ascending=False, kind="stable")
    best = ranked.drop_duplicates("number").sort_values("number", ignore_index=True)
    kept = [
        parse_tiles(f"{row.hand} {row.widow}") & ~parse_tiles(row.discard)
        for row in best.itertuples()
    ]
    every = features_frame(kept).to_numpy().reshape(len(best), len(Trump), -1)
    trumps = [int(Trump.parse(trump)) for trump in best["trump"]]
    held = pd.DataFrame(every[np.arange(len(best)), trumps], columns=list(Features._fields))
    columns = ["number", "hand", "widow", "discard", "trump", "lead7", "w7"]
    return pd.concat([best[columns], held], axis=1)


# --- What the page says -----------------------------------------------------------------------


def even(odds: pd.Series) -> Estimate:
    """Return the share of even odds or better."""
    return share_of(int((odds >= EVEN).sum()), len(odds))


def sure_tiles(rows: pd.DataFrame) -> pd.Series:
    """Return how many tiles of each hand are trumps unbroken from the top or other doubles."""
    return rows["top_trumps"] + rows["outside_doubles"]


def by_sure_tiles(before: pd.DataFrame) -> pd.DataFrame:
    """Return how often hands make seven tricks, and at even odds, by their sure tiles."""
    return pd.DataFrame([
        {
            "sure": sure,
            "hands": len(rows),
            "odds": mean_of(rows["p7"], UNIT),
            "even": even(rows["p7"]),
        }
        for sure, rows in before.groupby(sure_tiles(before))
    ])  # fmt: skip


def percentage(part: int, whole: int) -> str:
    """Return an exact share with two digits that count."""
    share = 100 * part / whole
    return f"{share:.0f} %" if share >= 10 or part == 0 else f"{share:#.2g} %"


# --- The page ---------------------------------------------------------------------------------


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    before, after = tables["before.csv"], tables["after.csv"]
    laid, shapes = tables["laydowns.csv"], tables["shapes.csv"]
    odds_after = after["w7"] / LAYOUTS
    lines = [
        "# How often is 21 a good bet?",
        "",
        *_answer(before, odds_after, laid.iloc[-1]),
        *_odds(before, odds_after),
        *_looks(before, after),
        *_laydowns(laid),
        *_shapes(shapes),
        *_proof(),
        *_data(about),
    ]
    figures = {
        "odds": draw_odds(before, odds_after),
        "sure": draw_sure(by_sure_tiles(before), len(before)),
        "laydowns": draw_laydowns(laid),
    }
    return Page("\n".join(lines), figures)


def _answer(before: pd.DataFrame, odds_after: pd.Series, laid: pd.Series) -> list[str]:
    ahead, later = even(before["p7"]), even(odds_after)
    every = laid["of_hands"] == HANDS
    among = "of all" if every else "of"
    return paragraph(
        f"Before the widow, **{100 * ahead.value:.1f} %** of hands make seven tricks at even odds "
        f"or better (95 % interval {interval(ahead, 1)}; n = {ahead.n:,} hands), and with the "
        f"widow, **{100 * later.value:.1f} %** ({interval(later, 1)}; n = {later.n:,} holdings). "
        f"Laydowns are counted: {among} {laid['of_holdings']:,} holdings, "
        f"**{laid['holdings']:,}** "
        f"({percentage(laid['holdings'], laid['of_holdings'])}) have a discard and a trump that "
        f"take every trick however the other tiles lie, and {among} {laid['of_hands']:,} hands, "
        f"**{laid['hands']:,}** ({percentage(laid['hands'], laid['of_hands'])}) are sure of that "
        f"whatever the widow{'.' if every else ' (random ones; the full size counts all).'}"
    )


def _odds(before: pd.DataFrame, odds_after: pd.Series) -> list[str]:
    looked = [
        ("before the widow", before["p7"]),
        ("before the widow, double-dummy", before["dd7"]),
        ("after the widow", odds_after),
    ]
    return [
        *paragraph(
            "21 needs all seven tricks. It stands to win or to lose 21 points, so it gains on "
            "average from even odds up, like every bid; and a 21 that is made ends the game. Odds "
            "are blind-lead odds, with the declarer's best discard, trump and opening lead."
        ),
        "## How often do seven tricks come at even odds?",
        "",
        *picture(
            "Which share of hands and holdings has at least some odds of seven tricks", "odds"
        ),
        *paragraph("Shares in per cent, with 95 % intervals (Wilson):"),
        *table(
            ["odds of seven tricks", "n", "1 % or more", "even or better", "nine in ten or better"],
            [
                [
                    name,
                    f"{len(odds):,}",
                    *(
                        percent(share_of(int((odds >= level).sum()), len(odds)), 1)
                        for level in (0.01, EVEN, 0.9)
                    ),
                ]
                for name, odds in looked
            ],
        ),
    ]


def _looks(before: pd.DataFrame, after: pd.DataFrame) -> list[str]:
    good = before[before["p7"] >= EVEN]
    holding = after[after["w7"] >= EVEN * LAYOUTS]
    groups = {"all hands": before, "hands at even odds": good, "holdings at even odds": holding}
    found = by_sure_tiles(before)
    kinds = good["trump"].map(kind_with_zero)
    shares = [
        f"{percent(share_of(int((kinds == kind).sum()), len(good)))} {words}"
        for kind, words in KIND_WORDS.items()
        if len(good)
    ]
    lines = [
        "## What do such hands look like?",
        "",
        *paragraph(
            "What hands hold of their best trump on average, with 95 % intervals (Student's t); of "
            "the holdings, the seven tiles kept:"
        ),
        *table(
            ["mean number of", *(f"{name} (n = {len(rows):,})" for name, rows in groups.items())],
            [
                [
                    words,
                    *(
                        mean_of(rows[name], (0, np.inf)).text(1) if len(rows) else "-"
                        for rows in groups.values()
                    ),
                ]
                for name, words in FEATURES.items()
            ],
        ),
    ]
    if shares:
        lines += paragraph(
            f"The best trump of hands at even odds is, in per cent (Wilson): {', '.join(shares)}."
        )
    return [
        *lines,
        *paragraph(
            "Count the **sure tiles**: trumps unbroken from the top, and doubles that are no "
            "trumps. By their number:"
        ),
        *picture("Odds of seven tricks by the number of sure tiles", "sure"),
        *table(
            ["sure tiles", "hands", "mean odds of seven tricks", "at even odds or better"],
            [
                [row.sure, f"{row.hands:,}", percent(row.odds), percent(row.even)]
                for row in found.itertuples()
            ],
        ),
    ]


def _laydowns(laid: pd.DataFrame) -> list[str]:
    total = laid.iloc[-1]
    one = (
        "In all of them one opening lead does on every layout."
        if total["one_lead"] == total["contracts"]
        else f"In {total['one_lead']:,} of them one opening lead does on every layout; in the "
        "others it hangs on the layout."
    )
    return [
        "## How many laydowns are there?",
        "",
        *paragraph(
            "A laydown takes all seven tricks on each of the 3,432 layouts, all hands open. "
            "Counted are contracts (a hand kept, a discard and a trump; "
            f"{total['of_contracts']:,} looked at), holdings with a laydown "
            f"({total['of_holdings']:,}), and hands that have one "
            f"whatever the widow ({total['of_hands']:,}). {one}"
        ),
        *paragraph(
            f"{total['outright']:,} of the contracts are laydowns at sight: leads from the top "
            "draw all trumps, and where a hidden tile of another suit is above a lead, enough "
            "leads are above it and draw all that is hidden of that suit. In the others, another "
            "suit helps to draw it."
        ),
        *picture("Holdings and hands with a laydown, by trump", "laydowns"),
        *table(
            ["trump", "contracts", "holdings", "share", "hands whatever the widow", "share"],
            [
                [
                    row.trump,
                    f"{row.contracts:,}",
                    f"{row.holdings:,}",
                    percentage(row.holdings, row.of_holdings),
                    f"{row.hands:,}",
                    percentage(row.hands, row.of_hands),
                ]
                for row in laid.itertuples()
            ],
        ),
        *paragraph(
            "`any`: with at least one of the trumps; for a hand, another one for each widow."
        ),
    ]


def _shapes(shapes: pd.DataFrame) -> list[str]:
    others = HAND_SIZE - shapes["trumps"] - shapes["outside_doubles"]
    return [
        "## What do laydowns look like?",
        "",
        *paragraph(
            "By kind of trump, trumps held and doubles besides. The other tiles win, too: what "
            "could beat them is held, discarded, or drawn before. A hand counts once for each "
            "trump."
        ),
        *table(
            [
                "trump",
                "trumps",
                "doubles",
                "others",
                "hands",
                "contracts",
                "such as",
            ],
            [
                [
                    {"number": "1 to 6"}.get(row.kind, row.kind),
                    row.trumps,
                    row.outside_doubles,
                    other,
                    f"{row.hands:,}",
                    f"{row.contracts:,}",
                    f"{row.example}, discard {row.discard}, trump {row.trump}",
                ]
                for row, other in zip(shapes.itertuples(), others, strict=True)
            ],
        ),
    ]


def _proof() -> list[str]:
    return [
        "## How is it proven?",
        "",
        *paragraph(
            "Nearly all contracts are ruled out by what a laydown must have. Its declarer wins "
            "every trick, so it leads each of its tiles, and each of them wins. Hence:"
        ),
        *bullet(
            "**Trumps.** With m trumps hidden, the declarer holds m trumps above the highest of "
            "them. Let one defender hold all m, and play the highest where it wins or has to be "
            "played. On any other lead that it may ruff, it ruffs with the highest and wins; so "
            "its trumps go on leads of trumps alone, one on each, and all of these leads have to "
            "be above the highest."
        ),
        *bullet(
            "**Other tiles.** Say a tile leads a suit in which a hidden tile is above it. Let one "
            "defender hold that one, and play it where it wins or has to be played. Then it has to "
            "be drawn before: the declarer holds a tile, no trump, that leads one of its suits and "
            "is above it there."
        ),
        "",
        *paragraph(
            "And nearly all laydowns are known without a search, too: with the trumps as above, "
            "it is enough if in each suit that other tiles lead, none of these has a hidden tile "
            "above it, or as many of them are above the highest hidden one as are hidden. Leads "
            "from the top draw the trumps, then what is hidden of such suits, and every lead wins."
        ),
        *paragraph(
            "What is between the two is solved on some random layouts, and what takes seven tricks "
            "on all of them is solved on all 3,432. Contracts are dropped for failing on a layout, "
            "and never for failing to be found."
        ),
    ]


def _data(about: dict[str, Any]) -> list[str]:
    return [
        "## The data",
        "",
        *bullet(
            "`before.csv`: the hands of `samples` with their odds, their best trump (for all bids "
            "together), and what they hold of it (`moon_sim.features`);"
        ),
        *bullet(
            "`after.csv`: the holdings of `samples`, each with the contract and lead that take "
            "seven tricks on the most layouts (`w7` of 3,432), and what is kept;"
        ),
        *bullet(
            "`laydowns.csv`: the counts by trump, with how many were looked at, and in how many "
            "contracts one lead does on all layouts (`one_lead`);"
        ),
        *bullet("`shapes.csv`: the shapes of laydowns, each with its first one;"),
        *bullet("`manifest.json`: how it was made. Each figure is there as PNG and as SVG."),
        "",
        *made_by(about),
    ]


ANALYSIS = Analysis(
    name="shoot_the_moon",
    about=__doc__,
    full=HANDS,
    quick=100,
    unit="hands",
    gather=gather,
    page=page,
    needs=("samples",),
)

if __name__ == "__main__":
    sys.exit(run_analysis(ANALYSIS))
