"""What the data on bad breaks say, with intervals over contracts.

Shares are pooled: a layout counts alike whatever its contract. Changes are in percentage points,
and each contract counts alike. Inside a contract nothing is left to chance, as all its layouts are
counted; what varies is the contract, so intervals and tests are over contracts.
"""

from typing import Any

import numpy as np
import pandas as pd

from analyses.bad_breaks.kinds import KINDS
from analyses.common.hands import EVEN
from moon_sim.stats import Estimate, holm, mean_of, ratio_by, sign_flip_test

LEVEL = 0.05
"""A difference whose p-value, corrected for their number, is below this is taken as shown."""

FEWEST = 20
"""Contracts for a number to be told."""

ABOVE, BELOW, ALL = "even or better", "below even", "all"
"""The contracts, by their odds, and all of them."""

NAMES = [kind for group in KINDS.values() for kind in group]


def mean(values: pd.Series) -> Estimate:
    """Return a mean over contracts, with Student's interval where there are enough of them."""
    return mean_of(values, fewest=FEWEST) if len(values) else Estimate(np.nan, np.nan, np.nan, 0)


def cell(one: Estimate) -> str:
    """Return a change and its interval for a table; "few" where there are too few for one."""
    if one.n < FEWEST:
        return "few"
    return one.text(signed=True) if one.low == one.low else f"{one.text(signed=True)} (all alike)"


def part_of(contracts: pd.DataFrame) -> pd.Series:
    """Return which part of the sample each contract is in, by its odds."""
    below = contracts["made"] < EVEN * contracts["n"]
    return below.map({True: BELOW, False: ABOVE})


# --- Kinds ------------------------------------------------------------------------------------


def changes(contracts: pd.DataFrame, kinds: pd.DataFrame) -> pd.DataFrame:
    """Return how the odds of each contract change with each kind of holding.

    Parameters
    ----------
    contracts, kinds : DataFrame
        As the analysis writes them.

    Returns
    -------
    DataFrame
        A row per (contract, kind) with `bid` and `part` of the contract; `with_it`, on how many
        layouts a given defender holds it, and `lost_with`, how many of them fail, mean over the
        seats; `n` and `lost`, the same of all layouts; `left` and `right`, the odds where that
        defender holds it less those of the contract; `either`, their mean; `difference`, left less
        right.
    """
    by_seat = kinds.pivot(index=["contract", "kind"], columns="seat", values=["n", "made"])
    of = contracts.assign(part=part_of(contracts)).set_index("contract")
    of = of.loc[by_seat.index.get_level_values("contract")]
    n, made = by_seat["n", "left"].to_numpy(), by_seat["made"]
    odds = of["made"].to_numpy() / of["n"].to_numpy()
    left, right = (100 * (made[seat].to_numpy() / n - odds) for seat in ("left", "right"))
    frame = by_seat.index.to_frame(index=False)
    return frame.assign(
        bid=of["bid"].to_numpy(),
        part=of["part"].to_numpy(),
        n=of["n"].to_numpy(),
        lost=(of["n"] - of["made"]).to_numpy(),
        with_it=n,
        lost_with=n - made.sum(axis=1).to_numpy() / 2,
        left=left,
        right=right,
        either=(left + right) / 2,
        difference=left - right,
    )


def pooled(rows: pd.DataFrame) -> dict[str, Any]:
    """Return what rows of contracts say together.

    Returns
    -------
    dict
        `contracts`; `share`, per cent of all their layouts; `failing`, of those that fail, with its
        interval; `change`, the mean over contracts.
    """
    failing = Estimate(np.nan, np.nan, np.nan, len(rows))
    if len(rows) >= FEWEST:
        failing = ratio_by(100.0 * rows["lost_with"], rows["lost"])
    return {
        "contracts": len(rows),
        "share": float(100 * rows["with_it"].sum() / rows["n"].sum()),
        "failing": failing,
        "change": mean(rows["either"]),
    }


