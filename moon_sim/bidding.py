"""The odds that a hand makes each bid, before the widow is seen.

What is said of odds in `moon_sim.odds` holds here, too.
"""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.checks import View, check_view
from moon_sim.estimates import LAYOUTS, Strata, at_least
from moon_sim.layouts import Seed
from moon_sim.odds import Exchange, seeded
from moon_sim.parallel import Progress, run_jobs
from moon_sim.positions import Tiles
from moon_sim.rules import BIDS, DEFAULT_RULES, HAND_SIZE, NUMBER_BIDS, Rules, Trump, target
from moon_sim.solver import warm_up
from moon_sim.tiles import ALL_TILES, as_mask, format_tiles, tile_ids, tile_name

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BidOdds", "bid_odds", "points"]


CONTENDERS = 4
"""How many contracts of a sample are looked at again for each widow and bid."""

FRESH_TIMES = 4
"""On how many times as many fresh layouts they are, and then the chosen one; up to half of all."""


def points(bid: int, p_make: float) -> float:
    """Return what a bid gains on average, in points (R13, R14).

    A bid that is made gains itself and one that is set loses itself, so the mean is
    ``bid * (2 * p_make - 1)``, and the break-even is at one half for every bid.

    Parameters
    ----------
    bid : int
        4, 5, 6, 7 or 21.
    p_make : float
        Probability that the declarer reaches the bid's target.

    Returns
    -------
    float
        Points, from the declarer's side; what the others gain meanwhile is not counted.

    Raises
    ------
    IllegalPlayError
        If the bid is none.

    Examples
    --------
    >>> points(5, 0.75)
    2.5
    """
    target(bid)  # refuses what is no bid
    return bid * (2 * p_make - 1)


@dataclass(frozen=True, eq=False)
class BidOdds:
    """The odds that a 7-tile hand makes each bid, before the widow is seen.

    For each of the 15 tiles that the widow may be, the declarer picks the discard and trump, and in
    the blind-lead view the lead, that are best for the bid. Probabilities are means over the 15.

    Attributes
    ----------
    hand : str
        The 7 tiles.
    layouts : int
        Layouts on which each contract was measured to choose from them: 3,432 for exact odds.
    exact : bool
        Whether all layouts were counted.
    seed : int or None
        The seed of the sample; None for exact odds, or where a Generator was given.
    p_make : Series
        Probability of making each bid 4-7, with the best choice for each widow; in a sample, with
        the one that looked best on it.
    by_trump : DataFrame
        The same with the trump held fixed and only the rest chosen: a row per `Trump`, a
        column per bid.
    choices : DataFrame
        The choice behind `p_make`: a row per (widow, bid) with `discard` and `trump` (text),
        `p_make`, `n`; in the blind-lead view, also `lead` (text), and `double_dummy` as below.
    double_dummy : Series
        Probability of making each bid 4-7 by the same choices of discard and trump, on the same
        layouts, double-dummy; in the double-dummy view, `p_make`.
    view : {"double-dummy", "blind-lead"}
        Whether the lead is picked on each layout, or chosen with discard and trump.
    """

    hand: str
    layouts: int
    exact: bool
    seed: int | None
    p_make: "pd.Series[float]"
    by_trump: "pd.DataFrame"
    choices: "pd.DataFrame"
    double_dummy: "pd.Series[float]"
    view: View
    _best: Strata
    _fixed: Strata

    @property
    def points(self) -> "pd.Series[float]":
        """Points that each bid gains on average, 4-7 and 21; see `points`."""
        import pandas as pd

        gains = [points(bid, float(self.p_make[target(bid)])) for bid in BIDS]
        return pd.Series(gains, pd.Index(BIDS, name="bid"), name="points")

    def standard_error(self, bid: int, trump: Tiles | None = None) -> float:
        """Return the standard error of a probability, 0 for exact odds.

        Parameters
        ----------
        bid : int
            4-7, or 21 for the same as 7.
        trump : Trump, int or str, optional
            For an entry of `by_trump`; of `p_make` by default.

        Returns
        -------
        float
            Probability.

        Raises
        ------
        TypeError, ValueError
            If `bid` or `trump` is none.
        """
        return float(self._where(bid, trump).standard_error())

    def interval(
        self, bid: int, trump: Tiles | None = None, level: float = 0.95
    ) -> tuple[float, float]:
        """Return a confidence interval of a probability.

        Parameters
        ----------
        bid, trump
            As `standard_error` takes them.
        level : float
            Confidence, between 0 and 1.

        Returns
        -------
        low, high : float
            Probabilities; equal for exact odds.

        Raises
        ------
        TypeError, ValueError
            If `bid` or `trump` is none, or `level` is no confidence.

        Notes
        -----
        Layouts are drawn for each widow apart (strata). The interval is Clopper and Pearson's at
        the size of a simple sample that has the stratified one's variance (Korn and Graubard,
        1998), finite-population correction included. It is one for the choice made on the
        sample, whose odds may be a little below the best choice's: see ``docs/odds.md``.
        """
        return self._where(bid, trump).interval(level)

    def _where(self, bid: int, trump: Tiles | None) -> Strata:
        column = NUMBER_BIDS.index(target(bid))
        if trump is None:
            return self._best.at(column)
        return self._fixed.at(list(self.by_trump.index).index(Trump.parse(trump)), column)


