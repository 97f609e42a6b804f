"""Laydowns: contracts that take all seven tricks on every layout.

There are 23 million hands, discards and trumps, and few of them are laydowns. `possible` leaves out
most of the others by what a laydown must have, `survive` by some layouts, and `laydowns` proves the
rest on all of them.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.estimates import LAYOUTS
from moon_sim.layouts import Layouts, Seed, as_seed
from moon_sim.plans import best_plans
from moon_sim.positions import Tiles
from moon_sim.rules import (
    DEFAULT_RULES,
    HAND_SIZE,
    TRUMP_SUIT,
    Rules,
    Trump,
    is_trump,
    led_suit,
    rank,
    suit_tiles,
    suits,
)
from moon_sim.solver import solve_batch
from moon_sim.tiles import ALL_TILES, TILES, format_tiles, tile_ids, tile_name

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["laydowns", "possible", "survive"]

ROUNDS = (1, 4, 32)
"""On so many layouts the contracts are tried, one round after the other."""


def possible(
    hands: ArrayLike, discards: ArrayLike, trump: Tiles, rules: Rules = DEFAULT_RULES
) -> NDArray[np.bool_]:
    """Return which contracts have what a laydown must have.

    Parameters
    ----------
    hands, discards : (n,) array of int
        Masks of the declarer's 7 tiles and of the one discarded.
    trump : Trump, int or str
    rules : Rules, optional

    Returns
    -------
    (n,) array of bool
        False only where a contract is no laydown. True says nothing.

    Notes
    -----
    In a laydown the declarer wins every trick, so it leads each of its tiles, and each one wins
    (R11, R12). Two things follow, each from one layout on which the defenders would win otherwise.

    *Trumps*: with m trumps hidden, the declarer holds m trumps above the highest of them. For let
    one defender hold all m, and play the highest, h, wherever it wins or nothing else is allowed.
    It plays its other trumps only where a trump is led, since on a lead that it may ruff it
    ruffs with h and wins. So there are m leads of trumps up to the one that draws h, and each of
    them is above h, or h would win it.

    *Other tiles*: of each tile x that is no trump, and each hidden tile y of the suit that x leads
    and above x there, y is drawn before x is led. For let one defender hold y and play it
    wherever it wins or nothing else is allowed. It has to play y before x is led, and not win
    with it, only where the declarer leads a suit of y with a tile above y. So the declarer holds
    one, no trump either.

    Examples
    --------
    >>> from moon_sim.tiles import parse_tiles
    >>> hands = [parse_tiles("6-6 6-5 6-4 5-5 4-4 3-3 1-1"), parse_tiles("6-5 5-4 4-3 3-2 2-1")]
    >>> possible(hands, [parse_tiles("2-1")] * 2, "none")
    array([ True, False])
    """
    held, out = np.asarray(hands, np.int64), np.asarray(discards, np.int64)
    hidden = ALL_TILES & ~held & ~out
    named = Trump.parse(trump)
    trumps = sorted(
        tile_ids(suit_tiles(TRUMP_SUIT, named)),
        key=lambda tile: -rank(tile, TRUMP_SUIT, named, rules),
    )
    on_top = np.ones(len(held), bool)  # no trump above this one is hidden
    spare = np.zeros(len(held), np.int64)
    for tile in trumps:
        against = hidden >> tile & 1
        on_top &= against == 0
        spare += (on_top & (held >> tile & 1 == 1)) - against
    could: NDArray[np.bool_] = spare >= 0
    left = np.flatnonzero(could)
    held, hidden = held[left], hidden[left]
    drawn, needed = np.zeros((2, len(left)), np.int64)
    others = [tile for tile in range(len(TILES)) if not is_trump(tile, named)]
    for tile in others:
        suit = led_suit(tile, named)
        ranks = {
            other: rank(other, suit, named, rules)
            for other in others
            if suit in suits(other, named)
        }
        below = sum(1 << other for other, one in ranks.items() if one < ranks[tile])
        above = sum(1 << other for other, one in ranks.items() if one > ranks[tile])
        mine = -(held >> tile & 1)  # all bits where the tile is held
        drawn |= mine & below
        needed |= mine & above
    could[left] = needed & hidden & ~drawn == 0
    return could


def survive(
    hands: ArrayLike,
    discards: ArrayLike,
    trump: Tiles,
    seed: Seed = None,
    *,
    threads: int | None = None,
    rules: Rules = DEFAULT_RULES,
) -> NDArray[np.int64]:
    """Return the places of contracts that may be laydowns by what they must have and by a sample.

    Parameters
    ----------
    hands, discards, trump, rules
        As `possible` takes them.
    seed : int or Generator, optional
        Decides the layouts tried.
    threads : int, optional
        Threads to use.

    Returns
    -------
    (m,) int64 array
        Every laydown is among them.
    """
    held, out = np.asarray(hands, np.int64), np.asarray(discards, np.int64)
    rng = as_seed(seed)
    left = np.flatnonzero(possible(held, out, trump, rules))
    for count in ROUNDS:
        against = _dealt(ALL_TILES & ~held[left] & ~out[left], count, rng)
        mine = np.repeat(held[left], count)
        rows = np.column_stack([mine, against.reshape(-1, 2)])
        tricks = solve_batch(rows, int(Trump.parse(trump)), threads=threads, rules=rules).reshape(-1, count)
        left = left[(tricks == HAND_SIZE).all(axis=1)]
    return left


def _dealt(hidden: NDArray[np.int64], count: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return random layouts of hidden tiles: (n, count, 2) masks of the defenders' hands."""
    tiles = np.arange(len(TILES))
    # Of each row the 14 hidden tiles, in a random order: those that are not hidden come last.
    order = rng.random((len(hidden), count, len(TILES)))
    order += hidden[:, None, None] >> tiles & 1 == 0
    dealt = 1 << order.argsort(axis=-1)
    one = dealt[..., :HAND_SIZE].sum(axis=-1)
    return np.stack([one, hidden[:, None] & ~one], axis=-1)


