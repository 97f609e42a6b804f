"""Which layouts are possible: all of them, a sample, or those that fit what is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game.checks import in_order, quoted, whole
from moon_sim.game.draws import Seed, as_seed
from moon_sim.game.errors import InvalidDealError
from moon_sim.game.reading import Tiles, as_mask, as_tile
from moon_sim.game.rules import HAND_SIZE, SEATS, TRUMP_SUIT, Trump, TrumpLike, suit_tiles
from moon_sim.game.tiles import ALL_TILES, check_mask, format_tiles, tile_ids, tile_name
from moon_sim.kernels.unrank import PILES, count_ways, unrank

_DEALT = (HAND_SIZE, HAND_SIZE, HAND_SIZE, 1)  # R2; the last is the widow, or the discard

MANY = 10_000_000
"""The most layouts that are made without being asked for by number."""


@dataclass(frozen=True, repr=False)
class Layouts:
    """The ways in which tiles may lie in the three hands and out of play, numbered from 0.

    Most users start from `before_exchange` or `after_exchange` and add what is known by
    `where_holds`, `where_void` and `after_plays`, each of which returns fewer layouts.

    Attributes
    ----------
    may_hold : tuple of four int
        Masks of the tiles that seats 0, 1, 2 may hold and that may be out of play (the widow, or
        the discard).
    sizes : tuple of four int
        How many tiles each of the four has.

    Raises
    ------
    TypeError
        If they have no order, or one is not a whole number.
    InvalidDealError
        If a mask has a bit that no tile bears, the number of tiles is wrong, or no layout fits.

    Examples
    --------
    >>> hand = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"
    >>> layouts = Layouts.after_exchange(hand, discard="1-1")
    >>> len(layouts)
    3432
    >>> len(layouts.where_holds(1, "6-3 6-2"))
    792
    >>> layouts.hands([0, 3431]).shape
    (2, 3)
    """

    may_hold: tuple[int, int, int, int]
    sizes: tuple[int, int, int, int]

    def __post_init__(self) -> None:
        for name, check in (("may_hold", check_mask), ("sizes", whole)):
            given = in_order(getattr(self, name), name)
            if len(given) != PILES:
                raise ValueError(f"{name}: expected {PILES} of them, got {quoted(given)}")
            object.__setattr__(self, name, tuple(check(one, name) for one in given))
        hidden = self.may_hold[0] | self.may_hold[1] | self.may_hold[2] | self.may_hold[3]
        if hidden.bit_count() != sum(self.sizes) or min(self.sizes) < 0:
            raise InvalidDealError(
                f"expected {sum(self.sizes)} tiles to lay out (hands and out of play: "
                f"{', '.join(map(str, self.sizes))}), got {hidden.bit_count()}"
            )
        if len(self) == 0:
            raise InvalidDealError("no layout fits what is known")

    # --- Where layouts start from -------------------------------------------------------------

    @classmethod
    def of_set(cls) -> Self:
        """All 8,779,605,120 deals of the set: three hands of 7 and the widow (R2).

        Returns
        -------
        Layouts

        Examples
        --------
        >>> len(Layouts.of_set())
        8779605120
        """
        return cls((ALL_TILES, ALL_TILES, ALL_TILES, ALL_TILES), _DEALT)

    @classmethod
    def before_exchange(cls, hand: Tiles, widow: str | None = None) -> Self:
        """What a player sees who holds `hand` before the exchange: 51,480 layouts.

        Parameters
        ----------
        hand : str, int or list of str
            Seat 0's 7 tiles, as text, as a mask or as a list of tiles.
        widow : str, optional
            The widow where it is known; it leaves 3,432 layouts.

        Returns
        -------
        Layouts
            The tile out of play is the widow.

        Raises
        ------
        TypeError
            If the hand is no hand, or the widow no text.
        InvalidDealError
            If they can't be: unknown tiles, another number of them, or one of them twice.

        Notes
        -----
        Rule R2.

        Examples
        --------
        >>> hand = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"
        >>> len(Layouts.before_exchange(hand))
        51480
        """
        return cls._seat0(hand, "widow", widow)

    @classmethod
    def after_exchange(cls, hand: Tiles, discard: str | None = None) -> Self:
        """What the declarer sees after the exchange: 3,432 layouts.

        Parameters
        ----------
        hand : str, int or list of str
            The declarer's 7 tiles after its discard, as text, as a mask or as a list of tiles.
        discard : str, optional
            The discard; without it, 51,480 layouts.

        Returns
        -------
        Layouts
            The tile out of play is the discard.

        Raises
        ------
        TypeError
            If the hand is no hand, or the discard no text.
        InvalidDealError
            If they can't be: unknown tiles, another number of them, or one of them twice.

        Notes
        -----
        Rule R5.

        Examples
        --------
        >>> hand = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"
        >>> len(Layouts.after_exchange(hand, discard="1-1"))
        3432
        """
        return cls._seat0(hand, "discard", discard)

    @classmethod
    def of_holding(cls, holding: Tiles) -> Self:
        """What the declarer sees before it discards: 3,432 layouts, whatever the discard will be.

        Parameters
        ----------
        holding : str, int or list of str
            The declarer's 8 tiles, as text, as a mask or as a list of tiles.

        Returns
        -------
        Layouts
            The lowest tile stands for the discard; the defenders' hands don't depend on it.

        Raises
        ------
        TypeError, InvalidDealError
            If it is no holding.

        Examples
        --------
        >>> len(Layouts.of_holding("6-6 6-5 6-4 5-5 4-4 3-1 2-1 1-1"))
        3432
        """
        held = as_mask(holding, "holding", HAND_SIZE + 1)
        lowest = held & -held
        return cls.after_exchange(held ^ lowest, format_tiles(lowest))

    @classmethod
    def _seat0(cls, hand: Tiles, name: str, out: str | None) -> Self:
        held = as_mask(hand, "hand", HAND_SIZE)
        rest = ALL_TILES & ~held
        if out is None:
            return cls((held, rest, rest, rest), _DEALT)
        gone = 1 << as_tile(out, name)
        if gone & held:
            raise InvalidDealError(f"{name} {format_tiles(gone)} is in the hand, too")
        rest &= ~gone
        return cls((held, rest, rest, gone), _DEALT)

    # --- What is known --------------------------------------------------------------------------

    def where_holds(self, seat: int, tiles: Tiles) -> Self:
        """The layouts in which a seat holds certain tiles.

        Parameters
        ----------
        seat : int
            0, 1, 2; or 3 for the tile out of play.
        tiles : str, int or list of str
            The tiles, as text, as a mask or as a list.

        Returns
        -------
        Layouts

        Raises
        ------
        TypeError
            If an argument has a wrong type.
        ValueError
            If there is no such seat.
        InvalidDealError
            If the seat can't hold the tiles, or no layout fits.

        Examples
        --------
        >>> layouts = Layouts.after_exchange("6-6 6-5 6-4 5-5 4-4 3-1 2-1", discard="1-1")
        >>> len(layouts.where_holds(1, "6-3"))
        1716
        """
        seat = whole(seat, "seat", 0, PILES - 1)
        held = as_mask(tiles, "tiles")
        self._check_possible(seat, held)
        return self._with(
            [may if pile == seat else may & ~held for pile, may in enumerate(self.may_hold)]
        )

    def where_void(self, seat: int, suit: int, trump: TrumpLike) -> Self:
        """The layouts in which a seat holds no tile of a suit, as shown by not following.

        Parameters
        ----------
        seat : int
            0, 1 or 2.
        suit : int
            0-6 for the numbers, 7 for trump (`rules.TRUMP_SUIT`).
        trump : Trump, int or str
            What is trump: its tiles belong to no other suit (R7).

        Returns
        -------
        Layouts

        Raises
        ------
        TypeError
            If an argument has a wrong type.
        ValueError
            If there is no such seat or suit; a number that is trump is no suit but 7.
        IllegalPlayError
            If `trump` names no trump.
        InvalidDealError
            If no layout fits.

        Notes
        -----
        Rules R7 and R9.

        Examples
        --------
        >>> layouts = Layouts.after_exchange("6-6 6-5 6-4 5-5 4-4 3-1 2-1", discard="1-1")
        >>> len(layouts.where_void(1, 6, trump="none"))
        330
        """
        seat = whole(seat, "seat", 0, SEATS - 1)
        suit = whole(suit, "suit", 0, TRUMP_SUIT)
        named = Trump.parse(trump)
        if suit == named < Trump.DOUBLES:
            raise ValueError(
                f"suit: with {suit} as trump its tiles are suit {TRUMP_SUIT} (rule R7)"
            )
        void = suit_tiles(suit, named)
        return self._with(
            [may & ~void if pile == seat else may for pile, may in enumerate(self.may_hold)]
        )

    def after_plays(self, seat: int, tiles: Tiles) -> Self:
        """The layouts of what is left after a seat has played certain tiles.

        Parameters
        ----------
        seat : int
            0, 1 or 2.
        tiles : str, int or list of str
            The tiles played, as text, as a mask or as a list.

        Returns
        -------
        Layouts
            Without these tiles, and with a smaller hand for the seat.

        Raises
        ------
        TypeError
            If an argument has a wrong type.
        ValueError
            If there is no such seat.
        InvalidDealError
            If the seat can't have held the tiles, or no layout fits.

        Examples
        --------
        >>> layouts = Layouts.after_exchange("6-6 6-5 6-4 5-5 4-4 3-1 2-1", discard="1-1")
        >>> trick = layouts.after_plays(0, "6-6").after_plays(1, "6-3").after_plays(2, "6-2")
        >>> len(trick)
        924
        """
        seat = whole(seat, "seat", 0, SEATS - 1)
        played = as_mask(tiles, "tiles")
        self._check_possible(seat, played)
        sizes = list(self.sizes)
        sizes[seat] -= played.bit_count()
        return self._with([may & ~played for may in self.may_hold], sizes)

    def _with(self, may_hold: Sequence[int], sizes: Sequence[int] | None = None) -> Self:
        a, b, c, d = may_hold
        if min(sizes or self.sizes) < 0 or (a | b | c | d).bit_count() < sum(sizes or self.sizes):
            raise InvalidDealError("no layout fits what is known")
        return type(self)((a, b, c, d), tuple(sizes or self.sizes))  # type: ignore[arg-type]

    def _check_possible(self, seat: int, tiles: int) -> None:
        for tile in tile_ids(tiles & ~self.may_hold[seat]):
            raise InvalidDealError(
                f"tile {tile_name(tile)} can't be "
                + (f"in seat {seat}" if seat < SEATS else "out of play")
            )

    # --- Numbers and layouts ------------------------------------------------------------------

    @cached_property
    def _plan(self) -> tuple[list[int], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The certain tiles by pile; the others, where they may go, and in how many ways."""
        fixed = [0] * PILES
        tiles, may_go = [], []
        sizes = list(self.sizes)
        for tile in tile_ids(
            self.may_hold[0] | self.may_hold[1] | self.may_hold[2] | self.may_hold[3]
        ):
            piles = [pile for pile in range(PILES) if self.may_hold[pile] >> tile & 1]
            if len(piles) == 1:
                fixed[piles[0]] |= 1 << tile
                sizes[piles[0]] -= 1
            else:
                tiles.append(tile)
                may_go.append(sum(1 << pile for pile in piles))
        if min(sizes) < 0:  # more tiles are bound to a pile than it takes
            return (
                fixed,
                np.zeros(0, np.int64),
                np.zeros(0, np.int64),
                np.zeros((1, 1, 1, 1), np.int64),
            )
        ways = np.zeros((len(tiles) + 1, *(size + 1 for size in sizes[:SEATS])), np.int64)
        where = np.array(may_go, np.int64)
        count_ways(where, np.array(sizes, np.int64), ways)
        return fixed, np.array(tiles, np.int64), where, ways

    def __repr__(self) -> str:
        """Return how many there are, and a line for each seat and for the tile out of play."""
        lines = [f"{len(self):,} layout{'s' * (len(self) != 1)}"]
        for pile, (may, size) in enumerate(zip(self.may_hold, self.sizes, strict=True)):
            name = f"seat {pile}" if pile < SEATS else "out of play"
            tiles = "all 22 tiles" if may == ALL_TILES else format_tiles(may)
            some = "" if may.bit_count() == size else f"{size} of "
            lines.append(f"  {name:<11}  {some}{tiles}".rstrip())
        return "\n".join(lines)

    def __len__(self) -> int:
        """Return the number of layouts."""
        return int(self._plan[3][0, -1, -1, -1])

    def piles(self, numbers: ArrayLike | None = None) -> NDArray[np.int64]:
        """Return layouts by number, with the tiles out of play.

        Parameters
        ----------
        numbers : (n,) array of int, optional
            Each from 0 to ``len(self) - 1``; all of them by default.

        Returns
        -------
        (n, 4) int64 array
            Masks of seats 0, 1, 2 and of the tiles out of play.

        Raises
        ------
        TypeError
            If the numbers are not whole, or not in a row.
        ValueError
            If all are asked for and there are more than 10 million.
        IndexError
            If a number is out of range.

        Examples
        --------
        >>> Layouts.of_set().piles([0, 1]).shape
        (2, 4)
        """
        if numbers is None and len(self) > MANY:
            raise ValueError(f"numbers: {len(self):,} layouts are too many at once; ask for some")
        if numbers is None:
            wanted = np.arange(len(self))
        else:
            wanted = np.atleast_1d(np.asarray(numbers))
            if wanted.size == 0:
                wanted = wanted.astype(np.int64)
            if wanted.dtype.kind not in "iu" or wanted.ndim != 1:
                raise TypeError(f"numbers: expected whole numbers in a row, got {numbers!r}")
            if wanted.size and (wanted.min() < 0 or wanted.max() >= len(self)):
                raise IndexError(f"numbers: expected 0 to {len(self) - 1}, got {numbers!r}")
        fixed, tiles, may_go, ways = self._plan
        out = np.empty((wanted.size, PILES), np.int64)
        out[:] = fixed
        unrank(np.ascontiguousarray(wanted, np.int64), tiles, may_go, ways, out)
        return out

    def hands(self, numbers: ArrayLike | None = None) -> NDArray[np.int64]:
        """Return the hands of layouts by number, as `solve_batch` takes them.

        Parameters
        ----------
        numbers : (n,) array of int, optional
            Each from 0 to ``len(self) - 1``; all of them by default.

        Returns
        -------
        (n, 3) int64 array
            Masks of seats 0, 1, 2.

        Raises
        ------
        TypeError, ValueError, IndexError
            As `piles` does.

        Examples
        --------
        >>> Layouts.of_set().hands([0, 1]).shape
        (2, 3)
        """
        return np.ascontiguousarray(self.piles(numbers)[:, :SEATS])

    def sample(self, n: int, seed: Seed = None) -> NDArray[np.int64]:
        """Return the numbers of `n` layouts drawn without replacement, in order.

        Parameters
        ----------
        n : int
            From 1 to ``len(self)``.
        seed : int, Generator or None
            As `as_seed` takes it.

        Returns
        -------
        (n,) int64 array
            Sorted, since neighbouring layouts are solved faster one after the other.

        Raises
        ------
        TypeError
            If `n` is not a whole number, or the seed has a wrong type.
        ValueError
            If `n` is out of range, or the seed is negative.

        Examples
        --------
        >>> Layouts.of_set().sample(1000, seed=1).shape
        (1000,)
        """
        size = whole(n, "layouts", 1, len(self))
        drawn = as_seed(seed).choice(len(self), size=size, replace=False, shuffle=False)
        return np.sort(drawn.astype(np.int64))
