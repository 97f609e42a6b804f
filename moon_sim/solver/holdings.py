"""The best plans of a holding, for each bid and among all trumps."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    NUMBER_BIDS,
    Layouts,
    Rules,
    Tiles,
    Trump,
    as_mask,
    check_supported,
    tile_ids,
    trumps,
)
from moon_sim.kernels.race import HAND, LEAD, TRUMP, WINS
from moon_sim.kernels.state import TRUMP_PLACE
from moon_sim.solver.engine import ALL_ON, Search, holds_out, run_race, warm_up
from moon_sim.solver.tables import rule_tables


def holding_plans(
    holding: Tiles,
    rules: Rules = DEFAULT_RULES,
    *,
    nodes: NDArray[np.int64] | None = None,
    search: Search = ALL_ON,
) -> NDArray[np.int64]:
    """Return the plan with which a holding makes each bid 4-7 on the most of all layouts, exactly.

    The plan names discard, trump and opening lead; play from there is double-dummy. Of plans with
    equal wins it is the plan for the next higher bid, if that is one of them: so a plan serves as
    many bids as it can. Else it is the one whose trump comes first in `trumps_by_strength`, then
    the one with the weakest discard, then the one with the strongest lead; trumps are stronger than
    other tiles, and tiles go by rank in the suit that they lead, then by that suit.

    Parameters
    ----------
    holding : str or int
        The 8 tiles.
    rules : Rules, optional
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.
    search : Search, optional

    Returns
    -------
    (4, 4) int64 array
        A row for each bid: layouts won out of 3,432, discard (a tile id), trump, lead (a tile id).

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        If `holding` can't be, or a rule is not supported.

    Examples
    --------
    >>> holding_plans("6-6 6-5 6-4 6-3 6-2 6-1 5-5 4-4")[:, 0]
    array([3432, 3432, 3432, 3432])
    """
    check_supported(rules, "holding_plans", "first_lead_must_be_trump")
    held = as_mask(holding, "holding", HAND_SIZE + 1)
    discards = np.array(list(tile_ids(held)))
    kept = [held & ~(1 << tile) for tile in discards.tolist()]
    layouts = Layouts.of_holding(held).hands()[:, 1:]
    every = trumps_by_strength(held, rules)
    warm_up()
    best = run_race(kept, layouts, every, NUMBER_BIDS, True, search, rules, nodes)
    for row in reversed(range(len(best) - 1)):
        _, hand, trump, lead = best[row + 1].tolist()
        misses = len(layouts) - int(best[row, WINS])
        plan = kept[hand], lead, layouts, trump, NUMBER_BIDS[row], misses
        if (best[row, HAND:] != best[row + 1, HAND:]).any() and holds_out(
            *plan, search, rules, nodes
        ):
            best[row, HAND:] = best[row + 1, HAND:]
    return np.column_stack([best[:, WINS], discards[best[:, HAND]], best[:, TRUMP], best[:, LEAD]])


def trumps_by_strength(tiles: int, rules: Rules = DEFAULT_RULES) -> list[Trump]:
    """Return all trumps that there are, the strongest of some tiles first.

    Parameters
    ----------
    tiles : int
        Mask of those held.
    rules : Rules, optional

    Returns
    -------
    list of Trump
        By tricks that its tiles take for certain, however the others fall; then by how many of its
        tiles are held; then in the order of `Trump`.

    Examples
    --------
    >>> from moon_sim.game import parse_tiles
    >>> trumps_by_strength(parse_tiles("6-6 5-4 4-2 4-1"))[:2]
    [<Trump.SIXES: 6>, <Trump.DOUBLES: 7>]
    """
    tables = rule_tables(rules)

    def strength(trump: Trump) -> tuple[int, int]:
        own = others = 0
        for tile in tile_ids(ALL_TILES):
            bit = 1 << int(tables.place[trump, tile])
            if tables.trumps[trump] & bit:
                own, others = (own | bit, others) if tiles >> tile & 1 else (own, others | bit)
        sure = tables.unbeaten[own >> TRUMP_PLACE, others >> TRUMP_PLACE]
        return int(sure), own.bit_count()

    return sorted(trumps(rules), key=strength, reverse=True)
