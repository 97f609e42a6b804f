"""What several commands have in common: their options, and what they do with them."""

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moon_sim.running import check_writable, write_whole

if TYPE_CHECKING:
    import pandas as pd

    from moon_sim.game import Rules

DEFAULT_LAYOUTS = {"blind-lead": 24, "double-dummy": 40}
"""Layouts a contract that `odds` samples by default: an answer in about a second."""

TRICKS = 7
"""All tricks of a deal."""


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers that says what it expected and what it got."""

    def parse(text: str) -> int:
        with suppress(ValueError):
            if low <= int(text) and (high is None or int(text) <= high):
                return int(text)
        upto = "up" if high is None else f"to {high}"
        raise typer.BadParameter(f"expected a whole number from {low} {upto}, got {text!r}")

    return parse


def one_of(words: type[StrEnum]) -> Callable[[str], StrEnum]:
    """Return a parser of some words that says which it expected and what it got."""

    def parse(text: str) -> StrEnum:
        with suppress(ValueError):
            return words(text)
        *others, last = words
        raise typer.BadParameter(f"expected {', '.join(others)} or {last}, got {text!r}")

    return parse


def target_or_21(text: str) -> int:
    """Return what a contract is to make: so many tricks, or 21."""
    with suppress(ValueError):
        if 1 <= int(text) <= TRICKS or int(text) == 21:
            return int(text)
    raise typer.BadParameter(f"expected a whole number from 1 to {TRICKS}, or 21, got {text!r}")


def trump_word(text: str) -> str:
    """Return a trump as it is called."""
    from moon_sim.game import Trump

    try:
        return str(Trump.parse(text))
    except ValueError as error:
        raise typer.BadParameter(str(error).removeprefix("trump: ")) from None


def scheduler_address(text: str) -> str:
    """Return where a cluster's scheduler is, if that can be."""
    from moon_sim.running import check_address

    try:
        check_address(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return text


def seconds(text: str) -> float:
    """Return a time above 0; what it is not, is said with what came."""
    with suppress(ValueError):
        if float(text) > 0:
            return float(text)
    raise typer.BadParameter(f"expected seconds above 0, got {text!r}")


Hand = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TILES", help="Your 7 tiles; a line or more is read from stdin if left out."
    ),
]
Kept = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TILES",
        help="Your 7 tiles after the discard; a line or more is read from stdin if left out.",
    ),
]
Holding = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TILES",
        help="Your 8 tiles, the widow among them; a line or more is read from stdin if left out.",
    ),
]
Hands = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="HANDS",
        help="Three equal hands of 1 to 7 tiles, 'declarer | seat 1 | seat 2', in quotes; a line "
        "or more is read from stdin if left out.",
    ),
]
Trumps = Annotated[
    list[str] | None,
    typer.Option(
        "--trump",
        parser=trump_word,
        metavar="TRUMP",
        help="0 to 6, doubles or none, where you don't choose among all; may come several times.",
    ),
]
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
Workers = Annotated[
    int | None,
    typer.Option(
        parser=whole_number(1), metavar="N", help="Processes to use; one a core by default."
    ),
]
SchedulerAddress = Annotated[
    str | None,
    typer.Option(
        parser=scheduler_address,
        metavar="tcp://HOST:PORT",
        help="The scheduler of a cluster of dask.distributed, whose workers do the work instead of "
        "this machine's processes.",
    ),
]


def kept_in(what: str) -> Any:
    """Return the option --pieces of a command whose pieces are so and so."""
    return typer.Option(
        metavar="FILE",
        help=f"Keep {what} in a file as they are finished: the same command goes on from there if "
        "it is ended, and with more of them. Needs --seed.",
    )


class OddsView(StrEnum):
    """Whose odds to show."""

    BLIND_LEAD = "blind-lead"
    DOUBLE_DUMMY = "double-dummy"


ViewOption = Annotated[
    OddsView,
    typer.Option(
        parser=one_of(OddsView),
        metavar="|".join(OddsView),
        help="blind-lead: you pick the first lead without seeing the other hands, with the "
        "double-dummy odds beside it; double-dummy: all hands open from the start.",
    ),
]


class OddsSource(StrEnum):
    """Where an answer is to come from."""

    ATLAS = "atlas"
    COMPUTED = "computed"


SourceOption = Annotated[
    OddsSource | None,
    typer.Option(
        parser=one_of(OddsSource),
        metavar="|".join(OddsSource),
        help="atlas: look the answer up, as by default where that can be done; computed: do not, "
        "and show what the atlas leaves out.",
    ),
]
HouseRules = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="NAME=VALUE",
        help="A house rule, or several in quotes; may come several times. docs/house_rules.md "
        "lists them.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Csv = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the numbers to a file, too; - prints them alone."),
]


def house_rules(words: list[str] | None) -> "Rules":
    """Return the rules that the option names."""
    from moon_sim.game import Rules

    return Rules.parse(words or ())


def check_options(
    layouts: int | None = None,
    exact: bool = False,
    csv: Path | None = None,
    as_json: bool = False,
    pieces: Path | None = None,
    seed: int | None = None,
) -> None:
    """Refuse before the work starts what would fail after it."""
    if pieces is not None and seed is None:
        raise ValueError("--pieces needs --seed, or no later command is the same")
    if exact and layouts is not None:
        raise ValueError("--exact counts all layouts: leave out --layouts")
    if as_json and alone(csv):
        raise ValueError("--csv - and --json both print: leave out one, or name a file for --csv")
    if csv is not None and not alone(csv):
        check_writable(csv)


def alone(csv: Path | None) -> bool:
    """Whether a CSV goes to stdout, and nothing else."""
    return csv is not None and str(csv) == "-"


def csv_rows(frame: "pd.DataFrame", head: bool = True) -> str:
    """Return a table as CSV, with or without its head."""
    text: str = frame.to_csv(index=False, header=head, lineterminator="\n")
    return text


def wrote_csv(csv: Path | None, frame: "pd.DataFrame") -> bool:
    """Write the numbers where a CSV is wanted; tell whether that was all of the output."""
    if csv is None:
        return False
    if alone(csv):
        print(csv_rows(frame), end="")
        return True
    write_whole(csv, csv_rows(frame))
    return False


def records(frame: "pd.DataFrame", *columns: str) -> list[dict[str, Any]]:
    """Return the rows of a table, or of some of its columns, as JSON has them."""
    return frame[list(columns or frame)].to_dict("records")  # type: ignore[return-value]
