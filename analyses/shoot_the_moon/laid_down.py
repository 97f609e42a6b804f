"""The laydowns of random hands or of all: which are looked at, found, and how they are counted."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.common.hands import kind_with_zero
from moon_sim import Trump, features_frame, format_tiles, laydowns
from moon_sim.game import ALL_TILES, HAND_SIZE, LAYOUTS, TILES

ANY = "any"
SHAPE = ["kind", "trumps", "outside_doubles"]


def drawn(seed: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return random hands, different ones, and every holding that the widow may make of them."""
    every = np.arange(ALL_TILES + 1)
    hands = every[np.bitwise_count(every) == HAND_SIZE]
    if count < len(hands):
        hands = np.sort(np.random.default_rng(seed).choice(hands, count, replace=False))
    holdings = np.unique([hands | 1 << tile for tile in range(len(TILES))])
    return hands, holdings[np.bitwise_count(holdings) == HAND_SIZE + 1]


def contracts_of(holdings: NDArray[np.int64], trump: Trump) -> pd.DataFrame:
    """Return the laydowns that holdings have with a trump; tiles as masks."""
    held = np.nonzero(holdings[:, None] >> np.arange(len(TILES)) & 1)[1]
    discards = 1 << held
    hands = np.repeat(holdings, HAND_SIZE + 1) & ~discards
    found = laydowns(hands, discards, trump, seed=0, threads=1)
    return pd.DataFrame({
        "hand": hands[found["place"]],
        "discard": discards[found["place"]],
        "trump": int(trump),
        "blind": found["blind"],
        "outright": found["outright"],
    })  # fmt: skip


def counted(
    found: pd.DataFrame, hands: NDArray[np.int64], holdings: NDArray[np.int64]
) -> pd.DataFrame:
    """Return how many contracts, holdings and hands are laydowns, by trump and with any.

    A hand counts if it has a laydown whatever the widow: with each of the 15 that it may be, some
    discard makes one.
    """
    rows = []
    for trump in (*Trump, None):
        mine = found if trump is None else found[found["trump"] == trump]
        laid = np.zeros(ALL_TILES + 1, bool)
        laid[mine["hand"] | mine["discard"]] = True
        sure = np.ones(len(hands), bool)
        for tile in range(len(TILES)):
            sure &= (hands >> tile & 1 == 1) | laid[hands | 1 << tile]
        rows.append({
            "trump": ANY if trump is None else str(trump),
            "contracts": len(mine),
            "outright": int(mine["outright"].sum()),
            "one_lead": int((mine["blind"] == LAYOUTS).sum()),
            "holdings": int(laid.sum()),
            "hands": int(sure.sum()),
            "of_contracts": len(holdings) * (HAND_SIZE + 1) * (len(Trump) if trump is None else 1),
            "of_holdings": len(holdings),
            "of_hands": len(hands),
        })  # fmt: skip
    return pd.DataFrame(rows)


def shapes_of(found: pd.DataFrame) -> pd.DataFrame:
    """Return the shapes of laydowns: how many hands and contracts have each, and one of them.

    A shape is the kind of trump, how many trumps are held, and how many doubles besides. Trump 0,
    with its one tile, is a kind of its own.
    """
    parts = [
        rows.reset_index(drop=True).join(
            features_frame(rows["hand"], [trump]).reset_index(drop=True)
        )
        for trump, rows in found.groupby("trump")
    ]
    if not parts:
        return pd.DataFrame(columns=[*SHAPE, "hands", "contracts", "example", "discard", "trump"])
    shaped = pd.concat(parts)
    shaped["kind"] = [kind_with_zero(str(Trump(trump))) for trump in shaped["trump"]]
    rows = []
    for shape, group in shaped.groupby(SHAPE, sort=False):
        one = group.iloc[0]
        rows.append({
            **dict(zip(SHAPE, shape, strict=True)),
            "hands": len(group.drop_duplicates(["hand", "trump"])),
            "contracts": len(group),
            "example": format_tiles(int(one["hand"])),
            "discard": format_tiles(int(one["discard"])),
            "trump": str(Trump(one["trump"])),
        })  # fmt: skip
    return pd.DataFrame(rows).sort_values(SHAPE, ascending=False, ignore_index=True)
