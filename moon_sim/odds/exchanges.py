"""A holding after the widow: what its plans take on layouts, all or a sample."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    LAYOUTS,
    Layouts,
    Rules,
    Trump,
    View,
    number_bids,
    tile_ids,
)
from moon_sim.odds.distributions import at_least
from moon_sim.solver import best_plans, distinct_leads, lead_tricks, solve_batch


class Exchange:
    """A holding with the layouts on which its plans are measured, the same for all.

    Parameters
    ----------
    held : int
        Mask of the 8 tiles.
    layouts : int or None
        How many layouts to draw; None for all.
    rng : Generator
    rules : Rules
    """

    def __init__(
        self, held: int, layouts: int | None, rng: np.random.Generator, rules: Rules
    ) -> None:
        self.held = held
        self.rules = rules
        self.bids = number_bids(rules)
        possible = Layouts.of_holding(held)
        self._hands = possible.hands(draw(possible, layouts, rng))
        self.n = len(self._hands)

    @property
    def exact(self) -> bool:
        """Whether these are all layouts."""
        return self.n == LAYOUTS

    def kept(self, discard: int) -> int:
        """Return the hand after a discard.

        Parameters
        ----------
        discard : int
            Tile id.

        Returns
        -------
        int
            Mask of 7 tiles.
        """
        return self.held & ~(1 << discard)

    def counts(self, discard: int, trump: Trump) -> NDArray[np.int64]:
        """Return the layouts by tricks after a discard.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : Trump

        Returns
        -------
        (8,) int64 array
            Layouts by the declarer's double-dummy tricks.
        """
        hands = self._hands.copy()
        hands[:, 0] = self.kept(discard)
        return counts_of(solve_batch(hands, trump, threads=1, rules=self.rules))

    def wins(self, discard: int, trump: Trump, targets: Sequence[int]) -> NDArray[np.int64]:
        """Return the layouts with some numbers of tricks; faster than `counts` for a few.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : Trump
        targets : sequence of int
            Tricks to make, rising.

        Returns
        -------
        (k,) int64 array
            Layouts by double-dummy play.
        """
        if not self._open_race:
            return at_least(self.counts(discard, trump))[list(targets)]
        return self._race([self.kept(discard)], trump, targets, "double-dummy")[3]

    def lead_counts(
        self, discard: int, trump: Trump, leads: Sequence[int], least: int = 0
    ) -> NDArray[np.int64]:
        """Return the layouts by tricks after a discard and each of some leads.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : Trump
        leads : sequence of int
            Tile ids.
        least : int
            Fewer tricks count as this many.

        Returns
        -------
        (m, 8) int64 array
            Layouts by the declarer's tricks.
        """
        defenders = self._hands[:, 1:]
        kept = self.kept(discard)
        tricks = lead_tricks(kept, defenders, trump, leads, least=least, rules=self.rules)
        return np.array([counts_of(column) for column in tricks.T])

    def distinct_leads(self, discard: int, trump: Trump) -> list[int]:
        """Return the leads after a discard, of equal trumps one.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : Trump

        Returns
        -------
        list of int
            Tile ids, lowest first.
        """
        return distinct_leads(self.kept(discard), ALL_TILES & ~self.held, trump, self.rules)

    def best_leads(self, discard: int, trump: Trump) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the best blind lead of a contract for each bid up to 7.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : Trump

        Returns
        -------
        lead : (k,) int64 array
            Tile ids; proven to be best where all layouts are counted.
        wins : (k,) int64 array
            Layouts on which it makes the bid.
        """
        if self.exact:
            return self._race([self.kept(discard)], trump, self.bids, "blind-lead")[2:]
        leads = self.distinct_leads(discard, trump)[::-1]
        counts = self.lead_counts(discard, trump, leads, least=self.bids[0] - 1)
        wins = at_least(counts)[:, list(self.bids)]
        # Of leads with the same wins the one with more tricks, then the higher tile.
        merit = wins * (HAND_SIZE * self.n + 1) + (counts @ np.arange(HAND_SIZE + 1))[:, None]
        best = merit.argmax(axis=0)
        return np.array(leads)[best], wins.max(axis=0)

    def best_plans(
        self, trump: Trump, view: View, nodes: NDArray[np.int64] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the best discard, and lead, for each bid up to 7, proven to be best.

        Parameters
        ----------
        trump : Trump
        view, nodes
            As `moon_sim.solver.best_plans` takes them.

        Returns
        -------
        discard : (k,) int64 array
            Tile ids.
        lead : (k,) int64 array
            Tile ids; -1 in the double-dummy view.
        wins : (k,) int64 array
            Layouts on which it makes the bid.
        """
        discards = np.array(list(tile_ids(self.held)))
        if view == "double-dummy" and not self._open_race:
            wins = np.array([self.wins(tile, trump, self.bids) for tile in discards.tolist()])
            return discards[wins.argmax(axis=0)], np.full(len(self.bids), -1), wins.max(axis=0)
        kept = [self.kept(tile) for tile in discards.tolist()]
        best, _, lead, wins = self._race(kept, trump, self.bids, view, nodes)
        return discards[best], lead, wins

    @property
    def _open_race(self) -> bool:
        """Whether the race knows what may be led where the lead is picked on each layout."""
        return not (self.rules.leader_names_suit or self.rules.first_lead_must_be_trump)

    def _race(
        self,
        hands: list[int],
        trump: Trump,
        targets: Sequence[int],
        view: View,
        nodes: NDArray[np.int64] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        defenders = self._hands[:, 1:]
        return best_plans(
            hands, defenders, trump, targets, view=view, nodes=nodes, rules=self.rules
        )


def counts_of(tricks: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return how many layouts take 0 to 7 tricks.

    Parameters
    ----------
    tricks : (n,) int8 array

    Returns
    -------
    (8,) int64 array
    """
    return np.bincount(tricks, minlength=HAND_SIZE + 1).astype(np.int64)


def draw(
    possible: Layouts, layouts: int | None, rng: np.random.Generator
) -> NDArray[np.int64] | None:
    """Return the layouts of a sample, or None for all.

    Parameters
    ----------
    possible : Layouts
    layouts : int or None
        How many to draw.
    rng : Generator

    Returns
    -------
    (n,) int64 array or None
        Their indices.
    """
    return None if layouts is None else possible.sample(layouts, rng)
