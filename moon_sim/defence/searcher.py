"""The best-defence kernels with their memory for one contract, called safely."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.defence.memory import Memory, to_bits
from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    LAYOUTS,
    Layouts,
    Rules,
    Trump,
    check_supported,
    format_tiles,
    tile_name,
)
from moon_sim.kernels import layout_sets as sets
from moon_sim.kernels.at_the_table import choose, next_trick
from moon_sim.kernels.layout_tricks import distinct
from moon_sim.kernels.won_alone import won_open
from moon_sim.kernels.won_in_pairs import conflicts
from moon_sim.kernels.won_together import keep
from moon_sim.running import compiled_once

LONGEST = threading.TIMEOUT_MAX
"""Seconds that Python can wait at most."""


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


class Searcher:
    """The kernels and their memory for one contract.

    Parameters
    ----------
    contract : HiddenContract
    """

    def __init__(self, contract: HiddenContract) -> None:
        # What may be led first is for those to know who ask.
        more = "trump_before_widow", "first_lead_must_be_trump"
        check_supported(contract.rules, "best_defence", *more)
        hidden = ALL_TILES & ~contract.hand & ~contract.discard
        self.memory = Memory(contract.hand, hidden, contract.trump, contract.rules)
        self.contract = contract
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self.numbers = [
            {tile_name(tile): number for number, tile in enumerate(tiles)}
            for tiles in (self.memory.own, self.memory.hidden)
        ]
        hand1 = Layouts.after_exchange(contract.hand, format_tiles(contract.discard)).hands()[:, 1]
        self.hands = np.zeros(LAYOUTS, np.int64)  # seat 1's, by the kernels' numbers
        for number, tile in enumerate(self.memory.hidden):
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
            mem = self.memory.mem
            some, out = sets.SCRATCH, sets.SCRATCH + sets.STRIDE
            mem[some : some + layouts.size] = layouts
            at = (*arguments, some, out, out + sets.STRIDE, mem, self.memory.maps)
            nodes = self._nodes()
            result = int(kernel(*at)) if until is None else self._run(kernel, at, until)
            return Called(result, mem[out : out + sets.STRIDE].copy(), self._nodes() - nodes)
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
                self.memory.mem[sets.STOP] = 1
                self._worker.join()
            except KeyboardInterrupt as error:
                interrupt = error
        self._worker = None
        self.memory.mem[sets.STOP] = 0
        if interrupt:
            raise interrupt

    def _nodes(self) -> int:
        return int(self.memory.mem[sets.NODES : sets.NODES + HAND_SIZE + 1].sum())

    def _call_each_kernel(self) -> None:
        """Call the kernels on a last trick, so that they are compiled."""
        both = to_bits(np.ones(2, bool))
        last = (1, 1, 0b11, 0, 1, -1, -1)  # the position, as they take it
        distinct(1, 1, 0b11, self.memory.mem)
        self.call(won_open, last, both)
        self.call(conflicts, (*last, 1), both)
        self.call(keep, (*last, 0), both)
        self.call(choose, last, both)
        self.call(next_trick, (1, 0b11, 0, 0, 0, 1), both)


KEPT = 4
"""Contracts whose searchers are kept, those asked last: 420 MB in all at most.

Each may take 105 MB; what a search never writes to takes none, and mostly that leaves 10 to 40.
"""

_kept: OrderedDict[HiddenContract, Searcher] = OrderedDict()
_finding = threading.Lock()


def searcher_for(contract: HiddenContract) -> Searcher:
    """Return the searcher of a contract, which knows what earlier searches have found.

    Parameters
    ----------
    contract : HiddenContract

    Returns
    -------
    Searcher
        One that is kept, or a new one; then the one that was asked longest ago is given up.
    """
    with _finding:
        searcher = _kept.pop(contract, None) or Searcher(contract)
        _kept[contract] = searcher
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
        return searcher
