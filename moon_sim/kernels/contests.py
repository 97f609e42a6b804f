"""Values and ends of a game of open deeds over a bank of deals.

A node of its tree is a row of five numbers: who acts, the number of the turn, the node behind the
first thing that can be done, how many these are, and how the game ends there; -1 for none. Nodes
come before those behind them.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.jit import kernel

PLAYER, TURN, FIRST, COUNT, END = range(5)


@kernel
def deed_values(
    nodes: NDArray[np.int64], classes: NDArray[np.int64], worth: NDArray[np.float64],
    weights: NDArray[np.float64], strategy: NDArray[np.float64], me: int,
    out: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add up what each thing is worth to a player that does it, over all deals.

    Parameters
    ----------
    nodes : (m, 5) int64
    classes : (n, players) int64
    worth : (n, ends) float64
        Of each end, to the player.
    weights : (n,) float64
    strategy : (turns, k, most) float64
    me : int64
        The player.
    out : (turns, k, most) float64
        Each value times the weight of the deal and the probability that the others lead there;
        added.
    """
    count = nodes.shape[0]
    reach = np.empty(count, np.float64)
    value = np.empty(count, np.float64)
    for row in range(classes.shape[0]):
        reach[0] = weights[row]
        for node in range(count):
            who = nodes[node, PLAYER]
            if who < 0:
                continue
            first = nodes[node, FIRST]
            if who == me or reach[node] == 0.0:
                for deed in range(nodes[node, COUNT]):
                    reach[first + deed] = reach[node]
            else:
                turn = nodes[node, TURN]
                seen = classes[row, who]
                for deed in range(nodes[node, COUNT]):
                    reach[first + deed] = reach[node] * strategy[turn, seen, deed]
        for node in range(count - 1, -1, -1):
            who = nodes[node, PLAYER]
            if reach[node] == 0.0:  # nothing above depends on it
                value[node] = 0.0
            elif who < 0:
                value[node] = worth[row, nodes[node, END]]
            else:
                first = nodes[node, FIRST]
                turn = nodes[node, TURN]
                seen = classes[row, who]
                mean = 0.0
                for deed in range(nodes[node, COUNT]):
                    mean += strategy[turn, seen, deed] * value[first + deed]
                    if who == me:
                        out[turn, seen, deed] += reach[node] * value[first + deed]
                value[node] = mean


@kernel
def end_shares(
    nodes: NDArray[np.int64], classes: NDArray[np.int64], weights: NDArray[np.float64],
    strategy: NDArray[np.float64], out: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add up how often each deal comes to each end.

    Parameters
    ----------
    nodes : (m, 5) int64
    classes : (n, players) int64
    weights : (n,) float64
    strategy : (turns, k, most) float64
    out : (n, ends) float64
        Added.
    """
    count = nodes.shape[0]
    reach = np.empty(count, np.float64)
    for row in range(classes.shape[0]):
        reach[0] = weights[row]
        for node in range(count):
            who = nodes[node, PLAYER]
            if who < 0:
                out[row, nodes[node, END]] += reach[node]
                continue
            first = nodes[node, FIRST]
            turn = nodes[node, TURN]
            seen = classes[row, who]
            for deed in range(nodes[node, COUNT]):
                reach[first + deed] = reach[node] * strategy[turn, seen, deed]
