"""A point count: what a player adds up in the head to choose trump and bid.

The numbers are those that ``analyses/bidding.py`` fits to the odds of random hands, rounded to
whole points; ``reports/bidding/`` tells how well they do.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from moon_sim.game import DEFAULT_RULES, HAND_SIZE, PASS, Rules, Tiles, Trump, as_mask
from moon_sim.heuristics.hand_features import features, tie_break

__all__ = ["LEAST", "TRUMPS", "WEIGHTS", "Count", "best_trump", "count", "points"]

WEIGHTS: Mapping[str, int] = MappingProxyType(
    {"trumps": 2, "honours": 1, "double": 2, "outside_doubles": 2, "covered": 1}
)
"""Points for each of a hand's `Features`."""

LEAST: Mapping[int, int] = MappingProxyType({4: 10, 5: 15, 6: 17, 21: 18})
"""By bid, the fewest points that it takes; with fewer than any, pass."""

TRUMPS = tuple(trump for trump in Trump if Trump.ONES <= trump <= Trump.SIXES)
"""The trumps that the count chooses from: those of six tiles."""


class Count(NamedTuple):
    """What the point count says of a hand.

    Attributes
    ----------
    trump : Trump
        The number with the most points.
    points : int
    bid : int
        4-7 or 21; 0 for a pass.
    """

    trump: Trump
    points: int
    bid: int


def points(hand: Tiles, trump: Tiles, rules: Rules = DEFAULT_RULES) -> int:
    """Return the points of a hand with a trump.

    Parameters
    ----------
    hand : str or int
        1 to 8 tiles, as text or as a mask.
    trump : Trump, int or str
    rules : Rules, optional

    Returns
    -------
    int

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        As `moon_sim.features.features` does.
    """
    held = features(hand, trump, rules)
    return sum(weight * getattr(held, name) for name, weight in WEIGHTS.items())


def best_trump(hand: Tiles, rules: Rules = DEFAULT_RULES) -> Trump:
    """Return the number with the most points.

    Ties go to the one with the most tiles, then to one whose double is held, then to the higher.

    Parameters
    ----------
    hand : str or int
        1 to 8 tiles, as text or as a mask.
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
        return points(hand, trump, rules), *tie_break(hand, trump, rules)

    return max(TRUMPS, key=merit)


def count(hand: Tiles, rules: Rules = DEFAULT_RULES) -> Count:
    """Return what the point count says of a hand: trump, points and bid.

    Parameters
    ----------
    hand : str or int
        The 7 tiles dealt, as text or as a mask.
    rules : Rules, optional

    Returns
    -------
    Count

    Raises
    ------
    TypeError, InvalidDealError
        If the tiles can't be.
    """
    held = as_mask(hand, "hand", HAND_SIZE)
    trump = best_trump(held, rules)
    found = points(held, trump, rules)
    bid = max((bid for bid, least in LEAST.items() if found >= least), default=PASS)
    return Count(trump, found, bid)
