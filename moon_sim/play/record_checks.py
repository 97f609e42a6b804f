"""Whether a hand can have been: what was written down of it, checked by the rules.

Where all tiles are known, the hand is played again as a `State`, which refuses what the rules
forbid. Else each seat whose tiles are known watches it, as an `Observation`, and then a deal is
looked for that fits all that is known; with it the hand is played again as a `State`, too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Any, TypeVar

from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    SEATS,
    Deal,
    IllegalPlayError,
    InvalidDealError,
    Layouts,
    Rules,
    Trump,
    tile_ids,
    tile_name,
    trumps,
)
from moon_sim.play.actions import Action, Call, Event, Exchange, Exchanged, Name, Play, Widow
from moon_sim.play.hand_record import Dealt, HandRecord, Three, settled
from moon_sim.play.observation import Observation
from moon_sim.play.record_shown import one_line
from moon_sim.play.state import State
from moon_sim.play.table import ALL_PLAYS, Table, begun

Seen = TypeVar("Seen", State, Observation)


class RecordError(ValueError):
    """A record that can't be: the message tells the line, what was expected and what came.

    Parameters
    ----------
    message : str
        What was expected and what came.
    line : int or None
        Of the text, from 1; None where there is no text.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


@dataclass(frozen=True, kw_only=True)
class Written:
    """A hand as somebody wrote it, not yet checked.

    Attributes
    ----------
    dealt : tuple of three int or None
        By seat, mask of 7 tiles.
    widow, discard : int or None
        Tile ids.
    calls : tuple of Call
    trump : Trump or None
    exchanged : bool
    plays : tuple of Play
    result : mapping
        Three numbers by name, of `tricks`, `points` and `scores` after the hand; any may be
        missing.
    note : str
    """

    dealt: Dealt
    widow: int | None = None
    discard: int | None = None
    calls: tuple[Call, ...] = ()
    trump: Trump | None = None
    exchanged: bool = False
    plays: tuple[Play, ...] = ()
    result: Mapping[str, Three] = field(default_factory=dict)
    note: str = ""


def recorded(written: Written, rules: Rules, first_caller: int, scores: Three | None) -> HandRecord:
    """Return the record of a hand, checked by the rules.

    Parameters
    ----------
    written : Written
    rules : Rules
    first_caller : int
        Seat.
    scores : tuple of three int or None
        Before the hand; None if unknown.

    Returns
    -------
    HandRecord

    Raises
    ------
    TypeError, ValueError
        If it can't have been; the message names the rule.
    """
    _check_tiles(written)
    start = begun(first_caller, scores or (0, 0, 0), rules)
    table = _bought(written, start)
    if table.exchanged:
        tables = _tables(table, written.plays)
        _check_play(written, tables)
        table = tables[-1]
    hand = HandRecord(
        table=table,
        scores=scores,
        note=one_line(written.note, "note"),
        **settled(table, written.dealt, written.widow, written.discard),
    )
    return _with_result(hand, written.result)


def _check_tiles(written: Written) -> None:
    """Refuse a tile in two places."""
    places = [
        (f"the hand of seat {seat}", hand)
        for seat, hand in enumerate(written.dealt)
        if hand is not None
    ]
    if written.widow is not None:
        places.append(("the widow", 1 << written.widow))
    for (one, tiles), (other, more) in combinations(places, 2):
        for tile in tile_ids(tiles & more):
            raise InvalidDealError(f"tile {tile_name(tile)} is in {one} and {other}")


def _bought(written: Written, start: dict[str, Any]) -> Table:
    """Return the table before the first lead, or where the hand ends before it."""
    state = State(**start, deal=_some_deal(written))
    for call in written.calls:
        state = state.apply(call)
    trump = written.trump
    if trump is None:
        for play in written.plays:
            state.apply(play)  # which is refused
        return HandRecord.of(state).table
    if state.phase not in ("name", "exchange") or trump not in trumps(state.rules):
        if state.phase in ("name", "exchange"):
            may = ", ".join(map(str, trumps(state.rules)))
            raise IllegalPlayError(f"trump: expected one of {may}; got {trump} (rule R6)")
        state.apply(Name(trump))  # which is refused
    table = replace(HandRecord.of(state).table, trump=trump)
    if written.exchanged:
        return replace(table, exchanged=True, leader=table.declarer)
    if not state.rules.trump_before_widow:
        raise IllegalPlayError("trump: expected none before the exchange (rule R6)")
    if written.plays:
        raise IllegalPlayError(f"plays: expected none before the exchange, got {written.plays[0]}")
    return table


