"""Match equity: each place's probability of winning, from the scores in the order of calling.

A table of equities has a row for each score of places 0, 1 and 2, from the lowest that is told
apart, `low`, up to `goal`, the score that ends the match. Of its settings, an array of integers,
these are the first two; then whether declarers win ties, and how many seats the first caller moves.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.jit import inlined, kernel

LOW, GOAL, TIES, MOVES = range(4)


@inlined
def behind(
    first: int, second: int, third: int, declarer: int, low: int, goal: int, ties: int, moves: int
) -> int:
    """What follows from the scores after a deal.

    Parameters
    ----------
    first, second, third : int64
        Scores, by place in the deal.
    declarer : int64
        Its place, or -1.
    low, goal, ties, moves : int64
        The settings.

    Returns
    -------
    int64
        -1, -2 or -3 where place 0, 1 or 2 has won; else the row of the table, counted through.

    Notes
    -----
    A tie at the top with more than `goal` is as one at `goal`, with all scores as much lower: one
    declarer at most falls, so somebody stays as high as the tie, and only differences count.
    """
    top = max(first, second, third)
    if top >= goal:
        level = 0
        winner = 0
        if third == top:
            level += 1
            winner = 2
        if second == top:
            level += 1
            winner = 1
        if first == top:
            level += 1
            winner = 0
        if ties and declarer >= 0:
            own = first if declarer == 0 else second if declarer == 1 else third
            if own == top:
                return -1 - declarer
        if level == 1:
            return -1 - winner
        first -= top - goal
        second -= top - goal
        third -= top - goal
    first = max(first, low) - low
    second = max(second, low) - low
    third = max(third, low) - low
    side = goal - low + 1
    if moves == 1:
        return (second * side + third) * side + first
    if moves == 2:
        return (third * side + first) * side + second
    return (first * side + second) * side + third


@kernel
def sweep(
    states: NDArray[np.int64], corners: NDArray[np.int64], parts: NDArray[np.float64],
    shares: NDArray[np.float64], points: NDArray[np.int64], declarer: NDArray[np.int64],
    wins: NDArray[np.int64], settings: NDArray[np.int64], table: NDArray[np.float64],
    out: NDArray[np.float64],
) -> float:  # fmt: skip
    """Fill in the equities of some scores from those that follow.

    Parameters
    ----------
    states : (n, 3) int64
        Scores, by place.
    corners : (n, c) int64
        For each of them, rows of `shares`.
    parts : (n, c) float64
        How much each of these counts; together 1.
    shares : (m, r) float64
        How often each result comes.
    points : (r, 3) int64
        What each result adds to the scores.
    declarer, wins : (r,) int64
        Places, or -1.
    settings : (4,) int64
    table : (rows, 3) float64
    out : (rows, 3) float64
        May be the table itself: then equities that are new are used at once.

    Returns
    -------
    float64
        The largest change.
    """
    side = settings[GOAL] - settings[LOW] + 1
    moves = settings[MOVES]
    mixed = np.empty(points.shape[0], np.float64)
    total = np.empty(3, np.float64)
    largest = 0.0
    for row in range(states.shape[0]):
        mixed[:] = 0.0
        for corner in range(corners.shape[1]):
            part = parts[row, corner]
            if part > 0.0:
                for result in range(points.shape[0]):
                    mixed[result] += part * shares[corners[row, corner], result]
        total[:] = 0.0
        for result in range(points.shape[0]):
            if mixed[result] == 0.0:
                continue
            at = -1 - wins[result]
            if wins[result] < 0:
                at = behind(
                    states[row, 0] + points[result, 0], states[row, 1] + points[result, 1],
                    states[row, 2] + points[result, 2], declarer[result],
                    settings[LOW], settings[GOAL], settings[TIES], moves,
                )  # fmt: skip
            if at < 0:
                total[-1 - at] += mixed[result]
            else:
                for place in range(3):
                    total[place] += mixed[result] * table[at, (place + 3 - moves) % 3]
        own = (states[row, 0] - settings[LOW]) * side + states[row, 1] - settings[LOW]
        own = own * side + states[row, 2] - settings[LOW]
        for place in range(3):
            largest = max(largest, abs(total[place] - table[own, place]))
            out[own, place] = total[place]
    return largest
