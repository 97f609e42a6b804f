"""What a player gains by the best response to the others: how far from an equilibrium they are.

Nothing here is shared with the search for strategies: values go down the tree for all deals at
once, and come back with the best deed of each class.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.match.contests import Contest, Strategy


def best_response(
    contest: Contest, strategy: Strategy, player: int, knows: NDArray[np.int64] | None = None
) -> float:
    """Return what a player has of the best that it can do against the others' strategies.

    Parameters
    ----------
    contest : Contest
    strategy : Strategy
        Of all; the player's own makes no difference.
    player : int
    knows : (n,) int64 array, optional
        What it knows of each deal, as a class of its own making; the class of its hand by default.

    Returns
    -------
    float
        Its mean payoff.
    """
    tree = contest.tree
    seen = contest.classes[:, player] if knows is None else knows
    worth = contest.payoffs[:, player]

    def value(node: int, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what each deal is worth from a node on, where the others go there so often."""
        if tree.player[node] < 0:
            return worth[contest.results[:, tree.end[node]]]
        behind = range(tree.first[node], tree.first[node] + tree.count[node])
        if tree.player[node] == player:
            each = np.array([value(child, reach) for child in behind])
            sums = np.array([np.bincount(seen, reach * one) for one in each])
            found: NDArray[np.float64] = each[sums.argmax(axis=0)[seen], np.arange(len(seen))]
            return found
        shares = strategy[tree.turn[node], contest.classes[:, tree.player[node]]]
        parts = [
            shares[:, deed] * value(child, reach * shares[:, deed])
            for deed, child in enumerate(behind)
        ]
        total: NDArray[np.float64] = np.sum(parts, axis=0)
        return total

    return float(contest.weights @ value(0, contest.weights))


def gains(contest: Contest, strategy: Strategy) -> NDArray[np.float64]:
    """Return what each player gains by the best response to the others.

    Parameters
    ----------
    contest : Contest
    strategy : Strategy

    Returns
    -------
    (players,) float64 array
        From 0 up. Their sum is the NashConv; all are 0 at an equilibrium alone.
    """
    best = [best_response(contest, strategy, player) for player in range(contest.players)]
    return np.array(best) - contest.values(strategy)
