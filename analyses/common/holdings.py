"""The sample's holdings as one array, and the choices that are best in it."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.common.hands import EVEN
from moon_sim import Trump, parse_tiles
from moon_sim.game import HAND_SIZE, LAYOUTS, NUMBER_BIDS, tile_ids

Ints = NDArray[np.int64]

WORTH = "worth bidding"
"""What holdings are called whose best contract has even odds or better."""

ALL = 0
"""The bid that stands for all of them together."""

_WINS = [f"w{bid}" for bid in NUMBER_BIDS]
_MANY = 4 * LAYOUTS + 1  # more than the layouts of all bids together


class Holdings(NamedTuple):
    """Holdings and what each contract of theirs wins with the best blind lead.

    Attributes
    ----------
    number : (n,) int array
    tiles : (n, 8) int array
        Tile ids, lowest first.
    wins : (n, 8, 9, 4) int array
        Layouts of 3,432 that are won, by discard, trump and bid 4-7.
    """

    number: Ints
    tiles: Ints
    wins: Ints

    @property
    def masks(self) -> Ints:
        """The holdings, as masks."""
        return (1 << self.tiles).sum(axis=1)

    @classmethod
    def of(cls, frame: pd.DataFrame) -> "Holdings":
        """Return the holdings of the table `holdings.csv`, whatever the order of its rows."""
        tile = frame["discard"].map({text: tile_of(text) for text in frame["discard"].unique()})
        trump = frame["trump"].map({str(trump): int(trump) for trump in Trump})
        rows = frame.assign(tile=tile, named=trump).sort_values(["number", "tile", "named"])
        shape = (-1, HAND_SIZE + 1, len(Trump))
        return cls(
            rows["number"].to_numpy().reshape(shape)[:, 0, 0],
            rows["tile"].to_numpy().reshape(shape)[:, :, 0],
            rows[_WINS].to_numpy().reshape(*shape, len(NUMBER_BIDS)),
        )


def tile_of(text: str) -> int:
    """Return the id of one tile."""
    (tile,) = tile_ids(parse_tiles(text))
    return tile


def merit(wins: Ints) -> Ints:
    """Return numbers in the order of choice: by wins at a bid, then by wins at all bids together.

    The last axis is the bid. With them the best of equal contracts is the same everywhere.
    """
    return wins * _MANY + wins.sum(axis=-1, keepdims=True)


def best_trumps(wins: Ints) -> Ints:
    """Return the trump of the best contract for each bid: (n, 8, 9, 4) to (n, 4)."""
    return np.asarray(merit(wins).max(axis=1).argmax(axis=1))


def worth_bidding(choices: pd.DataFrame) -> pd.DataFrame:
    """Return the holdings and bids whose best contract has even odds or better."""
    return choices[choices["best"] >= EVEN * LAYOUTS]


def all_and_worth(choices: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return all holdings and bids, and those worth bidding."""
    return {"all": choices, WORTH: worth_bidding(choices)}


def pooled(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table with the rows of all bids once more, as those of the bid `ALL`."""
    return pd.concat([frame.assign(bid=ALL), frame])


def as_percentage(layouts: Any) -> Any:
    """Return layouts of a contract as a percentage; of a difference, as percentage points."""
    return 100 * layouts / LAYOUTS


def layouts_of(odds: pd.Series) -> pd.Series:
    """Return exact odds of a contract as the layouts that are won."""
    return (odds * LAYOUTS).round().astype(np.int64)
