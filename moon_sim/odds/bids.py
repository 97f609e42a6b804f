"""The odds that a hand makes each bid, before the widow is seen.

What is said of odds in `moon_sim.odds` holds here, too.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    BIDS,
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    Rules,
    Seed,
    Tiles,
    Trump,
    TrumpLike,
    View,
    as_mask,
    check_view,
    format_tiles,
    seeded,
    target,
    tile_name,
)
from moon_sim.odds.choices import Plans, choose, contenders, merit_of, wins_of
from moon_sim.odds.estimates import Strata
from moon_sim.running import Progress
from moon_sim.solver import warm_up

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BidOdds", "bid_odds", "points"]


FRESH_TIMES = 4
"""On how many times as many fresh layouts a sample's best contracts are looked at again, and then
the chosen one; up to half of all."""


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

    def standard_error(self, bid: int, trump: TrumpLike | None = None) -> float:
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
        self, bid: int, trump: TrumpLike | None = None, level: float = 0.95
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

    def _where(self, bid: int, trump: TrumpLike | None) -> Strata:
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
    trump: TrumpLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> BidOdds:
    """Return the odds that a hand makes each bid, before the widow is seen.

    Parameters
    ----------
    hand : str or int
        The 7 tiles dealt, as text, as a list of tiles or as a mask.
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
    plans = Plans(held, trumps, layouts, rng, rules, blind)
    n = plans.n
    if n == LAYOUTS:
        wins = plans.most_wins(threads, progress)
        fixed, best = choose(wins)
        by_fixed, by_best = _strata(wins, fixed, n), _strata(wins, best, n)
        last = plans
    else:
        # With all layouts the choice's odds would be exact, but not proven to be the best.
        more = max(n, min(FRESH_TIMES * n, LAYOUTS // 2))

        def fresh(size: int) -> Plans:
            return Plans(held, trumps, size, rng, rules, blind)

        counts = plans.counts(plans.all(), threads, progress)
        fixed, _ = choose(merit_of(counts))
        rivals = contenders(merit_of(counts))
        again = fresh(more).counts(rivals, threads, progress)
        both = np.where(again.any(axis=-1, keepdims=True), counts + again, 0)
        _, best = choose(merit_of(both))
        by_fixed = _strata(wins_of(fresh(n).counts(fixed, threads, progress)), fixed, n)
        last = fresh(more)
        by_best = _strata(wins_of(last.counts(best, threads, progress)), best, more)
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


def _strata(wins: NDArray[np.int64], choice: NDArray[np.int64], n: int) -> Strata:
    """Return the wins of chosen contracts; the choice's last axis but one is the bid."""
    bid = np.indices(choice.shape[:-1])[-1]
    chosen = wins[choice[..., 0], choice[..., 1], choice[..., 2], bid]
    return Strata(chosen, np.full_like(chosen, n))


def _bid_frames(
    plans: Plans, best: NDArray[np.int64], by_best: Strata, by_fixed: Strata, opened: Strata
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
