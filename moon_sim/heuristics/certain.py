"""Tricks that are certain: taken on every layout, by a plan that needs no look at it."""

from functools import lru_cache

from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    TRUMP_SUIT,
    InvalidDealError,
    Rules,
    Tiles,
    Trump,
    as_mask,
    format_tiles,
    led_suit,
    rank,
    suit_tiles,
    tile_ids,
)

__all__ = ["certain_tricks"]


def certain_tricks(
    hand: Tiles, trump: Tiles, discard: Tiles = 0, rules: Rules = DEFAULT_RULES
) -> int:
    """Return how many tricks the declarer is sure to take by leading from the top of its suits.

    Parameters
    ----------
    hand : str or int
        The declarer's tiles, up to 7, as text or as a mask.
    trump : Trump, int or str
    discard : str or int
        Tiles that are out of play, for all that the declarer knows; none by default, as before the
        widow is seen.
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
    named = Trump.parse(trump)
    held, gone = as_mask(hand, "hand"), as_mask(discard, "discard")
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
            others = out & _suit(suit, named)
            taken[suit] = _winners(held, suit, others, named, rules)
            if others and taken[suit] >= others.bit_count():
                out &= ~others
                drawn = True
            elif others and suit == TRUMP_SUIT:
                return taken[suit]
    return sum(taken.values())


_suit = lru_cache(suit_tiles)


def _winners(held: int, suit: int, others: int, trump: Trump, rules: Rules) -> int:
    """Return how many leads of a suit win in a row, its highest first."""

    def strength(tile: int) -> int:
        return rank(tile, suit, trump, rules)

    leads = [tile for tile in tile_ids(held) if led_suit(tile, trump) == suit]
    if not others:
        return len(leads)
    rival = max(map(strength, tile_ids(others)))
    for place, tile in enumerate(sorted(leads, key=strength, reverse=True)):
        if place < others.bit_count() and strength(tile) < rival:
            return place
    return len(leads)
