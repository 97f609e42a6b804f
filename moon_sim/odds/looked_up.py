"""Odds and plans out of the atlas, where it has them."""

from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from moon_sim.atlas import AtlasError, AtlasHolding, holding, usable
from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    Rules,
    Tiles,
    as_mask,
    format_tiles,
    tile_ids,
    tile_name,
)
from moon_sim.odds.bids import BidOdds
from moon_sim.odds.rankings import ExchangeRanking
from moon_sim.odds.strata import Strata

if TYPE_CHECKING:
    import pandas as pd

NOT_TOLD = frozenset(("lowest_bid", "trump_before_widow"))
"""The rules that change a question so that an atlas has no answer."""


def look_up_bids(
    hand: Tiles,
    *,
    required: bool = False,
    sampled: bool = False,
    rules: Rules = DEFAULT_RULES,
) -> BidOdds | None:
    """Return the odds of a hand's bids from the atlas.

    Parameters
    ----------
    hand : str or int
        The 7 tiles dealt.
    required : bool
        Whether there is no other way.
    sampled : bool
        Whether odds will do that are sampled for some widows.
    rules : Rules, optional

    Returns
    -------
    BidOdds or None
        None where the atlas does not have them.

    Raises
    ------
    TypeError, InvalidDealError
        If it is no hand.
    AtlasError
        If the atlas does not have the odds and they are required.
    """
    held = as_mask(hand, "hand", HAND_SIZE)
    widows = list(tile_ids(ALL_TILES & ~held))
    found = _rows([held | 1 << widow for widow in widows], required, sampled, rules)
    if found is None:
        return None
    n = [_size(one) for one in found]
    wins = [_wins(one) for one in found]
    plans = [
        {"widow": tile_name(widow), "bid": bid, **_plan(one, bid), "p_make": won / size, "n": size}
        for widow, one, by_bid, size in zip(widows, found, wins, n, strict=True)
        for bid, won in zip(NUMBER_BIDS, by_bid, strict=True)
    ]
    best = Strata(np.array(wins), np.repeat(np.array(n)[:, None], len(NUMBER_BIDS), axis=1))

    return BidOdds(
        hand=format_tiles(held),
        layouts=min(n),
        exact=min(n) == LAYOUTS,
        seed=next((one.sample.seed for one in found if one.sample), None),
        view="blind-lead",
        source="atlas",
        p_make=partial(_odds, best),
        by_trump=partial(_missing, "by_trump"),
        choices=partial(_choices, plans),
        double_dummy=partial(_missing, "double_dummy"),
        _best=best,
        _fixed=partial(_missing, "by_trump"),
        _plans=plans,
        rules=rules,
    )


def look_up_plans(
    held: int, *, required: bool = False, rules: Rules = DEFAULT_RULES
) -> ExchangeRanking | None:
    """Return the best plans of a holding from the atlas, one for each bid.

    Parameters
    ----------
    held : int
        Mask of the 8 tiles.
    required, rules
        As `look_up_bids` takes them.

    Returns
    -------
    ExchangeRanking or None
        None where the atlas does not have them.

    Raises
    ------
    AtlasError
        If it does not have them and they are required.
    """
    found = _rows([held], required, False, rules)
    if found is None:
        return None
    [one] = found
    n = _size(one)
    plans = []
    for bid, won in zip(NUMBER_BIDS, _wins(one), strict=True):
        low = high = won / n
        if n < LAYOUTS:
            from moon_sim.stats import finite_share

            _, low, high, _ = finite_share(won, n, LAYOUTS)
        odds = {"p_make": won / n, "low": low, "high": high, "n": n}
        plans.append({"bid": bid, "rank": 1, **_plan(one, bid), **odds})

    return ExchangeRanking(
        holding=one.holding,
        view="blind-lead",
        layouts=n,
        exact=one.exact,
        seed=one.sample.seed if one.sample else None,
        table=partial(_table, plans),
        source="atlas",
        _plans=plans,
        rules=rules,
    )


def _rows(
    masks: list[int], required: bool, sampled: bool, rules: Rules
) -> list[AtlasHolding] | None:
    """Return the rows of holdings, or None where one is missing or will not do."""
    if not required and usable(rules) is None:
        return None
    if unknown := rules.own.keys() & NOT_TOLD:
        if required:
            raise AtlasError(f"the atlas does not know the rule {min(unknown)}; compute the odds")
        return None
    try:
        found = [holding(mask, rules) for mask in masks]
    except AtlasError:
        if required:
            raise
        return None
    enough = required or sampled or all(one.exact for one in found)
    return found if enough else None


def _wins(one: AtlasHolding) -> list[int]:
    """Return layouts won of those that were counted; a sample's stand in the atlas as of all."""
    return [round(won * _size(one) / LAYOUTS) for won in one.wins]


def _size(one: AtlasHolding) -> int:
    return one.sample.layouts if one.sample else LAYOUTS


def _plan(one: AtlasHolding, bid: int) -> dict[str, str]:
    discard, trump, lead = one.plan(bid)
    return {"discard": discard, "trump": str(trump), "lead": lead}


# --- Tables that are made late; by functions that a pickle can name ----------------------------


def _odds(best: Strata) -> "pd.Series[float]":
    import pandas as pd

    return pd.Series(best.p(), pd.Index(NUMBER_BIDS, name="bid"), name="p_make")


def _choices(plans: list[dict[str, Any]]) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame(plans).set_index(["widow", "bid"])


def _table(plans: list[dict[str, Any]]) -> "pd.DataFrame":
    import pandas as pd

    frame = pd.DataFrame(plans).assign(double_dummy=float("nan"))
    return frame.set_index(["bid", "rank"])


def _missing(name: str) -> NoReturn:
    raise AtlasError(f"{name}: the atlas does not have it; ask with source='computed'")
