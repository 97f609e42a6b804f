"""The sample of contracts, and what the defenders hold on the layouts of each."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analyses.bad_breaks.kinds import facts, splits, tally
from moon_sim import Layouts, Trump, format_tiles, lead_tricks, parse_tiles, rank_exchanges
from moon_sim.game import NUMBER_BIDS, random_holding, tile_ids
from moon_sim.reporting import Run

OPEN = 0.02, 0.98
"""Odds of a contract that is neither hopeless nor a laydown."""

COLUMNS = {
    "contracts.csv": [
        *("contract", "hand", "discard", "trump", "bid", "lead"),
        *("holdings", "trumps", "trumps_out", "second_suit", "n", "made"),
    ],
    "kinds.csv": ["contract", "kind", "seat", "n", "made", "only"],
    "split.csv": ["contract", "out", "left", "n", "made"],
}
"""The tables and their columns, which are there even where no contract has a row."""


class Contract(NamedTuple):
    """A contract as text and numbers, with the lead that its declarer fixed."""

    hand: str
    discard: str
    trump: str
    bid: int
    lead: str
    holdings: int  # so many were drawn until one had a bid with open odds


def draw(number: int, seed: int) -> Contract:
    """Return a contract of the sample; each has random numbers of its own.

    Parameters
    ----------
    number : int
        Which of the sample's contracts.
    seed : int

    Returns
    -------
    Contract
        The best one by blind-lead odds of a random holding, for a random bid among those whose
        odds are open; holdings are drawn again until there is one.
    """
    rng = np.random.default_rng([seed, number])
    holdings = 0
    while True:
        holdings += 1
        holding = sum(random_holding(rng))
        ranked = rank_exchanges(holding, top=1, source="computed", threads=1).table.xs(
            1, level="rank"
        )
        open_bids = [bid for bid in NUMBER_BIDS if OPEN[0] < ranked["p_make"][bid] < OPEN[1]]
        if open_bids:
            bid = int(rng.choice(open_bids))
            best = ranked.loc[bid]
            hand = format_tiles(holding & ~parse_tiles(best["discard"]))
            return Contract(hand, best["discard"], best["trump"], bid, best["lead"], holdings)


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
    contract = draw(number, seed)
    hand, discard, trump, bid, lead, _ = contract
    held, gone, named = parse_tiles(hand), parse_tiles(discard), Trump.parse(trump)
    defenders = Layouts.after_exchange(held, discard).hands()[:, 1:]
    (tile,) = tile_ids(parse_tiles(lead))
    tricks = lead_tricks(held, defenders, named, [tile], least=bid - 1)
    made = tricks[:, 0] >= bid
    about = facts(held, gone, named)
    row = {
        **contract._asdict(),
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
