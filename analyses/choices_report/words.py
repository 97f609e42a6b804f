"""Rows of tables, and numbers with their intervals as words."""

from collections.abc import Iterable
from typing import Any

import pandas as pd

from moon_sim.game import LAYOUTS
from moon_sim.reporting import bullet
from moon_sim.stats import Estimate

COST = "cost", "low", "high"
GAIN = "gain", "low", "high"
HELPS = "helps", "helps_low", "helps_high"
LEAD = "gain", "gain_low", "gain_high"
POINTS = "points", "low", "high"
REGRET = "regret", "low", "high"
RIGHT = "right", "right_low", "right_high"
SHARE = "share", "low", "high"
"""Columns of a number and of its interval's ends."""


def items(named: Iterable[tuple[str, str]]) -> list[str]:
    """Return names and what they mean as a list, with the empty line after it."""
    meanings = list(named)
    lines: list[str] = []
    for place, (name, about) in enumerate(meanings, 1):
        lines += bullet(f"`{name}`: {about}{'.' if place == len(meanings) else ';'}")
    return [*lines, ""]


def row_of(frame: pd.DataFrame, **keys: Any) -> Any:
    """Return the one row of a table with these values; None if there is none."""
    for name, value in keys.items():
        frame = frame[frame[name] == value]
    return frame.iloc[0] if len(frame) else None


def cell(row: Any, columns: tuple[str, str, str], digits: int = 1) -> str:
    """Return a number and its interval as text; a dash where there is none."""
    if row is None or pd.isna(row[columns[0]]):
        return "-"
    return Estimate(*(float(row[name]) for name in columns), 0).text(digits)


def percent(wins: float, digits: int = 1) -> str:
    """Return layouts of 3,432 as a percentage."""
    return f"{100 * wins / LAYOUTS:.{digits}f} %"
