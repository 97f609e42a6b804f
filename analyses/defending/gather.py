"""Contracts that can be beaten, and whether each way to defend beats them."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.common.auctions import bought
from analyses.defending.playing import Values, can_be_beaten, let_through
from analyses.defending.rules import RULES, ways
from moon_sim.reporting import Run

CONTRACTS_A_JOB = 25
AT_RANDOM = "at random"
"""The name of the way of one who plays any legal tile."""


def rows(seed: int, first: int, end: int) -> pd.DataFrame:
    """Return some contracts with what becomes of them, by way to defend."""
    return pd.DataFrame([row(seed, number) for number in range(first, end)])


def row(seed: int, number: int) -> dict[str, Any]:
    """Return a contract of the sample; each has random numbers of its own.

    Parameters
    ----------
    seed, number : int

    Returns
    -------
    dict
        `bought`, how many contracts were bought until one could be beaten, and `bid` and `trump`
        of that one; `decision`, by which the rules let it through, empty if they don't; and for
        each way to defend 1 if it sets the contract, else 0.
    """
    rng = np.random.default_rng([seed, number])
    known: Values = {}
    tries, contract = 1, bought(rng)
    while not can_be_beaten(contract, known):
        tries, contract = tries + 1, bought(rng)
    found = {name: let_through(contract, way, known, rng) for name, way in ways().items()}
    found[AT_RANDOM] = let_through(contract, None, known, rng)
    return {
        "contract": number,
        "bought": tries,
        "bid": contract.bid,
        "trump": str(contract.trump),
        "decision": found[RULES],
        **{name: int(not decision) for name, decision in found.items()},
    }


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the table of a run by the name of its file."""
    starts = range(0, run.count, CONTRACTS_A_JOB)
    jobs = [(run.seed, at, min(at + CONTRACTS_A_JOB, run.count)) for at in starts]
    return {"contracts.csv": pd.concat(run.map(rows, jobs, "contracts"), ignore_index=True)}
