"""Solve a position, a batch of positions, every play of a position, a best line.

All values are **double-dummy**: the declarer's tricks from here on when all hands lie open and
the two defenders play as one against it. Seat 0 is the declarer. `docs/solver.md` explains how
the search works.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.checks import View, check_view, whole
from moon_sim.compiling import compiled_once
from moon_sim.core import leads as lead_kernels
from moon_sim.core import race
from moon_sim.core import search as kernels
from moon_sim.errors import IllegalPlayError, InvalidDealError
from moon_sim.layouts import Layouts
from moon_sim.parallel import Progress, run_jobs
from moon_sim.positions import (
    DealLike,
    Position,
    Tiles,
    check_batch,
    check_hands,
    check_position,
)
from moon_sim.rules import DEFAULT_RULES, HAND_SIZE, SEATS, Rules, Trump
from moon_sim.tables import rule_tables
from moon_sim.tiles import TILES, as_mask, tile_ids, tile_name

__all__ = [
    "Search",
    "Trick",
    "best_hands",
    "best_line",
    "best_plans",
    "count_nodes",
    "distinct_leads",
    "lead_tricks",
    "solve",
    "solve_batch",
    "solve_plays",
    "warm_up",
]

TABLE_SIZE = 1 << 16
"""Entries in a transposition table: 512 KiB, which fits a core's second-level cache."""

CHUNK = 1024
"""Rows of a batch that are solved in one call of the kernel."""


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


class Trick(NamedTuple):
    """One trick of a line of play.

    Attributes
    ----------
    leader : int
        The seat that led.
    tiles : tuple of str
        The tiles in the order of play.
    winner : int
        The seat that took the trick.
    """

    leader: int
    tiles: tuple[str, ...]
    winner: int

    def __str__(self) -> str:
        plays = "  ".join(
            f"{(self.leader + place) % SEATS}: {tile}" for place, tile in enumerate(self.tiles)
        )
        return f"{plays}  -> seat {self.winner}"


_local = threading.local()  # one transposition table a thread and set of rules


def _table(rules: Rules) -> NDArray[np.int64]:
    tables: dict[Rules, NDArray[np.int64]] = _local.__dict__.setdefault("tables", {})
    if rules not in tables:
        tables[rules] = np.zeros(TABLE_SIZE, np.int64)
    return tables[rules]


def warm_up() -> None:
    """Compile all kernels, with a line on stderr if that has not been done before.

    Functions of this module do it by themselves.
    """
    with compiled_once("solver") as first:
        if first:
            hands = Layouts.of_set().hands([0])
            one = np.zeros(1, np.int64)
            _solve_rows(hands, one, one, (), ALL_ON, DEFAULT_RULES)
            _race([int(hands[0, 0])], hands[:, 1:], 0, (1,), False, DEFAULT_RULES)
            _leads(int(hands[0, 0]), hands[:, 1:], 0, [], 0, ALL_ON, DEFAULT_RULES)


def _solve_rows(
    hands: NDArray[np.int64],
    trump: NDArray[np.int64],
    leader: NDArray[np.int64],
    played: Sequence[int],
    switches: Search,
    rules: Rules,
    table: NDArray[np.int64] | None = None,
    nodes: NDArray[np.int64] | None = None,
) -> NDArray[np.int8]:
    """Call the kernel on checked rows, in this thread."""
    out = np.empty(len(hands), np.int8)
    kernels.values(
        hands,
        trump,
        leader,
        np.array(played, np.int64),
        switches.switches(),
        rule_tables(rules),
        _table(rules) if table is None else table,
        out,
        np.zeros(HAND_SIZE + 1, np.int64) if nodes is None else nodes,
    )
    return out


# --- One position -----------------------------------------------------------------------------


def solve(
    deal: DealLike,
    trump: Tiles,
    leader: int = 0,
    played: str | Sequence[Tiles] = (),
    *,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
) -> int:
    """Return the double-dummy value of a position.

    Parameters
    ----------
    deal : Deal, str, or sequence of three str or int
        The hands at the start of the trick: declarer, seat 1, seat 2.
    trump : Trump, int or str
        0-6, doubles (7) or none (8).
    leader : int
        The seat that leads or led to this trick.
    played : str or sequence of str or int
        The 0-2 tiles already on the trick, in order; they are among the deal's tiles.
    search : Search, optional
        Optimisations to switch off.
    rules : Rules, optional

    Returns
    -------
    int
        The declarer's tricks from here on, this trick included.

    Raises
    ------
    TypeError
        If an argument has a wrong type.
    InvalidDealError
        If the hands can't be.
    IllegalPlayError
        If trump, leader or a tile played is not allowed.

    Notes
    -----
    Rules R6-R12; target search by zero-window alpha-beta, see ``docs/solver.md``.

    Examples
    --------
    >>> solve("6-6 6-4 | 6-5 4-4 | 5-3 0-0", trump="none")
    2
    """
    position = check_position(deal, trump, leader, played)
    return _value(position, search, rules)


