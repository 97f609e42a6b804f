"""All hands and their holdings as arrays: what players count in them, and what they make."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyses.common.all_hands import DOUBLES, from_the_top
from moon_sim import Features, atlas
from moon_sim.game import HAND_SIZE, NUMBER_BIDS, TILES, TRUMP_SUIT, Trump, suit_tiles
from moon_sim.heuristics import TRUMPS

Ints = NDArray[np.int64]
Counts = NDArray[np.int8]

THINGS = tuple(name for name in Features._fields if name != "pips")
"""What is counted of a hand with a trump, in the order of the arrays: see `Features`."""

WIDOWS = 15
FOLDS = 5


class Hands(NamedTuple):
    """Hands of seven tiles, before the widow.

    Attributes
    ----------
    masks : (n,) int array
    odds : (n, 4) float array
        Of each bid 4-7 with the best plan for each widow, by the atlas.
    counts : (8, 6, n) int8 array
        `THINGS`, with each of `TRUMPS`.
    widows : (n, 15) int array
        Places of the holdings that they may become.
    """

    masks: Ints
    odds: NDArray[np.float64]
    counts: Counts
    widows: Ints

    @property
    def folds(self) -> Ints:
        """In which of `FOLDS` parts each hand is, whatever the others are."""
        return parts(self.masks, FOLDS)


class Holdings(NamedTuple):
    """Holdings of eight tiles, after the widow.

    Attributes
    ----------
    masks : (m,) int array
    counts : (8, 6, m) int8 array
        `THINGS` of all eight tiles, with each of `TRUMPS`.
    tricks : (m, 6, layouts) uint8 array
        Of `playing.tricks`.
    """

    masks: Ints
    counts: Counts
    tricks: NDArray[np.uint8]


def masks_of(count: int, seed: int) -> Ints:
    """Return so many random hands, or all in order if they are so many or more."""
    if count >= atlas.HANDS:
        return atlas.masks_of(np.arange(atlas.HANDS), HAND_SIZE)
    numbers = np.random.default_rng(seed).choice(atlas.HANDS, count, replace=False)
    return atlas.masks_of(np.sort(numbers), HAND_SIZE)


def hands_of(masks: Ints) -> tuple[Hands, Ints]:
    """Return hands, and the masks of the holdings that they may become."""
    every = atlas.with_widows(masks)
    holdings, places = np.unique(every, return_inverse=True)
    odds = atlas.hand_wins(masks) / atlas.ALL
    return Hands(masks, odds, counted(masks), places.reshape(every.shape)), holdings


def parts(masks: Ints, number: int) -> Ints:
    """Return in which part of so many each hand is: by its tiles alone, as if at random."""
    mixed = masks.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return ((mixed >> np.uint64(33)) % np.uint64(number)).astype(np.int64)


def counted(masks: Ints) -> Counts:
    """Return `THINGS` of each hand or holding with each of `TRUMPS`: as `features`, for arrays."""
    return np.stack([_counted(masks, trump) for trump in TRUMPS], axis=1)


def _counted(masks: Ints, trump: Trump) -> Counts:
    suit = suit_tiles(TRUMP_SUIT, trump)
    top = np.stack([masks >> tile & 1 for tile in from_the_top(trump)])
    covered, voids = np.zeros((2, len(masks)), np.int64)
    for number in range(7):
        of_it = sum(
            1 << tile
            for tile, (high, low) in enumerate(TILES)
            if high == number and low not in (trump, high)
        )
        if number != trump:
            double = masks >> TILES.index((number, number)) & 1
            covered += double * np.bitwise_count(masks & of_it)
        if any_of := suit_tiles(number, trump):
            voids += masks & any_of == 0
    found = {
        "trumps": np.bitwise_count(masks & suit),
        "top_trumps": top.cumprod(axis=0).sum(axis=0),
        "honours": top[:3].sum(axis=0),
        "top_two": top[:2].sum(axis=0),
        "double": top[0],
        "outside_doubles": np.bitwise_count(masks & DOUBLES & ~suit),
        "covered": covered,
        "voids": voids,
    }
    return np.stack([found[name] for name in THINGS]).astype(np.int8)


def best_of(counts: Counts, weights: Mapping[str, int]) -> tuple[Ints, Ints]:
    """Return the points of each hand's best number, and which of `TRUMPS` it is.

    Of equals it is the longest, then one whose double is held, then the lower number.
    """
    worth = np.zeros(counts.shape[1:], np.int16)
    for name, weight in weights.items():
        if weight:
            worth += np.multiply(counts[THINGS.index(name)], weight, dtype=np.int16)
    tie = counts[THINGS.index("trumps")] * np.int8(2) + counts[THINGS.index("double")]
    # Points, tie and number as digits of one: the largest wins.
    best = np.full(counts.shape[2], -1, np.int32)
    for place in range(len(TRUMPS)):
        low_first = len(TRUMPS) - 1 - place
        key = (worth[place].astype(np.int32) * 16 + tie[place]) * 8 + low_first
        np.maximum(best, key, out=best)
    return (best >> 7).astype(np.int64), len(TRUMPS) - 1 - (best & 7).astype(np.int64)


def packed(tricks: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return how many of the layouts on the last axis make each bid 4-7, a byte each."""
    made = np.zeros(tricks.shape[:-1], np.uint32)
    for place, bid in enumerate(NUMBER_BIDS):
        made |= (tricks >= bid).sum(axis=-1, dtype=np.uint32) << np.uint32(8 * place)
    return made
