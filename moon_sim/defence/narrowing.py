"""The proof: better and better strategies after one of some plays, and bounds of what any can win.

`docs/best_defence.md` explains the method: layouts that can't be won together are in conflict, and
the most layouts free of conflict bound what any strategy can win.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from moon_sim.defence.conflicts import Members, conflict_free
from moon_sim.defence.memory import from_bits, to_bits
from moon_sim.defence.searcher import Searcher
from moon_sim.kernels.won_in_pairs import conflicts
from moon_sim.kernels.won_together import keep

CUTS = 12
"""How many sets that can't be won together are looked for at a time, where no pair explains it."""


class _TimeUpError(Exception):
    """The time limit is over."""


@dataclass
class Option:
    """A play of the declarer, and what is proven of it.

    Attributes
    ----------
    tile : int
        Its number among the own tiles.
    at : tuple of int
        The position after it, as the kernels take it.
    hands : (n,) int64 array
        Seat 1's hand in each layout of that position, as masks of the kernels' numbers, rising.
    alive : (n,) bool array
        The layouts that it wins with all hands open, among those that are possible.
    bound : int
        After it no strategy wins more layouts.
    candidate : (n,) bool array
        The next set to try: one of the largest that may be won as a whole.
    conflicts : dict of int to (n,) bool array
        What can't be won together with a layout.
    cuts : list of (n,) bool arrays
        Sets that can't be won as a whole, though no two in them are in conflict.
    unsolved : bool
        Whether no next set was found.
    """

    tile: int
    at: tuple[int, ...]
    hands: NDArray[np.int64]
    alive: Members
    bound: int = field(init=False)
    candidate: Members = field(init=False)
    conflicts: dict[int, Members] = field(default_factory=dict)
    cuts: list[Members] = field(default_factory=list)
    unsolved: bool = False

    def __post_init__(self) -> None:
        self.bound = int(self.alive.sum())
        self.candidate = self.alive


class Narrowing:
    """What is proven of the best of some plays.

    Parameters
    ----------
    searcher : Searcher
    options : sequence of Option
        One or more, those first that win most with all hands open.
    deadline : float
        When time is up, by `time.monotonic`.

    Attributes
    ----------
    best : Option
        The play of the best strategy so far.
    kept : (n,) bool array
        What that strategy wins.
    nodes : int
        Positions looked into at the start of a trick.
    """

    def __init__(self, searcher: Searcher, options: Sequence[Option], deadline: float) -> None:
        self.searcher = searcher
        self.options = options
        self.deadline = deadline
        self.best = options[0]
        self.kept = np.zeros_like(self.best.alive)
        self.nodes = 0

    @property
    def low(self) -> int:
        """Layouts that the best strategy so far wins."""
        return int(self.kept.sum())

    @property
    def high(self) -> int:
        """No strategy wins more layouts than this."""
        return max([self.low, *(option.bound for option in self.options)])

    def steps(self) -> Iterator[None]:
        """Yield whenever something more is proven, until all is known or time is up.

        Yields
        ------
        None
        """
        with suppress(_TimeUpError):
            yield from self._improve()

    def _improve(self) -> Iterator[None]:
        for option in self.options:
            if option.bound > self.low:
                self._keep(option, option.alive)
                yield
        while True:
            open_ = [one for one in self.options if one.bound > self.low and not one.unsolved]
            if not open_:
                return
            self._narrow(max(open_, key=lambda option: option.bound))
            yield

    def _narrow(self, option: Option) -> None:
        """Lower an option's bound, or win as many layouts as it allows."""
        kept = self._keep(option, option.candidate)
        if kept.sum() >= option.bound:
            return
        missed = [int(layout) for layout in np.flatnonzero(option.candidate & ~kept)]
        explained = False
        for layout in missed:
            if layout not in option.conflicts:
                option.conflicts[layout] = self._conflicts(option, layout)
                explained |= bool(option.conflicts[layout].any())
        if not explained:
            self._add_cuts(option, kept, missed)
        option.candidate, bound = conflict_free(
            option.alive, option.conflicts, option.cuts, self.low, self._left()
        )
        option.bound = min(option.bound, bound)
        # Without a largest set to try there is no way on; what is proven stays true.
        option.unsolved = option.candidate.sum() < option.bound

    def _add_cuts(self, option: Option, kept: Members, missed: list[int]) -> None:
        """Forbid some sets that can't be won, each with one of the layouts missed.

        As the candidate can't be won as a whole, there is one at least.
        """
        found = 0
        for layout in missed:
            cut = self._cut(option, kept, layout)
            if cut is None:
                kept = kept | _only(layout, kept.size)
                self._note(option, kept)
            else:
                option.cuts.append(cut)
                found += 1
            if found == CUTS:
                break

    def _keep(self, option: Option, layouts: Members) -> Members:
        """Return layouts of a set that a strategy wins together after a play."""
        kept = self._kept(option, layouts, int(layouts.sum()))
        assert kept is not None, "it may lose all of them"
        self._note(option, kept)
        return kept

    def _kept(self, option: Option, layouts: Members, budget: int) -> Members | None:
        lost, kept = self._call(keep, (*option.at, budget), layouts)
        return kept if lost >= 0 else None

    def _note(self, option: Option, kept: Members) -> None:
        if kept.sum() > self.low:
            self.kept, self.best = kept, option

    def _conflicts(self, option: Option, layout: int) -> Members:
        """Return the layouts that can't be won together with one."""
        hand1 = int(option.hands[layout])
        return self._call(conflicts, (*option.at, hand1), option.alive)[1]

    def _cut(self, option: Option, kept: Members, layout: int) -> Members | None:
        """Return few layouts, this one and some of those kept, that can't all be won together.

        None if this one can be won with all that are kept. Junker's QuickXplain (2004).
        """

        def only(layouts: int | NDArray[np.int64]) -> Members:
            return _only(layouts, kept.size)

        def winnable(layouts: Members) -> bool:
            return self._kept(option, layouts, 0) is not None

        def explain(given: Members, changed: bool, among: NDArray[np.int64]) -> Members:
            if changed and not winnable(given):
                return np.zeros_like(given)
            if among.size <= 1:
                return only(among)
            first, second = np.array_split(among, 2)
            needed = explain(given | only(first), True, second)
            return needed | explain(given | needed, bool(needed.any()), first)

        if winnable(kept | only(layout)):
            return None
        return explain(only(layout), True, np.flatnonzero(kept)) | only(layout)

    def _call(
        self, kernel: Callable[..., int], arguments: tuple[int, ...], layouts: Members
    ) -> tuple[int, Members]:
        """Return a kernel's result, and the set that it wrote."""
        try:
            called = self.searcher.call(kernel, arguments, to_bits(layouts), self._left())
        except TimeoutError:
            raise _TimeUpError from None
        self.nodes += called.nodes
        return called.result, from_bits(called.layouts, layouts.size)

    def _left(self) -> float:
        """Return the seconds left; there are some."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise _TimeUpError
        return left


def _only(layouts: int | NDArray[np.int64], size: int) -> Members:
    """Return the set of some layouts."""
    found = np.zeros(size, bool)
    found[layouts] = True
    return found