def solve_plays(
    deal: DealLike,
    trump: Tiles,
    leader: int = 0,
    played: str | Sequence[Tiles] = (),
    *,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
) -> dict[str, int]:
    """Return the double-dummy value of every legal play of the seat to play.

    Parameters
    ----------
    deal, trump, leader, played, search, rules
        As `solve` takes them.

    Returns
    -------
    dict of str to int
        For each legal tile, highest first, the declarer's tricks from here on (this trick
        included) after that play. The declarer wants the largest, a defender the smallest.

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        As `solve` does.

    Examples
    --------
    >>> solve_plays("6-6 6-4 | 6-5 4-4 | 5-3 0-0", trump="none")
    {'6-6': 2, '6-4': 0}
    """
    position = check_position(deal, trump, leader, played)
    return {tile_name(tile): value for tile, value in _plays(position, search, rules).items()}


def best_line(
    deal: DealLike,
    trump: Tiles,
    leader: int = 0,
    played: str | Sequence[Tiles] = (),
    *,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
) -> list[Trick]:
    """Return one line of play that reaches the double-dummy value, trick by trick.

    Of plays with the same value each seat chooses the lowest tile.

    Parameters
    ----------
    deal, trump, leader, played, search, rules
        As `solve` takes them.

    Returns
    -------
    list of Trick
        All tricks to the end; the first one holds `played`, too.

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        As `solve` does.

    Examples
    --------
    >>> for trick in best_line("6-6 6-4 | 6-5 4-4 | 5-3 0-0", trump="none"):
    ...     print(trick)
    0: 6-6  1: 6-5  2: 0-0  -> seat 0
    0: 6-4  1: 4-4  2: 5-3  -> seat 0
    """
    position = check_position(deal, trump, leader, played)
    line = []
    while True:
        values = _plays(position, search, rules)
        best = max(values.values()) if position.seat == 0 else min(values.values())
        tile = min(tile for tile, value in values.items() if value == best)
        plays = (*position.played, tile)
        trick_leader = position.leader
        position, _ = position.after(tile, rules)
        if not position.played:
            line.append(Trick(trick_leader, tuple(map(tile_name, plays)), position.leader))
            if not position.hands[0]:
                return line


def _value(position: Position, switches: Search, rules: Rules) -> int:
    """Return the declarer's tricks from a position on."""
    if not position.hands[0]:
        return 0
    warm_up()
    hands = np.array([position.hands], np.int64)
    trump = np.array([position.trump], np.int64)
    leader = np.array([position.leader], np.int64)
    return int(_solve_rows(hands, trump, leader, position.played, switches, rules)[0])


def _plays(position: Position, switches: Search, rules: Rules) -> dict[int, int]:
    """Return the value of each legal play, by tile id."""
    values = {}
    for tile in sorted(tile_ids(position.legal()), reverse=True):
        rest, taken = position.after(tile, rules)
        values[tile] = taken + _value(rest, switches, rules)
    return values


# --- Many positions ---------------------------------------------------------------------------


def solve_batch(
    hands: ArrayLike,
    trump: ArrayLike | str,
    leader: ArrayLike = 0,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
) -> NDArray[np.int8]:
    """Return the double-dummy values of many positions at the start of a trick.

    Parameters
    ----------
    hands : (n, 3) array of int
        Masks of the declarer's hand and those of seats 1 and 2, equal in size in each row.
    trump : int, str, or (n,) array of int
        One trump for all rows, or one a row.
    leader : int, or (n,) array of int
        One leader for all rows, or one a row.
    threads : int, optional
        Threads to use; `MOON_SIM_THREADS`, or all cores, by default. The result is the same.
    progress : callable, optional
        Called with the number of parts done and of all parts.
    search : Search, optional
    rules : Rules, optional

    Returns
    -------
    (n,) int8 array
        The declarer's tricks, 0-7. Rows that are alike are solved faster side by side.

    Raises
    ------
    TypeError
        If an array is not of whole numbers.
    ValueError
        If an array has a wrong shape.
    InvalidDealError
        If hands can't be; the message names the row.
    IllegalPlayError
        If a trump or leader is out of range.

    Examples
    --------
    >>> from moon_sim.layouts import Layouts
    >>> layouts = Layouts.after_exchange("6-6 6-5 6-4 5-5 4-4 3-3 1-1", discard="2-1")
    >>> solve_batch(layouts.hands(), "none").min()
    np.int8(7)
    """
    rows, trumps, leaders = check_batch(hands, trump, leader)
    warm_up()
    parts = [slice(start, start + CHUNK) for start in range(0, len(rows), CHUNK)]
    jobs = [
        partial(_solve_rows, rows[part], trumps[part], leaders[part], (), search, rules)
        for part in parts
    ]
    return np.concatenate([np.empty(0, np.int8), *run_jobs(jobs, threads, progress)])


