"""Holdings with odds that are made up, and selectors whose choices need no thought."""

from pathlib import Path

import pandas as pd

from moon_sim.game import format_tiles, parse_tiles, tile_ids, tile_name
from moon_sim.game.rules import LAYOUTS, Trump
from moon_sim.heuristics.choosing import Selector
from moon_sim.odds import exchange_odds
from moon_sim.reporting.runs import read_table
from moon_sim.trials.truth import COLUMNS, read_truth

REPORTS = Path(__file__).parents[1] / "reports"

HANDS = [
    ("6-6 6-5 6-4 5-5 4-4 3-1 2-1", "0-0"),
    ("6-3 5-4 5-3 4-2 3-3 2-2 1-1", "6-6"),
    ("6-6 6-1 5-1 4-1 3-2 1-1 0-0", "5-5"),
    ("6-5 6-2 5-2 4-3 3-1 2-2 2-1", "4-4"),
]
"""Hands and widows; each holding has its own lowest tile, so that a choice tells them apart."""

WINS = [
    {("0-0", "6"): (3432, 1716, 1, 0), ("0-0", "none"): (1716, 858, 0, 0)},
    {("1-1", "6"): (858, 0, 0, 0), ("1-1", "none"): (858, 429, 0, 0)},
    {("0-0", "6"): (0, 0, 0, 0), ("5-1", "1"): (3432, 3432, 3432, 858)},
    {("2-1", "6"): (1716, 0, 0, 0), ("2-1", "none"): (858, 0, 0, 0)},
]
"""Layouts of the four holdings; of 3,432, 343.2 would be a tenth."""


def invented(wins):
    """A table of truth: for each holding the layouts by (discard, trump), 0 for the others."""
    rows = []
    for number, ((hand, widow), known) in enumerate(zip(HANDS, wins, strict=False)):
        for tile in tile_ids(parse_tiles(f"{hand} {widow}")):
            for trump in map(str, Trump):
                made = known.get((tile_name(tile), trump), (0, 0, 0, 0))
                rows.append((number, hand, widow, tile_name(tile), trump, *made))
    return pd.DataFrame(rows, columns=COLUMNS)


def known(count):
    """Some holdings of the samples as a table of truth: their exact odds cost nothing here."""
    table = read_table((REPORTS / "samples" / "holdings.csv").read_text(encoding="utf-8"))
    return table[table["number"] < count][COLUMNS]


def known_odds(truth):
    """A stand-in for exchange_odds that looks exact odds up, and works sampled ones out."""
    cases = {parse_tiles(case.holding): case.wins for case in read_truth(truth)}

    def odds(holding, layouts, seed, **options):
        if layouts is not None:
            return exchange_odds(holding, layouts, seed, **options)
        wins = cases[holding]
        index = table_index((discard, Trump.parse(trump)) for discard, trump in wins)
        table = pd.DataFrame(list(wins.values()), index) / LAYOUTS
        return table.rename(columns="p{}".format).assign(mean_tricks=0.0)

    return odds


def table_index(contracts):
    """Contracts as exchange_odds has them, trumps as `Trump`."""
    parts = [pd.Index(part, dtype=object) for part in zip(*contracts, strict=True)]
    return pd.MultiIndex.from_arrays(parts, names=["discard", "trump"])


def lowest(trump, calls=None, name="fixed", asked=None):
    """A selector that throws its lowest tile, names one trump and bids the same on each hand.

    What it is asked, and the random numbers that it is given, go into a list.
    """
    asked = [] if asked is None else asked

    def choose(holding, bid, rng):
        asked.append((holding, bid, rng.random()))
        return format_tiles(holding & -holding), trump

    def call(hand, rng):
        asked.append((hand, "bid", rng.random()))
        return calls

    return Selector(name, "for tests", "here", choose, None if calls is None else call)
