"""Point counts: what each gains with all hands, and the best that there is."""

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import product
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyses.bidding.calling import Bidding, best_bids, gains
from analyses.bidding.hands import FOLDS, THINGS, WIDOWS, Hands, Holdings, best_of, packed
from moon_sim.game import NUMBER_BIDS

Weights = dict[str, int]


class Tally(NamedTuple):
    """What all hands gain by their points of a count, as the count plays them.

    Attributes
    ----------
    lowest : int
        The fewest points that a hand has.
    hands : (folds, scores) int array
        How many there are, by fold and points.
    made : (folds, scores, 4) float array
        The sums of their odds of each bid 4-7.
    """

    lowest: int
    hands: NDArray[np.int64]
    made: NDArray[np.float64]

    @property
    def gains(self) -> NDArray[np.float64]:
        """What each of `CALLS` gains with all hands of a fold and score together."""
        number = self.hands[..., None]
        return gains(self.made / np.maximum(number, 1)) * number


class Judge:
    """What counts gain with given hands, as they play them.

    Parameters
    ----------
    hands : Hands
    holdings : Holdings
    """

    def __init__(self, hands: Hands, holdings: Holdings) -> None:
        self.hands, self.holdings = hands, holdings
        self._folds = hands.folds
        self._made = packed(holdings.tricks)
        self._widows = np.ascontiguousarray(hands.widows.T)
        self._times = WIDOWS * holdings.tricks.shape[2]
        if self._times > np.iinfo(np.uint8).max:
            raise ValueError("more layouts than fit a byte")  # of `packed`, added up

    def tally(self, weights: Mapping[str, int]) -> Tally:
        """Return what hands gain by their points of a count."""
        scores, _ = best_of(self.hands.counts, weights)
        _, named = best_of(self.holdings.counts, weights)
        mine = self._made[np.arange(len(named)), named]
        won = mine[self._widows[0]]
        for places in self._widows[1:]:
            won += mine[places]
        odds = np.stack([won >> np.uint32(8 * at) & np.uint32(255) for at in range(4)], axis=1)
        return tallied(scores, odds / self._times, self._folds)


def tallied(
    scores: NDArray[np.int64], odds: NDArray[np.float64], folds: NDArray[np.int64]
) -> Tally:
    """Return a tally of hands with known scores and odds."""
    lowest = int(scores.min())
    shape = (FOLDS, int(scores.max()) - lowest + 1)
    at = folds * shape[1] + scores - lowest
    size = shape[0] * shape[1]
    made = [np.bincount(at, odds[:, place], size) for place in range(len(NUMBER_BIDS))]
    return Tally(
        lowest, np.bincount(at, None, size).reshape(shape), np.stack(made, 1).reshape(*shape, -1)
    )


def bids_of(tally: Tally, without: int | None = None) -> Bidding:
    """Return the best bids by points for all hands of a tally, or for those out of one fold."""
    every = tally.gains
    kept = [fold for fold in range(FOLDS) if fold != without]
    return best_bids(every[kept].sum(axis=0), tally.lowest)


# --- The search -------------------------------------------------------------------------------

FAMILY: dict[str, tuple[int, ...]] = {
    "trumps": (1, 2),
    "top_trumps": (0, 1),
    "honours": (0, 1, 2),
    "top_two": (0, 1, 2),
    "double": (0, 1, 2),
    "outside_doubles": (1, 2),
    "covered": (0, 1),
    "voids": (0, 1),
}
"""The points that each thing may count in a count of small numbers: all ways are tried."""

FINER = 3
"""The count with large numbers starts from so many times those of the best with small ones."""

MOST = 9
"""The largest number in it."""

STEPS = (-2, -1, 1, 2)

KEPT = ("count", "more", "large")
"""The best count of ones alone, the best of the family, and the one with large numbers."""


class Tried(NamedTuple):
    """A count that was tried.

    Attributes
    ----------
    weights : dict of str to int
    all : Bidding
        The best bids for all hands.
    without : tuple of Bidding
        Those for the hands that are not in each fold.
    """

    weights: Weights
    all: Bidding
    without: tuple[Bidding, ...]


class Search:
    """Looks for counts that gain much, and keeps what it has tried."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.tried: dict[tuple[int, ...], Tried] = {}

    def try_out(self, weights: Mapping[str, int]) -> Tried:
        """Return what a count gains, tried once."""
        key = tuple(weights.get(name, 0) for name in THINGS)
        if key not in self.tried:
            tally = self._judge.tally(weights)
            without = tuple(bids_of(tally, fold) for fold in range(FOLDS))
            own = {name: each for name, each in zip(THINGS, key, strict=True) if each}
            self.tried[key] = Tried(own, bids_of(tally), without)
        return self.tried[key]

    def climb(self, weights: Mapping[str, int]) -> Tried:
        """Return a count that no change of one of its numbers by 1 or 2 betters, from another."""
        best = self.try_out(weights)
        while True:
            changed = [
                {**best.weights, name: best.weights.get(name, 0) + step}
                for name in THINGS
                for step in STEPS
            ]
            others = [
                self.try_out(one)
                for one in changed
                if 0 <= min(one.values()) <= max(one.values()) <= MOST
            ]
            ahead = max(others, key=gain_of)
            if gain_of(ahead) <= gain_of(best):
                return best
            best = ahead


def gain_of(tried: Tried) -> float:
    """Return what all hands gain together by a count."""
    return round(tried.all.gain, 6)


def family(most: int) -> Iterator[Weights]:
    """Return all counts of the family with no larger number, but those that are multiples."""
    for values in product(*FAMILY.values()):
        if max(values) <= most and reduce(gcd, values) == 1:
            yield {name: each for name, each in zip(FAMILY, values, strict=True) if each}


def found(search: Search) -> dict[str, list[Tried]]:
    """Return all that were tried for each of `KEPT`, the best first."""
    kinds = {
        "count": [search.try_out(one) for one in family(1)],
        "more": [search.try_out(one) for one in family(2)],
    }
    best = max(kinds["more"], key=gain_of)
    known = set(search.tried)
    search.climb({name: FINER * each for name, each in best.weights.items()})
    kinds["large"] = [one for key, one in search.tried.items() if key not in known]
    return {kind: sorted(some, key=gain_of, reverse=True) for kind, some in kinds.items()}
