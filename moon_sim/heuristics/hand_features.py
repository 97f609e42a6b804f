"""What players count in a hand: trumps, honours, outside doubles, voids, pips."""

from collections.abc import Sequence
from functools import lru_cache
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    TILES,
    TRUMP_SUIT,
    InvalidDealError,
    Rules,
    Tiles,
    Trump,
    TrumpLike,
    as_mask,
    check_rules,
    format_tiles,
    in_order,
    rank,
    suit_tiles,
    tile_ids,
)
from moon_sim.game import trumps as all_trumps

if TYPE_CHECKING:
    import pandas as pd

HONOURS = 3
"""How many of the highest trumps are honours."""

DOUBLES = sum(1 << tile for tile, (high, low) in enumerate(TILES) if high == low)
"""The mask of all seven doubles."""

_PIPS = np.array([high + low for high, low in TILES])


class Features(NamedTuple):
    """What players count in a hand, for a trump that they think of.

    Attributes
    ----------
    trumps : int
        Trumps held; 0 without a trump, as are the next four.
    top_trumps : int
        Trumps held above the highest one that is not: unbroken from the top.
    honours : int
        Of the three highest trumps, how many are held. Trump 0 has but one.
    top_two : int
        Of the two highest trumps, how many are held.
    double : int
        1 if the highest trump is held: of a number its double, of doubles 6-6 (0-0 by
        `doubles_high_to_low=False`). Else 0.
    outside_doubles : int
        Doubles held that are no trumps.
    covered : int
        Tiles held, neither trump nor double, with the double of their higher number held too.
    voids : int
        Suits of numbers without a tile in the hand, of those that have tiles: a number that is
        trump has none, nor has 0 with doubles as trump.
    pips : int
        Pips on all tiles of the hand.
    """

    trumps: int
    top_trumps: int
    honours: int
    top_two: int
    double: int
    outside_doubles: int
    covered: int
    voids: int
    pips: int

    def __repr__(self) -> str:
        """Return its fields on lines that fit a prompt."""
        said = ", ".join(f"{name}={value}" for name, value in self._asdict().items())
        return fill(f"Features({said})", 80, subsequent_indent=" " * len("Features("))


def features(hand: Tiles, trump: TrumpLike, rules: Rules = DEFAULT_RULES) -> Features:
    """Return what players count in a hand, for a trump.

    Parameters
    ----------
    hand : str or int
        1 to 8 tiles, as text, as a list of tiles or as a mask.
    trump : Trump, int or str
    rules : Rules, optional

    Returns
    -------
    Features

    Raises
    ------
    TypeError
        If an argument has a wrong type.
    InvalidDealError
        If the tiles can't be.
    IllegalPlayError
        If the trump can't be.

    Examples
    --------
    >>> features("6-6 6-5 6-3 5-5 5-4 2-1 1-1", trump=6)._asdict()
    {'trumps': 3, 'top_trumps': 2, 'honours': 2, 'top_two': 2, 'double': 1, 'outside_doubles': 2,
    'covered': 1, 'voids': 2, 'pips': 56}
    """
    held = np.array([_checked(hand, "hand")])
    return Features(*_count(held, Trump.parse(trump), rules)[0].tolist())


def features_frame(
    hands: Sequence[Tiles], trumps: Sequence[TrumpLike] | None = None, rules: Rules = DEFAULT_RULES
) -> "pd.DataFrame":
    """Return what players count in many hands, for each of some trumps.

    Parameters
    ----------
    hands : sequence of hands
        Each of 1 to 8 tiles, as text, as a list of tiles or as a mask: a list of texts is one of
        hands, and so is `[["6-6", "6-5"]]` with one hand in it.
    trumps : sequence of Trump, int or str, optional
        All that there are by default.
    rules : Rules, optional

    Returns
    -------
    DataFrame
        A row per (hand, trump), hand by hand: `hand` as text, `trump` as `Trump`. Its columns are
        the fields of `Features`, int64.

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        As `features` does.

    Examples
    --------
    >>> frame = features_frame(["6-6 6-5 5-5 0-0", "2-1"], trumps=[6, "none"])
    >>> frame.loc[("6-6 6-5 5-5 0-0", Trump.SIXES), ["trumps", "outside_doubles"]].tolist()
    [2, 2]
    """
    import pandas as pd

    given = in_order(hands, "hands", "several hands")
    held = np.array([_checked(hand, f"hands[{n}]") for n, hand in enumerate(given)], np.int64)
    asked = all_trumps(rules) if trumps is None else in_order(trumps, "trumps")
    named = [Trump.parse(trump) for trump in asked]
    counted = np.stack([_count(held, trump, rules) for trump in named], axis=1)
    texts = pd.Index([format_tiles(int(hand)) for hand in held], dtype=object)
    rows = pd.MultiIndex.from_product(
        [texts, pd.Index(named, dtype=object)], names=["hand", "trump"]
    )
    return pd.DataFrame(
        counted.reshape(-1, len(Features._fields)), index=rows, columns=list(Features._fields)
    )


