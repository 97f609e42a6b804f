"""A contract as the memory that the best-defence kernels take."""

from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import DEFAULT_RULES, HAND_SIZE, SEATS, Rules, Trump, tile_ids
from moon_sim.kernels import layout_sets as sets
from moon_sim.kernels.state import TRUMP_PLACE
from moon_sim.solver import rule_tables


def to_bits(members: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return a set of layouts as the words that the kernels take.

    Parameters
    ----------
    members : (n,) bool array
        Whether each layout is in the set.

    Returns
    -------
    (words,) int64 array
    """
    words = -(-members.size // sets.BITS)
    padded = np.zeros(words * sets.BITS, np.int64)
    padded[: members.size] = members
    weights = np.int64(1) << np.arange(sets.BITS)
    found: NDArray[np.int64] = padded.reshape(words, sets.BITS) @ weights
    return found


def from_bits(words: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
    """Return a set of layouts as an array of truth values: the inverse of `to_bits`.

    Parameters
    ----------
    words : (words,) int64 array
    size : int
        How many layouts there are.

    Returns
    -------
    (size,) bool array
    """
    spread = words[:, None] >> np.arange(sets.BITS) & 1
    return spread.ravel()[:size].astype(bool)


def _subsets(tiles: int, size: int) -> list[int]:
    """All sets of a size among the first tiles, as masks in rising order."""
    return sorted(sum(1 << one for one in some) for some in combinations(range(tiles), size))


@lru_cache(maxsize=1)
def _numbering() -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """The part of the memory that is the same for all contracts, and the maps between tricks."""
    mem = np.zeros(sets.TABLES_END, np.int64)
    maps: list[int] = []
    mem[sets.WORDS] = mem[sets.FULL] = 1
    for r in range(1, HAND_SIZE + 1):
        smaller, layouts = _subsets(2 * r - 2, r - 1), _subsets(2 * r, r)
        bit_of = {
            layout: number // sets.BITS << 6 | number % sets.BITS
            for number, layout in enumerate(layouts)
        }
        members = np.array([[layout >> tile & 1 for layout in layouts] for tile in range(2 * r)])
        words = sets.LAYOUT_WORDS[r]
        mem[sets.WORDS + r] = words
        at = sets.FULL + r * sets.STRIDE
        mem[at : at + words] = to_bits(np.ones(len(layouts), bool))
        for tile in range(2 * r):
            at = sets.HOLD + (r * sets.HIDDEN + tile) * sets.STRIDE
            mem[at : at + words] = to_bits(members[tile] == 1)
        for layout, bit in bit_of.items():
            mem[sets.RANK + (r << sets.HIDDEN) + layout] = bit
        for i in range(2 * r):
            for j in range(2 * r):
                if i == j:
                    continue
                mem[sets.CHILDREN + (r * sets.HIDDEN + i) * sets.HIDDEN + j] = len(maps)
                maps += [bit_of[_widened(layout, i, j)] for layout in smaller]
    for size in range(HAND_SIZE + 1):
        own, hidden = _subsets(HAND_SIZE, size), _subsets(2 * HAND_SIZE, 2 * size)
        mem[sets.OWN_SETS + size] = len(own)
        for number, some in enumerate(own):
            mem[sets.OWN_RANK + some] = number
        for number, some in enumerate(hidden):
            mem[sets.HIDDEN_RANK + some] = number
    return mem, np.array(maps, np.int16)


def _widened(layout: int, i: int, j: int) -> int:
    """Return seat 1's hand before it played the i-th hidden tile and seat 2 the j-th."""
    for place in sorted((i, j)):
        below = layout & ((1 << place) - 1)
        layout = below | layout >> place << (place + 1)
    return layout | 1 << i


def _winner_at(leader: int, tile0: int, tile1: int, tile2: int) -> int:
    """Return where it stands who takes a trick."""
    tricks = (leader * sets.OWN + tile0) * sets.HIDDEN + tile1
    return sets.WINNER + tricks * sets.HIDDEN + tile2


class Memory:
    """A contract, and the memory for searching it.

    Parameters
    ----------
    hand, hidden : int
        Masks of tile ids: the declarer's hand, and twice as many hidden tiles.
    trump : Trump
    rules : Rules, optional

    Attributes
    ----------
    own, hidden : list of int
        Tile ids in the order in which the kernels number them, weakest first.
    mem : int64 array
        `moon_sim.kernels.layout_sets` says what stands where.
    maps : int16 array
        The layouts of one trick among those of the one before.
    """

    def __init__(self, hand: int, hidden: int, trump: Trump, rules: Rules = DEFAULT_RULES) -> None:
        fixed, self.maps = _numbering()
        self.mem = np.zeros(sets.SIZE, np.int64)
        self.mem[: fixed.size] = fixed
        tables = rule_tables(rules)
        place = tables.place[trump]
        self.own = sorted(tile_ids(hand), key=lambda tile: place[tile])
        self.hidden = sorted(tile_ids(hidden), key=lambda tile: place[tile])
        own = [int(place[tile]) for tile in self.own]
        others = [int(place[tile]) for tile in self.hidden]
        trumps = int(tables.trumps[trump])
        lead, follow, beats = tables.lead[trump], tables.follow[trump], tables.beats[trump]

        def put(at: int, values: object) -> None:
            array = np.asarray(values, np.int64).ravel()
            self.mem[at : at + array.size] = array

        def among(places: list[int], some: int) -> int:
            """The tiles at some places, as a mask of the kernels' numbers."""
            return sum(1 << number for number, at in enumerate(places) if some >> at & 1)

        put(sets.UNBEATEN, tables.unbeaten)
        put(sets.OWN_FOLLOW, [among(own, int(suit)) for suit in follow])
        put(sets.HIDDEN_FOLLOW, [among(others, int(suit)) for suit in follow])
        put(sets.OWN_LEAD, lead[own])
        put(sets.HIDDEN_LEAD, lead[others])
        put(sets.OWN_TRUMPS, among(own, trumps))
        put(sets.OVER, [among(others, int(tables.over[trump, at])) for at in own])
        for leader in range(SEATS):
            for a, tile0 in enumerate(own):
                for b, tile1 in enumerate(others):
                    for c, tile2 in enumerate(others):
                        plays = ((0, tile0), (1, tile1), (2, tile2))
                        best = plays[leader]
                        suit = lead[best[1]]
                        for step in (1, 2):
                            play = plays[(leader + step) % SEATS]
                            if b != c and beats[suit, best[1]] >> play[1] & 1:
                                best = play
                        self.mem[_winner_at(leader, a, b, c)] = best[0]
        for a, low in enumerate(own):
            for b, high in enumerate(own):
                between = ((1 << high) - 1) & ~((2 << low) - 1) & trumps
                if a < b and trumps >> low & trumps >> high & 1:
                    self.mem[sets.BETWEEN + a * sets.OWN + b] = among(others, between)
        for at, places in (
            (sets.OWN_STRENGTH, own),
            (sets.LOW_STRENGTH, others[:HAND_SIZE]),
            (sets.HIGH_STRENGTH, others[HAND_SIZE:]),
        ):
            for some in range(1 << len(places)):
                bits = sum(1 << place for n, place in enumerate(places) if some >> n & 1)
                self.mem[at + some] = (bits & trumps) >> TRUMP_PLACE
        put(sets.OPEN, sets.OPEN_AT)
        put(sets.MEMO, sets.MEMO_AT)

    def winner(self, leader: int, tile0: int, tile1: int, tile2: int) -> int:
        """Return the seat that takes a trick.

        Parameters
        ----------
        leader : int
        tile0, tile1, tile2 : int
            The tiles of seats 0, 1 and 2, as the kernels number them.

        Returns
        -------
        int
        """
        return int(self.mem[_winner_at(leader, tile0, tile1, tile2)])