def _some_deal(written: Written) -> Deal:
    """Return one of the deals that fit what is known of the tiles dealt."""
    known = [0 if hand is None else hand for hand in written.dealt]
    widow = 0 if written.widow is None else 1 << written.widow
    left = list(tile_ids(ALL_TILES & ~(known[0] | known[1] | known[2] | widow)))
    hands = [hand or sum(1 << left.pop() for _ in range(HAND_SIZE)) for hand in known]
    return Deal(hands)


def _tables(table: Table, plays: Sequence[Play]) -> list[Table]:
    """Return the table before the first lead and after each play, whoever held the tile."""
    tables = [table]
    for play in plays:
        table = tables[-1]
        where = _trick(len(table.plays))
        if table.seat is None:
            raise IllegalPlayError(f"plays: expected {ALL_PLAYS}, got {len(plays)}")
        if table.played >> play.tile & 1:
            raise IllegalPlayError(
                f"{where}: seat {table.seat} can't have played {tile_name(play.tile)}: it was "
                "played before (rule R1)"
            )
        if play not in (ways := table.ways(play.tile)):
            expected = " or ".join(map(str, ways))
            raise IllegalPlayError(
                f"{where}: seat {table.seat}: expected {expected}; got {play} (rule R8)"
            )
        tables.append(table.after_play(play))
    return tables


def _trick(plays: int) -> str:
    return f"trick {plays // SEATS + 1}"


def _check_play(written: Written, tables: Sequence[Table]) -> None:
    """Refuse an exchange and plays that no deal allows."""
    found = _all_known(written)
    if found is None:
        for seat in range(SEATS):
            _watch(written, tables[0], seat)
        for before, table in pairwise(tables):
            one, play = before.seat, table.plays[-1]
            if one is not None and before.lacks[one] >> play.tile & 1:
                raise IllegalPlayError(
                    f"{_trick(len(before.plays))}: seat {one} can't have played {play}: it has "
                    "shown to have none of that suit (rule R9)"
                )
        found = next(_fitting(tables[-1], written), None)
    if found is None:
        earlier: list[Table | None] = [None, *tables[:-1]]
        for former, table in zip(earlier, tables, strict=True):
            if next(_fitting(table, written), None) is None:
                raise IllegalPlayError(
                    "exchange: no deal fits what is known of the tiles (rule R5)"
                    if former is None
                    else f"{_trick(len(former.plays))}: seat {former.seat} can't have played "
                    f"{table.plays[-1]}: no deal fits all that was played (rule R9)"
                )
    assert found is not None
    _play_again(tables[-1], *found)


def _all_known(written: Written) -> tuple[Deal, int] | None:
    a, b, c = written.dealt
    if a is None or b is None or c is None or written.discard is None:
        return None
    return Deal((a, b, c)), written.discard


def _watch(written: Written, table: Table, seat: int) -> None:
    """Let a seat whose tiles are known see the hand, and refuse what it has seen can't be."""
    dealt, trump = written.dealt[seat], written.trump
    assert trump is not None
    named = [Name(trump)] if table.rules.trump_before_widow else []
    shown: list[Event] = [*named, Exchanged() if named else Name(trump)]
    if seat == table.declarer:
        if written.widow is None or written.discard is None:
            return
        shown = [*named, Widow(written.widow), Exchange(written.discard, trump)]
    if dealt is None:
        return
    seen = Observation.start(
        dealt, seat, first_caller=table.first_caller, scores=table.before, rules=table.rules
    )
    _each(seen.after(*written.calls, *shown), written.plays, Observation.after)


def _play_again(table: Table, deal: Deal, discard: int) -> None:
    """Play a hand again from its deal by the rules."""
    state = State.start(
        deal, first_caller=table.first_caller, scores=table.before, rules=table.rules
    )
    assert table.trump is not None
    named = [Name(table.trump)] if table.rules.trump_before_widow else []
    bought: list[Action] = [*map(Call, table.calls), *named, Exchange(discard, table.trump)]
    for action in bought:
        state = state.apply(action)
    _each(state, table.plays, State.apply)


