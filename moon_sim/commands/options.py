"""What several commands have in common: their options, and what they do with them."""

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moon_sim.reporting import check_writable, write_whole

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "DEFAULT_LAYOUTS",
    "AnyTrump",
    "Csv",
    "Hand",
    "Hands",
    "Holding",
    "Json",
    "Kept",
    "LayoutCount",
    "OddsView",
    "Seed",
    "Threads",
    "ViewOption",
    "check_options",
    "records",
    "seconds",
    "whole_number",
    "wrote_csv",
]

DEFAULT_LAYOUTS = {"blind-lead": 24, "double-dummy": 40}
"""Layouts a contract that `odds` samples by default: an answer in about a second."""


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers that says what it expected and what it got."""

    def parse(text: str) -> int:
        with suppress(ValueError):
            if low <= int(text) and (high is None or int(text) <= high):
                return int(text)
        upto = "up" if high is None else f"to {high}"
        raise typer.BadParameter(f"expected a whole number from {low} {upto}, got {text!r}")

    return parse


def seconds(text: str) -> float:
    """Return a time above 0; what it is not, is said with what came."""
    with suppress(ValueError):
        if float(text) > 0:
            return float(text)
    raise typer.BadParameter(f"expected seconds above 0, got {text!r}")


Hand = Annotated[
    list[str] | None,
    typer.Argument(metavar="TILES", help="Your 7 tiles; read from stdin if left out."),
]
Kept = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TILES", help="Your 7 tiles after the discard; read from stdin if left out."
    ),
]
Holding = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TILES", help="Your 8 tiles, the widow among them; read from stdin if left out."
    ),
]
Hands = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="HANDS",
        help="Three equal hands of 1 to 7 tiles, 'declarer | seat 1 | seat 2', in quotes; read "
        "from stdin if left out.",
    ),
]
AnyTrump = Annotated[str | None, typer.Option(metavar="TRUMP", help="0 to 6, doubles or none.")]
LayoutCount = Annotated[
    int | None,
    typer.Option(parser=whole_number(1, 3432), metavar="N", help="Layouts to sample per contract."),
]
Seed = Annotated[
    int | None,
    typer.Option(parser=whole_number(0), metavar="N", help="The same seed gives the same answer."),
]
Threads = Annotated[
    int | None,
    typer.Option(parser=whole_number(1), metavar="N", help="Threads to use; all cores by default."),
]


class OddsView(StrEnum):
    """Whose odds to show."""

    BLIND_LEAD = "blind-lead"
    DOUBLE_DUMMY = "double-dummy"


ViewOption = Annotated[
    OddsView,
    typer.Option(
        help="blind-lead: you pick the first lead without seeing the other hands, with the "
        "double-dummy odds beside it; double-dummy: all hands open from the start."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Csv = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the numbers to a file, too; - prints them alone."),
]


def check_options(layouts: int | None, exact: bool, csv: Path | None) -> None:
    """Refuse before the work starts what would fail after it."""
    if exact and layouts is not None:
        raise ValueError("--exact counts all layouts: leave out --layouts")
    if csv is not None and str(csv) != "-":
        check_writable(csv)


def wrote_csv(csv: Path | None, frame: "pd.DataFrame") -> bool:
    """Write the numbers where a CSV is wanted; tell whether that was all of the output."""
    if csv is None:
        return False
    text = frame.to_csv(index=False, lineterminator="\n")
    if str(csv) == "-":
        print(text, end="")
        return True
    write_whole(csv, text)
    return False


def records(frame: "pd.DataFrame", *columns: str) -> list[dict[str, Any]]:
    """Return the rows of a table, or of some of its columns, as JSON has them."""
    return frame[list(columns or frame)].to_dict("records")  # type: ignore[return-value]
