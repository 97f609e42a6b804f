"""Best defence: what a declarer who sees only what is played can win, searched in three ways.

- `won_open`: in which layouts each by itself, with all hands open (double-dummy);
- `conflicts`: which layouts can't be won together with a given one;
- `keep`: a set of layouts that one strategy wins together.

All three go through a trick tile by tile. At the declarer's turn one play is chosen for all layouts
that are still possible; at a defender's turn each layout goes on after every tile that is legal in
it. `docs/best_defence.md` explains how the three make a proof.

The arguments of a position are the tricks left `r`, masks of the declarer's tiles and of the hidden
ones at the start of the trick, its leader, the tricks that the declarer still needs, and the first
and the second tile on the trick, or -1. Sets of layouts are offsets in the block `mem`, whose free
part begins at `top`; `layout_sets.py` describes it.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, lowest, popcount, variable
from moon_sim.kernels.jit import inlined, kernel
from moon_sim.kernels.layout_sets import (
    BETWEEN,
    FULL,
    HIDDEN,
    HIDDEN_FOLLOW,
    HIDDEN_LEAD,
    HIDDEN_RANK,
    HIGH_STRENGTH,
    LOW_STRENGTH,
    MEMO,
    MEMO_SLOTS,
    NODES,
    OPEN,
    OVER,
    OWN,
    OWN_FOLLOW,
    OWN_LEAD,
    OWN_RANK,
    OWN_SETS,
    OWN_STRENGTH,
    OWN_TRUMPS,
    RANK,
    STOP,
    STRIDE,
    UNBEATEN,
    WINNER,
    WORDS,
    copy,
    count,
    gather,
    legal,
    legal_tiles,
    relative,
    scatter,
)

__all__ = ["NONE", "choose", "conflicts", "keep", "next_trick", "won_open"]

NONE = -1
"""What `keep` returns where it loses more layouts than it may."""

ALL = 2
"""What `conflicts` returns where the given layout itself is lost."""


# --- Tiles ------------------------------------------------------------------------------------


@inlined
def surely_won(
    r: int, own: int, hidden: int, leader: int, need: int, mem: NDArray[np.int64]
) -> bool:
    """Tell whether the declarer takes `need` tricks for certain, however the hidden tiles lie."""
    trumps = mem[OWN_STRENGTH + own]
    against = mem[LOW_STRENGTH + (hidden & 127)] | mem[HIGH_STRENGTH + (hidden >> 7)]
    if mem[UNBEATEN + trumps * 128 + against] >= need:
        return True
    if leader:
        return False
    # On lead it may draw all trumps with top ones: then every trump left and every winner counts.
    out = min(popcount(against), r)
    if out and popcount(trumps >> (highest(against) + 1)) < out:
        return False
    tricks = popcount(trumps)
    rest = own & ~mem[OWN_TRUMPS]
    while rest:
        tricks += (mem[OVER + lowest(rest)] & hidden) == 0
        rest &= rest - 1
    return tricks >= need


@inlined
def distinct(plays: int, own: int, hidden: int, mem: NDArray[np.int64]) -> int:
    """Drop the declarer's trumps that are worth the same as a lower one."""
    trumps = own & mem[OWN_TRUMPS]
    lower = -1
    while trumps:
        tile = lowest(trumps)
        trumps &= trumps - 1
        if lower >= 0 and mem[BETWEEN + lower * OWN + tile] & hidden == 0:
            plays &= ~(1 << tile)
        lower = tile
    return plays


@inlined
def led_suit(leader: int, first: int, mem: NDArray[np.int64]) -> int:
    """Return the suit to follow, or -1 for a lead."""
    if first < 0:
        return -1
    return mem[OWN_LEAD + first] if leader == 0 else mem[HIDDEN_LEAD + first]  # type: ignore[no-any-return]


@inlined
def untouched(hidden: int, leader: int, first: int, second: int) -> int:
    """Return the hidden tiles that are not on the trick."""
    if first >= 0 and leader:
        hidden &= ~(1 << first)
    if second >= 0 and leader != 2:
        hidden &= ~(1 << second)
    return hidden


@inlined
def by_seat(leader: int, first: int, second: int, third: int) -> tuple[int, int, int]:
    """Return the tiles of a trick by seat."""
    if leader == 0:
        return first, second, third
    if leader == 1:
        return third, first, second
    return second, third, first


@inlined
def winner_of(leader: int, tile0: int, tile1: int, tile2: int, mem: NDArray[np.int64]) -> int:
    """Return the seat that takes a trick."""
    return mem[WINNER + ((leader * OWN + tile0) * HIDDEN + tile1) * HIDDEN + tile2]  # type: ignore[no-any-return]


# --- With all hands open ----------------------------------------------------------------------


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
                tile0, tile1, tile2 = by_seat(leader, first, second, tile)
                winner = winner_of(leader, tile0, tile1, tile2, mem)
                rest = need - (winner == 0)
                if rest <= 0:
                    copy(group, part, words, mem)
                elif rest > r - 1:
                    for k in range(words):
                        mem[part + k] = 0
                else:
                    gone = 1 << tile1 | 1 << tile2
                    full = FULL + (r - 1) * STRIDE
                    won_open(
                        r - 1, own & ~(1 << tile0), hidden & ~gone, winner, rest, variable(-1),
                        variable(-1), variable(full), child, free, mem, maps,
                    )  # fmt: skip
                    lost = 0
                    for k in range(mem[WORDS + r - 1]):
                        mem[child + k] = mem[full + k] & ~mem[child + k]
                        lost |= mem[child + k]
                    copy(group, part, words, mem)
                    if lost:
                        i = relative(hidden, tile1)
                        j = relative(hidden, tile2)
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


