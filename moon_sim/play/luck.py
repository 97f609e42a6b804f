"""What is known to be luck before a tile is played: controls for the arena.

A control is a number of a block whose mean over all deals is 0 for certain, whatever the players
do, as AIVAT has them for poker (Burch, Schmid, Moravčík, Morrill and Bowling, 2018). There are
three kinds.

With a fixed contract, and for each player's own bids: a declarer that sees its 8 tiles does not
know how the other 14 lie, and each of the 3,432 layouts is as likely as any other. So what its
contract is worth with all hands open on the layout dealt, less what it is worth on average over
other layouts, is 0 in the mean. Where the others' calls say something of their tiles, layouts are
not alike any more; so bids are taken that hang on one seat's tiles alone: what a player does with a
seat's hand when it calls first and all others pass.

With auctions on other deals: what the contracts that the players reached are worth with all hands
open, less what those are worth that they reach on some more deals, where nobody plays a tile.

Seats change and the deal does not, and so most of the luck of the layout is the same for all
players and falls out of their differences before any control. What is left of it: that good and bad
players are further apart on some layouts than on others, and, where players bid differently,
whether the layout was kind to those who bid more. Auctions tell more, again where players bid
differently: whether the deal had hands on which one bids and another does not.
"""

from itertools import compress

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import HAND_SIZE, PASS, SEATS, score, target
from moon_sim.play.actions import Call
from moon_sim.play.duplicate import Duplicate, Use, fixed, random_numbers
from moon_sim.play.roster import Player
from moon_sim.play.state import State
from moon_sim.solver import solve_batch

OTHER_DEALS = 2**32
"""The number of the first deal of which the auction alone is played."""

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


def luck(played: Duplicate, number: int, auctions: int = 0) -> list[float]:
    """Return the controls of a block: each is 0 in the mean over all deals.

    Parameters
    ----------
    played : Duplicate
    number : int
        Of the block.
    auctions : int
        Other deals for each block, of which the auction alone is played, where players call.

    Returns
    -------
    list of float
        In the order of `luck_names`. With a fixed contract: whether it is made with all hands open,
        whether with one trick more than needed, whether one is short, each less the share of
        layouts on which it is so. With auctions, for each player its points a hand with all hands
        open from the first lead on, less their mean over the other deals. Else, for each player,
        the sum over seats of the points of what it bids there, with all hands open, less their mean
        over layouts; 0 where it passes, or if it sees all hands. Whole matches have none.

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
    if auctions:
        others = range(auctions * number, auctions * (number + 1))
        each = [_worth(played, one) for one in (number, *(OTHER_DEALS + one for one in others))]
        return [_beyond(values) for values in np.array(each).T]
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


def _worth(played: Duplicate, number: int) -> NDArray[np.float64]:
    """Return each player's points a hand in the contracts reached, with all hands open."""
    states = [played.bought(number, order) for order in range(len(played.orders))]
    bought = [state.declarer is not None for state in states]
    gained = np.zeros((len(states), SEATS))
    if any(bought):
        some = list(compress(states, bought))
        rows = np.array([_from_declarer(state, state.hands) for state in some])
        trumps = np.array([int(state.trump or 0) for state in some])
        tricks = solve_batch(rows, trumps, threads=1, rules=played.rules)
        gained[bought] = [_points(state, int(won)) for state, won in zip(some, tricks, strict=True)]
    seated = np.array(played.orders)
    return np.array([gained[seated == who].mean() for who in range(len(played.players))])


def _points(state: State, tricks: int) -> tuple[float, ...]:
    """Return what each seat gains, where the defenders share their tricks."""
    assert state.contract is not None
    assert state.declarer is not None
    won = [0] * SEATS
    won[state.declarer], won[state.declarer - 1] = tricks, HAND_SIZE - tricks
    gained = score(state.contract, won, state.rules)
    shared = (sum(gained) - gained[state.declarer]) / 2
    return tuple(gained[seat] if seat == state.declarer else shared for seat in range(SEATS))


def _from_declarer(state: State, hands: tuple[int, ...]) -> list[int]:
    """Return what is told by seat, from the declarer on."""
    assert state.declarer is not None
    return [hands[(state.declarer + turn) % SEATS] for turn in range(SEATS)]


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
