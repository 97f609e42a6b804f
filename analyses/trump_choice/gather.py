"""The tables of the trial and of naming trump, from the holdings of the sample."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings
from analyses.trump_choice import trials, trumps
from moon_sim.reporting import Run

HOLDINGS_A_JOB = 4
DIGITS = 6


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    frame = run.table("samples", "holdings.csv")
    frame = frame[frame["number"] < run.count]
    sample = Holdings.of(frame)
    parts = np.array_split(sample.number, max(1, len(sample.number) // HOLDINGS_A_JOB))
    jobs: list[tuple[Any, ...]] = [
        (run.seed, frame[frame["number"].isin(part)], run.quick) for part in parts
    ]
    made = trials.together(run.map(trials.tried, jobs, "holdings"))
    (exact,) = run.map(trials.timed, [(run.seed, frame)], "exact decisions")
    ranking, pairs = trials.ranking_table(made)
    choices = trials.choice_table(made)
    table = trumps.trump_table(sample)
    tables = {
        "choices.csv": choices,
        "ranking.csv": ranking,
        "pairs.csv": pairs,
        "blame.csv": trials.blame(choices, sample),
        "bids.csv": trials.bid_table(made),
        "points.csv": trials.points_table(made, sample),
        "worst.csv": trials.worst_table(made),
        "effort.csv": trials.effort_table(made, exact),
        "trumps.csv": table,
        "naming.csv": trumps.naming(table),
        "doubles.csv": trumps.doubles_or_none(table),
        "clearest.csv": trumps.clearest(table),
    }
    return {name: found.round(DIGITS) for name, found in tables.items()}
