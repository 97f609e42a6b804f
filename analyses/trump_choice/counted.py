"""What is counted on all holdings: their best trumps, by the best plans of the atlas."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from moon_sim import Trump, atlas, features_frame
from moon_sim.game import HAND_SIZE, LAYOUTS, NUMBER_BIDS, TRUMP_SUIT, suit_tiles
from moon_sim.heuristics import TRUMPS

Ints = NDArray[np.int64]

A_CHUNK = 10_000
"""Holdings whose features are counted at once."""

MANY_DOUBLES, TWICE = 4, 2

GROUPS = {
    "zero and no length": "0-0, no number more than twice",
    "zero and doubles": "0-0, four doubles or more",
    "zero": "0-0, fewer doubles",
    "no length": "no 0-0, no number more than twice",
    "doubles": "no 0-0, four doubles or more",
    "others": "no 0-0, fewer doubles",
}
"""Kinds of holdings, each without those above it."""

KINDS = {"number": "a number", "zeros": "trump 0", "doubles": "doubles", "none": "no trump"}
"""Kinds of trump, as tables and as words have them; a number is 1 to 6."""

USED = "honours, lower"
"""The way of `tie_break`."""

WAYS = {
    "higher": "the higher",
    "double, higher": "with its double, then the higher",
    "honours, higher": "more honours, then the higher",
    "lower": "the lower",
    "double, lower": "with its double, then the lower",
    USED: "more honours, then the lower",
}
"""Ways to decide between trumps that are equally long."""

MORE = {"higher": "the higher one", "same": "neither", "lower": "the lower one"}
"""Which of two numbers has more honours."""


class Best(NamedTuple):
    """The best trumps of holdings.

    Attributes
    ----------
    masks : (n,) int array
    trump : (n, 4) int array
        Of the best plan for each bid 4-7.
    open : (n, 4) bool array
        Whether that plan makes the bid on some layouts and not on all. Where it makes it always or
        never, several trumps do.
    """

    masks: Ints
    trump: Ints
    open: NDArray[np.bool]


def best_of_all() -> Best:
    """Return the best trumps of all holdings, in the order of masks."""
    masks = atlas.masks_of(np.arange(atlas.HOLDINGS), HAND_SIZE + 1)
    plans = atlas.plans(masks)
    return Best(masks, plans.trump, (plans.wins > 0) & (plans.wins < LAYOUTS))


def by_trump(best: Best) -> pd.DataFrame:
    """Return for each bid how often each trump is the best one, of holdings that leave it open."""
    rows = []
    for column, bid in enumerate(NUMBER_BIDS):
        trumps = best.trump[best.open[:, column], column]
        times = np.bincount(trumps, minlength=len(Trump))
        for trump in Trump:
            share = 100 * times[trump] / max(1, len(trumps))
            rows.append((bid, str(trump), len(trumps), times[trump], share))
    return pd.DataFrame(rows, columns=["bid", "trump", "n", "times", "share"])


# --- Two numbers equally long -----------------------------------------------------------------


class Held(NamedTuple):
    """What holdings hold of each number from 1 to 6: (n, 6) arrays."""

    trumps: Ints
    honours: Ints
    double: Ints


def held_of(masks: Ints) -> Held:
    """Return what holdings hold of each number."""
    parts = []
    for at in range(0, len(masks), A_CHUNK):
        some = masks[at : at + A_CHUNK]
        counted = features_frame(some.tolist(), TRUMPS)
        parts.append(counted[list(Held._fields)].to_numpy().reshape(len(some), len(TRUMPS), -1))
    return Held(*np.moveaxis(np.concatenate(parts), 2, 0))


def two_longest(held: Held) -> tuple[Ints, Ints, Ints]:
    """Return which holdings have two numbers that are the longest: their rows, and the numbers."""
    longest = held.trumps == held.trumps.max(axis=1, keepdims=True)
    rows = np.flatnonzero(longest.sum(axis=1) == 2)
    some, last = longest[rows], len(TRUMPS) - 1
    return rows, some.argmax(axis=1), last - some[:, ::-1].argmax(axis=1)


def lower_or_higher(best: Best, held: Held) -> pd.DataFrame:
    """Return which of two equally long numbers is the best trump, by which has more honours."""
    rows, low, high = two_longest(held)
    more = np.sign(held.honours[rows, low] - held.honours[rows, high])
    found = []
    for column, bid in enumerate(NUMBER_BIDS):
        for sign, name in enumerate(MORE, -1):
            some = (more == sign) & best.open[rows, column]
            trump = best.trump[rows[some], column]
            lower = (trump == np.array(TRUMPS)[low[some]]).sum()
            higher = (trump == np.array(TRUMPS)[high[some]]).sum()
            shares = 100 * np.array([lower, higher]) / max(1, some.sum())
            found.append((bid, name, some.sum(), *shares))
    return pd.DataFrame(found, columns=["bid", "more_honours", "n", "lower", "higher"])


def longest_by(held: Held) -> dict[str, Ints]:
    """Return the longest number of each holding, by each of `WAYS` to decide between equal ones."""
    found = {}
    for way in WAYS:
        first, _, last = way.rpartition(", ")
        more = {"": 0, "double": held.double, "honours": held.honours}[first]
        number = np.array(TRUMPS) * (1 if last == "higher" else -1)
        merit = held.trumps * 1000 + more * 100 + number
        found[way] = np.array(TRUMPS)[merit.argmax(axis=1)]
    return found


def named_right(best: Best, held: Held) -> pd.DataFrame:
    """Return how often the longest number is the best plan's trump, by the way to decide."""
    named, rows = longest_by(held), []
    for column, bid in enumerate(NUMBER_BIDS):
        some = best.open[:, column]
        for way, trumps in named.items():
            right = 100 * (trumps[some] == best.trump[some, column]).mean() if some.any() else 0.0
            rows.append((bid, way, some.sum(), right))
    return pd.DataFrame(rows, columns=["bid", "way", "n", "right"])


# --- 0, doubles, and no trump -----------------------------------------------------------------


def group_of(masks: Ints) -> Ints:
    """Return the place in `GROUPS` of each holding."""
    zero = masks & suit_tiles(TRUMP_SUIT, Trump.ZEROS) != 0
    doubles = np.bitwise_count(masks & suit_tiles(TRUMP_SUIT, Trump.DOUBLES)) >= MANY_DOUBLES
    lengths = [np.bitwise_count(masks & suit_tiles(TRUMP_SUIT, trump)) for trump in TRUMPS]
    short = np.max(lengths, axis=0) <= TWICE
    return np.where(zero, 0, 3) + np.where(short, 0, np.where(doubles, 1, 2))


def by_kind(best: Best) -> pd.DataFrame:
    """Return how often each kind of trump is the best one, by what is held: in per cent."""
    groups = group_of(best.masks)
    of = np.zeros(len(Trump), np.int64)
    of[[Trump.ZEROS, Trump.DOUBLES, Trump.NONE]] = 1, 2, 3
    rows = []
    for column, bid in enumerate(NUMBER_BIDS):
        some = best.open[:, column]
        kind, group = of[best.trump[some, column]], groups[some]
        for name, members in [("any", group >= 0)] + [
            (name, group == place) for place, name in enumerate(GROUPS)
        ]:
            times = np.bincount(kind[members], minlength=len(KINDS))
            rows.append((bid, name, members.sum(), *(100 * times / max(1, members.sum()))))
    return pd.DataFrame(rows, columns=["bid", "group", "n", *KINDS])
