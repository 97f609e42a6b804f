"""A hand in progress on one line, as the seat to act knows it."""

from collections.abc import Iterable
from dataclasses import replace

from moon_sim.game import (
    DEFAULT_RULES,
    IllegalPlayError,
    Rules,
    clean,
    legal_calls,
    parted,
    quoted,
    suits,
)
from moon_sim.play.actions import (
    Call,
    Event,
    Exchange,
    Exchanged,
    Name,
    Play,
    Widow,
    parse_calls,
    parse_exchange,
    parse_plays,
)
from moon_sim.play.observation import Observation
from moon_sim.play.table import Table, begun

PARTS = "HAND | CALLS | EXCHANGE | PLAYS"
"""What a line holds; later parts may be left out."""


def read_situation(
    text: str,
    seat: int | None = None,
    *,
    scores: Iterable[int] = (0, 0, 0),
    rules: Rules = DEFAULT_RULES,
) -> Observation:
    """Return what a seat knows of a hand in progress that a line tells.

    Parameters
    ----------
    text : str
        ``HAND | CALLS | EXCHANGE | PLAYS``, of which later parts may be left out: the 7 tiles dealt
        to the seat; all calls, in order; the exchange as the seat sees it, its own as
        ``widow=0-0,out=2-1,trump=6``, another's as ``trump=6``; all tiles played, in order.
    seat : int, optional
        The seat that knows this, by its place in the order of calling, 0 first; the one to act by
        default.
    scores : iterable of three int
        Before the hand, in the order of calling.
    rules : Rules, optional

    Returns
    -------
    Observation
        Seats are numbered in the order of calling.

    Raises
    ------
    TypeError, ValueError
        If something can't be; the message names the rule.

    Examples
    --------
    >>> seen = read_situation("6-6 6-3 6-2 5-5 4-1 3-1 2-1 | pass 5")
    >>> seen.me, seen.phase, list(map(str, seen.legal_actions()))
    (2, 'call', ['pass', '6', '7', '21'])
    """
    parts = [part.strip() for part in parted(clean(text, "situation"))]
    if len(parts) > 4:
        raise ValueError(f"situation: expected {PARTS}, got {len(parts)} parts")
    hand, calls, exchange, plays = (*parts, "", "", "")[:4]
    events = [*parse_calls(calls), *parse_exchange(exchange, rules), *parse_plays(plays)]
    table = _as_all_see(Table(**begun(0, scores, rules)), events)
    if seat is None:
        if table.seat is None:
            raise ValueError("situation: expected a hand in progress, this one is over")
        seat = table.seat
    own = any(isinstance(event, Widow) for event in events)
    if table.exchanged and own != (seat == table.declarer):
        sees = "widow=0-0,out=2-1,trump=6" if seat == table.declarer else "trump=6, no widow"
        raise IllegalPlayError(
            f"exchange: seat {table.declarer} declares and the hand is seat {seat}'s: expected "
            f"{sees}; got {quoted(exchange)}"
        )
    return Observation.start(hand, seat, scores=scores, rules=rules).after(*events)


def _as_all_see(table: Table, events: Iterable[Event]) -> Table:
    """The table after some events; those that can't be are left out, and refused later."""
    for event in events:
        phase = table.phase
        if isinstance(event, Call):
            if event.bid in legal_calls(table.calls, table.rules):
                table = replace(table, calls=(*table.calls, event.bid))
        elif isinstance(event, Play):
            if phase == "play":
                assert table.trump is not None
                may = suits(event.tile, table.trump)
                table = table.after_play(event if event.suit in may else Play(event.tile))
        elif isinstance(event, Name) and phase == "name":
            table = replace(table, trump=event.trump)
        elif isinstance(event, Name | Exchange | Exchanged) and phase == "exchange":
            trump = table.trump if isinstance(event, Exchanged) else event.trump
            table = replace(table, trump=trump, exchanged=True, leader=table.declarer)
    return table
