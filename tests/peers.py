"""Three slow, textbook solvers, compiled: second methods for the tests, peers for the benchmarks.

Each is what anyone would write first, with none of the fast solver's ideas and none of its code.
All they know of the game is two tables, which naive.py fills from the written rules. `minimax`
tries every play, so it is for hands of up to 4 or 5 tiles; `memo_minimax` and `alpha_beta` solve
full deals of 7. All three take and return the same arrays:

- hands (n, 3): each hand a mask in which bit i is naive.TILES[i]. The three hands of a deal are
  disjoint and of one size, 0 to 7. Kernels check no index, so pass nothing else.
- trump (n,): 0..8 as in naive.py; leader (n,): the seat that leads, 0..2.
- values (n,) int8: the tricks of seat 0 when it maximises them and both defenders minimise them.
- nodes (n,) int64: how often the plays from the start of a trick were searched. Positions that are
  empty or that a table answers do not count.

A position in a deal is (left, leader, led, second): the mask of the tiles not yet played, the seat
that leads the trick, and the trick's first two tiles, each NONE until it is played. Everything is
an int64 but the entries of the tables.

Importing this file takes seconds: it fills the tables, and numba, which needs the signature of a
recursive function, compiles a function with a signature at once.
"""

from math import comb

import naive
import numpy as np
from numba import int8, int64, njit
from numba.cpython.unsafe.numbers import trailing_zeros  # the index of a one-bit mask
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Solved = tuple[NDArray[np.int8], Ints]  # values, nodes

# The rules. FOLLOW[trump, led]: the mask of all tiles that follow `led`. WINNER[trump, a, b, c]:
# which of three tiles, played in this order, takes the trick.
FOLLOW = np.array([naive.follow_masks(trump) for trump in naive.TRUMPS], dtype=np.int64)
WINNER = np.array([naive.winners(trump) for trump in naive.TRUMPS], dtype=np.int8)

NONE = -1  # no tile
MINIMAX, MEMO_MINIMAX, ALPHA_BETA = range(3)

# Within one deal `left` fixes all hands, so at the start of a trick the key is 3 * left + leader.
# The table has a place for every key: nothing collides or is replaced.
TABLE_SIZE = 3 << len(naive.TILES)
UNKNOWN = -1
# The most keys one deal can store: k tiles left in each hand, any of the three to lead.
MOST_STORED = 3 * sum(comb(7, k) ** 3 for k in range(1, 8))
# What a search counts: its nodes, and the keys it put in `stored`.
NODES, STORED = 0, 1


# --- What the methods share -------------------------------------------------------------------


@njit(cache=False)
def _seat(first, places):
    """The seat that is `places`, at most 2, clockwise of `first`."""
    seat = first + places
    return seat - 3 if seat >= 3 else seat


@njit(cache=False)
def _legal(hand, led, trump):
    """The tiles of `hand` that may be played to the tile `led`."""
    if led == NONE:
        return hand
    followers = hand & FOLLOW[trump, led]
    return followers if followers else hand


@njit(cache=False)
def _play(tile, leader, led, second, trump):
    """Who leads next, the next `led` and `second`, and 1 if the declarer took the trick."""
    if led == NONE:
        return leader, tile, NONE, 0
    if second == NONE:
        return leader, led, tile, 0
    taker = _seat(leader, int64(WINNER[trump, led, second, tile]))
    return taker, NONE, NONE, int64(taker == 0)


@njit(cache=False)
def _worst(seat):
    """A value that any value beats for the side of `seat`."""
    return int64(-1) if seat == 0 else int64(8)


@njit(cache=False)
def _better(seat, a, b):
    """The value that the side of `seat` prefers: the declarer more tricks, a defender fewer."""
    return max(a, b) if seat == 0 else min(a, b)


@njit(cache=False)
def _store(key, entry, table, stored, count):
    """Write a table entry, and note a new key so that it can be cleared after the deal."""
    if table[key] == UNKNOWN:
        stored[count[STORED]] = key
        count[STORED] += 1
    table[key] = entry


# --- The methods ------------------------------------------------------------------------------

ARRAYS = (int64[::1], int8[::1], int64[::1], int64[::1])  # hands, table, stored, count


@njit(int64(*(int64,) * 5, int64[::1], int64[::1]), cache=False)
def _minimax(left, leader, led, second, trump, hands, count):
    """Seat 0's tricks from here, by trying every play: naive.value, compiled."""
    if left == 0:
        return 0
    if led == NONE:
        count[NODES] += 1
    seat = _seat(leader, int64(led != NONE) + int64(second != NONE))
    options = _legal(left & hands[seat], led, trump)
    best = _worst(seat)
    while options:
        bit = options & -options
        options ^= bit
        leads, now_led, now_second, won = _play(trailing_zeros(bit), leader, led, second, trump)
        value = won + _minimax(left ^ bit, leads, now_led, now_second, trump, hands, count)
        best = _better(seat, best, value)
    return best


