"""The best plans of a holding by samples, where all layouts would take too long."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    LAYOUTS,
    NUMBER_BIDS,
    Layouts,
    Rules,
    tile_ids,
)
from moon_sim.solver import best_plans, lead_tricks, trumps_by_strength


def sampled_plans(held: int, layouts: int, seed: Sequence[int], rules: Rules) -> NDArray[np.int64]:
    """Return plans of a holding for the bids 4-7 that look best on a sample.

    Parameters
    ----------
    held : int
        Mask of the 8 tiles.
    layouts : int
        On how many plans are chosen, and on how many others the chosen ones are measured, as the
        best of many noisy numbers promises too much.
    seed : sequence of int
        As `numpy.random.default_rng` takes it.
    rules : Rules

    Returns
    -------
    (4, 4) int64 array
        A row for each bid: the layouts of 3,432 that it is made on, estimated; discard, trump and
        lead.
    """
    rng = np.random.default_rng(seed)
    discards = list(tile_ids(held))
    kept = [held & ~(1 << tile) for tile in discards]
    possible = Layouts.of_holding(held)
    drawn = possible.sample(min(2 * layouts, LAYOUTS), rng)
    chosen = rng.permutation(len(drawn)) < len(drawn) // 2
    some, fresh = (possible.hands(drawn[which])[:, 1:] for which in (chosen, ~chosen))

    hand, trump, lead, _ = best_plans(
        kept, some, trumps_by_strength(held, rules), NUMBER_BIDS, rules=rules
    )
    wins = []
    for bid, keeps, named, led in zip(
        NUMBER_BIDS, hand.tolist(), trump.tolist(), lead.tolist(), strict=True
    ):
        tricks = lead_tricks(kept[keeps], fresh, named, [led], least=bid - 1, rules=rules)
        wins.append(round(int((tricks >= bid).sum()) * LAYOUTS / len(fresh)))
    return np.column_stack([wins, np.array(discards)[hand], trump, lead])
