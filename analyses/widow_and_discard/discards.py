"""Which discard is right, and what another costs, with the trump of the best contract."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings, as_percentage, best_trumps
from analyses.common.rows import COST, RIGHT
from analyses.common.tiles import HIGH, LOW, Ints
from analyses.widow_and_discard.kinds import (
    DISCARD_KINDS,
    UNCOVERED,
    alike,
    discard_kinds,
    voids,
)
from moon_sim import Trump, atlas, exchange_odds, format_tiles, parse_tiles
from moon_sim.game import HAND_SIZE, LAYOUTS, NUMBER_BIDS, random_holding, tile_ids
from moon_sim.heuristics import DISCARD_RULES
from moon_sim.stats import mean_by, share_by

FOUND, FRESH = "found", "fresh"
"""The holdings that the list was found on, and those that it is checked on."""

STREAM = 2_021
"""Of the random numbers of fresh holdings, which no other sample uses."""

TILES = [f"w{place}" for place in range(1, HAND_SIZE + 2)]
"""Columns: layouts won without each tile, the lowest first."""

EVEN = LAYOUTS / 2

MEASURED = ["n", *COST, *RIGHT]
"""Columns of what is `measured`."""

LIST = "the list"
TIE_BREAKS = {
    "any": "any of them",
    "fewest": "the one whose higher number is on the fewest other tiles",
    "voids": "one that leaves the most voids",
    "lowest": "the one with the fewest pips",
    "highest": "the one with the most pips",
}
"""How to choose among tiles of a kind. Other tiles are those off trump."""

OURS = "fewest"


class Choices(NamedTuple):
    """Holdings and bids with what each of the eight discards wins.

    Attributes
    ----------
    number, bid, holding, trump : (n,) int arrays
        The holding's number, the bid, the mask, and the trump that is named.
    tiles, wins : (n, 8) int arrays
        Tile ids, the lowest first, and layouts of 3,432 won without each.
    """

    number: Ints
    bid: Ints
    holding: Ints
    trump: Ints
    tiles: Ints
    wins: Ints

    def at(self, bid: int) -> "Choices":
        """Return the choices at one bid."""
        return Choices(*(column[self.bid == bid] for column in self))

    def cost(self) -> Any:
        """Return what each discard costs against the best one, in percentage points: (n, 8)."""
        return as_percentage(self.wins.max(axis=1, keepdims=True) - self.wins)


def choices_of(sample: Holdings) -> Choices:
    """Return the holdings of the sample that are worth bidding, with the best contract's trump."""
    trumps = best_trumps(sample.wins)
    best = sample.wins.max(axis=(1, 2))
    at, column = np.nonzero(best >= EVEN)
    named = trumps[at, column]
    wins = sample.wins[at, :, named, column]
    bids = np.array(NUMBER_BIDS)[column]
    return Choices(sample.number[at], bids, sample.masks[at], named, sample.tiles[at], wins)


def fresh(seed: int, first: int, end: int) -> pd.DataFrame:
    """Return some new holdings with what each discard wins, at the bids worth making.

    The trump is that of the atlas's best plan; with it all discards are counted on all layouts,
    and bids at which none of them has even odds are left out.
    """
    rows = []
    for number in range(first, end):
        hand, widow = random_holding(np.random.default_rng([seed, STREAM, number]))
        holding = hand | widow
        plans = atlas.holding(holding).table
        for name, some in plans[plans["wins"] >= EVEN].groupby("trump", sort=False):
            odds = exchange_odds(holding, trump=str(name), mean_tricks=False, threads=1)
            for bid in some.index:
                won = [round(LAYOUTS * p) for p in odds[f"p{bid}"]]
                if max(won) < EVEN:
                    continue
                rows.append({
                    "number": number, "holding": format_tiles(holding), "bid": bid,
                    "trump": str(name), **dict(zip(TILES, won, strict=True)),
                })  # fmt: skip
    return pd.DataFrame(rows, columns=["number", "holding", "bid", "trump", *TILES])


def choices_in(table: pd.DataFrame) -> Choices:
    """Return the choices that a table of fresh holdings tells."""
    masks = np.array([parse_tiles(text) for text in table["holding"]], np.int64)
    tiles = np.array([list(tile_ids(mask)) for mask in masks.tolist()]).reshape(-1, len(TILES))
    trumps = np.array([int(Trump.parse(text)) for text in table["trump"]], np.int64)
    columns = (table[name].to_numpy(np.int64) for name in ("number", "bid"))
    return Choices(*columns, masks, trumps, tiles, table[TILES].to_numpy(np.int64))


# --- Choosing ---------------------------------------------------------------------------------


def kinds_of(some: Choices) -> Ints:
    """Return the kind of each discard, as its place in the list: (n, 8)."""
    return discard_kinds(some.holding[:, None], some.tiles, some.trump[:, None])


def preferred(some: Choices, tie_break: str) -> Any:
    """Return which tiles go by the list: the first kind that is held, then by a tie-break: (n, 8).

    Where the tie-break leaves several, all of them.
    """
    kinds = kinds_of(some)
    first = kinds == kinds.min(axis=1, keepdims=True)
    holdings, trumps = some.holding[:, None], some.trump[:, None]
    kept = holdings & ~(1 << some.tiles)
    keeps = {
        "any": np.zeros_like(some.tiles),
        "fewest": alike(kept, some.tiles, trumps),
        "voids": -voids(kept, some.tiles, trumps),
        "lowest": HIGH[some.tiles] + LOW[some.tiles],
        "highest": -HIGH[some.tiles] - LOW[some.tiles],
    }[tie_break]
    least = np.where(first, keeps, len(DISCARD_KINDS) + HIGH.max() * 2)
    return first & (least == least.min(axis=1, keepdims=True))


