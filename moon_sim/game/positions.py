"""Positions, checked: what a caller gives, as the kernels take it."""

from collections.abc import Sequence
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game.checks import in_order, quoted, whole
from moon_sim.game.deals import Deal
from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.house_rules import DEFAULT_RULES, Rules
from moon_sim.game.reading import Tiles, tiles_in_order
from moon_sim.game.rules import (
    HAND_SIZE,
    SEATS,
    Trump,
    TrumpLike,
    check_trump,
    led_suit,
    legal_first_leads,
    legal_plays,
    suits_to_lead,
    trick_winner,
    trumps,
)
from moon_sim.game.tiles import ALL_TILES, tile_ids, tile_name

DealLike = Deal | str | Sequence[Tiles]


class Position(NamedTuple):
    """A checked position.

    Attributes
    ----------
    hands : tuple of three int
        Masks of the hands as at the start of the trick.
    trump : Trump
    leader : int
        The seat that leads or led to the trick.
    played : tuple of int
        Ids of the tiles on the trick, in order.
    suit : int or None
        The suit led (R8), 7 for trump; None at the start of a trick.
    rules : Rules
    """

    hands: tuple[int, int, int]
    trump: Trump
    leader: int
    played: tuple[int, ...] = ()
    suit: int | None = None
    rules: Rules = DEFAULT_RULES

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.played)) % SEATS

    def legal(self) -> int:
        """Return the mask of the legal plays (R9, R12)."""
        hand = self.hands[self.seat]
        if not self.played and self.leader == 0 and hand.bit_count() == HAND_SIZE:
            return legal_first_leads(hand, self.trump, self.rules)
        return legal_plays(hand, self.suit, self.trump)

    @property
    def named(self) -> int | None:
        """The suit that the leader named, where there were two (R8)."""
        two = self.played and len(suits_to_lead(self.played[0], self.trump, self.rules)) > 1
        return self.suit if two else None

    def plays(self) -> list[tuple[int, int | None]]:
        """Return the legal plays, highest tile first, each with the suit that its leader names.

        Returns
        -------
        list of (int, int or None)
            Tile ids; the suit is None where there are no two to name (R8).
        """
        found: list[tuple[int, int | None]] = []
        for tile in sorted(tile_ids(self.legal()), reverse=True):
            named = () if self.played else suits_to_lead(tile, self.trump, self.rules)
            found += [(tile, suit) for suit in named] if len(named) > 1 else [(tile, None)]
        return found

    def after(self, tile: int, suit: int | None = None) -> tuple["Position", int]:
        """Return the position after a play.

        Parameters
        ----------
        tile : int
            Id of a legal play.
        suit : int, optional
            The suit that its leader names, where there are two.

        Returns
        -------
        position : Position
        taken : int
            Tricks that the declarer took by it, 0 or 1.
        """
        plays = (*self.played, tile)
        led = self.suit
        if led is None:
            led = led_suit(tile, self.trump) if suit is None else suit
        if len(plays) < SEATS:
            return self._replace(played=plays, suit=led), 0
        winner = (self.leader + trick_winner(plays, self.trump, self.rules, led)) % SEATS
        gone = sum(1 << play for play in plays)
        a, b, c = (hand & ~gone for hand in self.hands)
        return Position((a, b, c), self.trump, winner, rules=self.rules), int(winner == 0)


def check_position(
    deal: DealLike,
    trump: TrumpLike,
    leader: int,
    played: str | Sequence[str],
    rules: Rules = DEFAULT_RULES,
    suit: SupportsIndex | None = None,
) -> Position:
    """Return what a caller gave as a position.

    Parameters
    ----------
    deal, trump, leader, played, rules, suit
        As `moon_sim.solve` takes them.

    Returns
    -------
    Position

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        If something can't be.
    """
    if isinstance(deal, str):
        deal = Deal.parse(deal)
    elif not isinstance(deal, Deal):
        if not hasattr(deal, "__len__"):
            raise TypeError(
                f"deal: expected a Deal, text or three hands, got {type(deal).__name__}"
            )
        deal = Deal(deal)
    try:
        seat = whole(leader, "leader", 0, SEATS - 1)
    except ValueError as error:
        raise IllegalPlayError(str(error)) from None
    position = Position(deal.hands, check_trump(trump, rules), seat, rules=rules)
    tiles = tiles_in_order(played, "played")
    if len(tiles) >= SEATS:
        raise IllegalPlayError(f"played: expected at most 2 tiles on the trick, got {len(tiles)}")
    for place, tile in enumerate(tiles):
        if not position.hands[position.seat] >> tile & 1:
            raise IllegalPlayError(
                f"played[{place}]: seat {position.seat} does not hold {tile_name(tile)}"
            )
        if not position.legal() >> tile & 1:
            if not place:
                raise IllegalPlayError(
                    f"played[0]: seat 0 leads {tile_name(tile)} but has a trump (rule R12)"
                )
            raise IllegalPlayError(
                f"played[{place}]: seat {position.seat} plays {tile_name(tile)} but can follow "
                f"{tile_name(tiles[0])} (rule R9)"
            )
        named = _suit_led(tile, suit, position) if place == 0 else None
        position, _ = position.after(tile, named)
    if suit is not None and not tiles:
        raise IllegalPlayError(f"suit: expected none before there is a lead, got {quoted(suit)}")
    return position


