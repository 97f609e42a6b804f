"""Contracts as they are bought when every seat knows the odds of its hand."""

from typing import Any, NamedTuple

import numpy as np

from moon_sim import Trump, atlas, points
from moon_sim.game import (
    LAYOUTS,
    NUMBER_BIDS,
    PASS,
    SEATS,
    auction_winner,
    legal_calls,
    random_deals,
    target,
)


class Bought(NamedTuple):
    """A contract that won an auction, as its declarer plays it, and how the tiles lie.

    Attributes
    ----------
    bid, goal : int
        The bid, 4-7 or 21, and the tricks that it needs.
    hand : int
        Mask of the declarer's tiles after the exchange.
    discard, lead : int
        Tile ids.
    trump : Trump
    left, right : int
        Masks of the defenders' tiles: of the one who plays after the declarer, and of the other.
    """

    bid: int
    goal: int
    hand: int
    discard: int
    trump: Trump
    lead: int
    left: int
    right: int


def bought(rng: np.random.Generator) -> Bought:
    """Return the contract of the next random deal that somebody bids on.

    Parameters
    ----------
    rng : Generator

    Returns
    -------
    Bought
        Each seat in turn makes the call that gains the most points by the odds of its hand before
        the widow, a pass gaining none; the declarer follows the best plan of its holding for the
        bid. Odds and plans are those of the atlas.
    """
    for deal, widow in random_deals(rng):
        odds = atlas.hand_wins(np.array(deal.hands)) / atlas.ALL
        calls: tuple[int, ...] = ()
        while legal := legal_calls(calls):
            own = dict(zip(NUMBER_BIDS, odds[len(calls)], strict=True))
            calls = (*calls, max(legal, key=lambda bid: worth(bid, own)))
        if won := auction_winner(calls, 0):
            seat, bid = won
            return _plan(deal.hands, widow, seat, bid)
    raise AssertionError  # there is always another deal


def worth(bid: int, odds: dict[int, float]) -> float:
    """Return the points that a call gains on average, by the odds of each number of tricks."""
    return 0.0 if bid == PASS else points(bid, float(odds[target(bid)]))


def _plan(hands: tuple[int, ...], widow: int, seat: int, bid: int) -> Bought:
    goal = target(bid)
    holding = hands[seat] | widow
    plans, at = atlas.plans(np.array([holding])), NUMBER_BIDS.index(goal)
    discard, lead = int(plans.discard[0, at]), int(plans.lead[0, at])
    left, right = (hands[(seat + turn) % SEATS] for turn in (1, 2))
    hand, trump = holding & ~(1 << discard), Trump(int(plans.trump[0, at]))
    return Bought(bid, goal, hand, discard, trump, lead, left, right)


def bought_words(about: dict[str, Any]) -> str:
    """Return how good the plans of such contracts are, for the end of a page.

    Parameters
    ----------
    about : dict
        The manifest of an analysis whose `atlas` is true.

    Returns
    -------
    str
        A sentence.
    """
    atlas = about["atlas"]
    if not atlas["sampled"]:
        return f"Every plan is the best one on all {LAYOUTS:,} layouts (`docs/atlas.md`)."
    share = 100 * atlas["exact"] / (atlas["exact"] + atlas["sampled"])
    return (
        f"For {share:.0f} % of all holdings the plan is the best one on all {LAYOUTS:,} layouts; "
        f"for the others it was chosen on {atlas['layouts']} of them (`docs/atlas.md`)."
    )
