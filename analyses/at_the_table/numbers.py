"""What the tables say: contracts as promised and as played, who loses what, the ladder."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.at_the_table.gather import MEASURE, is_worth
from moon_sim.game import LAYOUTS
from moon_sim.stats import Estimate, mean_by, share_by

BINS = 10
"""Parts of the scale of odds in which promises are compared with what was made."""

HIGHEST = "highest"
"""What stands for the highest bid of each deal that is worth making."""


def with_outcomes(contracts: pd.DataFrame) -> pd.DataFrame:
    """Return contracts with what came out of them.

    Returns
    -------
    DataFrame
        With `promised` (%), and whether the contract is made: `there`, with all hands open after
        the plan's lead on the layout that was dealt; `made`, at the table; and `worth`, whether it
        is promised at even odds or better.
    """
    return contracts.assign(
        promised=100 * contracts["wins"] / LAYOUTS,
        there=contracts["open"] >= contracts["bid"],
        made=contracts["tricks"] >= contracts["bid"],
        worth=is_worth(contracts["wins"]),
    )


def highest(contracts: pd.DataFrame) -> pd.DataFrame:
    """Return the highest contract of each deal that is worth bidding."""
    worth = contracts[contracts["worth"]].sort_values(["number", "bid"])
    return worth.drop_duplicates("number", keep="last")


def points(made: "pd.Series[bool]", bid: "pd.Series[int]") -> "pd.Series[int]":
    """Return what the declarer gains (R13): the bid, or as much less."""
    return bid.where(made, -bid)


def beside_open(rows: pd.DataFrame) -> Estimate:
    """Return how much more often contracts are made at the table than with hands open.

    Both are of the same deals, so that luck in how the tiles lie falls out; the mean of what is
    made with hands open over all layouts is what is promised.
    """
    return mean_by(100.0 * (rows["made"].astype(int) - rows["there"].astype(int)))


def by_bid(contracts: pd.DataFrame) -> dict[Any, dict[str, Any]]:
    """Return what became of the contracts worth bidding, of each bid, and of the highest ones.

    Returns
    -------
    dict
        By bid, and last by `HIGHEST`: `n`; `promised`, `there` and `made` (%); the `difference`
        (percentage points) of `made` and `there`, and whether each contract is the `same` in both.
    """
    worth = contracts[contracts["worth"]]
    groups = {**{int(bid): rows for bid, rows in worth.groupby("bid")}, HIGHEST: highest(contracts)}
    return {
        name: {
            "n": len(rows),
            "promised": float(rows["promised"].mean()),
            "there": 100 * float(rows["there"].mean()),
            "made": 100 * float(rows["made"].mean()),
            "difference": beside_open(rows),
            "same": bool((rows["made"] == rows["there"]).all()),
        }
        for name, rows in groups.items()
        if len(rows)
    }


def reliability(contracts: pd.DataFrame) -> pd.DataFrame:
    """Return what was made of all contracts, worth bidding or not, by what was promised.

    Returns
    -------
    DataFrame
        A row for each tenth of the odds that has contracts: `bin`, `n`, `promised` (%), and `there`
        and `made` as estimates (%), with intervals by deals.
    """
    bins = np.minimum(contracts["wins"] * BINS // LAYOUTS, BINS - 1)
    rows = [
        {
            "bin": int(number),
            "n": len(some),
            "promised": float(some["promised"].mean()),
            **{name: share_by(some[name], some["number"]) for name in ("there", "made")},
        }
        for number, some in contracts.groupby(bins)
    ]
    return pd.DataFrame(rows, columns=["bin", "n", "promised", "there", "made"])


def rivals(contracts: pd.DataFrame, hands: pd.DataFrame) -> pd.DataFrame:
    """Return what others make of the same contracts, beside what the measure makes of them.

    Returns
    -------
    DataFrame
        A row for each (declarer, defenders): `n`, `made` (%), `points` (the declarer's a hand);
        `more` (percentage points) and `gain` (points a hand), their differences to the measure at
        all seats as estimates; `changed` (%), how many contracts come out the other way.
    """
    base = contracts.set_index(["number", "bid"])["made"]
    rows = []
    for (declarer, defenders), some in hands.groupby(["declarer", "defenders"], sort=False):
        made = some["tricks"] >= some["bid"]
        before = base.loc[list(zip(some["number"], some["bid"], strict=True))].to_numpy()
        usual = points(pd.Series(before, some.index), some["bid"])
        gained = points(made, some["bid"])
        rows.append(
            {
                "declarer": declarer,
                "defenders": defenders,
                "n": len(some),
                "made": 100 * float(made.mean()),
                "points": float(gained.mean()),
                "more": mean_by(100.0 * (made.astype(int) - before.astype(int))),
                "gain": mean_by((gained - usual).astype(float)),
                "changed": 100 * float((made != before).mean()),
            }
        )
    return pd.DataFrame(rows)


def ladder(blocks: pd.DataFrame) -> pd.DataFrame:
    """Return what each player gains on the measure, calls and all.

    Returns
    -------
    DataFrame
        A row for each `player`, best first: `n` (blocks), `own` and `measure` (points a hand), and
        their `difference` as an estimate.
    """
    rows = [
        {
            "player": name,
            "n": len(some),
            "own": float(some["own"].mean()),
            "measure": float(some["measure"].mean()),
            "difference": mean_by(some["own"] - some["measure"]),
        }
        for name, some in blocks.groupby("player", sort=False)
    ]
    return pd.DataFrame(sorted(rows, key=lambda row: -row["difference"].value))


def sign(one: Estimate) -> int:
    """Return which way a difference is proven to go: 1, -1, or 0 where its interval holds 0."""
    if np.isnan(one.low) or one.low <= 0 <= one.high:
        return 0
    return 1 if one.value > 0 else -1


def of_measure(found: pd.DataFrame, role: str, name: str) -> Any:
    """Return the row of a player in a role, the measure in the other; None if there is none."""
    other = {"declarer": "defenders", "defenders": "declarer"}[role]
    some = found[(found[role] == name) & (found[other] == MEASURE)] if len(found) else found
    return some.iloc[0] if len(some) else None
