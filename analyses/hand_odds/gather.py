"""How the odds of all hands are spread, and what holdings make by the trump that is best."""

import numpy as np
import pandas as pd

from analyses.common.all_hands import (
    LEVELS,
    NUMBERS,
    Ints,
    drawn,
    exact_plans,
    from_the_top,
    odds_before,
    reaching,
)
from moon_sim import Trump, atlas
from moon_sim.game import LAYOUTS, NUMBER_BIDS
from moon_sim.reporting import Run

DIGITS = 6
EVEN, SAFE = 0.5, 0.9
HONOURS = 3
NEVER = "never"
"""What stands for a trump where no plan makes the bid on any layout, so that none is best."""

NUMBER = "number"
"""What stands for a trump from 1 to 6."""


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    hands, holdings = drawn(run.seed, run.count)
    odds = odds_before(hands)
    return {
        "spread.csv": spread(odds).round(DIGITS),
        "reached.csv": reached(odds).round(DIGITS),
        "trumps.csv": by_trump(*exact_plans(holdings)).round(DIGITS),
    }


def spread(odds: pd.DataFrame) -> pd.DataFrame:
    """Return how the odds of each bid are spread over hands."""
    return pd.DataFrame([
        {
            "bid": bid,
            "hands": len(one),
            "mean": one.mean(),
            "low": one.quantile(0.25),
            "median": one.median(),
            "high": one.quantile(0.75),
            "even": (one > EVEN).mean(),
            "safe": (one > SAFE).mean(),
        }
        for bid in NUMBER_BIDS
        for one in [odds[f"p{bid}"]]
    ])  # fmt: skip


def reached(odds: pd.DataFrame) -> pd.DataFrame:
    """Return which share of hands has at least so many per cent, by bid."""
    parts = [
        pd.DataFrame({"bid": bid, "least": LEVELS, "share": reaching(odds[f"p{bid}"])})
        for bid in NUMBER_BIDS
    ]
    return pd.concat(parts, ignore_index=True)


def by_trump(holdings: Ints, plans: atlas.Plans) -> pd.DataFrame:
    """Return how many holdings keep what of their best plan's trump, and their mean odds, by bid.

    A row each for trumps and honours of a number from 1 to 6, for the other trumps, and for
    holdings of which no plan makes the bid on any layout: every holding is in one row of a bid.
    """
    parts = []
    for at, bid in enumerate(NUMBER_BIDS):
        kept = holdings & ~(1 << plans.discard[:, at])
        rows = kinds(kept, plans.trump[:, at])
        rows.loc[plans.wins[:, at] == 0] = NEVER, 0, 0
        rows["odds"] = plans.wins[:, at] / LAYOUTS
        found = rows.groupby(["trump", "trumps", "honours"])["odds"].agg(["size", "mean"])
        found.columns = ["holdings", "odds"]
        found = found.reset_index()
        found.insert(0, "bid", bid)
        parts.append(found)
    return pd.concat(parts, ignore_index=True)


def kinds(kept: Ints, trumps: Ints) -> pd.DataFrame:
    """Return the kind of each trump, and of a number from 1 to 6 the trumps and honours kept."""
    rows = pd.DataFrame({
        "trump": np.array([str(trump) for trump in Trump], dtype=object)[trumps],
        "trumps": np.zeros(len(kept), np.int64),
        "honours": np.zeros(len(kept), np.int64),
    })  # fmt: skip
    for number in NUMBERS:
        mine = trumps == number
        held = kept[mine, None] >> from_the_top(number) & 1
        rows.loc[mine, "trump"] = NUMBER
        rows.loc[mine, "trumps"] = held.sum(axis=1)
        rows.loc[mine, "honours"] = held[:, :HONOURS].sum(axis=1)
    return rows
