"""A match in progress: the deal and all that was done with it."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    SEATS,
    Contract,
    Deal,
    IllegalPlayError,
    InvalidDealError,
    Rules,
    first_caller,
    first_lead,
    format_tiles,
    in_order,
    match_winner,
    quoted,
    score,
    tile_ids,
    tile_name,
    whole,
)
from moon_sim.play.actions import Action, Call, Exchange, Name, parse_action
from moon_sim.play.observation import Observation, described, refusal
from moon_sim.play.table import Table, begun


@dataclass(frozen=True, kw_only=True, repr=False)
class State(Table):
    """A match in progress: all that is known of it, the hidden tiles too. It never changes.

    `State.start` begins a hand, `apply` goes on, `next_hand` deals the next one. To what all see
    (the attributes of `Table`) it adds the deal and the discard.

    Attributes
    ----------
    deal : Deal
        The three hands as they were dealt, by seat; the 22nd tile is the widow.
    discard : int or None
        Tile id; None until the exchange.

    Examples
    --------
    >>> deal = "6-6 6-5 6-4 6-3 6-2 6-1 5-5 | 5-4 5-3 5-2 5-1 4-4 4-3 4-2 | 4-1 3-3 3-2 3-1 2-2 2-1 1-1"
    >>> state = State.start(deal)
    >>> state = state.apply("7").apply("pass").apply("pass").apply("out=0-0,trump=6")
    >>> state.contract
    Contract(bid=7, trump=<Trump.SIXES: 6>, declarer=0)
    >>> state.apply("6-6").seat
    1
    """  # noqa: E501 - a deal is one line

    deal: Deal
    discard: int | None = None

    @classmethod
    def start(
        cls,
        deal: Deal | str,
        *,
        first_caller: int = 0,
        scores: Iterable[int] = (0, 0, 0),
        rules: Rules = DEFAULT_RULES,
    ) -> Self:
        """Return a hand that begins.

        Parameters
        ----------
        deal : Deal or str
            Three hands of 7 tiles, of seats 0, 1, 2.
        first_caller : int
            Seat.
        scores : iterable of three int
            Before the hand.
        rules : Rules, optional

        Returns
        -------
        State

        Raises
        ------
        TypeError, ValueError
            If an argument can't be, or these scores have ended the match.
        """
        given = Deal.parse(deal) if isinstance(deal, str) else deal
        if not isinstance(given, Deal):
            raise TypeError(f"deal: expected a Deal or text, got {quoted(deal)}")
        if len(given) != HAND_SIZE:
            raise InvalidDealError(f"deal: expected hands of {HAND_SIZE} tiles, got {len(given)}")
        return cls(**begun(first_caller, scores, rules), deal=given)

    # --- What is so ---------------------------------------------------------------------------

    @cached_property
    def widow(self) -> int:
        """Tile id of the tile that was left over (R2)."""
        a, b, c = self.deal.hands
        (left,) = tile_ids(ALL_TILES & ~(a | b | c))
        return left

    @property
    def hands(self) -> tuple[int, int, int]:
        """Masks of the tiles that the seats hold now."""
        a, b, c = (self.observe(seat).hand for seat in range(SEATS))
        return a, b, c

    @cached_property
    def points(self) -> tuple[int, int, int] | None:
        """What each seat gained in the hand (R13); None until it is over."""
        if self.phase != "over":
            return None
        if self.contract is None:
            return (0, 0, 0)
        return score(self.contract, self.tricks, self.rules)

    @property
    def scores(self) -> tuple[int, int, int]:
        """Each seat's score, with this hand's points once it is over."""
        if self.points is None:
            return self.before
        a, b, c = (old + new for old, new in zip(self.before, self.points, strict=True))
        return a, b, c

    @cached_property
    def winner(self) -> int | None:
        """The seat that has won the match (R14, R15); None while it goes on."""
        if self.phase != "over":
            return None
        contract: Contract | None = self.contract
        tricks = self.tricks if contract else None
        return match_winner(self.scores, contract, tricks, self.rules)

    @property
    def is_hand_over(self) -> bool:
        """Whether all tiles are played, or all seats passed."""
        return self.phase == "over"

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return self.winner is not None

    # --- What can be done ---------------------------------------------------------------------

    def observe(self, seat: int | None = None) -> Observation:
        """Return what a seat knows.

        Parameters
        ----------
        seat : int, optional
            The one to act by default.

        Returns
        -------
        Observation

        Raises
        ------
        TypeError, ValueError
            If there is no such seat, or none is to act.
        """
        if seat is None and self.seat is None:
            raise ValueError("seat: expected 0 to 2, since nobody is to act")
        at = whole(self.seat if seat is None else seat, "seat", 0, SEATS - 1)
        if at not in self._seen:
            self._seen[at] = self._observed(at)
        return self._seen[at]

    @cached_property
    def _seen(self) -> dict[int, Observation]:
        return {}

    def _observed(self, seat: int) -> Observation:
        sees = seat == self.declarer and self.phase != "name"
        return Observation(
            **{field.name: getattr(self, field.name) for field in fields(Table)},
            me=seat,
            dealt=self.deal.hands[seat],
            widow=self.widow if sees else None,
            discard=self.discard if sees else None,
        )

    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat to act may do; nothing when the hand is over.

        Returns
        -------
        tuple of Action
            In the order of `Observation.legal_actions`.
        """
        return () if self.seat is None else self.observe().legal_actions()

    def apply(self, action: Action | str) -> Self:
        """Return the state after an action of the seat to act.

        Parameters
        ----------
        action : Action or str
            As `parse_action` reads it.

        Returns
        -------
        State
            A new one: this one stays as it is.

        Raises
        ------
        TypeError
            If it is no action.
        IllegalPlayError
            If the rules forbid it; the message names the rule.
        """
        done = parse_action(action) if isinstance(action, str) else action
        if not isinstance(done, Action):
            raise TypeError(f"action: expected an action or text, got {quoted(action)}")
        if done not in self.legal_actions():
            raise IllegalPlayError(
                refusal(self.observe(), done, self.legal_actions())
                if self.seat is not None
                else f"expected nothing, since the hand is over; got {done}"
            )
        if isinstance(done, Call):
            return replace(self, calls=(*self.calls, done.bid))
        if isinstance(done, Name):
            return replace(self, trump=done.trump)
        if isinstance(done, Exchange):
            after = replace(self, discard=done.discard, trump=done.trump, exchanged=True)
            assert after.contract is not None
            return replace(after, leader=first_lead(after.contract))
        return self.after_play(done)

    def next_hand(self, deal: Deal | str) -> Self:
        """Return the hand after this one (R3, R4): the scores stand, the first caller moves on.

        Parameters
        ----------
        deal : Deal or str

        Returns
        -------
        State

        Raises
        ------
        TypeError, InvalidDealError
            If the deal can't be.
        IllegalPlayError
            If this hand goes on, or the match is over.
        """
        if not self.is_hand_over or self.is_over:
            what = "over, with a winner" if self.is_over else "still in progress"
            raise IllegalPlayError(
                f"next_hand: this {'match' if self.is_over else 'hand'} is {what}"
            )
        return self.start(
            deal,
            first_caller=first_caller(self.first_caller, self.rules),
            scores=self.scores,
            rules=self.rules,
        )

    # --- Written down -------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that was done in this hand, in order."""
        made: list[Action] = [Call(call) for call in self.calls]
        if self.trump is not None:
            if self.rules.trump_before_widow:
                made.append(Name(self.trump))
            if self.discard is not None:
                made.append(Exchange(self.discard, self.trump))
        return (*made, *self.plays)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values, as JSON has them.

        Returns
        -------
        dict
            `deal`, `first_caller`, `scores` before the hand, `actions` as text, and `rules`, those
            that are not as by default.
        """
        return {
            "deal": str(self.deal),
            "first_caller": self.first_caller,
            "scores": list(self.before),
            "actions": [str(action) for action in self.actions],
            "rules": dict(self.rules.own),
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """Return the state that plain values stand for; each action is checked.

        Parameters
        ----------
        given : mapping
            As `to_dict` makes it; all but the deal may be left out.

        Returns
        -------
        State

        Raises
        ------
        TypeError, ValueError
            If something can't be.
        """
        if not isinstance(given, Mapping):
            raise TypeError(f"state: expected a mapping, got {quoted(given)}")
        known = ("deal", "first_caller", "scores", "actions", "rules")
        if "deal" not in given or given.keys() - set(known):
            raise ValueError(
                f"state: expected {', '.join(known)}, got {', '.join(given) or 'none'}"
            )
        rules = given.get("rules", {})
        if not isinstance(rules, Mapping) or rules.keys() - asdict(DEFAULT_RULES).keys():
            raise ValueError(f"rules: expected known ones by name, got {quoted(rules)}")
        state = cls.start(
            given["deal"],
            first_caller=given.get("first_caller", 0),
            scores=given.get("scores", (0, 0, 0)),
            rules=Rules(**rules),
        )
        for action in in_order(given.get("actions", ()), "actions"):
            state = state.apply(action)
        return state

    def __repr__(self) -> str:
        """Return the hands, and what all see."""
        lines = [
            f"  seat {seat}   {format_tiles(held) or 'nothing'}"
            for seat, held in enumerate(self.hands)
        ]
        out, what = (self.widow, "widow") if self.discard is None else (self.discard, "discard")
        return "\n".join(
            [
                "A hand in progress" if self.seat is not None else "A hand that is over",
                *lines,
                f"  {what:<8} {tile_name(out)}",
                *described(self),
            ]
        )
