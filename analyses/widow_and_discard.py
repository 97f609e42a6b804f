"""What is the widow worth, and what do I throw?

python analyses/widow_and_discard.py            # all holdings of reports/samples
python analyses/widow_and_discard.py --quick    # a few, to see that it works

Each holding of the sample has the exact blind-lead odds of every discard and trump. The widow's
worth is what the best contract of all eight tiles has more than the best one of the seven dealt;
a discard's cost is what it falls short of the best one with the trump of the best contract.
"""

import sys

import pandas as pd
from choices_report import widow_numbers as numbers
from choices_report import widow_page
from choices_report.holdings import Holdings

from moon_sim.reporting import Analysis, Run, run_analysis


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    frame = run.table("samples", "holdings.csv")
    sample = Holdings.of(frame[frame["number"] < run.count])
    widows = numbers.widow_table(sample)
    discards = numbers.discard_table(sample)
    rules = numbers.rule_table(discards, run.seed)
    tables = {
        "widows.csv": widows,
        "discards.csv": discards,
        "rules.csv": rules,
        "spread.csv": numbers.spread(widows),
        "gains.csv": numbers.gains(widows),
        "costs.csv": numbers.costs(discards, rules),
        "kinds.csv": numbers.by_kind(discards),
        "sharpest.csv": numbers.sharpest(discards),
    }
    return {name: table.round(6) for name, table in tables.items()}


ANALYSIS = Analysis(
    name="widow_and_discard",
    about=__doc__,
    full=300,
    quick=3,
    unit="holdings",
    gather=gather,
    page=widow_page.page,
    needs=("samples",),
)

if __name__ == "__main__":
    sys.exit(run_analysis(ANALYSIS))
