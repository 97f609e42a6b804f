"""What the data on bad breaks say, with intervals over contracts.

All changes are in percentage points. Inside a contract nothing is left to chance, as all its
layouts are counted; what varies is the contract, so intervals and tests are over contracts.
"""

import numpy as np
import pandas as pd

from analyses.bad_breaks.kinds import KINDS
from moon_sim.stats import FEWEST, Estimate, holm, mean_of, sign_flip_test

LEVEL = 0.05
"""Differences whose p-value, corrected for their number, is below this count as proven."""


def mean(values: pd.Series) -> Estimate:
    """Return a mean over contracts, with Student's interval where there are enough of them."""
    return mean_of(values, fewest=FEWEST)


def cell(one: Estimate) -> str:
    """Return a change and its interval for a table; "few" where there are too few for one."""
    if one.n < FEWEST:
        return "few"
    return one.text(signed=True) if one.low == one.low else f"{one.text(signed=True)} (all alike)"


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
        A row per (contract, kind) with `bid`, `trump` and `trumps` of the contract;
        `share`, how many of the layouts have the kind in one defender's hand (%), and `failing`,
        how many of those that are set (%, mean over the seats); `left` and `right`, the odds where
        that defender holds it less those of the contract; `either`, their mean; `difference`, left
        less right; and `decided`, of the pairs of a layout and its mirror image those that are made
        with the one seat and set with the other (%).
    """
    by_seat = kinds.pivot(index=["contract", "kind"], columns="seat", values=["n", "made", "only"])
    of = contracts.set_index("contract").loc[by_seat.index.get_level_values("contract")]
    n, made = by_seat["n", "left"].to_numpy(), by_seat["made"]
    odds = of["made"].to_numpy() / of["n"].to_numpy()
    left, right = (100 * (made[seat].to_numpy() / n - odds) for seat in ("left", "right"))
    lost = (2 * n - made.sum(axis=1).to_numpy()) / 2
    frame = by_seat.index.to_frame(index=False)
    for name in ("bid", "trump", "trumps"):
        frame[name] = of[name].to_numpy()
    return frame.assign(
        share=100 * n / of["n"].to_numpy(),
        failing=100 * lost / (of["n"] - of["made"]).to_numpy(),
        left=left,
        right=right,
        either=(left + right) / 2,
        difference=left - right,
        decided=100 * by_seat["only"].sum(axis=1).to_numpy() / n,
    )


def names(changed: pd.DataFrame) -> list[str]:
    """Return the kinds that the contracts have, in the order of `KINDS`."""
    present = set(changed["kind"])
    return [kind for group in KINDS.values() for kind in group if kind in present]


def effects(changed: pd.DataFrame, seed: int = 1) -> pd.DataFrame:
    """Return each kind's changes over the contracts.

    Returns
    -------
    DataFrame
        A row per kind: `contracts`, the means `share`, `failing` and `decided` (%), and as
        estimates `left`, `right`, `either` and `difference`; `p` and `holm`, the p-value of no
        difference between the seats (`sign_flip_test` over contracts, its signs decided by
        `seed`), plain and corrected for all kinds; NaN where there are too few contracts.
    """
    rows = []
    for kind in names(changed):
        of = changed[changed["kind"] == kind]
        test = sign_flip_test(of[["difference"]], seed)[0] if len(of) >= FEWEST else np.nan
        rows.append({
            "kind": kind,
            "contracts": len(of),
            **{name: float(of[name].mean()) for name in ("share", "failing", "decided")},
            **{name: mean(of[name]) for name in ("left", "right", "either", "difference")},
            "p": float(test),
        })  # fmt: skip
    frame = pd.DataFrame(rows).set_index("kind")
    tested = frame["p"].dropna()
    frame["holm"] = pd.Series(holm(tested), tested.index).reindex(frame.index)
    return frame


# --- Groups of contracts ----------------------------------------------------------------------


def by_bid(frame: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the rows of each bid."""
    return {f"bid {bid}": frame[frame["bid"] == bid] for bid in sorted(frame["bid"].unique())}


def by_length(frame: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the rows by the declarer's number of trumps."""
    trumps = frame["trumps"].where(frame["trump"] != "none", -1)
    found = {
        "no trump": frame[trumps == -1],
        "3 trumps or less": frame[trumps.between(0, 3)],
        "4 trumps": frame[trumps == 4],
        "5 trumps": frame[trumps == 5],
        "6 or 7 trumps": frame[trumps >= 6],
    }
    return {name: rows for name, rows in found.items() if len(rows)}


# --- Splits -----------------------------------------------------------------------------------


def split_changes(contracts: pd.DataFrame, split: pd.DataFrame) -> pd.DataFrame:
    """Return how the odds of each contract change with the split of the trumps that are out.

    Returns
    -------
    DataFrame
        A row per (contract, left) with `out` and `right` (trumps), `share` (% of the layouts),
        `failing` (% of those that are set) and `change` of the odds.
    """
    of = contracts.set_index("contract").loc[split["contract"]]
    odds = of["made"].to_numpy() / of["n"].to_numpy()
    return split.assign(
        right=split["out"] - split["left"],
        share=100 * split["n"] / of["n"].to_numpy(),
        failing=100 * (split["n"] - split["made"]) / (of["n"] - of["made"]).to_numpy(),
        change=100 * (split["made"] / split["n"] - odds),
    )


def split_effects(changed: pd.DataFrame) -> pd.DataFrame:
    """Return the mean change of each split.

    Returns
    -------
    DataFrame
        A row per (out, left): `contracts`, `share` and `failing` (%), and `change` as an estimate.
    """
    return _splits(changed, ["out", "left"])


def both_seats(changed: pd.DataFrame) -> pd.DataFrame:
    """Return the mean change of each split, whichever defender holds the longer part.

    Returns
    -------
    DataFrame
        A row per (out, longer): columns as `split_effects` has them.
    """
    longer = changed.assign(longer=changed[["left", "right"]].max(axis=1))
    return _splits(_merged(longer, ["out", "longer"]), ["out", "longer"])


def together(changed: pd.DataFrame) -> pd.DataFrame:
    """Return the mean change where one defender has all the trumps out, and where none has.

    Returns
    -------
    DataFrame
        A row for `together` True, and one for False: columns as `split_effects` has them.
    """
    whole = changed.assign(together=changed[["left", "right"]].max(axis=1) == changed["out"])
    return _splits(_merged(whole, ["together"]), ["together"])


def _merged(changed: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return a row per contract for layouts that belong together."""
    weighed = changed.assign(weight=changed["share"] * changed["change"])
    sums = weighed.groupby(["contract", *by], as_index=False)[["share", "failing", "weight"]].sum()
    return sums.assign(change=sums["weight"] / sums["share"])


def _splits(changed: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    rows = [
        {
            **dict(zip(by, key, strict=True)),
            "contracts": len(of),
            "share": float(of["share"].mean()),
            "failing": float(of["failing"].mean()),
            "change": mean(of["change"]),
        }
        for key, of in changed.groupby(by)
    ]
    return pd.DataFrame(rows, columns=[*by, "contracts", "share", "failing", "change"])
