"""The tree of what is done in the open, one after the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Deeds = tuple[int, ...]
"""What was done so far, each deed a number."""

Strategy = NDArray[np.float64]
"""(turns, classes, most) array: at each turn, for each class of the player to act, how often it
does each thing. What can't be done has 0."""


@dataclass(frozen=True, eq=False)
class Tree:
    """All that may be done in the open, from nothing on. Every node comes before those behind it.

    Nodes where somebody acts are its turns, numbered in the order of the nodes.

    Attributes
    ----------
    player : (nodes,) int64 array
        Who acts; -1 where nobody does.
    turn : (nodes,) int64 array
        The number of the turn; -1 where nobody acts.
    first : (nodes,) int64 array
        The node behind the first thing that can be done; those of the others follow.
    count : (nodes,) int64 array
        How many things can be done.
    end : (nodes,) int64 array
        Where nobody acts, how it ended; -1 elsewhere. Several nodes may end alike.
    deeds : tuple of tuple of int
        Of each node, what was done before.
    """

    player: NDArray[np.int64]
    turn: NDArray[np.int64]
    first: NDArray[np.int64]
    count: NDArray[np.int64]
    end: NDArray[np.int64]
    deeds: tuple[Deeds, ...]

    @classmethod
    def grown(
        cls, legal: Callable[[Deeds], tuple[int, Sequence[int]] | None], end: Callable[[Deeds], int]
    ) -> "Tree":
        """Return the tree of a game.

        Parameters
        ----------
        legal : callable
            From what was done, who acts and what that player may do; None when it is over.
        end : callable
            From all that was done, how it ended: a number from 0 up.

        Returns
        -------
        Tree
        """
        deeds: list[Deeds] = [()]
        rows: list[tuple[int, int, int, int, int]] = []
        turns = 0
        for done in deeds:  # it grows meanwhile
            found = legal(done)
            if found is None:
                rows.append((-1, -1, -1, 0, end(done)))
                continue
            actor, choices = found
            rows.append((actor, turns, len(deeds), len(choices), -1))
            deeds += [(*done, choice) for choice in choices]
            turns += 1
        player, turn, first, count, ends = np.array(rows, np.int64).T.copy()
        return cls(player, turn, first, count, ends, tuple(deeds))

    @property
    def turns(self) -> NDArray[np.int64]:
        """The nodes where somebody acts."""
        return np.flatnonzero(self.player >= 0)

    @property
    def actors(self) -> NDArray[np.int64]:
        """Who acts, by turn."""
        return self.player[self.turns]

    @property
    def legal(self) -> NDArray[np.bool]:
        """(turns, most) array: which of the things that can be done at most there are."""
        count = self.count[self.turns]
        return np.arange(count.max()) < count[:, None]

    @property
    def alike(self) -> NDArray[np.float64]:
        """(turns, most) array: how often each thing is done where all are done equally often."""
        shares: NDArray[np.float64] = self.legal / self.legal.sum(axis=1, keepdims=True)
        return shares

    def choices(self, node: int) -> tuple[int, ...]:
        """Return what can be done at a node.

        Parameters
        ----------
        node : int

        Returns
        -------
        tuple of int
            In the order of the nodes behind.
        """
        start = int(self.first[node])
        return tuple(self.deeds[at][-1] for at in range(start, start + int(self.count[node])))

    def own_before(self) -> list[tuple[int, int] | None]:
        """Return, for each turn, the last turn of the same player before it, and what it did there.

        Returns
        -------
        list of (int, int) or None
            Turn, and the place of what was done; None where the player has not acted before.
        """
        places = {deeds: node for node, deeds in enumerate(self.deeds)}
        found: list[tuple[int, int] | None] = []
        for node in self.turns.tolist():
            done = self.deeds[node]
            before = None
            for length in range(len(done)):
                at = places[done[:length]]
                if self.player[at] == self.player[node]:
                    after = places[done[: length + 1]]
                    before = int(self.turn[at]), int(after - self.first[at])
            found.append(before)
        return found
