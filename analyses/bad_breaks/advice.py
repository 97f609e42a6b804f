"""Which kinds of holding the page's answer and advice name, as the numbers have it."""

from typing import Any

import pandas as pd

from analyses.bad_breaks.kinds import KINDS
from analyses.bad_breaks.numbers import LEVEL, both_seats, together

COMMON = 5.0
"""Per cent of the layouts: the answer names no kind that is rarer."""

MANY = 50
"""Contracts: the answer names no kind that fewer have."""

NAMED = 4
"""So many of the worst and of the best kinds does the advice name."""

MEANINGS = {kind: words for group in KINDS.values() for kind, words in group.items()}


def answer(found: pd.DataFrame, split: pd.DataFrame) -> dict[str, Any]:
    """Return what the paragraph that answers the page's question says.

    Parameters
    ----------
    found : DataFrame
        As `effects` gives it.
    split : DataFrame
        As `split_changes` gives it.

    Returns
    -------
    dict
        `lies`, rows for trumps out in one hand and in both; `worst` and `best`, of usual kinds but
        numbers of trumps; `proven`, the kinds whose seats differ, most first; each may be empty.
    """
    lies = together(split).sort_values("together", ascending=False)
    usual = _usual(found)
    others = _ordered(usual[~usual.index.isin(KINDS["How many trumps"])], "either")
    return {
        "lies": lies.to_dict("records") if len(lies) == 2 else [],
        "worst": others[:1],
        "best": others[-1:],
        "tested": int(found["holm"].notna().sum()),
        "proven": _proven(found),
    }


def advice(found: pd.DataFrame, split: pd.DataFrame) -> dict[str, Any]:
    """Return what players can make of the numbers.

    Parameters
    ----------
    found, split : DataFrame
        As `answer` takes them.

    Returns
    -------
    dict
        `bad` and `good`, the usual kinds that are proven so; `lengths`, the splits of each number
        of trumps out; `voids`, with and without a trump; `seats`, the kinds that are worse on the
        left and on the right; `decided`, how often the seat decides, at least and at most.
    """
    usual = _usual(found)
    order = _ordered(usual, "either")
    decided = usual["decided"]
    voids = [kind for kind in ("void with a trump", "void without a trump") if kind in found.index]
    proven = _proven(found)
    return {
        "bad": [row for row in order if row["either"].high < 0][:NAMED],
        "good": [row for row in order[::-1] if row["either"].low > 0][:NAMED],
        "lengths": {
            out: rows.to_dict("records")
            for out, rows in both_seats(split).groupby("out")
            if rows["contracts"].max() >= MANY
        },
        "voids": _rows(found.loc[voids]) if len(voids) == 2 else [],
        "seats": {
            "left": [row for row in proven if row["difference"].value < 0],
            "right": [row for row in proven if row["difference"].value > 0],
        },
        "decided": [decided.min(), decided.max()] if len(decided) else [],
    }


def _usual(found: pd.DataFrame) -> pd.DataFrame:
    """Return the kinds that are neither rare nor measured on a few contracts."""
    return found[(found["share"] >= COMMON) & (found["contracts"] >= MANY)]


def _proven(found: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the kinds whose seats are proven to differ, those that differ most first."""
    return _ordered(found[found["holm"] < LEVEL], "difference", lambda size: -abs(size))


def _ordered(found: pd.DataFrame, name: str, key: Any = None) -> list[dict[str, Any]]:
    """Return kinds in the order of their changes."""
    size = found[name].map(lambda one: one.value).astype(float)
    return _rows(found.loc[size.sort_values(key=key, kind="stable").index])


def _rows(found: pd.DataFrame) -> list[dict[str, Any]]:
    """Return kinds with their meanings as parts of a sentence."""
    return [
        {"meaning": MEANINGS[kind], **row}
        for kind, row in zip(found.index, found.to_dict("records"), strict=True)
    ]
