"""What a widow adds to a hand, from the odds of each holding.

Each of a holding's eight tiles is as likely to have been the widow. So a holding tells of eight
hands with their widows: take a tile away, and the seven others are the hand that was dealt.
"""

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings, as_percentage, merit, pooled
from analyses.common.rows import GAIN, HELPS
from analyses.widow_and_discard.kinds import widow_kind
from moon_sim import Trump
from moon_sim.game import LAYOUTS, NUMBER_BIDS, tile_name
from moon_sim.stats import mean_by, share_by

IN_DOUBT = 0.2, 0.8
"""Odds of a bid with the seven tiles dealt, for it to be in doubt before the widow is seen."""

BINS = [0.0, 0.01, 0.2, 0.4, 0.6, 0.8, 0.99, 1.0]
BIN_NAMES = ["0-1", "1-20", "20-40", "40-60", "60-80", "80-99", "99-100"]
PIP_GROUPS = {"3-5 pips": 5, "6-8 pips": 8, "9-11 pips": 11}
PERCENTILES = np.arange(101)


def widow_table(sample: Holdings) -> pd.DataFrame:
    """Return the layouts that each hand wins without its widow and with it, a row a bid."""
    without = sample.wins.max(axis=2)
    trumps = merit(sample.wins).argmax(axis=2)
    best = without.max(axis=1)
    rows = []
    for at, mask in enumerate(sample.masks.tolist()):
        for place, tile in enumerate(sample.tiles[at].tolist()):
            for column, bid in enumerate(NUMBER_BIDS):
                trump = int(trumps[at, place, column])
                rows.append({
                    "number": sample.number[at],
                    "widow": tile_name(tile),
                    "bid": bid,
                    "trump": str(Trump(trump)),
                    "kind": widow_kind(tile, mask & ~(1 << tile), trump),
                    "without": without[at, place, column],
                    "with": best[at, column],
                })  # fmt: skip
    return pd.DataFrame(rows)


def gain_of(widows: pd.DataFrame) -> pd.Series:
    """Return what each widow adds, in percentage points."""
    return as_percentage(widows["with"] - widows["without"])


def in_doubt(widows: pd.DataFrame) -> pd.DataFrame:
    """Return the hands whose bid is in doubt with the seven tiles dealt."""
    return widows[(widows["without"] / LAYOUTS).between(*IN_DOUBT)]


def spread(widows: pd.DataFrame) -> pd.DataFrame:
    """Return the distribution of the gain by bid: percentiles, of all hands and those in doubt."""
    rows = [
        {"of": name, "bid": bid, "n": len(group), "percentile": percentile, "gain": gain}
        for name, some in (("all", widows), ("in doubt", in_doubt(widows)))
        for bid, group in some.groupby("bid")
        for percentile, gain in zip(
            PERCENTILES, np.percentile(gain_of(group), PERCENTILES), strict=True
        )
    ]
    return pd.DataFrame(rows)


def gains(widows: pd.DataFrame) -> pd.DataFrame:
    """Return mean gain and how often there is one: of all hands, by odds dealt, kind and tile."""
    dealt = pd.cut(widows["without"] / LAYOUTS, BINS, labels=BIN_NAMES, include_lowest=True)
    doubt = in_doubt(widows)
    parts = [
        ("all", widows, pd.Series("all", widows.index)),
        ("odds dealt", widows, dealt.astype(str)),
        ("in doubt", doubt, pd.Series("in doubt", doubt.index)),
        ("kind", doubt, doubt["kind"]),
        ("tile", doubt, doubt["widow"].map(tile_group)),
    ]
    rows = [
        {"by": name, "group": label, "bid": bid, **_gain(group)}
        for name, some, labels in parts
        for (label, bid), group in pooled(some.assign(label=labels)).groupby(["label", "bid"])
    ]
    return pd.DataFrame(rows)


def _gain(widows: pd.DataFrame) -> dict[str, float]:
    gain, number = gain_of(widows), widows["number"]
    return {
        "hands": len(widows),
        "holdings": number.nunique(),
        "without": as_percentage(widows["without"].mean()),
        "with": as_percentage(widows["with"].mean()),
        **GAIN.told(mean_by(gain, number)),
        **HELPS.told(share_by(gain > 0, number)),
    }


def tile_group(tile: str) -> str:
    """Return the double, or the range of pips, that a tile is counted with."""
    high, low = map(int, tile.split("-"))
    if high == low:
        return "double"
    return next(name for name, most in PIP_GROUPS.items() if high + low <= most)