@lru_cache
def from_the_top(suit: int, trump: Trump, rules: Rules = DEFAULT_RULES) -> tuple[int, ...]:
    """Return the tiles of a suit, highest first (R10).

    Parameters
    ----------
    suit : int
        0-6 for the numbers, 7 for trump.
    trump : Trump
    rules : Rules, optional

    Returns
    -------
    tuple of int
        Tile ids; none of trumps without a trump.

    Examples
    --------
    >>> [TILES[tile] for tile in from_the_top(TRUMP_SUIT, Trump.ONES)[:3]]
    [(1, 1), (6, 1), (5, 1)]
    """
    check_rules(rules)
    tiles = tile_ids(suit_tiles(suit, trump))
    return tuple(sorted(tiles, key=lambda tile: -rank(tile, suit, trump, rules)))


def tie_break(held: "Features | pd.DataFrame", trump: Any) -> Any:
    """Return what decides between trumps that are worth the same; the more, the better.

    It is the trump with the most tiles; of equal ones that with the most honours; then the lower
    number. After the numbers from 1 to 6 come 0, doubles, and no trump. Why the lower one, and what
    other ways to decide would cost, is in ``reports/trump_choice/``.

    Parameters
    ----------
    held : Features or DataFrame
        What is held of each trump: `Features`, or many of them with its fields as columns.
    trump : int or (n,) array of int
        The trump of each.

    Returns
    -------
    int or (n,) array of int

    Examples
    --------
    >>> hand = "6-5 6-4 6-2 5-1 4-1 2-1"
    >>> max(Trump, key=lambda trump: tie_break(features(hand, trump), trump))
    <Trump.SIXES: 6>
    """
    zero_comes_after_six = 13 * (trump == Trump.ZEROS)
    return (held.trumps * (HONOURS + 1) + held.honours) * 32 - 2 * trump - zero_comes_after_six


def break_tie(hand: Tiles, trumps: Sequence[Trump], rules: Rules = DEFAULT_RULES) -> Trump:
    """Return the one of some trumps that `tie_break` decides for.

    Parameters
    ----------
    hand : str or int
        1 to 8 tiles, as text, as a list of tiles or as a mask.
    trumps : sequence of Trump
        One or more.
    rules : Rules, optional

    Returns
    -------
    Trump

    Raises
    ------
    TypeError, InvalidDealError
        If the tiles can't be.

    Examples
    --------
    >>> break_tie("6-5 6-4 6-2 4-4 4-1 3-3 2-1 0-0", [Trump.SIXES, Trump.FOURS])
    <Trump.FOURS: 4>
    """
    return max(trumps, key=lambda trump: tie_break(features(hand, trump, rules), trump))


def covering(tile: int) -> int:
    """Return the double that covers a tile: that of its higher number.

    Parameters
    ----------
    tile : int
        Tile id, 0-21.

    Returns
    -------
    int
        Tile id.

    Examples
    --------
    >>> from moon_sim.game import as_tile, tile_name
    >>> tile_name(covering(as_tile("5-2")))
    '5-5'
    """
    return TILES.index((TILES[tile][0], TILES[tile][0]))


def _checked(hand: Tiles, name: str) -> int:
    mask = as_mask(hand, name)
    if not 1 <= mask.bit_count() <= HAND_SIZE + 1:
        raise InvalidDealError(
            f"{name}: expected 1 to {HAND_SIZE + 1} tiles, got {mask.bit_count()}"
        )
    return mask


class _Tables(NamedTuple):
    """What to look for in a hand: all masks but `order`, which is tile ids."""

    order: NDArray[np.int64]  # trumps, highest first
    outside_doubles: int
    covered: NDArray[np.int64]  # tile and double of each that can be covered
    suits: NDArray[np.int64]


@lru_cache
def _tables(trump: Trump, rules: Rules) -> _Tables:
    trumps = suit_tiles(TRUMP_SUIT, trump)
    sides = tile_ids(ALL_TILES & ~DOUBLES & ~trumps)
    suits = [suit_tiles(suit, trump) for suit in range(TRUMP_SUIT)]
    return _Tables(
        np.array(from_the_top(TRUMP_SUIT, trump, rules), np.int64),
        DOUBLES & ~trumps,
        np.array([1 << tile | 1 << covering(tile) for tile in sides]),
        np.array([suit for suit in suits if suit]),
    )


def _count(hands: NDArray[np.int64], trump: Trump, rules: Rules) -> NDArray[np.int64]:
    """Return the features of hands for one trump: (n, 9)."""
    tables = _tables(trump, rules)
    held = hands[:, None] >> tables.order & 1
    counted = [
        held.sum(axis=1),
        held.cumprod(axis=1).sum(axis=1),
        held[:, :HONOURS].sum(axis=1),
        held[:, :2].sum(axis=1),
        held[:, :1].sum(axis=1),
        np.bitwise_count(hands & tables.outside_doubles),
        (hands[:, None] & tables.covered == tables.covered).sum(axis=1),
        (hands[:, None] & tables.suits == 0).sum(axis=1),
        (hands[:, None] >> np.arange(len(TILES)) & 1) @ _PIPS,
    ]
    return np.stack(counted, axis=1).astype(np.int64)
