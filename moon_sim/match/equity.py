"""Match equity: each player's probability of winning the match, from the scores.

Scores are in the order of calling, the first caller first; so are equities.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game import SEATS, first_caller, in_order, real, whole
from moon_sim.match.results import Results


class Course(NamedTuple):
    """How often deals come to each result, by the scores at which they are played.

    Attributes
    ----------
    scores : (m,) int64 array
        Rising: a grid has these for each of the three.
    shares : (m, m, m, results) float64 array
        How often each result comes at scores of the grid, by the scores of places 0, 1 and 2;
        together 1. In between they are mixed, linearly in each score; beyond the grid they are as
        at its edge.
    """

    scores: NDArray[np.int64]
    shares: NDArray[np.float64]

    @classmethod
    def always(cls, shares: ArrayLike) -> "Course":
        """Return the course of deals that are played alike at all scores.

        Parameters
        ----------
        shares : (results,) array_like
            How often each result comes.

        Returns
        -------
        Course
        """
        return cls(np.zeros(1, np.int64), np.array(shares, np.float64)[None, None, None])


@dataclass(frozen=True, eq=False)
class Equity:
    """Match equity by scores.

    Attributes
    ----------
    results : Results
        By the rules of the table.
    low : int
        Lower scores count as this one.
    table : (side, side, side, 3) float64 array
        Each place's probability of winning, by the scores of places 0, 1 and 2: from `low` to the
        score that ends the match, which two or three have only when they are level. Rows of scores
        that can't be, since the match has ended, say who has won.
    residual : float
        The most by which an equity differs from what the next deal makes of it.
    sweeps : int
        How many it took.
    """

    results: Results
    low: int
    table: NDArray[np.float64]
    residual: float
    sweeps: int

    def of(self, scores: Sequence[int]) -> NDArray[np.float64]:
        """Return each place's probability of winning.

        Parameters
        ----------
        scores : sequence of int
            By place: the first caller's is the first.

        Returns
        -------
        (3,) float64 array
            Together 1.

        Raises
        ------
        TypeError, ValueError
            If these are no three scores, or they have ended the match.
        """
        given = self._checked(scores)
        above = max(int(given.max()) - self.results.rules.winning_score, 0)
        at = np.maximum(given - above, self.low) - self.low
        row: NDArray[np.float64] = self.table[tuple(at)]
        return row.copy()

    def after(self, scores: Sequence[int]) -> NDArray[np.float64]:
        """Return what each result of the next deal is worth: the payoffs of its auction.

        Parameters
        ----------
        scores : sequence of int
            Before the deal, by place.

        Returns
        -------
        (results, 3) float64 array
            Each place's probability of winning the match, by place in the deal.

        Raises
        ------
        TypeError, ValueError
            If these are no three scores, or they have ended the match.
        """
        results, rules = self.results, self.results.rules
        now = self._checked(scores) + results.points  # below the lowest, too
        top, goal = now.max(axis=1), rules.winning_score
        leads = now == top[:, None]
        # A tie above the goal is as one at the goal, see the kernel.
        going = np.maximum(now - np.maximum(top - goal, 0)[:, None], self.low) - self.low
        moves = first_caller(0, rules)
        after = np.roll(self.table[tuple(np.roll(going, -moves, axis=1).T)], moves, axis=1)
        won = np.where((top >= goal) & (leads.sum(axis=1) == 1), leads.argmax(axis=1), -1)
        if rules.declarer_wins_ties:
            first = (top >= goal) & leads[np.arange(len(leads)), results.declarer]
            won = np.where(first & (results.declarer >= 0), results.declarer, won)
        won = np.where(results.wins >= 0, results.wins, won)
        return np.where(won[:, None] >= 0, np.eye(SEATS)[won], after)

    def _checked(self, scores: Sequence[int]) -> NDArray[np.int64]:
        """Return scores with which a match goes on."""
        given = [whole(one, "scores") for one in in_order(scores, "scores")]
        if len(given) != SEATS:
            raise ValueError(f"scores: expected three, got {len(given)}")
        top, goal = max(given), self.results.rules.winning_score
        if top >= goal and given.count(top) == 1:
            raise ValueError(f"scores: expected those of a match that goes on, got {given}")
        return np.array(given, np.int64)


def solve_equity(
    results: Results,
    course: Course,
    low: int = -20,
    *,
    tolerance: float = 1e-12,
    sweeps: int = 10_000,
    start: Equity | None = None,
) -> Equity:
    """Return match equity for matches whose deals come out as they are said to.

    Parameters
    ----------
    results : Results
        By the rules of the table.
    course : Course
        How often each result comes, at which scores.
    low : int
        Scores below it count as this one: they go down without bound.
    tolerance : float
        The residual that will do.
    sweeps : int
        The most that are made.
    start : Equity, optional
        Go on from it, a table of the same size.

    Returns
    -------
    Equity

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or shape, or the residual stays above the tolerance.

    Notes
    -----
    States go round in circles, so the table is swept until it stands still, from high scores to low
    ones, each new equity being used at once (Gauss-Seidel). The residual is measured afterwards,
    with all equities as they are.
    """
    from moon_sim.kernels.equities import sweep  # numba takes its time to be imported
    from moon_sim.running import compiled_once

    floor, least = whole(low, "low"), real(tolerance, "tolerance", 0)
    most = whole(sweeps, "sweeps", 1)
    goal = results.rules.winning_score
    if floor >= goal:
        raise ValueError(f"low: expected less than {goal}, got {floor}")
    side = goal - floor + 1
    states = _going_on(floor, goal)
    corners, parts, shares = _mixed(course, states, len(results))
    table = _begun(floor, goal, start)
    flat = table.reshape(-1, SEATS)
    args = (states, corners, parts, shares, *_arrays(results), _settings(results, floor), flat)
    with compiled_once("match equity"):
        made = 0
        while made < most:
            made += 1
            if sweep(*args, flat) <= least / 2:
                break
        residual = sweep(*args, np.empty_like(flat))
    if residual > least:
        raise ValueError(f"expected a residual of {least:g}, got {residual:g} in {made} sweeps")
    return Equity(results, floor, flat.reshape(side, side, side, SEATS), residual, made)


def _arrays(
    results: Results,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    return results.points, results.declarer, results.wins


def _settings(results: Results, low: int) -> NDArray[np.int64]:
    rules = results.rules
    ties, moves = int(rules.declarer_wins_ties), first_caller(0, rules)
    return np.array([low, rules.winning_score, ties, moves])


def _going_on(low: int, goal: int) -> NDArray[np.int64]:
    """Return the scores with which a match goes on, high ones first."""
    each = np.arange(low, goal + 1)
    every = np.stack(np.meshgrid(each, each, each, indexing="ij"), axis=-1).reshape(-1, SEATS)
    top = every.max(axis=1)
    level = (every == top[:, None]).sum(axis=1)
    every = every[(top < goal) | (level > 1)]
    falling: NDArray[np.int64] = every[np.argsort(-every.sum(axis=1), kind="stable")]
    return falling


def _begun(low: int, goal: int, start: Equity | None) -> NDArray[np.float64]:
    """Return a table in which who has won has won, and all is even before."""
    side = goal - low + 1
    if start is not None:
        if start.low != low or len(start.table) != side:
            raise ValueError(f"start: expected a table from {low} to {goal}")
        return start.table.copy()
    table = np.full((side, side, side, SEATS), 1 / SEATS)
    for place in range(SEATS):
        won = [slice(0, side - 1)] * SEATS
        won[place] = slice(side - 1, side)
        table[tuple(won)] = np.eye(SEATS)[place]
    return table


def _mixed(
    course: Course, states: NDArray[np.int64], results: int
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the corners of the grid around some scores, how much each counts, and their shares."""
    grid, shares = np.asarray(course.scores, np.int64), np.asarray(course.shares, np.float64)
    m = len(grid)
    if grid.ndim != 1 or not m or (np.diff(grid) <= 0).any():
        raise ValueError("course: expected rising scores")
    if shares.shape != (m, m, m, results):
        raise ValueError(f"course: expected shares of shape {(m, m, m, results)}, {shares.shape}")
    if not shares.min() >= 0 or np.abs(shares.sum(axis=-1) - 1).max() > 1e-9:
        raise ValueError("course: expected shares from 0 up that add up to 1")
    shares = shares / shares.sum(axis=-1, keepdims=True)
    corners, parts = corners_of(grid, states)
    return corners, parts, np.ascontiguousarray(shares.reshape(-1, results))


def corners_of(
    grid: NDArray[np.int64], scores: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the corners of a grid around some scores, and how much each counts.

    Parameters
    ----------
    grid : (m,) int64 array
        Rising.
    scores : (n, 3) int64 array
        By place.

    Returns
    -------
    corners : (n, 8) int64 array
        Of the m * m * m, counted through.
    parts : (n, 8) float64 array
        Together 1; linear in each score, and as at the edge beyond it.
    """
    m = len(grid)
    inside = np.clip(scores, grid[0], grid[-1])
    above = np.clip(np.searchsorted(grid, inside), min(1, m - 1), m - 1)
    below = np.maximum(above - 1, 0)
    wide = np.maximum(grid[above] - grid[below], 1)
    up = (inside - grid[below]) / wide
    corners, parts = [], []
    for chosen in product((False, True), repeat=SEATS):
        at = np.where(chosen, above, below)
        corners.append((at[:, 0] * m + at[:, 1]) * m + at[:, 2])
        parts.append(np.where(chosen, up, 1 - up).prod(axis=1))
    return np.stack(corners, axis=1), np.stack(parts, axis=1)