def _each(seen: Seen, plays: Sequence[Play], step: Callable[[Seen, Play], Seen]) -> None:
    for number, play in enumerate(plays):
        try:
            seen = step(seen, play)
        except ValueError as error:
            raise type(error)(f"{_trick(number)}: {error}") from None


# --- What fits ----------------------------------------------------------------------------------


def _fitting(table: Table, written: Written) -> Iterator[tuple[Deal, int]]:
    """Give deals, each with a discard, that fit a table after the exchange.

    For each discard and widow that are possible there is one, if there is any.
    """
    dealt, declarer = written.dealt, table.declarer
    assert declarer is not None
    own = dealt[declarer]
    elsewhere = table.played
    for seat, hand in enumerate(dealt):
        if seat != declarer and hand is not None:
            elsewhere |= hand
    for out in tile_ids(ALL_TILES & ~elsewhere):
        if written.discard not in (None, out):
            continue
        widows = [out] if own is None else list(tile_ids(ALL_TILES & ~own))
        for widow in widows if written.widow is None else [written.widow]:
            in_play = list(dealt)
            if own is not None:
                eight = own | 1 << widow
                if not eight >> out & 1:
                    continue
                in_play[declarer] = eight & ~(1 << out)
            held = _held(table, in_play, out, widow)
            if held is None:
                continue
            hands = list(held)
            hands[declarer] = (held[declarer] | 1 << out) & ~(1 << widow)
            yield Deal(hands), out


def _held(
    table: Table, in_play: Sequence[int | None], out: int, widow: int
) -> tuple[int, int, int] | None:
    """Return tiles that the seats may have played with, or None where they can't be."""
    hidden = ALL_TILES & ~(table.played | 1 << out)
    for seat, hand in enumerate(in_play):
        if hand is not None:
            left = hand & ~table.played
            if table.played_by[seat] & ~hand or left & table.lacks[seat]:
                return None
            hidden &= ~left
    may_hold = []
    for seat, hand in enumerate(in_play):
        if hand is not None:
            may_hold.append(hand & ~table.played)
        elif seat == table.declarer:
            may_hold.append(hidden & ~table.lacks[seat])
        else:  # the widow is the declarer's or out of play
            may_hold.append(hidden & ~(table.lacks[seat] | 1 << widow))
    try:
        a, b, c = may_hold
        lie = Layouts((a, b, c, 1 << out), (*table.sizes, 1)).piles([0])[0]
    except InvalidDealError:
        return None
    a, b, c = (int(left) | was for left, was in zip(lie[:SEATS], table.played_by, strict=True))
    return a, b, c


# --- Results ------------------------------------------------------------------------------------


def _with_result(hand: HandRecord, result: Mapping[str, Three]) -> HandRecord:
    """Return a hand with the result that was written, which must follow from the plays."""
    told = result.get("tricks")
    if told is not None and hand.tricks is None:
        table = hand.table
        if table.contract is None:
            raise IllegalPlayError("tricks: expected none before the exchange")
        fewest = ",".join(map(str, table.tricks))
        short = any(all_ < some for all_, some in zip(told, table.tricks, strict=True))
        if sum(told) != HAND_SIZE or short:
            raise IllegalPlayError(
                f"tricks: expected {HAND_SIZE} of them, {fewest} or more; got {_listed(told)}"
            )
        hand = replace(hand, told=told)
    points, after = hand.points, result.get("scores")
    if hand.scores is None and after is not None and points is not None:
        a, b, c = (new - gained for new, gained in zip(after, points, strict=True))
        start = begun(hand.table.first_caller, (a, b, c), hand.rules)
        hand = replace(hand, scores=(a, b, c), table=replace(hand.table, before=start["before"]))
    follows = {"tricks": hand.tricks, "points": points, "scores": hand.after}
    for name, value in result.items():
        expected = follows[name]
        if expected is None:
            raise IllegalPlayError(f"{name}: expected the tricks, too, as the plays end before")
        if value != expected:
            raise IllegalPlayError(
                f"{name}: expected {_listed(expected)}, as calls and plays have it; got "
                f"{_listed(value)} (rule R13)"
            )
    return hand


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
