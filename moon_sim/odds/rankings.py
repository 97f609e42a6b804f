"""Which discard, trump and lead of a holding are best for each bid.

What is said of odds in `moon_sim.odds.contracts` holds here, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from moon_sim.display import Result, percent, seed_words, trump_words
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    Rules,
    Seed,
    Tiles,
    Trump,
    View,
    as_mask,
    check_view,
    number_bids,
    target,
    whole,
)
from moon_sim.odds.asking import Source, Trumps, check_seen, check_source, in_atlas, trumps_of
from moon_sim.odds.gains import points
from moon_sim.odds.late import Late
from moon_sim.odds.text import advise_exchange, describe_ranking, ranked_table

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from moon_sim.running import Progress


USUAL = 3
"""How many plans are listed for each bid where nobody says."""


class Plan(NamedTuple):
    """What a declarer decides once it has seen the widow.

    Attributes
    ----------
    discard : str
    trump : Trump
    lead : str
        The opening lead; empty where it is picked on each layout.
    """

    discard: str
    trump: Trump
    lead: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class ExchangeRanking(Result):
    """The best plans of a holding for each bid, best first.

    Attributes
    ----------
    holding : str
        The 8 tiles.
    view : {"blind-lead", "double-dummy"}
        Whether the lead is part of a plan, or picked on each layout.
    layouts : int
        Layouts on which plans are ranked, and measured again where these are not all.
    exact : bool
        Whether all layouts were counted.
    seed : int or None
        The seed of the sample; None for exact odds, or where a Generator was given.
    table : DataFrame
        A row per (bid, rank): `discard` and `trump` (text), in the blind-lead view `lead` (text);
        `p_make`, `low` and `high` (its 95 % interval), `n` (layouts); in the blind-lead view
        `double_dummy`: the probability with the same discard and trump, on the same layouts,
        double-dummy; NaN from the atlas.
    source : {"atlas", "computed"}
        Where the plans come from. The atlas has the best one of each bid alone.
    rules : Rules
        By which they were ranked; the bids are those of the rules.
    """

    holding: str
    view: View
    layouts: int
    exact: bool
    seed: int | None
    table: "Late[pd.DataFrame]" = Late()
    source: Source = "computed"
    _plans: Sequence[Mapping[str, Any]] | None = None
    rules: Rules = DEFAULT_RULES

    def best(self, bid: int) -> Plan:
        """Return the best plan for a bid.

        Parameters
        ----------
        bid : int
            4-7, or 21 for the same as 7.

        Returns
        -------
        Plan

        Raises
        ------
        IllegalPlayError
            If it is no bid.
        """
        goal = target(bid, self.rules)
        [row] = [one for one in self.plans() if one["bid"] == goal and one["rank"] == 1]
        return Plan(row["discard"], Trump.parse(row["trump"]), row.get("lead", ""))

    def plans(self) -> list[dict[str, Any]]:
        """Return the plans as plain values, with points.

        Returns
        -------
        list of dict
            A row per bid and rank: `bid`, `rank`, the columns of `table`, `points`.
        """
        rows: Sequence[Any] = self._plans or self.table.reset_index().to_dict("records")
        return [{**row, "points": points(row["bid"], row["p_make"], self.rules)} for row in rows]

    def to_frame(self) -> "pd.DataFrame":
        """Return the plans as a plain table, with points.

        A bid of 7 stands for 21, too; only its points differ.

        Returns
        -------
        DataFrame
            A row per bid and rank: `bid`, `rank`, the columns of `table`, `points`, `exact`,
            `seed` (nullable).
        """
        frame = self.table.reset_index()
        gains = zip(frame["bid"], frame["p_make"], strict=True)
        frame["points"] = [points(bid, p, self.rules) for bid, p in gains]
        frame["exact"] = self.exact
        frame["seed"] = self.seed
        texts = {name: "string" for name in ("discard", "lead") if name in frame}
        return frame.astype({**texts, "trump": "category", "seed": seed_dtype(self.seed)})

    def to_dict(self) -> dict[str, Any]:
        """Return the plans as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        return {
            "holding": self.holding,
            "view": self.view,
            "source": self.source,
            "exact": self.exact,
            "layouts": self.layouts,
            "seed": self.seed,
            "choices": self.plans(),
            "advice": advise_exchange(self),
        }

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        said: dict[str, object] = {}
        for bid in number_bids(self.rules):
            discard, trump, lead = self.best(bid)
            [p] = [row["p_make"] for row in self.plans() if (row["bid"], row["rank"]) == (bid, 1)]
            made = percent(p)
            led = f", lead {lead}" if lead else ""
            said[f"bid {bid}"] = f"{made:>8}  discard {discard}, {trump_words(trump)}{led}"
        said["layouts"] = (
            f"all {self.layouts:,}, exact"
            if self.exact
            else f"{self.layouts:,}, {seed_words(self.seed)}"
        )
        if self.rules.own:
            said["rules"] = self.rules
        of = ", from the atlas" if self.source == "atlas" else ""
        return f"The best plans of {self.holding}, {self.view}{of}", said

    def _parts(self) -> "list[str | Table]":
        title = f"Holding {self.holding}"
        return [title, "", ranked_table(self), advise_exchange(self), "", describe_ranking(self)]


