"""Odds of an exchange: what each discard and trump of a holding makes.

What is said of odds in `moon_sim.odds.contracts` holds here, too.
"""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

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
    seeded,
    tile_ids,
    tile_name,
)
from moon_sim.odds.asking import Source, Trumps, check_seen, check_source, trumps_of
from moon_sim.odds.distributions import at_least
from moon_sim.odds.exchanges import Exchange
from moon_sim.running import Progress, run_jobs
from moon_sim.solver import warm_up

if TYPE_CHECKING:
    import pandas as pd


def exchange_odds(
    holding: Tiles,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: View = "blind-lead",
    trump: Trumps = None,
    mean_tricks: bool = True,
    source: Source | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> "pd.DataFrame":
    """Return the odds of each discard and trump that a declarer can choose.

    Parameters
    ----------
    holding : str or int
        The declarer's 8 tiles between taking the widow and discarding.
    layouts : int, optional
        How many of the 3,432 layouts to sample per contract; all of them by default. All
        contracts are measured on the same layouts, so that differences between them are sharp.
        With blind leads in a sample, leads are chosen on these layouts and measured on as many
        fresh ones.
    trump : Trump, int, str, or a sequence of these, optional
        One trump or some; all by default.
    mean_tricks : bool
        Whether the table has the column `mean_tricks`, which takes a third of the time of exact
        blind leads.
    source : {"computed"}, optional
        The atlas has the best plan of each bid alone, which `rank_exchanges` gives.
    seed, view, threads, progress, rules
        As `contract_odds` takes them.

    Returns
    -------
    DataFrame
        A row per (discard, trump): discard as text, trump as `Trump`. Columns `p4` to `p7`
        (probability of that many tricks or more; from another number where the rules have another
        lowest bid), `mean_tricks` and `n` (layouts). In the
        blind-lead view each of `p4` to `p7` is that of its own best lead, named in `lead4` to
        `lead7` (text), and `mean_tricks` that of `lead4`. Its ``attrs``
        hold `exact`, `seed` and `source`. The standard error of a sampled probability p is
        ``sqrt(p * (1 - p) / (n - 1) * (1 - n / 3432))``. The best row of a sampled table promises
        too much: measure it again on fresh layouts, as `rank_exchanges` does.

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        As `contract_odds` does, or if `source` is another.

    Examples
    --------
    >>> odds = exchange_odds("6-6 6-5 6-4 5-5 4-4 3-3 1-1 2-1", layouts=50, seed=1)
    >>> odds.loc[("2-1", Trump.NONE), "p7"]
    np.float64(1.0)
    """
    blind = check_view(view) == "blind-lead"
    check_seen(rules, "exchange_odds", view, trump)
    held = as_mask(holding, "holding", HAND_SIZE + 1)
    trumps = trumps_of(trump, rules)
    if check_source(source) == "atlas":
        raise ValueError(
            "source: the atlas has the best plan of each bid alone, which rank_exchanges gives"
        )
    rng, noted = seeded(seed, layouts)
    warm_up()
    exchange = Exchange(held, layouts, rng, rules)
    table = _open_table if not blind else partial(_blind_table, layouts=layouts, rng=rng)
    frame = table(exchange, trumps, mean_tricks, threads, progress)
    frame["n"] = exchange.n
    frame.attrs.update(exact=exchange.exact, seed=noted, source="computed")
    return frame


def layouts_won(table: "pd.DataFrame") -> "pd.DataFrame":
    """Return the layouts behind the odds of a table of contracts.

    Parameters
    ----------
    table : DataFrame
        As `exchange_odds` gives it.

    Returns
    -------
    DataFrame
        The same rows; a column of int64 for each bid that names its tricks.
    """
    names = [name for name in map(str, table) if name.startswith("p")]
    odds = table[names].set_axis([int(name.removeprefix("p")) for name in names], axis=1)
    return odds.mul(table["n"], axis=0).round().astype("int64")


def _open_table(
    exchange: Exchange,
    trumps: list[Trump],
    mean_tricks: bool,
    threads: int | None,
    progress: Progress | None,
) -> "pd.DataFrame":
    """Return the table of `exchange_odds`, double-dummy."""
    every = _contracts(exchange, trumps)
    jobs = [partial(exchange.counts, tile, trump) for tile, trump in every]
    tails = at_least(np.array(run_jobs(jobs, threads, progress))) / exchange.n
    frame = _frame(every, tails[:, list(exchange.bids)], exchange.bids)
    if mean_tricks:
        frame["mean_tricks"] = tails[:, 1:].sum(axis=1)
    return frame


def _blind_table(
    exchange: Exchange,
    trumps: list[Trump],
    mean_tricks: bool,
    threads: int | None,
    progress: Progress | None,
    *,
    layouts: int | None,
    rng: np.random.Generator,
) -> "pd.DataFrame":
    """Return the table of `exchange_odds` with blind leads."""
    every = _contracts(exchange, trumps)
    jobs = [partial(exchange.best_leads, tile, trump) for tile, trump in every]
    leads, wins = (np.array(part) for part in zip(*run_jobs(jobs, threads, progress), strict=True))
    counts = None
    if not exchange.exact:
        fresh = Exchange(exchange.held, layouts, rng, exchange.rules)
        counts = _counts_of_leads(fresh, every, leads, threads)
        wins = at_least(counts)[:, np.arange(len(exchange.bids)), list(exchange.bids)]
    elif mean_tricks:
        counts = _counts_of_leads(exchange, every, leads[:, :1], threads)
    frame = _frame(every, wins / exchange.n, exchange.bids)
    for at, bid in enumerate(exchange.bids):
        frame[f"lead{bid}"] = [tile_name(lead) for lead in leads[:, at]]
    if mean_tricks and counts is not None:
        frame["mean_tricks"] = counts[:, 0] @ np.arange(HAND_SIZE + 1) / exchange.n
    return frame


def _contracts(exchange: Exchange, trumps: list[Trump]) -> list[tuple[int, Trump]]:
    """Return every discard and trump of a holding."""
    return [(tile, trump) for tile in tile_ids(exchange.held) for trump in trumps]


def _counts_of_leads(
    exchange: Exchange,
    contracts: list[tuple[int, Trump]],
    leads: NDArray[np.int64],
    threads: int | None,
) -> NDArray[np.int64]:
    """Return the layouts by tricks of some leads of each contract: (m, k) leads, (m, k, 8)."""
    asked = [sorted(set(row)) for row in leads.tolist()]
    jobs = [
        partial(exchange.lead_counts, tile, trump, some)
        for (tile, trump), some in zip(contracts, asked, strict=True)
    ]
    found = zip(run_jobs(jobs, threads), asked, leads.tolist(), strict=True)
    return np.array([[counts[some.index(lead)] for lead in row] for counts, some, row in found])


def _frame(
    contracts: list[tuple[int, Trump]], p: NDArray[np.float64], bids: tuple[int, ...]
) -> "pd.DataFrame":
    """Return a table of contracts with the odds of each bid that names its tricks."""
    import pandas as pd

    discards, trumps = zip(*((tile_name(tile), trump) for tile, trump in contracts), strict=True)
    rows = pd.MultiIndex.from_arrays(
        [pd.Index(discards, dtype=object), pd.Index(trumps, dtype=object)],
        names=["discard", "trump"],
    )
    return pd.DataFrame({f"p{bid}": p[:, at] for at, bid in enumerate(bids)}, index=rows)
