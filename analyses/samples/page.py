"""The page of the samples: their mean odds, their errors, and whether they are random."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from analyses.common.hands import UNIT
from analyses.samples.gather import LAYOUTS_A_CONTRACT
from moon_sim import parse_tiles
from moon_sim.game import ALL_TILES, HAND_SIZE, LAYOUTS, NUMBER_BIDS, TILES, tile_ids, tile_name
from moon_sim.reporting import PALETTE, Page, dots, figure, fill, made_by
from moon_sim.stats import mean_of


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    sample, rows = tables["hands.csv"], tables["holdings.csv"]
    means, shares = mean_odds(sample, rows), tile_shares(sample["hand"])
    errors = 100 * sample[[f"se{bid}" for bid in NUMBER_BIDS]].set_axis(NUMBER_BIDS, axis=1)
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        n=len(sample),
        m=rows["number"].nunique(),
        layouts=LAYOUTS,
        a_contract=LAYOUTS_A_CONTRACT,
        worst=errors.mean().max(),
        means=[
            [row["bid"], *(row[name].text(1, 100) for name in means.columns[1:])]
            for _, row in means.iterrows()
        ],
        errors=[
            [bid, *(f"{one:.2f}" for one in (each.mean(), each.median(), each.max()))]
            for bid, each in errors.items()
        ],
        size=HAND_SIZE,
        tiles=len(TILES),
        least=100 * shares.min(),
        most=100 * shares.max(),
        chance=100 * uniform_p(sample["hand"]),
        doubles=[
            [row.doubles, row.hands, f"{row.expected:.1f}"]
            for row in doubles_held(sample["hand"]).itertuples()
        ],
        made_by=made_by(about),
    )
    return Page(text, {"means": draw_means(means), "tiles": draw_tiles(shares, len(sample))})


# --- What the samples say ---------------------------------------------------------------------


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
            "hands": mean_of(sample[f"p{bid}"], UNIT),
            "holdings": mean_of(best[bid], UNIT),
            "hands, double-dummy": mean_of(sample[f"dd{bid}"], UNIT),
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


# --- The figures ------------------------------------------------------------------------------


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
