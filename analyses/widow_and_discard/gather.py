"""The tables about widows and discards, from the holdings of the sample."""

import pandas as pd

from analyses.common.holdings import Holdings
from analyses.widow_and_discard import discards, widows
from moon_sim.reporting import Run

DIGITS = 6


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    frame = run.table("samples", "holdings.csv")
    sample = Holdings.of(frame[frame["number"] < run.count])
    tables = widow_tables(sample) | discard_tables(sample, run.seed)
    return {name: table.round(DIGITS) for name, table in tables.items()}


def widow_tables(sample: Holdings) -> dict[str, pd.DataFrame]:
    """Return the tables about widows."""
    table = widows.widow_table(sample)
    return {
        "widows.csv": table,
        "spread.csv": widows.spread(table),
        "gains.csv": widows.gains(table),
    }


def discard_tables(sample: Holdings, seed: int) -> dict[str, pd.DataFrame]:
    """Return the tables about discards; the seed decides what rules throw at random."""
    table = discards.discard_table(sample)
    rules = discards.rule_table(table, seed)
    return {
        "discards.csv": table,
        "rules.csv": rules,
        "costs.csv": discards.costs(table, rules),
        "kinds.csv": discards.by_kind(table),
        "sharpest.csv": discards.sharpest(table),
    }
