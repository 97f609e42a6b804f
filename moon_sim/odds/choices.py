"""What a declarer may choose before it sees the widow, and which choice does best.

Plans stand in tables, a row each with the widow that it is for, by tile ids; the lead is -1 in the
double-dummy view, where it is picked on each layout.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    NUMBER_BIDS,
    Rules,
    Trump,
    View,
    number_bids,
    tile_ids,
)
from moon_sim.odds.distributions import at_least
from moon_sim.odds.exchanges import Exchange
from moon_sim.running import Progress, run_jobs

if TYPE_CHECKING:
    import pandas as pd

PLAN = ["widow", "discard", "lead", "trump"]
"""The columns of a plan, and of the widow that it is for."""

ANY = -1
"""The lead of a plan that picks it on each layout."""

CONTENDERS = 4
"""How many plans of a sample are looked at again for each widow and bid."""


class Widows:
    """The widows that a hand may find, each with its layouts, and what can be chosen with them.

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
    view : {"blind-lead", "double-dummy"}
        Whether the lead is chosen, too.
    """

    def __init__(
        self,
        held: int,
        trumps: list[Trump],
        layouts: int | None,
        rng: np.random.Generator,
        rules: Rules,
        view: View,
    ) -> None:
        self.trumps = trumps
        self.bids = number_bids(rules)
        self.view = view
        self.exchanges = {
            widow: Exchange(held | 1 << widow, layouts, rng, rules)
            for widow in tile_ids(ALL_TILES & ~held)
        }
        first = next(iter(self.exchanges.values()))
        self.n, self.exact = first.n, first.exact

    def plans(self) -> "pd.DataFrame":
        """Return all plans, of equal leads one: a row each, in the order of its columns."""
        import pandas as pd

        rows = []
        for widow, exchange in self.exchanges.items():
            for discard in tile_ids(exchange.held):
                kept = list(tile_ids(exchange.kept(discard)))
                leads = {
                    trump: exchange.distinct_leads(discard, trump) if self._blind else [ANY]
                    for trump in self.trumps
                }
                rows += [
                    (widow, discard, lead, trump)
                    for lead in (kept if self._blind else [ANY])
                    for trump in self.trumps
                    if lead in leads[trump]
                ]
        return pd.DataFrame(rows, columns=PLAN).astype("int64")

    def counts(
        self, plans: "pd.DataFrame", threads: int | None, progress: Progress | None = None
    ) -> NDArray[np.int64]:
        """Return the layouts by tricks of some plans.

        Parameters
        ----------
        plans : DataFrame
        threads, progress
            As `run_jobs` takes them.

        Returns
        -------
        (m, 8) int64 array
            A row for each plan. With blind leads, fewer tricks than any bid needs count as
            one less than the lowest.
        """
        leads = plans["lead"].to_numpy()
        least = self.bids[0] - 1

        def counted(
            exchange: Exchange, discard: int, trump: Trump, rows: NDArray[np.intp]
        ) -> NDArray[np.int64]:
            if self._blind:
                return exchange.lead_counts(discard, trump, leads[rows].tolist(), least)
            return exchange.counts(discard, trump)

        counts = np.zeros((len(plans), HAND_SIZE + 1), np.int64)
        self._of_each_contract(counted, plans, counts, threads, progress)
        return counts

    def wins(self, chosen: "pd.DataFrame", threads: int | None) -> NDArray[np.int64]:
        """Return the layouts on which chosen plans make their bids.

        Parameters
        ----------
        chosen : DataFrame
            Plans with a column `bid`.
        threads : int or None

        Returns
        -------
        (m,) int64 array
        """
        plans = chosen[PLAN].drop_duplicates(ignore_index=True)
        counts = at_least(self.counts(plans, threads))
        places = chosen[PLAN].merge(plans.reset_index(), on=PLAN, how="left")["index"]
        wins: NDArray[np.int64] = counts[places.to_numpy(), chosen["bid"].to_numpy()]
        return wins

    def open_wins(self, chosen: "pd.DataFrame", threads: int | None) -> NDArray[np.int64]:
        """Return the layouts on which the contracts of chosen plans make their bids, double-dummy.

        Parameters
        ----------
        chosen : DataFrame
            Plans with a column `bid`.
        threads : int or None

        Returns
        -------
        (m,) int64 array
        """
        bids = chosen["bid"].to_numpy()

        def counted(
            exchange: Exchange, discard: int, trump: Trump, rows: NDArray[np.intp]
        ) -> NDArray[np.int64]:
            return exchange.wins(discard, trump, bids[rows].tolist())

        wins = np.zeros(len(chosen), np.int64)
        self._of_each_contract(counted, chosen, wins, threads)
        return wins

    def race(self, threads: int | None, progress: Progress | None) -> "pd.DataFrame":
        """Return the best plan for each widow, trump and bid, proven to be best.

        Parameters
        ----------
        threads, progress
            As `run_jobs` takes them.

        Returns
        -------
        DataFrame
            Plans with the columns `bid` and `merit`: the layouts on which they make it.
        """
        import pandas as pd

        every = [(widow, trump) for widow in self.exchanges for trump in self.trumps]
        jobs = [partial(self.exchanges[w].best_plans, trump, self.view) for w, trump in every]
        rows = [
            (widow, int(discard), int(lead), int(trump), bid, int(wins))
            for (widow, trump), found in zip(every, run_jobs(jobs, threads, progress), strict=True)
            for bid, discard, lead, wins in zip(self.bids, *found, strict=True)
        ]
        return pd.DataFrame(rows, columns=[*PLAN, "bid", "merit"])

    def _of_each_contract(
        self,
        counted: Callable[[Exchange, int, Trump, NDArray[np.intp]], NDArray[np.int64]],
        plans: "pd.DataFrame",
        out: NDArray[np.int64],
        threads: int | None,
        progress: Progress | None = None,
    ) -> None:
        """Count something of plans into their rows, all of a contract together.

        Its leads share most of their endings, and its bids one race.
        """
        places: dict[Any, Any] = plans.groupby(["widow", "discard", "trump"]).indices
        jobs = []
        for contract, rows in places.items():
            widow, discard, trump = map(int, contract)  # pandas gives NumPy's
            jobs.append(partial(counted, self.exchanges[widow], discard, Trump(trump), rows))
        for rows, found in zip(places.values(), run_jobs(jobs, threads, progress), strict=True):
            out[rows] = found

    @property
    def _blind(self) -> bool:
        return self.view == "blind-lead"


def by_merit(
    plans: "pd.DataFrame", counts: NDArray[np.int64], bids: tuple[int, ...] = NUMBER_BIDS
) -> "pd.DataFrame":
    """Return plans for each bid, those with the most merit first: wins, and of equal wins, tricks.

    Parameters
    ----------
    plans : DataFrame
    counts : (m, 8) int64 array
        Layouts by tricks, for each.
    bids : tuple of int
        Those that name their tricks.

    Returns
    -------
    DataFrame
        A row for each plan and bid, with the columns `place` (of the plan among those given),
        `bid` and `merit`. Equal ones stay in their order.
    """
    import pandas as pd

    tricks = counts @ np.arange(HAND_SIZE + 1)
    wins = at_least(counts)[:, list(bids)]
    merit = wins * (tricks.max() + 1) + tricks[:, None]
    place = np.repeat(np.arange(len(plans)), len(bids))
    long = plans.iloc[place].assign(place=place, bid=np.tile(bids, len(plans)), merit=merit.ravel())
    return pd.DataFrame(long).sort_values(
        "merit", ascending=False, kind="stable", ignore_index=True
    )


def best_trumps(fixed: "pd.DataFrame") -> "pd.DataFrame":
    """Return the best plan for each widow and bid.

    Parameters
    ----------
    fixed : DataFrame
        The best plan for each widow, trump and bid, with its `merit`.

    Returns
    -------
    DataFrame
        By widow and bid. Of trumps with the same merit, the one that is best for all bids together.
    """
    together = fixed.groupby(["widow", "trump"])["merit"].transform("sum")
    order = fixed.assign(together=together).sort_values("trump", kind="stable")
    order = order.sort_values(["merit", "together"], ascending=False, kind="stable")
    best = order.drop_duplicates(["widow", "bid"]).drop(columns="together")
    return best.sort_values(["widow", "bid"], ignore_index=True)


def contenders(ranked: "pd.DataFrame") -> NDArray[np.int64]:
    """Return the places of the best plans for each widow and bid, `CONTENDERS` of them or all.

    Parameters
    ----------
    ranked : DataFrame
        As `by_merit` gives it.

    Returns
    -------
    (k,) int64 array
        Rising.
    """
    some = ranked.groupby(["widow", "bid"]).head(CONTENDERS)
    return np.unique(some["place"].to_numpy())
