"""Records as text that people read, write and paste: read forgivingly, written in one way."""

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    SEATS,
    IllegalPlayError,
    Rules,
    Trump,
    as_mask,
    clean,
    parted,
    quoted,
)
from moon_sim.play.actions import (
    Exchange,
    Name,
    Widow,
    parse_calls,
    parse_exchange,
    parse_plays,
)
from moon_sim.play.hand_record import UNKNOWN, HandRecord, Three
from moon_sim.play.match_record import MatchRecord, next_begins, seated
from moon_sim.play.record_checks import RecordError, Written, recorded
from moon_sim.play.record_shown import one_line

PARTS = ("seat 0", "seat 1", "seat 2", "calls", "exchange", "plays", "result")
"""What stands between the bars of a hand's line; later ones may be left out."""

OF_MATCH = {"match": "name", "date": "date", "players": "players"}
"""The attribute of a match that a field of its header tells."""

NEXT_HAND = ("scores", "first caller")
"""The fields that tell how the next hand begins."""

_FIELD = re.compile(r"[A-Za-z][A-Za-z _-]*")
_GAP = re.compile(r"\s*(\.\.\.+|\N{HORIZONTAL ELLIPSIS})\s*")
_UNKNOWN_TILE = re.compile(r"(widow|out)\s*=\s*\?+\s*,?")
_NUMBER = r"([-+]?\d{1,9})"
_RESULT = re.compile(rf"\b(tricks|points|scores)={_NUMBER},{_NUMBER},{_NUMBER}(?!\d)")


def text_of(matches: Sequence[MatchRecord]) -> str:
    """Return matches as text, an empty line between them.

    Parameters
    ----------
    matches : sequence of MatchRecord

    Returns
    -------
    str
        `matches_of` reads the same of it.
    """
    return "\n".join("".join(f"{line}\n" for line in _lines(match)) for match in matches)


def _lines(match: MatchRecord) -> Iterator[str]:
    yield f"match: {match.name}".rstrip()
    if match.date is not None:
        yield f"date: {match.date.isoformat()}"
    if any(match.players):
        yield f"players: {' | '.join(name or UNKNOWN for name in match.players)}"
    yield f"rules: {match.rules if match.rules.own else 'default'}"
    for number, hand in enumerate(match.hands):
        if not match.follows(number):
            if number:
                yield "..."
            told = hand.scores and " ".join(map(str, hand.scores))
            yield f"scores: {told or UNKNOWN}"
            yield f"first caller: {hand.table.first_caller}"
        yield str(hand)


