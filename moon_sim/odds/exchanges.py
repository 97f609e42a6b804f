"""A holding after the widow: what its contracts and plans take on layouts, all or a sample."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    Layouts,
    Rules,
    Trump,
    View,
    as_tile,
    tile_ids,
    tile_name,
)
from moon_sim.odds.estimates import TrickDistribution, at_least
from moon_sim.running import run_jobs
from moon_sim.solver import best_plans, distinct_leads, lead_tricks, solve_batch

__all__ = ["Exchange", "counts_of", "draw"]


class Exchange:
    """A holding with the layouts on which its contracts are measured, the same for all.

    Parameters
    ----------
    held : int
        Mask of the 8 tiles.
    layouts : int or None
        How many layouts to draw; None for all.
    rng : Generator
    """

    def __init__(self, held: int, layouts: int | None, rng: np.random.Generator) -> None:
        self.held = held
        tile = next(tile_ids(held))
        # The hidden tiles are those outside the holding, whatever the discard.
        possible = Layouts.after_exchange(held & ~(1 << tile), tile_name(tile))
        self._hands = possible.hands(draw(possible, layouts, rng))
        self.n = len(self._hands)

    def counts(self, discard: int, trump: int, rules: Rules) -> NDArray[np.int64]:
        """Return the layouts by tricks after a discard.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : int
        rules : Rules

        Returns
        -------
        (8,) int64 array
            Layouts by the declarer's double-dummy tricks.
        """
        hands = self._hands.copy()
        hands[:, 0] = self.held & ~(1 << discard)
        return counts_of(solve_batch(hands, trump, threads=1, rules=rules))

    def wins(
        self, discard: int, trump: int, rules: Rules, targets: Sequence[int]
    ) -> NDArray[np.int64]:
        """Return the layouts with some numbers of tricks; faster than `counts` for a few.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : int
        rules : Rules
        targets : sequence of int
            Tricks to make, rising.

        Returns
        -------
        (k,) int64 array
            Layouts by double-dummy play.
        """
        kept = self.held & ~(1 << discard)
        view: View = "double-dummy"
        return best_plans([kept], self._hands[:, 1:], trump, targets, view=view, rules=rules)[2]

    def lead_counts(
        self, discard: int, trump: int, rules: Rules, leads: Sequence[int], least: int = 0
    ) -> NDArray[np.int64]:
        """Return the layouts by tricks after a discard and each of some leads.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : int
        rules : Rules
        leads : sequence of int
            Tile ids.
        least : int
            Fewer tricks count as this many.

        Returns
        -------
        (m, 8) int64 array
            Layouts by the declarer's tricks.
        """
        kept = self.held & ~(1 << discard)
        tricks = lead_tricks(kept, self._hands[:, 1:], trump, leads, least=least, rules=rules)
        return np.array([counts_of(column) for column in tricks.T])

    def distinct_leads(self, discard: int, trump: int, rules: Rules) -> list[int]:
        """Return the leads after a discard, of equal trumps one.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : int
        rules : Rules

        Returns
        -------
        list of int
            Tile ids, lowest first.
        """
        return distinct_leads(self.held & ~(1 << discard), ALL_TILES & ~self.held, trump, rules)

    def best_leads(
        self, discard: int, trump: int, rules: Rules
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the best blind lead of a contract for each bid 4-7.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : int
        rules : Rules

        Returns
        -------
        lead : (4,) int64 array
            Tile ids; proven to be best where all layouts are counted.
        wins : (4,) int64 array
            Layouts on which it makes the bid.
        """
        if self.n == LAYOUTS:
            kept = self.held & ~(1 << discard)
            return best_plans([kept], self._hands[:, 1:], trump, NUMBER_BIDS, rules=rules)[1:]
        leads = self.distinct_leads(discard, trump, rules)[::-1]
        counts = self.lead_counts(discard, trump, rules, leads, least=NUMBER_BIDS[0] - 1)
        wins = at_least(counts)[:, list(NUMBER_BIDS)]
        # Of leads with the same wins the one with more tricks, then the higher tile.
        merit = wins * (HAND_SIZE * self.n + 1) + (counts @ np.arange(HAND_SIZE + 1))[:, None]
        best = merit.argmax(axis=0)
        return np.array(leads)[best], wins.max(axis=0)

    def best_plans(
        self,
        trump: int,
        rules: Rules,
        view: View = "double-dummy",
        nodes: NDArray[np.int64] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the best discard, and lead, for each bid 4-7, proven to be best.

        Parameters
        ----------
        trump : int
        rules : Rules
        view, nodes
            As `best_plans` takes them.

        Returns
        -------
        discard : (4,) int64 array
            Its place among the tiles of the holding, lowest tile first.
        lead : (4,) int64 array
            Tile id; -1 in the double-dummy view.
        wins : (4,) int64 array
            Layouts on which it makes the bid.
        """
        kept = [self.held & ~(1 << tile) for tile in tile_ids(self.held)]
        return best_plans(
            kept, self._hands[:, 1:], trump, NUMBER_BIDS, view=view, nodes=nodes, rules=rules
        )

    def distributions(
        self, plans: list[tuple[str, Trump, str]], threads: int | None, rules: Rules
    ) -> dict[tuple[str, Trump, str], TrickDistribution]:
        """Return the trick distributions of plans.

        Parameters
        ----------
        plans : list of (str, Trump, str)
            Discard, trump, and the lead or "" for any.
        threads : int or None
        rules : Rules

        Returns
        -------
        dict of (str, Trump, str) to TrickDistribution
        """

        def counts(discard: str, trump: Trump, lead: str) -> NDArray[np.int64]:
            gone = as_tile(discard)
            if not lead:
                return self.counts(gone, trump, rules)
            led = as_tile(lead)
            counted: NDArray[np.int64] = self.lead_counts(gone, trump, rules, [led])[0]
            return counted

        found = run_jobs([partial(counts, *plan) for plan in plans], threads)
        return {plan: TrickDistribution(one) for plan, one in zip(plans, found, strict=True)}


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
