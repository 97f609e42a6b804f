"""What a player gains by the best response to the others: how far from an equilibrium they are.

Nothing here is shared with the search for strategies: values go down the tree for all deals at
once, and come back with the best deed of each class.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.match.contests import Contest
from moon_sim.match.trees import Strategy


class Response(NamedTuple):
    """The best that a player can do against the others.

    Attributes
    ----------
    value : float
        Its mean payoff.
    strategy : Strategy
        What it does, always the same at the same turn in the same class; those of the others.
    """

    value: float
    strategy: Strategy


def best_response(contest: Contest, strategy: Strategy, player: int) -> Response:
    """Return the best that a player can do against the others' strategies.

    Parameters
    ----------
    contest : Contest
    strategy : Strategy
        Of all; the player's own makes no difference.
    player : int

    Returns
    -------
    Response
    """
    tree, seen = contest.tree, contest.classes[:, player]
    worth = contest.worth[:, :, player]
    best = strategy.copy()

    def value(node: int, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what each deal is worth from a node on, where the others go there so often."""
        if tree.player[node] < 0:
            return worth[:, tree.end[node]]
        behind = range(tree.first[node], tree.first[node] + tree.count[node])
        if tree.player[node] == player:
            each = np.array([value(child, reach) for child in behind])
            sums = [np.bincount(seen, reach * one, contest.class_count) for one in each]
            chosen = np.argmax(sums, axis=0)
            best[tree.turn[node], : len(chosen)] = np.eye(best.shape[2])[chosen]
            found: NDArray[np.float64] = each[chosen[seen], np.arange(len(seen))]
            return found
        shares = strategy[tree.turn[node], contest.classes[:, tree.player[node]]]
        parts = [
            shares[:, deed] * value(child, reach * shares[:, deed])
            for deed, child in enumerate(behind)
        ]
        total: NDArray[np.float64] = np.sum(parts, axis=0)
        return total

    return Response(float(contest.weights @ value(0, contest.weights)), best)


def gains(contest: Contest, strategy: Strategy, tremble: float = 0.0) -> NDArray[np.float64]:
    """Return what each player gains by the best response to the others.

    Parameters
    ----------
    contest : Contest
    strategy : Strategy
    tremble : float
        How often the others do anything in place of it, see `Contest.trembling`.

    Returns
    -------
    (players,) float64 array
        From 0 up. Their sum is the NashConv; all are 0 at an equilibrium alone.
    """
    others = contest.trembling(strategy, tremble)
    found = []
    for player in range(contest.players):
        own = (contest.tree.actors == player)[:, None, None]
        played = np.where(own, strategy, others)
        found.append(best_response(contest, played, player).value - contest.values(played)[player])
    return np.array(found)
