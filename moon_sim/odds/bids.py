"""The odds that a hand makes each bid, before the widow is seen.

What is said of odds in `moon_sim.odds` holds here, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from moon_sim.display import Result, listed, percent, seed_words
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    Rules,
    Seed,
    Tiles,
    Trump,
    TrumpLike,
    View,
    as_mask,
    bids,
    check_supported,
    check_view,
    number_bids,
    target,
)
from moon_sim.odds.asking import Source, Trumps, check_source, in_atlas, trumps_of
from moon_sim.odds.gains import points
from moon_sim.odds.late import Late
from moon_sim.odds.rankings import seed_dtype
from moon_sim.odds.strata import Strata
from moon_sim.odds.text import advise_bid, bid_table, describe_odds, trump_table
from moon_sim.running import Progress

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table


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
    source : {"atlas", "computed"}
        Where the odds come from. The atlas has neither `by_trump` nor `double_dummy`, and they
        raise an `AtlasError`.
    rules : Rules
        By which it was all counted. Where trump is named before the widow is seen, the choice for
        each widow is of discard and lead alone, with the trump that is best for all widows
        together. `bids` are those of the rules, in all tables.
    """

    hand: str
    layouts: int
    exact: bool
    seed: int | None
    view: View
    source: Source
    _best: Strata
    p_make: "Late[pd.Series[float]]" = Late()
    by_trump: "Late[pd.DataFrame]" = Late()
    choices: "Late[pd.DataFrame]" = Late()
    double_dummy: "Late[pd.Series[float]]" = Late()
    _fixed: Late[Strata] = Late()
    _plans: Sequence[Mapping[str, Any]] | None = None
    rules: Rules = DEFAULT_RULES

    @property
    def bids(self) -> tuple[int, ...]:
        """All bids, rising: 4-7 and 21, or as a house rule has them."""
        return bids(self.rules)

    @property
    def points(self) -> "pd.Series[float]":
        """Points that each bid gains on average, 4-7 and 21; see `points`."""
        import pandas as pd

        gains = [points(bid, self.probability(bid), self.rules) for bid in self.bids]
        return pd.Series(gains, pd.Index(self.bids, name="bid"), name="points")

    def probability(self, bid: int) -> float:
        """Return the probability of making a bid, as `p_make` has it.

        Parameters
        ----------
        bid : int
            4-7, or 21 for the same as 7.

        Returns
        -------
        float

        Raises
        ------
        TypeError, IllegalPlayError
            If it is no bid.
        """
        goal = target(bid, self.rules)
        if self.source == "atlas":
            return float(self._best.at(number_bids(self.rules).index(goal)).p())
        return float(self.p_make[goal])

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
            the same choices double-dummy, NaN where the trump is fixed and where the atlas was
            asked, which has no rows for fixed trumps either.

        Raises
        ------
        TypeError, ValueError
            If `level` is no confidence.
        """
        import pandas as pd

        asked = [(None, bid) for bid in self.bids]
        if self.source == "computed":
            asked += [
                (trump, bid) for trump in self.by_trump.index for bid in number_bids(self.rules)
            ]
        rows = [
            {
                "hand": self.hand,
                "trump": "best" if trump is None else str(trump),
                **self._row(bid, trump, level),
                "layouts": self.layouts,
                "exact": self.exact,
                "seed": self.seed,
            }
            for trump, bid in asked
        ]
        frame = pd.DataFrame(rows)
        if self.view == "blind-lead":
            frame["double_dummy"] = float("nan")
            if self.source == "computed":
                opened = [float(self.double_dummy[min(bid, HAND_SIZE)]) for bid in self.bids]
                frame.loc[: len(self.bids) - 1, "double_dummy"] = opened
        return frame.astype({"hand": "string", "trump": "category", "seed": seed_dtype(self.seed)})

    def _row(self, bid: int, trump: Trump | None, level: float = 0.95) -> dict[str, Any]:
        """Return the numbers of a bid, perhaps with a trump held fixed."""
        p = self.probability(bid) if trump is None else float(self.by_trump[bid][trump])
        low, high = self.interval(bid, trump, level)
        return {
            "bid": bid,
            "p_make": p,
            "standard_error": self.standard_error(bid, trump),
            "low": low,
            "high": high,
            "points": points(bid, p, self.rules),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        rows = [self._row(bid, None) for bid in self.bids]
        more: dict[str, Any] = {}
        if self.source == "computed":
            more["by_trump"] = self.by_trump.rename(index=str, columns=str).to_dict("index")
            if self.view == "blind-lead":
                for row in rows:
                    row["double_dummy"] = float(self.double_dummy[min(row["bid"], HAND_SIZE)])
        return {
            "hand": self.hand,
            "view": self.view,
            "source": self.source,
            "exact": self.exact,
            "layouts": self.layouts,
            "seed": self.seed,
            "bids": rows,
            **more,
            "choices": self.plans(),
            "advice": advise_bid(self),
        }

    def plans(self) -> list[dict[str, Any]]:
        """Return the rows of `choices` as plain values.

        Returns
        -------
        list of dict
            With the widow and the bid in each.
        """
        if self._plans is not None:
            return [dict(plan) for plan in self._plans]
        rows: list[Any] = self.choices.reset_index().to_dict("records")
        return rows

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        said: dict[str, object] = {}
        for bid in self.bids:
            p = self.probability(bid)
            error = "" if self.exact else f" ± {100 * self.standard_error(bid):.1f}"
            said[f"bid {bid}"] = (
                f"made {percent(p):>8}{error}, points {points(bid, p, self.rules):+.2f}"
            )
        said["layouts"] = f"all {self.layouts:,} of each widow, exact"
        if not self.exact:
            said["layouts"] = f"{self.layouts:,} of {LAYOUTS:,} a contract, {seed_words(self.seed)}"
            said["±"] = "standard error"
        if self.rules.own:
            said["rules"] = self.rules
        if self.source == "atlas":
            return f"Odds of {self.hand}, {self.view}, from the atlas", said
        if len(self.by_trump) < len(Trump):
            said["trump"] = ", ".join(map(str, self.by_trump.index))
        return f"Odds of {self.hand}, {self.view}", said

    def _parts(self) -> "list[str | Table]":
        several = self.source == "computed" and len(self.by_trump) > 1
        tables = [trump_table(self)] if several else []
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
        column = number_bids(self.rules).index(target(bid, self.rules))
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
    source: Source | None = None,
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
    source : {"atlas", "computed"}, optional
        Where the odds are to come from. By default they are looked up where exact odds of any
        trump with blind leads are asked and the atlas has them; the odds are the same, but there
        are none of a fixed trump, and no double-dummy ones beside.
    view, threads, progress, rules
        As `contract_odds` takes them.

    Returns
    -------
    BidOdds
        Probabilities and points, from the declarer's side.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        As `contract_odds` does, or if `source` is none or can't answer.
    AtlasError
        If the answer is to come from the atlas, and there is none, or not this one.

    Examples
    --------
    >>> odds = bid_odds("6-6 6-5 6-4 5-5 4-4 3-3 1-1", layouts=10, seed=1, trump="none")
    >>> odds.p_make[7]
    np.float64(1.0)
    >>> odds.points[21]
    np.float64(21.0)
    """
    view = check_view(view)
    more = ["first_lead_must_be_trump"] + ["leader_names_suit"] * (view == "double-dummy")
    check_supported(rules, "bid_odds", *more, "trump_before_widow")
    held = as_mask(hand, "hand", HAND_SIZE)
    trumps = trumps_of(trump, rules)
    origin = check_source(source)
    if in_atlas(origin, layouts, view, trumps, rules):
        from moon_sim.odds.looked_up import look_up_bids

        if found := look_up_bids(held, required=origin == "atlas", rules=rules):
            return found
    from moon_sim.odds.computed import compute_bids

    return compute_bids(held, trumps, layouts, seed, view, threads, progress, rules)
