"""Solve a position, a batch of positions, every play of a position, a best line.

All values are **double-dummy**: the declarer's tricks from here on when all hands lie open and
the two defenders play as one against it. Seat 0 is the declarer. `docs/solver.md` explains how
the search works.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    SEATS,
    DealLike,
    Position,
    Rules,
    TrumpLike,
    check_batch,
    check_position,
    check_supported,
    led_suit,
    tile_name,
)
from moon_sim.kernels.search import LOWER
from moon_sim.running import Progress, run_jobs
from moon_sim.solver.engine import ALL_ON, Search, solve_rows, warm_up
from moon_sim.solver.memory import new_memory

CHUNK = 1024
"""Rows of a batch that are solved in one call of the kernel."""

BESIDES = ("trump_before_widow", "leader_names_suit", "first_lead_must_be_trump")
"""The rules that positions follow besides those that all do."""


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


# --- One position -----------------------------------------------------------------------------


def solve(
    deal: DealLike,
    trump: TrumpLike,
    leader: int = 0,
    played: str | Sequence[str] = (),
    *,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
    suit: SupportsIndex | None = None,
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
    suit : int, optional
        The number that the leader of this trick named, where by a house rule it does: there is a
        lead, and it could have been led as either of its numbers.

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
    check_supported(rules, "solve", *BESIDES)
    position = check_position(deal, trump, leader, played, rules, suit)
    return _value(position, search)


def solve_plays(
    deal: DealLike,
    trump: TrumpLike,
    leader: int = 0,
    played: str | Sequence[str] = (),
    *,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
    suit: SupportsIndex | None = None,
) -> dict[str, int]:
    """Return the double-dummy value of every legal play of the seat to play.

    Parameters
    ----------
    deal, trump, leader, played, search, rules, suit
        As `solve` takes them.

    Returns
    -------
    dict of str to int
        For each legal tile, highest first, the declarer's tricks from here on (this trick
        included) after that play. The declarer wants the largest, a defender the smallest. Where
        by a house rule the leader names the suit, a tile that it can lead in two has a value for
        each, as ``6-5:6`` and ``6-5:5``.

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        As `solve` does.

    Examples
    --------
    >>> solve_plays("6-6 6-4 | 6-5 4-4 | 5-3 0-0", trump="none")
    {'6-6': 2, '6-4': 0}
    """
    check_supported(rules, "solve_plays", *BESIDES)
    position = check_position(deal, trump, leader, played, rules, suit)
    return {_written(*play): value for play, value in _plays(position, search).items()}


def best_line(
    deal: DealLike,
    trump: TrumpLike,
    leader: int = 0,
    played: str | Sequence[str] = (),
    *,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
    suit: SupportsIndex | None = None,
) -> list[Trick]:
    """Return one line of play that reaches the double-dummy value, trick by trick.

    Of plays with the same value each seat chooses the lowest tile, and leads it in the suit of its
    higher number.

    Parameters
    ----------
    deal, trump, leader, played, search, rules, suit
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
    check_supported(rules, "best_line", *BESIDES)
    position = check_position(deal, trump, leader, played, rules, suit)
    line = []
    while True:
        values = _plays(position, search)
        best = max(values.values()) if position.seat == 0 else min(values.values())
        every = [play for play, value in values.items() if value == best]
        tile, suit = min(every, key=lambda play: (play[0], -(play[1] or 0)))
        named = position.named if position.played else suit
        lead, *others = *position.played, tile
        trick_leader = position.leader
        position, _ = position.after(tile, suit)
        if not position.played:
            tiles = _written(lead, named), *map(tile_name, others)
            line.append(Trick(trick_leader, tiles, position.leader))
            if not position.hands[0]:
                return line


def _written(tile: int, suit: int | None) -> str:
    """Return a play as text, with the suit that its leader names."""
    return tile_name(tile) if suit is None else f"{tile_name(tile)}:{suit}"


def _value(position: Position, switches: Search) -> int:
    """Return the declarer's tricks from a position on."""
    if not position.hands[0]:
        return 0
    warm_up()
    hands = np.array([position.hands], np.int64)
    trump = np.array([position.trump], np.int64)
    leader = np.array([position.leader], np.int64)
    played = list(position.played)
    if played and position.suit != led_suit(played[0], position.trump):
        played[0] += LOWER
    return int(solve_rows(hands, trump, leader, played, switches, position.rules)[0])


def _plays(position: Position, switches: Search) -> dict[tuple[int, int | None], int]:
    """Return the value of each legal play, by tile id and suit named."""
    values = {}
    for play in position.plays():
        rest, taken = position.after(*play)
        values[play] = taken + _value(rest, switches)
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
    >>> from moon_sim.game import Layouts
    >>> layouts = Layouts.after_exchange("6-6 6-5 6-4 5-5 4-4 3-3 1-1", discard="2-1")
    >>> solve_batch(layouts.hands(), "none").min()
    np.int8(7)
    """
    check_supported(rules, "solve_batch", *BESIDES)
    rows, trumps, leaders = check_batch(hands, trump, leader, rules)
    warm_up()
    parts = [slice(start, start + CHUNK) for start in range(0, len(rows), CHUNK)]
    jobs = [
        partial(solve_rows, rows[part], trumps[part], leaders[part], (), search, rules)
        for part in parts
    ]
    return np.concatenate([np.empty(0, np.int8), *run_jobs(jobs, threads, progress)])


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
    check_supported(rules, "count_nodes", *BESIDES)
    rows, trumps, leaders = check_batch(hands, trump, leader, rules)
    warm_up()
    nodes = np.zeros(HAND_SIZE + 1, np.int64)
    memory = new_memory(rules)
    return solve_rows(rows, trumps, leaders, (), search, rules, memory, nodes), nodes
