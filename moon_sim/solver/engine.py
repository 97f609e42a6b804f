"""Call the kernels: their switches, the memory they keep, and compiling them.

What is given here has been checked. The other files of the room are what callers use.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import DEFAULT_RULES, HAND_SIZE, Layouts, Rules
from moon_sim.kernels import leads as lead_kernels
from moon_sim.kernels import race
from moon_sim.kernels import search as kernels
from moon_sim.running import compiled_once
from moon_sim.solver.tables import rule_tables

TABLE_SIZE = 1 << 16
"""Entries in a transposition table: 512 KiB, which fits a core's second-level cache."""


@dataclass(frozen=True)
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
    killer_leads : bool
        Try the lead first that last decided a trick with as many left and the same leader.
    """

    table: bool = True
    ordering: bool = True
    sure_tricks: bool = True
    equal_trumps: bool = True
    killer_leads: bool = True

    def switches(self) -> int:
        """Return the switches as the bits that the kernels take."""
        return (
            kernels.TABLE * self.table
            | kernels.ORDER * self.ordering
            | kernels.SURE * self.sure_tricks
            | kernels.ALIKE * self.equal_trumps
            | kernels.KILLERS * self.killer_leads
        )


ALL_ON = Search()

_local = threading.local()  # one transposition table a thread and set of rules


def _table_of(rules: Rules) -> NDArray[np.int64]:
    """Return this thread's transposition table for a set of rules."""
    tables: dict[Rules, NDArray[np.int64]] = _local.__dict__.setdefault("tables", {})
    if rules not in tables:
        tables[rules] = np.zeros(TABLE_SIZE, np.int64)
    return tables[rules]


def solve_rows(
    hands: NDArray[np.int64],
    trump: NDArray[np.int64],
    leader: NDArray[np.int64],
    played: Sequence[int],
    switches: Search,
    rules: Rules,
    table: NDArray[np.int64] | None = None,
    nodes: NDArray[np.int64] | None = None,
) -> NDArray[np.int8]:
    """Solve positions in this thread.

    Parameters
    ----------
    hands, trump, leader, played
        As `kernels.search.values` takes them.
    switches : Search
    rules : Rules
    table : (2**k,) int64 array, optional
        The transposition table; the thread's own by default.
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.

    Returns
    -------
    (n,) int8 array
        The declarer's tricks.
    """
    out = np.empty(len(hands), np.int8)
    kernels.values(
        hands,
        trump,
        leader,
        np.array(played, np.int64),
        switches.switches(),
        rule_tables(rules),
        _table_of(rules) if table is None else table,
        out,
        np.zeros(HAND_SIZE + 1, np.int64) if nodes is None else nodes,
    )
    return out


def run_race(
    hands: Sequence[int],
    defenders: NDArray[np.int64],
    trump: int,
    targets: Sequence[int],
    blind: bool,
    rules: Rules,
    nodes: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Find the best plans in this thread.

    Parameters
    ----------
    hands, defenders, trump, targets
        As `kernels.race.best_plans` takes them.
    blind : bool
        Whether a plan names the lead, too.
    rules : Rules
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.

    Returns
    -------
    best, lead, wins : (k,) int64 arrays
        As that kernel fills them in.
    """
    best, lead, wins = np.zeros((3, len(targets)), np.int64)
    race.best_plans(
        np.array(hands, np.int64),
        np.ascontiguousarray(defenders, np.int64),
        int(trump),
        np.array(targets, np.int64),
        int(blind),
        ALL_ON.switches(),
        rule_tables(rules),
        _table_of(rules),
        best,
        lead,
        wins,
        np.zeros(HAND_SIZE + 1, np.int64) if nodes is None else nodes,
    )
    return best, lead, wins


def solve_leads(
    hand: int,
    defenders: NDArray[np.int64],
    trump: int,
    leads: Sequence[int],
    least: int,
    switches: Search,
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
    switches : Search
    rules : Rules
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.

    Returns
    -------
    (n, m) int8 array
        The declarer's tricks.
    """
    out = np.empty((len(defenders), len(leads)), np.int8)
    lead_kernels.lead_tricks(
        hand,
        np.ascontiguousarray(defenders, np.int64),
        int(trump),
        np.array(leads, np.int64),
        least,
        hand.bit_count(),
        switches.switches(),
        rule_tables(rules),
        _table_of(rules),
        out,
        np.zeros(HAND_SIZE + 1, np.int64) if nodes is None else nodes,
    )
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
            run_race([int(hands[0, 0])], hands[:, 1:], 0, (1,), False, DEFAULT_RULES)
            solve_leads(int(hands[0, 0]), hands[:, 1:], 0, [], 0, ALL_ON, DEFAULT_RULES)
