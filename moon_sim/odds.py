"""Odds: trick distributions of a contract and of an exchange.

There are two **views**. *Double-dummy*: the declarer plays as if it saw all hands, and so do the
defenders. *Blind lead*: the declarer picks the opening lead before it sees the layout, and plays
double-dummy from there. Odds come in two forms through one path: *exact*, over all layouts, or
*sampled*, over some of them drawn without replacement.

The declarer chooses discard, trump and a blind lead without seeing the layout: odds are averaged
over layouts first, and the best choice is taken then. Where the choice is made on a sample, its odds are
measured on fresh layouts, as the best of many noisy numbers promises too much.
"""

import secrets
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Literal, overload

import numpy as np
from numpy.typing import NDArray

from moon_sim.checks import View, check_view, whole
from moon_sim.estimates import LAYOUTS, BlindLead, TrickDistribution, at_least, best_lead
from moon_sim.layouts import Layouts, Seed, as_seed
from moon_sim.parallel import Progress, run_jobs
from moon_sim.positions import Tiles
from moon_sim.rules import DEFAULT_RULES, HAND_SIZE, NUMBER_BIDS, Rules, Trump
from moon_sim.solver import CHUNK, best_plans, lead_tricks, solve_batch, warm_up
from moon_sim.tiles import as_mask, tile_ids, tile_name

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Exchange", "contract_odds", "exchange_odds", "rank_exchanges", "seeded"]


