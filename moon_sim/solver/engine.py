"""Call the kernels: their switches, the memory they keep, and compiling them.

What is given here has been checked. The other files of the room are what callers use.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import DEFAULT_RULES, Layouts, Rules, Trump
from moon_sim.kernels import leads as lead_kernels
from moon_sim.kernels import plays as play_kernels
from moon_sim.kernels import race, state
from moon_sim.kernels import search as kernels
from moon_sim.kernels.search import LOWER as LOWER
from moon_sim.running import compiled_once
from moon_sim.solver.memory import new_memory


@dataclass(frozen=True, repr=False)
class Search:
    """The solver's optimisations, each of which can be switched off; none changes a value.

    Attributes
    ----------
    table : bool
        Keep what was found of positions at the start of a trick (transposition table).
    ordering : bool
        Try the likeliest plays first.
    sure_tricks : bool
        Stop where the sure tricks of one side decide.
    equal_trumps : bool
        Of a hand's trumps that are worth the same, play one.
    open_discard : bool
        In a race, run all plans with one trump at once, the discard undecided, before each alone.
    likely_first : bool
        In a race, start with the plans that do best on a few layouts, and with the layouts on which
        plans are likely to fail.
    """

    table: bool = True
    ordering: bool = True
    sure_tricks: bool = True
    equal_trumps: bool = True
    open_discard: bool = True
    likely_first: bool = True

    def __repr__(self) -> str:
        """Return which are off."""
        off = (field.name for field in fields(self) if not getattr(self, field.name))
        return f"Search({', '.join(f'{name}=False' for name in off)})"

    def switches(self) -> int:
        """Return the switches as the bits that the kernels take."""
        return (
            kernels.KEPT * self.table
            | kernels.ORDERED * self.ordering
            | kernels.SURE * self.sure_tricks
            | kernels.EQUAL * self.equal_trumps
            | race.OPEN_DISCARD * self.open_discard
            | race.LIKELY_FIRST * self.likely_first
        )


ALL_ON = Search()

_local = threading.local()  # one memory a thread and set of rules


def _memory_of(
    rules: Rules, search: Search, memory: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Return this thread's memory for a set of rules, or a given one, ready for a search."""
    if memory is None:
        memories: dict[Rules, NDArray[np.int64]] = _local.__dict__.setdefault("memories", {})
        if rules not in memories:
            memories[rules] = new_memory(rules)
        memory = memories[rules]
    switches = search.switches()
    if rules.leader_names_suit:
        switches &= ~kernels.SURE  # which counts on the suits of the higher numbers
    if rules.first_lead_must_be_trump:
        switches |= kernels.TRUMPS_FIRST
    memory[state.SWITCHES] = switches
    memory[state.NODES : state.NODES_END] = 0
    return memory


def _count(memory: NDArray[np.int64], nodes: NDArray[np.int64] | None) -> None:
    """Add the positions that a search counted to those of others."""
    if nodes is not None:
        nodes += memory[state.NODES : state.NODES_END]


def solve_rows(
    hands: NDArray[np.int64],
    trump: NDArray[np.int64],
    leader: NDArray[np.int64],
    played: Sequence[int],
    search: Search,
    rules: Rules,
    memory: NDArray[np.int64] | None = None,
    nodes: NDArray[np.int64] | None = None,
) -> NDArray[np.int8]:
    """Solve positions in this thread.

    Parameters
    ----------
    hands, trump, leader, played
        As `kernels.search.values` takes them.
    search : Search
    rules : Rules
    memory : (z,) int64 array, optional
        As `new_memory` makes it for the same rules; the thread's own by default.
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.

    Returns
    -------
    (n,) int8 array
        The declarer's tricks.
    """
    out = np.empty(len(hands), np.int8)
    memory = _memory_of(rules, search, memory)
    kernels.values(hands, trump, leader, np.array(played, np.int64), memory, out)
    _count(memory, nodes)
    return out


