"""What the lie of the hidden tiles gives or takes, before anybody plays: controls for the arena.

A declarer that sees its 8 tiles does not know how the other 14 lie, and each of the 3,432 layouts
is as likely as any other. So what its contract is worth with all hands open on the layout dealt,
less what it is worth on average over other layouts, is 0 in the mean whatever the players do: a
control variate with a known mean, as AIVAT has them for poker (Burch, Schmid, Moravčík, Morrill and
Bowling, 2018). Where the others' calls say something of their tiles, layouts are not alike any
more; so contracts are taken that hang on one seat's tiles alone: the fixed one, or what a player
does with a seat's hand when it calls first and all others pass.

Seats change and the deal does not, and so most of this luck is the same for all players and falls
out of their differences before any control. What is left to remove: that good and bad players are
further apart on some layouts than on others, and, where players bid differently, whether the
layout was kind to those who bid more.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import PASS, SEATS, target
from moon_sim.play.actions import Call
from moon_sim.play.duplicate import Duplicate, Use, fixed, random_numbers
from moon_sim.play.players import Player
from moon_sim.play.state import State
from moon_sim.solver import solve_batch

LAYOUTS = 256
"""Layouts drawn for an average: what they add to the spread is a 256th of the control's own."""


def luck_names(played: Duplicate) -> list[str]:
    """Return what the controls of a block are called.

    Parameters
    ----------
    played : Duplicate

    Returns
    -------
    list of str
    """
    if played.matches:
        return []
    if played.contract is not None:
        return ["made", "one more", "one short"]
    return [f"{who} {one.name}" for who, one in enumerate(played.players, 1)]


def luck(played: Duplicate, number: int) -> list[float]:
    """Return the controls of a block: each is 0 in the mean over all deals.

    Parameters
    ----------
    played : Duplicate
    number : int
        Of the block.

    Returns
    -------
    list of float
        In the order of `luck_names`. With a fixed contract: whether it is made with all hands open,
        whether with one trick more than needed, whether one is short, each less the share of
        layouts on which it is so. With calls, for each player the sum over seats of the points of
        what it bids there, with all hands open, less their mean over layouts; 0 where it passes, or
        if it sees all hands. Whole matches have none.

    Raises
    ------
    ValueError
        If the solver does not know a house rule.
    """
    if played.matches:
        return []
    deal, first = played.deal(number)
    if played.contract is not None:
        state = State.start(deal, first_caller=first, rules=played.rules)
        rng = random_numbers(played.seed, Use.LUCK, number)
        while state.phase != "play":
            state = state.apply(fixed(state, played.contract, rng))
        over = _tricks(state, rng) - target(played.contract, played.rules)
        return [_beyond(values) for values in (over >= 0, over == 1, over == -1)]
    found = []
    for who, one in enumerate(played.players):
        starts = [State.start(deal, first_caller=seat, rules=played.rules) for seat in range(SEATS)]
        found.append(
            sum(
                _alone(one, state, random_numbers(played.seed, Use.LUCK, number, who, seat))
                for seat, state in enumerate(starts)
                if not one.sees_all
            )
        )
    return found


def _alone(one: Player, state: State, rng: np.random.Generator) -> float:
    """Return the luck of one that calls first while the others pass."""
    state = state.apply(one.act(state, rng))
    if state.calls[0] == PASS:
        return 0.0
    while state.phase == "call":
        state = state.apply(Call(PASS))
    while state.phase != "play":
        state = state.apply(one.act(state, rng))
    made = _tricks(state, rng) >= target(state.bid, state.rules)
    return 2 * state.bid * _beyond(made)


def _tricks(state: State, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the declarer's tricks with all hands open: on the layout dealt, and on others."""
    assert state.declarer is not None
    assert state.trump is not None
    around = [(state.declarer + turn) % SEATS for turn in range(SEATS)]
    drawn = state.observe(state.declarer).layouts(LAYOUTS, rng)
    hands = np.vstack([np.array([state.hands]), drawn[:, :SEATS]])[:, around]
    tricks = solve_batch(hands, int(state.trump), threads=1, rules=state.rules)
    return tricks.astype(np.int64)


def _beyond(values: NDArray[np.generic]) -> float:
    """Return the first of some values, less the mean of the others."""
    return float(values[0]) - float(values[1:].mean())