def bid_odds(
    hand: Tiles,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: View = "double-dummy",
    trump: Tiles | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> BidOdds:
    """Return the odds that a hand makes each bid, before the widow is seen.

    Parameters
    ----------
    hand : str or int
        The 7 tiles dealt, as text or as a mask.
    layouts : int, optional
        How many of the 3,432 layouts to sample per contract; all by default, for exact odds,
        with every maximum proven. In a sample, the contracts that do best on these layouts are
        compared again on four times as many (up to half of all), the one chosen is measured on as
        many fresh ones;
        an entry of `by_trump` is chosen and measured on `layouts` each. With blind leads, what is
        chosen is a contract and its lead.
    seed : int or Generator, optional
        Decides the sample.
    trump : Trump, int or str, optional
        Hold the trump fixed: the odds of a player who names it whatever the widow.
    view, threads, progress, rules
        As `contract_odds` takes them.

    Returns
    -------
    BidOdds
        Probabilities and points, from the declarer's side.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        As `contract_odds` does.

    Examples
    --------
    >>> odds = bid_odds("6-6 6-5 6-4 5-5 4-4 3-3 1-1", layouts=10, seed=1, trump="none")
    >>> odds.p_make[7]
    np.float64(1.0)
    >>> odds.points[21]
    np.float64(21.0)
    """
    held = as_mask(hand, "hand", HAND_SIZE)
    trumps = list(Trump) if trump is None else [Trump.parse(trump)]
    blind = check_view(view) == "blind-lead"
    rng, noted = seeded(seed, layouts)
    warm_up()
    plans = _Plans(held, trumps, layouts, rng, rules, blind)
    n = plans.n
    if n == LAYOUTS:
        wins = plans.most_wins(threads, progress)
        fixed, best = _choose(wins)
        by_fixed, by_best = _strata(wins, fixed, n), _strata(wins, best, n)
        last = plans
    else:
        # With all layouts the choice's odds would be exact, but not proven to be the best.
        more = max(n, min(FRESH_TIMES * n, LAYOUTS // 2))

        def fresh(size: int) -> _Plans:
            return _Plans(held, trumps, size, rng, rules, blind)

        counts = plans.counts(plans.all(), threads, progress)
        fixed, _ = _choose(_merit(counts))
        rivals = _contenders(_merit(counts))
        again = fresh(more).counts(rivals, threads, progress)
        both = np.where(again.any(axis=-1, keepdims=True), counts + again, 0)
        _, best = _choose(_merit(both))
        by_fixed = _strata(_wins(fresh(n).counts(fixed, threads, progress)), fixed, n)
        last = fresh(more)
        by_best = _strata(_wins(last.counts(best, threads, progress)), best, more)
    opened = last.opened(best, threads) if blind else by_best
    return BidOdds(
        hand=format_tiles(held),
        layouts=n,
        exact=n == LAYOUTS,
        seed=noted,
        view="blind-lead" if blind else "double-dummy",
        **_bid_frames(plans, best, by_best, by_fixed, opened),
        _best=by_best,
        _fixed=by_fixed,
    )


class _Plans:
    """What a declarer may choose, each widow with its layouts.

    A plan is a contract: widow x discard x trump. With blind leads it is a contract and its lead;
    they stand along the axis of the discards, which is 7 times as long: discard x lead.
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
        """Return the tile discarded, by its places along the axes of widows and discards."""
        return self.discards[widow][choice // max(self.leads, 1)]

    def lead(self, widow: int, choice: int) -> int:
        """Return the tile led; there are blind leads."""
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
        """Return the double-dummy wins of the contracts of chosen plans, (15, 4)."""
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


def _choose(merit: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
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


def _merit(counts: NDArray[np.int64]) -> NDArray[np.int64]:
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
    merit: NDArray[np.int64] = _wins(counts) * (tricks.max() + 1) + tricks[..., None]
    return merit


def _contenders(merit: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places (widow, discard, trump) of the best contracts of each widow and bid."""
    widows, discards, trumps, bids = merit.shape
    ranked = np.argsort(-merit.reshape(widows, discards * trumps, bids), axis=1, kind="stable")
    discard, trump = np.unravel_index(ranked[:, :CONTENDERS], (discards, trumps))
    return np.stack([np.indices(discard.shape)[0], discard, trump], axis=-1)


def _strata(wins: NDArray[np.int64], choice: NDArray[np.int64], n: int) -> Strata:
    """Return the wins of chosen contracts; the choice's last axis but one is the bid."""
    bid = np.indices(choice.shape[:-1])[-1]
    chosen = wins[choice[..., 0], choice[..., 1], choice[..., 2], bid]
    return Strata(chosen, np.full_like(chosen, n))


def _bid_frames(
    plans: _Plans, best: NDArray[np.int64], by_best: Strata, by_fixed: Strata, opened: Strata
) -> dict[str, Any]:
    """Return the tables of a `BidOdds`."""
    import pandas as pd

    bids = pd.Index(NUMBER_BIDS, name="bid")
    trumps = pd.Index(plans.trumps, name="trump", dtype=object)
    widows = [tile_name(widow) for widow in plans.widows]
    rows = pd.MultiIndex.from_product([widows, bids], names=["widow", "bid"])
    chosen = best.reshape(-1, 3)
    choices = pd.DataFrame(
        {
            "discard": [tile_name(plans.discard(w, choice)) for w, choice, _ in chosen],
            # As text: where pandas hands out single values, an IntEnum would come as its number.
            "trump": [str(plans.trumps[t]) for _, _, t in chosen],
            "p_make": (by_best.wins / by_best.n).ravel(),
            "n": by_best.n.ravel(),
        },
        index=rows,
    )
    if plans.leads:
        choices.insert(2, "lead", [tile_name(plans.lead(w, choice)) for w, choice, _ in chosen])
        choices["double_dummy"] = (opened.wins / opened.n).ravel()
    return {
        "p_make": pd.Series(by_best.p(), bids, name="p_make"),
        "by_trump": pd.DataFrame(by_fixed.p(), trumps, bids),
        "choices": choices,
        "double_dummy": pd.Series(opened.p(), bids, name="double_dummy"),
    }


def _wins(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the layouts on which each bid 4-7 is made, along the last axis."""
    return at_least(counts)[..., list(NUMBER_BIDS)]
