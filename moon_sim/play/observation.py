"""What a seat knows of a hand, what it may do, and which layouts fit."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    ALL_TILES,
    SEATS,
    Layouts,
    Seed,
    as_seed,
    format_tiles,
    legal_calls,
    legal_first_leads,
    legal_plays,
    suits_to_lead,
    tile_ids,
    tile_name,
    trumps,
    whole,
)
from moon_sim.game import exchange as after_exchange
from moon_sim.play.actions import Action, Call, Exchange, Name, Play
from moon_sim.play.table import Table, called


@dataclass(frozen=True, kw_only=True, repr=False)
class Observation(Table):
    """A hand as one seat knows it: all that a player gets.

    `state.observe(seat)` makes it. To what all see (the attributes of `Table`) it adds the seat's
    own tiles, and for the declarer the widow and its discard. No other hand is in it.

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
    """

    me: int
    dealt: int
    widow: int | None = None
    discard: int | None = None

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
            Calls rising; exchanges by discard, then by trump; plays by tile, the higher suit first.
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
            assert self.widow is not None
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
        made = []
        for tile in tile_ids(leads):
            named = suits_to_lead(tile, self.trump, self.rules)
            made += [Play(tile, suit) for suit in named] if len(named) > 1 else [Play(tile)]
        return made

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
