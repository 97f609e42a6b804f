"""How players call and exchange: by chance, by a selector, by exact odds, with all hands open."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim import atlas
from moon_sim.game import (
    NUMBER_BIDS,
    PASS,
    Layouts,
    Rules,
    Trump,
    as_tile,
    exchange,
    number_bids,
    target,
    tile_ids,
)
from moon_sim.heuristics import selector
from moon_sim.odds import bid_odds, rank_exchanges
from moon_sim.play.actions import Action, Call, Exchange, Name
from moon_sim.play.observation import Observation
from moon_sim.play.state import State
from moon_sim.solver import best_plans, holding_plans, solve_batch, trumps_by_strength


class Bidder(NamedTuple):
    """How a player calls and exchanges.

    Attributes
    ----------
    call, exchange : callable
        As `Player` takes them.
    """

    call: Any
    exchange: Any


def highest_up_to(wanted: int, seen: Observation) -> Call:
    """Return the call of one who wants to bid so much and no more: that bid, or a pass.

    Parameters
    ----------
    wanted : int
        A bid, or `PASS`.
    seen : Observation

    Returns
    -------
    Call
        The bid if it is legal; else a pass, or the lowest bid where the last caller must make it.
    """
    legal = seen.legal_actions()
    return Call(wanted) if Call(wanted) in legal else _least(legal)


def _least(legal: tuple[Action, ...]) -> Call:
    first = legal[0]
    assert isinstance(first, Call)
    return first


def named_early(hand: int, rules: Rules) -> Name:
    """Return the trump that promises most before the widow is seen.

    Parameters
    ----------
    hand : int
        Mask of the 7 tiles.
    rules : Rules

    Returns
    -------
    Name
        That with the most sure tricks, as `trumps_by_strength` has it.
    """
    return Name(trumps_by_strength(hand, rules)[0])


def best_with(trump: Trump, seen: Observation) -> Exchange:
    """Return the best exchange with a trump that was named before the widow was seen.

    Parameters
    ----------
    trump : Trump
    seen : Observation

    Returns
    -------
    Exchange
        By the odds on 64 layouts, always the same ones.
    """
    assert seen.widow is not None
    holding = seen.dealt | 1 << seen.widow
    rules = replace(seen.rules, trump_before_widow=False)  # it has been named
    ranking = rank_exchanges(holding, 64, 0, trump=trump, top=1, threads=1, rules=rules)
    return Exchange(as_tile(ranking.best(seen.bid).discard), trump)


# --- By chance ----------------------------------------------------------------------------------


def _any(seen: Observation, rng: np.random.Generator) -> Action:
    legal = seen.legal_actions()
    return legal[rng.integers(len(legal))]


def random_bidder() -> Bidder:
    """Return one who does anything that is legal.

    Returns
    -------
    Bidder
    """
    return Bidder(_any, _any)


# --- By a selector ------------------------------------------------------------------------------


def _call_by_selector(name: str, seen: Observation, rng: np.random.Generator) -> Call:
    return highest_up_to(selector(name).bid(seen.dealt, rng, rules=seen.rules), seen)


def _exchange_by_selector(name: str, seen: Observation, rng: np.random.Generator) -> Action:
    if seen.phase == "name":
        return named_early(seen.dealt, seen.rules)
    if seen.trump is not None:
        return best_with(seen.trump, seen)
    assert seen.widow is not None
    holding = seen.dealt | 1 << seen.widow
    chosen = selector(name).choose(holding, seen.bid, rng, rules=seen.rules)
    return Exchange(as_tile(chosen.discard), chosen.trump)


def selector_bidder(name: str) -> Bidder:
    """Return one who calls and exchanges as a selector does.

    Parameters
    ----------
    name : str
        The selector's.

    Returns
    -------
    Bidder

    Raises
    ------
    ValueError
        If there is no such selector, or it does not bid.
    """
    if not selector(name).bids:
        raise ValueError(f"rules:{name}: expected a selector that bids, {name} does not")
    return Bidder(partial(_call_by_selector, name), partial(_exchange_by_selector, name))


# --- By exact odds ------------------------------------------------------------------------------


def chances(hand: int, rules: Rules) -> tuple[float, ...]:
    """Return the probabilities that a hand makes each bid up to 7, before the widow is seen.

    Parameters
    ----------
    hand : int
        Mask of the 7 tiles.
    rules : Rules

    Returns
    -------
    tuple of float
        By the bids that there are, rising. Blind-lead: from the atlas, which may have estimates,
        or worked out, exact.
    """
    return _chances(hand, rules, atlas.usable(rules))


def best_exchange(holding: int, bid: int, rules: Rules) -> tuple[int, Trump, int]:
    """Return the best plan of a holding for a bid.

    Parameters
    ----------
    holding : int
        Mask of the 8 tiles.
    bid : int
    rules : Rules

    Returns
    -------
    discard : int
    trump : Trump
    lead : int
        Blind-lead: from the atlas, which may have chosen it on samples; or worked out, exact, where
        it has not this holding or this bid.
    """
    return _best_exchange(holding, target(bid, rules), rules, atlas.usable(rules))


# What was found is kept for as long as the same atlas is installed, or none.


@lru_cache(4096)
def _chances(hand: int, rules: Rules, found: atlas.Atlas | None) -> tuple[float, ...]:
    if found is not None and number_bids(rules) == NUMBER_BIDS and atlas.built([hand], rules)[0]:
        return tuple(won / atlas.ALL for won in atlas.hand(hand, rules).wins)
    return tuple(float(one) for one in bid_odds(hand, rules=rules).p_make)


@lru_cache(4096)
def _best_exchange(
    holding: int, goal: int, rules: Rules, found: atlas.Atlas | None
) -> tuple[int, Trump, int]:
    if goal not in NUMBER_BIDS:
        return _low_exchange(holding, goal, rules)
    if found is not None and atlas.built([holding], rules)[0]:
        discard, trump, lead = atlas.holding(holding, rules).plan(goal)
        return as_tile(discard), trump, as_tile(lead)
    _, thrown, named, led = holding_plans(holding, rules)[NUMBER_BIDS.index(goal)].tolist()
    return thrown, Trump(named), led


def _low_exchange(holding: int, goal: int, rules: Rules) -> tuple[int, Trump, int]:
    """Return the best plan for a bid that atlas and `holding_plans` do not have."""
    discards = list(tile_ids(holding))
    kept = [holding & ~(1 << tile) for tile in discards]
    hidden = Layouts.of_holding(holding).hands()[:, 1:]
    every = trumps_by_strength(holding, rules)
    hand, trump, lead, _ = best_plans(kept, hidden, every, [goal], rules=rules)
    return discards[int(hand[0])], Trump(int(trump[0])), int(lead[0])


def call_gains(
    odds: NDArray[np.float64], calls: Sequence[int], rules: Rules
) -> NDArray[np.float64]:
    """Return what calls gain on average, in points, for those who count a pass as nothing.

    Parameters
    ----------
    odds : (n, m) array
        Of hands: to make each bid up to 7, of those that there are.
    calls : sequence of int
        `PASS` and bids.
    rules : Rules

    Returns
    -------
    (n, len(calls)) array
        Where a set gives the bid to the others instead, it costs as much of the lead on them.
    """
    bids = number_bids(rules)
    gains = np.zeros((len(odds), len(calls)))
    for at, call in enumerate(calls):
        if call != PASS:
            gains[:, at] = call * (2 * odds[:, bids.index(target(call, rules))] - 1)
    return gains


def _call_by_odds(seen: Observation, rng: np.random.Generator) -> Call:
    legal = [action.bid for action in seen.legal_actions() if isinstance(action, Call)]
    odds = np.array([chances(seen.dealt, seen.rules)])
    return Call(legal[int(call_gains(odds, legal, seen.rules)[0].argmax())])


def _exchange_by_odds(seen: Observation, rng: np.random.Generator) -> Action:
    if seen.phase == "name":
        return named_early(seen.dealt, seen.rules)
    if seen.trump is not None:
        return best_with(seen.trump, seen)
    assert seen.widow is not None
    discard, trump, _ = best_exchange(seen.dealt | 1 << seen.widow, seen.bid, seen.rules)
    return Exchange(discard, trump)


def atlas_bidder() -> Bidder:
    """Return one who calls what gains the most points, a pass none, and exchanges by exact odds.

    Returns
    -------
    Bidder
    """
    return Bidder(_call_by_odds, _exchange_by_odds)


# --- With all hands open ------------------------------------------------------------------------


@lru_cache(64)
def _open_plan(
    hands: tuple[int, int, int], widow: int, seat: int, trump: Trump | None, rules: Rules
) -> tuple[int, int, Trump]:
    """Return the most tricks that a seat can make as declarer, with the discard and the trump."""
    own, left, right = (hands[(seat + turn) % 3] for turn in range(3))
    plans = [
        (discard, named)
        for discard in tile_ids(own | 1 << widow)
        for named in (trumps_by_strength(own | 1 << widow, rules) if trump is None else [trump])
    ]
    rows = np.array([(exchange(own, widow, discard), left, right) for discard, _ in plans])
    named = np.array([int(one) for _, one in plans])
    tricks = solve_batch(rows, named, threads=1, rules=rules)
    best = int(tricks.argmax())
    return int(tricks[best]), *plans[best]


def _call_open(state: State, rng: np.random.Generator) -> Call:
    assert state.seat is not None
    tricks, *_ = _open_plan(state.deal.hands, state.widow, state.seat, None, state.rules)
    legal = [action for action in state.legal_actions() if isinstance(action, Call)]
    sure = [one for one in legal if one.bid != PASS and target(one.bid, state.rules) <= tricks]
    return sure[-1] if sure else legal[0]


def _exchange_open(state: State, rng: np.random.Generator) -> Action:
    assert state.seat is not None
    args = state.deal.hands, state.widow, state.seat
    _, discard, trump = _open_plan(*args, state.trump, state.rules)
    return Name(trump) if state.phase == "name" else Exchange(discard, trump)


def open_bidder() -> Bidder:
    """Return one who sees all hands: it bids what it can make, and never more.

    Returns
    -------
    Bidder
    """
    return Bidder(_call_open, _exchange_open)
