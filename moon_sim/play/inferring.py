"""What calls, exchange and opening lead say about hidden hands to a defender.

Others are taken for players who call and exchange as those of this library do, by the atlas: each
call, the trump, the discard and the opening lead then make some layouts likelier than others. The
weights are softened, since nobody is known to play just so. What it gains is in `docs/arena.md`.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim import atlas
from moon_sim.game import NUMBER_BIDS, SEATS, legal_calls, target
from moon_sim.play.bidding import call_gains
from moon_sim.play.observation import Observation

POINTS = 0.5
"""Calls whose worth differs by so many points are e times as likely, one as the other."""

STRAYS = 0.1
"""How often a call is any that is legal."""

OFF_PLAN = {"trump": 0.1, "discard": 0.3, "lead": 0.5}
"""How likely a choice is that is not the best plan's, against one that is: another may be as good,
and the atlas has one of them."""


def likelihood(seen: Observation, layouts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how likely layouts are to a defender, by what the other two have done.

    Parameters
    ----------
    seen : Observation
        Of a defender, at a play.
    layouts : (n, 4) int64 array
        As `Observation.layouts` gives them.

    Returns
    -------
    (n,) array
        To be read as ratios. All alike where there is no atlas for the rules.
    """
    weights = np.ones(len(layouts))
    if atlas.usable(seen.rules) is None:
        return weights
    for seat in range(SEATS):
        if seat == seen.me:
            continue
        held = layouts[:, seat] | seen.played_by[seat]
        if seat == seen.declarer:
            weights *= _of_declarer(seen, held, layouts[:, 3])
        else:
            weights *= _of_calls(seen, seat, held)
    return weights


def _of_calls(seen: Observation, seat: int, dealt: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely a seat calls as it did with these hands."""
    turn = (seat - seen.first_caller) % SEATS
    if turn >= len(seen.calls):  # 21 was bid before
        return np.ones(len(dealt))
    legal = legal_calls(seen.calls[:turn], seen.rules)
    gains = call_gains(atlas.hand_wins(dealt, seen.rules) / atlas.ALL, legal, seen.rules)
    soft = np.exp((gains - gains.max(axis=1, keepdims=True)) / POINTS)
    made = soft[:, legal.index(seen.calls[turn])] / soft.sum(axis=1)
    return np.asarray((1 - STRAYS) * made + STRAYS / len(legal))


def _of_declarer(
    seen: Observation, kept: NDArray[np.int64], discards: NDArray[np.int64]
) -> NDArray[np.float64]:
    """How likely a declarer calls, throws and leads as it did with these tiles."""
    assert seen.declarer is not None
    holdings = kept | discards
    widows = atlas.tiles_of(holdings, atlas.HOLDING_SIZE)
    hands = holdings[:, None] & ~(1 << widows)
    called = _of_calls(seen, seen.declarer, hands.ravel()).reshape(hands.shape).mean(axis=1)
    plans = atlas.plans(holdings, seen.rules)
    at = NUMBER_BIDS.index(max(target(seen.bid, seen.rules), min(NUMBER_BIDS)))
    weights = called * np.where(plans.trump[:, at] == seen.trump, 1.0, OFF_PLAN["trump"])
    thrown = 1 << plans.discard[:, at]
    weights *= np.where(thrown == discards, 1.0, OFF_PLAN["discard"])
    if seen.plays:
        led = seen.plays[0].tile
        weights *= np.where(plans.lead[:, at] == led, 1.0, OFF_PLAN["lead"])
    return np.asarray(weights)
