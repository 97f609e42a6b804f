"""Which kinds of holding the page names, as the numbers have it."""

from typing import Any

import pandas as pd

from analyses.bad_breaks.kinds import KINDS
from analyses.bad_breaks.numbers import ABOVE, FEWEST, LEVEL

COMMON = 5.0
"""Per cent of the layouts: the page names no kind that is rarer."""

MEANINGS = {kind: words for group in KINDS.values() for kind, words in group.items()}


def extremes(found: pd.DataFrame, part: str = ABOVE) -> dict[str, list[dict[str, Any]]]:
    """Return the kinds that cost most and those that help most.

    Parameters
    ----------
    found : DataFrame
        As `effects` gives it.
    part : str
        Of the contracts.

    Returns
    -------
    dict
        `worst` and `best`: the kind whose change goes furthest, and all whose intervals overlap
        with its own; `bad` and `good`: all whose intervals lie on one side of 0. The furthest come
        first; each has its `meaning` and `change`.
    """
    usual = found[
        (found["part"] == part) & (found["contracts"] >= FEWEST) & (found["share"] >= COMMON)
    ]
    rows = [
        {"meaning": MEANINGS[row.kind], "change": row.change}
        for row in usual.sort_values(
            "change", key=lambda column: column.map(lambda one: one.value), kind="stable"
        ).itertuples()
    ]
    bad = [row for row in rows if row["change"].high < 0]
    good = [row for row in rows[::-1] if row["change"].low > 0]
    return {
        "worst": [row for row in bad if row["change"].low <= bad[0]["change"].high],
        "best": [row for row in good if row["change"].high >= good[0]["change"].low],
        "bad": bad,
        "good": good,
    }


def seat_words(by_seat: pd.DataFrame) -> list[dict[str, Any]]:
    """Return for each bid the kinds whose seats differ, those that differ most first."""
    told = []
    for bid, rows in by_seat.groupby("bid"):
        if rows["holm"].notna().any():
            shown = rows[rows["holm"] < LEVEL]
            size = shown["difference"].map(lambda one: -abs(one.value)).astype(float)
            some = shown.loc[size.sort_values(kind="stable").index]
            told.append({
                "bid": bid,
                "tested": int(rows["holm"].notna().sum()),
                "kinds": [
                    {
                        "meaning": MEANINGS[row.kind],
                        "seat": "left" if row.difference.value < 0 else "right",
                        "difference": row.difference,
                    }
                    for row in some.itertuples()
                ],
            })  # fmt: skip
    return told
