"""The hands with their best trump, and what each kind of trump gives the holdings."""

import pandas as pd

from analyses.common.hands import kind_of, with_best_trump
from moon_sim.game import LAYOUTS, NUMBER_BIDS
from moon_sim.reporting import Run

DIGITS = 6


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    return {
        "hands.csv": with_best_trump(run.table("samples", "hands.csv")).head(run.count),
        "kinds.csv": by_kind(run.table("samples", "holdings.csv")).round(DIGITS),
    }


def by_kind(holdings: pd.DataFrame) -> pd.DataFrame:
    """Return the best odds of each bid that a holding has with each kind of trump."""
    wins = [f"w{bid}" for bid in NUMBER_BIDS]
    kinds = holdings["trump"].map(kind_of).rename("kind")
    best = holdings.groupby(["number", "hand", "widow", kinds], sort=False)[wins].max() / LAYOUTS
    best.columns = [f"p{bid}" for bid in NUMBER_BIDS]
    return best.reset_index()
