"""What a seat knows of a hand, what it may do, and which layouts fit."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    SEATS,
    IllegalPlayError,
    InvalidDealError,
    Layouts,
    Rules,
    Seed,
    Tiles,
    as_mask,
    as_seed,
    format_tiles,
    legal_calls,
    legal_first_leads,
    legal_plays,
    quoted,
    tile_ids,
    tile_name,
    trumps,
    whole,
)
from moon_sim.game import exchange as after_exchange
from moon_sim.play.actions import (
    Action,
    Call,
    Event,
    Exchange,
    Exchanged,
    Name,
    Play,
    Widow,
    parse_events,
)
from moon_sim.play.table import Table, begun, called

_RULE = {"call": "R3", "name": "R6", "exchange": "R5, R6", "play": "R9, R12"}


@dataclass(frozen=True, kw_only=True, repr=False)
class Observation(Table):
    """A hand as one seat knows it: all that a player gets.

    `state.observe(seat)` makes it, or without a state `Observation.start` and `after`. To what all
    see (the attributes of `Table`) it adds the seat's own tiles, and for the declarer the widow and
    its discard. No other hand is in it.

    Attributes
    ----------
    me : int
        The seat.
    dealt : int
        Mask of the 7 tiles that it was dealt.
    widow : int or None
        Tile id, once this seat has won the auction and may see it.
    discard : int or None
        Tile id, if this seat has discarded one.

    Examples
    --------
    >>> seen = Observation.start("6-6 6-3 6-2 5-5 4-1 3-1 2-1", me=2)
    >>> seen = seen.after("pass 5 6 widow=0-0,out=2-1,trump=6")
    >>> seen.contract
    Contract(bid=6, trump=<Trump.SIXES: 6>, declarer=2)
    >>> seen.after("6-6 6-1 4-4").count()
    210
    """

    me: int
    dealt: int
    widow: int | None = None
    discard: int | None = None

    @classmethod
    def start(
        cls,
        hand: Tiles,
        me: int,
        *,
        first_caller: int = 0,
        scores: Iterable[int] = (0, 0, 0),
        rules: Rules = DEFAULT_RULES,
    ) -> Self:
        """Return what a seat knows when a hand begins.

        Parameters
        ----------
        hand : str or int
            The 7 tiles dealt to it, as text, as a list of tiles or as a mask.
        me : int
            The seat.
        first_caller : int
            Seat.
        scores : iterable of three int
            Before the hand.
        rules : Rules, optional

        Returns
        -------
        Observation

        Raises
        ------
        TypeError, ValueError
            If an argument can't be, or these scores have ended the match.
        """
        return cls(
            **begun(first_caller, scores, rules),
            me=whole(me, "me", 0, SEATS - 1),
            dealt=as_mask(hand, "hand", HAND_SIZE),
        )

    def after(self, *events: Event | str) -> Self:
        """Return what the seat knows after more events, checked as far as it can know.

        Parameters
        ----------
        *events : Call, Name, Exchange, Play, Widow, Exchanged or str
            In order, each as an event or as text, as `parse_events` reads it. Where this seat
            declares: the `Widow`, then its `Exchange`. Where another does: the trump that it names,
            and where the house rule `trump_before_widow` has it named before, then `Exchanged`.

        Returns
        -------
        Observation
            A new one: this one stays as it is.

        Raises
        ------
        TypeError
            If one is no event.
        IllegalPlayError
            If the rules forbid one, or it can't be by what the seat has seen; the message names
            the rule.
        InvalidDealError
            If the widow is in its hand.
        """
        seen = self
        for event in events:
            for one in parse_events(event) if isinstance(event, str) else (event,):
                if not isinstance(one, Event):
                    raise TypeError(f"event: expected an event or text, got {quoted(one)}")
                seen = seen._after(one)
        return seen

    def _after(self, event: Event) -> Self:
        """What the seat knows after an event, if that can be by what it has seen."""
        own, phase = self.to_act, self.phase
        if phase == "over":
            raise IllegalPlayError(f"expected nothing, since the hand is over; got {event}")
        if phase == "play" and not own and isinstance(event, Play):
            return self._after_others(event)
        if phase == "exchange" and own and self.widow is None:
            if not isinstance(event, Widow):
                raise IllegalPlayError(f"expected the widow first, as widow=0-0; got {event}")
            if self.dealt >> event.tile & 1:
                raise InvalidDealError(f"widow {tile_name(event.tile)} is in the hand, too")
            return replace(self, widow=event.tile)
        legal = self.legal_actions() if own else self._seen_of_others()
        if event not in legal:
            raise IllegalPlayError(refusal(self, event, legal))
        if isinstance(event, Call):
            return replace(self, calls=(*self.calls, event.bid))
        if isinstance(event, Play):
            return self.after_play(event)
        trump = event.trump if isinstance(event, Name | Exchange) else self.trump
        if phase == "name":
            return replace(self, trump=trump)
        discard = event.discard if isinstance(event, Exchange) else None
        return replace(self, trump=trump, discard=discard, exchanged=True, leader=self.declarer)

    def _seen_of_others(self) -> tuple[Event, ...]:
        """What this seat may see another do now, but for plays."""
        if self.phase == "call":
            return tuple(map(Call, legal_calls(self.calls, self.rules)))
        if self.phase == "exchange" and self.trump is not None:
            return (Exchanged(),)
        return () if self.phase == "play" else tuple(map(Name, trumps(self.rules)))

    def _after_others(self, play: Play) -> Self:
        """What the seat knows after another's play, if that can be by what it has seen."""
        assert self.seat is not None
        tile = play.tile
        what = f"seat {self.seat} can't have played {tile_name(tile)}"
        for tiles, why in (
            (self.played, "it was played before (rule R1)"),
            (self.hand, f"seat {self.me} holds it (rule R1)"),
            (1 << self.discard if self.discard is not None else 0, "it was discarded (rule R5)"),
            (self.lacks[self.seat], "it has shown to have none of that suit (rule R9)"),
        ):
            if tiles >> tile & 1:
                raise IllegalPlayError(f"{what}: {why}")
        legal = self.ways(tile)
        if play not in legal:
            raise IllegalPlayError(
                f"seat {self.seat}: expected {' or '.join(map(str, legal))}; got {play} (rule R8)"
            )
        after = self.after_play(play)
        try:
            after.count()
        except InvalidDealError:
            raise IllegalPlayError(
                f"{what}: no layout fits all that was played (rule R9)"
            ) from None
        return after

    @property
    def to_act(self) -> bool:
        """Whether it is this seat's turn."""
        return self.seat == self.me

    @cached_property
    def hand(self) -> int:
        """Mask of the seat's tiles as they are now; the widow is not among them before R5."""
        held = self.dealt
        if self.widow is not None and self.discard is not None:
            held = after_exchange(held, self.widow, self.discard)
        return held & ~self.played

    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now; nothing if it is not its turn.

        Returns
        -------
        tuple of Action
            Calls rising; exchanges, once the widow is seen, by discard, then by trump; plays by
            tile, the higher suit first.
        """
        return self._actions

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        if not self.to_act:
            return ()
        if self.phase == "call":
            return tuple(map(Call, legal_calls(self.calls, self.rules)))
        if self.phase == "name":
            return tuple(map(Name, trumps(self.rules)))
        if self.phase == "exchange":
            if self.widow is None:  # it has not looked yet
                return ()
            named = trumps(self.rules) if self.trump is None else (self.trump,)
            return tuple(
                Exchange(discard, trump)
                for discard in tile_ids(self.dealt | 1 << self.widow)
                for trump in named
            )
        return tuple(self._plays())

    def _plays(self) -> list[Play]:
        assert self.trump is not None
        if self.trick:
            following = legal_plays(self.hand, self.suit_led, self.trump)
            return [Play(tile) for tile in tile_ids(following)]
        leads = self.hand
        if not self.plays:
            leads = legal_first_leads(leads, self.trump, self.rules)
        return [play for tile in tile_ids(leads) for play in self.ways(tile)]

    @cached_property
    def possible(self) -> Layouts:
        """The layouts that fit all that the seat knows, by number.

        The tile out of play is the widow until the exchange, and the discard after it.
        """
        hidden = ALL_TILES & ~(self.hand | self.played)
        out = self.discard if self.discard is not None else self.widow
        gone = hidden if out is None else 1 << out
        if out is not None:
            hidden &= ~gone
        a, b, c = (
            self.hand if seat == self.me else hidden & ~lacking
            for seat, lacking in enumerate(self.lacks)
        )
        return Layouts((a, b, c, gone), (*self.sizes, 1))

    def count(self) -> int:
        """How many layouts fit all that the seat knows.

        Returns
        -------
        int
        """
        return len(self.possible)

    def layouts(self, n: int | None = None, seed: Seed = None) -> NDArray[np.int64]:
        """Layouts that fit all that the seat knows, each as likely as any other.

        Parameters
        ----------
        n : int, optional
            How many are drawn, none twice; all of them by default, and where there are no more.
        seed : int, Generator or None
            For the draw.

        Returns
        -------
        (n, 4) int64 array
            Masks of the tiles that seats 0, 1, 2 hold now, and of the one out of play: the widow
            until the exchange, the discard after it.

        Raises
        ------
        TypeError, ValueError
            If `n` or the seed can't be.
        """
        there = self.count()
        if n is None or whole(n, "n", 1) >= there:
            return self.possible.piles()
        return self.possible.piles(as_seed(seed).choice(there, n, replace=False))

    def __repr__(self) -> str:
        """Return the seat's tiles, and what all see."""
        lines = [f"Seat {self.me} holds {format_tiles(self.hand) or 'nothing'}", *described(self)]
        if self.widow is not None:
            lines.insert(1, f"  widow    {tile_name(self.widow)}")
        if self.discard is not None:
            lines.insert(2, f"  discard  {tile_name(self.discard)}")
        return "\n".join(lines)


