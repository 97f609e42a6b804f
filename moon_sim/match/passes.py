"""A match as it is played by those who want to win it: auctions and equities, in turns.

What a call is worth depends on the equities of the scores that follow, and these on the calls at
all scores. One pass finds strategies for the auction at each score of a grid, by the equities that
stand; the next finds equities by what those strategies come to. They take turns until both stand.
"""

import hashlib
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game import SEATS, whole
from moon_sim.match.contests import Contest
from moon_sim.match.equity import Course, Equity, solve_equity
from moon_sim.match.regrets import solve_contest
from moon_sim.match.responses import gains
from moon_sim.match.results import Results
from moon_sim.match.trees import Strategy
from moon_sim.running import Pieces, Progress, run_pieces, thread_count

if TYPE_CHECKING:
    from distributed import Client

FIRST, NEXT = 40, 15
"""Iterations for the first score of a row of the grid, and for each that goes on from the one
before it."""

ROUGH = 1e-7
"""The residual of equities between passes, which the next pass changes by far more."""


@dataclass(frozen=True, eq=False)
class Match:
    """How a match is played, and what its scores are worth.

    Attributes
    ----------
    course : Course
        What deals come to at the scores of the grid.
    strategies : (m, m, m, turns, classes, most) float64 array
        How each class calls, at the scores of the grid.
    equity : Equity
        What scores are worth if all call like that.
    gains : (m, m, m, 3) float64 array
        By how much each place could raise its probability of winning the match, at each score of
        the grid, by the best response in this one auction. Their sum is the NashConv of a score.
    moved : list of float
        For each pass, the most by which it changed an equity of the grid.
    """

    course: Course
    strategies: NDArray[np.float64]
    equity: Equity
    gains: NDArray[np.float64]
    moved: list[float]


def solve_match(
    contest: Contest,
    results: Results,
    scores: ArrayLike,
    low: int = -20,
    *,
    start: ArrayLike | None = None,
    tremble: float = 0.0,
    passes: int = 20,
    until: float = 5e-4,
    workers: int | None = None,
    client: "Client | None" = None,
    pieces: str | Path | None = None,
    progress: Progress | None = None,
) -> Match:
    """Let auctions and equities take turns until they stand still.

    Parameters
    ----------
    contest : Contest
        The auction, see `auction_contest`; merged, or it takes long.
    results : Results
        By the rules of the table.
    scores : (m,) array_like of int
        The grid: strategies are found for all triples of these, see `Course`.
    low : int
        Lower scores count as this one.
    start : (results,) array_like, optional
        How often each result comes, at all scores, for the first equities; by default as the
        strategies for points come to.
    tremble : float
        How often players call anything, as `solve_contest` takes it.
    passes : int
        The most that are made.
    until : float
        Stop when a pass changes no equity of the grid by more: a probability.
    workers : int, optional
        Processes; `MOON_SIM_THREADS`, or one a core, by default. The match is the same.
    client : distributed.Client, optional
        The workers of this cluster instead.
    pieces : str or Path, optional
        A file in which strategies are kept as they are found, see `Pieces`: the same work goes on
        from there.
    progress : callable, optional
        Called with the number of pieces done and of all, in the pass that is made.

    Returns
    -------
    Match

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range.
    PiecesError, OSError
        As `run_pieces` does.

    Notes
    -----
    That they come to stand is not certain, and where they stand may depend on the start: `moved`
    and `gains` say what came of it. Gains are measured with the last equities, so that they are
    those of a match in which all play by what is returned.
    """
    grid, most = np.array(scores, np.int64), whole(passes, "passes", 1)
    m = len(grid)
    begun = np.asarray(start if start is not None else _for_points(contest, results), np.float64)
    course = Course(grid, np.broadcast_to(begun, (m, m, m, len(begun))))
    equity = solve_equity(results, course, low, tolerance=ROUGH)
    shape = (m, m, m, *contest.uniform().shape)
    moved: list[float] = []
    settings = _settings(contest, results, grid, low, tremble, begun)
    with TemporaryDirectory() as folder, Pieces(pieces or Path(folder, "pieces"), settings) as kept:
        while len(moved) < most and (not moved or moved[-1] > until):
            numbers = range(len(moved) * m * m, (len(moved) + 1) * m * m)
            run_pieces(
                partial(_row, contest, grid, equity, tremble),
                numbers,
                kept,
                workers=thread_count(workers),
                client=client,
                before=partial(_warm_up, contest),
                progress=progress,
            )
            strategies = _read(b"".join(map(kept.read, numbers)), shape)
            shares = [
                contest.shares(contest.trembling(strategies[at], tremble))
                for at in np.ndindex(m, m, m)
            ]
            course = Course(grid, np.reshape(shares, (m, m, m, -1)))
            before = equity
            equity = solve_equity(results, course, low, tolerance=ROUGH, start=before)
            moved.append(float(max(_moves(before, equity, grid))))
    equity = solve_equity(results, course, low, start=equity)
    left = [
        gains(contest.with_payoffs(equity.after(grid[list(at)].tolist())), strategies[at], tremble)
        for at in np.ndindex(m, m, m)
    ]
    return Match(course, strategies, equity, np.reshape(left, (m, m, m, SEATS)), moved)


def _for_points(contest: Contest, results: Results) -> NDArray[np.float64]:
    """Return how often each result comes where all call for points."""
    return contest.shares(solve_contest(contest.with_payoffs(results.points), FIRST).strategy)


def _settings(
    contest: Contest,
    results: Results,
    grid: NDArray[np.int64],
    low: int,
    tremble: float,
    begun: NDArray[np.float64],
) -> dict[str, str | int | float]:
    """Return all that strategies depend on."""
    digest = hashlib.sha256()
    for array in (contest.classes, contest.weights, contest.results.toarray(), begun):
        digest.update(np.ascontiguousarray(array).tobytes())
    return {
        "moon_sim": version("moon-sim"),
        "rules": repr(results.rules),
        "scores": " ".join(map(str, grid)),
        "low": low,
        "tremble": tremble,
        "auction": digest.hexdigest(),
    }


def _warm_up(contest: Contest) -> None:
    """Compile the kernels."""
    solve_contest(contest, 1)


def _row(
    contest: Contest, grid: NDArray[np.int64], equity: Equity, tremble: float, number: int
) -> bytes:
    """Return strategies for one score of places 0 and 1, and all of place 2."""
    m = len(grid)
    first, second = divmod(number % (m * m), m)
    found, rows = None, []
    for third in range(m):
        scores = [int(grid[at]) for at in (first, second, third)]
        game = contest.with_payoffs(equity.after(scores))
        iterations = FIRST if found is None else NEXT
        found = solve_contest(game, iterations, look=iterations, start=found, tremble=tremble)
        rows.append(found.strategy)
    return np.array(rows, _KIND).tobytes()


_KIND = np.dtype("<f4")


def _read(data: bytes, shape: tuple[int, ...]) -> Strategy:
    shares = np.frombuffer(data, _KIND).astype(np.float64).reshape(shape)
    whole_ones: Strategy = shares / shares.sum(axis=-1, keepdims=True)
    return whole_ones


def _moves(before: Equity, after: Equity, grid: NDArray[np.int64]) -> list[float]:
    """Return by how much each score of the grid moved."""
    return [
        float(np.abs(after.of(scores) - before.of(scores)).max())
        for scores in product(grid.tolist(), repeat=SEATS)
    ]