def laydowns(
    hands: ArrayLike,
    discards: ArrayLike,
    trump: Tiles,
    seed: Seed = None,
    *,
    threads: int | None = None,
    rules: Rules = DEFAULT_RULES,
) -> "pd.DataFrame":
    """Return the laydowns among contracts, each proven on all 3,432 layouts.

    Parameters
    ----------
    hands, discards : (n,) array of int
        Masks of the declarer's 7 tiles and of the one discarded.
    trump : Trump, int or str
    seed : int or Generator, optional
        Decides on which layouts contracts are tried first; the result is the same.
    threads : int, optional
        Threads to use; the result is the same.
    rules : Rules, optional

    Returns
    -------
    DataFrame
        A row a laydown in their order: `place` in the arrays (int64), `hand`, `discard` and `lead`
        (text), and `blind` (int64), the layouts on which seven tricks follow from that lead, the
        best one for all. Where it is less than 3,432, the declarer has to see the layout first.

    Examples
    --------
    >>> from moon_sim.tiles import parse_tiles
    >>> hand, discard = map(parse_tiles, ("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1"))
    >>> found = laydowns([hand, hand], [discard, discard], "none", seed=1)
    >>> found[["place", "blind"]].to_numpy().tolist()
    [[0, 3432], [1, 3432]]
    """
    import pandas as pd

    named = Trump.parse(trump)
    held, out = np.asarray(hands, np.int64), np.asarray(discards, np.int64)
    rows = []
    for place in survive(held, out, named, seed, threads=threads, rules=rules).tolist():
        hand, gone = int(held[place]), int(out[place])
        against = Layouts.after_exchange(hand, gone).hands()[:, 1:]
        goal = [HAND_SIZE]
        _, lead, wins = best_plans([hand], against, named, goal, rules=rules)
        if wins[0] < LAYOUTS:
            open_ = best_plans([hand], against, named, goal, view="double-dummy", rules=rules)
            if open_[2][0] < LAYOUTS:
                continue
        rows.append((place, format_tiles(hand), format_tiles(gone), tile_name(lead[0]), wins[0]))
    frame = pd.DataFrame(rows, columns=["place", "hand", "discard", "lead", "blind"])
    return frame.astype({"place": "int64", "blind": "int64"})
