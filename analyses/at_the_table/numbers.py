"""What the tables say: contracts as promised and as played, who loses what, the ladder."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.at_the_table.gather import DEFENDERS, HANDS, MEASURE, is_worth
from moon_sim.game import LAYOUTS, target
from moon_sim.stats import Estimate, mean_by, share_by

BINS = 10
"""Parts of the scale of odds in which promises are compared with what was made."""

HIGHEST = "highest"
"""What stands for the highest bid of each deal that is worth making."""


VIEWS = {
    "open_wins": "double-dummy",
    "wins": "blind lead",
    "proven_wins": "best defence",
}
"""What promises are counted by: columns of layouts, and the views' names."""

MARGIN = 0.05
"""Players are called equal who are for sure no more points a hand apart."""


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
        By bid, and last by `HIGHEST`: `n`; `seen` (%), what double-dummy odds promise; `promised`,
        `there` and `made` (%); the `difference`
        (percentage points) of `made` and `there`, and whether each contract is the `same` in both.
    """
    worth = contracts[contracts["worth"]]
    groups = {**{int(bid): rows for bid, rows in worth.groupby("bid")}, HIGHEST: highest(contracts)}
    return {
        name: {
            "n": len(rows),
            "seen": 100 * float(rows["open_wins"].mean()) / LAYOUTS,
            "promised": float(rows["promised"].mean()),
            "there": 100 * float(rows["there"].mean()),
            "made": 100 * float(rows["made"].mean()),
            "difference": beside_open(rows),
            "same": bool((rows["made"] == rows["there"]).all()),
        }
        for name, rows in groups.items()
        if len(rows)
    }


def by_view(contracts: pd.DataFrame) -> pd.DataFrame:
    """Return what each view promises of the proven contracts worth bidding, and what was made.

    Parameters
    ----------
    contracts : DataFrame
        With outcomes, and `proven_wins`.

    Returns
    -------
    DataFrame
        A row for each `bid`, and last for the highest ones (`HIGHEST`): `n`; `open_wins`, `wins`
        and `proven_wins` (%); and `more` (percentage points), how much more often than by best
        defence contracts are made at the table, the luck of the layout taken out.
    """
    worth = contracts[contracts["worth"]]
    groups = {**dict(list(worth.groupby("bid"))), HIGHEST: highest(contracts)}
    rows = []
    for bid, some in groups.items():
        shares = {name: 100 * some[name] / LAYOUTS for name in VIEWS}
        luckless = 100.0 * (some["made"].astype(int) - some["there"].astype(int))
        more = mean_by(luckless + shares["wins"] - shares["proven_wins"], some["number"])
        means = {name: float(share.mean()) for name, share in shares.items()}
        rows.append({"bid": bid, "n": len(some), **means, "more": more})
    return pd.DataFrame(rows, columns=["bid", "n", *VIEWS, "more"])


def reliability(contracts: pd.DataFrame, promise: str = "wins", made: str = "made") -> pd.DataFrame:
    """Return what was made of all contracts, worth bidding or not, by what was promised.

    Parameters
    ----------
    contracts : DataFrame
    promise : str
        The column of the layouts that promise it.
    made : str
        That of who made it.

    Returns
    -------
    DataFrame
        A row for each tenth of the odds that has contracts: `bin`, `n`, `promised` (%), and `made`
        as an estimate (%), with its interval by deals.
    """
    bins = np.minimum(contracts[promise] * BINS // LAYOUTS, BINS - 1)
    rows = [
        {
            "bin": int(number),
            "n": len(some),
            "promised": 100 * float(some[promise].mean()) / LAYOUTS,
            "made": share_by(some[made], some["number"]),
        }
        for number, some in contracts.groupby(bins)
    ]
    return pd.DataFrame(rows, columns=["bin", "n", "promised", "made"])


def seatings(contracts: pd.DataFrame, *tables: pd.DataFrame) -> pd.DataFrame:
    """Return how the highest contracts worth bidding came out with others.

    Parameters
    ----------
    contracts : DataFrame
        With outcomes.
    *tables : DataFrame
        Of whose columns "A v B" tell the tricks of a declarer A against defenders B.

    Returns
    -------
    DataFrame
        A row for each contract and seating: `number`, `bid`, `declarer`, `defenders`, `tricks`.
    """
    top = highest(contracts)[["number", "bid"]]
    found = []
    for table in tables:
        some = table.merge(top)
        for seating in some.filter(like=" v ").columns:
            declarer, defenders = seating.split(" v ")
            told = some[["number", "bid"]].assign(declarer=declarer, defenders=defenders)
            found.append(told.assign(tricks=some[seating]))
    return pd.concat(found, ignore_index=True)


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
    """Return what each player gains on the one below it, calls and all.

    Returns
    -------
    DataFrame
        A row for each rung, the lowest first: `lower` and `upper`; `n` (blocks); `low` and `up`,
        their points a hand; and their `difference` as an estimate.
    """
    rows = [
        {
            "lower": lower,
            "upper": upper,
            "n": len(some),
            "low": float(some["low"].mean()) / HANDS,
            "up": float(some["up"].mean()) / HANDS,
            "difference": mean_by((some["up"] - some["low"]) / HANDS),
        }
        for (lower, upper), some in blocks.groupby(["lower", "upper"], sort=False)
    ]
    return pd.DataFrame(rows)


def is_level(one: Estimate) -> bool:
    """Return whether two players are for sure no more than a margin apart."""
    return one.low > -MARGIN and one.high < MARGIN


def in_auctions(auctions: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """Return what other defenders change of contracts that were bought in an auction.

    Returns
    -------
    dict
        By player: `more` (percentage points), how much more often the contract is made than
        against the measure, `tricks`, the declarer's above that, both as estimates, and `changed`
        (%), how many contracts come out the other way.
    """
    goal = auctions["bid"].map(target)
    made = {name: 100.0 * (auctions[name] >= goal) for name in DEFENDERS}
    return {
        name: {
            "more": mean_by(made[name] - made[MEASURE]),
            "tricks": mean_by((auctions[name] - auctions[MEASURE]).astype(float)),
            "changed": 100 * float((made[name] != made[MEASURE]).mean()),
        }
        for name in DEFENDERS
        if name != MEASURE
    }


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
