"""The declarer's tricks after each play of the seat to act, on layouts that fit what it knows."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, popcount, variable
from moon_sim.kernels.jit import kernel
from moon_sim.kernels.memory import lend, word
from moon_sim.kernels.search import LOWER, by_seat, distinct, in_turn, places_of, value
from moon_sim.kernels.state import BEATS, LEAD, PLACE, TRUMPS, name_trump


@kernel
def play_tricks(
    hands: NDArray[np.int64], trump: int, leader: int, played: NDArray[np.int64],
    plays: NDArray[np.int64], low: int, high: int, memory: NDArray[np.int64],
    out: NDArray[np.int8],
) -> None:  # fmt: skip
    """Solve each layout of a position for each of some plays of the seat to act.

    Parameters
    ----------
    hands : (n, 3) int64
        Masks of tile ids as at the start of the trick: the tiles on it are still among them.
    trump, leader : int64
    played : (p,) int64
        Ids of the 0-2 tiles on the trick, in order; `LOWER` more for a lead in the suit of its
        tile's lower number.
    plays : (m,) int64
        Ids of legal plays of the seat to act, likewise.
    low, high : int64
        Tricks beyond these are not told apart.
    memory : (z,) int64
        As `moon_sim.solver.memory` makes it.
    out : (n, m) int8
        The declarer's tricks from here on, this one included, clipped to `low` and `high`.
    """
    at = lend(memory)
    name_trump(trump, at)
    ply = played.size
    first = second = variable(0)
    led = variable(0)
    if ply > 0:
        named = LOWER if played[0] >= LOWER else 0
        led = word(at, PLACE + played[0] - named)
        first = led + named
    if ply > 1:
        second = word(at, PLACE + played[1])
    # By place: what a play took on the last layout on which it was searched, and which that was.
    guesses = np.full(2 * LOWER, (low + high) // 2, np.int64)
    searched = np.full(2 * LOWER, variable(-1), np.int64)
    for row in range(hands.shape[0]):
        hand0 = places_of(hands[row, 0], at)
        hand1 = places_of(hands[row, 1], at)
        hand2 = places_of(hands[row, 2], at)
        tricks = popcount(hand0)
        in_order = in_turn(leader, hand0, hand1, hand2)
        own_trumps = in_order[ply] & word(at, TRUMPS)
        # Of trumps that are worth the same, the lowest stands for all.
        apart = distinct(own_trumps, hand0 | hand1 | hand2, at)
        for index in range(plays.size):
            named = LOWER if plays[index] >= LOWER else 0
            place = word(at, PLACE + plays[index] - named)
            if own_trumps >> place & 1:
                place = highest(apart & ((2 << place) - 1))
            place += named
            if searched[place] == row:
                out[row, index] = guesses[place]
                continue
            searched[place] = row
            if ply < 2:
                guesses[place] = value(
                    low, high, guesses[place], tricks, leader, hand0, hand1, hand2, ply + 1,
                    first if ply else place, place, at,
                )  # fmt: skip
            else:
                suit = word(at, LEAD + first)
                winning = led
                winner = leader
                if word(at, BEATS + suit * 22 + led) >> second & 1:
                    winning = second
                    winner = leader + 1
                if word(at, BEATS + suit * 22 + winning) >> place & 1:
                    winner = leader + 2
                winner %= 3
                won = 1 if winner == 0 else 0
                rest0, rest1, rest2 = by_seat(
                    leader, in_order[0] ^ 1 << led, in_order[1] ^ 1 << second,
                    in_order[2] ^ 1 << place,
                )  # fmt: skip
                least = max(low - won, 0)
                most = min(high - won, tricks - 1)
                rest = value(
                    least, most, guesses[place] - won, tricks - 1, winner, rest0, rest1, rest2,
                    variable(0), first, second, at,
                )  # fmt: skip
                guesses[place] = min(won + rest, high)
            out[row, index] = guesses[place]
