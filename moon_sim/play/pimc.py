"""Card play by perfect-information Monte Carlo: what does best on layouts that fit, all open.

A number of layouts that fit all that the seat knows are drawn, and each of them is solved for each
legal play as if all hands lay open. A declarer plays what makes its target on the most layouts, a
defender what sets it on the most; of equal plays the declarer's is the one with the most tricks on
average, a defender's the one that leaves the declarer the fewest. What is still equal is decided by
strength (`strength`): a leader plays its strongest such tile, one that follows its weakest.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import SEATS, TILES, is_trump, led_suit, rank, target
from moon_sim.play.actions import Play
from moon_sim.play.observation import Observation
from moon_sim.play.state import State
from moon_sim.play.table import Table
from moon_sim.solver import ALL_ON, LOWER, play_tricks

Likelihood = Callable[[Observation, NDArray[np.int64]], NDArray[np.float64]]
"""How likely layouts are, as ratios, by what a seat has seen others do."""

DRAWN = 16
"""How many times as many layouts are drawn as are solved, where some are likelier than others."""


def strength(tile: int, table: Table) -> tuple[bool, int, int]:
    """Return how strong a tile is: trumps first, then by rank in the suit it leads, then by number.

    Parameters
    ----------
    tile : int
        Tile id.
    table : Table
        Whose trump and rules hold.

    Returns
    -------
    tuple
        The larger, the stronger.
    """
    assert table.trump is not None
    suit = led_suit(tile, table.trump)
    return is_trump(tile, table.trump), rank(tile, suit, table.trump, table.rules), TILES[tile][0]


def as_positions(table: Table, layouts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return layouts as the solver takes them.

    Parameters
    ----------
    table : Table
    layouts : (n, 4) int64 array
        As `Observation.layouts` gives them.

    Returns
    -------
    (n, 3) int64 array
        Masks of the hands of the declarer, of the seat after it and of the one before it, with the
        tiles that they have on the trick.
    """
    assert table.declarer is not None
    assert table.leader is not None
    hands = layouts[:, [(table.declarer + turn) % SEATS for turn in range(SEATS)]]
    for place, tile in enumerate(table.trick):
        hands[:, (table.leader + place - table.declarer) % SEATS] |= 1 << tile
    return hands


def _as_solved(play: Play) -> int:
    """Return a play as the solver takes it: the tile, or more for the suit of its lower number."""
    lower = play.suit is not None and play.suit != TILES[play.tile][0]
    return play.tile + LOWER * lower


def tricks_after(
    table: Table, layouts: NDArray[np.int64], plays: Sequence[Play]
) -> NDArray[np.int64]:
    """Return the declarer's tricks of the whole hand after each play, on each layout.

    Parameters
    ----------
    table : Table
    layouts : (n, 4) int64 array
    plays : sequence of Play

    Returns
    -------
    (n, m) int64 array
    """
    assert table.declarer is not None
    assert table.leader is not None
    assert table.trump is not None
    rest = play_tricks(
        as_positions(table, layouts),
        table.trump,
        (table.leader - table.declarer) % SEATS,
        [_as_solved(play) for play in table.plays[len(table.plays) - len(table.trick) :]],
        [_as_solved(play) for play in plays],
        0,
        table.tricks_left,
        ALL_ON,
        table.rules,
    )
    return rest.astype(np.int64) + table.tricks[table.declarer]


def in_order_of_merit(
    table: Table,
    seat: int,
    plays: Sequence[Play],
    made: NDArray[np.float64],
    mean: NDArray[np.float64],
) -> list[int]:
    """Return the places of some plays, the best for a seat first.

    Parameters
    ----------
    table : Table
    seat : int
        Who plays.
    plays : sequence of Play
    made : (m,) array
        How often the declarer makes its target after each.
    mean : (m,) array
        Its tricks on average.

    Returns
    -------
    list of int
        By `made`, then by `mean`, as the seat's side wants them; then a leader's strongest tile
        first, and else the weakest.
    """
    side = 1 if seat == table.declarer else -1
    leads = 1 if not table.trick else -1

    def merit(place: int) -> tuple[object, ...]:
        tied = tuple(leads * one for one in strength(plays[place].tile, table))
        return round(side * made[place], 9), round(side * mean[place], 9), tied

    return sorted(range(len(plays)), key=merit, reverse=True)


def plays_of(seen: Observation | State) -> list[Play]:
    """Return the legal plays of the seat to act.

    Parameters
    ----------
    seen : Observation or State

    Returns
    -------
    list of Play
    """
    return [action for action in seen.legal_actions() if isinstance(action, Play)]


def pimc_card(n: int, likelihood: Likelihood | None = None) -> Callable[..., Play]:
    """Return the card play of a player that looks at so many layouts.

    Parameters
    ----------
    n : int
        Layouts, drawn for each play.
    likelihood : callable, optional
        How likely layouts are to a defender; all alike by default, and to a declarer.

    Returns
    -------
    callable
        From an observation and a Generator, a play.
    """

    def card(seen: Observation, rng: np.random.Generator) -> Play:
        plays = plays_of(seen)
        if len(plays) == 1:
            return plays[0]
        if likelihood is None or seen.me == seen.declarer:
            layouts, times = seen.layouts(n, rng), None
        else:
            drawn = seen.layouts(DRAWN * n, rng)
            chosen, times = _likely(likelihood(seen, drawn), n, rng)
            layouts = drawn[chosen]
        tricks = tricks_after(seen, layouts, plays)
        made = np.average(tricks >= target(seen.bid, seen.rules), axis=0, weights=times)
        mean = np.average(tricks, axis=0, weights=times)
        return plays[in_order_of_merit(seen, seen.me, plays, made, mean)[0]]

    return card


def _likely(
    weights: NDArray[np.float64], n: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return some of the layouts, and how much each counts: all, or n draws by their weights.

    The draws are systematic, so that a layout comes as often as it should, but for a fraction.
    """
    shares = weights / weights.sum()
    if len(shares) <= n:
        return np.arange(len(shares)), shares
    points = (rng.random() + np.arange(n)) / n
    at = np.minimum(np.searchsorted(shares.cumsum(), points), len(shares) - 1)
    chosen, times = np.unique(at, return_counts=True)
    return chosen, times.astype(float)


def open_card(state: State, rng: np.random.Generator) -> Play:
    """Play with all hands open.

    Parameters
    ----------
    state : State
    rng : Generator
        Not used.

    Returns
    -------
    Play
    """
    assert state.seat is not None
    plays = plays_of(state)
    tricks = tricks_after(state, np.array([[*state.hands, 0]], np.int64), plays)
    made = (tricks >= target(state.bid, state.rules)).mean(axis=0)
    return plays[in_order_of_merit(state, state.seat, plays, made, tricks.mean(axis=0))[0]]
