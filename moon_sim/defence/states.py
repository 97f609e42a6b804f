"""A contract at the table: what has been played, and what a strategy still means to win."""

from typing import NamedTuple

import numpy as np

from moon_sim.defence.searcher import Searcher
from moon_sim.game import HAND_SIZE, SEATS, IllegalPlayError
from moon_sim.kernels import at_the_table
from moon_sim.kernels import layout_sets as sets

ALL_OWN = (1 << HAND_SIZE) - 1
ALL_HIDDEN = (1 << 2 * HAND_SIZE) - 1


class State(NamedTuple):
    """What a strategy goes by: the position, and the layouts that it still means to win.

    Attributes
    ----------
    tricks : int
        Tricks left, the one in progress included.
    own, hidden : int
        Masks of the declarer's tiles and of the hidden ones at the start of the trick, as the
        kernels number them: from weakest to strongest.
    leader : int
        The seat that leads the trick.
    need : int
        Tricks that the declarer still needs.
    first, second : int
        The tiles on the trick by these numbers, or -1.
    layouts : bytes
        The set at the start of the trick, as the kernels' words.
    """

    tricks: int
    own: int
    hidden: int
    leader: int
    need: int
    first: int
    second: int
    layouts: bytes

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + (self.first >= 0) + (self.second >= 0)) % SEATS

    def __repr__(self) -> str:
        """Return what a reader asks for; the rest is numbers of kernels."""
        return f"State(tricks={self.tricks}, need={self.need}, seat={self.seat})"


def choose(state: State, searcher: Searcher) -> int:
    """Return the number of the own tile to play.

    Parameters
    ----------
    state : State
        One in which it is the declarer's turn.
    searcher : Searcher

    Returns
    -------
    int
        -1 where the contract is decided, or nothing that it means to win is left.
    """
    if 0 < state.need <= state.tricks and any(state.layouts):
        words = np.frombuffer(state.layouts, np.int64)
        return searcher.call(at_the_table.choose, state[:7], words).result
    return -1


def lowest(state: State, searcher: Searcher) -> int:
    """Return the number of the lowest own tile that may be played.

    Parameters
    ----------
    state : State
        One in which it is the declarer's turn.
    searcher : Searcher

    Returns
    -------
    int
    """
    plays = state.own
    if state.first >= 0:
        mem = searcher.memory.mem
        suit = int(mem[sets.HIDDEN_LEAD + state.first])
        plays = state.own & int(mem[sets.OWN_FOLLOW + suit]) or state.own
    return (plays & -plays).bit_length() - 1


def play_on(state: State, tile: str, searcher: Searcher) -> State:
    """Return a state once a tile has been played.

    Parameters
    ----------
    state : State
    tile : str
    searcher : Searcher

    Returns
    -------
    State

    Raises
    ------
    IllegalPlayError
        If the seat whose turn it is can't have the tile.
    """
    tricks, own, hidden, leader, need, first, second, layouts = state
    number = searcher.numbers[state.seat > 0].get(tile, -1)
    if number < 0 or not (hidden if state.seat else own) >> number & 1:
        raise IllegalPlayError(f"tile {tile} can't be played by seat {state.seat} now")
    if first < 0:
        return state._replace(first=number)
    if second < 0:
        if leader == 1 and number == first:
            raise IllegalPlayError(f"tile {tile} is on the trick already")
        return state._replace(second=number)
    plays = (first, second, number)
    tile0, tile1, tile2 = (plays[(one - leader) % SEATS] for one in range(SEATS))
    if tile1 == tile2:
        raise IllegalPlayError(f"tile {tile} is on the trick already")
    words = np.frombuffer(layouts, np.int64)
    after = searcher.call(at_the_table.next_trick, (tricks, hidden, leader, *plays), words)
    winner = searcher.memory.winner(leader, tile0, tile1, tile2)
    return State(
        tricks - 1,
        own & ~(1 << tile0),
        hidden & ~(1 << tile1) & ~(1 << tile2),
        winner,
        need - (winner == 0),
        -1,
        -1,
        after.layouts[: sets.LAYOUT_WORDS[tricks - 1]].tobytes(),
    )
