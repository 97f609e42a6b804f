"""The layouts that one strategy wins together."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import lowest, variable
from moon_sim.kernels.jit import inlined, kernel
from moon_sim.kernels.layout_sets import (
    HIDDEN_RANK,
    MEMO,
    MEMO_SLOTS,
    NODES,
    OWN,
    OWN_FOLLOW,
    OWN_RANK,
    OWN_SETS,
    STOP,
    WORDS,
    copy,
    count,
    gather,
    legal,
    legal_tiles,
    scatter,
)
from moon_sim.kernels.layout_tricks import distinct, led_suit, surely_won, trick_over, untouched
from moon_sim.kernels.won_alone import next_tile, open_set, rank_leads, won_open

NONE = -1
"""What `keep` returns where it loses more layouts than it may."""


@inlined
def memo_slot(r: int, position: int, some: int, mem: NDArray[np.int64]) -> int:
    """Return where what was found of a position and a set is remembered."""
    mixed = position
    for k in range(mem[WORDS + r]):
        word = mem[some + k]
        mixed = ((mixed ^ word ^ word >> 32) & 0x7FFFFFFF) * 0x5851F42D
        mixed ^= mixed >> 29
    slot = (mixed >> 8) & (MEMO_SLOTS - 1)
    return mem[MEMO + r] + slot * (mem[WORDS + r] + 2)  # type: ignore[no-any-return]


@kernel
def keep(
    r: int, own: int, hidden: int, leader: int, need: int, first: int, second: int, budget: int,
    some: int, out: int, top: int, mem: NDArray[np.int64], maps: NDArray[np.int16],
) -> int:  # fmt: skip
    """Write to `out` layouts of a set that one strategy wins together; return how many it loses.

    If all can be won together, it finds that. Else it is a good choice, not always the best: at
    each turn of the declarer the play that keeps most.

    Returns
    -------
    int64
        Layouts lost, or `NONE` if it found no way to lose `budget` or fewer.
    """
    words = mem[WORDS + r]
    ply = (first >= 0) + (second >= 0)
    seat = (leader + ply) % 3
    if ply == 0:
        if mem[STOP]:
            return NONE
        mem[NODES + r] += 1
        if surely_won(r, own, hidden, leader, need, mem):
            copy(some, out, words, mem)
            return 0
    alive = top
    group = alive + words
    part = group + words
    child = part + words
    order = child + words
    free = order + OWN
    lost = 0
    if open_set(r, own, hidden, leader, need, first, second, mem) < 0:
        copy(some, alive, words, mem)
    else:
        won_open(r, own, hidden, leader, need, first, second, some, alive, free, mem, maps)
        left = count(alive, words, mem)
        lost = count(some, words, mem) - left
        if lost > budget:
            return NONE
        if left <= 1 or r == 1:
            copy(alive, out, words, mem)
            return lost
    budget -= lost
    slot = 0
    position = 0
    if ply == 0 and 3 <= r < OWN:
        position = mem[HIDDEN_RANK + hidden] * mem[OWN_SETS + r] + mem[OWN_RANK + own]
        position = (position * 3 + leader) * 8 + need
        slot = memo_slot(r, position, alive, mem)
        if mem[slot] == position + 1:
            same = True
            for k in range(words):
                same = same and mem[slot + 2 + k] == mem[alive + k]
            if same:
                if mem[slot + 1] < 0:
                    copy(alive, out, words, mem)
                    return lost
                if mem[slot + 1] >= budget:
                    return NONE
    suit = led_suit(leader, first, mem)
    if seat == 0:
        plays = distinct(legal_tiles(own, suit, OWN_FOLLOW, mem), own, hidden, mem)
        if ply == 0:
            rank_leads(r, own, hidden, need, plays, alive, order, group, free, mem, maps)
    else:
        plays = untouched(hidden, leader, first, second)
        copy(alive, out, words, mem)
    total = variable(NONE) if seat == 0 else variable(0)
    while plays:
        tile = next_tile(plays, ply, order, mem) if seat == 0 else lowest(plays)
        plays ^= 1 << tile
        may_lose = budget
        if seat == 0:
            copy(alive, group, words, mem)
            if total >= 0:
                may_lose = total - 1
        else:
            if legal(seat, tile, suit, r, hidden, out, group, mem) == 0:
                continue
            may_lose = budget - total
        if ply < 2:
            one = tile if ply == 0 else first
            two = variable(-1) if ply == 0 else tile
            loses = keep(
                r, own, hidden, leader, need, one, two, may_lose, group, part, free, mem, maps
            )
        else:
            own_left, hidden_left, winner, rest, i, j = trick_over(
                own, hidden, leader, need, first, second, tile, mem
            )
            loses = 0
            if rest <= 0:
                copy(group, part, words, mem)
            elif rest > r - 1:
                loses = count(group, words, mem)
                for k in range(words):
                    mem[part + k] = 0
                if loses > may_lose:
                    loses = NONE
            else:
                gather(group, child, r, i, j, mem, maps)
                loses = keep(
                    r - 1, own_left, hidden_left, winner, rest, variable(-1), variable(-1),
                    may_lose, child, free, free + words, mem, maps,
                )  # fmt: skip
                if loses > 0:
                    scatter(free, part, r, i, j, mem, maps)
                elif loses == 0:
                    copy(group, part, words, mem)
        if seat == 0:
            if loses >= 0:
                total = loses
                copy(part, out, words, mem)
                if loses == 0:
                    break
        elif loses < 0:
            total = NONE
            break
        elif loses:
            total += loses
            for k in range(words):
                mem[out + k] &= ~(mem[group + k] & ~mem[part + k])
    if slot and total <= 0 and not mem[STOP]:
        mem[slot] = position + 1
        mem[slot + 1] = -1 if total == 0 else budget
        copy(alive, slot + 2, words, mem)
    return total if total < 0 else lost + total
