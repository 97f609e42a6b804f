"""A hand written down: what is known of its tiles, and all that was done with them."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from moon_sim.display import Result
from moon_sim.game import (
    ALL_TILES,
    HAND_SIZE,
    SEATS,
    Deal,
    Rules,
    format_tiles,
    match_winner,
    quoted,
    score,
    tile_name,
    whole,
)
from moon_sim.play.observation import Observation
from moon_sim.play.record_shown import hand_parts, hand_words, one_line
from moon_sim.play.state import State
from moon_sim.play.table import ALL_PLAYS, Table, called

if TYPE_CHECKING:
    from rich.console import RenderableType

Three = tuple[int, int, int]
"""A number for each seat."""

Dealt = tuple[int | None, int | None, int | None]
"""By seat, the mask of the 7 tiles dealt to it; None if unknown."""

UNKNOWN = "?"
"""How records write a hand, a tile, scores or a player that nobody knows."""


@dataclass(frozen=True, kw_only=True, repr=False)
class HandRecord(Result):
    """A hand as it was written down, with what is unknown of it, checked against the rules.

    `parse_records` and `read_records` read it, `HandRecord.of` makes it of a state, or of what one
    seat observes. What follows from the rest is filled in: the widow from three hands, and from all
    21 plays the defenders' hands and the discard. As text it is one line.

    Attributes
    ----------
    table : Table
        What all seats saw: rules, first caller, calls, trump, plays. Its scores before the hand
        stand for nothing where `scores` is None.
    scores : tuple of three int or None
        By seat, before the hand; None if unknown.
    dealt : tuple of three int or None
        By seat, mask of the 7 tiles dealt to it; None if unknown.
    widow, discard : int or None
        Tile ids; None if unknown, or before there is a discard.
    told : tuple of three int or None
        By seat, the tricks of the whole hand, where they were told and the plays were not.
    note : str
        What somebody said of the hand.

    Examples
    --------
    >>> from moon_sim.play import parse_records
    >>> line = "6-6 6-5 6-4 6-3 6-2 6-1 5-5 | ? | ? | 7 pass pass | widow=3-3,out=3-3,trump=6 | 6-6"
    >>> [match] = parse_records(line)
    >>> [hand] = match.hands
    >>> hand.state is None, hand.observe(0).count(), hand.observe(1) is None
    (True, 3432, True)
    """

    table: Table
    scores: Three | None
    dealt: tuple[int | None, int | None, int | None]
    widow: int | None = None
    discard: int | None = None
    told: Three | None = None
    note: str = ""

    @classmethod
    def of(cls, known: State | Observation, note: str = "") -> Self:
        """Return the record of a state, or of what one seat knows.

        Parameters
        ----------
        known : State or Observation
        note : str

        Returns
        -------
        HandRecord

        Raises
        ------
        TypeError, ValueError
            If it is neither, or the note can't be written.
        """
        if not isinstance(known, State | Observation):
            raise TypeError(f"known: expected a State or an Observation, got {quoted(known)}")
        dealt: Dealt = (None, None, None)
        if isinstance(known, State):
            dealt = known.deal.hands
        else:
            dealt = _three([known.dealt if seat == known.me else None for seat in range(SEATS)])
        table = Table(**{field.name: getattr(known, field.name) for field in fields(Table)})
        return cls(
            table=table,
            scores=table.before,
            note=one_line(note, "note"),
            **settled(table, dealt, known.widow, known.discard),
        )

    # --- What is so ---------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.table.rules

    @property
    def tricks(self) -> Three | None:
        """Tricks taken in the hand, by seat; None where it is not over, or nobody said."""
        return self.table.tricks if self.table.phase == "over" else self.told

    @cached_property
    def points(self) -> Three | None:
        """What each seat gained (R13); None where `tricks` is."""
        if self.tricks is None or self.table.contract is None:
            return self.tricks  # all passed
        return score(self.table.contract, self.tricks, self.rules)

    @property
    def after(self) -> Three | None:
        """Each seat's score after the hand; None where it is unknown."""
        if self.scores is None or self.points is None:
            return None
        a, b, c = (old + new for old, new in zip(self.scores, self.points, strict=True))
        return a, b, c

    @cached_property
    def winner(self) -> int | None:
        """The seat that has won the match with this hand (R14, R15), as far as it can be told."""
        if self.tricks is None:
            return None
        tricks = self.tricks if self.table.contract else None
        return match_winner(self.after or (0, 0, 0), self.table.contract, tricks, self.rules)

    @cached_property
    def state(self) -> State | None:
        """The same as a `State`, where all is known of it that a state tells, but for scores."""
        a, b, c = self.dealt
        unknown = self.table.exchanged and self.discard is None
        if a is None or b is None or c is None or unknown:
            return None
        return State(**self._seen, deal=Deal((a, b, c)), discard=self.discard)

    def observe(self, seat: int) -> Observation | None:
        """Return what a seat knew.

        Parameters
        ----------
        seat : int

        Returns
        -------
        Observation or None
            None where the record does not tell.

        Raises
        ------
        TypeError, ValueError
            If there is no such seat.
        """
        dealt = self.dealt[whole(seat, "seat", 0, SEATS - 1)]
        sees = seat == self.table.declarer and self.table.phase != "name"
        if dealt is None or (sees and self.table.exchanged and None in (self.widow, self.discard)):
            return None
        return Observation(
            **self._seen,
            me=seat,
            dealt=dealt,
            widow=self.widow if sees else None,
            discard=self.discard if sees else None,
        )

    @property
    def _seen(self) -> dict[str, Any]:
        return {field.name: getattr(self.table, field.name) for field in fields(Table)}

    # --- Written down -------------------------------------------------------------------------

    def __str__(self) -> str:
        """Return it as one line of text, without scores and first caller (`docs/records.md`)."""
        table = self.table
        parts = [UNKNOWN if hand is None else format_tiles(hand) for hand in self.dealt]
        tricks = [table.plays[at : at + SEATS] for at in range(0, len(table.plays), SEATS)]
        parts.append(called(table.calls))
        parts.append(self._exchange())
        parts.append(", ".join(" ".join(map(str, trick)) for trick in tricks))
        parts.append(self._result())
        while not parts[-1]:
            parts.pop()
        return " | ".join(parts).replace("|  |", "| |") + (f" # {self.note}" if self.note else "")

    def _exchange(self) -> str:
        trump = f"trump={self.table.trump}"
        told = {"widow": self.widow, "out": self.discard}
        words = {name: UNKNOWN if tile is None else tile_name(tile) for name, tile in told.items()}
        before = [trump] if self.rules.trump_before_widow and self.table.trump is not None else []
        if not self.table.exchanged:
            follows = None not in self.dealt or self.widow is None
            return " ".join([*before, *([] if follows else [f"widow={words['widow']}"])])
        if set(words.values()) == {UNKNOWN}:
            return " ".join([*before, "exchanged" if before else trump])
        done = ",".join([*(f"{name}={tile}" for name, tile in words.items()), trump])
        return " ".join([*before, done])

    def _result(self) -> str:
        if self.table.contract is None:
            return ""
        told = {"tricks": self.tricks, "points": self.points, "scores": self.after}
        return " ".join(
            f"{name}={','.join(map(str, each))}" for name, each in told.items() if each is not None
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values, as a record's JSON has them.

        Returns
        -------
        dict
            `docs/records.md` tells of what.
        """
        table, result = self.table, None
        if self.points is not None:
            listed = {"tricks": self.tricks, "points": self.points, "scores": self.after}
            result = {name: None if each is None else list(each) for name, each in listed.items()}
        return {
            "first_caller": table.first_caller,
            "scores": None if self.scores is None else list(self.scores),
            "deal": [None if hand is None else format_tiles(hand) for hand in self.dealt],
            "widow": None if self.widow is None else tile_name(self.widow),
            "calls": called(table.calls).split(),
            "trump": None if table.trump is None else str(table.trump),
            "exchanged": table.exchanged,
            "discard": None if self.discard is None else tile_name(self.discard),
            "plays": list(map(str, table.plays)),
            "result": result,
            "note": self.note,
        }

    def _summary(self) -> tuple[str, dict[str, object]]:
        return hand_words(self)

    def _parts(self) -> "Iterator[RenderableType]":
        return hand_parts(self)


# --- What follows from the rest ---------------------------------------------------------------


def settled(table: Table, dealt: Dealt, widow: int | None, discard: int | None) -> dict[str, Any]:
    """Return what is known of the tiles, with what follows from the deal and the plays.

    Parameters
    ----------
    table : Table
    dealt : tuple of three int or None
    widow, discard : int or None

    Returns
    -------
    dict
        `dealt`, `widow` and `discard`, as attributes of `HandRecord`.
    """
    hands, declarer = list(dealt), table.declarer
    all_played = [tiles.bit_count() == HAND_SIZE for tiles in table.played_by]
    for seat in range(SEATS):
        if seat != declarer and all_played[seat]:
            hands[seat] = hands[seat] or table.played_by[seat]
    if table.exchanged and declarer is not None:
        own = hands[declarer]
        if len(table.plays) == ALL_PLAYS and discard is None:
            discard = _one(ALL_TILES & ~table.played)
        if own is not None and discard is not None and not own >> discard & 1:
            widow = discard
        if all_played[declarer] and discard is not None:
            eight = table.played_by[declarer] | 1 << discard
            if own is not None:
                widow = _one(eight & ~own) if widow is None else widow
            elif widow is not None and eight >> widow & 1:
                hands[declarer] = eight & ~(1 << widow)
    gone = sum(hand for hand in hands if hand is not None)
    if None not in hands and widow is None:
        widow = _one(ALL_TILES & ~gone)
    elif hands.count(None) == 1 and widow is not None:
        hands[hands.index(None)] = ALL_TILES & ~(gone | 1 << widow)
    if declarer is not None and table.exchanged and discard is None and all_played[declarer]:
        own = hands[declarer]
        if own is not None and widow is not None:
            discard = _one((own | 1 << widow) & ~table.played_by[declarer])
    return {"dealt": _three(hands), "widow": widow, "discard": discard}


def _one(tiles: int) -> int | None:
    """The tile of a mask, if it is one alone."""
    return tiles.bit_length() - 1 if tiles.bit_count() == 1 else None


def _three(values: list[int | None]) -> Dealt:
    a, b, c = values
    return a, b, c
