"""Which hands and holdings do the other analyses look at?

python analyses/samples.py            # into reports/samples
python analyses/samples.py --quick    # a few, to see that it works

Two samples, drawn apart. *Hands*: 7 random tiles with the odds of each bid before the widow is
seen, chosen and measured on sampled layouts. *Holdings*: 7 random tiles and a random widow, with
the exact odds of every discard and trump. The other analyses read both, so that they speak of the
same hands and the long computation is done once.
"""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from moon_sim import Trump, bid_odds, exchange_odds, format_tiles
from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    TILES,
    parse_tiles,
    random_hand,
    random_holding,
    tile_ids,
    tile_name,
)
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
    run_analysis,
    table,
)
from moon_sim.stats import mean_of

FULL, QUICK = 1200, 12
HANDS_A_HOLDING = 4
LAYOUTS_A_CONTRACT = 24
HANDS, HOLDINGS = range(2)  # the two samples, each with random numbers of its own
HANDS_A_JOB, HOLDINGS_A_JOB = 5, 2
DIGITS = 6
POSSIBLE_HANDS, POSSIBLE_HOLDINGS = 170_544, 170_544 * 15


# --- The samples ------------------------------------------------------------------------------


def hands(seed: int, first: int, end: int) -> pd.DataFrame:
    """Return some hands with the odds of each bid, by any trump and by each one."""
    return pd.DataFrame([hand_row(seed, number) for number in range(first, end)])


def hand_row(seed: int, number: int) -> dict[str, Any]:
    """Return a hand of the sample with its odds."""
    rng = np.random.default_rng([seed, HANDS, number])
    hand = random_hand(rng)
    odds = bid_odds(hand, LAYOUTS_A_CONTRACT, rng, view="blind-lead", threads=1)
    return {
        "number": number,
        "hand": format_tiles(hand),
        **{f"p{bid}": odds.p_make[bid] for bid in NUMBER_BIDS},
        **{f"dd{bid}": odds.double_dummy[bid] for bid in NUMBER_BIDS},
        **{
            f"p{bid}_{trump!s}": odds.by_trump.loc[trump, bid]
            for bid in NUMBER_BIDS
            for trump in Trump
        },
        **{f"se{bid}": odds.standard_error(bid) for bid in NUMBER_BIDS},
    }


def holdings(seed: int, first: int, end: int) -> pd.DataFrame:
    """Return some holdings with the exact odds of each discard and trump, in layouts."""
    return pd.concat([holding_rows(seed, number) for number in range(first, end)])


def holding_rows(seed: int, number: int) -> pd.DataFrame:
    """Return the 72 contracts of a holding of the sample."""
    hand, widow = random_holding(np.random.default_rng([seed, HOLDINGS, number]))
    odds = exchange_odds(hand | widow, view="blind-lead", mean_tricks=False, threads=1)
    return pd.DataFrame({
        "number": number,
        "hand": format_tiles(hand),
        "widow": format_tiles(widow),
        "discard": list(odds.index.get_level_values("discard")),
        "trump": [str(Trump(trump)) for trump in odds.index.get_level_values("trump")],
        **{f"w{bid}": (odds[f"p{bid}"] * LAYOUTS).round().astype(int).array for bid in NUMBER_BIDS},
        **{f"lead{bid}": odds[f"lead{bid}"].array for bid in NUMBER_BIDS},
    })  # fmt: skip


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return both samples by the names of their files."""

    def sample(work: Callable[..., pd.DataFrame], count: int, some: int) -> pd.DataFrame:
        jobs = [(run.seed, at, min(at + some, count)) for at in range(0, count, some)]
        return pd.concat(run.map(work, jobs, work.__name__), ignore_index=True)

    return {
        "hands.csv": sample(hands, run.count, HANDS_A_JOB).round(DIGITS),
        "holdings.csv": sample(holdings, -(-run.count // HANDS_A_HOLDING), HOLDINGS_A_JOB),
    }


# --- What the page says -----------------------------------------------------------------------


def best_odds(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the probability of each bid with the best discard and trump of each holding."""
    wins = rows.groupby("number")[[f"w{bid}" for bid in NUMBER_BIDS]].max() / LAYOUTS
    return wins.set_axis(list(NUMBER_BIDS), axis=1)


