"""The laydowns of random hands or of all: how they are found and counted."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from moon_sim import Trump, laydowns
from moon_sim.game import ALL_TILES, HAND_SIZE, LAYOUTS, TILES

ANY = "any"


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
