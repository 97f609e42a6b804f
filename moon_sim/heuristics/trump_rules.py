"""Which trump to name, and what to bid: rules of thumb.

A rule looks at 8 tiles when it names trump and at 7 when it bids. Most give each trump a value and
name one with the highest. All break ties alike: by the most tiles, then by the most of the three
highest ones, then the lower number; 0 comes after the other numbers, then doubles, and no trump
last (`moon_sim.heuristics.tie_break`). The point count alone has ties of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from moon_sim.game import (
    BIDS,
    DEFAULT_RULES,
    HAND_SIZE,
    NUMBER_BIDS,
    PASS,
    TILES,
    TRUMP_SUIT,
    Rules,
    Trump,
    bids,
    suit_tiles,
    tile_ids,
    tile_name,
    trumps,
)
from moon_sim.heuristics.certain import certain_tricks
from moon_sim.heuristics.counting import best_trump, point_count
from moon_sim.heuristics.hand_features import DOUBLES, break_tie, features, from_the_top


@dataclass(frozen=True)
class TrumpRule:
    """A rule that names trump, and perhaps bids.

    Attributes
    ----------
    name : str
    about : str
        What it does, in a line.
    source : str
        Where it comes from.
    most : callable
        From the mask of the 8 tiles, a Generator and the rules, the trumps that are the best by
        its words: one, or more that they do not tell apart.
    discard : str
        The discard rule that goes with it.
    call : callable or None
        From the mask of the 7 tiles and the rules, 0 to pass or a bid.
    """

    name: str
    about: str
    source: str
    most: Callable[[int, np.random.Generator, Rules], list[Trump]]
    discard: str
    call: Callable[[int, Rules], int] | None = None

    def trump(self, tiles: int, rng: np.random.Generator, rules: Rules = DEFAULT_RULES) -> Trump:
        """Return the trump to name, of equal ones the one that `tie_break` prefers.

        Parameters
        ----------
        tiles : int
            Mask of the holding, or of the hand before the widow is seen.
        rng : Generator
            For rules that draw.
        rules : Rules

        Returns
        -------
        Trump
        """
        return break_tie(tiles, self.most(tiles, rng, rules), rules)


Value = Callable[[int, Trump, Rules], float]
"""From tiles, a trump and the rules, what the trump is worth."""

NUMBERS = tuple(Trump)[: Trump.DOUBLES]


def _most(
    value: Value,
    tiles: int,
    rng: np.random.Generator,
    rules: Rules,
    among: Sequence[Trump] | None = None,
) -> list[Trump]:
    worth = {trump: value(tiles, trump, rules) for trump in among or trumps(rules)}
    most = max(worth.values())
    return [trump for trump, each in worth.items() if each == most]


def _tricks(value: Value, more: int, tiles: int, rules: Rules) -> int:
    """Return the bid for the whole tricks that the best trump is worth, and some more."""
    tricks = int(max(value(tiles, trump, rules) for trump in trumps(rules))) + more
    return min(tricks, HAND_SIZE) if tricks >= min(bids(rules)) else PASS


# --- What a trump is worth --------------------------------------------------------------------


def _random(tiles: int, rng: np.random.Generator, rules: Rules) -> list[Trump]:
    return [trumps(rules)[int(rng.integers(len(trumps(rules))))]]


def _length(tiles: int, trump: Trump, rules: Rules) -> float:
    return features(tiles, trump, rules).trumps


def _weight(tiles: int, trump: Trump, rules: Rules) -> float:
    return sum(sum(TILES[tile]) for tile in tile_ids(tiles & suit_tiles(TRUMP_SUIT, trump)))


def _sure(tiles: int, trump: Trump, rules: Rules) -> float:
    held = features(tiles, trump, rules)
    return held.top_trumps + held.outside_doubles


TRUMP_WEIGHTS = (1.0, 0.55, 0.25)
"""What a trump counts with 0, 1, and 2 or more higher ones out."""

DOUBLE_WEIGHT, COVERED_WEIGHT = 0.75, 0.25
"""What an outside double and a covered tile count."""


def _weighted(tiles: int, trump: Trump, rules: Rules) -> float:
    held = features(tiles, trump, rules)
    value = DOUBLE_WEIGHT * held.outside_doubles + COVERED_WEIGHT * held.covered
    out = 0
    for tile in from_the_top(TRUMP_SUIT, trump, rules):
        if tiles >> tile & 1:
            value += TRUMP_WEIGHTS[min(out, len(TRUMP_WEIGHTS) - 1)]
        else:
            out += 1
    return round(value, 2)  # whole hundredths, so that equal values are equal


def _double_led(tiles: int, trump: Trump, rules: Rules) -> float:
    """Return 1 for a number that counts, 0 for another; four doubles go before both.

    The rule says what to name, and nothing of bids.
    """
    held = features(tiles, trump, rules)
    if trump in NUMBERS:
        return held.trumps >= 5 or (held.trumps >= 3 and held.double)
    doubles = features(tiles, Trump.DOUBLES, rules)
    draws = Trump.DOUBLES in trumps(rules) and (
        doubles.top_trumps + doubles.trumps >= DOUBLES.bit_count()
    )
    return 2 if doubles.trumps >= 4 and draws == (trump == Trump.DOUBLES) else -1


MAX_BID = 8
"""The most that `_pattern` gives."""


def _pattern(tiles: int, trump: Trump, rules: Rules) -> float:
    """Return how much is there of four trumps, the top two of them, and two outside doubles."""
    held = features(tiles, trump, rules)
    return min(held.trumps, 4) + min(held.top_trumps, 2) + min(held.outside_doubles, 2)


def _linear(tiles: int, trump: Trump, rules: Rules) -> float:
    held = features(tiles, trump, rules)
    return held.trumps + held.double + held.outside_doubles


def _certain(tiles: int, trump: Trump, rules: Rules) -> float:
    """Return the tricks that are certain, of 8 tiles with the best discard."""
    if tiles.bit_count() <= HAND_SIZE:
        return certain_tricks(tiles, trump, rules=rules)
    sides = tile_ids(tiles & ~suit_tiles(TRUMP_SUIT, trump))
    return max(
        certain_tricks(tiles & ~(1 << gone), trump, tile_name(gone), rules) for gone in sides
    )


def _counted(tiles: int, rng: np.random.Generator, rules: Rules) -> list[Trump]:
    return [best_trump(tiles, rules)]


# --- Bids -------------------------------------------------------------------------------------


def _bid_max(hand: int, rules: Rules) -> int:
    """Bid 7: the hand can still lose a trick, so 21 is left to laydowns."""
    most = max(_pattern(hand, trump, rules) for trump in trumps(rules))
    return max(NUMBER_BIDS) if most == MAX_BID else PASS


def _bid_counted(hand: int, rules: Rules) -> int:
    return point_count(hand, rules).bid


def _bid_laydown(hand: int, rules: Rules) -> int:
    """Bid 21 with a laydown as dealt: whatever the widow is, it can be thrown."""
    most = max(_certain(hand, trump, rules) for trump in trumps(rules))
    return max(BIDS) if most == HAND_SIZE else PASS


WEIGHTED_MORE, LINEAR_MORE = 1, -1
"""What these two bid above the whole tricks that they count: for the widow and the lead.