@njit(int64(*(int64,) * 3, *ARRAYS), cache=False)
def _memo_minimax(left, leader, trump, hands, memo, stored, count):
    """Seat 0's tricks from the start of a trick, by every play, each position searched once.

    A call plays a whole trick, so that it can read the memo without another call: in a full deal
    a position is met about fourteen times for each time it is searched.
    """
    if left == 0:
        return 0
    count[NODES] += 1
    seat_b, seat_c = _seat(leader, 1), _seat(leader, 2)
    hand_a, hand_b, hand_c = left & hands[leader], left & hands[seat_b], left & hands[seat_c]
    best_a = _worst(leader)
    while hand_a:
        bit_a = hand_a & -hand_a
        hand_a ^= bit_a
        a = trailing_zeros(bit_a)
        best_b = _worst(seat_b)
        options_b = _legal(hand_b, a, trump)
        legal_c = _legal(hand_c, a, trump)
        while options_b:
            bit_b = options_b & -options_b
            options_b ^= bit_b
            b = trailing_zeros(bit_b)
            best_c = _worst(seat_c)
            options_c = legal_c
            while options_c:
                bit_c = options_c & -options_c
                options_c ^= bit_c
                rest = left ^ bit_a ^ bit_b ^ bit_c
                taker = _seat(leader, int64(WINNER[trump, a, b, trailing_zeros(bit_c)]))
                value = int64(memo[3 * rest + taker])
                if value == UNKNOWN:
                    value = _memo_minimax(rest, taker, trump, hands, memo, stored, count)
                best_c = _better(seat_c, best_c, value + int64(taker == 0))
            best_b = _better(seat_b, best_b, best_c)
        best_a = _better(leader, best_a, best_b)
    _store(3 * left + leader, best_a, memo, stored, count)
    return best_a


@njit(int64(*(int64,) * 7, *ARRAYS), cache=False)
def _alpha_beta(alpha, beta, left, leader, led, second, trump, hands, table, stored, count):
    """Seat 0's tricks from here if between alpha and beta, else a bound on them (fail-soft).

    A result <= alpha is at least the value, a result >= beta at most the value. A table entry is
    8 * low + high: bounds proved for the start of a trick.
    """
    if left == 0:
        return 0
    key, low, high = 3 * left + leader, 0, 7
    if led == NONE:
        entry = int64(table[key])
        if entry != UNKNOWN:
            low, high = entry >> 3, entry & 7
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        count[NODES] += 1
    seat = _seat(leader, int64(led != NONE) + int64(second != NONE))
    options = _legal(left & hands[seat], led, trump)
    best = _worst(seat)
    floor, ceiling = alpha, beta  # what the declarer, and the defenders, are sure of so far
    while options and floor < ceiling:
        bit = options & -options
        options ^= bit
        leads, now_led, now_second, won = _play(trailing_zeros(bit), leader, led, second, trump)
        value = won + _alpha_beta(
            *(floor - won, ceiling - won, left ^ bit, leads, now_led, now_second, trump),
            *(hands, table, stored, count),
        )
        best = _better(seat, best, value)
        if seat == 0:
            floor = max(floor, best)
        else:
            ceiling = min(ceiling, best)
    if led == NONE:
        if best > alpha:
            low = max(low, best)
        if best < beta:
            high = min(high, best)
        _store(key, 8 * low + high, table, stored, count)
    return best


# --- The solvers ------------------------------------------------------------------------------


@njit(cache=False)
def _solve_all(method, hands, trump, leader):
    """Solve deal after deal with one table."""
    values = np.zeros(len(hands), np.int8)
    nodes = np.zeros(len(hands), np.int64)
    table = np.full(TABLE_SIZE, UNKNOWN, np.int8)
    stored = np.empty(MOST_STORED, np.int64)
    for i in range(len(hands)):
        deal, suit, first, left = hands[i], trump[i], leader[i], hands[i].sum()
        count = np.zeros(2, np.int64)
        if method == MINIMAX:
            values[i] = _minimax(left, first, NONE, NONE, suit, deal, count)
        elif method == MEMO_MINIMAX:
            values[i] = _memo_minimax(left, first, suit, deal, table, stored, count)
        else:  # no value is below 0 or above 7, so this window makes the result exact
            values[i] = _alpha_beta(
                *(0, 7, left, first, NONE, NONE, suit), *(deal, table, stored, count)
            )
        nodes[i] = count[NODES]
        for j in range(count[STORED]):  # cheaper than to clear the whole table
            table[stored[j]] = UNKNOWN
    return values, nodes


def _solve(method: int, hands: Ints, trump: Ints, leader: Ints) -> Solved:
    """Call the kernel with the one type it is meant for, whatever integers come in."""
    arrays = (np.ascontiguousarray(array, dtype=np.int64) for array in (hands, trump, leader))
    return _solve_all(method, *arrays)


def minimax(hands: Ints, trump: Ints, leader: Ints) -> Solved:
    """Every play of every line, no table and no bounds: (values, nodes)."""
    return _solve(MINIMAX, hands, trump, leader)


def memo_minimax(hands: Ints, trump: Ints, leader: Ints) -> Solved:
    """Every play, with the value of each trick's start kept: (values, nodes)."""
    return _solve(MEMO_MINIMAX, hands, trump, leader)


def alpha_beta(hands: Ints, trump: Ints, leader: Ints) -> Solved:
    """Alpha-beta, full window, tiles in the order of naive.TILES, a table: (values, nodes)."""
    return _solve(ALPHA_BETA, hands, trump, leader)
