"""Records read and written: text or JSON lines, in files or not."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from moon_sim.game import quoted
from moon_sim.play.match_record import MatchRecord
from moon_sim.play.record_checks import RecordError
from moon_sim.play.record_json import lines_of, matches_in_lines
from moon_sim.play.record_text import matches_of, text_of
from moon_sim.running import write_whole

Form = Literal["text", "json"]
"""How records are written: for people, or as JSON lines for programs."""

JSON_SUFFIXES = (".jsonl", ".ndjson", ".json")


def parse_records(text: str) -> list[MatchRecord]:
    r"""Return the matches that a text writes, each hand checked by the rules.

    Parameters
    ----------
    text : str
        Records as text or as JSON lines, which begin with a brace (`docs/records.md`).

    Returns
    -------
    list of MatchRecord

    Raises
    ------
    TypeError
        If it is no text.
    RecordError
        If something can't be: the message tells the line, what was expected and what came.

    Examples
    --------
    >>> hands = "6-6 6-5 6-4 6-3 6-2 6-1 5-5 | ? | ? | 7 pass pass | widow=0-0,out=0-0,trump=6"
    >>> [match] = parse_records(f"players: Ann | Ben | Cleo\nscores: 0 0 0\n{hands}")
    >>> match.players[match.hands[0].table.declarer]
    'Ann'
    """
    if not isinstance(text, str):
        raise TypeError(f"text: expected text, got {quoted(text)}")
    lines = text.removeprefix("\ufeff").lstrip().startswith("{")
    return matches_in_lines(text) if lines else matches_of(text)


def format_records(matches: MatchRecord | Iterable[MatchRecord], form: Form = "text") -> str:
    """Return matches written down.

    Parameters
    ----------
    matches : MatchRecord or iterable of MatchRecord
    form : {"text", "json"}
        For people, or as JSON lines for programs.

    Returns
    -------
    str
        `parse_records` reads the same of it; of the same matches it is the same to the byte.

    Raises
    ------
    TypeError, ValueError
        If something can't be.
    """
    given = [matches] if isinstance(matches, MatchRecord) else list(matches)
    for match in given:
        if not isinstance(match, MatchRecord):
            raise TypeError(f"matches: expected each a MatchRecord, got {quoted(match)}")
    if form not in ("text", "json"):
        raise ValueError(f"form: expected text or json, got {quoted(form)}")
    return lines_of(given) if form == "json" else text_of(given)


def read_records(path: str | Path) -> list[MatchRecord]:
    """Return the matches of a file, each hand checked by the rules.

    Parameters
    ----------
    path : str or Path
        A file in UTF-8, text or JSON lines.

    Returns
    -------
    list of MatchRecord

    Raises
    ------
    RecordError
        As `parse_records` does; nothing is read of a file with a fault.
    OSError
        If the file can't be read.
    """
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError("expected text in UTF-8, got what is none", line) from None
    return parse_records(text)


def write_records(
    matches: MatchRecord | Iterable[MatchRecord], path: str | Path, form: Form | None = None
) -> None:
    """Write matches into a file, which appears whole or not at all.

    Parameters
    ----------
    matches : MatchRecord or iterable of MatchRecord
    path : str or Path
    form : {"text", "json"}, optional
        By default JSON lines for a name that ends with `.jsonl`, `.ndjson` or `.json`, else text.

    Raises
    ------
    TypeError, ValueError
        As `format_records` does.
    OSError
        If the file can't be written; the former one is left as it was.
    """
    target = Path(path)
    suffix: Form = "json" if target.suffix.lower() in JSON_SUFFIXES else "text"
    write_whole(target, format_records(matches, form or suffix))
