"""A point count: what a player adds up in the head to choose trump and bid.

Of all counts in ones, where each thing that counts is a point, this one gains the most with all
hands, as it plays them: ``analyses/bidding/`` finds it, and ``reports/bidding/`` tells how well it
does, and which count with larger numbers does better.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    PASS,
    Rules,
    Tiles,
    Trump,
    TrumpLike,
    as_mask,
    bids,
)
from moon_sim.heuristics.hand_features import features

WEIGHTS: Mapping[str, int] = MappingProxyType(
    {"trumps": 1, "top_two": 1, "double": 1, "outside_doubles": 1}
)
"""Points for each of a hand's `Features`."""

LEAST: Mapping[int, int] = MappingProxyType({4: 5, 5: 8, 6: 9, 21: 10})
"""By bid, the fewest points that it takes; with fewer than any, pass."""

TRUMPS = tuple(trump for trump in Trump if Trump.ONES <= trump <= Trump.SIXES)
"""The trumps that the count chooses from: those of six tiles."""


class PointCount(NamedTuple):
    """What the point count says of a hand.

    Attributes
    ----------
    trump : Trump
        The number with the most points.
    total : int
        Its points.
    bid : int
        4-7 or 21; 0 for a pass.
    """

    trump: Trump
    total: int
    bid: int


def count_points(hand: Tiles, trump: TrumpLike, rules: Rules = DEFAULT_RULES) -> int:
    """Return the points of a hand with a trump.

    Parameters
    ----------
    hand : str or int
        1 to 8 tiles, as text, as a list of tiles or as a mask.
    trump : Trump, int or str
    rules : Rules, optional

    Returns
    -------
    int

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        As `features` does.
    """
    held = features(hand, trump, rules)
    return sum(weight * getattr(held, name) for name, weight in WEIGHTS.items())


def best_trump(hand: Tiles, rules: Rules = DEFAULT_RULES) -> Trump:
    """Return the number with the most points.

    Ties go to the one with the most tiles, then to one whose double is held, then to the lower: low
    numbers are better trumps.

    Parameters
    ----------
    hand : str or int
        1 to 8 tiles, as text, as a list of tiles or as a mask.
    rules : Rules, optional

    Returns
    -------
    Trump
        One of `TRUMPS`.

    Raises
    ------
    TypeError, InvalidDealError
        If the tiles can't be.
    """

    def merit(trump: Trump) -> tuple[int, ...]:
        held = features(hand, trump, rules)
        return count_points(hand, trump, rules), held.trumps, held.double, -trump

    return max(TRUMPS, key=merit)


def point_count(hand: Tiles, rules: Rules = DEFAULT_RULES) -> PointCount:
    """Return what the point count says of a hand: trump, points and bid.

    Parameters
    ----------
    hand : str or int
        The 7 tiles dealt, as text, as a list of tiles or as a mask.
    rules : Rules, optional

    Returns
    -------
    PointCount

    Raises
    ------
    TypeError, InvalidDealError
        If the tiles can't be.

    Examples
    --------
    >>> point_count("6-6 6-5 6-3 5-5 5-4 2-1 1-1")
    PointCount(trump=<Trump.FIVES: 5>, total=8, bid=5)
    """
    held = as_mask(hand, "hand", HAND_SIZE)
    trump = best_trump(held, rules)
    total = count_points(held, trump, rules)
    open_ = (bid for bid, least in LEAST.items() if total >= least and bid in bids(rules))
    bid = max(open_, default=PASS)
    return PointCount(trump, total, bid)
