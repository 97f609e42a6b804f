"""The tables about leads: from the atlas, the sample and fresh holdings."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings
from analyses.leads import leading
from moon_sim import atlas
from moon_sim.game import HAND_SIZE
from moon_sim.reporting import Run

DIGITS = 4
HOLDINGS_A_JOB = 5


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    sample = leading.plans_of(Holdings.of(run.table("samples", "holdings.csv")))
    fresh = [leading.fresh_plans(run.seed, number) for number in range(run.count)]
    jobs = [
        (of, some[at : at + HOLDINGS_A_JOB])
        for of, some in ((leading.FOUND, sample), (leading.FRESH, fresh))
        for at in range(0, len(some), HOLDINGS_A_JOB)
    ]
    counted = pd.concat(run.map(leading.count_leads, jobs, "leads"), ignore_index=True)
    tables = {
        "led.csv": leading.atlas_table(all_plans()),
        "counted.csv": counted,
        "ways.csv": ways(counted),
    }
    return {name: table.round(DIGITS) for name, table in tables.items()}


def all_plans() -> Any:
    """Return the best plans of all holdings."""
    return atlas.plans(atlas.masks_of(np.arange(atlas.HOLDINGS), HAND_SIZE + 1))


def ways(counted: pd.DataFrame) -> pd.DataFrame:
    """Return what ways to lead cost, on both kinds of holdings."""
    return pd.concat([
        leading.way_table(leading.leads_in(counted[counted["of"] == of]), of)
        for of in (leading.FOUND, leading.FRESH)
    ])  # fmt: skip