def rank_exchanges(
    holding: Tiles,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: View = "blind-lead",
    trump: Trumps = None,
    top: int | None = None,
    source: Source | None = None,
    threads: int | None = None,
    progress: "Progress | None" = None,
    rules: Rules = DEFAULT_RULES,
) -> ExchangeRanking:
    """Return the best discards, trumps and leads of a holding for each bid, best first.

    Parameters
    ----------
    holding : str or int
        The declarer's 8 tiles between taking the widow and discarding.
    layouts : int, optional
        How many of the 3,432 layouts to sample per contract; all of them by default. In a sample,
        contracts are ranked on these layouts, and the odds of those listed are measured on as
        many fresh ones.
    trump : Trump, int, str, or a sequence of these, optional
        One trump to name, or some to choose among; all by default.
    seed, view, threads, progress, rules
        As `contract_odds` takes them.
    top : int, optional
        How many to list for each bid; 3 by default, or 1 from the atlas, which has no more.
    source : {"atlas", "computed"}, optional
        Where the plans are to come from. By default they are looked up where the best of all with
        blind leads is asked, by all layouts, and the atlas has it; the odds are the same, but there
        are no double-dummy ones beside.

    Returns
    -------
    ExchangeRanking

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        As `exchange_odds` does, or if `top` is out of range or `source` can't answer.
    AtlasError
        If the answer is to come from the atlas, and there is none, or not this one.

    Notes
    -----
    Of contracts with the same odds, the one with more tricks on average comes first; in the
    blind-lead view, the one with better odds of all bids together. The atlas has its own rule.

    Examples
    --------
    >>> ranking = rank_exchanges("6-6 6-5 6-4 5-5 4-4 3-3 1-1 2-1", layouts=50, seed=1, top=1)
    >>> ranking.best(7)
    Plan(discard='2-1', trump=<Trump.SIXES: 6>, lead='6-4')
    """
    view = check_view(view)
    check_seen(rules, "rank_exchanges", view, trump)
    held = as_mask(holding, "holding", HAND_SIZE + 1)
    some = trumps_of(trump, rules)
    most = None if top is None else whole(top, "top", 1, (HAND_SIZE + 1) * len(Trump))
    origin = check_source(source)
    if in_atlas(origin, layouts, view, some, rules, most):
        from moon_sim.odds.looked_up import look_up_plans

        if found := look_up_plans(held, required=origin == "atlas", rules=rules):
            return found
    from moon_sim.odds.ranked import rank_computed

    return rank_computed(held, some, layouts, seed, view, most or USUAL, threads, progress, rules)


def seed_dtype(seed: int | None) -> str:
    """Return the type of a column of seeds, which may be of any size.

    Parameters
    ----------
    seed : int or None

    Returns
    -------
    str
        As pandas names it.
    """
    return "Int64" if seed is None or seed < 2**63 else "object"
