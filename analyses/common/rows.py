"""Numbers with their intervals as columns of a table, and as words again."""

from typing import Any, NamedTuple

import pandas as pd

from moon_sim.stats import Estimate


class Columns(NamedTuple):
    """The columns of a number and of its interval's ends."""

    value: str
    low: str = "low"
    high: str = "high"

    def told(self, one: Estimate) -> dict[str, float]:
        """Return an estimate by column."""
        return dict(zip(self, one, strict=False))

    def of(self, row: Any) -> Estimate:
        """Return the estimate that a row tells; NaN where there is no row."""
        ends = [float(row[name]) for name in self] if row is not None else [float("nan")] * 3
        return Estimate(*ends, 0)


COST = Columns("cost")
DISCARD = Columns("discard", "discard_low", "discard_high")
GAIN = Columns("gain")
HELPS = Columns("helps", "helps_low", "helps_high")
LEAD = Columns("gain", "gain_low", "gain_high")
POINTS = Columns("points")
REGRET = Columns("regret")
RIGHT = Columns("right", "right_low", "right_high")
SHARE = Columns("share")
TRUMP = Columns("by_trump", "by_trump_low", "by_trump_high")


def row_of(frame: pd.DataFrame, **keys: Any) -> Any:
    """Return the one row of a table with these values; None if there is none."""
    for name, value in keys.items():
        frame = frame[frame[name] == value]
    return frame.iloc[0] if len(frame) else None


def cell(row: Any, columns: Columns, digits: int = 1) -> str:
    """Return a number and its interval as text; a dash where there is none."""
    found = columns.of(row)
    return "-" if pd.isna(found.value) else found.text(digits)


def percent(p: float, digits: int = 0) -> str:
    """Return a probability as a percentage."""
    return f"{100 * p:.{digits}f} %"
