"""The auction of one deal as a contest of three, over a bank of deals that are played out."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from moon_sim.game import HAND_SIZE, SEATS
from moon_sim.match.contests import Contest
from moon_sim.match.results import Results, auction_tree


def auction_contest(
    tricks: ArrayLike,
    classes: ArrayLike,
    payoffs: ArrayLike,
    results: Results,
    callers: Sequence[int] = range(SEATS),
) -> Contest:
    """Return the auction over a bank of deals; players are places, the first caller is in place 0.

    Parameters
    ----------
    tricks : (n, 3, bids, 3) array_like of int
        Of each deal, where each seat declares each bid up to 7, the tricks of each seat.
    classes : (n, 3) array_like of int
        The class of each seat's hand.
    payoffs : (results, 3) array_like
        What each result is worth to each place: `results.points`, or the equities that follow.
    results : Results
        By the rules of the table.
    callers : sequence of int
        Seats: each deal counts once for each of them as the first caller. By default for all three,
        as no seat is another than the others.

    Returns
    -------
    Contest

    Raises
    ------
    ValueError
        If shapes or numbers do not fit.
    """
    won, seen = np.asarray(tricks), np.asarray(classes)
    if won.ndim != 4 or won.shape[1::2] != (SEATS, SEATS):
        raise ValueError(f"tricks: expected shape (n, 3, bids, 3), got {won.shape}")
    if seen.shape != (len(won), SEATS):
        raise ValueError(f"classes: expected shape {(len(won), SEATS)}, got {seen.shape}")
    if (won.min(initial=0) < 0) or (won.sum(axis=3) != HAND_SIZE).any():
        raise ValueError(f"tricks: expected three counts with the sum {HAND_SIZE}")
    return Contest.over(
        auction_tree(results.rules),
        np.concatenate([np.roll(seen, -first, axis=1) for first in callers]),
        np.concatenate([results.numbers(won, first) for first in callers]),
        payoffs,
    )
