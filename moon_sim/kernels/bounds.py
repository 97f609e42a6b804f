"""Sure tricks: what either side takes for certain, seen without searching."""

from moon_sim.kernels.bits import highest, lowest, popcount, variable
from moon_sim.kernels.jit import inlined
from moon_sim.kernels.memory import Address, byte, word
from moon_sim.kernels.state import FOLLOW, LEAD, OVER, SAME, TRUMP_PLACE, TRUMPS, UNBEATEN, UNDER

OPEN = -1  # neither side is sure yet


@inlined
def trump_tricks(own: int, others: int, at: Address) -> int:
    """Count the tricks that trumps take for sure against the other side's, whoever leads.

    All tricks are played, so each trump is. It wins unless a higher one falls on it, and each of
    the other side's trumps can do that once.
    """
    return byte(at, UNBEATEN, (own >> TRUMP_PLACE) << 7 | others >> TRUMP_PLACE)


@inlined
def top_winners(tiles: int, against: int, at: Address) -> int:
    """Count the tiles that no tile of `against` beats when they are led, trumps aside."""
    count = 0
    while tiles:
        place = lowest(tiles)
        tiles &= tiles - 1
        count += (word(at, OVER + place) & against) == 0
    return count


@inlined
def followed_winners(
    tiles: int, hand1: int, hand2: int, ruff1: bool, ruff2: bool, at: Address
) -> int:
    """Count the winners that the declarer, on lead, can cash while defenders hold trumps.

    A defender with trumps must still be able to follow: to each winner cashed before it may have
    played a tile of this suit.
    """
    cashed = 0
    while tiles:
        place = highest(tiles)
        tiles ^= 1 << place
        if word(at, OVER + place) & (hand1 | hand2) == 0:
            following = word(at, FOLLOW + word(at, LEAD + place))
            cashed += (not ruff1 or popcount(hand1 & following) > cashed) and (
                not ruff2 or popcount(hand2 & following) > cashed
            )
    return cashed


@inlined
def kept_winners(tiles: int, against: int, ruffs: int, at: Address) -> int:
    """Count the winners that the defenders can't make the declarer follow with in vain.

    A winner may have to follow a lead of its lower number's suit, and be ruffed in its own. Each
    such lead costs one winner at most. `ruffs` is 1 where that can be, else 0.
    """
    winners = 0
    exposed = 0
    forcing = 0
    while tiles:
        place = lowest(tiles)
        tiles &= tiles - 1
        if word(at, OVER + place) & against == 0:
            leads = word(at, UNDER + place)
            if ruffs:
                leads |= word(at, SAME + place)
            leads &= against
            winners += 1
            exposed += leads != 0
            forcing |= leads
    return winners - min(exposed, popcount(forcing))


@inlined
def sure_result(
    hand0: int, hand1: int, hand2: int, leader: int, need: int, left: int, at: Address
) -> int:
    """Return 1 if the declarer surely takes `need` more tricks, 0 if surely not, else `OPEN`.

    Parameters
    ----------
    hand0, hand1, hand2 : int64
        Masks of places at the start of a trick; seat 0 is the declarer.
    leader : int64
    need, left : int64
        Tricks that the declarer needs, and tricks left to play; both above 0, `need` not above
        `left`.
    at : int64
        Address of the memory.
    """
    trumps = word(at, TRUMPS)
    trumps0 = hand0 & trumps
    trumps1 = hand1 & trumps
    trumps2 = hand2 & trumps
    to_set = left - need + 1
    sure = trump_tricks(trumps0, trumps1 | trumps2, at)
    if sure >= need:
        return 1
    # Both defenders' trumps can fall on one trick, so only one hand's count.
    sure_set = max(
        trump_tricks(trumps1, trumps0, at),
        trump_tricks(trumps2, trumps0, at),
    )
    if sure_set >= to_set:
        return 0
    tiles = hand0 & ~trumps
    own_trumps = popcount(trumps0)
    if own_trumps + popcount(tiles) >= need and (leader == 0 or trumps0):
        against = hand1 | hand2
        rounds = max(popcount(trumps1), popcount(trumps2))
        top = popcount(trumps0 >> (highest(trumps1 | trumps2) + 1))
        if leader == 0 and top >= rounds:
            # It draws the defenders' trumps with top ones: then every trump left wins.
            sure = own_trumps + top_winners(tiles, against, at)
            return 1 if sure >= need else OPEN
        # It needs one more trump to win the lead with.
        entry = leader != 0
        hidden = popcount(trumps1 | trumps2)
        if own_trumps >= hidden + entry and own_trumps - hidden + popcount(tiles) >= need:
            # Each trump of theirs takes one trick at most, and there is one to regain the lead.
            kept = kept_winners(tiles, against, variable(0), at)
            if own_trumps - hidden + kept >= need:
                return 1
        if top >= rounds + entry:
            sure = own_trumps
        if sure + popcount(tiles) >= need:
            cashed = 0
            if leader == 0:
                cashed = followed_winners(tiles, hand1, hand2, trumps1 != 0, trumps2 != 0, at)
            if sure >= rounds + entry:
                # All of their trumps can be drawn.
                cashed = max(cashed, kept_winners(tiles, against, variable(1), at))
            if sure + cashed >= need:
                return 1
    if leader == 0:
        return OPEN
    # The leader cashes its winners; tricks that its trumps take come on top.
    if leader == 1:
        own = hand1
        partner = hand2
    else:
        own = hand2
        partner = hand1
    tiles = own & ~trumps
    # The partner must not take the lead away, with a higher tile or a trump it is left with.
    most = popcount(partner & ~trumps)
    if sure_set + min(most, popcount(tiles)) < to_set:
        return OPEN
    against = hand0 | partner
    # A discard still open may be one of the tiles to follow with.
    spare = popcount(hand0) - left
    cashed = 0
    while tiles and cashed < most:
        place = highest(tiles)
        tiles ^= 1 << place
        if word(at, OVER + place) & against == 0 and (
            trumps0 == 0
            or popcount(hand0 & word(at, FOLLOW + word(at, LEAD + place))) > cashed + spare
        ):
            cashed += 1
            if sure_set + cashed >= to_set:
                return 0
    return OPEN
