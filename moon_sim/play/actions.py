"""What a seat can do and see: calls, trump, the exchange, tiles; and how each is written."""

import re
from dataclasses import dataclass

from moon_sim.game import (
    PASS,
    TRUMP_SUIT,
    IllegalPlayError,
    InvalidDealError,
    Rules,
    Trump,
    as_tile,
    quoted,
    tile_name,
)


@dataclass(frozen=True, slots=True)
class Call:
    """R3: a pass or a bid.

    Attributes
    ----------
    bid : int
        0 for a pass.
    """

    bid: int

    def __str__(self) -> str:
        return str(self.bid) if self.bid != PASS else "pass"


@dataclass(frozen=True, slots=True)
class Name:
    """R6: a trump that is named before the widow is seen, where a house rule asks for it.

    Attributes
    ----------
    trump : Trump
    """

    trump: Trump

    def __str__(self) -> str:
        return f"trump={self.trump}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """R5, R6: a discard and a trump.

    Attributes
    ----------
    discard : int
        Tile id.
    trump : Trump
    """

    discard: int
    trump: Trump

    def __str__(self) -> str:
        return f"out={tile_name(self.discard)},trump={self.trump}"


@dataclass(frozen=True, slots=True)
class Play:
    """R9, R12: a tile.

    Attributes
    ----------
    tile : int
        Tile id.
    suit : int or None
        R8: the number that a leader names, where a house rule asks for it and there are two.
    """

    tile: int
    suit: int | None = None

    def __str__(self) -> str:
        return tile_name(self.tile) + ("" if self.suit is None else f":{self.suit}")


Action = Call | Name | Exchange | Play


@dataclass(frozen=True, slots=True)
class Widow:
    """R5: the widow, as the declarer sees it and nobody else.

    Attributes
    ----------
    tile : int
        Tile id.
    """

    tile: int

    def __str__(self) -> str:
        return f"widow={tile_name(self.tile)}"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """R5: that the declarer has exchanged, as the others see it where trump was named before.

    Without that house rule they see the trump that is named with the exchange: a `Name`.
    """

    def __str__(self) -> str:
        return "exchanged"


Event = Action | Widow | Exchanged
"""What a seat does or sees."""

_PLAY = re.compile(r"(?P<tile>[^:=]+)(:(?P<suit>\d))?")


def parse_action(text: str) -> Action:
    """Return the action that a text writes.

    Parameters
    ----------
    text : str
        `pass`, `5`, `trump=6`, `out=3-1,trump=6`, `6-5`, or `6-5:5` where the leader names a suit.

    Returns
    -------
    Action

    Raises
    ------
    TypeError
        If it is no text.
    IllegalPlayError, InvalidDealError
        If it writes none.

    Examples
    --------
    >>> parse_action("out=3-1,trump=6")
    Exchange(discard=4, trump=<Trump.SIXES: 6>)
    """
    if not isinstance(text, str):
        raise TypeError(f"action: expected text, got {quoted(text)}")
    word = "".join(text.lower().split())
    if word in ("pass", "p"):
        return Call(PASS)
    if word.isdecimal():
        return Call(int(word))
    parts = dict(part.partition("=")[::2] for part in word.split(","))
    if parts.keys() == {"trump"}:
        return Name(Trump.parse(parts["trump"]))
    if parts.keys() == {"out", "trump"}:
        return Exchange(as_tile(parts["out"], "discard"), Trump.parse(parts["trump"]))
    if (found := _PLAY.fullmatch(word)) and (suit := int(found["suit"] or 0)) < TRUMP_SUIT:
        return Play(as_tile(found["tile"], "play"), suit if found["suit"] else None)
    raise IllegalPlayError(
        f"action: expected pass, a bid, trump=6, out=3-1,trump=6, 6-5 or 6-5:5, got {quoted(text)}"
    )


def parse_events(text: str) -> tuple[Event, ...]:
    """Return the events that a text writes.

    Parameters
    ----------
    text : str
        Parted by spaces: actions as `parse_action` reads them, `widow=0-0`, `exchanged`, or
        `widow=0-0,out=2-1,trump=6` for what a declarer sees and does.

    Returns
    -------
    tuple of Action, Widow or Exchanged

    Raises
    ------
    TypeError
        If it is no text.
    IllegalPlayError, InvalidDealError
        If a part writes none.

    Examples
    --------
    >>> list(map(str, parse_events("pass 5 widow=0-0,out=2-1,trump=6")))
    ['pass', '5', 'widow=0-0', 'out=2-1,trump=6']
    """
    if not isinstance(text, str):
        raise TypeError(f"events: expected text, got {quoted(text)}")
    found: list[Event] = []
    # Spaces beside a comma or an equals sign part nothing.
    for word in re.sub(r"\s*([,=:])\s*", r"\1", text.lower()).split():
        seen, _, done = word.partition(",") if word.startswith("widow=") else ("", "", word)
        if seen:
            found.append(Widow(as_tile(seen.removeprefix("widow="), "widow")))
        if done:
            found.append(Exchanged() if done == "exchanged" else parse_action(done))
    return tuple(found)


# --- Parts of a line, as situations and records have them ------------------------------------


def parse_calls(text: str) -> tuple[Call, ...]:
    """Return the calls that a part of a line writes.

    Parameters
    ----------
    text : str
        `pass` or a bid, parted by blanks or commas.

    Returns
    -------
    tuple of Call

    Raises
    ------
    IllegalPlayError
        If a word is no call.
    """
    return tuple(map(_call, _words(text)))


def parse_exchange(text: str, rules: Rules) -> tuple[Event, ...]:
    """Return what a part of a line writes of the exchange.

    Parameters
    ----------
    text : str
        `widow=0-0,out=2-1,trump=6`, or what others see of it: `trump=6`; where trump is named
        before the widow is seen, with `trump=6` in front, and `exchanged` for what others see.
    rules : Rules

    Returns
    -------
    tuple of Name, Exchange, Widow or Exchanged

    Raises
    ------
    IllegalPlayError, InvalidDealError
        If a word writes none of them.
    """
    events = parse_events(text)
    never = Call | Play if rules.trump_before_widow else Call | Play | Exchanged
    for event in events:
        if isinstance(event, never):
            raise IllegalPlayError(
                f"exchange: expected widow=0-0,out=2-1,trump=6 or trump=6, got {quoted(text)}"
            )
    return events


def parse_plays(text: str) -> tuple[Play, ...]:
    """Return the plays that a part of a line writes.

    Parameters
    ----------
    text : str
        Tiles in order, parted by blanks or commas; `6-5:5` where a leader names the suit.

    Returns
    -------
    tuple of Play

    Raises
    ------
    IllegalPlayError, InvalidDealError
        If a word is no play.
    """
    return tuple(map(_play, _words(text)))


def _words(part: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", part) if word]


def _call(word: str) -> Call:
    try:
        call = parse_action(word)
    except ValueError:
        call = None
    if not isinstance(call, Call):
        raise IllegalPlayError(f"calls: expected pass or a bid, got {quoted(word)}")
    return call


def _play(word: str) -> Play:
    try:
        return Play(as_tile(word, "plays"))
    except InvalidDealError:
        play = parse_action(word) if re.search(r"\d:\d$", word) else None
        if not isinstance(play, Play):
            raise
        return play
