"""The sample of contracts, and what the defenders hold on the layouts of each."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.bad_breaks.kinds import facts, splits, tally
from analyses.common.auctions import Bought, bought
from moon_sim import Layouts, format_tiles, lead_tricks
from moon_sim.game import tile_name
from moon_sim.reporting import Run

OPEN = 0.02, 0.98
"""Odds of a contract that is neither hopeless nor certain."""

COLUMNS = {
    "contracts.csv": [
        *("contract", "hand", "discard", "trump", "bid", "lead"),
        *("bought", "trumps", "trumps_out", "second_suit", "n", "made"),
    ],
    "kinds.csv": ["contract", "kind", "seat", "n", "made"],
    "split.csv": ["contract", "out", "left", "n", "made"],
}
"""The tables and their columns, which are there even where no contract has a row."""


class Drawn(NamedTuple):
    """A contract of the sample, with what becomes of it."""

    contract: Bought
    defenders: NDArray[np.int64]  # masks of the hands of seats 1 and 2 on all layouts
    made: NDArray[np.bool_]  # whether it is made on each
    tries: int  # so many contracts were bought until one had open odds


def draw(number: int, seed: int) -> Drawn:
    """Return a contract of the sample; each has random numbers of its own.

    Parameters
    ----------
    number : int
        Which of the sample's contracts.
    seed : int

    Returns
    -------
    Drawn
        The next one that is bought in an auction of random hands and whose odds are open, counted
        on all layouts.
    """
    rng = np.random.default_rng([seed, number])
    tries = 0
    while True:
        tries += 1
        one = bought(rng)
        defenders = Layouts.after_exchange(one.hand, tile_name(one.discard)).hands()[:, 1:]
        tricks = lead_tricks(one.hand, defenders, one.trump, [one.lead], least=one.goal - 1)
        made = tricks[:, 0] >= one.goal
        if OPEN[0] < made.mean() < OPEN[1]:
            return Drawn(one, defenders, made, tries)


def look_at(number: int, seed: int) -> dict[str, list[dict[str, Any]]]:
    """Return the rows that a contract of the sample gives each table.

    Parameters
    ----------
    number, seed : int
        As `draw` takes them.

    Returns
    -------
    dict of str to list of dict
        By the name of the table's file.
    """
    one, defenders, made, tries = draw(number, seed)
    about = facts(one.hand, 1 << one.discard, one.trump)
    row = {
        "hand": format_tiles(one.hand),
        "discard": tile_name(one.discard),
        "trump": str(one.trump),
        "bid": one.bid,
        "lead": tile_name(one.lead),
        "bought": tries,
        "trumps": about.held.bit_count(),
        "trumps_out": about.trumps.bit_count(),
        "second_suit": about.second,
        "n": len(made),
        "made": int(made.sum()),
    }
    tables = {
        "contracts.csv": [row],
        "kinds.csv": tally(about, defenders, made),
        "split.csv": splits(about, defenders, made),
    }
    return {name: [{"contract": number, **one} for one in rows] for name, rows in tables.items()}


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables of a run by the names of their files.

    Parameters
    ----------
    run : Run

    Returns
    -------
    dict of str to DataFrame
    """
    jobs = [(number, run.seed) for number in range(run.count)]
    found = run.map(look_at, jobs, "contracts")
    return {
        name: pd.DataFrame([row for one in found for row in one[name]], columns=columns)
        for name, columns in COLUMNS.items()
    }
