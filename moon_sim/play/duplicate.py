"""One deal played by the same players in all seat orders: a block.

The players change seats and the deal does not, so that what makes a seat's hand good or bad is the
same for all of them, and falls out of their differences.

Three players are seated in all 6 orders. Two players, A and B, take three seats in the 6 ways in
which both sit down: A alone at each seat against two of B, and B alone against two of A. Each then
has 9 hands of a deal, 3 at each seat, once alone and twice with its like at the table or the other
way round; exchanging the two changes nothing but their names, so that A against A comes out even.
A A A and B B B are left out: nobody wins or loses there against the other.
"""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np

from moon_sim.game import DEFAULT_RULES, SEATS, Deal, Rules, random_deals
from moon_sim.play.actions import Action, Call
from moon_sim.play.bidding import atlas_bidder
from moon_sim.play.roster import Player, player
from moon_sim.play.state import State

MOST_HANDS = 1_000
"""A match that is not over by then never ends: they may all pass for ever."""


class Use(IntEnum):
    """What random numbers are for: each use has its own."""

    DEAL = 0
    DECISION = 1
    LUCK = 2
    STATISTICS = 3


def random_numbers(seed: int, *of: int) -> np.random.Generator:
    """Return the random numbers of one thing, which depend on no other.

    Parameters
    ----------
    seed : int
    *of : int
        A `Use`, and what of it.

    Returns
    -------
    Generator
        Of which the seed, and so the deal, can't be read: players are given it.
    """
    numbers: Any = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=of)).state
    apart = np.random.PCG64(numbers["state"]["state"])
    apart.state = numbers
    return np.random.Generator(apart)


def orders(count: int) -> list[tuple[int, int, int]]:
    """Return all ways in which two or three players take the three seats.

    Parameters
    ----------
    count : int
        2 or 3.

    Returns
    -------
    list of tuple of three int
        The player at each seat, by number. Each of two players takes one seat or two.

    Examples
    --------
    >>> orders(2)
    [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    """
    if count == SEATS:
        return list(permutations(range(SEATS)))  # type: ignore[arg-type]
    every = product(range(count), repeat=SEATS)
    return [seated for seated in every if len(set(seated)) == count]  # type: ignore[misc]


class Hand(NamedTuple):
    """How a hand came out.

    Attributes
    ----------
    declarer : int
        Seat; -1 when all passed.
    bid : int
        0 when all passed.
    trump : int
        -1 when all passed.
    tricks, points : tuple of three int
        By seat.
    done : str
        All that was done, in order, as `parse_events` reads it.
    """

    declarer: int
    bid: int
    trump: int
    tricks: tuple[int, int, int]
    points: tuple[int, int, int]
    done: str


class Game(NamedTuple):
    """A hand or a match in one order of seats.

    Attributes
    ----------
    winner : int
        The seat that won the match; -1 of a single hand.
    hands : list of Hand
    """

    winner: int
    hands: list[Hand]


