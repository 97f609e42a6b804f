"""The layouts that can't be won together with a given one."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import lowest, variable
from moon_sim.kernels.jit import kernel
from moon_sim.kernels.layout_sets import (
    HIDDEN_FOLLOW,
    NODES,
    OWN,
    OWN_FOLLOW,
    STOP,
    WORDS,
    copy,
    gather,
    legal,
    legal_tiles,
    scatter,
)
from moon_sim.kernels.layout_tricks import distinct, led_suit, surely_won, trick_over
from moon_sim.kernels.won_alone import holds_layout, next_tile, open_set, rank_leads, won_open

ALL = 2
"""What `conflicts` returns where the given layout itself is lost."""


@kernel
def conflicts(
    r: int, own: int, hidden: int, leader: int, need: int, first: int, second: int, hand1: int,
    some: int, out: int, top: int, mem: NDArray[np.int64], maps: NDArray[np.int16],
) -> int:  # fmt: skip
    """Write to `out` those layouts of a set that can't be won together with a given one.

    `hand1` is seat 1's hand in the given layout, at the start of the trick.

    Returns
    -------
    int64
        0 if there are none, 1 if there are, `ALL` if the given layout itself is lost.
    """
    words = mem[WORDS + r]
    ply = (first >= 0) + (second >= 0)
    seat = (leader + ply) % 3
    for k in range(words):
        mem[out + k] = 0
    if ply == 0:
        if mem[STOP]:
            return 0
        mem[NODES + r] += 1
        if surely_won(r, own, hidden, leader, need, mem):
            return 0
    alive = top
    group = alive + words
    part = group + words
    child = part + words
    order = child + words
    free = order + OWN
    copy(some, alive, words, mem)
    kept = open_set(r, own, hidden, leader, need, first, second, mem) >= 0
    # Once the declarer has played as second to a trick, another layout may be lost by itself, too.
    if kept or (ply == 2 and leader == 2):
        at = won_open(r, own, hidden, leader, need, first, second, some, alive, free, mem, maps)
        if kept and not holds_layout(at, r, hidden, hand1, mem):
            copy(some, out, words, mem)
            return ALL
    found = 0
    left = 0
    for k in range(words):
        mem[out + k] = mem[some + k] & ~mem[alive + k]
        found |= mem[out + k]
        left |= mem[alive + k]
    if left == 0 or r == 1:
        return found != 0
    suit = led_suit(leader, first, mem)
    if seat == 0:
        plays = distinct(legal_tiles(own, suit, OWN_FOLLOW, mem), own, hidden, mem)
        if ply == 0:
            rank_leads(r, own, hidden, need, plays, alive, order, group, free, mem, maps)
    else:
        hand = hand1 if seat == 1 else hidden & ~hand1
        plays = legal_tiles(hand, suit, HIDDEN_FOLLOW, mem)
    lost = seat == 0
    while plays:
        tile = next_tile(plays, ply, order, mem) if seat == 0 else lowest(plays)
        plays ^= 1 << tile
        if seat == 0:
            copy(alive, group, words, mem)
        else:
            for k in range(words):
                mem[part + k] = mem[alive + k] & ~mem[out + k]
            # After a wrong play of the declarer, this one may lose the given layout by itself.
            if legal(seat, tile, suit, r, hidden, part, group, mem) == 0 and leader != 2:
                continue
        if ply < 2:
            one = tile if ply == 0 else first
            two = variable(-1) if ply == 0 else tile
            bad = conflicts(
                r, own, hidden, leader, need, one, two, hand1, group, part, free, mem, maps
            )
        else:
            own_left, hidden_left, winner, rest, i, j = trick_over(
                own, hidden, leader, need, first, second, tile, mem
            )
            bad = 0
            if rest > r - 1:
                bad = ALL
            elif rest > 0:
                gather(group, child, r, i, j, mem, maps)
                bad = conflicts(
                    r - 1, own_left, hidden_left, winner, rest, variable(-1), variable(-1),
                    hand1 & hidden_left, child, free, free + words, mem, maps,
                )  # fmt: skip
                scatter(free, part, r, i, j, mem, maps)
        if seat == 0:
            # With one play for both, a conflict is one after every play.
            if bad == ALL:
                continue
            lost = False
            left = 0
            for k in range(words):
                mem[alive + k] = mem[part + k] if bad else 0
                left |= mem[alive + k]
            if left == 0:
                break
        elif bad == ALL:
            copy(some, out, words, mem)
            return ALL
        elif bad:
            for k in range(words):
                mem[out + k] |= mem[part + k]
            found = 1
    if seat:
        return found != 0
    if lost:
        copy(some, out, words, mem)
        return ALL
    for k in range(words):
        mem[out + k] |= mem[alive + k]
        found |= mem[out + k]
    return found != 0