def effects(changed: pd.DataFrame) -> pd.DataFrame:
    """Return each kind's shares and changes, by the part of the contracts.

    Returns
    -------
    DataFrame
        A row per (kind, part), in the order of `KINDS`, with what `pooled` gives.
    """
    found = [
        {"kind": kind, **one} for kind in NAMES for one in _parts(changed[changed["kind"] == kind])
    ]
    return pd.DataFrame(found, columns=["kind", "part", "contracts", "share", "failing", "change"])


def seats(changed: pd.DataFrame, seed: int = 1) -> pd.DataFrame:
    """Return how much better the odds are with a kind on the left than on the right, by bid.

    Returns
    -------
    DataFrame
        A row per (kind, bid): `contracts`, `difference` as an estimate, and `holm`, the p-value of
        no difference (`sign_flip_test` over contracts, its signs decided by `seed`), corrected for
        all kinds and bids; NaN where there are too few contracts.
    """
    rows = []
    for kind in NAMES:
        for bid in sorted(changed["bid"].unique()):
            of = changed[(changed["kind"] == kind) & (changed["bid"] == bid)]
            test = sign_flip_test(of[["difference"]], seed)[0] if len(of) >= FEWEST else np.nan
            rows.append({
                "kind": kind,
                "bid": bid,
                "contracts": len(of),
                "difference": mean(of["difference"]),
                "p": float(test),
            })  # fmt: skip
    frame = pd.DataFrame(rows)
    tested = frame["p"].dropna()
    frame["holm"] = pd.Series(holm(tested), tested.index).reindex(frame.index)
    return frame


# --- Splits -----------------------------------------------------------------------------------


def split_changes(contracts: pd.DataFrame, split: pd.DataFrame) -> pd.DataFrame:
    """Return how the odds of each contract change with the split of the trumps that are out.

    Returns
    -------
    DataFrame
        A row per (contract, longer), whichever defender holds the longer part, with `out` (trumps)
        and the columns that `pooled` reads.
    """
    of = contracts.assign(part=part_of(contracts)).set_index("contract")
    longer = split[["left"]].assign(right=split["out"] - split["left"]).max(axis=1)
    sums = (
        split.assign(longer=longer)
        .groupby(["contract", "out", "longer"], as_index=False)[["n", "made"]]
        .sum()
    )
    mine = of.loc[sums["contract"]]
    odds = mine["made"].to_numpy() / mine["n"].to_numpy()
    return pd.DataFrame({
        "contract": sums["contract"],
        "out": sums["out"],
        "longer": sums["longer"],
        "part": mine["part"].to_numpy(),
        "n": mine["n"].to_numpy(),
        "lost": (mine["n"] - mine["made"]).to_numpy(),
        "with_it": sums["n"],
        "lost_with": sums["n"] - sums["made"],
        "either": 100 * (sums["made"] / sums["n"] - odds),
    })  # fmt: skip


def split_effects(changed: pd.DataFrame) -> pd.DataFrame:
    """Return the shares and changes of each split, by the part of the contracts.

    Returns
    -------
    DataFrame
        A row per (out, longer, part) with what `pooled` gives.
    """
    found = [
        {"out": out, "longer": longer, **one}
        for (out, longer), rows in changed.groupby(["out", "longer"])
        for one in _parts(rows)
    ]
    columns = ["out", "longer", "part", "contracts", "share", "failing", "change"]
    return pd.DataFrame(found, columns=columns)


def in_one_hand(changed: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """Return what is so where one defender has all the trumps out, by part and of all contracts."""
    return {one["part"]: one for one in _parts(changed[changed["longer"] == changed["out"]])}


def _parts(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Return what the contracts of each part say together, and all of them."""
    parts = {part: rows[rows["part"] == part] for part in (ABOVE, BELOW)}
    return [
        {"part": part, **pooled(some)} for part, some in {**parts, ALL: rows}.items() if len(some)
    ]
