"""The two samples: hands with the odds of each bid, and holdings with those of each contract."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from analyses.common.holdings import layouts_of
from moon_sim import Trump, bid_odds, exchange_odds, format_tiles
from moon_sim.game import NUMBER_BIDS, random_hand, random_holding
from moon_sim.reporting import Run

HANDS_A_HOLDING = 4
LAYOUTS_A_CONTRACT = 24
HANDS, HOLDINGS = range(2)  # the two samples, each with random numbers of its own
HANDS_A_JOB, HOLDINGS_A_JOB = 5, 2
DIGITS = 6


def hands(seed: int, first: int, end: int) -> pd.DataFrame:
    """Return some hands with the odds of each bid, by any trump and by each one."""
    return pd.DataFrame([hand_row(seed, number) for number in range(first, end)])


def hand_row(seed: int, number: int) -> dict[str, Any]:
    """Return a hand of the sample with its odds."""
    rng = np.random.default_rng([seed, HANDS, number])
    hand = random_hand(rng)
    odds = bid_odds(hand, LAYOUTS_A_CONTRACT, rng, view="blind-lead", threads=1)
    return {
        "number": number,
        "hand": format_tiles(hand),
        **{f"p{bid}": odds.p_make[bid] for bid in NUMBER_BIDS},
        **{f"dd{bid}": odds.double_dummy[bid] for bid in NUMBER_BIDS},
        **{
            f"p{bid}_{trump!s}": odds.by_trump.loc[trump, bid]
            for bid in NUMBER_BIDS
            for trump in Trump
        },
        **{f"se{bid}": odds.standard_error(bid) for bid in NUMBER_BIDS},
    }


def holdings(seed: int, first: int, end: int) -> pd.DataFrame:
    """Return some holdings with the exact odds of each discard and trump, in layouts."""
    return pd.concat([holding_rows(seed, number) for number in range(first, end)])


def holding_rows(seed: int, number: int) -> pd.DataFrame:
    """Return the 72 contracts of a holding of the sample."""
    hand, widow = random_holding(np.random.default_rng([seed, HOLDINGS, number]))
    odds = exchange_odds(hand | widow, view="blind-lead", mean_tricks=False, threads=1)
    return pd.DataFrame({
        "number": number,
        "hand": format_tiles(hand),
        "widow": format_tiles(widow),
        "discard": list(odds.index.get_level_values("discard")),
        "trump": [str(Trump(trump)) for trump in odds.index.get_level_values("trump")],
        **{f"w{bid}": layouts_of(odds[f"p{bid}"]).array for bid in NUMBER_BIDS},
        **{f"lead{bid}": odds[f"lead{bid}"].array for bid in NUMBER_BIDS},
    })  # fmt: skip


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return both samples by the names of their files."""

    def sample(work: Callable[..., pd.DataFrame], count: int, some: int) -> pd.DataFrame:
        jobs = [(run.seed, at, min(at + some, count)) for at in range(0, count, some)]
        return pd.concat(run.map(work, jobs, work.__name__), ignore_index=True)

    return {
        "hands.csv": sample(hands, run.count, HANDS_A_JOB).round(DIGITS),
        "holdings.csv": sample(holdings, -(-run.count // HANDS_A_HOLDING), HOLDINGS_A_JOB),
    }
