"""The figures and the page of `true_odds.py`, made of its data alone."""

from typing import Any

import pandas as pd

from moon_sim.reporting import Page

from .figures import figures
from .numbers import KINDS, PARTS
from .page import text

__all__ = ["PARTS", "page"]


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's words and figures."""
    contracts = tables["contracts.csv"]
    numbers = ~contracts["trump"].isin(KINDS)
    contracts = contracts.assign(kind=contracts["trump"].mask(numbers, "number"))
    words = text(contracts, tables["choices.csv"], tables["effort.csv"], about)
    return Page(words, figures(contracts))
