"""The layouts that the declarer wins each by itself, with all hands open (double-dummy)."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, lowest, variable
from moon_sim.kernels.jit import inlined, kernel
from moon_sim.kernels.layout_sets import (
    FULL,
    HIDDEN,
    HIDDEN_RANK,
    OPEN,
    OWN_FOLLOW,
    OWN_RANK,
    OWN_SETS,
    RANK,
    STOP,
    STRIDE,
    WORDS,
    copy,
    count,
    legal,
    legal_tiles,
    relative,
    scatter,
)
from moon_sim.kernels.layout_tricks import distinct, led_suit, surely_won, trick_over, untouched


@inlined
def open_set(
    r: int, own: int, hidden: int, leader: int, need: int, first: int, second: int,
    mem: NDArray[np.int64],
) -> int:  # fmt: skip
    """Return where the layouts are kept that a position wins with all hands open, or -1.

    They are kept at the start of a trick, and after the declarer's lead. The first word is
    inverted, so that it is not 0 once they are known.
    """
    if second >= 0 or (first >= 0 and leader):
        return -1
    kind = r + leader if first < 0 else relative(own, first)
    position = mem[HIDDEN_RANK + hidden] * mem[OWN_SETS + r] + mem[OWN_RANK + own]
    return mem[OPEN + r] + ((position * (r + 3) + kind) * r + need - 1) * mem[WORDS + r]  # type: ignore[no-any-return]


@inlined
def open_word(at: int, k: int, mem: NDArray[np.int64]) -> int:
    """Return a word of a set kept by `open_set`."""
    return mem[at + k] if k else ~mem[at]  # type: ignore[no-any-return]


@kernel
def won_open(
    r: int, own: int, hidden: int, leader: int, need: int, first: int, second: int, some: int,
    out: int, top: int, mem: NDArray[np.int64], maps: NDArray[np.int16],
) -> int:  # fmt: skip
    """Write to `out` those layouts of a set that the declarer wins with all hands open.

    Returns
    -------
    int64
        Where `open_set` keeps what was found, or -1.
    """
    words = mem[WORDS + r]
    at = open_set(r, own, hidden, leader, need, first, second, mem)
    source = some
    won = out
    if at >= 0:
        if mem[at]:
            for k in range(words):
                mem[out + k] = mem[some + k] & open_word(at, k, mem)
            return at
        if mem[STOP]:
            copy(some, out, words, mem)
            return at
        source = FULL + r * STRIDE
        won = at
    ply = (first >= 0) + (second >= 0)
    seat = (leader + ply) % 3
    group = top
    part = group + words
    child = part + words
    free = child + words
    if ply == 0 and surely_won(r, own, hidden, leader, need, mem):
        copy(source, won, words, mem)
    else:
        suit = led_suit(leader, first, mem)
        if seat == 0:
            plays = distinct(legal_tiles(own, suit, OWN_FOLLOW, mem), own, hidden, mem)
        else:
            plays = untouched(hidden, leader, first, second)
        for k in range(words):
            mem[won + k] = 0 if seat == 0 else mem[source + k]
        while plays:
            tile = highest(plays) if seat == 0 else lowest(plays)
            plays ^= 1 << tile
            if seat == 0:
                left = 0
                for k in range(words):
                    mem[group + k] = mem[source + k] & ~mem[won + k]
                    left |= mem[group + k]
                if left == 0:
                    break
            elif legal(seat, tile, suit, r, hidden, won, group, mem) == 0:
                continue
            if ply < 2:
                one = tile if ply == 0 else first
                two = variable(-1) if ply == 0 else tile
                won_open(r, own, hidden, leader, need, one, two, group, part, free, mem, maps)
            else:
                own_left, hidden_left, winner, rest, i, j = trick_over(
                    own, hidden, leader, need, first, second, tile, mem
                )
                if rest <= 0:
                    copy(group, part, words, mem)
                elif rest > r - 1:
                    for k in range(words):
                        mem[part + k] = 0
                else:
                    full = FULL + (r - 1) * STRIDE
                    won_open(
                        r - 1, own_left, hidden_left, winner, rest, variable(-1), variable(-1),
                        variable(full), child, free, mem, maps,
                    )  # fmt: skip
                    lost = 0
                    for k in range(mem[WORDS + r - 1]):
                        mem[child + k] = mem[full + k] & ~mem[child + k]
                        lost |= mem[child + k]
                    copy(group, part, words, mem)
                    if lost:
                        scatter(child, free, r, i, j, mem, maps)
                        for k in range(words):
                            mem[part + k] &= ~mem[free + k]
            for k in range(words):
                if seat == 0:
                    mem[won + k] |= mem[part + k]
                else:
                    mem[won + k] &= ~(mem[group + k] & ~mem[part + k])
    if at >= 0:
        for k in range(words):
            mem[out + k] = mem[some + k] & mem[at + k]
        mem[at] = 0 if mem[STOP] else ~mem[at]
    return at


@inlined
def holds_layout(at: int, r: int, hidden: int, hand1: int, mem: NDArray[np.int64]) -> int:
    """Tell whether a set kept by `open_set` has the layout in which seat 1 holds `hand1`."""
    layout = 0
    place = 0
    while hidden:
        layout |= (hand1 >> lowest(hidden) & 1) << place
        hidden &= hidden - 1
        place += 1
    bit = mem[RANK + (r << HIDDEN) + layout]
    return open_word(at, bit >> 6, mem) >> (bit & 63) & 1  # type: ignore[no-any-return]


@inlined
def rank_leads(
    r: int, own: int, hidden: int, need: int, leads: int, some: int, order: int, part: int,
    top: int, mem: NDArray[np.int64], maps: NDArray[np.int16],
) -> None:  # fmt: skip
    """Write to `order` how many layouts of a set each lead wins with all hands open."""
    while leads:
        tile = lowest(leads)
        leads &= leads - 1
        won_open(r, own, hidden, variable(0), need, tile, variable(-1), some, part, top, mem, maps)
        mem[order + tile] = count(part, mem[WORDS + r], mem)


@inlined
def next_tile(plays: int, ply: int, order: int, mem: NDArray[np.int64]) -> int:
    """Return which of the declarer's plays to try next: the best lead, else the strongest tile."""
    best = highest(plays)
    if ply == 0:
        rest = plays
        while rest:
            tile = highest(rest)
            rest ^= 1 << tile
            if mem[order + tile] > mem[order + best]:
                best = tile
    return best