# --- In pairs ---------------------------------------------------------------------------------


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
            tile0, tile1, tile2 = by_seat(leader, first, second, tile)
            winner = winner_of(leader, tile0, tile1, tile2, mem)
            rest = need - (winner == 0)
            bad = 0
            if rest > r - 1:
                bad = ALL
            elif rest > 0:
                gone = 1 << tile1 | 1 << tile2
                i = relative(hidden, tile1)
                j = relative(hidden, tile2)
                gather(group, child, r, i, j, mem, maps)
                bad = conflicts(
                    r - 1, own & ~(1 << tile0), hidden & ~gone, winner, rest, variable(-1),
                    variable(-1), hand1 & ~gone, child, free, free + words, mem, maps,
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


# --- Together ---------------------------------------------------------------------------------


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
            tile0, tile1, tile2 = by_seat(leader, first, second, tile)
            winner = winner_of(leader, tile0, tile1, tile2, mem)
            rest = need - (winner == 0)
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
                gone = 1 << tile1 | 1 << tile2
                i = relative(hidden, tile1)
                j = relative(hidden, tile2)
                gather(group, child, r, i, j, mem, maps)
                loses = keep(
                    r - 1, own & ~(1 << tile0), hidden & ~gone, winner, rest, variable(-1),
                    variable(-1), may_lose, child, free, free + words, mem, maps,
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


# --- A strategy at the table ------------------------------------------------------------------


@inlined
def narrow(
    r: int, hidden: int, leader: int, first: int, second: int, some: int, to: int, part: int,
    mem: NDArray[np.int64],
) -> None:  # fmt: skip
    """Write the layouts of a set in which the first two tiles on a trick are legal."""
    suit = led_suit(leader, first, mem)
    words = mem[WORDS + r]
    copy(some, to, words, mem)
    if first >= 0 and leader:
        copy(to, part, words, mem)
        legal(leader, first, variable(-1), r, hidden, part, to, mem)
    seat = (leader + 1) % 3
    if second >= 0 and seat:
        copy(to, part, words, mem)
        legal(seat, second, suit, r, hidden, part, to, mem)


@kernel
def choose(
    r: int, own: int, hidden: int, leader: int, need: int, first: int, second: int, some: int,
    out: int, top: int, mem: NDArray[np.int64], maps: NDArray[np.int16],
) -> int:  # fmt: skip
    """Return the declarer's tile after which it still wins all of a set that are possible, or -1.

    The set is that of the start of the trick; what is possible of it now is written to `out`.
    """
    words = mem[WORDS + r]
    ply = (first >= 0) + (second >= 0)
    part = top
    child = part + words
    free = child + words
    narrow(r, hidden, leader, first, second, some, out, part, mem)
    suit = led_suit(leader, first, mem)
    plays = distinct(legal_tiles(own, suit, OWN_FOLLOW, mem), own, hidden, mem)
    while plays and count(out, words, mem):
        tile = highest(plays)
        plays ^= 1 << tile
        if ply < 2:
            one = tile if ply == 0 else first
            two = variable(-1) if ply == 0 else tile
            loses = keep(
                r, own, hidden, leader, need, one, two, variable(0), out, part, free, mem, maps
            )
        else:
            tile0, tile1, tile2 = by_seat(leader, first, second, tile)
            winner = winner_of(leader, tile0, tile1, tile2, mem)
            rest = need - (winner == 0)
            loses = 0 if rest <= 0 else NONE
            if 0 < rest <= r - 1:
                gone = 1 << tile1 | 1 << tile2
                i = relative(hidden, tile1)
                j = relative(hidden, tile2)
                gather(out, child, r, i, j, mem, maps)
                loses = keep(
                    r - 1, own & ~(1 << tile0), hidden & ~gone, winner, rest, variable(-1),
                    variable(-1), variable(0), child, part, free, mem, maps,
                )  # fmt: skip
        if loses == 0:
            return tile
    return -1


@kernel
def next_trick(
    r: int, hidden: int, leader: int, first: int, second: int, third: int, some: int, out: int,
    top: int, mem: NDArray[np.int64], maps: NDArray[np.int16],
) -> int:  # fmt: skip
    """Write what is left of a set once a trick is complete, as layouts of the next trick.

    Returns
    -------
    int64
        How many layouts are left.
    """
    part = top
    free = part + mem[WORDS + r]
    narrow(r, hidden, leader, first, second, some, part, free, mem)
    seat = (leader + 2) % 3
    if seat:
        copy(part, free, mem[WORDS + r], mem)
        legal(seat, third, led_suit(leader, first, mem), r, hidden, free, part, mem)
    _, tile1, tile2 = by_seat(leader, first, second, third)
    gather(part, out, r, relative(hidden, tile1), relative(hidden, tile2), mem, maps)
    return count(out, mem[WORDS + r - 1], mem)
