"""Selectors: who chooses discard, trump and bid, by a rule of thumb or by odds."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from inspect import signature
from textwrap import shorten
from typing import Any, NamedTuple

import numpy as np

from moon_sim.display import Result
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    PASS,
    PLAY,
    TILES,
    IllegalPlayError,
    Rules,
    Seed,
    Tiles,
    Trump,
    TrumpLike,
    as_mask,
    as_seed,
    as_tile,
    bids,
    check_rules,
    check_supported,
    check_trump,
    number_bids,
    target,
    tile_name,
)
from moon_sim.heuristics.discard_rules import DiscardRule, worth
from moon_sim.heuristics.hand_features import features, tie_break
from moon_sim.heuristics.trump_rules import TrumpRule
from moon_sim.odds import bid_odds, exchange_odds

NAME = re.compile(r"[A-Za-z0-9]+([-+][A-Za-z0-9]+)*")
"""What can be typed as one word, and is no markup where it is printed."""


class Choice(NamedTuple):
    """What a declarer throws and names.

    Attributes
    ----------
    discard : str
    trump : Trump
    """

    discard: str
    trump: Trump


@dataclass(frozen=True, repr=False)
class Selector(Result):
    """A way to choose discard and trump from 8 tiles, and perhaps a bid from 7.

    Attributes
    ----------
    name : str
        What it is called by: letters, digits and hyphens; ``+`` joins the names of two rules.
    about : str
        What it does, in a line.
    source : str
        Where it comes from.
    chooser : callable
        From the mask of the 8 tiles, the bid (4-7, 21 or None) and a Generator, the discard as
        text and the trump as text, number or `Trump`. If it takes a keyword `rules`, it is given
        the `Rules`; else it knows the default ones alone.
    bidder : callable or None
        From the mask of the 7 tiles and a Generator, and `rules` likewise, 0 to pass or a bid; None
        if it does not bid.
    by_odds : bool
        Whether it works odds out, which takes its time, and is no rule of thumb.

    Raises
    ------
    ValueError
        If the name has other characters.

    Examples
    --------
    >>> from moon_sim import format_tiles
    >>> def doubles(holding, bid, rng):
    ...     return format_tiles(holding & -holding), "doubles"  # the tile with the lowest bit
    >>> Selector("all-doubles", "doubles, whatever they are", "me", doubles).choose(
    ...     "6-6 6-5 5-5 4-4 3-3 2-2 2-1 1-1"
    ... )
    Choice(discard='1-1', trump=<Trump.DOUBLES: 7>)
    """

    name: str
    about: str
    source: str
    chooser: Callable[..., tuple[str, TrumpLike]]
    bidder: Callable[..., int] | None = None
    by_odds: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not NAME.fullmatch(self.name):
            raise ValueError(
                f"selector name: expected letters, digits and hyphens, got {self.name!r}"
            )

    @property
    def bids(self) -> bool:
        """Whether it bids, too."""
        return self.bidder is not None

    def choose(
        self,
        holding: Tiles,
        bid: int | None = None,
        seed: Seed = None,
        *,
        rules: Rules = DEFAULT_RULES,
    ) -> Choice:
        """Return what to throw and what to name.

        Parameters
        ----------
        holding : str or int
            The 8 tiles between taking the widow and discarding, as text, as a list of tiles or as
            a mask.
        bid : int, optional
            4-7 or 21. Rules of thumb don't look at it; those that go by odds choose what is best
            for it, or without it what gains the most points at its best bid.
        seed : int or Generator, optional
            For those that draw.
        rules : Rules, optional
            Those by which trump is named once the widow is seen.

        Returns
        -------
        Choice

        Raises
        ------
        TypeError, ValueError
            If an argument has a wrong type, bid or seed is out of range, or the selector does not
            know the rules.
        InvalidDealError
            If the tiles can't be.
        IllegalPlayError
            If the chooser throws a tile that is not there, or names what is no trump.
        """
        check_supported(rules, "choose", "doubles_may_be_trump", *PLAY)
        held = as_mask(holding, "holding", HAND_SIZE + 1)
        if bid is not None:
            target(bid, rules)  # refuses what is no bid
        discard, trump = self._ask("chooser", held, bid, as_seed(seed), rules=rules)
        thrown = as_tile(discard, f"{self.name}: discard")
        if not held >> thrown & 1:
            raise IllegalPlayError(
                f"{self.name}: discard {tile_name(thrown)} is not in the holding (rule R5)"
            )
        return Choice(tile_name(thrown), check_trump(trump, rules))

    def bid(self, hand: Tiles, seed: Seed = None, *, rules: Rules = DEFAULT_RULES) -> int:
        """Return what to bid before the widow is seen, as the first caller.

        Parameters
        ----------
        hand : str or int
            The 7 tiles dealt, as text, as a list of tiles or as a mask.
        seed : int or Generator, optional
            For those that draw.
        rules : Rules, optional
            All are told to the selector.

        Returns
        -------
        int
            0 for a pass, or 4-7 or 21.

        Raises
        ------
        TypeError, ValueError
            If an argument has a wrong type, the seed is out of range, or the selector does not know
            the rules.
        InvalidDealError
            If the tiles can't be.
        IllegalPlayError
            If it does not bid, or bids what is no bid.
        """
        if self.bidder is None:
            raise IllegalPlayError(f"{self.name} does not bid")
        held = as_mask(hand, "hand", HAND_SIZE)
        bid = self._ask("bidder", held, as_seed(seed), rules=rules)
        if bid != PASS:
            target(bid, rules)
        return int(bid)

    def to_dict(self) -> dict[str, object]:
        """Return what is said of it as plain Python values.

        Returns
        -------
        dict
            `name`, `bids`, `by_odds`, `about` and `source`.
        """
        names = ("name", "bids", "by_odds", "about", "source")
        return {name: getattr(self, name) for name in names}

    def __repr__(self) -> str:
        """Return a line: selectors mostly stand in lists."""
        return shorten(f"Selector {self.name}: {self.about}", 100, placeholder=" ...")

    def _summary(self) -> tuple[str, dict[str, object]]:
        bids = "yes" if self.bids else "no"
        return f"Selector {self.name}", {"about": self.about, "source": self.source, "bids": bids}

    @cached_property
    def _told_rules(self) -> dict[str, bool]:
        """Whether each function takes a keyword `rules` after what it is given."""
        return {"chooser": _takes_rules(self.chooser, 3), "bidder": _takes_rules(self.bidder, 2)}

    def _ask(self, name: str, *given: object, rules: Rules) -> Any:
        """Return what a function answers, told the rules if it knows that there are several."""
        check_rules(rules)
        function = getattr(self, name)
        if self._told_rules[name]:
            return function(*given, rules=rules)
        if rules != DEFAULT_RULES:
            raise ValueError(f"rules: {self.name} knows only the default ones, got {rules!r}")
        return function(*given)


def _takes_rules(function: Any, given: int) -> bool:
    try:
        signature(function).bind(*range(given), rules=DEFAULT_RULES)
    except (TypeError, ValueError):
        return False
    return True


# --- By a rule of thumb -----------------------------------------------------------------------


def _choose(
    rule: TrumpRule,
    discard: DiscardRule,
    holding: int,
    bid: int | None,
    rng: np.random.Generator,
    rules: Rules,
) -> tuple[str, Trump]:
    trump = rule.trump(holding, rng, rules)
    return tile_name(discard.throw(holding, trump, bid, rng, rules)), trump


def _call(rule: TrumpRule, hand: int, rng: np.random.Generator, rules: Rules) -> int:
    assert rule.call is not None
    return rule.call(hand, rules)


def thumb_selector(rule: TrumpRule, discard: DiscardRule, name: str) -> Selector:
    """Return the selector of a rule that names trump and one that discards.

    Parameters
    ----------
    rule : TrumpRule
    discard : DiscardRule
    name : str

    Returns
    -------
    Selector
    """
    return Selector(
        name,
        f"{rule.about}; discard rule: {discard.name}",
        rule.source,
        partial(_choose, rule, discard),
        partial(_call, rule) if rule.call else None,
        discard.by_odds,
    )


# --- By odds ----------------------------------------------------------------------------------


def _choose_by_odds(
    layouts: int | None, holding: int, bid: int | None, rng: np.random.Generator, rules: Rules
) -> tuple[str, Trump]:
    """Choose by blind-lead odds; of equal ones by those of all bids, by tricks, by what is held."""
    table = exchange_odds(holding, layouts, rng, rules=rules)
    odds = table[[f"p{one}" for one in number_bids(rules)]].to_numpy().tolist()
    tricks = table["mean_tricks"].tolist()

    def merit(row: int) -> tuple[object, ...]:
        discard, trump = table.index[row]
        tile = as_tile(discard)
        held = features(holding & ~(1 << tile), trump, rules)
        return (
            worth(odds[row], bid, rules),
            sum(odds[row]),
            tricks[row],
            tie_break(held, trump),
            -sum(TILES[tile]),
            -tile,
        )

    discard, trump = table.index[max(range(len(table)), key=merit)]
    return discard, trump


def _bid_by_odds(layouts: int | None, hand: int, rng: np.random.Generator, rules: Rules) -> int:
    points = bid_odds(hand, layouts, rng, rules=rules).points
    return PASS if points.max() < 0 else bids(rules)[int(points.argmax())]


def odds_selector(layouts: int | None) -> Selector:
    """Return the selector that goes by blind-lead odds.

    What it sees are the tables of `moon_sim.exchange_odds` and `moon_sim.bid_odds`. With a sample
    these measure what they choose on fresh layouts: a choice has its leads from N layouts and its
    odds from N others, and a bid looks at more.

    Parameters
    ----------
    layouts : int or None
        How many to sample; None for all.

    Returns
    -------
    Selector
    """
    return Selector(
        f"sampled-{layouts}" if layouts else "exact",
        f"the best blind-lead odds on {layouts or 'all'} layout{'s' * (layouts != 1)}; bids what "
        "gains the most points",
        "sampling" if layouts else "the ceiling",
        partial(_choose_by_odds, layouts),
        partial(_bid_by_odds, layouts),
        by_odds=True,
    )