@dataclass(frozen=True)
class Duplicate:
    """How deals are played: by whom, what, and by which rules.

    Attributes
    ----------
    seats : tuple of Player or str
        Two or three players, or their names, as other processes know them.
    seed : int
        Of the deals, and of what players draw.
    matches : bool
        Whether whole matches are played, not single hands.
    contract : int or None
        The bid that the first caller makes and the others pass, in place of their own calls; then
        it exchanges and names trump by the exact odds, whoever sits there.
    rules : Rules
    """

    seats: tuple[Player | str, ...]
    seed: int
    matches: bool = False
    contract: int | None = None
    rules: Rules = DEFAULT_RULES

    def __reduce__(self) -> tuple[object, ...]:
        """Go to another process with names, where a player's functions can't."""
        sent = tuple(map(_sent, self.seats))
        return Duplicate, (sent, self.seed, self.matches, self.contract, self.rules)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """The players."""
        return tuple(one if isinstance(one, Player) else player(one) for one in self.seats)

    @cached_property
    def orders(self) -> list[tuple[int, int, int]]:
        """The ways in which they are seated."""
        return orders(len(self.seats))

    def deal(self, number: int, hand: int = 0) -> tuple[Deal, int]:
        """Return the deal of a block and who calls first.

        Parameters
        ----------
        number : int
            Of the block.
        hand : int
            Of the match.

        Returns
        -------
        deal : Deal
        first_caller : int
            Seat; it counts for the first hand of a match.
        """
        rng = random_numbers(self.seed, Use.DEAL, number, hand)
        deal, _ = next(random_deals(rng))
        return deal, int(rng.integers(SEATS))

    def block(self, number: int) -> list[Game]:
        """Return how a deal, or a match of deals, comes out in each order of seats.

        Parameters
        ----------
        number : int
            Of the block.

        Returns
        -------
        list of Game
            In the order of `orders`.
        """
        return [self.game(number, order) for order in range(len(self.orders))]

    def game(self, number: int, order: int) -> Game:
        """Return how it comes out in one order of seats.

        Parameters
        ----------
        number, order : int
            Of the block; of the order.

        Returns
        -------
        Game

        Raises
        ------
        ValueError
            If a match does not end.
        """
        state = self._start(number)
        hands: list[Hand] = []
        decisions = 0
        while True:
            while state.seat is not None:
                state = self._next(state, number, order, decisions)
                decisions += 1
            hands.append(_came_out(state))
            if not self.matches:
                return Game(-1, hands)
            if state.winner is not None:
                return Game(state.winner, hands)
            if len(hands) == MOST_HANDS:
                raise ValueError(f"match {number}: expected an end within {MOST_HANDS:,} hands")
            state = state.next_hand(self.deal(number, len(hands))[0])

    def bought(self, number: int, order: int) -> State:
        """Return the first hand of a game before its first lead, or as it ends when all pass.

        Parameters
        ----------
        number, order : int
            As `game` takes them, and with the same calls and exchange.

        Returns
        -------
        State
        """
        state = self._start(number)
        decisions = 0
        while state.phase in ("call", "name", "exchange"):
            state = self._next(state, number, order, decisions)
            decisions += 1
        return state

    def _start(self, number: int) -> State:
        deal, first = self.deal(number)
        return State.start(deal, first_caller=first, rules=self.rules)

    def _next(self, state: State, number: int, order: int, decisions: int) -> State:
        """Return the state after one more decision."""
        assert state.seat is not None
        rng = random_numbers(self.seed, Use.DECISION, number, order, state.seat, decisions)
        if self.contract is not None and state.phase != "play":
            return state.apply(fixed(state, self.contract, rng))
        return state.apply(self.players[self.orders[order][state.seat]].act(state, rng))


def _sent(one: Player | str) -> Player | str:
    try:
        pickle.dumps(one)
    except (pickle.PicklingError, AttributeError, TypeError):
        return str(getattr(one, "name", one))
    return one


def fixed(state: State, contract: int, rng: np.random.Generator) -> Action:
    """Return what is done up to the first lead where the contract is fixed.

    Parameters
    ----------
    state : State
        In which a call, a trump or an exchange is due.
    contract : int
        The bid of the first caller.
    rng : Generator

    Returns
    -------
    Action
    """
    if state.phase == "call":
        return Call(0 if state.calls else contract)
    action: Action = atlas_bidder().exchange(state.observe(), rng)
    return action


def _came_out(state: State) -> Hand:
    assert state.points is not None
    done = " ".join(map(str, state.actions))
    if state.contract is None:
        return Hand(-1, 0, -1, state.tricks, state.points, done)
    made = state.contract
    return Hand(made.declarer, made.bid, int(made.trump), state.tricks, state.points, done)


def block_values(games: Sequence[Game], seated: Sequence[tuple[int, ...]]) -> list[float]:
    """Return what each player has of a block: points a hand, or matches won a seat.

    Parameters
    ----------
    games : sequence of Game
        A hand or a match in each order of seats.
    seated : sequence of tuple of three int
        The player at each seat, in each order.

    Returns
    -------
    list of float
        By player: the mean over the seats it took. Points are those of the whole game.
    """
    found: dict[int, list[float]] = {}
    for game, order in zip(games, seated, strict=True):
        for seat, who in enumerate(order):
            won = float(game.winner == seat)
            points = float(sum(hand.points[seat] for hand in game.hands))
            found.setdefault(who, []).append(points if game.winner < 0 else won)
    return [sum(values) / len(values) for _, values in sorted(found.items())]
