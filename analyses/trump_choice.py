"""Which trump, and how much is naming it well worth?

python analyses/trump_choice.py            # all holdings of reports/samples
python analyses/trump_choice.py --quick    # a few, to see that it works

All rules of thumb, some with other discard rules, and the odds on samples of layouts choose discard
and trump for the same holdings, whose exact blind-lead odds are known. Beside that trial: what each
kind of trump wins with its best discard, and what it costs to name another than the best.
"""

import sys
from typing import Any

import numpy as np
import pandas as pd
from choices_report import trial_numbers as trials
from choices_report import trump_numbers as trumps
from choices_report import trump_page
from choices_report.holdings import Holdings

from moon_sim.reporting import Analysis, Run, run_analysis

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


ANALYSIS = Analysis(
    name="trump_choice",
    about=__doc__,
    full=300,
    quick=3,
    unit="holdings",
    gather=gather,
    page=trump_page.page,
    needs=("samples",),
    least=2,
)

if __name__ == "__main__":
    sys.exit(run_analysis(ANALYSIS))
