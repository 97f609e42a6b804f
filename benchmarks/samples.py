"""What the benchmarks solve: seeded hands and contracts as players would meet them."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import TILES, format_tiles, tile_ids, tile_name
from moon_sim.game.draws import random_holding
from moon_sim.game.layouts import Layouts
from moon_sim.game.rules import Trump, is_trump
from moon_sim.odds.contracts import contract_odds
from moon_sim.solver import engine

__all__ = ["biddable", "cold", "contracts", "longest_suit", "unrelated_deals"]


def longest_suit(tiles: list[int]) -> Trump:
    """The number or doubles with the most tiles, the higher number first among equals."""
    return max(
        (trump for trump in Trump if trump != Trump.NONE),
        key=lambda trump: (sum(is_trump(tile, trump) for tile in tiles), trump % 7),
    )


def contracts(kind: str, count: int, seed: int = 1) -> list[tuple[NDArray[np.int64], Trump]]:
    """Random contracts, each with all of its 3,432 layouts.

    Parameters
    ----------
    kind : {'longest', 'none', 'random'}
        How trump is named. The discard is the lightest tile off trump.
    count, seed : int

    Returns
    -------
    list of ((3432, 3) int64 array, Trump)
    """
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        tiles = list(tile_ids(sum(random_holding(rng))))
        trump = {
            "longest": longest_suit(tiles),
            "none": Trump.NONE,
            "random": Trump(int(rng.integers(len(Trump)))),
        }[kind]
        off = [tile for tile in tiles if not is_trump(tile, trump)] or tiles
        discard = min(off, key=lambda tile: (sum(TILES[tile]), tile))
        hand = sum(1 << tile for tile in tiles if tile != discard)
        found.append((Layouts.after_exchange(hand, tile_name(discard)).hands(), trump))
    return found


def biddable(count: int, seed: int = 1) -> list[tuple[int, str, Trump, int]]:
    """Random contracts that are neither hopeless nor certain with all hands open.

    Parameters
    ----------
    count, seed : int

    Returns
    -------
    list of (hand, discard, trump, target)
        The mask of 7 tiles, four trumps or more among them; the tile discarded; a target of 4-7
        that is made on 2 to 98 % of the layouts.
    """
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        hand, out = random_holding(rng)
        discard = format_tiles(out)
        trump = Trump(int(rng.integers(len(Trump))))
        if sum(is_trump(tile, trump) for tile in tile_ids(hand)) < 4:
            continue
        odds = contract_odds(hand, discard, trump, view="double-dummy")
        open_ = [target for target in range(4, 8) if 0.02 < odds.p_at_least(target) < 0.98]
        if open_:
            found.append((hand, discard, trump, int(rng.choice(open_))))
    return found


def unrelated_deals(count: int, seed: int = 1, size: int = 7) -> NDArray[np.int64]:
    """Random deals that have nothing in common, with hands of `size` tiles: (count, 3) masks."""
    rng = np.random.default_rng(seed)
    order = rng.permuted(np.tile(np.arange(len(TILES)), (count, 1)), axis=1)
    bits = np.int64(1) << order[:, : 3 * size].astype(np.int64)
    return bits.reshape(count, 3, size).sum(axis=2)


def cold(*args, **kwargs):
    """Return arguments for a benchmark's round, after emptying the solver's tables."""
    engine._local.__dict__.clear()
    return args, kwargs
