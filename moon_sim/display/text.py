"""Numbers, lists and tables as text for people."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def percent(p: float) -> str:
    """Return a probability as a percentage that rounds to 0 or 100 only where it is that."""
    shown = f"{100 * p:.1f}"
    if shown == "100.0" and p < 1:
        shown = ">99.9"
    elif shown == "0.0" and p > 0:
        shown = "<0.1"
    return f"{shown} %"


def percent_range(low: float, high: float) -> str:
    """Return an interval as percentages, rounded outwards so that it still covers what it did."""
    return f"{math.floor(1000 * low) / 10:.1f} - {math.ceil(1000 * high) / 10:.1f} %"


def starred(cell: str, star: bool) -> str:
    """Return a cell marked as a best one, or as wide as if it were."""
    return f"[bold]{cell}*[/]" if star else f"{cell} "


def seed_words(seed: int | None) -> str:
    """Return the seed of a sample; whoever gave a Generator knows where it stood."""
    return "seed unknown" if seed is None else f"seed {seed}"


def trump_words(trump: object) -> str:
    """Return a trump as a sentence names it."""
    text = str(trump)
    return {"none": "no trump", "doubles": "doubles as trump"}.get(text, f"{text} as trump")


def listed(words: Sequence[str], last: str) -> str:
    """Return words as a sentence lists them, with "and" or "or" before the last."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def wrap_words(table: "Table", *columns: int) -> None:
    """Give some columns the room there is and let them wrap, so that no number is cut."""
    table.collapse_padding, table.pad_edge = True, False
    for place in columns:
        column = table.columns[place]
        column.justify, column.no_wrap, column.overflow = "left", False, "fold"


def new_table(title: str, *columns: str, words: bool = False) -> "Table":
    """Return an empty table; its first column is flush left and the others right.

    With `words` the others are flush left, too, and may wrap.
    """
    from rich import box
    from rich.table import Table

    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        min_width=len(title),  # a title wraps at the width of its table
        box=box.SIMPLE_HEAD,
    )
    for place, column in enumerate(columns):
        left = words or place == 0
        no_wrap = not words or place == 0
        table.add_column(column, justify="left" if left else "right", no_wrap=no_wrap)
    return table