def measured(some: Choices, thrown: Any) -> dict[str, float]:
    """Return what it costs to throw any of some tiles, and how often that is right, in per cent.

    Where a holding has several, each is as likely: a holding counts once.
    """
    cost = some.cost()
    many = thrown.sum(axis=1)
    mean = (cost * thrown).sum(axis=1) / many
    right = ((cost == 0) & thrown).sum(axis=1) / many
    exact = share_by(right == 1, some.number) if set(right) <= {0.0, 1.0} else None
    return {
        "n": len(many),
        **COST.told(mean_by(mean, some.number)),
        **RIGHT.told(exact or mean_by(100 * right, some.number)),
    }


def _only(some: Choices, where: Any) -> Choices:
    return Choices(*(column[where] for column in some))


def list_table(of: str, some: Choices) -> pd.DataFrame:
    """Return for each kind, where no kind above it is held, how often it is right to throw.

    Either any tile of the kind, or the one by the list's tie-break.
    """
    rows = []
    for bid in NUMBER_BIDS:
        here = some.at(bid)
        first = kinds_of(here).min(axis=1)
        for kind, name in enumerate(DISCARD_KINDS):
            there = _only(here, first == kind)
            rows += [
                {"of": of, "bid": bid, "kind": name, "tie_break": tie_break,
                 **measured(there, preferred(there, tie_break))}
                for tie_break in ("any", OURS) if len(there.bid)
            ]  # fmt: skip
    return pd.DataFrame(rows, columns=["of", "bid", "kind", "tie_break", *MEASURED])


def tie_table(of: str, some: Choices) -> pd.DataFrame:
    """Return what each tie-break is worth where two or more uncovered tiles come first."""
    rows = []
    for bid in NUMBER_BIDS:
        here = some.at(bid)
        if not len(here.bid):
            continue
        kinds = kinds_of(here)
        several = preferred(here, "any").sum(axis=1) > 1
        here = _only(here, several & (kinds.min(axis=1) < len(UNCOVERED)))
        rows += [
            {"of": of, "bid": bid, "tie_break": name, **measured(here, preferred(here, name))}
            for name in TIE_BREAKS if len(here.bid)
        ]  # fmt: skip
    return pd.DataFrame(rows, columns=["of", "bid", "tie_break", *MEASURED])


def cost_table(some: Choices, seed: int) -> pd.DataFrame:
    """Return what ways to discard cost: places, any tile, the list, and the rules of thumb."""
    place = np.argsort(np.argsort(-some.wins, axis=1, kind="stable"), axis=1)
    ways = {
        LIST: preferred(some, OURS),
        "second": place == 1,
        "third": place == 2,
        "random": np.ones_like(some.tiles, bool),
        **{name: _by_rule(some, name, seed) for name in DISCARD_RULES if name != "random"},
    }
    return pd.DataFrame([
        {"way": name, "bid": bid, **measured(some.at(bid), thrown[some.bid == bid])}
        for name, thrown in ways.items()
        for bid in NUMBER_BIDS
        if (some.bid == bid).any()
    ], columns=["way", "bid", *MEASURED])  # fmt: skip


def _by_rule(some: Choices, name: str, seed: int) -> Any:
    """Return what a rule of thumb throws, told the bid and the trump."""
    throw = DISCARD_RULES[name].throw
    tiles = [
        throw(holding, Trump(trump), bid, np.random.default_rng([seed, number, bid]))
        for holding, trump, bid, number in zip(
            *(column.tolist() for column in (some.holding, some.trump, some.bid, some.number)),
            strict=True,
        )
    ]
    return some.tiles == np.array(tiles, np.int64)[:, None]


# --- All holdings -----------------------------------------------------------------------------


def thrown_table(plans: Any) -> pd.DataFrame:
    """Return what the atlas throws, of all holdings worth bidding, by bid.

    For each kind how many holdings it is the first of the list in, and in how many of these and of
    all the best plan throws a tile of the kind. Plans that were chosen on samples are left out:
    they may not be best.
    """
    holdings = atlas.masks_of(np.arange(atlas.HOLDINGS), HAND_SIZE + 1)
    rows = []
    for at, bid in enumerate(NUMBER_BIDS):
        worth = (plans.wins[:, at] >= EVEN) & ~plans.sampled
        held, trumps = holdings[worth], plans.trump[worth, at]
        thrown = discard_kinds(held, plans.discard[worth, at], trumps)
        first = first_kinds(held, trumps)
        for kind, name in enumerate(DISCARD_KINDS):
            count = int((first == kind).sum())
            rows.append({
                "bid": bid, "kind": name, "holdings": len(held), "first": count,
                "thrown": int((thrown == kind).sum()),
                "thrown_first": int(((thrown == kind) & (first == kind)).sum()),
            })  # fmt: skip
    return pd.DataFrame(rows)


def first_kinds(holdings: Ints, trumps: Ints) -> Ints:
    """Return the first kind of the list that each holding has, as its place."""
    first = np.full(len(holdings), len(DISCARD_KINDS))
    for tile in range(len(HIGH)):
        has = np.flatnonzero(holdings >> tile & 1)
        kinds = discard_kinds(holdings[has], np.full(len(has), tile), trumps[has])
        first[has] = np.minimum(first[has], kinds)
    return first
