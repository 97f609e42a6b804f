"""A match written down: who sat where, and its hands in order."""

import datetime
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from moon_sim.display import Result
from moon_sim.game import SEATS, IllegalPlayError, Rules, first_caller, in_order, quoted
from moon_sim.play.hand_record import UNKNOWN, HandRecord, Three
from moon_sim.play.record_shown import match_words, one_line


@dataclass(frozen=True, kw_only=True, repr=False)
class MatchRecord(Result):
    """A match as it was written down: who sat where, and its hands in order.

    Attributes
    ----------
    hands : tuple of HandRecord
        One or more, all by the same rules. Hands may be missing between them.
    players : tuple of three str or None
        By seat; None if unknown.
    name : str
        What the match is called.
    date : date or None

    Raises
    ------
    TypeError, ValueError
        If something can't be.
    """

    hands: tuple[HandRecord, ...]
    players: tuple[str | None, str | None, str | None] = (None, None, None)
    name: str = ""
    date: datetime.date | None = None

    def __post_init__(self) -> None:
        for name, value in (
            ("hands", tuple(in_order(self.hands, "hands"))),
            ("players", seated(self.players)),
            ("name", one_line(self.name, "name")),
        ):
            object.__setattr__(self, name, value)
        if type(self.date) not in (datetime.date, type(None)):
            raise TypeError(f"date: expected a date, got {quoted(self.date)}")
        if not self.hands or not all(isinstance(one, HandRecord) for one in self.hands):
            raise ValueError(f"hands: expected one or more of HandRecord, got {quoted(self.hands)}")
        if any(one.rules != self.rules for one in self.hands):
            raise ValueError("hands: expected all by the same rules")
        for hand in self.hands[:-1]:
            next_begins(hand)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.hands[0].rules

    @property
    def winner(self) -> int | None:
        """The seat that has won, as far as it can be told."""
        return self.hands[-1].winner

    def follows(self, number: int) -> bool:
        """Whether a hand begins as the one before it ended, so that none need be missing.

        Parameters
        ----------
        number : int
            Of the hand, from 0; the first follows none.

        Returns
        -------
        bool
        """
        if number == 0:
            return False
        scores, caller = next_begins(self.hands[number - 1])
        hand = self.hands[number]
        return hand.table.first_caller == caller and hand.scores == scores

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values, as a line of JSON has them.

        Returns
        -------
        dict
            `docs/records.md` tells of what.
        """
        return {
            "version": 1,
            "match": self.name,
            "date": None if self.date is None else self.date.isoformat(),
            "players": list(self.players),
            "rules": asdict(self.rules),
            "hands": [
                {"gap": number > 0 and not self.follows(number), **hand.to_dict()}
                for number, hand in enumerate(self.hands)
            ],
        }

    def _summary(self) -> tuple[str, dict[str, object]]:
        return match_words(self)


def next_begins(hand: HandRecord) -> tuple[Three | None, int]:
    """Return how the hand after one begins (R3, R4).

    Parameters
    ----------
    hand : HandRecord

    Returns
    -------
    scores : tuple of three int or None
        None where the hand does not tell.
    first_caller : int
        Seat.

    Raises
    ------
    IllegalPlayError
        If the hand has won the match.
    """
    if hand.winner is not None:
        raise IllegalPlayError(
            f"expected a new match, since seat {hand.winner} has won this one (rules R14, R15)"
        )
    return hand.after, first_caller(hand.table.first_caller, hand.rules)


def seated(players: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return who sits where, as a record can hold it.

    Parameters
    ----------
    players : sequence of three str or None
        By seat; `?` or nothing for one who is unknown.

    Returns
    -------
    tuple of three str or None

    Raises
    ------
    TypeError, ValueError
        If there are not three of them, or a name can't be written.
    """
    given = in_order(players, "players")
    if len(given) != SEATS:
        raise ValueError(f"players: expected {SEATS} names, got {len(given)}")
    names = ["" if name is None else one_line(name, "players") for name in given]
    for name in names:
        if "|" in name:
            raise ValueError(f"players: expected names without '|', got {quoted(name)}")
    return tuple(None if name in ("", UNKNOWN) else name for name in names)
