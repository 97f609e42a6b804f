"""The plans of a holding ranked, by all layouts or a sample of them."""

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    LAYOUTS,
    Rules,
    Seed,
    Trump,
    View,
    as_tile,
    format_tiles,
    seeded,
)
from moon_sim.odds.distributions import at_least
from moon_sim.odds.exchanges import Exchange
from moon_sim.odds.rankings import ExchangeRanking
from moon_sim.odds.tables import exchange_odds, layouts_won
from moon_sim.running import Progress, run_jobs
from moon_sim.stats import finite_share

if TYPE_CHECKING:
    import pandas as pd


def rank_computed(
    held: int,
    trumps: list[Trump],
    layouts: int | None,
    seed: Seed,
    view: View,
    top: int,
    threads: int | None,
    progress: Progress | None,
    rules: Rules,
) -> ExchangeRanking:
    """Return the best plans of a holding for each bid, computed.

    Parameters
    ----------
    held : int
        Mask of the 8 tiles.
    trumps : list of Trump
        Those to choose among.
    layouts, seed, view, top, threads, progress, rules
        As `rank_exchanges` takes them.

    Returns
    -------
    ExchangeRanking
    """
    blind = view == "blind-lead"
    rng, noted = seeded(seed, layouts)
    table = exchange_odds(
        held,
        layouts,
        rng,
        view=view,
        trump=trumps,
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
        view=view,
        layouts=fresh.n,
        exact=fresh.exact,
        seed=noted,
        table=ranked.set_index(["bid", "rank"]),
        rules=rules,
    )


def _ranked(table: "pd.DataFrame", top: int) -> "pd.DataFrame":
    """Return the best rows of a table of contracts for each bid, with the layouts that they win."""
    import pandas as pd

    every = layouts_won(table)
    together = [f"p{bid}" for bid in every]
    merit = table["mean_tricks"] if "mean_tricks" in table else table[together].sum(axis=1)
    parts = []
    for bid, won in every.items():
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