def described(table: Table) -> list[str]:
    """Return a line for each thing that all see.

    Parameters
    ----------
    table : Table

    Returns
    -------
    list of str
    """
    scores = " ".join(map(str, table.before))
    first = f"(seat {table.first_caller} calls first)"
    lines = [f"  scores   {scores}", f"  calls    {called(table.calls)} {first}"]
    if table.trump is not None and table.declarer is not None:
        lines.append(f"  contract {table.bid}, trump {table.trump}, by seat {table.declarer}")
    if table.plays:
        done = len(table.plays) - len(table.trick)
        shown = " ".join(map(str, table.plays[done:] or table.plays[-SEATS:]))
        what = "on trick" if table.trick else "last"
        lines.append(f"  {what:<8} {shown}")
        lines.append(f"  tricks   {' '.join(map(str, table.tricks))}")
    if table.seat is None:
        return [*lines, "  the hand is over"]
    return [*lines, f"  to act   seat {table.seat}: {table.phase}"]


def refusal(seen: Observation, event: Event, legal: Iterable[Event]) -> str:
    """Return why the seat to act may not do something.

    Parameters
    ----------
    seen : Observation
    event : Event
    legal : iterable of Event
        What it may do.

    Returns
    -------
    str
    """
    rule = _RULE[seen.phase]
    if isinstance(event, Play) and seen.phase == "play":
        if not seen.hand >> event.tile & 1:
            return f"seat {seen.seat} does not hold {tile_name(event.tile)} ({rule})"
        if seen.trick:
            rule = "R9"
    may = list(map(str, legal))
    some = ", ".join(may) if len(may) <= 14 else f"{may[0]} and the like"
    return f"seat {seen.seat}: expected one of {some or 'its tiles'}; got {event} (rule {rule})"
