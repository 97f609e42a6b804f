"""How good strategies are on fresh deals, against one who knows its hand better than by its class.

What pays against the others is learned on one half of the deals and tried on the other, so that
luck counts for nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import SEATS
from moon_sim.match.auction import auction_contest
from moon_sim.match.bank import Bank
from moon_sim.match.classes import classes_of_all
from moon_sim.match.responses import best_response
from moon_sim.match.results import Results
from moon_sim.match.tables import MatchTable, check_play

FINE = 60
"""Classes of hands that the one who knows more can tell apart."""


class Gain(NamedTuple):
    """What a player gains in one auction by calling otherwise than the table says.

    Attributes
    ----------
    mean : float
        Probability of winning the match, or points.
    error : float
        Its standard error.
    """

    mean: float
    error: float


def fresh_gains(
    table: MatchTable,
    bank: Bank,
    scores: Sequence[int] = (0, 0, 0),
    *,
    play: str = "match",
    classes: int = FINE,
) -> tuple[Gain, ...]:
    """Return what each place gains, on fresh deals, by the best response that can be learned there.

    Parameters
    ----------
    table : MatchTable
    bank : Bank
        Deals that the table was not made from.
    scores : sequence of int
        Before the deal, by place.
    play : {"match", "points"}
    classes : int
        How many classes of its hand the player tells apart, by the odds; the others know those of
        the table.

    Returns
    -------
    tuple of three Gain
        By place. Below 0 where what was learned on one half does not hold on the other.

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range, or the table was made from this bank.

    Notes
    -----
    A deal counts three times, each seat calling first once; errors are those of means over deals.
    """
    if bank.manifest["sha256"] == table.manifest["bank"]["sha256"]:
        raise ValueError("bank: expected deals that the table was not made from")
    results = Results.of(table.rules)
    payoffs = (
        table.equities["match"].after(scores) if check_play(play) == "match" else results.points
    )
    auction = auction_contest(bank.tricks, table.classes.of(bank.odds), payoffs, results)
    finer = classes_of_all(classes, bank.rules).of(bank.odds)
    fine = np.concatenate([np.roll(finer, -first, axis=1) for first in range(SEATS)])
    strategy = table.strategy(scores, play)
    slipping = auction.trembling(strategy, table.manifest["tremble"])
    half = np.tile(np.arange(len(bank)) % 2, SEATS)
    found = []
    for place in range(SEATS):
        seen = auction.classes.copy()
        seen[:, place] = fine[:, place]
        told = replace(auction, classes=seen)
        wide = _widened(slipping, told.class_count)
        own = (auction.tree.actors == place)[:, None, None]
        gained = -auction.values_by_deal(np.where(own, strategy, slipping))[:, place]
        for learned in range(2):
            weights = np.where(half == learned, told.weights, 0)
            response = best_response(replace(told, weights=weights), wide, place).strategy
            tried = told.values_by_deal(response)[:, place]
            gained += np.where(half == learned, 0, tried)
        each = gained.reshape(SEATS, -1).sum(axis=0) * len(bank)
        found.append(Gain(float(each.mean()), float(each.std(ddof=1) / np.sqrt(len(bank)))))
    return tuple(found)


def _widened(strategy: NDArray[np.float64], classes: int) -> NDArray[np.float64]:
    """Return a strategy with room for more classes, which are called as the last one."""
    more = max(classes - strategy.shape[1], 0)
    return np.pad(strategy, ((0, 0), (0, more), (0, 0)), mode="edge")