def mean_odds(sample: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """Return the mean odds of each bid, by the hands, by the holdings and double-dummy."""
    best = best_odds(rows)
    return pd.DataFrame([
        {
            "bid": bid,
            "hands": mean_of(sample[f"p{bid}"], (0, 1)),
            "holdings": mean_of(best[bid], (0, 1)),
            "hands, double-dummy": mean_of(sample[f"dd{bid}"], (0, 1)),
        }
        for bid in NUMBER_BIDS
    ])  # fmt: skip


def tile_shares(sample: pd.Series) -> pd.Series:
    """Return which share of some hands each tile is in."""
    held = [list(tile_ids(parse_tiles(hand))) for hand in sample]
    counts = np.bincount(np.ravel(held), minlength=len(TILES))
    return pd.Series(counts / len(held), [tile_name(tile) for tile in tile_ids(ALL_TILES)])


def uniform_p(sample: pd.Series) -> float:
    """Return how likely tiles are to be spread more unevenly among random hands.

    A hand's tiles are drawn without replacement, so that the counts of the n tiles vary less than
    Pearson's statistic allows for, by (n - k) / (n - 1).
    """
    counts = tile_shares(sample).to_numpy() * len(sample)
    n = len(TILES)
    expected = len(sample) * HAND_SIZE / n
    statistic = ((counts - expected) ** 2).sum() / expected * (n - 1) / (n - HAND_SIZE)
    return float(stats.chi2.sf(statistic, n - 1))


def doubles_held(sample: pd.Series) -> pd.DataFrame:
    """Return how many hands hold each number of doubles, and how many are expected to."""
    held = [
        sum(high == low for high, low in map(TILES.__getitem__, tile_ids(parse_tiles(hand))))
        for hand in sample
    ]
    doubles = sum(high == low for high, low in TILES)
    number = np.arange(HAND_SIZE + 1)
    expected = stats.hypergeom.pmf(number, len(TILES), doubles, HAND_SIZE) * len(sample)
    found = np.bincount(held, minlength=HAND_SIZE + 1)
    return pd.DataFrame({"doubles": number, "hands": found, "expected": expected})


# --- The page ---------------------------------------------------------------------------------


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    sample, rows = tables["hands.csv"], tables["holdings.csv"]
    means = mean_odds(sample, rows)
    n, m = len(sample), rows["number"].nunique()
    errors = {bid: sample[f"se{bid}"] for bid in NUMBER_BIDS}
    worst = max(float(one.mean()) for one in errors.values())
    lines = [
        "# Which hands and holdings do the other analyses look at?",
        "",
        *paragraph(
            f"At **{n:,} random hands**, with the odds of each bid before the widow is seen, and "
            f"at **{m:,} random holdings**, each a hand and a widow, with the exact odds of all 72 "
            f"discards and trumps. Each of the {POSSIBLE_HANDS:,} hands is as likely as any other, "
            f"and so is each of the {POSSIBLE_HOLDINGS:,} pairs of hand and widow. The odds of a "
            f"hand are sampled, with a standard error of {100 * worst:.2f} points of percentage or "
            "less on average, whatever the bid; those of a holding are exact."
        ),
        "## Do both samples say the same?",
        "",
        *paragraph(
            "The mean odds of a bid can be had from each sample: before the widow, with the best "
            "choice for each of the 15 widows, and after it, with the best choice for the one "
            "drawn. The first is chosen on sampled layouts and so may be a little too low. "
            "Per cent, with 95 % intervals (Student's t), and by the same choices double-dummy:"
        ),
        *picture("The mean odds of each bid by both samples", "means"),
        *table(
            ["bid", f"hands (n = {n:,})", f"holdings (n = {m:,})", "hands, double-dummy"],
            [
                [row["bid"], *(row[name].text(1, 100) for name in means.columns[1:])]
                for _, row in means.iterrows()
            ],
        ),
        "## How sharp are the odds of one hand?",
        "",
        *paragraph(
            f"For each widow, every plan is looked at on {LAYOUTS_A_CONTRACT} layouts, the four "
            f"best for a bid on {4 * LAYOUTS_A_CONTRACT} more, and the one chosen is measured on "
            f"{4 * LAYOUTS_A_CONTRACT} fresh ones. Standard errors in points of percentage, "
            f"n = {n:,} hands:"
        ),
        *table(
            ["bid", "mean", "median", "greatest"],
            [
                [bid, *(f"{100 * one:.2f}" for one in (e.mean(), e.median(), e.max()))]
                for bid, e in errors.items()
            ],
        ),
        "## Are the hands as random as they should be?",
        "",
        *_randomness(sample["hand"]),
        *_data(about),
    ]
    return Page(
        "\n".join(lines),
        {"means": draw_means(means), "tiles": draw_tiles(tile_shares(sample["hand"]), n)},
    )


def _randomness(sample: pd.Series) -> list[str]:
    """Return what the page says of tiles and doubles."""
    shares = tile_shares(sample)
    found = doubles_held(sample)
    return [
        *paragraph(
            f"Each tile should be in {HAND_SIZE} hands of {len(TILES)}, "
            f"{100 * HAND_SIZE / len(TILES):.1f} %. The tiles are in {100 * shares.min():.1f} to "
            f"{100 * shares.max():.1f} %; random hands are spread more unevenly with a chance of "
            f"{100 * uniform_p(sample):.0f} % (chi-square, n = {len(sample):,})."
        ),
        *picture("Which share of the hands each tile is in", "tiles"),
        *paragraph("Hands by the doubles that they hold:"),
        *table(
            ["doubles", "hands", "expected"],
            [[row.doubles, row.hands, f"{row.expected:.1f}"] for row in found.itertuples()],
        ),
    ]


def _data(about: dict[str, Any]) -> list[str]:
    """Return how the data were made and what their columns are."""
    return [
        "## The data",
        "",
        *paragraph(
            "`hands.csv` has a row for each hand; all odds are blind-lead odds but for `dd`, see "
            "`docs/odds.md`:"
        ),
        *bullet("`number`, `hand`: its place in the sample and its 7 tiles;"),
        *bullet("`p4` to `p7`: probability of making the bid with the best choice each time;"),
        *bullet("`dd4` to `dd7`: the same choices of discard and trump, double-dummy;"),
        *bullet("`p4_0` to `p7_none`: with the trump fixed whatever the widow;"),
        *bullet("`se4` to `se7`: standard errors of `p4` to `p7`."),
        "",
        *paragraph("`holdings.csv` has a row for each holding, discard and trump:"),
        *bullet("`number`, `hand`, `widow`: the holding's place in the sample and its tiles;"),
        *bullet("`discard`, `trump`: the contract;"),
        *bullet(f"`w4` to `w7`: of all {LAYOUTS:,} layouts, those that the best lead makes;"),
        *bullet("`lead4` to `lead7`: that lead."),
        "",
        *made_by(about),
    ]


def draw_means(means: pd.DataFrame) -> Any:
    """Draw the mean odds of each bid, by both samples."""
    made, axis = figure(6.5, 4)
    for shift, marker, colour, name in zip(
        (-0.12, 0, 0.12), "os^", ("blue", "orange", "green"), means.columns[1:], strict=True
    ):
        dots(
            axis,
            means["bid"] + shift,
            list(means[name]),
            times=100,
            label=f"{name} (n = {means[name][0].n:,})",
            colour=PALETTE[colour],
            marker=marker,
        )
    axis.set(xlabel="bid (tricks)", ylabel="mean odds (%)", xticks=list(NUMBER_BIDS))
    axis.set_ylim(bottom=0)
    axis.set_title("Mean odds of a bid; bars: 95 % interval")
    axis.grid(axis="y")
    axis.legend()
    return made


def draw_tiles(shares: pd.Series, n: int) -> Any:
    """Draw the share of the hands that each tile is in, and where it should be."""
    made, axis = figure(7.5, 3.5)
    expected = HAND_SIZE / len(TILES)
    reach = 1.96 * (expected * (1 - expected) / n) ** 0.5
    axis.axhspan(100 * (expected - reach), 100 * (expected + reach), color="0.9", lw=0)
    axis.axhline(100 * expected, color="0.6", lw=1)
    axis.plot(range(len(shares)), 100 * shares.to_numpy(), "o", color=PALETTE["blue"], ms=5)
    axis.set_xticks(range(len(shares)), list(shares.index), rotation=90)
    axis.set(xlabel="tile", ylabel="hands with it (%)")
    axis.set_title(f"n = {n:,} hands; band: where 95 % of the tiles should be")
    return made


ANALYSIS = Analysis(
    name="samples",
    about=__doc__,
    full=FULL,
    quick=QUICK,
    unit="hands",
    gather=gather,
    page=page,
)

if __name__ == "__main__":
    sys.exit(run_analysis(ANALYSIS))
