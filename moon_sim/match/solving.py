"""Solve auctions and matches over a bank of deals, into a match table."""

import platform
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from moon_sim.game import AUCTION_AND_SCORE, DEFAULT_RULES, Rules, number_bids
from moon_sim.match.auction import auction_contest
from moon_sim.match.bank import Bank
from moon_sim.match.classes import classes_of_all
from moon_sim.match.equity import Course, solve_equity
from moon_sim.match.passes import solve_match
from moon_sim.match.regrets import solve_contest
from moon_sim.match.results import Results
from moon_sim.match.tables import FORMAT, NAME, MatchTable
from moon_sim.running import Progress

if TYPE_CHECKING:
    from distributed import Client

CLASSES = 16

SCORES = (-20, -8, 0, 8, 13, 16, 18, 19, 20)
"""The scores at which strategies are found. Close near the end of a match, where the best call
changes with every point."""

LOW = -20

ITERATIONS = 1000
"""For the strategies for points."""

TREMBLE = 0.01
"""How often anything may be called, so that it is known what to do after what nobody would call."""


def solve_table(
    bank: Bank,
    rules: Rules | None = None,
    *,
    classes: int = CLASSES,
    scores: ArrayLike = SCORES,
    low: int = LOW,
    passes: int = 20,
    workers: int | None = None,
    client: "Client | None" = None,
    pieces: str | Path | None = None,
    progress: Progress | None = None,
) -> MatchTable:
    """Solve auctions and matches over a bank of deals.

    Parameters
    ----------
    bank : Bank
    rules : Rules, optional
        The bank's by default; others may differ in the auction and the score alone.
    classes : int
        How many classes of hands are told apart.
    scores : (m,) array_like of int
        The grid at which strategies are found.
    low : int
        Lower scores count as this one.
    passes : int
        The most that are made.
    workers, client, pieces, progress
        As `solve_match` takes them.

    Returns
    -------
    MatchTable

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range, or the bank was played by other rules.
    AtlasError
        If there is no atlas for the rules.
    PiecesError, OSError
        As `run_pieces` does.
    """
    house = bank.rules if rules is None else rules
    usual = {name: getattr(DEFAULT_RULES, name) for name in AUCTION_AND_SCORE}
    if replace(house, **usual) != replace(bank.rules, **usual) or (
        number_bids(house) != number_bids(bank.rules)
    ):
        raise ValueError(f"rules: expected those by which the bank was played, {bank.rules!r}")
    told = classes_of_all(classes, bank.rules)
    results = Results.of(house)
    auction = auction_contest(bank.tricks, told.of(bank.odds), results.points, results).merged()
    for_points = solve_contest(auction, ITERATIONS, until=1e-3, tremble=TREMBLE)
    by_points = auction.trembling(for_points.strategy, TREMBLE)
    found = solve_match(
        auction,
        results,
        scores,
        low,
        start=auction.shares(by_points),
        tremble=TREMBLE,
        passes=passes,
        workers=workers,
        client=client,
        pieces=pieces,
        progress=progress,
    )
    if_points = solve_equity(results, Course.always(auction.shares(by_points)), low)
    together = found.gains.sum(axis=-1)
    manifest = {
        "name": NAME,
        "format": FORMAT,
        "rules": asdict(house),
        "bank": bank.manifest,
        "classes": len(told),
        "low": low,
        "tremble": TREMBLE,
        "moved": found.moved,
        "residual": found.equity.residual,
        "gains": {"mean": float(together.mean()), "most": float(together.max())},
        "points": {"gains": for_points.gains.tolist(), "iterations": for_points.iterations},
        "versions": {
            "moon_sim": version("moon-sim"),
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba")},
        },
    }
    equities = {"match": found.equity, "points": if_points}
    return MatchTable(
        house, told, found.course.scores, found.strategies, for_points.strategy, equities, manifest
    )
