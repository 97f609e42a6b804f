"""Card play without looking ahead: by chance, and as beginners are taught it.

Plain play knows three things: draw trumps while others may hold some, win a trick as cheaply as
can be if one's side does not have it yet, and otherwise throw the weakest tile.
"""

import numpy as np

from moon_sim.game import ALL_TILES, SEATS, TRUMP_SUIT, led_suit, rank, suit_tiles, tile_ids
from moon_sim.game import trick_winner as winner_of
from moon_sim.play.actions import Play
from moon_sim.play.observation import Observation
from moon_sim.play.pimc import plays_of, strength


def random_card(seen: Observation, rng: np.random.Generator) -> Play:
    """Play anything that is legal.

    Parameters
    ----------
    seen : Observation
    rng : Generator

    Returns
    -------
    Play
    """
    plays = plays_of(seen)
    return plays[rng.integers(len(plays))]


def plain_card(seen: Observation, rng: np.random.Generator) -> Play:
    """Play as beginners are taught it.

    Parameters
    ----------
    seen : Observation
    rng : Generator
        Not used.

    Returns
    -------
    Play
    """
    plays = plays_of(seen)

    def power(play: Play) -> tuple[bool, int, int]:
        return strength(play.tile, seen)

    plays.sort(key=power)
    if not seen.trick:
        return _lead(plays, seen)
    if _is_ours(seen):
        return plays[0]
    winning = [play for play in plays if _wins(play, seen)]
    return winning[0] if winning else plays[0]


def _lead(plays: list[Play], seen: Observation) -> Play:
    """Draw trumps with the best one; else lead a tile that wins for certain, or the weakest."""
    sure = [play for play in plays if _is_high(play, seen)]
    trumps = [play for play in sure if led_suit(play.tile, seen.trump or 0) == TRUMP_SUIT]
    if seen.me == seen.declarer and trumps and _out(TRUMP_SUIT, seen):
        return trumps[-1]
    aside = [play for play in sure if play not in trumps]
    if aside:
        return aside[-1]
    return plays[0]


def _out(suit: int, seen: Observation) -> int:
    """Return the tiles of a suit that this seat has not seen."""
    assert seen.trump is not None
    known = seen.hand | seen.played | (0 if seen.discard is None else 1 << seen.discard)
    return suit_tiles(suit, seen.trump) & ALL_TILES & ~known


def _is_high(play: Play, seen: Observation) -> bool:
    """Whether no tile out beats a lead in the suit that it leads."""
    assert seen.trump is not None
    suit = led_suit(play.tile, seen.trump) if play.suit is None else play.suit
    own = rank(play.tile, suit, seen.trump, seen.rules)
    return all(
        rank(tile, suit, seen.trump, seen.rules) < own for tile in tile_ids(_out(suit, seen))
    )


def _is_ours(seen: Observation) -> bool:
    """Whether the other defender wins the trick so far, and this seat defends."""
    assert seen.leader is not None
    assert seen.trump is not None
    first = (seen.leader + winner_of(seen.trick, seen.trump, seen.rules, seen.suit_led)) % SEATS
    return seen.me != seen.declarer and first != seen.declarer


def _wins(play: Play, seen: Observation) -> bool:
    assert seen.trump is not None
    trick = (*seen.trick, play.tile)
    return winner_of(trick, seen.trump, seen.rules, seen.suit_led) == len(trick) - 1
