"""What a declarer can guarantee from the middle of the play on, after each of its plays."""

import math
import time
from collections import deque
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from moon_sim.defence.narrowing import Narrowing, Option
from moon_sim.defence.searcher import HiddenContract, Searcher, searcher_for
from moon_sim.game import SEATS, tile_ids


def proven_plays(
    contract: HiddenContract,
    layouts: NDArray[np.int64],
    leader: int,
    played: Sequence[int],
    need: int,
    plays: Sequence[int],
    won: NDArray[np.bool_],
    seconds: float,
) -> list[tuple[int, int]]:
    """Return how many layouts a declarer can win after each of its plays against the best defence.

    Parameters
    ----------
    contract : HiddenContract
        With the declarer's 7 tiles after the exchange.
    layouts : (n, 3) int64 array
        Those that are possible: masks of the hands of the declarer and of the seats after it, the
        tiles on the trick still among them.
    leader : int
        The seat that leads or led to the trick; the declarer is 0.
    played : sequence of int
        Ids of the 0-2 tiles on the trick, in order.
    need : int
        Tricks that the declarer still needs.
    plays : sequence of int
        Ids of the declarer's legal plays.
    won : (n, m) bool array
        Whether each layout is won after each play with all hands open.
    seconds : float
        What is proven by then is returned.

    Returns
    -------
    list of (int, int)
        For each play how many of the layouts one strategy wins for certain, and a number that none
        exceeds.
    """
    searcher = searcher_for(contract)
    deadline = time.monotonic() + seconds
    found = [(many, many) for many in won.sum(axis=0).tolist()]
    proofs = {}
    for place in np.argsort(-won.sum(axis=0), kind="stable").tolist():  # the best first
        made = won[:, place]
        option = _option(searcher, layouts, leader, played, need, plays[place], made)
        if option:
            proofs[place] = Narrowing(searcher, [option], deadline)
    # A step of each in turn, so that they share the time.
    turns = deque(proof.steps() for proof in proofs.values())
    over = object()
    while turns:
        steps = turns.popleft()
        if next(steps, over) is not over:
            turns.append(steps)
    for place, proof in proofs.items():
        found[place] = proof.low, proof.high
    return found


def best_proven_play(
    contract: HiddenContract,
    layouts: NDArray[np.int64],
    leader: int,
    played: Sequence[int],
    need: int,
    plays: Sequence[int],
    won: NDArray[np.bool_],
) -> int:
    """Return the play of a declarer after which it can win the most layouts for certain.

    Parameters
    ----------
    contract, layouts, leader, played, need, plays, won
        As `proven_plays` takes them.

    Returns
    -------
    int
        Tile id: of plays with equal proofs, the one that comes first in `plays`.
    """
    searcher = searcher_for(contract)
    sure = won.sum(axis=0).tolist()
    options, best, most = [], plays[0], -1
    for place, tile in enumerate(plays):
        option = _option(searcher, layouts, leader, played, need, tile, won[:, place])
        if option:
            options.append(option)
        elif sure[place] > most:
            best, most = tile, sure[place]
    if not options:
        return best
    proof = Narrowing(searcher, options, math.inf)
    for _ in proof.steps():
        pass
    found = searcher.memory.own[proof.best.tile]
    if proof.low != most:
        return found if proof.low > most else best
    return min(found, best, key=list(plays).index)


def _option(
    searcher: Searcher,
    layouts: NDArray[np.int64],
    leader: int,
    played: Sequence[int],
    need: int,
    tile: int,
    won: NDArray[np.bool_],
) -> Option | None:
    """Return a play as the proof takes it; None where open hands say all there is to say."""
    own_number, number = (
        {tile: place for place, tile in enumerate(tiles)}
        for tiles in (searcher.memory.own, searcher.memory.hidden)
    )
    first, *others = layouts[0].tolist()
    own = sum(1 << own_number[one] for one in tile_ids(first))
    unseen = list(tile_ids(others[0] | others[1]))
    hidden = sum(1 << number[one] for one in unseen)
    hands1 = np.zeros(len(layouts), np.int64)
    for one in unseen:
        hands1 |= (layouts[:, 1] >> one & 1) << number[one]
    plays = (*(number[one] for one in played), own_number[tile])
    if len(plays) == SEATS:  # the next trick begins
        tile0, tile1, tile2 = (plays[(seat - leader) % SEATS] for seat in range(SEATS))
        leader = searcher.memory.winner(leader, tile0, tile1, tile2)
        own, hidden = own & ~(1 << tile0), hidden & ~(1 << tile1 | 1 << tile2)
        hands1 &= ~(1 << tile1)
        need, plays = need - (leader == 0), ()
    tricks = own.bit_count()
    if not 0 < need <= tricks or won.sum() <= 1:
        return None
    some = combinations(
        (1 << bit for bit in range(hidden.bit_length()) if hidden >> bit & 1), tricks
    )
    hands = np.sort(np.array([sum(bits) for bits in some], np.int64))
    alive = np.zeros(hands.size, bool)
    alive[np.searchsorted(hands, hands1[won])] = True
    one, two = (*plays, -1, -1)[:2]
    return Option(own_number[tile], (tricks, own, hidden, leader, need, one, two), hands, alive)
