"""A contract played out, the defenders by rules and the declarer with all hands open."""

from typing import NamedTuple

import numpy as np

from analyses.common.auctions import Bought
from analyses.defending.rules import DECLARER, Seen, Way, question
from moon_sim import solve_plays
from moon_sim.game import HAND_SIZE, TILES, led_suit, suit_tiles, suits, tile_name, trick_winner

Values = dict[tuple[int, ...], dict[int, int]]
"""What each play is worth in the positions that have come up, so that none is solved twice."""


class Table(NamedTuple):
    """The play so far.

    Attributes
    ----------
    hands : tuple of three int
        Masks as they were when the trick began.
    leader : int
    trick : tuple of int
        Tile ids on the table.
    taken, lost : int
        Tricks of the declarer, and of the defenders.
    played : int
        Mask of the tiles of the tricks before.
    lacks : tuple of three int
        By seat, mask of the tiles that it has shown not to hold.
    """

    hands: tuple[int, int, int]
    leader: int = DECLARER
    trick: tuple[int, ...] = ()
    taken: int = 0
    lost: int = 0
    played: int = 0
    lacks: tuple[int, int, int] = (0, 0, 0)

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % 3

    def after(self, tile: int, trump: int) -> "Table":
        """Return the table after a play."""
        trick = (*self.trick, tile)
        lacks = list(self.lacks)
        led = led_suit(trick[0], trump)
        if led not in suits(tile, trump):
            lacks[self.seat] |= suit_tiles(led, trump)
        shown = lacks[0], lacks[1], lacks[2]
        if len(trick) < 3:
            return self._replace(trick=trick, lacks=shown)
        gone = sum(1 << one for one in trick)
        winner = (self.leader + trick_winner(trick, trump)) % 3
        a, b, c = (hand & ~gone for hand in self.hands)
        won = winner == DECLARER
        return Table(
            (a, b, c),
            winner,
            (),
            self.taken + won,
            self.lost + (not won),
            self.played | gone,
            shown,
        )

    def seen(self, trump: int) -> Seen:
        """Return what the seat to play sees."""
        on_table = sum(1 << tile for tile in self.trick)
        return Seen(
            self.seat,
            self.hands[self.seat],
            self.played | on_table,
            trump,  # type: ignore[arg-type]
            self.leader,
            self.trick,
            self.lacks,
        )


def tile_of(name: str) -> int:
    """Return the id of a tile, as it is written."""
    high, low = map(int, name.split("-"))
    return TILES.index((high, low))


def values(table: Table, trump: int, known: Values) -> dict[int, int]:
    """Return the declarer's tricks in the end after each play, all hands open."""
    key = (*table.hands, table.leader, *table.trick)
    if key not in known:
        told = solve_plays(table.hands, trump, table.leader, [tile_name(t) for t in table.trick])
        known[key] = {tile_of(name): tricks for name, tricks in told.items()}
    return {tile: tricks + table.taken for tile, tricks in known[key].items()}


def start(contract: Bought) -> Table:
    """Return the table after the declarer's first lead."""
    hands = contract.hand, contract.left, contract.right
    return Table(hands).after(contract.lead, contract.trump)


def can_be_beaten(contract: Bought, known: Values) -> bool:
    """Whether perfect defenders set the contract as the tiles lie, once its first lead is made."""
    return min(values(start(contract), contract.trump, known).values()) < contract.goal


def let_through(contract: Bought, way: Way | None, known: Values, rng: np.random.Generator) -> str:
    """Return by which decision a contract that can be beaten is let through.

    Parameters
    ----------
    contract : Bought
    way : dict, optional
        A rule for each question; without one any legal tile is as likely as another.
    known : dict
        Positions that are solved already, and those that are solved now.
    rng : Generator

    Returns
    -------
    str
        The question in which a defender played a tile after which the declarer makes it; empty if
        it is set. The declarer plays what leaves it the most tricks, all hands open.
    """
    trump, table = contract.trump, start(contract)
    while table.lost <= HAND_SIZE - contract.goal:
        seat = table.seat
        if seat == DECLARER:
            worth = values(table, trump, known)
            best = max(worth.values())
            leads = 1 if not table.trick else -1
            tile = max(
                (one for one in worth if worth[one] == best),
                key=lambda one: leads * one,
            )
        else:
            seen = table.seen(trump)
            legal, asked = seen.legal, question(seen)
            tile = legal[rng.integers(len(legal))] if way is None else way[asked](seen, legal)
            if len(legal) > 1 and values(table, trump, known)[tile] >= contract.goal:
                return asked
        table = table.after(tile, trump)
    return ""
