"""Hands that were written down, trick by trick: `moon-sim replay`."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moon_sim.commands.console import print_json, show
from moon_sim.commands.options import Json, whole_number

if TYPE_CHECKING:
    from moon_sim.play import HandRecord, MatchRecord


def replay(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="Records as text or as JSON lines; docs/records.md says how hands are written. "
            "Read from stdin if left out.",
        ),
    ] = None,
    hands: Annotated[
        list[int] | None,
        typer.Option(
            "--hand",
            parser=whole_number(1),
            metavar="N",
            help="Show this hand alone, by its number in the file; may come several times.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Hands that were written down, trick by trick, checked against the rules.

    A fault is named with its line, and then nothing is shown.
    """
    known = [
        (match, hand) for match in _matches(None if file == "-" else file) for hand in match.hands
    ]
    if not known:
        raise ValueError(f"{file or 'stdin'}: expected a hand, got none")
    chosen = hands or range(1, len(known) + 1)
    for number in chosen:
        if number > len(known):
            raise ValueError(f"--hand: expected 1 to {len(known)}, got {number}")
    for place, number in enumerate(chosen):
        match, hand = known[number - 1]
        if as_json:
            print_json(_data(number, match, hand), line=len(chosen) > 1)
            continue
        from moon_sim.play import hand_parts

        show(*([""] if place else []), _title(number, len(known), match))
        show("", *hand_parts(hand, match.players))


def _matches(file: str | None) -> "list[MatchRecord]":
    from moon_sim.play import RecordError, parse_records, read_records

    try:
        if file is not None:
            return read_records(file)
        if sys.stdin is None or sys.stdin.isatty():
            raise ValueError("missing FILE; see --help")
        return parse_records(sys.stdin.read())
    except UnicodeDecodeError:
        raise ValueError("stdin: expected text in UTF-8, got what is none") from None
    except RecordError as error:
        raise ValueError(f"{file or 'stdin'}: {error}") from error


def _title(number: int, count: int, match: "MatchRecord") -> str:
    from rich.markup import escape

    date = None if match.date is None else match.date.isoformat()
    rules = f"house rules {match.rules}" if match.rules.own else ""
    parts = [f"Hand {number} of {count}", escape(match.name), date, rules]
    return ", ".join(part for part in parts if part)


def _data(number: int, match: "MatchRecord", hand: "HandRecord") -> dict[str, Any]:
    from moon_sim.play import tricks_of

    of_match = {name: value for name, value in match.to_dict().items() if name != "hands"}
    tricks = [
        {"leader": leader, "plays": list(map(str, plays)), "winner": winner}
        for leader, plays, winner in tricks_of(hand.table)
    ]
    return {"hand": number, **of_match, **hand.to_dict(), "tricks": tricks}
