"""Hands in classes, by their odds: who calls knows its class and no more.

A tree asks one question after the other, whether the odds of some bid are below some value, until
the class is known. It is grown so that knowing the class is worth as much as it can be, compared
with knowing the odds exactly, to one who calls in many situations.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim import atlas
from moon_sim.game import DEFAULT_RULES, HAND_SIZE, MOON, NUMBER_BIDS, Rules, whole

STEPS = 64
"""Values of each bid's odds that are tried in a class: its quantiles, evenly apart."""


@dataclass(frozen=True)
class Situation:
    """What calls are worth to one who is to call, by the odds of its hand.

    Attributes
    ----------
    passing : float
        What a pass is worth, in points.
    lowest : int
        The lowest bid that is legal.
    moon : float
        What a made 21 is worth, in points; set, it costs 21.
    """

    passing: float
    lowest: int
    moon: float = float(MOON)


SITUATIONS = tuple(
    Situation(passing, lowest, moon)
    for passing in (-3.0, -1.5, 0.0, 1.5, 3.0)
    for lowest in NUMBER_BIDS
    for moon in (14.0, 21.0, 30.0)
)
"""Situations of all kinds: a pass may leave the others to win much or to be set, the bids before
may be high or low, and 21 wins the match, which is worth more to those who are behind."""


def call_worths(situation: Situation) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what each call is worth in a situation, as a line: so much, and more with the odds.

    Parameters
    ----------
    situation : Situation

    Returns
    -------
    base : (calls,) float64 array
        Points.
    slope : (calls, 4) float64 array
        Points by the odds of bids 4-7.
    """
    base, slope = [situation.passing], [np.zeros(len(NUMBER_BIDS))]
    for at, bid in enumerate(NUMBER_BIDS):
        if bid >= situation.lowest:
            base.append(-float(bid))
            slope.append(2 * bid * np.eye(len(NUMBER_BIDS))[at])
    base.append(-float(MOON))
    slope.append((situation.moon + MOON) * np.eye(len(NUMBER_BIDS))[-1])
    return np.array(base), np.array(slope)


def worth(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what hands are worth to one who knows their odds and calls the best, on average.

    Parameters
    ----------
    odds : (..., 4) float64 array
        Of bids 4-7.

    Returns
    -------
    (...) float64 array
        Points, the mean over all `SITUATIONS`.
    """
    total = np.zeros(odds.shape[:-1])
    for situation in SITUATIONS:
        base, slope = call_worths(situation)
        total += (base + odds @ slope.T).max(axis=-1)
    mean: NDArray[np.float64] = total / len(SITUATIONS)
    return mean


