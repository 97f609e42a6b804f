"""What the widow changes: a hand's odds before it is seen, against those with each widow."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings, as_percentage
from analyses.common.rows import GAIN
from analyses.common.tiles import Ints
from analyses.widow_and_discard.kinds import WIDOW_KINDS, widow_kinds
from moon_sim import Trump, atlas
from moon_sim.game import HAND_SIZE, LAYOUTS, NUMBER_BIDS
from moon_sim.stats import mean_by

IN_DOUBT = 0.2, 0.8
"""Odds of a bid before the widow is seen, for it to be in doubt."""

WIDOWS = 15
PERCENTILES = 10, 50, 90


def usual_trumps(trumps: Ints, wins: Ints) -> Ints:
    """Return the trump that hands name with the most widows: (n, 15) to (n,).

    Of several it is the one whose plans win most layouts, then the first.
    """
    votes = np.zeros((len(trumps), len(Trump)), np.int64)
    rows = np.arange(len(trumps))
    for place in range(trumps.shape[1]):
        votes[rows, trumps[:, place]] += LAYOUTS * WIDOWS + wins[:, place]
    return np.asarray(votes.argmax(axis=1))


def changes(hands: Ints, trumps: Ints, wins: Ints) -> pd.DataFrame:
    """Return each pair of a hand in doubt and a widow: the widow's kind, and what it changes.

    Parameters
    ----------
    hands : (n,) int array
        Masks.
    trumps, wins : (n, 15) int array
        What is named with each widow, and the layouts of 3,432 that are won, at one bid.

    Returns
    -------
    DataFrame
        `kind`, a place in `WIDOW_KINDS` by the trump that the hand names with most widows, and
        `change` in percentage points.
    """
    before = wins.mean(axis=1)
    odds = wins.sum(axis=1) / (WIDOWS * LAYOUTS)
    doubt = (odds >= IN_DOUBT[0]) & (odds <= IN_DOUBT[1])
    hands, trumps, wins, before = hands[doubt], trumps[doubt], wins[doubt], before[doubt]
    widows = np.log2(atlas.with_widows(hands) ^ hands[:, None]).astype(np.int64)
    usual = usual_trumps(trumps, wins)
    kinds = widow_kinds(hands[:, None], widows, usual[:, None])
    change = as_percentage(wins - before[:, None])
    return pd.DataFrame({"kind": kinds.ravel(), "change": change.ravel()})


def change_table(pairs: pd.DataFrame, bid: int) -> pd.DataFrame:
    """Return what each kind of widow changes at a bid, and how often it comes."""
    rows = []
    for kind, name in enumerate(WIDOW_KINDS):
        some = pairs.loc[pairs["kind"] == kind, "change"]
        if len(some):
            spread = np.percentile(some, PERCENTILES)
            rows.append({
                "kind": name, "bid": bid, "pairs": len(some),
                "share": 100 * len(some) / len(pairs), "change": some.mean(),
                **{f"q{at}": value for at, value in zip(PERCENTILES, spread, strict=True)},
            })  # fmt: skip
    return pd.DataFrame(rows)


def all_changes(plans: Any) -> pd.DataFrame:
    """Return what kinds of widows change, by bid, of all hands; from the plans of all holdings."""
    hands = atlas.masks_of(np.arange(atlas.HANDS), HAND_SIZE)
    rows = atlas.numbers_of(atlas.with_widows(hands), HAND_SIZE + 1)
    return pd.concat([
        change_table(changes(hands, plans.trump[:, at][rows], plans.wins[:, at][rows]), bid)
        for at, bid in enumerate(NUMBER_BIDS)
    ])  # fmt: skip


def thrown_away(sample: Holdings) -> pd.DataFrame:
    """Return what the widow adds to throwing it, of hands in doubt without it, by bid.

    Each of a holding's eight tiles is as likely to have been the widow. So a holding tells of eight
    hands with their widows, and the intervals draw whole holdings.
    """
    without = sample.wins.max(axis=2)
    best = without.max(axis=1)
    rows = []
    for at, bid in enumerate(NUMBER_BIDS):
        p = without[:, :, at] / LAYOUTS
        where, _ = doubt = np.nonzero((p >= IN_DOUBT[0]) & (p <= IN_DOUBT[1]))
        gain = as_percentage(best[where, at] - without[*doubt, at])
        rows.append({
            "bid": bid, "hands": len(gain), "holdings": len(np.unique(where)),
            **GAIN.told(mean_by(gain, where)),
        })  # fmt: skip
    return pd.DataFrame(rows)
