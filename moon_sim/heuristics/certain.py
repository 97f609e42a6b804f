"""Tricks that are certain: taken on every layout, by a plan that needs no look at it."""

from functools import lru_cache
from typing import Any

from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    TRUMP_SUIT,
    InvalidDealError,
    Rules,
    Tiles,
    Trump,
    TrumpLike,
    as_mask,
    as_tile,
    check_supported,
    check_trump,
    format_tiles,
    led_suit,
    suit_tiles,
)
from moon_sim.heuristics.hand_features import from_the_top


def certain_tricks(
    hand: Tiles, trump: TrumpLike, discard: str | None = None, rules: Rules = DEFAULT_RULES
) -> int:
    """Return how many tricks the declarer is sure to take by leading from the top of its suits.

    Parameters
    ----------
    hand : str, int or list of str
        The declarer's tiles, up to 7, as text, as a mask or as a list.
    trump : Trump, int or str
    discard : str, optional
        The tile that is out of play; none that the declarer knows by default, as before it sees
        the widow.
    rules : Rules, optional

    Returns
    -------
    int
        Tricks, 0-7. With 7 the hand is a laydown.

    Raises
    ------
    TypeError
        If an argument has a wrong type.
    InvalidDealError
        If the tiles can't be.
    IllegalPlayError
        If the trump can't be.

    Notes
    -----
    A tile led wins if no higher one of its suit is out, or if none at all is, as each lead of a
    suit draws at least one of those that are. So the length `t` of a number as trump draws all
    other trumps if it is headed by the top `6 - t`; as long as it does not, other tiles may be
    trumped and are not counted. A tile of two suits is drawn by either. What a plan can win that
    counts more closely is not found: the true number may be higher. Of the laydowns none is
    missed (48,191 hands, discards and trumps: `reports/shoot_the_moon/`).

    Examples
    --------
    >>> certain_tricks("6-6 6-5 6-3 6-1 5-5 4-4 4-3", trump=6), certain_tricks("6-6 5-5 2-1", 6)
    (6, 1)
    """
    check_supported(rules, "certain_tricks", "trump_before_widow")
    named = check_trump(trump, rules)
    held = as_mask(hand, "hand")
    gone = 0 if discard is None else 1 << as_tile(discard, "discard")
    if held.bit_count() > HAND_SIZE:
        raise InvalidDealError(f"hand: expected up to {HAND_SIZE} tiles, got {held.bit_count()}")
    if held & gone:
        raise InvalidDealError(f"discard {format_tiles(held & gone)} is in the hand, too")
    out = ALL_TILES & ~held & ~gone
    taken: dict[int, int] = {}
    drawn = True
    while drawn:
        drawn = False
        for suit in (TRUMP_SUIT, *range(TRUMP_SUIT)):
            leads, on_top, hidden = top_leads(suit, named, held, out, rules)
            taken[suit] = leads if on_top >= hidden else on_top
            if hidden and taken[suit] >= hidden:
                out &= ~_suit(suit, named)
                drawn = True
            elif hidden and suit == TRUMP_SUIT:
                return taken[suit]
    return sum(taken.values())


def top_leads(
    suit: int, trump: Trump, held: Any, hidden: Any, rules: Rules = DEFAULT_RULES
) -> tuple[Any, Any, Any]:
    """Return how many tiles lead a suit, how many of them are on top, and how many are hidden.

    Those on top have no hidden tile of the suit above them. Led first, they win one after the
    other, and each draws at least one of the hidden ones: as many draw them all.

    Parameters
    ----------
    suit : int
        0-6 for the numbers, 7 for trump.
    trump : Trump
    held, hidden : int or (n,) int64 array
        Masks of the declarer's tiles, and of those that others may hold.
    rules : Rules, optional

    Returns
    -------
    leads, on_top, hidden : int or (n,) int64 array
        Tiles.

    Examples
    --------
    Of 6-6, 6-5 and 6-3 the first two are above 6-4, one of the three sixes that are hidden.

    >>> from moon_sim.game import ALL_TILES, parse_tiles
    >>> sixes = parse_tiles("6-6 6-5 6-3")
    >>> top_leads(6, Trump.NONE, sixes, ALL_TILES & ~sixes)
    (3, 2, 3)
    """
    leads = on_top = against = held & 0
    clear = 1  # nothing down to here is hidden
    for tile, leads_it in _order(suit, trump, rules):
        mine = held >> tile & leads_it
        other = hidden >> tile & 1
        leads, on_top, against = leads + mine, on_top + (mine & clear), against + other
        clear = clear & ~other
    return leads, on_top, against


_suit = lru_cache(suit_tiles)


@lru_cache
def _order(suit: int, trump: Trump, rules: Rules) -> tuple[tuple[int, bool], ...]:
    """Return the tiles of a suit, highest first, each with whether it leads the suit."""
    return tuple((tile, led_suit(tile, trump) == suit) for tile in from_the_top(suit, trump, rules))
