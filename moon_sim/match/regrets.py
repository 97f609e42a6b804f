"""Strategies by counterfactual regret minimisation.

Each player in turn looks at what it would have gained, in each class and at each of its turns, by
doing always the same thing there: its regrets. It then does things in proportion to the regrets
that are positive. The average of all strategies is the answer.
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import real, whole
from moon_sim.match.contests import Contest
from moon_sim.match.responses import gains
from moon_sim.match.trees import Strategy, Tree


class Scheme(NamedTuple):
    """How old regrets and strategies count (Brown and Sandholm, 2019).

    Before iteration t + 1 positive regrets are multiplied by tᵃ / (tᵃ + 1), negative ones by
    tᵇ / (tᵇ + 1), and the average weighs the strategy of iteration t by tᶜ.

    Attributes
    ----------
    positive, negative : float
        The exponents a and b; inf leaves regrets as they are, -inf drops them.
    average : float
        The exponent c.
    """

    positive: float
    negative: float
    average: float


PLAIN = Scheme(inf, inf, 0)
"""Zinkevich et al., 2007."""

PLUS = Scheme(inf, -inf, 1)
"""CFR+ with linear averages (Tammelin, 2014)."""

DISCOUNTED = Scheme(1.5, 0, 2)
"""Brown and Sandholm, 2019."""


class Solution(NamedTuple):
    """What was found.

    Attributes
    ----------
    strategy : Strategy
        The average one: the answer.
    regrets : (turns, classes, most) float64 array
        To go on from, in a game that is almost the same.
    iterations : int
    gains : (players,) float64 array
        What each player could gain by the best response to the others, who tremble if the game was
        solved for that; their sum is the NashConv.
    """

    strategy: Strategy
    regrets: NDArray[np.float64]
    iterations: int
    gains: NDArray[np.float64]


def solve_contest(
    contest: Contest,
    iterations: int = 1000,
    *,
    scheme: Scheme = DISCOUNTED,
    until: float = 0.0,
    look: int = 50,
    tremble: float = 0.0,
    start: Solution | None = None,
    watch: Callable[[int, Strategy], object] | None = None,
) -> Solution:
    """Return strategies against which nobody gains much, if the regrets come to rest.

    Parameters
    ----------
    contest : Contest
    iterations : int
        The most that are made.
    scheme : Scheme, optional
    until : float
        Stop when the sum of all gains is not above it.
    look : int
        After how many iterations each gains are measured.
    tremble : float
        How often players do anything in place of what they want, all alike: then the answer says
        what to do even where nobody wants to go (Selten, 1975).
    start : Solution, optional
        Go on from its regrets, in a game of the same shape. The average begins anew.
    watch : callable, optional
        Called with the iterations made and the average, whenever gains are measured.

    Returns
    -------
    Solution

    Raises
    ------
    TypeError, ValueError
        If a number can't be, or the start has another shape.

    Notes
    -----
    With two players and a constant sum the average comes near an equilibrium, and NashConv falls as
    1/√T or faster. For three players nothing is proven: the gains tell.
    """
    most, step = whole(iterations, "iterations", 1), whole(look, "look", 1)
    slip = real(tremble, "tremble", 0, 1) if tremble else 0.0
    tree = contest.tree
    legal, alike, before = tree.legal[:, None], tree.alike[:, None], tree.own_before()
    regrets = np.zeros_like(contest.uniform())
    if start is not None:
        if start.regrets.shape != regrets.shape:
            raise ValueError(f"start: expected {regrets.shape}, got {start.regrets.shape}")
        regrets = start.regrets.copy()
    now = _matched(regrets, alike)
    total = np.zeros_like(now)
    turns = [np.flatnonzero(tree.actors == player) for player in range(contest.players)]
    for made in range(1, most + 1):
        for player, own in enumerate(turns):
            values = contest.deed_values(contest.trembling(now, slip), player)[own]
            mean = (now[own] * values).sum(axis=2, keepdims=True)
            regrets[own] = np.where(legal[own], regrets[own] + values - mean, 0)
            regrets[own] *= _kept(regrets[own] > 0, made, scheme)
            now[own] = _matched(regrets[own], alike[own])
        total += made**scheme.average * own_reach(now, before)[:, :, None] * now
        if made % step and made != most:
            continue
        average = _averaged(total, tree)
        found = gains(contest, average, slip)
        if watch:
            watch(made, average)
        if found.sum() <= until:
            break
    return Solution(average, regrets, made, found)


def own_reach(strategy: Strategy, before: list[tuple[int, int] | None]) -> NDArray[np.float64]:
    """Return how often players go to their turns, as far as it lies with them.

    Parameters
    ----------
    strategy : Strategy
    before : list
        As `Tree.own_before` has it.

    Returns
    -------
    (turns, classes) float64 array
    """
    reach = np.ones(strategy.shape[:2])
    for turn, last in enumerate(before):
        if last is not None:
            then, deed = last
            reach[turn] = reach[then] * strategy[then, :, deed]
    return reach


def _matched(regrets: NDArray[np.float64], alike: NDArray[np.float64]) -> Strategy:
    """Return what does things in proportion to positive regrets; without any, all alike."""
    positive = np.maximum(regrets, 0)
    total = positive.sum(axis=2, keepdims=True)
    return np.where(total > 0, positive / np.where(total > 0, total, 1), alike)


def _averaged(total: NDArray[np.float64], tree: Tree) -> Strategy:
    """Return shares; where a player never goes, it does everything alike."""
    return _matched(total, tree.alike[:, None])


def _kept(positive: NDArray[np.bool], made: int, scheme: Scheme) -> NDArray[np.float64]:
    return np.where(positive, _discount(made, scheme.positive), _discount(made, scheme.negative))


def _discount(made: int, exponent: float) -> float:
    if exponent in (inf, -inf):
        return float(exponent > 0)
    power: float = float(made) ** exponent
    return power / (power + 1)
