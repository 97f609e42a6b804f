"""Positions, checked: what a caller gives, as the kernels take it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game.checks import in_order, whole
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
    legal_plays,
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
    """

    hands: tuple[int, int, int]
    trump: Trump
    leader: int
    played: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.played)) % SEATS

    def legal(self) -> int:
        """Return the mask of the legal plays (R9, R12)."""
        suit = led_suit(self.played[0], self.trump) if self.played else None
        return legal_plays(self.hands[self.seat], suit, self.trump)

    def after(self, tile: int, rules: Rules) -> tuple["Position", int]:
        """Return the position after a play.

        Parameters
        ----------
        tile : int
            Id of a legal play.
        rules : Rules

        Returns
        -------
        position : Position
        taken : int
            Tricks that the declarer took by it, 0 or 1.
        """
        plays = (*self.played, tile)
        if len(plays) < SEATS:
            return self._replace(played=plays), 0
        winner = (self.leader + trick_winner(plays, self.trump, rules)) % SEATS
        gone = sum(1 << play for play in plays)
        a, b, c = (hand & ~gone for hand in self.hands)
        return Position((a, b, c), self.trump, winner), int(winner == 0)


def check_position(
    deal: DealLike,
    trump: TrumpLike,
    leader: int,
    played: str | Sequence[str],
    rules: Rules = DEFAULT_RULES,
) -> Position:
    """Return what a caller gave as a position.

    Parameters
    ----------
    deal, trump, leader, played, rules
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
    position = Position(deal.hands, check_trump(trump, rules), seat)
    tiles = tiles_in_order(played, "played")
    if len(tiles) >= SEATS:
        raise IllegalPlayError(f"played: expected at most 2 tiles on the trick, got {len(tiles)}")
    for place, tile in enumerate(tiles):
        if not position.hands[position.seat] >> tile & 1:
            raise IllegalPlayError(
                f"played[{place}]: seat {position.seat} does not hold {tile_name(tile)}"
            )
        if not position.legal() >> tile & 1:
            raise IllegalPlayError(
                f"played[{place}]: seat {position.seat} plays {tile_name(tile)} but can follow "
                f"{tile_name(tiles[0])} (rule R9)"
            )
        position = position._replace(played=(*position.played, tile))
    return position


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
    forbidden = ~np.isin(every, trumps(rules))
    if forbidden.any():
        check_trump(every[int(np.argmax(forbidden))], rules)
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