@dataclass(frozen=True, eq=False)
class HandClasses:
    """Classes of hands, as a tree of questions.

    Attributes
    ----------
    bid : (nodes,) int64 array
        The place of the bid, 0-3 for 4-7, whose odds are asked for; -1 where the class is known.
    value : (nodes,) float64 array
        Odds below it go left.
    left, right : (nodes,) int64 array
        The nodes behind.
    number : (nodes,) int64 array
        The class, where it is known; else -1. They rise with the worth of their mean odds.
    """

    bid: NDArray[np.int64]
    value: NDArray[np.float64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    number: NDArray[np.int64]

    def __len__(self) -> int:
        return int(self.number.max()) + 1

    def of(self, odds: ArrayLike) -> NDArray[np.int64]:
        """Return the classes of hands.

        Parameters
        ----------
        odds : (..., 4) array_like
            Of bids 4-7: probabilities.

        Returns
        -------
        (...) int64 array
        """
        given = np.asarray(odds, np.float64)
        flat = given.reshape(-1, len(NUMBER_BIDS))
        at = np.zeros(len(flat), np.int64)
        for _ in range(self.depth):
            asked = self.bid[at]
            below = flat[np.arange(len(flat)), asked] < self.value[at]
            at = np.where(asked < 0, at, np.where(below, self.left[at], self.right[at]))
        return self.number[at].reshape(given.shape[:-1])

    @cached_property
    def depth(self) -> int:
        """The most questions that are asked."""
        depth = np.zeros(len(self.bid), np.int64)
        for node in np.flatnonzero(self.bid >= 0):  # those behind have higher numbers
            depth[[self.left[node], self.right[node]]] = depth[node] + 1
        return int(depth.max())

    def lost(self, odds: ArrayLike) -> float:
        """Return what one loses who knows the class in place of the odds.

        Parameters
        ----------
        odds : (n, 4) array_like
            Of the hands that there are, each as likely as another.

        Returns
        -------
        float
            Points a call, the mean over all `SITUATIONS`: what the best call by the odds is worth,
            less the one that is best for the mean of its class.
        """
        given = np.asarray(odds, np.float64)
        found = self.of(given)
        counts = np.bincount(found)
        sums = np.stack([np.bincount(found, column) for column in given.T], axis=1)
        there = counts > 0
        known = counts[there] @ worth(sums[there] / counts[there, None])
        return float((worth(given).sum() - known) / len(given))


def grow_classes(odds: ArrayLike, count: int = 40, least: int = 1) -> HandClasses:
    """Return the classes that lose least, one question at a time.

    Parameters
    ----------
    odds : (n, 4) array_like
        Of all hands for bids 4-7, each as likely as another.
    count : int
        How many classes; fewer come out where no question is worth anything any more.
    least : int
        A class has so many hands or more.

    Returns
    -------
    HandClasses
        In the order of what they are worth.

    Raises
    ------
    TypeError, ValueError
        If the odds have another shape, or a number can't be.

    Notes
    -----
    What a class loses is the sum over its hands of `worth` by their own odds, less that by its
    mean. Of all questions about all classes the one that saves most is asked first; each class may
    be asked about the odds of each bid at 63 of its quantiles. Nothing is drawn.
    """
    given = np.asarray(odds, np.float64)
    if given.ndim != 2 or given.shape[1] != len(NUMBER_BIDS) or not len(given):
        raise ValueError(f"odds: expected shape (n, {len(NUMBER_BIDS)}), got {given.shape}")
    most, fewest = whole(count, "count", 1), whole(least, "least", 1)
    rows = [np.arange(len(given))]
    asked: dict[int, tuple[int, float, int]] = {}
    best = [_question(given, rows[0], fewest)]
    open_nodes = {0}
    while len(open_nodes) < most:
        node = max(open_nodes, key=lambda one: (best[one][0], -one))
        saved, bid, value = best[node]
        if saved <= 0:
            break
        below = given[rows[node], bid] < value
        asked[node] = bid, value, len(rows)
        open_nodes.remove(node)
        for part in (rows[node][below], rows[node][~below]):
            open_nodes.add(len(rows))
            rows.append(part)
            best.append(_question(given, part, fewest))
        rows[node] = np.empty(0, np.int64)
    return _tree(given, rows, asked, sorted(open_nodes))


def classes_of_all(count: int = 40, rules: Rules = DEFAULT_RULES) -> HandClasses:
    """Return the classes that lose least over all hands, by their odds in the atlas.

    Parameters
    ----------
    count : int
        As `grow_classes` takes it.
    rules : Rules, optional
        Those of the atlas.

    Returns
    -------
    HandClasses

    Raises
    ------
    TypeError, ValueError
        If the count can't be.
    AtlasError
        If there is no atlas for the rules.
    """
    hands = atlas.masks_of(np.arange(atlas.HANDS), HAND_SIZE)
    return grow_classes(atlas.hand_wins(hands, rules) / atlas.ALL, count)


def _question(
    odds: NDArray[np.float64], rows: NDArray[np.int64], least: int
) -> tuple[float, int, float]:
    """Return what the best question about a class saves, the bid's place, and the value."""
    own = odds[rows]
    total = own.sum(axis=0)
    before = len(rows) * float(worth(total / len(rows)))
    found = (0.0, -1, 0.0)
    for bid in range(own.shape[1]):
        order = np.argsort(own[:, bid], kind="stable")
        ranked = own[order]
        sums = np.cumsum(ranked, axis=0)
        # Between two hands that differ; counted from below.
        cuts = np.unique(np.arange(1, STEPS) * len(rows) // STEPS)
        cuts = np.unique(
            np.searchsorted(ranked[:, bid], ranked[np.minimum(cuts, len(rows) - 1), bid])
        )
        cuts = cuts[(cuts >= least) & (cuts <= len(rows) - least)]
        if not len(cuts):
            continue
        lower = sums[cuts - 1]
        saved = cuts * worth(lower / cuts[:, None])
        saved += (len(rows) - cuts) * worth((total - lower) / (len(rows) - cuts)[:, None])
        saved -= before
        at = int(saved.argmax())
        if saved[at] > max(found[0], 1e-9 * len(rows)):
            found = float(saved[at]), bid, float(ranked[cuts[at], bid])
    return found


def _tree(
    odds: NDArray[np.float64],
    rows: list[NDArray[np.int64]],
    asked: dict[int, tuple[int, float, int]],
    leaves: list[int],
) -> HandClasses:
    worths = [float(worth(odds[rows[leaf]].mean(axis=0))) for leaf in leaves]
    ranked = sorted(range(len(leaves)), key=lambda at: (worths[at], leaves[at]))
    bid, left, right, number = (np.full(len(rows), -1, np.int64) for _ in range(4))
    value = np.zeros(len(rows))
    for node, (which, limit, behind) in asked.items():
        bid[node], value[node], left[node], right[node] = which, limit, behind, behind + 1
    for place, at in enumerate(ranked):
        number[leaves[at]] = place
    return HandClasses(bid, value, left, right, number)
