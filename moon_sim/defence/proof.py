"""What a declarer who cannot see the hidden tiles can guarantee: a bracket, and its strategy.

The model is Frank and Basin's **best defence** (1998): the declarer knows its own hand, its discard
and what has been played, and follows one strategy; the defenders see everything. A strategy wins
a layout if it reaches the target there however the defenders play. The number of layouts that the
best strategy wins is a floor for the declarer in the real game, where the defenders are blind, too.

`docs/best_defence.md` explains the method: layouts that can't be won together are in conflict, and
the most layouts free of conflict bound what any strategy can win.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from moon_sim.defence.bracket import Bracket
from moon_sim.defence.conflicts import Members, conflict_free
from moon_sim.defence.memory import from_bits, to_bits
from moon_sim.defence.searcher import HiddenContract, searcher_for
from moon_sim.defence.states import ALL_HIDDEN, ALL_OWN
from moon_sim.defence.strategy import Strategy
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    Layouts,
    Rules,
    Tiles,
    TrumpLike,
    as_mask,
    as_tile,
    check_supported,
    check_trump,
    format_tiles,
    real,
    tile_ids,
    tile_name,
    whole,
)
from moon_sim.kernels.layout_tricks import distinct
from moon_sim.kernels.won_in_pairs import conflicts
from moon_sim.kernels.won_together import keep
from moon_sim.solver import lead_tricks

NO_LIMIT = 1e9
"""Seconds that are as good as no limit, and that everything can take."""

CUTS = 12
"""How many sets that can't be won together are looked for at a time, where no pair explains it."""


def best_defence(
    hand: Tiles,
    discard: str,
    trump: TrumpLike,
    target: int,
    time_limit: float = 20.0,
    *,
    rules: Rules = DEFAULT_RULES,
) -> Bracket:
    """Return what a declarer who cannot see the hidden tiles can guarantee.

    Parameters
    ----------
    hand : str or int
        The declarer's 7 tiles after the exchange, as text, as a list of tiles or as a mask.
    discard : str
        The tile discarded.
    trump : Trump, int or str
    target : int
        Tricks to make, 1-7.
    time_limit : float
        Seconds, from when the kernels are compiled; what is proven by then is returned. Infinity
        sets no limit.
    rules : Rules, optional

    Returns
    -------
    Bracket
        Layouts won, from the declarer's side, and the strategy that wins `low` of them.

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range.
    InvalidDealError
        If the tiles can't be.
    IllegalPlayError
        If the trump can't be.

    Notes
    -----
    Frank and Basin, *Search in games with incomplete information*, Artificial Intelligence 100
    (1998).

    Examples
    --------
    >>> bracket = best_defence("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", trump="none", target=7)
    >>> bracket
    Best defence: hand 6-6 6-5 6-4 5-5 4-4 3-3 1-1, discard 2-1, no trump, to make 7
      made     100.0 % (proven)
      layouts  3,432 of 3,432
      lead     6-6
    >>> bracket.low, bracket.high, bracket.exact
    (3432, 3432, True)
    >>> bracket.strategy.play()
    '6-6'
    """
    found = None
    for bracket in brackets(hand, discard, trump, target, time_limit, rules=rules):
        found = bracket
    assert found is not None, "there is always a first bracket"
    return found


def brackets(
    hand: Tiles,
    discard: str,
    trump: TrumpLike,
    target: int,
    time_limit: float = 20.0,
    *,
    rules: Rules = DEFAULT_RULES,
) -> Iterator[Bracket]:
    """Give better and better brackets, each of them proven, until one is exact or time is up.

    Parameters
    ----------
    hand, discard, trump, target, time_limit, rules
        As `best_defence` takes them.

    Yields
    ------
    Bracket
        The first comes within about a second; each later one is narrower.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        As `best_defence` does.

    Examples
    --------
    >>> for bracket in brackets("3-2 3-3 5-1 5-2 5-3 6-5 0-0", "1-1", 5, 5):
    ...     pass  # a program would show each
    >>> bracket.exact
    True
    """
    check_supported(rules, "best_defence", "trump_before_widow")
    held = as_mask(hand, "hand", HAND_SIZE)
    Layouts.after_exchange(held, discard)  # refuses tiles that can't be
    gone = 1 << as_tile(discard, "discard")
    contract = HiddenContract(held, gone, check_trump(trump, rules), rules)
    tricks = whole(target, "target", 1, HAND_SIZE)
    seconds = real(time_limit, "time_limit", 0)
    return _Proof(contract, tricks, min(seconds, NO_LIMIT)).steps()