def matches_of(text: str) -> list[MatchRecord]:
    """Return the matches that a text writes, each hand checked by the rules.

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
    reader = _Reader()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        with _blamed_on(number):
            reader.read(number, line)
    with _blamed_on(number):
        reader.end_match()
    return reader.matches


@contextmanager
def _blamed_on(line: int) -> Iterator[None]:
    """Let errors name a line, unless they name one."""
    try:
        yield
    except RecordError:
        raise
    except (ValueError, TypeError) as error:
        raise RecordError(str(error), line) from error


class _Reader:
    """Reads a text line by line."""

    def __init__(self) -> None:
        self.matches: list[MatchRecord] = []
        self._lines: list[tuple[int, str]] = []  # of a hand that may go on
        self._begin_match()

    def _begin_match(self) -> None:
        self._hands: list[HandRecord] = []
        self._given: dict[str, tuple[int, Any]] = {}  # what the header tells, and in which line
        self._gap = False

    def read(self, number: int, line: str) -> None:
        """Take a line."""
        begins = line.lstrip()[:1]
        if begins in ("", "#"):
            return
        if begins == "|":
            if not self._lines:
                raise ValueError("expected a hand before a line that begins with '|'")
            self._lines.append((number, line))
            return
        self._end_hand()
        if _GAP.fullmatch(line):
            if not self._hands:
                raise ValueError("expected a hand before ..., which stands for missing ones")
            self._gap = True
            return
        name, colon, value = line.partition(":")
        if colon and _FIELD.fullmatch(name.strip()):
            self._field(number, name.strip(), value.strip())
        else:
            self._lines = [(number, line)]

    def end_match(self) -> None:
        """Take what came as a match."""
        self._end_hand()
        waiting = self._given if not self._hands else self._given.keys() & set(NEXT_HAND)
        for name in waiting:
            raise RecordError("expected a hand below, got none", self._given[name][0])
        if self._hands:
            told = {name: value for name, (_, value) in self._given.items() if name in OF_MATCH}
            told = {OF_MATCH[name]: value for name, value in told.items()}
            self.matches.append(MatchRecord(hands=tuple(self._hands), **told))
        self._begin_match()

    def _field(self, number: int, word: str, text: str) -> None:
        name = " ".join(re.split(r"[\s_-]+", word.lower()))
        if name not in FIELDS:
            raise ValueError(f"expected a hand or {', '.join(FIELDS)}; got {quoted(word)}")
        if (self._hands and name not in NEXT_HAND) or (name == "match" and self._given):
            self.end_match()
        if name in self._given:
            before = self._given[name][0]
            raise ValueError(f"{name}: expected it once, got it in line {before}, too")
        self._given[name] = number, FIELDS[name](text)

    # --- Hands --------------------------------------------------------------------------------

    def _end_hand(self) -> None:
        """Take the lines of a hand, if there are some."""
        lines, self._lines = self._lines, []
        if not lines:
            return
        with _blamed_on(lines[0][0]):
            rules = self._given.get("rules", (0, DEFAULT_RULES))[1]
            scores, caller = self._begins()
            self._hands.append(recorded(written_hand(lines, rules), rules, caller, scores))
            self._gap = False

    def _begins(self) -> tuple[Three | None, int]:
        """Return scores and first caller of the next hand: as told, and as they follow."""
        scores, caller = next_begins(self._hands[-1]) if self._hands else (None, None)
        if self._gap:
            scores, caller = None, None
        line, told = self._given.pop("scores", (0, None))
        if told is not None:
            if scores not in (None, told):
                expected, came = (" ".join(map(str, one)) for one in (scores, told))
                message = f"scores: expected {expected} after the hand before, got {came}"
                raise RecordError(message, line)
            scores = told
        if "first caller" in self._given:
            line, word = self._given.pop("first caller")
            with _blamed_on(line):
                called = self._seat(word)
                if caller not in (None, called):
                    raise ValueError(f"first caller: expected seat {caller}, got seat {called}")
            caller = called
        if caller is None and self._gap:
            raise ValueError("expected the first caller: after ..., got a hand")
        return scores, caller or 0

    def _seat(self, word: str) -> int:
        players = self._given.get("players", (0, ()))[1]
        known = [str(name).casefold() for name in players]
        if found := re.fullmatch(r"(?:seat\s*)?([0-2])", word.lower()):
            return int(found[1])
        if known.count(word.casefold()) == 1:
            return known.index(word.casefold())
        raise ValueError(f"first caller: expected seat 0, 1 or 2, or a name, got {quoted(word)}")


def written_hand(lines: Sequence[tuple[int, str]], rules: Rules) -> Written:
    """Return a hand as its lines write it, not yet checked.

    Parameters
    ----------
    lines : sequence of (int, str)
        Each with its number.
    rules : Rules

    Returns
    -------
    Written

    Raises
    ------
    RecordError
        If a part can't be read.
    """
    parts: list[tuple[int, str]] = []
    notes = []
    for number, line in lines:
        body, _, note = line.partition("#")
        pieces = parted(body)
        parts += [(number, piece.strip()) for piece in (pieces[1:] if parts else pieces)]
        notes.append(note)
    while parts and not parts[-1][1]:
        parts.pop()
    if not SEATS <= len(parts) <= len(PARTS):
        number, line = lines[0]
        raise RecordError(
            f"expected {' | '.join(PARTS)}, of which all after the seats may be left out; got "
            f"{quoted(line.strip())}",
            number,
        )
    told: dict[str, Any] = {}
    for (number, part), name in zip(parts, PARTS, strict=False):
        with _blamed_on(number):
            told[name] = _READ[name](clean(part, name), name, rules)
    widow, trump, exchanged, discard = told.get("exchange", (None, None, False, None))
    return Written(
        dealt=(told["seat 0"], told["seat 1"], told["seat 2"]),
        widow=widow,
        discard=discard,
        calls=told.get("calls", ()),
        trump=trump,
        exchanged=exchanged,
        plays=told.get("plays", ()),
        result=told.get("result", {}),
        note=" ".join(notes),
    )


# --- Parts of a hand ------------------------------------------------------------------------------


def _hand(text: str, name: str, _: Rules) -> int | None:
    if text and not text.strip(UNKNOWN):
        return None
    return as_mask(text, name, HAND_SIZE)


def _exchange(
    text: str, name: str, rules: Rules
) -> tuple[int | None, Trump | None, bool, int | None]:
    """Return the widow, the trump, whether the declarer has exchanged, and the discard."""
    widow, trump, exchanged, discard = None, None, False, None
    for event in parse_exchange(_UNKNOWN_TILE.sub("", text.lower()), rules):
        if isinstance(event, Widow) and widow is None:
            widow = event.tile
            continue
        named = event.trump if isinstance(event, Name | Exchange) else trump
        if isinstance(event, Widow) or exchanged or named is None or trump not in (None, named):
            raise IllegalPlayError(
                f"{name}: expected widow=0-0,out=2-1,trump=6 or a part of it once, with one trump; "
                f"got {quoted(text)}"
            )
        # Where trump is named before the widow is seen, its first word says no more than that.
        exchanged = not (rules.trump_before_widow and isinstance(event, Name) and trump is None)
        trump = named
        if isinstance(event, Exchange):
            discard = event.discard
    return widow, trump, exchanged, discard


def _result(text: str, name: str, _: Rules) -> dict[str, Three]:
    words = re.sub(r"\s*([,=])\s*", r"\1", text.lower())
    found = {
        word[1]: (int(word[2]), int(word[3]), int(word[4])) for word in _RESULT.finditer(words)
    }
    if len(found) != len(_RESULT.findall(words)) or _RESULT.sub("", words).strip(" \t,;"):
        raise ValueError(
            f"{name}: expected tricks=7,0,0 points=7,0,0 scores=7,0,0, by seat; got {quoted(text)}"
        )
    return found


_READ: dict[str, Callable[[str, str, Rules], Any]] = {
    **dict.fromkeys(PARTS[:SEATS], _hand),
    "calls": lambda text, _, __: parse_calls(text),
    "exchange": _exchange,
    "plays": lambda text, _, __: parse_plays(text),
    "result": _result,
}


# --- Fields of a header ---------------------------------------------------------------------------


def _match(text: str) -> str:
    return one_line(text, "match")


def _date(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text) if text.strip(UNKNOWN) else None
    except ValueError:
        raise ValueError(f"date: expected one as 2026-12-31, got {quoted(text)}") from None


def _players(text: str) -> tuple[str | None, ...]:
    return seated(
        text.split("|" if "|" in text else ",") if text.strip(UNKNOWN) else [None] * SEATS
    )


def _rules(text: str) -> Rules:
    return Rules.parse("" if text.lower() == "default" else text)


def _scores(text: str) -> Three | None:
    if not text.strip(UNKNOWN):
        return None
    words = re.split(r"[\s,|]+", text)
    if len(words) != SEATS or not all(re.fullmatch(r"[-+]?\d{1,9}", word) for word in words):
        raise ValueError(f"scores: expected three whole numbers as 3 -2 4, got {quoted(text)}")
    a, b, c = map(int, words)
    return a, b, c


FIELDS: dict[str, Callable[[str], Any]] = {
    "match": _match,
    "date": _date,
    "players": _players,
    "rules": _rules,
    "scores": _scores,
    "first caller": str,
}
"""What a header tells, in order, and how each is read."""
