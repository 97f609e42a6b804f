"""Odds: trick distributions of a contract and of an exchange.

There are two **views**. *Double-dummy*: the declarer plays as if it saw all hands, and so do the
defenders. *Blind lead*: the declarer picks the opening lead before it sees the layout, and plays
double-dummy from there. Odds come in two forms through one path: *exact*, over all layouts, or
*sampled*, over some of them drawn without replacement.

The declarer chooses discard, trump and a blind lead without seeing the layout: odds are averaged
over layouts first, and the best choice is taken then. Where the choice is made on a sample, its
odds are measured on fresh layouts, as the best of many noisy numbers promises too much.
"""

from functools import partial
from typing import TYPE_CHECKING, Literal, overload

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    Layouts,
    Rules,
    Seed,
    Tiles,
    Trump,
    TrumpLike,
    View,
    as_mask,
    check_view,
    seeded,
    tile_ids,
    tile_name,
    whole,
)
from moon_sim.odds.estimates import BlindLead, TrickDistribution, at_least, best_lead
from moon_sim.odds.exchanges import Exchange, counts_of, draw
from moon_sim.running import Progress, run_jobs
from moon_sim.solver import CHUNK, lead_tricks, solve_batch, warm_up

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["contract_odds", "exchange_odds", "rank_exchanges"]


