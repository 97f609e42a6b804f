"""Sure tricks: what either side takes for certain, seen without searching."""

import numpy as np
from numpy.typing import NDArray

from moon_sim.core.bits import highest, lowest, popcount
from moon_sim.core.jit import inlined

__all__ = ["sure_result"]

OPEN = -1  # neither side is sure yet


@inlined
def top_winners(hand: int, against: int, over: NDArray[np.int64]) -> int:
    """Count the tiles of a hand that no tile of `against` beats when led, trumps aside."""
    count = 0
    while hand:
        place = lowest(hand)
        hand &= hand - 1
        count += (over[place] & against) == 0
    return count


@inlined
def sure_result(
    hand0: int, hand1: int, hand2: int, leader: int, need: int, left: int, trumps: int,
    over: NDArray[np.int64],
) -> int:  # fmt: skip
    """Return 1 if the declarer surely takes `need` more tricks, 0 if surely not, else `OPEN`.

    Parameters
    ----------
    hand0, hand1, hand2 : int64
        Masks of places at the start of a trick; seat 0 is the declarer.
    leader : int64
    need, left : int64
        Tricks that the declarer needs, and tricks left to play; both above 0, `need` not above
        `left`.
    trumps : int64
        Mask of the trumps.
    over : (22,) int64
        `Suits.over`.
    """
    trumps0 = hand0 & trumps
    trumps1 = hand1 & trumps
    trumps2 = hand2 & trumps
    # A trump above all of the other side's takes a trick whenever it is played, and all are.
    above = highest(trumps1 | trumps2) + 1
    sure = popcount(trumps0 >> above)
    if sure >= need:
        return 1
    # The defenders' top trumps can fall on one trick, so only one hand's count.
    above = highest(trumps0) + 1
    count1 = popcount(trumps1)
    count2 = popcount(trumps2)
    to_set = left - need + 1
    if max(popcount(trumps1 >> above), popcount(trumps2 >> above)) >= to_set:
        return 0
    if leader == 0:
        # The declarer draws the defenders' trumps with top ones; then every trump left wins, and
        # every other tile that beats what they can hold in its suit.
        if sure >= max(count1, count2):
            sure = popcount(trumps0)
            if sure + popcount(hand0 & ~trumps) >= need:
                sure += top_winners(hand0 & ~trumps, hand1 | hand2, over)
                if sure >= need:
                    return 1
    elif trumps0 == 0:
        # A defender on lead cashes its winners while its partner still has something other than a
        # trump to play (a trump would take the lead away); every defender's trump wins besides.
        if leader == 1:
            own, own_count, partner, partner_count = hand1, count1, hand2, count2
        else:
            own, own_count, partner, partner_count = hand2, count2, hand1, count1
        cashed = top_winners(own & ~trumps, hand0 | partner, over)
        cashed = min(cashed, popcount(partner & ~trumps))
        if cashed + max(own_count, partner_count) >= to_set:
            return 0
    return OPEN
