"""Records as JSON lines, a match a line, for programs; `record.schema.json` says how."""

import datetime
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    SEATS,
    Rules,
    Trump,
    as_mask,
    as_tile,
    quoted,
    whole,
)
from moon_sim.play.actions import parse_calls, parse_plays
from moon_sim.play.hand_record import HandRecord, Three
from moon_sim.play.match_record import MatchRecord, next_begins
from moon_sim.play.record_checks import RecordError, Written, recorded

VERSION = 1
"""Of the form, in each line."""

RESULTS = ("tricks", "points", "scores")

T = TypeVar("T")


def lines_of(matches: Sequence[MatchRecord]) -> str:
    """Return matches as JSON lines.

    Parameters
    ----------
    matches : sequence of MatchRecord

    Returns
    -------
    str
        `matches_in_lines` reads the same of it.
    """
    return "".join(
        f"{json.dumps(match.to_dict(), ensure_ascii=False, allow_nan=False)}\n" for match in matches
    )


def matches_in_lines(text: str) -> list[MatchRecord]:
    """Return the matches that JSON lines tell, each hand checked by the rules.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of MatchRecord

    Raises
    ------
    RecordError
        If one can't be; the message begins with the line.
    """
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            found.append(_match(json.loads(line)))
        except json.JSONDecodeError as error:
            message = f"expected JSON, a match a line; {error.msg} in column {error.colno}"
            raise RecordError(message, number) from error
        except RecursionError:
            message = "expected JSON, a match a line; got too deep a one"
            raise RecordError(message, number) from None
        except (ValueError, TypeError) as error:
            raise RecordError(str(error), number) from error
    return found


def _match(given: object) -> MatchRecord:
    told = _mapping(given, "match", ("version", "match", "date", "players", "rules", "hands"))
    if told.get("version", VERSION) != VERSION:
        raise ValueError(f"version: expected {VERSION}, got {quoted(told['version'])}")
    rules = _rules(told.get("rules", {}))
    hands: list[HandRecord] = []
    for number, one in enumerate(_list(told.get("hands"), "hands")):
        try:
            hands.append(_hand(one, rules, hands[-1] if hands else None))
        except (ValueError, TypeError) as error:
            raise type(error)(f"hands[{number}]: {error}") from error
    date = told.get("date")
    return MatchRecord(
        hands=tuple(hands),
        players=tuple(_list(told.get("players", [None] * SEATS), "players")),  # type: ignore[arg-type]
        name=told.get("match", ""),
        date=None if date is None else _date(date),
    )


def _hand(given: object, rules: Rules, before: HandRecord | None) -> HandRecord:
    names = (
        *("gap", "first_caller", "scores", "deal", "widow", "calls", "trump", "exchanged"),
        *("discard", "plays", "result", "note"),
    )
    told = _mapping(given, "hand", names)
    scores, caller = _begins(told, before)
    deal = _list(told.get("deal"), "deal", SEATS)
    dealt = [
        None if tiles is None else as_mask(_text(tiles, "deal"), f"seat {seat}", HAND_SIZE)
        for seat, tiles in enumerate(deal)
    ]
    written = Written(
        dealt=(dealt[0], dealt[1], dealt[2]),
        widow=_known(told.get("widow"), lambda tile: as_tile(tile, "widow")),
        discard=_known(told.get("discard"), lambda tile: as_tile(tile, "discard")),
        calls=parse_calls(_words(told, "calls")),
        trump=_known(told.get("trump"), lambda trump: Trump.parse(_text(trump, "trump"))),
        exchanged=_flag(told.get("exchanged", told.get("trump") is not None), "exchanged"),
        plays=parse_plays(_words(told, "plays")),
        result=_result(told.get("result")),
        note=told.get("note", ""),
    )
    if written.exchanged and written.trump is None:
        raise ValueError("trump: expected one, since the declarer has exchanged")
    if written.discard is not None and not written.exchanged:
        raise ValueError("discard: expected none before the exchange")
    return recorded(
        written,
        rules,
        caller,
        scores,
    )


def _begins(told: Mapping[str, Any], before: HandRecord | None) -> tuple[Three | None, int]:
    """Return scores and first caller of a hand: as told, and as they follow."""
    gap = _flag(told.get("gap", False), "gap")
    if gap and (before is None or "first_caller" not in told):
        raise ValueError("gap: expected a hand before it, and first_caller behind it")
    follows = (None, 0) if before is None else next_begins(before)
    scores = _known(told.get("scores", follows[0]), lambda three: _three(three, "scores"))
    caller = whole(told.get("first_caller", follows[1]), "first_caller", 0, SEATS - 1)
    if before is not None and not gap:
        if caller != follows[1]:
            raise ValueError(f"first_caller: expected {follows[1]} after the hand before, or gap")
        if follows[0] not in (None, scores):
            raise ValueError(f"scores: expected {list(follows[0])} after the hand before, or gap")
    return scores, caller


# --- Values -----------------------------------------------------------------------------------


def _mapping(given: object, name: str, known: Iterable[str]) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise TypeError(f"{name}: expected an object, got {quoted(given)}")
    for word in given.keys() - set(known):
        raise ValueError(f"{name}: expected {', '.join(known)}; got {quoted(word)}")
    return given


def _list(given: object, name: str, count: int | None = None) -> Sequence[object]:
    if not isinstance(given, list) or count not in (None, len(given)):
        expected = "a list" if count is None else f"a list of {count}"
        raise TypeError(f"{name}: expected {expected}, got {quoted(given)}")
    return given


def _text(given: object, name: str) -> str:
    if not isinstance(given, str):
        raise TypeError(f"{name}: expected text, got {quoted(given)}")
    return given


def _words(told: Mapping[str, Any], name: str) -> str:
    return " ".join(_text(word, name) for word in _list(told.get(name, []), name))


def _flag(given: object, name: str) -> bool:
    if not isinstance(given, bool):
        raise TypeError(f"{name}: expected true or false, got {quoted(given)}")
    return given


def _known(given: object, read: Callable[[Any], T]) -> T | None:
    return None if given is None else read(given)


def _three(given: object, name: str) -> Three:
    a, b, c = (whole(one, name) for one in _list(given, name, SEATS))
    return a, b, c


def _result(given: object) -> dict[str, Three]:
    told = {} if given is None else _mapping(given, "result", RESULTS)
    return {name: _three(value, name) for name, value in told.items() if value is not None}


def _rules(given: object) -> Rules:
    return Rules(**_mapping(given, "rules", asdict(DEFAULT_RULES)))


def _date(given: object) -> datetime.date:
    try:
        return datetime.date.fromisoformat(_text(given, "date"))
    except ValueError:
        raise ValueError(f"date: expected one as 2026-12-31, got {quoted(given)}") from None
