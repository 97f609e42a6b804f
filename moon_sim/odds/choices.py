"""What a declarer may choose before it sees the widow, and which choice does best."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import ALL_TILES, HAND_SIZE, NUMBER_BIDS, Rules, Trump, View, tile_ids
from moon_sim.odds.estimates import Strata, at_least
from moon_sim.odds.exchanges import Exchange
from moon_sim.running import Progress, run_jobs

__all__ = ["Plans", "choose", "contenders", "merit_of", "wins_of"]

CONTENDERS = 4
"""How many contracts of a sample are looked at again for each widow and bid."""


class Plans:
    """What a declarer may choose, each widow with its layouts.

    A plan is a contract: widow x discard x trump. With blind leads it is a contract and its lead;
    they stand along the axis of the discards, which is 7 times as long: discard x lead.

    Parameters
    ----------
    held : int
        Mask of the 7 tiles dealt.
    trumps : list of Trump
        Those to choose from.
    layouts : int or None
        How many to draw for each widow; None for all.
    rng : Generator
    rules : Rules
    blind : bool
        Whether the lead is chosen, too.
    """

    def __init__(
        self,
        held: int,
        trumps: list[Trump],
        layouts: int | None,
        rng: np.random.Generator,
        rules: Rules,
        blind: bool,
    ) -> None:
        self.widows = list(tile_ids(ALL_TILES & ~held))
        self.trumps = trumps
        self.rules = rules
        self.leads = HAND_SIZE if blind else 0
        self.exchanges = [Exchange(held | 1 << widow, layouts, rng) for widow in self.widows]
        self.discards = [list(tile_ids(exchange.held)) for exchange in self.exchanges]
        self.shape = (len(self.widows), (HAND_SIZE + 1) * max(self.leads, 1), len(trumps))
        self.n = self.exchanges[0].n

    def discard(self, widow: int, choice: int) -> int:
        """Return the tile discarded.

        Parameters
        ----------
        widow, choice : int
            Places along the axes of widows and discards.

        Returns
        -------
        int
            Tile id.
        """
        return self.discards[widow][choice // max(self.leads, 1)]

    def lead(self, widow: int, choice: int) -> int:
        """Return the tile led; there are blind leads.

        Parameters
        ----------
        widow, choice : int
            Places along the axes of widows and discards.

        Returns
        -------
        int
            Tile id.
        """
        gone = choice // self.leads
        kept = [tile for at, tile in enumerate(self.discards[widow]) if at != gone]
        return kept[choice % self.leads]

    def all(self) -> NDArray[np.int64]:
        """Return the places (widow, discard, trump) of all plans, (m, 3); of equal leads one."""
        every = list(np.ndindex(self.shape))
        if not self.leads:
            return np.array(every)
        apart = {
            (w, d, t): self.exchanges[w].distinct_leads(tile, trump, self.rules)
            for w, tiles in enumerate(self.discards)
            for d, tile in enumerate(tiles)
            for t, trump in enumerate(self.trumps)
        }
        return np.array(
            [(w, c, t) for w, c, t in every if self.lead(w, c) in apart[w, c // self.leads, t]]
        )

    def counts(
        self, which: NDArray[np.int64], threads: int | None, progress: Progress | None = None
    ) -> NDArray[np.int64]:
        """Return the layouts by tricks of some plans, given by their places.

        Parameters
        ----------
        which : (..., 3) int64 array
        threads, progress
            As `run_jobs` takes them.

        Returns
        -------
        (15, d, t, 8) int64 array
            All zeros for the other plans. With blind leads, fewer tricks than any bid needs count
            as 3.
        """
        distinct = np.unique(which.reshape(-1, 3), axis=0)
        counts = np.zeros((*self.shape, HAND_SIZE + 1), np.int64)
        if not self.leads:
            jobs = [
                partial(self.exchanges[w].counts, self.discards[w][d], self.trumps[t], self.rules)
                for w, d, t in distinct
            ]
            counts[tuple(distinct.T)] = run_jobs(jobs, threads, progress)
            return counts
        # All leads of a contract go together: they share most of their endings.
        by_contract: dict[tuple[int, int, int], list[int]] = {}
        for w, choice, t in distinct.tolist():
            by_contract.setdefault((w, choice // self.leads, t), []).append(choice)
        jobs = [
            partial(
                self.exchanges[w].lead_counts,
                self.discards[w][d],
                self.trumps[t],
                self.rules,
                [self.lead(w, choice) for choice in choices],
                NUMBER_BIDS[0] - 1,
            )
            for (w, d, t), choices in by_contract.items()
        ]
        found = run_jobs(jobs, threads, progress)
        for ((w, _, t), choices), rows in zip(by_contract.items(), found, strict=True):
            counts[w, choices, t] = rows
        return counts

    def opened(self, best: NDArray[np.int64], threads: int | None) -> Strata:
        """Return the double-dummy wins of the contracts of chosen plans.

        Parameters
        ----------
        best : (15, 4, 3) int64 array
            Their places, by widow and bid.
        threads : int or None

        Returns
        -------
        Strata
            By widow and bid.
        """
        bids: dict[tuple[int, int, int], list[int]] = {}
        for row in best.tolist():
            for at, (w, choice, t) in enumerate(row):
                bids.setdefault((w, choice // self.leads, t), []).append(at)
        jobs = [
            partial(
                self.exchanges[w].wins,
                self.discards[w][d],
                self.trumps[t],
                self.rules,
                [NUMBER_BIDS[at] for at in some],
            )
            for (w, d, t), some in bids.items()
        ]
        wins = np.zeros(best.shape[:2], np.int64)
        for ((w, _, _), some), won in zip(bids.items(), run_jobs(jobs, threads), strict=True):
            wins[w, some] = won
        return Strata(wins, np.full_like(wins, self.n))

    def most_wins(self, threads: int | None, progress: Progress | None) -> NDArray[np.int64]:
        """Return the wins of the best discard for each widow, trump and bid, proven to be best.

        Parameters
        ----------
        threads, progress
            As `run_jobs` takes them.

        Returns
        -------
        (15, d, t, 4) int64 array
            Layouts won by the best discard, and lead, of each widow, trump and bid, and -1 for the
            others, which were given up as soon as they had failed too often.
        """
        every = list(np.ndindex(len(self.widows), len(self.trumps)))
        view: View = "blind-lead" if self.leads else "double-dummy"
        jobs = [
            partial(self.exchanges[w].best_plans, self.trumps[t], self.rules, view)
            for w, t in every
        ]
        wins = np.full((*self.shape, len(NUMBER_BIDS)), -1, np.int64)
        for (w, t), found in zip(every, run_jobs(jobs, threads, progress), strict=True):
            for bid, (discard, lead, most) in enumerate(zip(*found, strict=True)):
                choice = int(discard)
                if self.leads:
                    kept = [tile for at, tile in enumerate(self.discards[w]) if at != choice]
                    choice = choice * self.leads + kept.index(int(lead))
                wins[w, choice, t, bid] = most
        return wins


def choose(merit: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the contracts with the most merit.

    Parameters
    ----------
    merit : (15, d, t, 4) int64 array
        Of each widow, discard (and lead), trump and bid 4-7.

    Returns
    -------
    fixed : (15, t, 4, 3) int64 array
        For each widow, trump and bid the places (widow, discard, trump) of the contract with the
        best discard.
    best : (15, 4, 3) int64 array
        For each widow and bid those of the best contract.
    """
    widow, trump, _ = np.indices((merit.shape[0], *merit.shape[2:]))
    fixed = np.stack([widow, merit.argmax(axis=1), trump], axis=-1)
    by_trump = merit.max(axis=1)
    # Of trumps with the same merit, the one that is best for all bids together.
    together = by_trump.sum(axis=2, keepdims=True)
    best_trump = (by_trump * (together.max() + 1) + together).argmax(axis=1)
    widow, bid = np.indices(best_trump.shape)
    return fixed, fixed[widow, best_trump, bid]


