"""The best-defence kernels with their memory for one contract, called safely."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.defence.memory import Block, to_bits
from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    LAYOUTS,
    SEATS,
    IllegalPlayError,
    Layouts,
    Rules,
    Trump,
    tile_name,
)
from moon_sim.kernels import best_defence as kernels
from moon_sim.kernels import layout_sets as block
from moon_sim.running import compiled_once

__all__ = [
    "ALL_HIDDEN",
    "ALL_OWN",
    "Called",
    "DefencePlayer",
    "HiddenContract",
    "State",
    "player_for",
    "seat_to_play",
]

ALL_OWN = (1 << HAND_SIZE) - 1
ALL_HIDDEN = (1 << 2 * HAND_SIZE) - 1

LONGEST = threading.TIMEOUT_MAX
"""Seconds that Python can wait at most."""


class State(NamedTuple):
    """What a strategy goes by: the position, and the layouts that it still means to win.

    Attributes
    ----------
    tricks, own, hidden, leader, need, first, second : int
        As the kernels take a position.
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


class HiddenContract(NamedTuple):
    """A hand, discard and trump, with the other 14 tiles hidden.

    Attributes
    ----------
    hand, discard : int
        Masks of tile ids.
    trump : Trump
    rules : Rules
    """

    hand: int
    discard: int
    trump: Trump
    rules: Rules


class Called(NamedTuple):
    """What a kernel gave.

    Attributes
    ----------
    result : int
        What it returned.
    layouts : (words,) int64 array
        The set that it wrote.
    nodes : int
        Positions that it looked into at the start of a trick.
    """

    result: int
    layouts: NDArray[np.int64]
    nodes: int


