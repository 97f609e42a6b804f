"""The tables about widows and discards: from the atlas, the sample and fresh holdings."""

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings
from analyses.widow_and_discard import discards, widows
from moon_sim import atlas
from moon_sim.game import HAND_SIZE
from moon_sim.reporting import Run

DIGITS = 4
HOLDINGS_A_JOB = 5


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    sample = Holdings.of(run.table("samples", "holdings.csv"))
    starts = range(0, run.count, HOLDINGS_A_JOB)
    jobs = [(run.seed, at, min(at + HOLDINGS_A_JOB, run.count)) for at in starts]
    fresh = pd.concat(run.map(discards.fresh, jobs, "fresh holdings"), ignore_index=True)
    tables = {
        **all_tables(),
        "adds.csv": widows.thrown_away(sample),
        "fresh.csv": fresh,
        **discard_tables(sample, fresh, run.seed),
    }
    return {name: table.round(DIGITS) for name, table in tables.items()}


def all_tables() -> dict[str, pd.DataFrame]:
    """Return what is counted on all holdings and hands."""
    plans = atlas.plans(atlas.masks_of(np.arange(atlas.HOLDINGS), HAND_SIZE + 1))
    return {"thrown.csv": discards.thrown_table(plans), "changes.csv": widows.all_changes(plans)}


def discard_tables(sample: Holdings, table: pd.DataFrame, seed: int) -> dict[str, pd.DataFrame]:
    """Return what discards cost; the seed decides what rules throw at random."""
    found, fresh = discards.choices_of(sample), discards.choices_in(table)
    both = {discards.FOUND: found, discards.FRESH: fresh}
    return {
        "list.csv": pd.concat([discards.list_table(of, some) for of, some in both.items()]),
        "ties.csv": pd.concat([discards.tie_table(of, some) for of, some in both.items()]),
        "costs.csv": discards.cost_table(fresh, seed),
    }
