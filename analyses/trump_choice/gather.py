"""The tables about naming trump: counted on all holdings, found on some, checked on others."""

import pandas as pd

from analyses.common.holdings import Holdings
from analyses.trump_choice import counted, naming, trials
from moon_sim.reporting import Run

DIGITS = 6


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    jobs = [
        (run.seed, at, max(2, min(trials.A_TRIAL, run.count - at)))
        for at in range(0, run.count, trials.A_TRIAL)
    ]
    choices = pd.concat(run.map(trials.fresh, jobs, "holdings"), ignore_index=True)
    fresh = trials.ties_of(choices)
    pairs = [(run.seed, number) for number in range(run.count)]
    led = pd.DataFrame(
        [row for rows in run.map(naming.led_otherwise, pairs, "pairs") for row in rows]
    )
    sample = Holdings.of(run.table("samples", "holdings.csv"))
    others = naming.other_trumps(sample)
    known = naming.ties_of(sample)
    tables = {
        **all_holdings(),
        "costs.csv": naming.costs(others),
        "equal.csv": naming.equal_best(others),
        "ties.csv": pd.concat([naming.tie_costs(known, "found"), naming.tie_costs(fresh, "fresh")]),
        "led.csv": led,
        "why.csv": naming.why(led),
        "choices.csv": choices,
        "regrets.csv": trials.regrets(choices, fresh),
    }
    return {name: table.round(DIGITS) for name, table in tables.items()}


def all_holdings() -> dict[str, pd.DataFrame]:
    """Return the tables that count all holdings of the atlas."""
    best = counted.best_of_all()
    held = counted.held_of(best.masks)
    return {
        "numbers.csv": counted.by_trump(best),
        "pairs.csv": counted.lower_or_higher(best, held),
        "right.csv": counted.named_right(best, held),
        "kinds.csv": counted.by_kind(best),
    }
