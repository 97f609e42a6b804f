"""What a bid makes as the page plays it: with a trump, a discard and a lead by rules.

No plan is looked up: the trump is any number, the tile thrown is that of the discard rule
`uncovered`, and the highest trump is led. After the lead all hands are open, as for all odds.
"""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.bidding.hands import WIDOWS, Hands, Holdings, Ints
from moon_sim.game import (
    HAND_SIZE,
    NUMBER_BIDS,
    PASS,
    TILES,
    TRUMP_SUIT,
    Trump,
    rank,
    suit_tiles,
    target,
)
from moon_sim.heuristics import TRUMPS
from moon_sim.reporting import Run
from moon_sim.solver import play_tricks, warm_up

EACH = 8
"""Random layouts of each holding; the spread between them gives the intervals."""

NONE = min(NUMBER_BIDS) - 1
"""Tricks that make no bid; fewer are not told apart."""

FEWEST = 2
"""A number of fewer of the eight tiles is no trump to name: there is always one of two."""

PART = 2500
"""Holdings of one job."""

_DOUBLE = np.array([TILES.index((high, high)) for high, _ in TILES])
"""Of each tile, the double of its higher number."""

_IS_DOUBLE = np.array([high == low for high, low in TILES])
_PIPS = np.array([high + low for high, low in TILES])
_TILES = np.arange(len(TILES))


def held(masks: Ints) -> NDArray[np.bool]:
    """Return which tiles are in each hand or holding: (n, 22)."""
    there: NDArray[np.bool] = (masks[:, None] >> _TILES & 1).astype(bool)
    return there


def thrown(holdings: Ints, trump: Trump) -> Ints:
    """Return the tile that each holding throws: the discard rule `uncovered`, for arrays.

    A tile off trump; a double last, then one whose higher number's double is held; of equals the
    one with the fewest pips, then the one with the lower high number.
    """
    there = held(holdings)
    off = there & ~(suit_tiles(TRUMP_SUIT, trump) >> _TILES & 1).astype(bool)
    keeps = ((_IS_DOUBLE * 2 + there[:, _DOUBLE]) * 16 + _PIPS) * 32 + _TILES
    return np.where(off, keeps, np.iinfo(np.int64).max).argmin(axis=1)


def led(hands: Ints, trump: Trump) -> Ints:
    """Return the tile that each hand leads: its highest trump, or -1 without one."""
    order = np.full(len(TILES), -1)
    for tile in _TILES[(suit_tiles(TRUMP_SUIT, trump) >> _TILES & 1).astype(bool)]:
        order[tile] = rank(int(tile), TRUMP_SUIT, trump)
    ranks = np.where(held(hands), order, -1)
    return np.where(ranks.max(axis=1) < 0, -1, ranks.argmax(axis=1))


def dealt(holdings: Ints, layouts: int, rng: np.random.Generator) -> Ints:
    """Return for each holding so many random layouts of the other tiles: (n, layouts, 2)."""
    hidden = np.nonzero(~held(holdings))[1].reshape(len(holdings), 1, -1)
    order = rng.permuted(np.broadcast_to(1 << hidden, (len(holdings), layouts, 14)), axis=2)
    return np.stack([order[..., :HAND_SIZE].sum(axis=2), order[..., HAND_SIZE:].sum(axis=2)], 2)


def tricks(holdings: Ints, layouts: Ints) -> NDArray[np.uint8]:
    """Return the declarer's tricks of each holding with each of `TRUMPS`: (n, 6, layouts).

    They are `NONE` where they are fewer, and with a trump that the holding has too few tiles of.
    """
    found = np.full((len(holdings), len(TRUMPS), layouts.shape[1]), NONE, np.uint8)
    for at, trump in enumerate(TRUMPS):
        trumps = np.bitwise_count(holdings & suit_tiles(TRUMP_SUIT, trump))
        enough = np.flatnonzero(trumps >= FEWEST)
        kept = holdings[enough] & ~(1 << thrown(holdings[enough], trump))
        lead = led(kept, trump)
        for tile in np.unique(lead).tolist():
            here = enough[lead == tile]
            against = layouts[here]
            own = np.broadcast_to(kept[lead == tile, None, None], (*against.shape[:2], 1))
            hands = np.concatenate([own, against], axis=2).reshape(-1, 3)
            made = play_tricks(hands, trump, 0, (), [tile], NONE, HAND_SIZE)
            found[here, at] = made.reshape(against.shape[:2])
    return found


def played(holdings: Ints, layouts: int, seed: int) -> pd.DataFrame:
    """Return the tricks of some holdings on so many random layouts each.

    Returns
    -------
    DataFrame
        A row per holding and trump, a column per layout.
    """
    warm_up()
    # By the holdings themselves, so that they get the same layouts among whatever others.
    rng = np.random.default_rng([seed, int(holdings[0])])
    return pd.DataFrame(tricks(holdings, dealt(holdings, layouts, rng)).reshape(-1, layouts))


def jobs(holdings: Ints, layouts: int, seed: int) -> list[tuple[Ints, int, int]]:
    """Return the arguments of `played` for holdings, some at a time."""
    return [
        (holdings[first : first + PART], layouts, seed) for first in range(0, len(holdings), PART)
    ]


def all_tricks(run: Run, holdings: Ints) -> NDArray[np.uint8]:
    """Return `tricks` of holdings on `EACH` random layouts, on all cores."""
    found = run.map(played, jobs(holdings, EACH, run.seed), "playing")
    return pd.concat(found).to_numpy(np.uint8).reshape(len(holdings), len(TRUMPS), EACH)


def made_by(hands: Hands, holdings: Holdings, named: Ints) -> NDArray[np.uint8]:
    """Return with how many of the 15 widows each hand makes each bid on each layout: (n, 4, EACH).

    `named` says which of `TRUMPS` each holding names.
    """
    mine = holdings.tricks[np.arange(len(named)), named]
    found = []
    for bid in NUMBER_BIDS:
        ok = (mine >= bid).astype(np.uint8)
        found.append(sum((ok[places] for places in hands.widows.T), start=np.uint8(0)))
    return np.stack(found, axis=1)


def gained_each(made: NDArray[np.uint8], calls: Ints) -> NDArray[np.float64]:
    """Return what hands gain on average with a call each, on each layout: (EACH,)."""
    points = np.zeros(made.shape[2])
    for call in np.unique(calls):
        if call != PASS:
            here = made[calls == call, NUMBER_BIDS.index(target(int(call)))]
            points += call * (2 * here.sum(axis=0) / WIDOWS - len(here))
    return points / len(calls)