def _suit_led(tile: int, suit: SupportsIndex | None, position: Position) -> int:
    """Return the suit that a lead calls for, or that its leader named."""
    may = suits_to_lead(tile, position.trump, position.rules)
    if suit is None and len(may) == 1:
        return may[0]
    if suit is None or whole(suit, "suit") not in may:
        raise IllegalPlayError(
            f"suit: expected {' or '.join(map(str, may))}, which {tile_name(tile)} may lead, "
            f"got {quoted(suit)} (rule R8)"
        )
    return whole(suit, "suit")


def check_batch(
    hands: ArrayLike, trump: ArrayLike | str, leader: ArrayLike, rules: Rules = DEFAULT_RULES
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return hands, and a trump and a leader for each, as the kernels take them.

    Parameters
    ----------
    hands, trump, leader, rules
        As `moon_sim.solve_batch` takes them.

    Returns
    -------
    hands : (n, 3) int64 array
    trump, leader : (n,) int64 array

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        If something can't be; the message names the row.
    """
    rows = check_hands(hands)
    named = Trump.parse(trump) if isinstance(trump, str) else trump
    every = _per_row(named, len(rows), "trump", len(Trump))
    for one in set(Trump) - set(trumps(rules)):
        if np.any(every == one):
            check_trump(one, rules)
    return rows, every, _per_row(leader, len(rows), "leader", SEATS)


def check_hands(hands: ArrayLike, name: str = "hands") -> NDArray[np.int64]:
    """Return an array of hands as the kernels take it, or say what is wrong and in which row.

    Parameters
    ----------
    hands : (n, 3) array of int
        Masks.
    name : str
        What to call it in messages.

    Returns
    -------
    (n, 3) int64 array
        A copy.

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        If it is no such array, or hands can't be.
    """
    try:
        array = np.asarray(hands)
    except ValueError:
        raise ValueError(f"{name}: expected shape (n, {SEATS}), got rows that differ") from None
    if array.size == 0 and array.ndim <= 2:
        array = array.reshape(0, SEATS).astype(np.int64)
    if array.dtype.kind == "O":  # what sets come out as
        in_order(hands, name)
        for place, row in enumerate(array):
            in_order(row, f"{name}[{place}]")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected whole numbers (masks), got dtype {array.dtype}")
    if array.ndim != 2 or array.shape[1] != SEATS:
        raise ValueError(f"{name}: expected shape (n, {SEATS}), got {array.shape}")

    def first(bad: ArrayLike) -> int | None:
        return int(np.argmax(bad)) if np.any(bad) else None

    row = first(((array < 0) | (array > ALL_TILES)).any(axis=1))
    if row is not None:
        raise InvalidDealError(f"{name}[{row}]: {array[row]} has bits that no tile bears (0-21)")
    rows = np.array(array, np.int64, order="C")
    sizes = np.bitwise_count(rows)
    row = first((sizes != sizes[:, :1]).any(axis=1) | (sizes[:, 0] < 1) | (sizes[:, 0] > HAND_SIZE))
    if row is not None:
        raise InvalidDealError(
            f"{name}[{row}]: expected three hands of equal size, 1 to {HAND_SIZE} tiles, "
            f"got {', '.join(map(str, sizes[row]))}"
        )
    for seat, other in ((0, 1), (0, 2), (1, 2)):
        row = first(rows[:, seat] & rows[:, other] != 0)
        if row is not None:
            tile = next(tile_ids(int(rows[row, seat] & rows[row, other])))
            raise InvalidDealError(
                f"{name}[{row}]: tile {tile_name(tile)} is in seats {seat} and {other}"
            )
    return rows


def _per_row(given: ArrayLike, n: int, name: str, below: int) -> NDArray[np.int64]:
    """Return a number for each row, checked."""
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected whole numbers, got dtype {array.dtype}")
    if array.shape not in ((), (n,)):
        raise ValueError(f"{name}: expected one number or shape ({n},), got shape {array.shape}")
    bad = np.atleast_1d((array < 0) | (array >= below))
    if bad.any():
        row = int(np.argmax(bad))
        where = f"{name}[{row}]" if array.ndim else name
        raise IllegalPlayError(
            f"{where}: expected 0 to {below - 1}, got {np.atleast_1d(array)[row]}"
        )
    return np.array(np.broadcast_to(array, n), np.int64)
