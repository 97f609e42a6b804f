"""Contests: each player knows its class and what was done in the open, and nothing else."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from moon_sim.kernels.contests import deed_values, end_shares
from moon_sim.match.trees import Strategy, Tree
from moon_sim.running import compiled_once


@dataclass(frozen=True, eq=False)
class Contest:
    """A game of open deeds over a bank of deals.

    A deal gives each player its class, and says what every end of the game comes to. The auction is
    such a game, and so is Kuhn's poker. Deals in which all players have the same classes are alike
    to them, so that one row may stand for several: then an end comes to several results.

    Attributes
    ----------
    tree : Tree
    classes : (n, players) int64 array
        The class of each player in each deal, from 0 up.
    results : (n * ends, results) csr_array
        How often each end of each deal comes to each result: rows of `payoffs`.
    payoffs : (results, players) float64 array
        What each result is worth to each player.
    weights : (n,) float64 array
        How often each deal comes; together 1.
    """

    tree: Tree
    classes: NDArray[np.int64]
    results: csr_array
    payoffs: NDArray[np.float64]
    weights: NDArray[np.float64]

    @classmethod
    def over(
        cls,
        tree: Tree,
        classes: ArrayLike,
        results: ArrayLike,
        payoffs: ArrayLike,
        weights: ArrayLike | None = None,
    ) -> "Contest":
        """Return the game over a bank of deals.

        Parameters
        ----------
        tree : Tree
        classes, payoffs : array_like
            As `Contest` has them.
        results : (n, ends) array_like of int
            What each end comes to in each deal: a row of `payoffs`.
        weights : (n,) array_like, optional
            All alike by default; of any sum.

        Returns
        -------
        Contest

        Raises
        ------
        ValueError
            If shapes or numbers do not fit.
        """
        seen, ends = np.array(classes, np.int64), np.array(results, np.int64)
        worth = np.array(payoffs, np.float64)
        n, players = len(seen), int(tree.player.max()) + 1
        given = np.ones(n) if weights is None else np.array(weights, np.float64)
        shapes = {
            "classes": (seen, (n, players)),
            "results": (ends, (n, int(tree.end.max()) + 1)),
            "payoffs": (worth, (len(worth), players)),
            "weights": (given, (n,)),
        }
        for name, (array, shape) in shapes.items():
            if array.shape != shape:
                raise ValueError(f"{name}: expected shape {shape}, got {array.shape}")
        if not n:
            raise ValueError("classes: expected one deal or more")
        if seen.min() < 0:
            raise ValueError(f"classes: expected numbers from 0 up, got {seen.min()}")
        if ends.min() < 0 or ends.max() >= len(worth):
            raise ValueError(f"results: expected rows of payoffs, from 0 to {len(worth) - 1}")
        if not np.isfinite(worth).all():
            raise ValueError("payoffs: expected numbers")
        if given.min() < 0 or not 0 < given.sum() < np.inf:
            raise ValueError("weights: expected numbers from 0 up, and not all 0")
        once = csr_array(
            (np.ones(ends.size), ends.ravel(), np.arange(ends.size + 1)), (ends.size, len(worth))
        )
        return cls(tree, seen, once, worth, given / given.sum())

    def merged(self) -> "Contest":
        """Return the same game with one row for all deals in which all have the same classes.

        Returns
        -------
        Contest
            Strategies are worth the same in it; what more somebody might know of a deal is gone.
        """
        classes, row = np.unique(self.classes, axis=0, return_inverse=True)
        weights = np.bincount(row, self.weights).astype(np.float64)
        n, ends = len(row), len(self.worth[0])
        # A deal's ends go to those of its row, each deal by its part of it.
        parts = np.repeat(self.weights / np.where(weights > 0, weights, 1)[row], ends)
        into = (row[:, None] * ends + np.arange(ends)).ravel()
        gather = csr_array((parts, (into, np.arange(n * ends))), (len(weights) * ends, n * ends))
        return replace(self, classes=classes, results=gather @ self.results, weights=weights)

    def with_payoffs(self, payoffs: ArrayLike) -> "Contest":
        """Return the same game where results are worth something else.

        Parameters
        ----------
        payoffs : (results, players) array_like

        Returns
        -------
        Contest

        Raises
        ------
        ValueError
            If they have another shape.
        """
        worth = np.array(payoffs, np.float64)
        if worth.shape != self.payoffs.shape:
            raise ValueError(f"payoffs: expected shape {self.payoffs.shape}, got {worth.shape}")
        return replace(self, payoffs=worth)

    @cached_property
    def worth(self) -> NDArray[np.float64]:
        """(n, ends, players) array: what each end of each deal is worth."""
        each: NDArray[np.float64] = self.results @ self.payoffs
        return each.reshape(len(self.classes), -1, self.players)

    @property
    def players(self) -> int:
        """How many players there are."""
        return int(self.payoffs.shape[1])

    @cached_property
    def class_count(self) -> int:
        """How many classes a player may be in, counted for the one with the most."""
        return int(self.classes.max()) + 1

    def uniform(self) -> Strategy:
        """Return the strategy that does everything equally often.

        Returns
        -------
        Strategy
        """
        return np.repeat(self.tree.alike[:, None], self.class_count, axis=1)

    def trembling(self, strategy: Strategy, share: float) -> Strategy:
        """Return a strategy that does anything, all alike, every now and then.

        Parameters
        ----------
        strategy : Strategy
        share : float
            How often.

        Returns
        -------
        Strategy
        """
        return (1 - share) * strategy + share * self.uniform() if share else strategy

    def shares(self, strategy: Strategy) -> NDArray[np.float64]:
        """Return how often each result comes.

        Parameters
        ----------
        strategy : Strategy

        Returns
        -------
        (results,) float64 array
            Together 1.
        """
        shares: NDArray[np.float64] = self._ends(strategy).ravel() @ self.results
        return shares

    def values_by_deal(self, strategy: Strategy) -> NDArray[np.float64]:
        """Return what each deal is worth to each player.

        Parameters
        ----------
        strategy : Strategy

        Returns
        -------
        (n, players) float64 array
            Times the weight of the deal.
        """
        values: NDArray[np.float64] = np.einsum("ne,nep->np", self._ends(strategy), self.worth)
        return values

    def _ends(self, strategy: Strategy) -> NDArray[np.float64]:
        """Return how often each deal comes to each end, times its weight."""
        ends = np.zeros(self.worth.shape[:2])
        with compiled_once("auction"):
            end_shares(_nodes(self.tree), self.classes, self.weights, strategy, ends)
        return ends

    def values(self, strategy: Strategy) -> NDArray[np.float64]:
        """Return what the game is worth to each player.

        Parameters
        ----------
        strategy : Strategy

        Returns
        -------
        (players,) float64 array
        """
        worth: NDArray[np.float64] = self.shares(strategy) @ self.payoffs
        return worth

    def deed_values(self, strategy: Strategy, player: int) -> NDArray[np.float64]:
        """Return what each thing is worth to a player that does it, at each of its turns.

        Parameters
        ----------
        strategy : Strategy
        player : int

        Returns
        -------
        (turns, classes, most) float64 array
            Counterfactual values: sums over deals, weighted by how often deal and other players
            lead there. 0 at others' turns.
        """
        out = np.zeros_like(strategy)
        with compiled_once("auction"):
            deed_values(
                _nodes(self.tree), self.classes, self.worth[:, :, player].copy(), self.weights,
                strategy, player, out,
            )  # fmt: skip
        return out


def _nodes(tree: Tree) -> NDArray[np.int64]:
    return np.stack([tree.player, tree.turn, tree.first, tree.count, tree.end], axis=1)
