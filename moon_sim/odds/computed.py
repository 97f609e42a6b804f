"""The odds of a hand's bids, computed: all layouts, or a sample of them."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    LAYOUTS,
    Rules,
    Seed,
    Trump,
    View,
    format_tiles,
    seeded,
    tile_name,
)
from moon_sim.odds.bids import BidOdds
from moon_sim.odds.choices import Widows, best_trumps, by_merit, contenders
from moon_sim.odds.strata import Strata
from moon_sim.running import Progress
from moon_sim.solver import warm_up

if TYPE_CHECKING:
    import pandas as pd

FRESH_TIMES = 4
"""On how many times as many fresh layouts a sample's best contracts are looked at again, and then
the chosen one; up to half of all."""


def compute_bids(
    held: int,
    trumps: list[Trump],
    layouts: int | None,
    seed: Seed,
    view: View,
    threads: int | None,
    progress: Progress | None,
    rules: Rules,
) -> BidOdds:
    """Return the odds that a hand makes each bid, computed.

    Parameters
    ----------
    held : int
        Mask of the 7 tiles.
    trumps : list of Trump
        Those to choose among.
    layouts, seed, view, threads, progress, rules
        As `bid_odds` takes them.

    Returns
    -------
    BidOdds
    """
    rng, noted = seeded(seed, layouts)
    warm_up()

    def drawn(size: int | None) -> Widows:
        return Widows(held, trumps, size, rng, rules, view)

    widows = drawn(layouts)
    n = more = widows.n
    if widows.exact:
        fixed = widows.race(threads, progress)
        best, last = best_trumps(_named(fixed, fixed, rules)), widows
        fixed_wins, best_wins = (one["merit"].to_numpy() for one in (fixed, best))
    else:
        # With all layouts the choice's odds would be exact, but not proven to be the best.
        more = max(n, min(FRESH_TIMES * n, LAYOUTS // 2))
        every = widows.plans()
        counts = widows.counts(every, threads, progress)
        ranked = by_merit(every, counts, widows.bids)
        fixed = _best_of_each_trump(ranked)
        places = contenders(_named(ranked, fixed, rules))
        rivals = every.iloc[places]
        again = counts[places] + drawn(more).counts(rivals, threads, progress)
        last_ranked = _named(by_merit(rivals, again, widows.bids), fixed, rules)
        best = best_trumps(_best_of_each_trump(last_ranked))
        fixed_wins = drawn(n).wins(fixed, threads)
        last = drawn(more)
        best_wins = last.wins(best, threads)
    opened = last.open_wins(best, threads) if view == "blind-lead" else best_wins
    many = len(widows.exchanges)
    tricks = widows.bids
    by_fixed = _strata(fixed_wins, n, many, len(trumps), len(tricks))
    by_best, by_open = (_strata(wins, more, many, len(tricks)) for wins in (best_wins, opened))
    return BidOdds(
        hand=format_tiles(held),
        layouts=n,
        exact=widows.exact,
        seed=noted,
        view=view,
        source="computed",
        **_frames(trumps, tricks, view, best, by_best, by_fixed, by_open),
        _best=by_best,
        _fixed=by_fixed,
        rules=rules,
    )


def _best_of_each_trump(ranked: "pd.DataFrame") -> "pd.DataFrame":
    """Return the best plan for each widow, trump and bid, of plans with the most merit first."""
    first = ranked.drop_duplicates(["widow", "trump", "bid"])
    return first.sort_values(["widow", "trump", "bid"], ignore_index=True)


def _named(plans: "pd.DataFrame", fixed: "pd.DataFrame", rules: Rules) -> "pd.DataFrame":
    """Return the plans that are left once trump is named, where that is before the widow is seen.

    For each bid it is the one that does best over all widows; `fixed` has the best plan with each.
    """
    if not rules.trump_before_widow:
        return plans
    named = fixed.groupby(["bid", "trump"])["merit"].sum().unstack().idxmax(axis=1)
    return plans[plans["trump"] == plans["bid"].map(named)]


def _strata(wins: NDArray[np.int64], n: int, *shape: int) -> Strata:
    """Return wins, in the order of widows, perhaps trumps, and bids."""
    by_widow = wins.reshape(shape)
    return Strata(by_widow, np.full_like(by_widow, n))


def _frames(
    trumps: list[Trump],
    tricks: tuple[int, ...],
    view: View,
    best: "pd.DataFrame",
    by_best: Strata,
    by_fixed: Strata,
    by_open: Strata,
) -> dict[str, Any]:
    """Return the tables of a `BidOdds`."""
    import pandas as pd

    bids = pd.Index(tricks, name="bid")
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