# --- The proof --------------------------------------------------------------------------------


class _TimeUpError(Exception):
    """The time limit is over."""


@dataclass
class _Lead:
    """An opening lead, and what is proven of it.

    Attributes
    ----------
    tile : int
        Its number among the own tiles.
    alive : (3432,) bool array
        The layouts that it wins with all hands open.
    bound : int
        After this lead no strategy wins more layouts.
    candidate : (3432,) bool array
        The next set to try: one of the largest that may be won as a whole.
    conflicts : dict of int to (3432,) bool array
        What can't be won together with a layout.
    cuts : list of (3432,) bool arrays
        Sets that can't be won as a whole, though no two in them are in conflict.
    unsolved : bool
        Whether no next set was found.
    """

    tile: int
    alive: Members
    bound: int
    candidate: Members
    conflicts: dict[int, Members]
    cuts: list[Members]
    unsolved: bool = False


class _Proof:
    """The search for a bracket."""

    def __init__(self, contract: HiddenContract, target: int, time_limit: float) -> None:
        self.searcher = searcher_for(contract)
        self.contract = contract
        self.target = target
        self.kept = np.zeros(LAYOUTS, bool)  # what the best strategy so far wins
        self.leads = self._open_leads()
        self.lead = self.leads[0].tile  # that of the best strategy
        self.nodes = 0
        self.deadline = time.monotonic() + time_limit

    @property
    def low(self) -> int:
        return int(self.kept.sum())

    @property
    def high(self) -> int:
        return max([self.low, *(lead.bound for lead in self.leads)])

    def bracket(self) -> Bracket:
        hand, discard, trump, _ = self.contract
        strategy = Strategy(
            format_tiles(hand),
            format_tiles(discard),
            trump,
            self.target,
            tile_name(self.searcher.memory.own[self.lead]),
            self.contract,
            to_bits(self.kept).tobytes(),
        )
        return Bracket(self.low, self.high, strategy, self.nodes)

    def steps(self) -> Iterator[Bracket]:
        """Give brackets, each narrower than the one before."""
        last = None
        try:
            for _ in self._improve():
                if (self.low, self.high) != last:
                    last = (self.low, self.high)
                    yield self.bracket()
        except _TimeUpError:
            pass
        if (self.low, self.high) != last:
            yield self.bracket()

    def _improve(self) -> Iterator[None]:
        """Yield whenever something more is proven."""
        for lead in self.leads:
            if lead.bound > self.low:
                self._keep(lead, lead.alive)
                yield
        while True:
            open_ = [lead for lead in self.leads if lead.bound > self.low and not lead.unsolved]
            if not open_:
                return
            self._narrow(max(open_, key=lambda lead: lead.bound))
            yield

    def _open_leads(self) -> list[_Lead]:
        """Return the leads that differ with what they win with all hands open, the best first."""
        searcher = self.searcher
        hand, discard, trump, rules = self.contract
        numbers = list(tile_ids(int(distinct(ALL_OWN, ALL_OWN, ALL_HIDDEN, searcher.memory.mem))))
        tricks = lead_tricks(
            hand,
            Layouts.after_exchange(hand, format_tiles(discard)).hands()[:, 1:],
            trump,
            [searcher.memory.own[number] for number in numbers],
            least=self.target - 1,
            rules=rules,
        )
        leads = []
        for number, taken in zip(numbers, tricks.T, strict=True):
            alive = np.zeros(LAYOUTS, bool)
            alive[searcher.order] = taken >= self.target
            leads.append(_Lead(number, alive, int(alive.sum()), alive, {}, []))
        return sorted(leads, key=lambda lead: (-lead.bound, -lead.tile))

    def _narrow(self, lead: _Lead) -> None:
        """Lower a lead's bound, or win as many layouts as it allows."""
        kept = self._keep(lead, lead.candidate)
        if kept.sum() >= lead.bound:
            return
        missed = [int(layout) for layout in np.flatnonzero(lead.candidate & ~kept)]
        explained = False
        for layout in missed:
            if layout not in lead.conflicts:
                lead.conflicts[layout] = self._conflicts(lead, layout)
                explained |= bool(lead.conflicts[layout].any())
        if not explained:
            self._add_cuts(lead, kept, missed)
        lead.candidate, bound = conflict_free(
            lead.alive, lead.conflicts, lead.cuts, self.low, self._left()
        )
        lead.bound = min(lead.bound, bound)
        # Without a largest set to try there is no way on; what is proven stays true.
        lead.unsolved = lead.candidate.sum() < lead.bound

    def _add_cuts(self, lead: _Lead, kept: Members, missed: list[int]) -> None:
        """Forbid some sets that can't be won, each with one of the layouts missed.

        As the candidate can't be won as a whole, there is one at least.
        """
        found = 0
        for layout in missed:
            cut = self._cut(lead, kept, layout)
            if cut is None:
                kept = kept | _only(layout)
                self._note(lead, kept)
            else:
                lead.cuts.append(cut)
                found += 1
            if found == CUTS:
                break

    def _keep(self, lead: _Lead, layouts: Members) -> Members:
        """Return layouts of a set that a strategy wins together after a lead."""
        kept = self._kept(lead, layouts, int(layouts.sum()))
        assert kept is not None, "it may lose all of them"
        self._note(lead, kept)
        return kept

    def _kept(self, lead: _Lead, layouts: Members, budget: int) -> Members | None:
        lost, kept = self._call(keep, (*self._after(lead), budget), layouts)
        return kept if lost >= 0 else None

    def _note(self, lead: _Lead, kept: Members) -> None:
        if kept.sum() > self.low:
            self.kept, self.lead = kept, lead.tile

    def _conflicts(self, lead: _Lead, layout: int) -> Members:
        """Return the layouts that can't be won together with one."""
        hand1 = int(self.searcher.hands[layout])
        return self._call(conflicts, (*self._after(lead), hand1), lead.alive)[1]

    def _cut(self, lead: _Lead, kept: Members, layout: int) -> Members | None:
        """Return few layouts, this one and some of those kept, that can't all be won together.

        None if this one can be won with all that are kept. Junker's QuickXplain (2004).
        """

        def winnable(layouts: Members) -> bool:
            return self._kept(lead, layouts, 0) is not None

        def explain(given: Members, changed: bool, among: NDArray[np.int64]) -> Members:
            if changed and not winnable(given):
                return np.zeros(LAYOUTS, bool)
            if among.size <= 1:
                return _only(among)
            first, second = np.array_split(among, 2)
            needed = explain(given | _only(first), True, second)
            return needed | explain(given | needed, bool(needed.any()), first)

        if winnable(kept | _only(layout)):
            return None
        return explain(_only(layout), True, np.flatnonzero(kept)) | _only(layout)

    def _after(self, lead: _Lead) -> tuple[int, ...]:
        """Return the position after a lead, as the kernels take it."""
        return HAND_SIZE, ALL_OWN, ALL_HIDDEN, 0, self.target, lead.tile, -1

    def _call(
        self, kernel: Callable[..., int], arguments: tuple[int, ...], layouts: Members
    ) -> tuple[int, Members]:
        """Return a kernel's result, and the set that it wrote."""
        try:
            called = self.searcher.call(kernel, arguments, to_bits(layouts), self._left())
        except TimeoutError:
            raise _TimeUpError from None
        self.nodes += called.nodes
        return called.result, from_bits(called.layouts, LAYOUTS)

    def _left(self) -> float:
        """Return the seconds left; there are some."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise _TimeUpError
        return left


def _only(layouts: int | NDArray[np.int64]) -> Members:
    """Return the set of some layouts."""
    found = np.zeros(LAYOUTS, bool)
    found[layouts] = True
    return found