Of the steps tried on 60 random hands, they gained the most.
"""


TRUMP_RULES: dict[str, TrumpRule] = {
    rule.name: rule
    for rule in (
        TrumpRule("random", "any of the nine trumps", "a yardstick", _random, "random"),
        TrumpRule(
            "longest",
            "the number with the most tiles; of equal ones that with the most of its three "
            "highest, then the lower",
            "folklore",
            partial(_most, _length, among=NUMBERS),
            "lowest",
        ),
        TrumpRule(
            "heaviest",
            "the number with the most pips on its tiles",
            "folklore",
            partial(_most, _weight, among=NUMBERS),
            "lowest",
        ),
        TrumpRule(
            "sure-tricks",
            "the trump with the most of unbroken top trumps and outside doubles; bids that many",
            "folklore",
            partial(_most, _sure),
            "keep-doubles",
            partial(_tricks, _sure, 0),
        ),
        TrumpRule(
            "weighted",
            "a trump counts 1, 0.55, 0.25 with 0, 1, 2 or more higher ones out, an outside double "
            f"{DOUBLE_WEIGHT:g}, a covered tile {COVERED_WEIGHT:g}; bids one more than the whole "
            "tricks",
            "folklore; weights of outside tiles and bid are this library's",
            partial(_most, _weighted),
            "uncovered",
            partial(_tricks, _weighted, WEIGHTED_MORE),
        ),
        TrumpRule(
            "double-led",
            "the longest number of three tiles with its double or of five, or else of any; with "
            "four doubles none, or doubles if the top ones draw the others",
            "folklore",
            partial(_most, _double_led),
            "keep-doubles",
        ),
        TrumpRule(
            "max-bid",
            "looks for four trumps with the top two and two outside doubles; bids 7 with them",
            "folklore",
            partial(_most, _pattern),
            "uncovered",
            _bid_max,
        ),
        TrumpRule(
            "laydown",
            "the most tricks that no layout can take away; bids 21 if all seven are such",
            "what every layout gives",
            partial(_most, _certain),
            "keep-certain",
            _bid_laydown,
        ),
        TrumpRule(
            "linear",
            "a point for each trump, one for its highest, one for each outside double; bids the "
            "points less one",
            "folklore; points and bid are this library's",
            partial(_most, _linear),
            "keep-doubles",
            partial(_tricks, _linear, LINEAR_MORE),
        ),
        TrumpRule(
            "point-count",
            "the number with the most points: one for each trump, one for each of its two highest, "
            "one for each double; bids by the points",
            "this library's: of counts in ones what gains most with all hands "
            "(moon_sim.point_count)",
            _counted,
            "uncovered",
            _bid_counted,
        ),
    )
}
"""All rules that name trump, by name."""
