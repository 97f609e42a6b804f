"""A record as people see it: a hand trick by trick, a match in a few lines."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from moon_sim.display import new_table, trump_words
from moon_sim.game import (
    PASS,
    SEATS,
    Trump,
    format_tiles,
    quoted,
    target,
    tile_name,
)
from moon_sim.play.actions import Call, Play
from moon_sim.play.table import Table, begun

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from moon_sim.play.hand_record import HandRecord
    from moon_sim.play.match_record import MatchRecord

LONGEST = 200
"""Characters of a name or a note."""

SHORT = 10
"""Characters of a name that a column has room for."""

NOBODY = (None, None, None)


def one_line(text: object, name: str) -> str:
    """Return a name or a note as a record can hold it: on one line, blanks single.

    Parameters
    ----------
    text : str
    name : str
        What it is, for messages.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If it is no text.
    ValueError
        If it is too long, or has characters that can't be written.
    """
    if not isinstance(text, str):
        raise TypeError(f"{name}: expected text, got {quoted(text)}")
    words = " ".join(text.split())
    if len(words) > LONGEST:
        raise ValueError(f"{name}: expected up to {LONGEST} characters, got {len(words):,}")
    if any(unicodedata.category(one) in ("Cc", "Cs") for one in words):
        raise ValueError(f"{name}: expected text without control characters, got {quoted(words)}")
    return words


def tricks_of(table: Table) -> list[tuple[int, tuple[Play, ...], int | None]]:
    """Return the tricks of a hand.

    Parameters
    ----------
    table : Table

    Returns
    -------
    list of (leader, plays, winner)
        Seats; the winner is None for a trick that is not complete.
    """
    if not table.exchanged:
        return []
    found = []
    at = Table(
        **begun(table.first_caller, table.before, table.rules),
        calls=table.calls,
        trump=table.trump,
        exchanged=True,
        leader=table.declarer,
    )
    for first in range(0, len(table.plays), SEATS):
        leader, plays = at.leader, table.plays[first : first + SEATS]
        for play in plays:
            at = at.after_play(play)
        assert leader is not None
        found.append((leader, plays, at.leader if len(plays) == SEATS else None))
    return found


def seat_names(players: Sequence[str | None]) -> list[str]:
    """Return what the seats are called: by name, else by number.

    Parameters
    ----------
    players : sequence of three str or None

    Returns
    -------
    list of str
        Where two have one name, the seat is told, too.
    """
    return [
        f"seat {seat}" if not name else f"{name} at {seat}" if players.count(name) > 1 else name
        for seat, name in enumerate(players)
    ]


def hand_parts(
    hand: "HandRecord", players: Sequence[str | None] = NOBODY
) -> "Iterator[str | RichTable]":
    """Give what people read of a hand: the deal, the auction, each trick, the result.

    Parameters
    ----------
    hand : HandRecord
    players : sequence of three str or None

    Yields
    ------
    str or Table
    """
    from rich.markup import escape

    names, table = list(map(escape, seat_names(players))), hand.table
    dealt = new_table("The deal", "seat", "player", "tiles", words=True)
    for seat, (name, tiles) in enumerate(zip(players, hand.dealt, strict=True)):
        held = "unknown" if tiles is None else format_tiles(tiles)
        dealt.add_row(str(seat), escape(name or ""), held)
    dealt.add_row("widow", "", _tile(hand.widow))
    yield dealt
    yield from _auction(hand, names)
    if table.plays:
        short = all(len(name) <= SHORT for name in names)
        yield ""
        yield _played(table, names if short else [f"seat {seat}" for seat in range(SEATS)])
    yield from _ending(hand, names)
    if hand.note:
        yield f"Note: {escape(hand.note)}"


def _tile(tile: int | None) -> str:
    return "unknown" if tile is None else tile_name(tile)


def _auction(hand: "HandRecord", names: list[str]) -> Iterator[str]:
    table = hand.table
    if hand.scores is not None:
        yield f"Scores before: {_by_seat(names, hand.scores)}."
    called = [
        f"{Call(call)} ({names[(table.first_caller + place) % SEATS]})"
        for place, call in enumerate(table.calls)
    ]
    first = names[table.first_caller]
    yield f"Calls: {', '.join(called)}." if called else _sentence(f"{first} calls first.")
    if table.declarer is None:
        return
    who, trump = names[table.declarer], table.trump
    if trump is None:
        yield _sentence(f"{who} declares {table.bid}.")
    elif not table.exchanged:
        yield _sentence(f"{who} declares {table.bid} with {trump_words(trump)}.")
    else:
        took = "the widow" if hand.widow is None else tile_name(hand.widow)
        threw = "a tile" if hand.discard is None else tile_name(hand.discard)
        plays = f"plays {table.bid} with {trump_words(trump)}"
        yield _sentence(f"{who} takes {took}, throws {threw} and {plays}.")


def _played(table: Table, names: list[str]) -> "RichTable":
    shown = new_table("The play", "trick", *names, "taken by", "tricks")
    won = [0] * SEATS
    for number, (leader, plays, winner) in enumerate(tricks_of(table), 1):
        cells = [""] * SEATS
        for place, play in enumerate(plays):
            cells[(leader + place) % SEATS] = f"{'> ' if place == 0 else ''}{play}"
        if winner is not None:
            won[winner] += 1
            cells[winner] = f"[bold]{cells[winner]}[/]"
        taken = "" if winner is None else names[winner]
        shown.add_row(str(number), *cells, taken, " ".join(map(str, won)))
    return shown


def _ending(hand: "HandRecord", names: list[str]) -> Iterator[str]:
    table = hand.table
    if hand.points is None or hand.tricks is None:
        turn = "" if table.seat is None else f" with {names[table.seat]} to act"
        yield f"The record ends here{turn}."
        return
    if table.declarer is None:
        yield "All passed."
        return
    took = hand.tricks[table.declarer]
    made = took >= target(table.bid, table.rules)
    yield _sentence(
        f"{names[table.declarer]} takes {took} trick{'s' * (took != 1)}: {table.bid} is "
        f"{'made' if made else 'set'}. Points: {_by_seat(names, hand.points, sign=True)}."
    )
    if hand.after is not None:
        yield f"Scores after: {_by_seat(names, hand.after)}."
    if hand.winner is not None:
        yield _sentence(f"{names[hand.winner]} wins the match.")


def _sentence(words: str) -> str:
    return f"S{words[1:]}" if words.startswith("seat ") else words


def _by_seat(names: list[str], values: Sequence[int], sign: bool = False) -> str:
    shown = [f"{value:+}" if sign and value else str(value) for value in values]
    return ", ".join(f"{value} ({name})" for name, value in zip(names, shown, strict=True))


def hand_words(hand: "HandRecord") -> tuple[str, dict[str, object]]:
    """Return what a prompt shows of a hand.

    Parameters
    ----------
    hand : HandRecord

    Returns
    -------
    title : str
    said : dict
    """
    table = hand.table
    said: dict[str, object] = {
        f"seat {seat}": "unknown" if tiles is None else format_tiles(tiles)
        for seat, tiles in enumerate(hand.dealt)
    }
    said["widow"] = _tile(hand.widow)
    said["calls"] = f"{' '.join(str(Call(one)) for one in table.calls)} (seat {table.first_caller})"
    if table.trump is not None:
        said["trump"] = str(table.trump)
    if table.exchanged:
        said["discard"] = _tile(hand.discard)
    if table.plays:
        said["plays"] = " ".join(map(str, table.plays))
    if hand.points is not None:
        said["points"] = " ".join(map(str, hand.points))
    return "A hand written down", said


def contract_words(hand: "HandRecord", names: list[str]) -> str:
    """Return a hand's contract in a few words.

    Parameters
    ----------
    hand : HandRecord
    names : list of str
        By seat.

    Returns
    -------
    str
    """
    table = hand.table
    if table.bid == PASS or table.declarer is None:
        return "all passed" if table.phase == "over" else "no contract yet"
    trump = "" if table.trump is None else f", {trump_words(Trump(table.trump))}"
    return f"{names[table.declarer]} {table.bid}{trump}"


def match_words(match: "MatchRecord") -> tuple[str, dict[str, object]]:
    """Return what a prompt shows of a match.

    Parameters
    ----------
    match : MatchRecord

    Returns
    -------
    title : str
    said : dict
    """
    names = seat_names(match.players)
    count = len(match.hands)
    title = f"{match.name or 'A match'}, {count} hand{'s' * (count != 1)}: {', '.join(names)}"
    said: dict[str, object] = {}
    for number, hand in enumerate(match.hands, 1):
        points = "" if hand.points is None else f": {' '.join(f'{one:+}' for one in hand.points)}"
        said[str(number)] = contract_words(hand, names) + points
    return title, said
