"""What the tables of the analysis say, in words and small numbers."""

import pandas as pd

from analyses.bidding.gather import PLAYED
from analyses.bidding.hands import THINGS
from moon_sim.game import PASS

Tables = dict[str, pd.DataFrame]

WORDS = {
    "trumps": "each trump",
    "top_trumps": "each trump above the highest one missing",
    "honours": "each of the three highest trumps",
    "double": "the double of trumps",
    "outside_doubles": "each other double",
    "covered": "each other tile whose higher number's double you hold",
    "voids": "each suit that you have no tile of",
}
DOUBLES = "each double (that of trumps, too)"

METHODS = {
    "known": "the best call by known odds",
    "more": "the count with larger numbers",
    "count": "the count",
    "ones": "the count of ones",
    "table": "the table",
    "pass": "always pass",
}


def points_of(tables: Tables, kind: str = "count") -> dict[str, int]:
    """Return the points of each thing that counts."""
    row = tables["counts.csv"].set_index("kind").loc[kind]
    return {name: int(row[name]) for name in THINGS if row[name]}


def least_of(tables: Tables, kind: str = "count", play: str = PLAYED) -> dict[int, int]:
    """Return the fewest points of each bid, as the count plays or with the `BEST` plan."""
    rows = tables["bids.csv"]
    rows = rows[(rows["kind"] == kind) & (rows["play"] == play)].dropna(subset="least")
    return dict(zip(rows["bid"].astype(int), rows["least"].astype(int), strict=True))


def counting_of(tables: Tables, kind: str = "count") -> list[tuple[str, int]]:
    """Return what a player counts and its points; doubles in one where they count alike."""
    weights = points_of(tables, kind)
    if "double" in weights and weights["double"] == weights.get("outside_doubles"):
        del weights["outside_doubles"]
        return [(DOUBLES if name == "double" else WORDS[name], n) for name, n in weights.items()]
    return [(WORDS[name], each) for name, each in weights.items()]


def counted_in_words(tables: Tables, kind: str = "count") -> list[str]:
    """Return the same as words."""
    return [f"{each} for {what}" for what, each in counting_of(tables, kind)]


def bids_in_words(least: dict[int, int]) -> list[str]:
    """Return from how many points on to bid what."""
    return [f"{bid} from {fewest} points on" for bid, fewest in least.items()]


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
