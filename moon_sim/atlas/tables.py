"""All hands and all holdings as tables, for questions of one's own."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.atlas.lookup import ALL, sampled
from moon_sim.atlas.numbering import HOLDING_SIZE, masks_of, tiles_of
from moon_sim.atlas.packing import unpacked
from moon_sim.atlas.store import MISSING, installed
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    TILES,
    TRUMP_SUIT,
    Rules,
    Trump,
    suit_tiles,
    tile_name,
)

if TYPE_CHECKING:
    import pandas as pd

NAMES = np.array([tile_name(tile) for tile in range(len(TILES))])


def hands(rules: Rules = DEFAULT_RULES) -> "pd.DataFrame":
    """Return a table of all hands of the atlas, with what players count in them.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    DataFrame
        A row for each hand that is built, in the order of masks; the index `hand` is its tiles as
        text. `mask`; `p4` to `p7`: probability of making each bid by the best plan for each widow;
        `exact`: whether all layouts were counted; `zeros` to `sixes` and `doubles`: the trumps that
        it would have; `longest`: the most trumps of a number; `pips` on all tiles.

    Raises
    ------
    AtlasError
        If there is no atlas for the rules.

    Notes
    -----
    While the atlas is being built the rows are no fair sample of all hands one by one, as each
    needs its 15 holdings, but nearly: `holdings` has a random part of all holdings.
    """
    import pandas as pd

    atlas = installed(rules)
    rows = np.flatnonzero(atlas.hands[:, 0] != MISSING)
    masks = masks_of(rows, HAND_SIZE)
    odds = atlas.hands[rows] / ALL
    columns: dict[str, Any] = {f"p{bid}": odds[:, at] for at, bid in enumerate(NUMBER_BIDS)}
    columns["exact"] = True if atlas.sample is None else ~sampled(masks, rules)
    index = pd.Index(_texts(masks, HAND_SIZE), name="hand")
    return pd.DataFrame({"mask": masks.astype(np.int32), **columns, **_counted(masks)}, index)


def holdings(rules: Rules = DEFAULT_RULES) -> "pd.DataFrame":
    """Return a table of all holdings of the atlas, with what players count in them.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    DataFrame
        A row for each holding that is built, in the order of masks; the index `holding` is its
        tiles as text. `mask`; for each bid 4-7 `p4` (probability of making it by the best plan),
        `discard4`, `trump4` and `lead4` (categories of text); `exact`: whether all layouts were
        counted; then the columns of `hands` from `zeros` on.

    Raises
    ------
    AtlasError
        If there is no atlas for the rules.
    """
    import pandas as pd

    atlas = installed(rules)
    rows = np.flatnonzero(atlas.wins[:, 0] != MISSING)
    masks = masks_of(rows, HOLDING_SIZE)
    best = unpacked(masks, atlas.plans[rows], atlas.wins[rows])
    tiles, trumps = pd.Index(NAMES), pd.Index([str(trump) for trump in Trump])
    columns: dict[str, Any] = {}
    for at, bid in enumerate(NUMBER_BIDS):
        columns[f"p{bid}"] = best.wins[:, at] / LAYOUTS
        columns[f"discard{bid}"] = pd.Categorical.from_codes(best.discard[:, at], tiles)
        columns[f"trump{bid}"] = pd.Categorical.from_codes(best.trump[:, at], trumps)
        columns[f"lead{bid}"] = pd.Categorical.from_codes(best.lead[:, at], tiles)
    columns["exact"] = ~best.sampled
    index = pd.Index(_texts(masks, HOLDING_SIZE), name="holding")
    return pd.DataFrame({"mask": masks.astype(np.int32), **columns, **_counted(masks)}, index)


def _counted(masks: NDArray[np.int64]) -> dict[str, NDArray[np.int8]]:
    """Return what players count in hands, by the names of columns."""
    counted = {
        trump.name.lower(): np.bitwise_count(masks & suit_tiles(TRUMP_SUIT, trump)).astype(np.int8)
        for trump in Trump
        if trump != Trump.NONE
    }
    numbers = [counts for name, counts in counted.items() if name != "doubles"]
    counted["longest"] = np.max(numbers, axis=0)
    counted["pips"] = np.zeros(len(masks), np.int8)
    for tile, (high, low) in enumerate(TILES):
        counted["pips"] += ((masks >> tile & 1) * (high + low)).astype(np.int8)
    return counted


def _texts(masks: NDArray[np.int64], size: int) -> NDArray[np.str_]:
    """Return sets of so many tiles as text, highest tile first, as `format_tiles` does."""
    words = np.array([f"{name} " for name in NAMES])
    highest_first = tiles_of(masks, size)[:, ::-1]
    joined = np.ascontiguousarray(words[highest_first]).view(f"<U{4 * size}")
    texts: NDArray[np.str_] = np.strings.rstrip(joined.ravel())
    return texts
