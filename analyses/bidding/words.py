"""What the tables of the analysis say, in words and small numbers."""

import pandas as pd

from analyses.bidding.gather import PLAYED
from analyses.bidding.hands import THINGS
from analyses.common.all_hands import DOUBLES, from_the_top
from moon_sim import Trump, parse_tiles
from moon_sim.game import PASS, TILES, tile_ids, tile_name

Tables = dict[str, pd.DataFrame]

WORDS = {
    "trumps": "each trump",
    "top_trumps": "each trump above the highest one missing",
    "honours": "each of the three highest trumps",
    "top_two": "each of the two highest trumps",
    "double": "the double of trumps",
    "outside_doubles": "each other double",
    "covered": "each other tile whose higher number's double you hold",
    "voids": "each suit that you have no tile of",
}
HIGHEST = ("the double of trumps", "the trump below it", "the third highest trump")
OTHER_TRUMP, OTHER_DOUBLE = "each other trump", "each other double"

METHODS = {
    "known": "the best call by known odds",
    "large": "the count with large numbers",
    "more": "the count that adds more",
    "count": "the count",
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


def highest_of(weights: dict[str, int]) -> list[int]:
    """Return what the three highest trumps and any other one are worth in all, in that order."""
    each = [weights.get(name, 0) for name in ("double", "top_two", "honours", "trumps")]
    return [sum(each[place:]) for place in range(len(each))]


def counting_of(tables: Tables, kind: str = "count") -> list[tuple[str, int]]:
    """Return what a player counts and its points: each tile once, then what else there is."""
    weights = points_of(tables, kind)
    *highest, other = highest_of(weights)
    told = [(what, worth) for what, worth in zip(HIGHEST, highest, strict=True) if worth != other]
    told.append((OTHER_TRUMP if told else WORDS["trumps"], other))
    told.append((OTHER_DOUBLE, weights.get("outside_doubles", 0)))
    told += [(WORDS[name], weights.get(name, 0)) for name in ("top_trumps", "covered", "voids")]
    return [(what, worth) for what, worth in told if worth]


def counted_by_tile(hand: str, trump: Trump, weights: dict[str, int]) -> list[str]:
    """Return what each tile of a hand is worth, the most first: "3 for 5-5"."""
    *highest, other = highest_of(weights)
    worth = dict.fromkeys(tile_ids(parse_tiles(hand) & DOUBLES), weights.get("outside_doubles", 0))
    for place, tile in enumerate(from_the_top(trump)):
        worth[tile] = [*highest, *[other] * len(TILES)][place]
    held = [(worth.get(tile, 0), tile) for tile in tile_ids(parse_tiles(hand))]
    return [f"{each} for {tile_name(tile)}" for each, tile in sorted(held, reverse=True) if each]


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