class DefencePlayer:
    """The kernels and their memory for one contract.

    Parameters
    ----------
    contract : HiddenContract
    """

    def __init__(self, contract: HiddenContract) -> None:
        hidden = ALL_TILES & ~contract.hand & ~contract.discard
        self.block = Block(contract.hand, hidden, contract.trump, contract.rules)
        self.contract = contract
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self.numbers = [
            {tile_name(tile): number for number, tile in enumerate(tiles)}
            for tiles in (self.block.own, self.block.hidden)
        ]
        hand1 = Layouts.after_exchange(contract.hand, contract.discard).hands()[:, 1]
        self.hands = np.zeros(LAYOUTS, np.int64)  # seat 1's, by the kernels' numbers
        for number, tile in enumerate(self.block.hidden):
            self.hands |= (hand1 >> tile & 1) << number
        self.order = np.argsort(np.argsort(self.hands))  # the kernels' number of each layout
        self.hands.sort()
        with compiled_once("best-defence search") as first:
            if first:
                self._call_each_kernel()

    def call(
        self,
        kernel: Callable[..., int],
        arguments: tuple[int, ...],
        layouts: NDArray[np.int64],
        seconds: float | None = None,
    ) -> Called:
        """Call a kernel that takes a set of layouts and writes one.

        One call at a time: threads wait for each other.

        Parameters
        ----------
        kernel : callable
        arguments : tuple of int
            What it takes before the sets.
        layouts : (words,) int64 array
        seconds : float, optional
            Stop it then. It runs in a thread of its own, so that Ctrl-C stops it, too.

        Returns
        -------
        Called

        Raises
        ------
        TimeoutError
            If it took longer.
        """
        until = None if seconds is None else time.monotonic() + seconds
        if not self._lock.acquire(timeout=-1 if seconds is None else min(seconds, LONGEST)):
            raise TimeoutError
        try:
            self._stop()  # what an interrupt may have left behind
            mem = self.block.mem
            some, out = block.SCRATCH, block.SCRATCH + block.STRIDE
            mem[some : some + layouts.size] = layouts
            at = (*arguments, some, out, out + block.STRIDE, mem, self.block.maps)
            nodes = self._nodes()
            result = int(kernel(*at)) if until is None else self._run(kernel, at, until)
            return Called(result, mem[out : out + block.STRIDE].copy(), self._nodes() - nodes)
        finally:
            self._lock.release()

    def _run(self, kernel: Callable[..., int], arguments: tuple[Any, ...], until: float) -> int:
        """Call a kernel in a thread of its own."""
        future: Future[int] = Future()

        def run() -> None:
            try:
                future.set_result(int(kernel(*arguments)))
            except BaseException as error:
                future.set_exception(error)

        try:
            self._worker = threading.Thread(target=run, daemon=True)
            self._worker.start()
            return future.result(min(max(until - time.monotonic(), 0), LONGEST))
        finally:
            self._stop()

    def _stop(self) -> None:
        """Stop the kernel that runs, if one does; a Ctrl-C meanwhile is raised afterwards."""
        interrupt = None
        while self._worker is not None and self._worker.is_alive():
            try:
                self.block.mem[block.STOP] = 1
                self._worker.join()
            except KeyboardInterrupt as error:
                interrupt = error
        self._worker = None
        self.block.mem[block.STOP] = 0
        if interrupt:
            raise interrupt

    def _nodes(self) -> int:
        return int(self.block.mem[block.NODES : block.NODES + HAND_SIZE + 1].sum())

    def _call_each_kernel(self) -> None:
        """Call the kernels on a last trick, so that they are compiled."""
        both = to_bits(np.ones(2, bool))
        last = (1, 1, 0b11, 0, 1, -1, -1)  # the position, as they take it
        self.call(kernels.won_open, last, both)
        self.call(kernels.conflicts, (*last, 1), both)
        self.call(kernels.keep, (*last, 0), both)
        self.call(kernels.choose, last, both)
        self.call(kernels.next_trick, (1, 0b11, 0, 0, 0, 1), both)

    def choose(self, state: State) -> int:
        """Return the number of the own tile to play.

        Parameters
        ----------
        state : State
            One in which it is the declarer's turn.

        Returns
        -------
        int
            The lowest legal tile, where nothing that it means to win is left.
        """
        if 0 < state.need <= state.tricks and any(state.layouts):
            words = np.frombuffer(state.layouts, np.int64)
            tile = self.call(kernels.choose, state[:7], words).result
            if tile >= 0:
                return tile
        plays = state.own
        if state.first >= 0:
            suit = int(self.block.mem[block.HIDDEN_LEAD + state.first])
            plays = state.own & int(self.block.mem[block.OWN_FOLLOW + suit]) or state.own
        return (plays & -plays).bit_length() - 1

    def after(self, state: State, tile: str) -> State:
        """Return a state once a tile has been played.

        Parameters
        ----------
        state : State
        tile : str

        Returns
        -------
        State

        Raises
        ------
        IllegalPlayError
            If the seat whose turn it is can't have the tile.
        """
        tricks, own, hidden, leader, need, first, second, _ = state
        seat = seat_to_play(state)
        number = self.numbers[seat > 0].get(tile, -1)
        if number < 0 or not (hidden if seat else own) >> number & 1:
            raise IllegalPlayError(f"tile {tile} can't be played by seat {seat} now")
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
        words = np.frombuffer(state.layouts, np.int64)
        after = self.call(kernels.next_trick, (tricks, hidden, leader, *plays), words)
        kept = after.layouts[: block.LAYOUT_WORDS[tricks - 1]].tobytes()
        at = block.WINNER + ((leader * block.OWN + tile0) * block.HIDDEN + tile1) * block.HIDDEN
        winner = int(self.block.mem[at + tile2])
        return State(
            tricks - 1,
            own & ~(1 << tile0),
            hidden & ~(1 << tile1) & ~(1 << tile2),
            winner,
            need - (winner == 0),
            -1,
            -1,
            kept,
        )


_last: list[DefencePlayer] = []
_finding = threading.Lock()


def player_for(contract: HiddenContract) -> DefencePlayer:
    """Return the player of a contract; the last one is kept, as its memory takes 105 MB.

    Parameters
    ----------
    contract : HiddenContract

    Returns
    -------
    DefencePlayer
    """
    with _finding:
        for player in _last:
            if player.contract == contract:
                return player
        _last.clear()
        player = DefencePlayer(contract)
        _last.append(player)
        return player


def seat_to_play(state: State) -> int:
    """Return the seat whose turn it is.

    Parameters
    ----------
    state : State

    Returns
    -------
    int
        0, 1 or 2.
    """
    return (state.leader + (state.first >= 0) + (state.second >= 0)) % SEATS
