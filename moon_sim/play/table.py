"""What all seats see of a hand: rules, scores, calls, trump and plays."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, Self

from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    PASS,
    SEATS,
    TRUMP_SUIT,
    Contract,
    IllegalPlayError,
    Rules,
    Trump,
    auction_winner,
    check_rules,
    in_order,
    led_suit,
    legal_calls,
    match_winner,
    quoted,
    suit_tiles,
    suits,
    suits_to_lead,
    trick_winner,
    whole,
)
from moon_sim.play.actions import Play

Phase = Literal["call", "name", "exchange", "play", "over"]
"""What is to be done: a call (R3), a trump named before the widow is seen, the exchange (R5, R6), a
play (R9, R12), or nothing."""

ALL_PLAYS = SEATS * HAND_SIZE


@dataclass(frozen=True, kw_only=True, repr=False)
class Table:
    """A hand as all seats see it.

    Attributes
    ----------
    rules : Rules
    before : tuple of three int
        Each seat's score before the hand.
    first_caller : int
        Seat.
    calls : tuple of int
        `PASS` or a bid, from the first caller clockwise.
    trump : Trump or None
        None until it is named.
    exchanged : bool
        Whether the declarer has taken the widow and discarded.
    plays : tuple of Play
        All tiles played, in order.
    leader : int or None
        The seat that leads or led to the trick; None before the first.
    tricks : tuple of three int
        Tricks taken, by seat.
    played_by : tuple of three int
        By seat, mask of the tiles that it has played.
    lacks : tuple of three int
        By seat, mask of the tiles that it can't hold, as its plays have shown.
    """

    rules: Rules = DEFAULT_RULES
    before: tuple[int, int, int] = (0, 0, 0)
    first_caller: int = 0
    calls: tuple[int, ...] = ()
    trump: Trump | None = None
    exchanged: bool = False
    plays: tuple[Play, ...] = ()
    leader: int | None = None
    tricks: tuple[int, int, int] = (0, 0, 0)
    played_by: tuple[int, int, int] = (0, 0, 0)
    lacks: tuple[int, int, int] = (0, 0, 0)

    @cached_property
    def phase(self) -> Phase:
        """What is to be done now."""
        if not _is_called(self.calls, self.rules):
            return "call"
        if self.declarer is None or len(self.plays) == ALL_PLAYS:
            return "over"
        if self.exchanged:
            return "play"
        return "name" if self.rules.trump_before_widow and self.trump is None else "exchange"

    @cached_property
    def seat(self) -> int | None:
        """The seat to act; None when the hand is over."""
        phase = self.phase
        if phase == "over":
            return None
        if phase == "call":
            return (self.first_caller + len(self.calls)) % SEATS
        if phase == "play":
            assert self.leader is not None
            return (self.leader + len(self.trick)) % SEATS
        return self.declarer

    @cached_property
    def _auction(self) -> tuple[int, int] | None:
        return _winner(self.calls, self.first_caller, self.rules)

    @property
    def declarer(self) -> int | None:
        """The seat that won the auction; None before its end, and when all passed."""
        return self._auction[0] if self._auction else None

    @property
    def bid(self) -> int:
        """The bid that won the auction; before its end, and when all passed, `PASS`."""
        return self._auction[1] if self._auction else PASS

    @cached_property
    def contract(self) -> Contract | None:
        """Bid, trump and declarer; None before the exchange."""
        if not self.exchanged or self._auction is None or self.trump is None:
            return None
        declarer, bid = self._auction
        return Contract(bid, self.trump, declarer, self.rules)

    @cached_property
    def trick(self) -> tuple[int, ...]:
        """The tile ids on the table in a trick that is not complete, in order."""
        return tuple(play.tile for play in self.plays[len(self.plays) // SEATS * SEATS :])

    @cached_property
    def suit_led(self) -> int | None:
        """The suit to follow (R8); None for a leader."""
        if not self.trick:
            return None
        assert self.trump is not None
        lead = self.plays[-len(self.trick)]
        return led_suit(lead.tile, self.trump) if lead.suit is None else lead.suit

    @cached_property
    def played(self) -> int:
        """Mask of all tiles played."""
        return sum(self.played_by)

    @cached_property
    def tricks_left(self) -> int:
        """How many tricks are not complete, the one on the table included."""
        return HAND_SIZE - len(self.plays) // SEATS

    @cached_property
    def sizes(self) -> tuple[int, int, int]:
        """How many tiles each seat holds."""
        on_trick = (
            [(self.leader + place) % SEATS for place in range(len(self.trick))]
            if (self.leader is not None)
            else []
        )
        a, b, c = (self.tricks_left - (seat in on_trick) for seat in range(SEATS))
        return a, b, c

    def ways(self, tile: int) -> tuple[Play, ...]:
        """Return the ways in which a tile may be played now, whoever holds it (R8).

        Parameters
        ----------
        tile : int
            Tile id.

        Returns
        -------
        tuple of Play
            One, but where a leader names the suit: then the higher first.
        """
        assert self.trump is not None
        named = () if self.trick else suits_to_lead(tile, self.trump, self.rules)
        return tuple(Play(tile, suit) for suit in named) if len(named) > 1 else (Play(tile),)

    def after_play(self, play: Play) -> Self:
        """Return it after a play, which is taken as legal.

        Parameters
        ----------
        play : Play

        Returns
        -------
        Table
        """
        seat, trump = self.seat, self.trump
        assert seat is not None
        assert trump is not None
        trick = (*self.trick, play.tile)
        changed: dict[str, object] = {
            "plays": (*self.plays, play),
            "played_by": _with_tiles(self.played_by, seat, 1 << play.tile),
        }
        suit = self.suit_led
        if suit is not None and suit not in suits(play.tile, trump):
            changed["lacks"] = self._lacking(seat, suit)
        must = not self.plays and self.rules.first_lead_must_be_trump
        if must and TRUMP_SUIT not in suits(play.tile, trump):
            changed["lacks"] = self._lacking(seat, TRUMP_SUIT)
        if len(trick) == SEATS:
            assert self.leader is not None
            winner = (self.leader + trick_winner(trick, trump, self.rules, suit)) % SEATS
            changed["leader"] = winner
            changed["tricks"] = tuple(won + (one == winner) for one, won in enumerate(self.tricks))
        return replace(self, **changed)  # type: ignore[arg-type]

    def _lacking(self, seat: int, suit: int) -> tuple[int, ...]:
        assert self.trump is not None
        return _with_tiles(self.lacks, seat, suit_tiles(suit, self.trump))


# Each play makes a new table of the same auction, which is worked out once.


@lru_cache
def _is_called(calls: tuple[int, ...], rules: Rules) -> bool:
    return not legal_calls(calls, rules)


@lru_cache
def _winner(calls: tuple[int, ...], first: int, rules: Rules) -> tuple[int, int] | None:
    return auction_winner(calls, first, rules) if _is_called(calls, rules) else None


def _with_tiles(masks: tuple[int, ...], seat: int, tiles: int) -> tuple[int, ...]:
    """Return masks by seat, of which one has more tiles."""
    return tuple(one | tiles if seat == at else one for at, one in enumerate(masks))


def called(calls: Iterable[int]) -> str:
    """Return calls as they are written.

    Parameters
    ----------
    calls : iterable of int

    Returns
    -------
    str

    Examples
    --------
    >>> called([0, 5])
    'pass 5'
    """
    return " ".join(str(call) if call != PASS else "pass" for call in calls)


def begun(first_caller: int, scores: Iterable[int], rules: Rules) -> dict[str, Any]:
    """Return what all see of a hand that begins, by attribute of `Table`.

    Parameters
    ----------
    first_caller : int
        Seat.
    scores : iterable of three int
        Before the hand.
    rules : Rules

    Returns
    -------
    dict

    Raises
    ------
    TypeError, ValueError
        If one can't be, or these scores have ended the match.
    """
    totals = [whole(total, "scores") for total in in_order(scores, "scores")]
    if len(totals) != SEATS:
        raise ValueError(f"scores: expected {SEATS} of them, got {len(totals)}")
    if match_winner(totals, rules=check_rules(rules)) is not None:
        raise IllegalPlayError(f"scores: {quoted(totals)} end the match (rule R15)")
    return {
        "rules": rules,
        "before": (totals[0], totals[1], totals[2]),
        "first_caller": whole(first_caller, "first_caller", 0, SEATS - 1),
    }