@overload
def contract_odds(
    hand: Tiles,
    discard: Tiles,
    trump: Tiles,
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
    discard: Tiles,
    trump: Tiles,
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
    discard: Tiles,
    trump: Tiles,
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
        The declarer's 7 tiles after the exchange, as text or as a mask.
    discard : str or int
        The tile discarded, as text or as a mask of one tile.
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
    >>> blind.best_lead(5)
    '6-6'
    """
    blind = check_view(view) == "blind-lead"
    warm_up()
    possible = Layouts.after_exchange(hand, discard)
    named = Trump.parse(trump)
    rng, noted = seeded(seed, layouts)
    hands = possible.hands(_draw(possible, layouts, rng))
    if not blind:
        tricks = solve_batch(hands, named, threads=threads, progress=progress, rules=rules)
        return TrickDistribution(_counts(tricks), len(possible), noted)
    tiles = list(tile_ids(int(hands[0, 0])))[::-1]
    leads = _by_lead(hands, named, tiles, noted, rules, threads, progress)
    if len(hands) == len(possible):
        return BlindLead(leads, leads, noted)
    chosen = {best_lead(leads, k) for k in range(HAND_SIZE + 1)}
    fresh = possible.hands(_draw(possible, layouts, rng))
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
        tile_name(tile): TrickDistribution(_counts(column), LAYOUTS, seed)
        for tile, column in zip(tiles, tricks.T, strict=True)
    }


def _counts(tricks: NDArray[np.int8]) -> NDArray[np.int64]:
    return np.bincount(tricks, minlength=HAND_SIZE + 1).astype(np.int64)


def seeded(seed: Seed, layouts: int | None) -> tuple[np.random.Generator, int | None]:
    """Return a generator, and the seed to note for whoever wants the same numbers again.

    Parameters
    ----------
    seed : int, Generator or None
    layouts : int or None
        How many are sampled; all need no seed.

    Returns
    -------
    rng : Generator
    noted : int or None
        None for exact odds, and where a Generator was given.
    """
    if layouts is None or layouts == LAYOUTS or isinstance(seed, np.random.Generator):
        return as_seed(seed), None  # all layouts need no seed
    noted = secrets.randbelow(2**32) if seed is None else seed
    return as_seed(noted), index(noted)


def _draw(
    possible: Layouts, layouts: int | None, rng: np.random.Generator
) -> NDArray[np.int64] | None:
    return None if layouts is None else possible.sample(layouts, rng)


# --- An exchange ------------------------------------------------------------------------------


def exchange_odds(
    holding: Tiles,
    layouts: int | None = None,
    seed: Seed = None,
    *,
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
    seed, threads, progress, rules
        As `contract_odds` takes them.

    Returns
    -------
    DataFrame
        A row per (discard, trump): discard as text, trump as `Trump`. Columns `p4` to `p7`
        (probability of that many tricks or more), `mean_tricks` and `n` (layouts). Its ``attrs``
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
    import pandas as pd

    held = as_mask(holding, "holding", HAND_SIZE + 1)
    rng, noted = seeded(seed, layouts)
    warm_up()
    plan = Exchange(held, layouts, rng)
    every = [(tile, trump) for tile in tile_ids(held) for trump in Trump]
    jobs = [partial(plan.counts, tile, trump, rules) for tile, trump in every]
    counts = np.array(run_jobs(jobs, threads, progress))
    tails = at_least(counts) / plan.n
    rows = pd.MultiIndex.from_arrays(
        [
            pd.Index([tile_name(tile) for tile, _ in every], dtype=object),
            pd.Index([trump for _, trump in every], dtype=object),
        ],
        names=["discard", "trump"],
    )
    frame = pd.DataFrame(
        {f"p{bid}": tails[:, bid] for bid in NUMBER_BIDS},
        index=rows,
    )
    frame["mean_tricks"] = tails[:, 1:].sum(axis=1)
    frame["n"] = counts.sum(axis=1)
    frame.attrs.update(exact=plan.n == LAYOUTS, seed=noted)
    return frame


class Exchange:
    """A holding with the layouts on which its contracts are measured, the same for all.

    Parameters
    ----------
    held : int
        Mask of the 8 tiles.
    layouts : int or None
        How many layouts to draw; None for all.
    rng : Generator
    """

    def __init__(self, held: int, layouts: int | None, rng: np.random.Generator) -> None:
        self.held = held
        tile = next(tile_ids(held))
        # The hidden tiles are those outside the holding, whatever the discard.
        possible = Layouts.after_exchange(held & ~(1 << tile), 1 << tile)
        self._hands = possible.hands(_draw(possible, layouts, rng))
        self.n = len(self._hands)

    def counts(self, discard: int, trump: int, rules: Rules) -> NDArray[np.int64]:
        """Return the layouts by tricks after a discard.

        Parameters
        ----------
        discard : int
            Tile id.
        trump : int
        rules : Rules

        Returns
        -------
        (8,) int64 array
            Layouts by the declarer's double-dummy tricks.
        """
        hands = self._hands.copy()
        hands[:, 0] = self.held & ~(1 << discard)
        return _counts(solve_batch(hands, trump, threads=1, rules=rules))

    def best_discards(
        self, trump: int, rules: Rules, nodes: NDArray[np.int64] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the best discard for each bid 4-7, proven to be best.

        Parameters
        ----------
        trump : int
        rules : Rules
        nodes : (8,) int64 array, optional
            As `best_hands` takes it.

        Returns
        -------
        discard : (4,) int64 array
            Its place among the tiles of the holding, lowest tile first.
        wins : (4,) int64 array
            Layouts on which it makes the bid.
        """
        kept = [self.held & ~(1 << tile) for tile in tile_ids(self.held)]
        return best_hands(
            kept, self._hands[:, 1:], trump, NUMBER_BIDS, nodes=nodes, rules=rules
        )


def rank_exchanges(
    holding: Tiles,
    layouts: int | None = None,
    seed: Seed = None,
    *,
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
    seed, threads, progress, rules
        As `contract_odds` takes them.
    top : int
        How many to list for each bid.

    Returns
    -------
    DataFrame
        A row per (bid, rank) with `discard` and `trump` (text), `p_make`, `low` and `high` (its
        95 % interval) and `n`. Its ``attrs`` hold `exact` and `seed`.

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        As `exchange_odds` does, or if `top` is out of range.

    Examples
    --------
    >>> ranked = rank_exchanges("6-6 6-5 6-4 5-5 4-4 3-3 1-1 2-1", layouts=50, seed=1, top=1)
    >>> print(ranked.loc[(7, 1), ["discard", "trump"]].to_dict())
    {'discard': '2-1', 'trump': '6'}
    """
    import pandas as pd

    top = whole(top, "top", 1, (HAND_SIZE + 1) * len(Trump))
    rng, noted = seeded(seed, layouts)
    table = exchange_odds(holding, layouts, rng, threads=threads, progress=progress, rules=rules)
    held = as_mask(holding)
    rows = []
    for bid in NUMBER_BIDS:
        best = table.sort_values([f"p{bid}", "mean_tricks"], ascending=False, kind="stable")
        for place, (discard, trump) in enumerate(best.index[:top], 1):
            rows.append((bid, place, discard, trump))
    frame = pd.DataFrame(rows, columns=["bid", "rank", "discard", "trump"]).set_index(
        ["bid", "rank"]
    )
    # As text: where pandas hands out single values, an IntEnum would come back as its number.
    frame["trump"] = [str(trump) for *_, trump in rows]
    if table.attrs["exact"]:
        measured = [table.loc[(discard, trump), f"p{bid}"] for bid, _, discard, trump in rows]
        frame["p_make"] = frame["low"] = frame["high"] = measured
        frame["n"] = LAYOUTS
    else:
        fresh: dict[tuple[str, Trump], TrickDistribution] = {}
        for discard, trump in sorted({(discard, trump) for _, _, discard, trump in rows}):
            fresh[discard, trump] = contract_odds(
                held & ~as_mask(discard), discard, trump, layouts, rng, threads=threads, rules=rules
            )
        found = [(fresh[discard, trump], bid) for bid, _, discard, trump in rows]
        frame["p_make"] = [one.p_at_least(bid) for one, bid in found]
        frame["low"], frame["high"] = zip(*(one.interval(bid) for one, bid in found), strict=True)
        frame["n"] = [one.n for one, _ in found]
    frame.attrs.update(exact=table.attrs["exact"], seed=noted)
    return frame