def merit_of(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what contracts are chosen by: wins, and of equal wins, tricks.

    Parameters
    ----------
    counts : (15, 8, t, 8) int64 array
        Layouts by tricks, for each widow, discard and trump.

    Returns
    -------
    (15, 8, t, 4) int64 array
        For each bid.
    """
    tricks = counts @ np.arange(HAND_SIZE + 1)
    merit: NDArray[np.int64] = wins_of(counts) * (tricks.max() + 1) + tricks[..., None]
    return merit


def contenders(merit: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the best contracts of each widow and bid.

    Parameters
    ----------
    merit : (15, d, t, 4) int64 array
        Of each widow, discard (and lead), trump and bid 4-7.

    Returns
    -------
    (15, k, 4, 3) int64 array
        Their places (widow, discard, trump), best first; `CONTENDERS` a bid, or all.
    """
    widows, discards, trumps, bids = merit.shape
    ranked = np.argsort(-merit.reshape(widows, discards * trumps, bids), axis=1, kind="stable")
    discard, trump = np.unravel_index(ranked[:, :CONTENDERS], (discards, trumps))
    return np.stack([np.indices(discard.shape)[0], discard, trump], axis=-1)


def wins_of(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the layouts on which each bid is made.

    Parameters
    ----------
    counts : (..., 8) int64 array
        Layouts by tricks.

    Returns
    -------
    (..., 4) int64 array
        For each bid 4-7.
    """
    return at_least(counts)[..., list(NUMBER_BIDS)]
