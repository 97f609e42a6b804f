"""Sets of layouts as bits, and the memory in which the best-defence searches work.

A position at the start of a trick with `r` tricks left has 2r hidden tiles, which lie in C(2r, r)
layouts: one for each hand that seat 1 may have. They are numbered by that hand, as a mask of the
hidden tiles still out, smallest first; so a set of layouts is a row of C(2r, r) bits, 63 to a word.
When seat 1 plays the i-th hidden tile and seat 2 the j-th, the layouts of the next trick map to
those of this one by a table, which `gather` and `scatter` read in its two directions.

Tiles have small numbers of their own: the declarer's 0-6 and the hidden ones 0-13, both from
weakest to strongest.

All arrays are regions of one, `mem`, at the offsets below: numba counts references at each access
to each array, and a search that calls itself hands them all on.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import lowest, popcount
from moon_sim.kernels.jit import inlined

OWN = 7
HIDDEN = 14
SUITS = 8
BITS = 63  # the 64th bit is the sign
LAYOUT_WORDS = tuple(-(-comb(2 * r, r) // BITS) for r in range(OWN + 1))
STRIDE = LAYOUT_WORDS[OWN]
MEMO_SLOTS = 1 << 15
"""Positions with their sets that are remembered, for each number of tricks left; a power of two."""

SIZE = 0


def _region(size: int) -> int:
    """Return the offset of a new region of `mem`."""
    global SIZE
    SIZE += size
    return SIZE - size


STOP = _region(1)  # not 0: give up
NODES = _region(OWN + 1)  # positions looked into at the start of a trick, by tricks left

# The same for every contract.
WORDS = _region(OWN + 1)  # words of a set, by tricks left
FULL = _region((OWN + 1) * STRIDE)  # all layouts, by tricks left
HOLD = _region((OWN + 1) * HIDDEN * STRIDE)  # where seat 1 has the i-th hidden tile, by tricks left
CHILDREN = _region((OWN + 1) * HIDDEN * HIDDEN)  # where in the map (r, i, j) begins
RANK = _region((OWN + 1) << HIDDEN)  # where a layout's bit is, by tricks left and seat 1's hand
OWN_RANK = _region(1 << OWN)  # number of a set of own tiles among those of its size
HIDDEN_RANK = _region(1 << HIDDEN)  # the same of hidden tiles
OWN_SETS = _region(OWN + 1)  # how many sets of own tiles there are of a size
UNBEATEN = _region(128 * 128)  # as `RuleTables` has it

# The contract.
OWN_FOLLOW = _region(SUITS)  # own tiles of a suit
HIDDEN_FOLLOW = _region(SUITS)  # hidden tiles of a suit
OWN_LEAD = _region(OWN)  # suit that an own tile leads
HIDDEN_LEAD = _region(HIDDEN)
WINNER = _region(3 * OWN * HIDDEN * HIDDEN)  # seat, by leader and the tiles of seats 0, 1, 2
OWN_TRUMPS = _region(1)
BETWEEN = _region(OWN * OWN)  # hidden trumps between two own ones
OWN_STRENGTH = _region(1 << OWN)  # the trumps of a set of own tiles, as `UNBEATEN` takes them
LOW_STRENGTH = _region(1 << OWN)  # the same of the lower seven hidden tiles
HIGH_STRENGTH = _region(1 << OWN)  # and of the upper seven
OVER = _region(OWN)  # hidden tiles that beat an own one off trump when it is led
TABLES_END = SIZE

# What was found: for each position, lead and tricks needed the layouts that are won with all hands
# open; and sets of layouts that were searched.
OPEN = _region(OWN + 1)
MEMO = _region(OWN + 1)


def _open_size(r: int) -> int:
    return comb(HIDDEN, 2 * r) * comb(OWN, r) * (r + 3) * r * LAYOUT_WORDS[r]


OPEN_AT = tuple(_region(_open_size(r)) for r in range(OWN + 1))
MEMO_AT = tuple(
    _region(MEMO_SLOTS * (LAYOUT_WORDS[r] + 2) if 3 <= r < OWN else 0) for r in range(OWN + 1)
)
SCRATCH = _region(200 * OWN * STRIDE)


@inlined
def relative(tiles: int, tile: int) -> int:
    """Return the place of a tile among some."""
    return popcount(tiles & ((1 << tile) - 1))


@inlined
def count(some: int, words: int, mem: NDArray[np.int64]) -> int:
    """Return how many layouts a set has."""
    layouts = 0
    for k in range(words):
        layouts += popcount(mem[some + k])
    return layouts


@inlined
def copy(some: int, to: int, words: int, mem: NDArray[np.int64]) -> None:
    """Copy a set."""
    for k in range(words):
        mem[to + k] = mem[some + k]


@inlined
def gather(
    some: int, to: int, r: int, i: int, j: int, mem: NDArray[np.int64], maps: NDArray[np.int16]
) -> None:
    """Write what is left of a set once seat 1 has played the i-th hidden tile and seat 2 the j-th.

    `some` has `r` tricks left, `to` one less.
    """
    at = mem[CHILDREN + (r * HIDDEN + i) * HIDDEN + j]
    for k in range(mem[WORDS + r - 1]):
        word = 0
        for bit in range(popcount(mem[FULL + (r - 1) * STRIDE + k])):
            place = np.int64(maps[at])
            at += 1
            word |= (mem[some + (place >> 6)] >> (place & 63) & 1) << bit
        mem[to + k] = word


@inlined
def scatter(
    some: int, to: int, r: int, i: int, j: int, mem: NDArray[np.int64], maps: NDArray[np.int16]
) -> None:
    """Write a set of the next trick as the layouts of this one: the inverse of `gather`."""
    at = mem[CHILDREN + (r * HIDDEN + i) * HIDDEN + j]
    for k in range(mem[WORDS + r]):
        mem[to + k] = 0
    for k in range(mem[WORDS + r - 1]):
        word = mem[some + k]
        while word:
            place = np.int64(maps[at + k * BITS + lowest(word)])
            word &= word - 1
            mem[to + (place >> 6)] |= 1 << (place & 63)


@inlined
def legal(
    seat: int, tile: int, suit: int, r: int, hidden: int, some: int, to: int,
    mem: NDArray[np.int64],
) -> int:  # fmt: skip
    """Write the layouts of a set in which a defender may play a tile; return 0 if there are none.

    `suit` is the suit to follow, or -1 for a lead.
    """
    words = mem[WORDS + r]
    own = HOLD + (r * HIDDEN + relative(hidden, tile)) * STRIDE
    left = 0
    for k in range(words):
        held = mem[own + k] if seat == 1 else ~mem[own + k]
        mem[to + k] = mem[some + k] & held
        left |= mem[to + k]
    if suit < 0 or mem[HIDDEN_FOLLOW + suit] >> tile & 1:
        return left
    # R9: who does not follow has no tile of the suit.
    others = hidden & mem[HIDDEN_FOLLOW + suit]
    while others and left:
        own = HOLD + (r * HIDDEN + relative(hidden, lowest(others))) * STRIDE
        others &= others - 1
        left = 0
        for k in range(words):
            held = ~mem[own + k] if seat == 1 else mem[own + k]
            mem[to + k] &= held
            left |= mem[to + k]
    return left


@inlined
def legal_tiles(hand: int, suit: int, follow: int, mem: NDArray[np.int64]) -> int:
    """Return the tiles of a hand that R9 allows; `follow` is the table of the hand's owner."""
    if suit < 0:
        return hand
    following = hand & mem[follow + suit]
    return following if following else hand