@overload
def contract_odds(
    hand: Tiles,
    discard: str,
    trump: TrumpLike,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: Literal["double-dummy"] = "double-dummy",
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> TrickDistribution: ...


@overload
def contract_odds(
    hand: Tiles,
    discard: str,
    trump: TrumpLike,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: Literal["blind-lead"],
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> BlindLead: ...


def contract_odds(
    hand: Tiles,
    discard: str,
    trump: TrumpLike,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: View = "double-dummy",
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> TrickDistribution | BlindLead:
    """Return how many tricks the declarer takes with a contract.

    Parameters
    ----------
    hand : str or int
        The declarer's 7 tiles after the exchange, as text, as a mask or as a list of tiles.
    discard : str
        The tile discarded.
    trump : Trump, int or str
    layouts : int, optional
        How many of the 3,432 layouts to sample; all of them by default, for exact odds.
    seed : int or Generator, optional
        Decides the sample.
    view : {"double-dummy", "blind-lead"}
        What the declarer sees when it picks the opening lead: all hands, or its own alone.
    threads : int, optional
        Threads to use; the result is the same.
    progress : callable, optional
        Called with the number of parts done and of all parts.
    rules : Rules, optional

    Returns
    -------
    TrickDistribution or BlindLead
        Layouts by the declarer's double-dummy tricks; in the blind-lead view for each lead, in a
        sample with the odds of the leads chosen on it measured on as many fresh layouts.

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type, `layouts` is out of range, or `view` is none.
    InvalidDealError
        If the tiles can't be.
    IllegalPlayError
        If the trump can't be.

    Examples
    --------
    >>> odds = contract_odds("6-6 6-5 6-4 5-5 4-4 3-3 1-1", discard="2-1", trump="none")
    >>> odds.p_at_least(7), odds.exact
    (1.0, True)
    >>> blind = contract_odds("6-6 6-4 6-2 5-5 4-3 3-1 2-1", "1-1", 6, view="blind-lead")
    >>> blind.best_lead(4)
    '5-5'
    """
    blind = check_view(view) == "blind-lead"
    warm_up()
    possible = Layouts.after_exchange(hand, discard)
    named = Trump.parse(trump)
    rng, noted = seeded(seed, layouts)
    hands = possible.hands(draw(possible, layouts, rng))
    if not blind:
        tricks = solve_batch(hands, named, threads=threads, progress=progress, rules=rules)
        return TrickDistribution(counts_of(tricks), len(possible), noted)
    tiles = list(tile_ids(int(hands[0, 0])))[::-1]
    leads = _by_lead(hands, named, tiles, noted, rules, threads, progress)
    if len(hands) == len(possible):
        return BlindLead(leads, leads, noted)
    chosen = {best_lead(leads, k) for k in range(HAND_SIZE + 1)}
    fresh = possible.hands(draw(possible, layouts, rng))
    again = [tile for tile in tiles if tile_name(tile) in chosen]
    return BlindLead(leads, _by_lead(fresh, named, again, noted, rules, threads), noted)


def _by_lead(
    hands: NDArray[np.int64],
    trump: Trump,
    tiles: list[int],
    seed: int | None,
    rules: Rules,
    threads: int | None,
    progress: Progress | None = None,
) -> dict[str, TrickDistribution]:
    """Return the trick distribution of each lead from one hand on its layouts."""
    held = int(hands[0, 0])
    jobs = [
        partial(lead_tricks, held, hands[start : start + CHUNK, 1:], trump, tiles, rules=rules)
        for start in range(0, len(hands), CHUNK)
    ]
    tricks = np.concatenate(run_jobs(jobs, threads, progress))
    return {
        tile_name(tile): TrickDistribution(counts_of(column), LAYOUTS, seed)
        for tile, column in zip(tiles, tricks.T, strict=True)
    }


# --- An exchange ------------------------------------------------------------------------------


def exchange_odds(
    holding: Tiles,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: View = "double-dummy",
    mean_tricks: bool = True,
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
    mean_tricks : bool
        Whether the table has the column `mean_tricks`, which takes a third of the time of exact
        blind leads.
    seed, view, threads, progress, rules
        As `contract_odds` takes them.

    Returns
    -------
    DataFrame
        A row per (discard, trump): discard as text, trump as `Trump`. Columns `p4` to `p7`
        (probability of that many tricks or more), `mean_tricks` and `n` (layouts). In the
        blind-lead view each of `p4` to `p7` is that of its own best lead, named in `lead4` to
        `lead7` (text), and `mean_tricks` that of `lead4`. Its ``attrs``
        hold `exact` and `seed`. The standard error of a sampled probability p is
        ``sqrt(p * (1 - p) / (n - 1) * (1 - n / 3432))``. The best row of a sampled table promises
        too much: measure it again on fresh layouts, as `rank_exchanges` does.

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        As `contract_odds` does.

    Examples
    --------
    >>> odds = exchange_odds("6-6 6-5 6-4 5-5 4-4 3-3 1-1 2-1", layouts=50, seed=1)
    >>> odds.loc[("2-1", Trump.NONE), "p7"]
    np.float64(1.0)
    """
    blind = check_view(view) == "blind-lead"
    held = as_mask(holding, "holding", HAND_SIZE + 1)
    rng, noted = seeded(seed, layouts)
    warm_up()
    if blind:
        frame = _blind_table(held, layouts, rng, threads, progress, rules, mean_tricks)
        frame.attrs["seed"] = noted
        return frame
    plan = Exchange(held, layouts, rng)
    every = _contracts(held)
    jobs = [partial(plan.counts, tile, trump, rules) for tile, trump in every]
    counts = np.array(run_jobs(jobs, threads, progress))
    tails = at_least(counts) / plan.n
    frame = _table(every, tails[:, list(NUMBER_BIDS)])
    if mean_tricks:
        frame["mean_tricks"] = tails[:, 1:].sum(axis=1)
    frame["n"] = counts.sum(axis=1)
    frame.attrs.update(exact=plan.n == LAYOUTS, seed=noted)
    return frame


def _contracts(held: int) -> list[tuple[int, Trump]]:
    """Return every discard and trump of a holding."""
    return [(tile, trump) for tile in tile_ids(held) for trump in Trump]


def _table(every: list[tuple[int, Trump]], p: NDArray[np.float64]) -> "pd.DataFrame":
    """Return a table of contracts with the odds of each bid 4-7."""
    import pandas as pd

    rows = pd.MultiIndex.from_arrays(
        [
            pd.Index([tile_name(tile) for tile, _ in every], dtype=object),
            pd.Index([trump for _, trump in every], dtype=object),
        ],
        names=["discard", "trump"],
    )
    return pd.DataFrame({f"p{bid}": p[:, at] for at, bid in enumerate(NUMBER_BIDS)}, index=rows)


def _blind_table(
    held: int,
    layouts: int | None,
    rng: np.random.Generator,
    threads: int | None,
    progress: Progress | None,
    rules: Rules,
    mean_tricks: bool,
) -> "pd.DataFrame":
    """Return the table of `exchange_odds` with blind leads."""
    plan = Exchange(held, layouts, rng)
    every = _contracts(held)
    jobs = [partial(plan.best_leads, tile, trump, rules) for tile, trump in every]
    chosen = run_jobs(jobs, threads, progress)
    leads = np.array([lead for lead, _ in chosen])
    exact = plan.n == LAYOUTS
    wins = np.array([won for _, won in chosen])
    if mean_tricks or not exact:
        fresh = plan if exact else Exchange(held, layouts, rng)
        asked = [[row[0]] if exact else sorted(set(row)) for row in leads.tolist()]
        again = [
            partial(fresh.lead_counts, tile, trump, rules, some)
            for (tile, trump), some in zip(every, asked, strict=True)
        ]
        measured = [
            dict(zip(some, counts, strict=True))
            for some, counts in zip(asked, run_jobs(again, threads), strict=True)
        ]
        first = np.array([found[row[0]] for found, row in zip(measured, leads, strict=True)])
        if not exact:
            wins = np.array([
                [at_least(found[lead])[bid] for bid, lead in zip(NUMBER_BIDS, row, strict=True)]
                for found, row in zip(measured, leads.tolist(), strict=True)
            ])  # fmt: skip
    frame = _table(every, wins / plan.n)
    for at, bid in enumerate(NUMBER_BIDS):
        frame[f"lead{bid}"] = [tile_name(lead) for lead in leads[:, at]]
    if mean_tricks:
        frame["mean_tricks"] = first @ np.arange(HAND_SIZE + 1) / plan.n
    frame["n"] = plan.n
    frame.attrs["exact"] = exact
    return frame


def rank_exchanges(
    holding: Tiles,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: View = "double-dummy",
    top: int = 3,
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> "pd.DataFrame":
    """Return the best discards and trumps of a holding for each bid, best first.

    Parameters
    ----------
    holding : str or int
        The declarer's 8 tiles between taking the widow and discarding.
    layouts : int, optional
        How many of the 3,432 layouts to sample per contract; all of them by default. In a sample,
        contracts are ranked on these layouts, and the odds of those listed are measured on as
        many fresh ones.
    seed, view, threads, progress, rules
        As `contract_odds` takes them.
    top : int
        How many to list for each bid.

    Returns
    -------
    DataFrame
        A row per (bid, rank) with `discard` and `trump` (text), `p_make`, `low` and `high` (its
        95 % interval) and `n`. In the blind-lead view, also `lead` (text), and `double_dummy`: the
        probability with the same discard and trump, on the same layouts, double-dummy. Its
        ``attrs`` hold `exact` and `seed`.

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
    >>> ranked = rank_exchanges("6-6 6-5 6-4 5-5 4-4 3-3 1-1 2-1", layouts=50, seed=1, top=1)
    >>> print(ranked.loc[(7, 1), ["discard", "trump"]].to_dict())
    {'discard': '2-1', 'trump': '6'}
    """
    import pandas as pd

    blind = check_view(view) == "blind-lead"
    top = whole(top, "top", 1, (HAND_SIZE + 1) * len(Trump))
    held = as_mask(holding, "holding", HAND_SIZE + 1)
    rng, noted = seeded(seed, layouts)
    warm_up()
    if blind:
        table = _blind_table(held, layouts, rng, threads, progress, rules, mean_tricks=False)
        together = [f"p{bid}" for bid in NUMBER_BIDS]
        table["merit"] = table[together].sum(axis=1)
    else:
        table = exchange_odds(held, layouts, rng, threads=threads, progress=progress, rules=rules)
        table["merit"] = table["mean_tricks"]
    exact = table.attrs["exact"]
    rows = []
    for bid in NUMBER_BIDS:
        best = table.sort_values([f"p{bid}", "merit"], ascending=False, kind="stable")
        for place, (discard, trump) in enumerate(best.index[:top], 1):
            rows.append((bid, place, discard, trump))
    frame = pd.DataFrame(rows, columns=["bid", "rank", "discard", "trump"]).set_index(
        ["bid", "rank"]
    )
    # As text: where pandas hands out single values, an IntEnum would come back as its number.
    frame["trump"] = [str(trump) for *_, trump in rows]
    bids = [bid for bid, *_ in rows]
    contracts = sorted({(discard, trump) for _, _, discard, trump in rows})
    found: list[TrickDistribution] = []
    if blind:
        leads = [table.loc[(discard, trump), f"lead{bid}"] for bid, _, discard, trump in rows]
        frame["lead"] = leads
        fresh = Exchange(held, layouts, rng)
        opened = fresh.distributions([(*contract, "") for contract in contracts], threads, rules)
        if not exact:
            plans = [
                (discard, trump, str(lead))
                for (*_, discard, trump), lead in zip(rows, leads, strict=True)
            ]
            by_plan = fresh.distributions(sorted(set(plans)), threads, rules)
            found = [by_plan[plan] for plan in plans]
    elif not exact:
        by_contract = {
            (discard, trump): contract_odds(
                held & ~as_mask(discard), discard, trump, layouts, rng, threads=threads, rules=rules
            )
            for discard, trump in contracts
        }
        found = [by_contract[discard, trump] for _, _, discard, trump in rows]
    if exact:
        measured = [table.loc[(discard, trump), f"p{bid}"] for bid, _, discard, trump in rows]
        frame["p_make"] = frame["low"] = frame["high"] = measured
        frame["n"] = LAYOUTS
    else:
        both = list(zip(found, bids, strict=True))
        frame["p_make"] = [one.p_at_least(bid) for one, bid in both]
        frame["low"], frame["high"] = zip(*(one.interval(bid) for one, bid in both), strict=True)
        frame["n"] = [one.n for one in found]
    if blind:
        frame["double_dummy"] = [
            opened[discard, trump, ""].p_at_least(bid) for bid, _, discard, trump in rows
        ]
    frame.attrs.update(exact=exact, seed=noted)
    return frame
