"""The rules as the lookup arrays that the kernels take."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    DEFAULT_RULES,
    TILES,
    TRUMP_SUIT,
    Rules,
    Trump,
    check_rules,
    is_trump,
    led_suit,
    rank,
    suits,
    suits_to_lead,
    trick_winner,
)
from moon_sim.kernels.state import TRUMP_PLACE


class RuleTables(NamedTuple):
    """The rules as arrays; all int64 but for the last three.

    Attributes
    ----------
    place : (9, 22)
        Place of a tile id, by trump.
    trumps : (9,)
        Mask of the trumps.
    follow : (9, 8)
        Mask of a suit's tiles; suit 7 is trump.
    lead : (9, 22)
        Suit that a tile leads; of two that its leader may name, that of its higher number.
    lower : (9, 22)
        The other one; the same where there is but one.
    twice : (9,)
        Mask of the tiles that have two.
    over : (9, 22)
        Mask of the tiles that beat a lead without being trumps (all that beat it, for a trump).
    under : (9, 22)
        Mask of the tiles that lead the suit of a tile's lower number; 0 for doubles and trumps.
    same : (9, 22)
        Mask of the tiles that lead the same suit as a tile.
    beats : (9, 8, 22)
        Mask of the tiles that beat the tile that wins so far, by the suit led.
    alike : (128, 128) uint8
        Of the trumps of one hand, one for each run that no other hand's trump parts; by the
        others' trumps and the hand's own, both shifted down by `TRUMP_PLACE`.
    unbeaten : (128, 128) uint8
        How many trumps win however they fall, by the side's own and the other side's.
    packed : (128, 128) uint8
        Some trumps moved up to where no gap is left among all that are out, by all and these.
    """

    place: NDArray[np.int64]
    trumps: NDArray[np.int64]
    follow: NDArray[np.int64]
    lead: NDArray[np.int64]
    lower: NDArray[np.int64]
    twice: NDArray[np.int64]
    over: NDArray[np.int64]
    under: NDArray[np.int64]
    same: NDArray[np.int64]
    beats: NDArray[np.int64]
    alike: NDArray[np.uint8]
    unbeaten: NDArray[np.uint8]
    packed: NDArray[np.uint8]


def _by_strength(trump: Trump, rules: Rules) -> list[int]:
    """Tile ids from weakest to strongest: by rank in the suit they lead, trumps on top."""

    def strength(tile: int) -> tuple[bool, int, int]:
        suit = led_suit(tile, trump)
        return is_trump(tile, trump), rank(tile, suit, trump, rules), suit

    return sorted(range(len(TILES)), key=strength)


def _alike() -> np.ndarray:
    """The lowest of each run of a hand's own trumps, by the others' trumps and its own."""
    alike = np.zeros((128, 128), np.uint8)
    for others in range(128):
        for own in range(128):
            in_run = False
            for trump in range(7):
                if own >> trump & 1:
                    alike[others, own] |= 0 if in_run else 1 << trump
                    in_run = True
                elif others >> trump & 1:
                    in_run = False
    return alike


def _unbeaten() -> np.ndarray:
    """How many of a side's trumps win however they fall, by its own and the other side's.

    From the top down, each of the other side's trumps is set against the next lower own one.
    """
    unbeaten = np.zeros((128, 128), np.uint8)
    for own in range(128):
        for others in range(128):
            higher = 0
            for trump in reversed(range(7)):
                if others >> trump & 1:
                    higher += 1
                elif own >> trump & 1:
                    unbeaten[own, others] += higher == 0
                    higher = max(higher - 1, 0)
    return unbeaten


def _packed() -> np.ndarray:
    """Some trumps moved up to where no gap is left among all that are out, by all and these."""
    packed = np.zeros((128, 128), np.uint8)
    for out in range(128):
        for own in range(128):
            to = 6
            for trump in reversed(range(7)):
                if out >> trump & 1:
                    packed[out, own] |= (own >> trump & 1) << to
                    to -= 1
    return packed


@lru_cache
def rule_tables(rules: Rules = DEFAULT_RULES) -> RuleTables:
    """Return the arrays for the kernels, worked out from `moon_sim.game.rules` tile by tile.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    RuleTables
        Read-only arrays; `moon_sim.kernels.state` gives their shapes.
    """
    check_rules(rules)
    tiles = range(len(TILES))
    place = np.zeros((len(Trump), len(TILES)), np.int64)
    trumps = np.zeros(len(Trump), np.int64)
    follow = np.zeros((len(Trump), TRUMP_SUIT + 1), np.int64)
    lead = np.zeros((len(Trump), len(TILES)), np.int64)
    lower = np.zeros((len(Trump), len(TILES)), np.int64)
    twice = np.zeros(len(Trump), np.int64)
    over = np.zeros((len(Trump), len(TILES)), np.int64)
    under = np.zeros((len(Trump), len(TILES)), np.int64)
    same = np.zeros((len(Trump), len(TILES)), np.int64)
    beats = np.zeros((len(Trump), TRUMP_SUIT + 1, len(TILES)), np.int64)
    for trump in Trump:
        order = _by_strength(trump, rules)
        place[trump, order] = tiles
        bit = [1 << int(place[trump, tile]) for tile in tiles]
        for tile in tiles:
            at = place[trump, tile]
            named = suits_to_lead(tile, trump, rules)
            lead[trump, at], lower[trump, at] = named[0], named[-1]
            twice[trump] |= bit[tile] if len(named) > 1 else 0
            for suit in suits(tile, trump):
                follow[trump, suit] |= bit[tile]
        trumps[trump] = follow[trump, TRUMP_SUIT]
        for leading, suit in [
            (tile, suit) for tile in tiles for suit in suits_to_lead(tile, trump, rules)
        ]:
            # Which of two tiles beats the other may be asked of any two that follow a lead.
            for winning in tiles:
                both = leading, winning
                if winning != leading and trick_winner(both, trump, rules, suit) == 0:
                    continue  # such a tile never wins this trick
                at = place[trump, winning]
                for tile in tiles:
                    plays = (leading, winning, tile) if winning != leading else (leading, tile)
                    if tile in plays[:-1]:
                        continue
                    if plays[trick_winner(plays, trump, rules, suit)] == tile:
                        beats[trump, suit, at] |= bit[tile]
        for tile in tiles:
            at = place[trump, tile]
            over[trump, at] = beats[trump, lead[trump, at], at]
            for leading in tiles:
                if led_suit(leading, trump) == led_suit(tile, trump):
                    same[trump, at] |= bit[leading]
            if not is_trump(tile, trump):
                over[trump, at] &= ~trumps[trump]
                for suit in set(suits(tile, trump)) - {led_suit(tile, trump)}:
                    for leading in tiles:
                        if led_suit(leading, trump) == suit:
                            under[trump, at] |= bit[leading]
    assert np.all(trumps >> TRUMP_PLACE << TRUMP_PLACE == trumps), "trumps stand on top"
    tables = RuleTables(
        place,
        trumps,
        follow,
        lead,
        lower,
        twice,
        over,
        under,
        same,
        beats,
        _alike(),
        _unbeaten(),
        _packed(),
    )
    for table in tables:
        table.setflags(write=False)
    return tables
