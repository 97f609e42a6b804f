"""All hands and holdings, or random ones: their odds in the atlas, and what a player counts."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from moon_sim import Trump, atlas, points
from moon_sim.game import (
    HAND_SIZE,
    NUMBER_BIDS,
    PASS,
    TILES,
    TRUMP_SUIT,
    rank,
    suit_tiles,
    target,
    tile_ids,
)

Ints = NDArray[np.int64]

ODDS = [f"p{bid}" for bid in NUMBER_BIDS]

CALLS = (PASS, 4, 5, 6, 21)
"""Calls that may be the best: where 7 gains anything, 21 gains three times as much."""

LEVELS = range(101)
"""Odds in per cent for which `reaching` says how many hands have them."""

NUMBERS = [trump for trump in Trump if Trump.ZEROS < trump < Trump.DOUBLES]

DOUBLES = sum(1 << tile for tile, (high, low) in enumerate(TILES) if high == low)


def drawn(seed: int, count: int) -> tuple[Ints, Ints]:
    """Return random hands, different ones, and every holding that the widow may make of them.

    Of a count of all hands, each is there once, and so is each holding.
    """
    hands = atlas.masks_of(np.arange(atlas.HANDS), HAND_SIZE)
    if count >= len(hands):
        return hands, atlas.masks_of(np.arange(atlas.HOLDINGS), HAND_SIZE + 1)
    hands = np.sort(np.random.default_rng(seed).choice(hands, count, replace=False))
    return hands, np.unique(atlas.with_widows(hands))


def odds_before(hands: Ints) -> pd.DataFrame:
    """Return the odds of each bid 4-7 before the widow is seen."""
    return pd.DataFrame(atlas.hand_wins(hands) / atlas.ALL, columns=ODDS)


def exact_plans(holdings: Ints) -> tuple[Ints, atlas.Plans]:
    """Return the holdings that the atlas has counted on all layouts, and their best plans.

    What a sample of layouts says of one holding is too rough to count holdings at even odds, and
    of plans that win on all of them it may name another than the best. The exact holdings are a
    random part of all, in whose order they are built. Without any, the sampled ones have to do.
    """
    plans = atlas.plans(holdings)
    if plans.sampled.all():
        return holdings, plans
    exact = ~plans.sampled
    return holdings[exact], atlas.Plans(*(column[exact] for column in plans))


def reaching(odds: "pd.Series | Ints") -> list[float]:
    """Return which share of odds is as good as each of `LEVELS` or better."""
    steps = np.sort(np.asarray(odds, float))
    # Odds are fractions of whole numbers: what is meant to be equal may differ in its last digit.
    below = np.searchsorted(steps, np.array(LEVELS) / 100 - 1e-9)
    return list(1 - below / len(steps))


def how_many(n: int, every: int) -> str:
    """Return how many were counted, as n in a table or caption: "all" of them, if so."""
    return "all" if n == every else f"{n:,}"


# --- What a player counts before the widow ---------------------------------------------------


def from_the_top(number: Trump) -> list[int]:
    """Return the tiles that bear a number, the highest as trump first."""
    tiles = tile_ids(suit_tiles(TRUMP_SUIT, number))
    return sorted(tiles, key=lambda tile: -rank(tile, TRUMP_SUIT, number))


def counts(hands: Ints) -> pd.DataFrame:
    """Return what can be counted in hands without naming a trump.

    `longest`: the most tiles of one number; `tops`: how many of the two highest tiles of that
    number, its double and the next, and of several such numbers the most; `honours`: the same of
    three; `doubles`; `covered`: tiles that are no doubles, with the double of their higher number;
    `voids`: numbers from 1 to 6 that no tile bears; `pips`; `points`: those of
    `moon_sim.point_count`, the most tiles of a number and of its two highest together, and the
    doubles.
    """
    held = np.stack([hands[:, None] >> from_the_top(number) & 1 for number in NUMBERS], axis=1)
    lengths = held.sum(axis=2)
    longest = lengths.max(axis=1)
    among = lengths == longest[:, None]
    table = {"longest": longest}
    for name, highest in (("double", 1), ("tops", 2), ("honours", 3)):
        table[name] = (held[:, :, :highest].sum(axis=2) * among).max(axis=1)
    table["doubles"] = np.bitwise_count(hands & DOUBLES)
    table["covered"] = np.zeros(len(hands), int)
    table["pips"] = np.zeros(len(hands), int)
    for tile, (high, low) in enumerate(TILES):
        table["pips"] += (hands >> tile & 1) * (high + low)
        if high != low:
            both = 1 << tile | 1 << TILES.index((high, high))
            table["covered"] += hands & both == both
    table["voids"] = (lengths == 0).sum(axis=1)
    table["points"] = (lengths + held[:, :, :2].sum(axis=2)).max(axis=1) + table["doubles"]
    return pd.DataFrame(table).astype(np.int64)


# --- What to call -----------------------------------------------------------------------------


def gains(odds: pd.DataFrame) -> NDArray[np.float64]:
    """Return the points that each of `CALLS` gains on average: 0 for a pass; (n, 5)."""
    each = [np.zeros(len(odds))]
    for bid in CALLS[1:]:
        made = odds[f"p{target(bid)}"].to_numpy()
        set_, sure = points(bid, 0), points(bid, 1)
        each.append(set_ + made * (sure - set_))
    return np.stack(each, axis=1)


def best_calls(odds: pd.DataFrame) -> Ints:
    """Return the call that gains each hand the most points on average, a pass counted as 0."""
    return np.array(CALLS)[gains(odds).argmax(axis=1)]