def best_hands(
    hands: Sequence[int],
    defenders: NDArray[np.int64],
    trump: int,
    targets: Sequence[int],
    *,
    nodes: NDArray[np.int64] | None = None,
    rules: Rules = DEFAULT_RULES,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find the hand with which the declarer makes a target on the most layouts.

    A hand is given up for a target once it has failed on as many layouts as the best so far, so
    this takes a fraction of the time that solving all layouts with all hands would.

    Parameters
    ----------
    hands : sequence of int
        The hands to choose from, as masks; one or more, and the declarer leads.
    defenders : (n, 2) int64 array
        The layouts: masks of the hands of seats 1 and 2. They are disjoint from each hand.
    trump : int
    targets : sequence of int
        Tricks to make, rising.
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.
    rules : Rules, optional

    Returns
    -------
    best : (k,) int64 array
        Place in `hands` of the best hand for each target.
    wins : (k,) int64 array
        Layouts on which it makes the target.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        If hands, targets or trump can't be.
    """
    best, _, wins = best_plans(
        hands, defenders, trump, targets, view="double-dummy", nodes=nodes, rules=rules
    )
    return best, wins


def best_plans(
    hands: Sequence[int],
    defenders: NDArray[np.int64],
    trump: int,
    targets: Sequence[int],
    *,
    view: View = "blind-lead",
    nodes: NDArray[np.int64] | None = None,
    rules: Rules = DEFAULT_RULES,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Find the hand and lead with which the declarer makes a target on the most layouts.

    Parameters
    ----------
    hands, defenders, trump, targets, nodes, rules
        As `best_hands` takes them.
    view : {"blind-lead", "double-dummy"}
        Whether the lead is part of the plan, the same on every layout, or picked on each.

    Returns
    -------
    best : (k,) int64 array
        Place in `hands` of the best plan's hand for each target.
    lead : (k,) int64 array
        Id of the tile that it leads; -1 in the double-dummy view.
    wins : (k,) int64 array
        Layouts on which it makes the target.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        If hands, targets, trump or view can't be.

    Examples
    --------
    >>> best_plans([0b1], np.array([[2, 4], [4, 8]]), trump=8, targets=[1])
    (array([0]), array([0]), array([2]))
    """
    blind = check_view(view) == "blind-lead"
    goals = [whole(target, "targets", 0, HAND_SIZE) for target in targets]
    if goals != sorted(set(goals)):
        raise ValueError(f"targets: expected them to rise, got {goals}")
    masks = [as_mask(hand, "hands") for hand in hands]
    against = np.asarray(defenders)
    check_hands([[mask, *against[0]] for mask in masks] if len(against) else [])
    first = np.full(len(against), masks[0])
    against = check_hands(np.column_stack([first, against]))[:, 1:]
    for place, mask in enumerate(masks):
        if np.any(against & mask):
            raise InvalidDealError(f"hands[{place}]: a defender holds a tile of it")
    named = Trump.parse(trump)
    warm_up()
    return _race(masks, against, named, goals, blind, rules, nodes)


def _race(
    hands: Sequence[int],
    defenders: NDArray[np.int64],
    trump: int,
    targets: Sequence[int],
    blind: bool,
    rules: Rules,
    nodes: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Call the kernel on checked arguments, in this thread."""
    best, lead, wins = np.zeros((3, len(targets)), np.int64)
    race.best_plans(
        np.array(hands, np.int64),
        np.ascontiguousarray(defenders, np.int64),
        int(trump),
        np.array(targets, np.int64),
        int(blind),
        ALL_ON.switches(),
        rule_tables(rules),
        _table(rules),
        best,
        lead,
        wins,
        np.zeros(HAND_SIZE + 1, np.int64) if nodes is None else nodes,
    )
    return best, lead, wins


def lead_tricks(
    hand: int,
    defenders: NDArray[np.int64],
    trump: int,
    leads: Sequence[int] | None = None,
    *,
    least: int = 0,
    nodes: NDArray[np.int64] | None = None,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
) -> NDArray[np.int8]:
    """Return the declarer's tricks after each lead on each layout, double-dummy from there.

    Parameters
    ----------
    hand : int
        The declarer's hand as a mask; the declarer leads.
    defenders : (n, 2) int64 array
        The layouts: masks of the hands of seats 1 and 2.
    trump : int
    leads : sequence of int, optional
        Ids of the tiles to lead; all of the hand by default, lowest first.
    least : int
        Values below this many tricks count as this many, which saves time.
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.
    search : Search, optional
    rules : Rules, optional

    Returns
    -------
    (n, m) int8 array
        Tricks, 0-7; a row a layout, a column a lead.

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        If hands, trump or leads can't be.

    Examples
    --------
    >>> from moon_sim.deals import Deal
    >>> hand, *defenders = Deal.parse("6-6 6-4 | 6-5 4-4 | 5-3 0-0").hands
    >>> lead_tricks(hand, np.array([defenders]), trump=8)  # 6-4, then 6-6
    array([[0, 2]], dtype=int8)
    """
    held = as_mask(hand, "hand")
    against = np.asarray(defenders)
    against = check_hands(np.column_stack([np.full(len(against), held), against]))[:, 1:]
    named = Trump.parse(trump)
    tiles = (
        list(tile_ids(held))
        if leads is None
        else [whole(tile, "leads", 0, len(TILES) - 1) for tile in leads]
    )
    for tile in tiles:
        if not held >> tile & 1:
            raise IllegalPlayError(f"leads: the declarer does not hold {tile_name(tile)}")
    low = min(whole(least, "least", 0, HAND_SIZE), held.bit_count())
    warm_up()
    return _leads(held, against, named, tiles, low, search, rules, nodes)


def distinct_leads(hand: int, hidden: int, trump: int, rules: Rules = DEFAULT_RULES) -> list[int]:
    """Return a hand's leads without trumps that are worth the same as a lower one.

    Parameters
    ----------
    hand, hidden : int
        Masks of the declarer's tiles, and of those that the defenders hold.
    trump : int
    rules : Rules, optional

    Returns
    -------
    list of int
        Tile ids, lowest first.

    Examples
    --------
    >>> from moon_sim.tiles import format_tiles, parse_tiles
    >>> leads = distinct_leads(parse_tiles("6-6 6-5 6-3 2-1"), parse_tiles("6-4 5-5"), 6)
    >>> [format_tiles(1 << tile) for tile in leads]
    ['2-1', '6-3', '6-5']
    """
    tables = rule_tables(rules)
    place = tables.place[trump].tolist()
    trumps = int(tables.trumps[trump])
    leads = []
    parted = True
    for tile in sorted(tile_ids(hand | hidden), key=place.__getitem__):
        is_trump = trumps >> place[tile] & 1
        own = hand >> tile & 1
        if own and (parted or not is_trump):
            leads.append(tile)
        if is_trump:
            parted = not own
    return sorted(leads)


def _leads(
    hand: int,
    defenders: NDArray[np.int64],
    trump: int,
    leads: Sequence[int],
    least: int,
    switches: Search,
    rules: Rules,
    nodes: NDArray[np.int64] | None = None,
) -> NDArray[np.int8]:
    """Call the kernel on checked arguments, in this thread."""
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
        _table(rules),
        out,
        np.zeros(HAND_SIZE + 1, np.int64) if nodes is None else nodes,
    )
    return out


def count_nodes(
    hands: ArrayLike,
    trump: ArrayLike | str,
    leader: ArrayLike = 0,
    *,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Solve a batch in one thread from an empty table, and count the positions searched.

    Parameters
    ----------
    hands, trump, leader, search, rules
        As `solve_batch` takes them.

    Returns
    -------
    values : (n,) int8 array
        The declarer's tricks.
    nodes : (8,) int64 array
        Positions at the start of a trick that were searched after the root, by tricks left.
    """
    rows, trumps, leaders = check_batch(hands, trump, leader)
    warm_up()
    nodes = np.zeros(HAND_SIZE + 1, np.int64)
    table = np.zeros(TABLE_SIZE, np.int64)
    return _solve_rows(rows, trumps, leaders, (), search, rules, table, nodes), nodes