def run_race(
    hands: Sequence[int],
    defenders: NDArray[np.int64],
    trumps: Sequence[int],
    targets: Sequence[int],
    blind: bool,
    search: Search,
    rules: Rules,
    nodes: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Find the best plans in this thread.

    Parameters
    ----------
    hands, defenders, trumps, targets
        As `kernels.race.best_plans` takes them.
    blind : bool
        Whether a plan names the lead, too.
    search : Search
    rules : Rules
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.

    Returns
    -------
    (k, 4) int64 array
        For each target the layouts on which the best plan makes it, the index of its hand, its
        trump, and the tile that it leads or -1.
    """
    best = np.zeros((len(targets), race.RANK + 1), np.int64)
    memory = _memory_of(rules, search)
    race.best_plans(
        np.array(hands, np.int64),
        np.ascontiguousarray(defenders, np.int64),
        np.array(trumps, np.int64),
        np.array(targets, np.int64),
        int(blind),
        memory,
        best,
    )
    _count(memory, nodes)
    return best[:, : race.RANK]


def holds_out(
    hand: int,
    lead: int,
    defenders: NDArray[np.int64],
    trump: int,
    target: int,
    misses: int,
    search: Search,
    rules: Rules,
    nodes: NDArray[np.int64] | None = None,
) -> bool:
    """Return whether a plan misses a target on so many layouts at most, in this thread.

    Parameters
    ----------
    hand, lead, defenders, trump, target, misses
        As `kernels.race.holds_out` takes them.
    search : Search
    rules : Rules
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.

    Returns
    -------
    bool
    """
    memory = _memory_of(rules, search)
    layouts = np.ascontiguousarray(defenders, np.int64)
    found = race.holds_out(hand, lead, layouts, int(trump), target, misses, memory)
    _count(memory, nodes)
    return bool(found)


def solve_leads(
    hand: int,
    defenders: NDArray[np.int64],
    trump: int,
    leads: Sequence[int],
    least: int,
    search: Search,
    rules: Rules,
    nodes: NDArray[np.int64] | None = None,
) -> NDArray[np.int8]:
    """Solve each layout for each of some leads, in this thread.

    Parameters
    ----------
    hand, defenders, trump, leads
        As `kernels.leads.lead_tricks` takes them.
    least : int
        Values below this many tricks count as this many.
    search : Search
    rules : Rules
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.

    Returns
    -------
    (n, m) int8 array
        The declarer's tricks.
    """
    out = np.empty((len(defenders), len(leads)), np.int8)
    memory = _memory_of(rules, search)
    lead_kernels.lead_tricks(
        hand,
        np.ascontiguousarray(defenders, np.int64),
        int(trump),
        np.array(leads, np.int64),
        least,
        hand.bit_count(),
        memory,
        out,
    )
    _count(memory, nodes)
    return out


def play_tricks(
    hands: NDArray[np.int64],
    trump: int,
    leader: int,
    played: Sequence[int],
    plays: Sequence[int],
    low: int,
    high: int,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
    nodes: NDArray[np.int64] | None = None,
) -> NDArray[np.int8]:
    """Solve each layout of a position for each of some plays of the seat to act, in this thread.

    Parameters
    ----------
    hands : (n, 3) int64 array
        Masks of the hands of the declarer and of the seats after it, the tiles on the trick still
        among them.
    trump, leader : int
    played : sequence of int
        Ids of the 0-2 tiles on the trick, in order; `LOWER` (22) more for a lead in the suit of its
        tile's lower number.
    plays : sequence of int
        Ids of legal plays, likewise.
    low, high : int
        Tricks beyond these are not told apart.
    search : Search, optional
    rules : Rules, optional
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.

    Returns
    -------
    (n, m) int8 array
        The declarer's tricks from here on, this one included.
    """
    out = np.empty((len(hands), len(plays)), np.int8)
    memory = _memory_of(rules, search)
    play_kernels.play_tricks(
        np.ascontiguousarray(hands, np.int64),
        int(trump),
        leader,
        np.array(played, np.int64),
        np.array(plays, np.int64),
        low,
        high,
        memory,
        out,
    )
    _count(memory, nodes)
    return out


def warm_up() -> None:
    """Compile all kernels, with a line on stderr if that has not been done before.

    Whatever calls a kernel does it by itself.
    """
    with compiled_once("solver") as first:
        if first:
            hands = Layouts.of_set().hands([0])
            one = np.zeros(1, np.int64)
            solve_rows(hands, one, one, (), ALL_ON, DEFAULT_RULES)
            own = int(hands[0, 0])
            run_race([own], hands[:, 1:], [Trump(0)], (1,), False, ALL_ON, DEFAULT_RULES)
            play_tricks(hands, 0, 0, (), [], 0, 7)
            solve_leads(own, hands[:, 1:], 0, [], 0, ALL_ON, DEFAULT_RULES)
            lead = own.bit_length() - 1
            holds_out(own, lead, hands[:, 1:], 0, 1, 0, ALL_ON, DEFAULT_RULES)
