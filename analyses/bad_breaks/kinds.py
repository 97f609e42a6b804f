"""What a defender may hold against a contract, counted on all its layouts."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    ALL_TILES,
    TILES,
    TRUMP_SUIT,
    Trump,
    is_trump,
    led_suit,
    rank,
    suit_tiles,
    tile_ids,
)

SEATS = ("left", "right")
"""Seat 1, who plays right after the declarer, and seat 2."""

KINDS = {
    "The trumps that are out": {
        "all trumps": "all the trumps that are out, where two or more are",
    },
    "The top trump, if it is out": {
        "top trump alone": "the top trump and no other",
        "top trump + 1": "the top trump and one other",
        "top trump + 2 or more": "the top trump and two others or more",
    },
    "Else, the highest trump out": {
        "highest out alone": "the highest trump out, under the declarer's top trump, and no other",
        "highest out + 1": "the highest trump out, under the declarer's top trump, and one other",
        "highest out + 2 or more": (
            "the highest trump out, under the declarer's top trump, and two others or more"
        ),
    },
    "The declarer's second suit": {
        "void with a trump": "no tile of the declarer's second suit, and a trump",
        "guard": "the highest tile out of the declarer's second suit, guarded",
    },
    "Outside doubles": {
        "no double": "none of the outside doubles that are out",
        "3 doubles or more": "three outside doubles or more, where four or more are out",
    },
}
"""What a defender may hold, by group, and what it means."""

SECOND = 2
"""The fewest tiles that lead to a suit for it to be the declarer's second."""


class Facts(NamedTuple):
    """What decides which kinds there are against a contract; tiles as masks, 0 for none."""

    trumps: int  # the trumps that are out
    highest: int  # the highest of them
    top: int  # the highest trump of all
    held: int  # the declarer's trumps
    second: int  # the number of the declarer's second suit, -1 for none
    suit: int  # the tiles of it that are out
    guard: int  # the highest of them, if the declarer has to lead a lower one
    above: int  # how many tiles the declarer can lead above it
    doubles: int  # the doubles out that are no trumps


def facts(hand: int, discard: int, trump: Trump) -> Facts:
    """Return the facts of a contract.

    Of suits with as many tiles to lead, the second is the one whose highest tile is held, then
    the one of the higher number. A tile is led as one of its higher number (R8).
    """
    out = ALL_TILES & ~hand & ~discard
    of_trump = suit_tiles(TRUMP_SUIT, trump)
    leads = {suit: _led(hand, suit, trump) for suit in range(7)}
    second = max(
        (suit for suit in leads if len(leads[suit]) >= SECOND),
        key=lambda suit: (
            len(leads[suit]),
            bool(hand & _highest(suit_tiles(suit, trump), suit, trump)),
            suit,
        ),
        default=-1,
    )
    suit = guard = above = 0
    if second >= 0:
        suit = out & suit_tiles(second, trump)
        guard = _highest(suit, second, trump)
        if guard:
            least = rank(guard.bit_length() - 1, second, trump)
            above = sum(rank(tile, second, trump) > least for tile in leads[second])
            if above == len(leads[second]):
                guard = above = 0
    doubles = [tile for tile in tile_ids(out & ~of_trump) if TILES[tile][0] == TILES[tile][1]]
    return Facts(
        trumps=out & of_trump,
        highest=_highest(out & of_trump, TRUMP_SUIT, trump),
        top=_highest(of_trump, TRUMP_SUIT, trump),
        held=hand & of_trump,
        second=second,
        suit=suit,
        guard=guard,
        above=above,
        doubles=sum(1 << tile for tile in doubles),
    )


def _led(hand: int, suit: int, trump: Trump) -> list[int]:
    """Return the tiles of a hand that lead to a suit of a number."""
    return [
        tile
        for tile in tile_ids(hand)
        if not is_trump(tile, trump) and led_suit(tile, trump) == suit
    ]


def _highest(tiles: int, suit: int, trump: Trump) -> int:
    """Return the highest of a suit's tiles as a mask, 0 for none."""
    best = max(tile_ids(tiles), key=lambda tile: rank(tile, suit, trump), default=-1)
    return 1 << best if best >= 0 else 0


def classify(about: Facts, hands: NDArray[np.int64]) -> dict[str, NDArray[np.bool_]]:
    """Return which of some hands hold each kind.

    Parameters
    ----------
    about : Facts
    hands : int64 array of any shape
        A defender's hands, as masks.

    Returns
    -------
    dict of str to bool array of that shape
        By name as in `KINDS`; those that the contract leaves possible.
    """
    found: dict[str, NDArray[np.bool_]] = {}
    trumps = np.bitwise_count(hands & about.trumps)
    if about.trumps.bit_count() > 1:
        found["all trumps"] = (hands & about.trumps) == about.trumps
    if about.trumps:
        if about.highest == about.top:
            name = "top trump"
        elif about.held & about.top:
            name = "highest out"
        else:
            name = ""  # the declarer discarded the top trump
        if name:
            holds = (hands & about.highest) != 0
            out = about.trumps.bit_count()
            found[f"{name} alone"] = holds & (trumps == 1)
            if out > 1:
                found[f"{name} + 1"] = holds & (trumps == 2)
            if out > 2:
                found[f"{name} + 2 or more"] = holds & (trumps > 2)
    if about.suit and about.trumps:
        found["void with a trump"] = ((hands & about.suit) == 0) & (trumps > 0)
    if about.guard:
        enough = np.bitwise_count(hands & about.suit) > about.above
        found["guard"] = ((hands & about.guard) != 0) & enough
    doubles, out = np.bitwise_count(hands & about.doubles), about.doubles.bit_count()
    if out:
        found["no double"] = doubles == 0
    if out > 3:
        found["3 doubles or more"] = doubles >= 3
    return found


# --- Counting them ----------------------------------------------------------------------------


def tally(
    about: Facts, defenders: NDArray[np.int64], made: NDArray[np.bool_]
) -> list[dict[str, Any]]:
    """Return on how many layouts a defender holds each kind, and how the contract fares.

    Parameters
    ----------
    about : Facts
    defenders : (n, 2) int64 array
        All layouts of the contract: masks of the hands of seats 1 and 2.
    made : (n,) bool array
        Whether the declarer makes it.

    Returns
    -------
    list of dict
        For each kind that holds on some layouts and not on others, and each seat that holds it:
        `kind`, `seat`, `n` (layouts) and `made` (of these).
    """
    return [
        {
            "kind": kind,
            "seat": seat,
            "n": int(holds.sum()),
            "made": int(made[holds].sum()),
        }
        for kind, both in classify(about, defenders).items()
        for seat, holds in zip(SEATS, both.T, strict=True)
        if holds.any() and not holds.all()
    ]


def splits(
    about: Facts, defenders: NDArray[np.int64], made: NDArray[np.bool_]
) -> list[dict[str, int]]:
    """Return how the contract fares with each split of the trumps that are out.

    Parameters
    ----------
    about, defenders, made
        As `tally` takes them.

    Returns
    -------
    list of dict
        For each number of trumps that the left defender may hold: `out` (trumps), `left`, `n`
        (layouts) and `made`; nothing where fewer than two are out.
    """
    out = about.trumps.bit_count()
    if out < 2:
        return []
    left = np.bitwise_count(defenders[:, 0] & about.trumps)
    return [
        {"out": out, "left": k, "n": int((left == k).sum()), "made": int(made[left == k].sum())}
        for k in range(min(out, 7) + 1)
        if (left == k).any()
    ]
