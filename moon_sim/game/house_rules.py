"""What the sources leave open, and what tables play otherwise: the fields of `Rules`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from moon_sim.game.checks import quoted, whole

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


@dataclass(frozen=True, repr=False)
class Rules:
    """What the sources leave open, decided, and house rules, which are off by default.

    Attributes
    ----------
    first_caller_moves : int
        R3: by how many seats clockwise the first caller moves each hand.
    last_caller_must_bid : bool
        R4: when the others passed, the last caller must make the lowest bid, so that no hand is
        thrown in.
    lowest_bid : int
        R3: the bids are the numbers from this one to 7, and 21.
    trump_before_widow : bool
        R6 before R5: the declarer names trump before it sees the widow.
    doubles_may_be_trump : bool
        R6: False leaves the numbers and none.
    leader_names_suit : bool
        R8: the leader of a tile off trump names which of its two numbers is led.
    doubles_high_to_low : bool
        R10: with doubles as trump, 6-6 is the highest and 0-0 the lowest; False turns it round.
    first_lead_must_be_trump : bool
        R12: the declarer's first lead must be a trump, if it holds one.
    set_pays_defenders : bool
        R13: a set costs the declarer nothing and gives each defender the bid, besides its tricks.
    made_moon_wins_match : bool
        R14: a made 21 wins the match at once, whatever the score; False scores it as 21 points.
    declarer_wins_ties : bool
        R15: of those who are level at the top, the declarer wins instead of the match going on.
    winning_score : int
        R15: the score that wins the match. The bid of 21 stays 21.

    Raises
    ------
    TypeError
        If a field has a wrong type.
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> Rules(lowest_bid=3)
    Rules(lowest_bid=3)
    """

    first_caller_moves: int = 1
    last_caller_must_bid: bool = False
    lowest_bid: int = 4
    trump_before_widow: bool = False
    doubles_may_be_trump: bool = True
    leader_names_suit: bool = False
    doubles_high_to_low: bool = True
    first_lead_must_be_trump: bool = False
    set_pays_defenders: bool = False
    made_moon_wins_match: bool = True
    declarer_wins_ties: bool = False
    winning_score: int = 21

    def __post_init__(self) -> None:
        limits = {"first_caller_moves": (0, None), "lowest_bid": (1, 7), "winning_score": (1, None)}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in limits:
                object.__setattr__(self, field.name, whole(value, field.name, *limits[field.name]))
            elif type(value) is not bool:
                raise TypeError(f"{field.name}: expected True or False, got {quoted(value)}")

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Self:
        """Return the rules that a text names.

        Parameters
        ----------
        text : str or iterable of str
            `NAME=VALUE`, several of them parted by spaces or commas; all others are as by default.

        Returns
        -------
        Rules

        Raises
        ------
        ValueError
            If there is no such rule, or it can't have that value; the message lists what there is.

        Examples
        --------
        >>> Rules.parse("lowest_bid=3, last-caller-must-bid=yes")
        Rules(last_caller_must_bid=True, lowest_bid=3)
        """
        given: dict[str, Any] = {}
        for part in re.split(r"[\s,]+", text if isinstance(text, str) else " ".join(text)):
            if not part:
                continue
            word, equals, value = part.partition("=")
            name = word.lower().replace("-", "_")
            if not equals or name not in asdict(cls()):
                known = ", ".join(asdict(cls()))
                raise ValueError(f"rules: expected NAME=VALUE with one of {known}; got {part!r}")
            if name in given:
                raise ValueError(f"rules: expected {name} once, got it twice")
            given[name] = _value(name, value, getattr(cls, name))
        return cls(**given)

    @property
    def own(self) -> Mapping[str, Any]:
        """The fields that are not as by default, by name."""
        usual = asdict(type(self)())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}

    def __str__(self) -> str:
        """Return them as `parse` reads them."""
        return ", ".join(f"{name}={str(value).lower()}" for name, value in self.own.items())

    def __repr__(self) -> str:
        """Return the fields that are not as by default."""
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in self.own.items())})"


DEFAULT_RULES = Rules()

# Each rule bears on one of three things.

AUCTION_AND_SCORE = (
    "first_caller_moves",
    "last_caller_must_bid",
    "lowest_bid",
    "set_pays_defenders",
    "made_moon_wins_match",
    "declarer_wins_ties",
    "winning_score",
)
"""The rules by which no tile is played otherwise, and no trump named."""

CHOICE_OF_TRUMP = ("trump_before_widow", "doubles_may_be_trump")
"""The rules by which no tile is played otherwise once trump is named."""

PLAY = ("leader_names_suit", "doubles_high_to_low", "first_lead_must_be_trump")
"""The rules of the play of the tiles."""

FOLLOWED = (*AUCTION_AND_SCORE, "doubles_may_be_trump", "doubles_high_to_low")
"""The rules that all follow who take rules, but for those who say otherwise."""


def _value(name: str, text: str, usual: bool | int) -> bool | int:
    if isinstance(usual, bool):
        if text.lower() in _TRUE + _FALSE:
            return text.lower() in _TRUE
        raise ValueError(f"rules: {name}: expected true or false, got {text!r}")
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"rules: {name}: expected a whole number, got {text!r}") from None


def check_rules(rules: object) -> Rules:
    """Return rules that are some.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    Rules

    Raises
    ------
    TypeError
        If they are none.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules: expected Rules, got {quoted(rules)}")
    return rules


def check_supported(rules: object, function: str, *more: str, without: Iterable[str] = ()) -> Rules:
    """Return rules that a function follows; one that it does not know is refused by name.

    Parameters
    ----------
    rules : Rules
    function : str
        What the message begins with.
    *more : str
        The names of those that it follows besides `FOLLOWED`.
    without : iterable of str
        The names of those among `FOLLOWED` that it does not follow.

    Returns
    -------
    Rules

    Raises
    ------
    TypeError
        If they are none.
    ValueError
        If one that is not as by default is not followed.

    Examples
    --------
    >>> check_supported(Rules(lowest_bid=3), "certain_tricks")
    Rules(lowest_bid=3)
    >>> check_supported(Rules(leader_names_suit=True), "certain_tricks")
    Traceback (most recent call last):
        ...
    ValueError: certain_tricks: the rule leader_names_suit is not supported
    """
    given = check_rules(rules)
    for name in given.own:
        if name not in {*FOLLOWED, *more} - {*without}:
            raise ValueError(f"{function}: the rule {name} is not supported")
    return given
