"""Which discard, trump and lead of a holding are best for each bid.

What is said of odds in `moon_sim.odds.contracts` holds here, too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.display import Result, percent, seed_words, trump_words
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    Rules,
    Seed,
    Tiles,
    Trump,
    View,
    as_mask,
    as_tile,
    check_view,
    format_tiles,
    seeded,
    target,
    whole,
)
from moon_sim.odds.distributions import at_least
from moon_sim.odds.exchanges import Exchange, Trumps, trumps_of
from moon_sim.odds.gains import points
from moon_sim.odds.tables import exchange_odds, layouts_won
from moon_sim.odds.text import advise_exchange, describe_ranking, ranked_table
from moon_sim.running import run_jobs
from moon_sim.stats import finite_share

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from moon_sim.running import Progress


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
        double-dummy.
    """

    holding: str
    view: View
    layouts: int
    exact: bool
    seed: int | None
    table: "pd.DataFrame"

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
        row = self.table.xs((target(bid), 1)).to_dict()
        return Plan(row["discard"], Trump.parse(row["trump"]), row.get("lead", ""))

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
        frame["points"] = [points(bid, p) for bid, p in gains]
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
            "exact": self.exact,
            "layouts": self.layouts,
            "seed": self.seed,
            "choices": self.to_frame().drop(columns=["exact", "seed"]).to_dict("records"),
            "advice": advise_exchange(self),
        }

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        said: dict[str, object] = {}
        for bid in NUMBER_BIDS:
            discard, trump, lead = self.best(bid)
            made = percent(self.table["p_make"].loc[(bid, 1)])
            led = f", lead {lead}" if lead else ""
            said[f"bid {bid}"] = f"{made:>8}  discard {discard}, {trump_words(trump)}{led}"
        said["layouts"] = (
            f"all {self.layouts:,}, exact"
            if self.exact
            else f"{self.layouts:,}, {seed_words(self.seed)}"
        )
        return f"The best plans of {self.holding}, {self.view}", said

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
    top: int = 3,
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
    top : int
        How many to list for each bid.

    Returns
    -------
    ExchangeRanking

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        As `exchange_odds` does, or if `top` is out of range.

    Notes
    -----
    Of contracts with the same odds, the one with more tricks on average comes first; in the
    blind-lead view, the one with better odds of all bids together.

    Examples
    --------
    >>> ranking = rank_exchanges("6-6 6-5 6-4 5-5 4-4 3-3 1-1 2-1", layouts=50, seed=1, top=1)
    >>> ranking.best(7)
    Plan(discard='2-1', trump=<Trump.SIXES: 6>, lead='6-4')
    """
    blind = check_view(view) == "blind-lead"
    held = as_mask(holding, "holding", HAND_SIZE + 1)
    some = trumps_of(trump)
    top = whole(top, "top", 1, (HAND_SIZE + 1) * len(Trump))
    rng, noted = seeded(seed, layouts)
    table = exchange_odds(
        held,
        layouts,
        rng,
        view=view,
        trump=some,
        mean_tricks=not blind,
        threads=threads,
        progress=progress,
        rules=rules,
    )
    ranked = _ranked(table, top)
    fresh = Exchange(held, layouts, rng, rules)
    wins = ranked["wins"].tolist() if fresh.exact else _wins(fresh, ranked, threads)
    ranked = ranked.drop(columns="wins")
    found = [finite_share(won, fresh.n, LAYOUTS) for won in wins]
    ranked["p_make"], ranked["low"], ranked["high"], ranked["n"] = zip(*found, strict=True)
    if blind:
        opened = _wins(fresh, ranked.drop(columns="lead"), threads)
        ranked["double_dummy"] = np.array(opened) / fresh.n
    return ExchangeRanking(
        holding=format_tiles(held),
        view="blind-lead" if blind else "double-dummy",
        layouts=fresh.n,
        exact=fresh.exact,
        seed=noted,
        table=ranked.set_index(["bid", "rank"]),
    )


def _ranked(table: "pd.DataFrame", top: int) -> "pd.DataFrame":
    """Return the best rows of a table of contracts for each bid, with the layouts that they win."""
    import pandas as pd

    together = [f"p{bid}" for bid in NUMBER_BIDS]
    merit = table["mean_tricks"] if "mean_tricks" in table else table[together].sum(axis=1)
    parts = []
    for bid, won in layouts_won(table).items():
        best = table.assign(merit=merit, wins=won).sort_values(
            ["wins", "merit"], ascending=False, kind="stable"
        )
        part = best.head(top).reset_index()
        # As text: where pandas hands out single values, an IntEnum would come back as its number.
        columns = {"bid": bid, "rank": range(1, len(part) + 1), "discard": part["discard"]}
        columns["trump"] = [str(Trump(trump)) for trump in part["trump"]]
        if f"lead{bid}" in part:
            columns["lead"] = part[f"lead{bid}"]
        parts.append(pd.DataFrame({**columns, "wins": part["wins"]}))
    return pd.concat(parts, ignore_index=True)


def _wins(exchange: Exchange, plans: "pd.DataFrame", threads: int | None) -> list[int]:
    """Return the layouts on which each plan makes its bid."""
    named = [name for name in ("discard", "trump", "lead") if name in plans]
    places = list(plans.groupby(named, sort=False).indices.items())
    bids = plans["bid"].to_numpy()  # rising, so those of a contract are, too

    def wins(plan: Any, bids: list[int]) -> NDArray[np.int64]:
        discard, trump, *lead = plan
        contract = as_tile(discard), Trump.parse(trump)
        if not lead:
            return exchange.wins(*contract, bids)
        (counts,) = exchange.lead_counts(*contract, [as_tile(lead[0])], bids[0] - 1)
        won: NDArray[np.int64] = at_least(counts)[bids]
        return won

    found = np.zeros(len(plans), np.int64)
    jobs = [partial(wins, plan, bids[rows].tolist()) for plan, rows in places]
    for (_, rows), won in zip(places, run_jobs(jobs, threads), strict=True):
        found[rows] = won
    return found.tolist()


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
