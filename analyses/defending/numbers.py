"""What the contracts say of each rule, with intervals over contracts."""

import numpy as np
import pandas as pd

from analyses.defending.rules import QUESTIONS, RULES
from moon_sim.stats import Estimate, holm, mean_of, share_of, sign_flip_test

FEWEST = 30
"""Contracts for a number to be told of a bid."""

LEVEL = 0.05
"""A difference whose p-value, corrected for their number, is below this is taken as shown."""


def is_set(frame: pd.DataFrame, way: str) -> Estimate:
    """Return the share of the contracts that a way to defend sets, a probability."""
    return share_of(int(frame[way].sum()), len(frame))


def others() -> list[tuple[str, str]]:
    """Return each rule that stands in for the first one of its question, with the question."""
    return [(name, rule) for name, rules in QUESTIONS.items() for rule in list(rules)[1:]]


def difference(frame: pd.DataFrame, way: str) -> Estimate:
    """Return by how many percentage points a way sets more contracts than the rules do."""
    return mean_of(100.0 * (frame[way] - frame[RULES]), (-100, 100), FEWEST)


def differences(frame: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return what each other rule changes, alone.

    Parameters
    ----------
    frame : DataFrame
        As the analysis writes it.
    seed : int
        Decides the signs of the tests.

    Returns
    -------
    DataFrame
        A row per rule: `question`, `rule`, `change` as an estimate (percentage points of the
        contracts that can be beaten), `differ`, how many contracts end otherwise, and `shown`,
        whether the sign-flip test over contracts, corrected for all rules (Holm), shows it.
    """
    made = pd.DataFrame(others(), columns=["question", "rule"])
    names = [f"{question}: {rule}" for question, rule in others()]
    apart = frame[names].sub(frame[RULES], axis=0)
    tests = [float(sign_flip_test(apart[[name]].astype(float), seed)[0]) for name in names]
    return made.assign(
        change=[difference(frame, name) for name in names],
        differ=[int((apart[name] != 0).sum()) for name in names],
        shown=np.array(holm(tests)) < LEVEL,
    )


def lost_by(frame: pd.DataFrame) -> pd.Series:
    """Return of the contracts that the rules let through the share by each decision, most first."""
    gone = frame.loc[frame[RULES] == 0, "decision"]
    return gone.value_counts() / max(len(gone), 1)
