"""A deal: the three hands at the start of a trick."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from moon_sim.game.checks import in_order
from moon_sim.game.errors import InvalidDealError
from moon_sim.game.reading import Tiles, as_mask, clean, parted
from moon_sim.game.rules import HAND_SIZE, SEATS
from moon_sim.game.tiles import format_tiles, tile_ids, tile_name


@dataclass(frozen=True)
class Deal:
    """Three hands of equal size at the start of a trick.

    Parameters
    ----------
    hands : sequence of three
        The hands of the declarer, of seat 1, which plays after it, and of seat 2, each as text, as
        a list of tiles or as a mask; 1 to 7 tiles each, no tile in two of them. Kept as masks.

    Raises
    ------
    TypeError
        If they have no order, or one is no hand.
    InvalidDealError
        If the hands can't be.

    Examples
    --------
    >>> deal = Deal.parse("6-6 5-5 | 6-5 1-1 | 0-0 4-3")
    >>> print(deal)
    6-6 5-5 | 6-5 1-1 | 4-3 0-0
    >>> len(deal)
    2
    """

    hands: tuple[int, int, int]

    def __init__(self, hands: Sequence[Tiles]) -> None:
        in_order(hands, "hands", "three hands (Deal.parse reads text)")
        if len(hands) != SEATS:
            raise InvalidDealError(
                f"expected {SEATS} hands parted by '|', declarer, seat 1, seat 2; got {len(hands)}"
            )
        masks = tuple(as_mask(hand, f"hand of seat {seat}") for seat, hand in enumerate(hands))
        sizes = [mask.bit_count() for mask in masks]
        if len(set(sizes)) > 1 or not 1 <= sizes[0] <= HAND_SIZE:
            raise InvalidDealError(
                f"expected three hands of equal size, 1 to {HAND_SIZE} tiles, "
                f"got {sizes[0]}, {sizes[1]} and {sizes[2]} tiles"
            )
        for seat in range(SEATS):
            for other in range(seat + 1, SEATS):
                for tile in tile_ids(masks[seat] & masks[other]):
                    raise InvalidDealError(f"tile {tile_name(tile)} is in seats {seat} and {other}")
        object.__setattr__(self, "hands", masks)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the deal that a text writes: three hands parted by `|`.

        Parameters
        ----------
        text : str
            `declarer | seat 1 | seat 2`, each hand as `parse_tiles` reads it.

        Returns
        -------
        Deal

        Raises
        ------
        TypeError
            If `text` is not text.
        InvalidDealError
            If there are not three hands of equal size, or a tile can't be.

        Examples
        --------
        >>> Deal.parse("2-1 | 1-1 | 0-0").hands == (0b100, 0b010, 0b001)
        True
        """
        text = clean(text, "deal")
        return cls(parted(text))

    def __repr__(self) -> str:
        return f"Deal.parse('{self}')"

    def __str__(self) -> str:
        return " | ".join(map(format_tiles, self.hands))

    def __len__(self) -> int:
        """Return how many tiles each hand holds."""
        return self.hands[0].bit_count()
