"""The odds that a hand makes each bid, before the widow is seen.

What is said of odds in `moon_sim.odds` holds here, too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.display import Result, listed, percent, seed_words
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
from moon_sim.odds.choices import Widows, best_trumps, by_merit, contenders
from moon_sim.odds.exchanges import Trumps, trumps_of
from moon_sim.odds.gains import points
from moon_sim.odds.rankings import seed_dtype
from moon_sim.odds.strata import Strata
from moon_sim.odds.text import advise_bid, bid_table, describe_odds, trump_table
from moon_sim.running import Progress
from moon_sim.solver import warm_up

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

FRESH_TIMES = 4
"""On how many times as many fresh layouts a sample's best contracts are looked at again, and then
the chosen one; up to half of all."""


@dataclass(frozen=True, eq=False, repr=False)
class BidOdds(Result):
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
            If `bid` or `trump` is none, or these odds are of other trumps.
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

    def to_frame(self, level: float = 0.95) -> "pd.DataFrame":
        """Return the odds of all bids as a long table, one row a number.

        Parameters
        ----------
        level : float
            Confidence of the intervals.

        Returns
        -------
        DataFrame
            Columns `hand`, `trump` (text; ``best`` where it is chosen for each widow), `bid`,
            `p_make`, `standard_error`, `low`, `high` (probabilities), `points`, `layouts`,
            `exact`, `seed` (nullable). With blind leads, also `double_dummy`: the probability of
            the same choices double-dummy, NaN where the trump is fixed.

        Raises
        ------
        TypeError, ValueError
            If `level` is no confidence.
        """
        import pandas as pd

        rows = []
        for trump in (None, *self.by_trump.index):
            for bid in BIDS if trump is None else NUMBER_BIDS:
                p = self.p_make[target(bid)] if trump is None else self.by_trump.loc[trump, bid]
                low, high = self.interval(bid, trump, level)
                rows.append(
                    {
                        "hand": self.hand,
                        "trump": "best" if trump is None else str(trump),
                        "bid": bid,
                        "p_make": float(p),
                        "standard_error": self.standard_error(bid, trump),
                        "low": low,
                        "high": high,
                        "points": points(bid, float(p)),
                        "layouts": self.layouts,
                        "exact": self.exact,
                        "seed": self.seed,
                    }
                )
        frame = pd.DataFrame(rows)
        if self.view == "blind-lead":
            opened = [float(self.double_dummy[target(bid)]) for bid in BIDS]
            frame["double_dummy"] = opened + [float("nan")] * (len(frame) - len(opened))
        return frame.astype({"hand": "string", "trump": "category", "seed": seed_dtype(self.seed)})

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        frame = self.to_frame()
        bids = frame[frame["trump"] == "best"]
        return {
            "hand": self.hand,
            "view": self.view,
            "exact": self.exact,
            "layouts": self.layouts,
            "seed": self.seed,
            "bids": bids.drop(columns=["hand", "trump", "layouts", "exact", "seed"]).to_dict(
                "records"
            ),
            "by_trump": self.by_trump.rename(index=str, columns=str).to_dict("index"),
            "choices": self.choices.reset_index().to_dict("records"),
            "advice": advise_bid(self),
        }

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        gains = self.points
        said: dict[str, object] = {}
        for bid in BIDS:
            made = percent(float(self.p_make[target(bid)]))
            error = "" if self.exact else f" ± {100 * self.standard_error(bid):.1f}"
            said[f"bid {bid}"] = f"made {made:>8}{error}, points {gains[bid]:+.2f}"
        said["layouts"] = f"all {self.layouts:,} of each widow, exact"
        if not self.exact:
            said["layouts"] = f"{self.layouts:,} of {LAYOUTS:,} a contract, {seed_words(self.seed)}"
            said["±"] = "standard error"
        if len(self.by_trump) < len(Trump):
            said["trump"] = ", ".join(map(str, self.by_trump.index))
        return f"Odds of {self.hand}, {self.view}", said

    def _parts(self) -> "list[str | Table]":
        tables = [trump_table(self)] if len(self.by_trump) > 1 else []
        return [
            f"Hand {self.hand}",
            "",
            *tables,
            bid_table(self),
            advise_bid(self),
            "",
            describe_odds(self),
        ]

    def _where(self, bid: int, trump: TrumpLike | None) -> Strata:
        column = NUMBER_BIDS.index(target(bid))
        if trump is None:
            return self._best.at(column)
        named, trumps = Trump.parse(trump), list(self.by_trump.index)
        if named not in trumps:
            raise ValueError(f"trump: expected {listed(list(map(str, trumps)), 'or')}, got {named}")
        return self._fixed.at(trumps.index(named), column)


def bid_odds(
    hand: Tiles,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: View = "blind-lead",
    trump: Trumps = None,
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
        many fresh ones; an entry of `by_trump` is chosen and measured on `layouts` each. With
        blind leads, what is chosen is a contract and its lead.
    seed : int or Generator, optional
        Decides the sample.
    trump : Trump, int, str, or a sequence of these, optional
        Hold the trump fixed: the odds of a player who names it whatever the widow. Of several, the
        best is named for each widow; of all by default.
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
    trumps = trumps_of(trump)
    view = check_view(view)
    rng, noted = seeded(seed, layouts)
    warm_up()

    def drawn(size: int | None) -> Widows:
        return Widows(held, trumps, size, rng, rules, view)

    widows = drawn(layouts)
    n = more = widows.n
    if widows.exact:
        fixed = widows.race(threads, progress)
        best, last = best_trumps(fixed), widows
        fixed_wins, best_wins = (one["merit"].to_numpy() for one in (fixed, best))
    else:
        # With all layouts the choice's odds would be exact, but not proven to be the best.
        more = max(n, min(FRESH_TIMES * n, LAYOUTS // 2))
        every = widows.plans()
        counts = widows.counts(every, threads, progress)
        ranked = by_merit(every, counts)
        fixed = _best_of_each_trump(ranked)
        places = contenders(ranked)
        rivals = every.iloc[places]
        again = counts[places] + drawn(more).counts(rivals, threads, progress)
        best = best_trumps(_best_of_each_trump(by_merit(rivals, again)))
        fixed_wins = drawn(n).wins(fixed, threads)
        last = drawn(more)
        best_wins = last.wins(best, threads)
    opened = last.open_wins(best, threads) if view == "blind-lead" else best_wins
    many = len(widows.exchanges)
    by_fixed = _strata(fixed_wins, n, many, len(trumps))
    by_best, by_open = _strata(best_wins, more, many), _strata(opened, more, many)
    return BidOdds(
        hand=format_tiles(held),
        layouts=n,
        exact=widows.exact,
        seed=noted,
        view=view,
        **_frames(trumps, view, best, by_best, by_fixed, by_open),
        _best=by_best,
        _fixed=by_fixed,
    )


def _best_of_each_trump(ranked: "pd.DataFrame") -> "pd.DataFrame":
    """Return the best plan for each widow, trump and bid, of plans with the most merit first."""
    first = ranked.drop_duplicates(["widow", "trump", "bid"])
    return first.sort_values(["widow", "trump", "bid"], ignore_index=True)


def _strata(wins: NDArray[np.int64], n: int, *shape: int) -> Strata:
    """Return wins, in the order of widows, perhaps trumps, and bids."""
    by_widow = wins.reshape(*shape, len(NUMBER_BIDS))
    return Strata(by_widow, np.full_like(by_widow, n))


def _frames(
    trumps: list[Trump],
    view: View,
    best: "pd.DataFrame",
    by_best: Strata,
    by_fixed: Strata,
    by_open: Strata,
) -> dict[str, Any]:
    """Return the tables of a `BidOdds`."""
    import pandas as pd

    bids = pd.Index(NUMBER_BIDS, name="bid")
    widows = [tile_name(widow) for widow in best["widow"]]
    rows = pd.MultiIndex.from_arrays([widows, best["bid"]], names=["widow", "bid"])
    choices = pd.DataFrame(
        {
            "discard": [tile_name(tile) for tile in best["discard"]],
            # As text: where pandas hands out single values, an IntEnum would come as its number.
            "trump": [str(Trump(trump)) for trump in best["trump"]],
            "p_make": (by_best.wins / by_best.n).ravel(),
            "n": by_best.n.ravel(),
        },
        index=rows,
    )
    if view == "blind-lead":
        choices.insert(2, "lead", [tile_name(tile) for tile in best["lead"]])
        choices["double_dummy"] = (by_open.wins / by_open.n).ravel()
    return {
        "p_make": pd.Series(by_best.p(), bids, name="p_make"),
        "by_trump": pd.DataFrame(by_fixed.p(), pd.Index(trumps, name="trump", dtype=object), bids),
        "choices": choices,
        "double_dummy": pd.Series(by_open.p(), bids, name="double_dummy"),
    }
