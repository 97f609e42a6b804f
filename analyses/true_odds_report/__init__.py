"""The figures and the page of `true_odds.py`, made of its data alone."""

from typing import Any

import pandas as pd

from .figures import figures
from .numbers import KINDS, PARTS
from .page import page

__all__ = ["DATA", "PAGE", "PARTS", "files"]

DATA = ("contracts.csv", "choices.csv", "effort.csv", "manifest.json")
PAGE = "README.md"


def files(
    contracts: pd.DataFrame, choices: pd.DataFrame, effort: pd.DataFrame, about: dict[str, Any]
) -> dict[str, str | bytes]:
    """Return the figures and the page by the names of their files."""
    numbers = ~contracts["trump"].isin(KINDS)
    contracts = contracts.assign(kind=contracts["trump"].mask(numbers, "number"))
    return {**figures(contracts), PAGE: page(contracts, choices, effort, about)}
