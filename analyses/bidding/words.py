"""What the tables of the analysis say, in words and small numbers."""

import pandas as pd

from analyses.common.rows import Columns, row_of
from moon_sim.game import PASS
from moon_sim.stats import Estimate

Tables = dict[str, pd.DataFrame]

WORDS = {
    "trumps": "each trump",
    "top_trumps": "each trump above the highest one missing",
    "honours": "each of the three highest trumps",
    "double": "the double of trumps",
    "outside_doubles": "each other double",
    "covered": "each other tile whose higher number's double you hold",
    "voids": "each suit that you have no tile of",
    "pips": "each pip",
}
DOUBLES = "each double (that of trumps, too)"

METHODS = {
    "known": "the best bid by known odds",
    "fit": "the fit, not rounded",
    "count": "the point count",
    "count_without_21": "the point count, never 21",
    "table": "the decision table",
    "pass": "always pass",
}

LOST = Columns("lost")


def points_of(tables: Tables) -> dict[str, int]:
    """Return the points of each feature that counts."""
    rows = tables["weights.csv"]
    rows = rows[(rows["kind"] == "feature") & (rows["points"] != 0)]
    return dict(zip(rows["name"], rows["points"].astype(int), strict=True))


def counting_of(tables: Tables) -> list[tuple[str, int]]:
    """Return what a player counts and its points; doubles in one where they count alike."""
    weights = points_of(tables)
    if "double" in weights and weights["double"] == weights.get("outside_doubles"):
        del weights["outside_doubles"]
        return [(DOUBLES if name == "double" else WORDS[name], n) for name, n in weights.items()]
    return [(WORDS[name], each) for name, each in weights.items()]


def bids_of(tables: Tables, kind: str) -> pd.DataFrame:
    """Return the rows of bids, ``bid`` or ``bid without 21``."""
    rows = tables["weights.csv"]
    rows = rows[rows["kind"] == kind]
    return rows.assign(name=rows["name"].astype(int), points=rows["points"].astype(int))


def least_of(tables: Tables) -> dict[int, int]:
    """Return the fewest points of each bid."""
    rows = bids_of(tables, "bid")
    return dict(zip(rows["name"], rows["points"], strict=True))


def called(call: float) -> str:
    """Return a call as text."""
    return "pass" if call == PASS else f"bid {call:.0f}"


def span(low: int, high: int, least: int, most: int) -> str:
    """Return a range of whole numbers as text, where the least and the most there is are known."""
    if low == high:
        return str(low)
    if (low, high) == (least, most):
        return "any"
    return f"{low} or more" if high == most else f"{low}-{high}"


def loss(tables: Tables, method: str) -> Estimate:
    """Return what a method loses, in points a hand."""
    return LOST.of(row_of(tables["losses.csv"], method=method))


def with_error(value: float, error: float) -> str:
    """Return a weight with its standard error as text; empty where there is none."""
    return "" if pd.isna(value) else f"{value:.2f}" + ("" if pd.isna(error) else f" ± {error:.2f}")
