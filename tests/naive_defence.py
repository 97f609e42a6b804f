"""A slow, plain second method for best defence: what a declarer who can't see can guarantee.

The model is Frank and Basin's (1998). The declarer, seat 0, sees its own hand and knows which
tiles are hidden, not who holds them. A *world* is one split of the hidden tiles between seats 1
and 2. The declarer fixes one strategy: a function from the tiles that the table has seen to its
next tile. The defenders see every hand and the strategy, and play against it in each world by
itself. The strategy wins a world if the declarer takes at least `need` tricks there whatever
legal plays the defenders choose. The value is the most worlds that one strategy wins.

Written from the rules alone, on naive.py, to be checked by reading. Two methods:

- winnable_sets() and best_defence() go through all strategies at once, by recursion over what
  the table sees, for endings of 2 or 3 tiles a hand;
- certified() takes one given strategy, up to a full contract, and finds the worlds it wins;
  certified_by_hands() finds the same, much faster, by another way of naming worlds.

Positions are at the start of a trick; any seat may lead to it.
"""

from collections.abc import Callable, Collection, Hashable
from functools import cache
from itertools import combinations
from typing import Protocol

from naive import TILES, Hand, Tile, follow_masks, legal, trick_winner, winners

World = tuple[frozenset[Tile], frozenset[Tile]]  # the hands of seats 1 and 2
WorldSet = frozenset[int]  # indices into worlds(hidden)
Family = frozenset[WorldSet]


def worlds(hidden: Hand) -> list[World]:
    """All splits of the hidden tiles into equal hands for seats 1 and 2.

    The order is that of itertools.combinations over the sorted tiles: seat 1's hand as a sorted
    tuple goes up lexicographically. World 0 gives seat 1 the lowest tiles, the last the highest.
    """
    tiles = sorted(hidden)
    if len(set(tiles)) != len(tiles) or len(tiles) % 2:
        raise ValueError(f"expected different tiles, an even number of them, got {tiles}")
    return [
        (frozenset(left), frozenset(tiles) - frozenset(left))
        for left in combinations(tiles, len(tiles) // 2)
    ]


def check_ending(hand: Hand, hidden: Hand) -> None:
    """R2: three hands of one size, and no tile twice."""
    together = [*hand, *hidden]
    if len(hidden) != 2 * len(hand) or len(set(together)) != len(together):
        raise ValueError(f"expected r + 2r different tiles, got {list(hand)} and {list(hidden)}")


# --- All strategies at once ------------------------------------------------------------------


def maximal_sets(sets: Collection[WorldSet]) -> Family:
    """The sets that no other set contains."""
    # Nothing of the value is lost. Sets are put together by union of families (the declarer's
    # turn) and by won & (elsewhere | then) (a defender's), which only grows when `won` or `then`
    # grow. So whatever is made of a set that is contained in another is contained in what the
    # same steps make of the other: each winnable set is inside one of the sets that are kept.
    kept: list[WorldSet] = []
    for candidate in sorted(set(sets), key=len, reverse=True):
        if not any(candidate < other for other in kept):
            kept.append(candidate)
    return frozenset(kept)


def achievable_sets(
    hand: Hand,
    hidden: Hand,
    trump: int,
    leader: int,
    need: int,
    among: Collection[int] | None,
    keep: Callable[[Collection[WorldSet]], Family],
) -> Family:
    """The sets of worlds that the declarer's strategies win; `keep` picks which to go on with.

    Only the worlds in `among` count and can be; None is all of them.
    """
    check_ending(hand, hidden)
    splits = worlds(hidden)

    @cache
    def achievable(
        mine: frozenset[Tile],  # the declarer's tiles left
        unseen: frozenset[Tile],  # the hidden tiles not yet played
        trick: tuple[Tile, ...],
        first: int,
        needed: int,
        possible: WorldSet,  # the worlds in which every play so far was legal
    ) -> Family:
        if len(trick) == 3:
            winner = (first + trick_winner(trick, trump)) % 3  # R11: the winner leads the next
            return achievable(mine, unseen, (), winner, needed - (winner == 0), possible)
        if not trick and not mine:  # R12: all tricks are played
            return frozenset([possible if needed <= 0 else frozenset()])
        seat = (first + len(trick)) % 3
        led = trick[0] if trick else None
        if seat == 0:
            # One tile, the same in all possible worlds: the declarer can't tell them apart.
            sets: set[WorldSet] = set()
            for tile in legal(mine, led, trump):
                sets |= achievable(mine - {tile}, unseen, (*trick, tile), first, needed, possible)
            return keep(sets)
        # A strategy has a continuation for each tile that the table may see, chosen separately.
        # The defender picks the tile, so a world is won if it is after each tile legal in it.
        combined: Family = frozenset([possible])
        for tile in sorted(unseen):
            where = frozenset(
                w for w in possible if tile in legal(splits[w][seat - 1] & unseen, led, trump)
            )  # R9, by the defender's hand in that world
            if not where:
                continue
            after = achievable(mine, unseen - {tile}, (*trick, tile), first, needed, where)
            elsewhere = possible - where
            combined = keep({won & (elsewhere | then) for won in combined for then in after})
        return combined

    start = frozenset(range(len(splits)) if among is None else among)
    return achievable(frozenset(hand), frozenset(hidden), (), leader, need, start)


# --- One strategy: which worlds does it win? -------------------------------------------------
# Tiles are their index in TILES here, and sets of tiles are bit masks over TILES.

NAMES = [f"{high}-{low}" for high, low in TILES]
Trick = tuple[int, ...]


class Strategy(Protocol):
    """A declarer's strategy. It sees nothing but the tiles played, one after the other."""

    @property
    def start(self) -> Hashable:
        """The state before the first tile."""

    def tile(self, state: Hashable) -> str:
        """The declarer's next tile; asked only when it is the declarer's turn."""

    def after(self, state: Hashable, tile: str) -> Hashable:
        """The state once `tile` has been played, by whoever's turn it was."""


def tile_mask(tiles: Hand) -> int:
    """The bit mask of some tiles."""
    return sum(1 << TILES.index(tile) for tile in tiles)


@cache
def members(tiles: int) -> list[int]:
    """The tiles of a bit mask."""
    return [i for i in range(len(TILES)) if tiles >> i & 1]


def followers(tiles: int, trick: Trick, trump: int) -> int:
    """R8, R9: those of the tiles that follow the trick's lead; none if there is no lead."""
    return tiles & follow_masks(trump)[trick[0]] if trick else 0


def own_tile(strategy: Strategy, state: Hashable, mine: int, trick: Trick, trump: int) -> int:
    """The strategy's tile, checked: it must be held, and follow suit if that can be (R9)."""
    name = strategy.tile(state)
    allowed = [NAMES[i] for i in members(followers(mine, trick, trump) or mine)]
    if name not in allowed:
        raise AssertionError(f"state {state!r}: {name!r} is not one of {allowed}")
    return NAMES.index(name)


def table_after(
    trick: Trick, tile: int, first: int, needed: int, trump: int
) -> tuple[Trick, int, int]:
    """The trick, its leader and the tricks needed once `tile` lies on the trick (R11)."""
    trick = (*trick, tile)
    if len(trick) < 3:
        return trick, first, needed
    a, b, c = trick
    winner = (first + winners(trump)[a][b][c]) % 3
    return (), winner, needed - (winner == 0)


def decided(mine: int, unseen: int, trick: Trick, needed: int) -> bool:
    """The tricks needed are taken, or fewer than needed are still to come."""
    to_come = (mine.bit_count() + unseen.bit_count() + len(trick)) // 3
    return needed <= 0 or needed > to_come


def certified(
    strategy: Strategy, hand: Hand, hidden: Hand, trump: int, need: int, leader: int = 0
) -> set[int]:
    """The worlds, as indices into worlds(hidden), that the strategy wins against any defence.

    Nothing is taken from the strategy but its tiles: a tile that isn't held or breaks R9 raises
    AssertionError. It is not asked about positions where the contract is already made or set.
    """
    check_ending(hand, hidden)
    splits = worlds(hidden)
    # Sets of worlds are bit masks over `splits`.
    # holds[seat][tile]: the worlds in which the seat has the tile at the start.
    holds = {
        seat: [
            sum(1 << w for w, world in enumerate(splits) if tile in world[seat - 1])
            for tile in TILES
        ]
        for seat in (1, 2)
    }

    @cache
    def void(seat: int, suit: int) -> int:
        """The worlds in which the seat has none of these tiles."""
        worlds_left = (1 << len(splits)) - 1
        for tile in members(suit):
            worlds_left &= ~holds[seat][tile]
        return worlds_left

    def won(
        state: Hashable,
        mine: int,  # the declarer's tiles left
        unseen: int,  # the hidden tiles not yet played
        trick: Trick,
        first: int,
        needed: int,
        possible: int,  # the worlds in which every play so far was legal
    ) -> int:
        """The worlds among `possible` that the strategy wins from here."""
        if decided(mine, unseen, trick, needed):
            return possible if needed <= 0 else 0
        seat = (first + len(trick)) % 3
        if seat == 0:
            tile = own_tile(strategy, state, mine, trick, trump)
            return play(state, mine ^ 1 << tile, unseen, trick, first, needed, possible, tile)
        suit = followers(unseen, trick, trump)
        lost = 0
        for tile in members(unseen):
            where = possible & holds[seat][tile]
            if not suit >> tile & 1:
                where &= void(seat, suit)  # R9
            if where:
                rest = unseen ^ 1 << tile
                lost |= where & ~play(state, mine, rest, trick, first, needed, where, tile)
        return possible & ~lost

    # Ways of play meet again at the start of a trick, hardly ever inside one.
    won_from_lead = cache(won)

    def play(
        state: Hashable,
        mine: int,
        unseen: int,
        trick: Trick,
        first: int,
        needed: int,
        possible: int,
        tile: int,
    ) -> int:
        """won() once `tile`, already out of its hand, lies on the trick."""
        trick, first, needed = table_after(trick, tile, first, needed, trump)
        if not decided(mine, unseen, trick, needed):
            state = strategy.after(state, NAMES[tile])
        go_on = won if trick else won_from_lead
        return go_on(state, mine, unseen, trick, first, needed, possible)

    everything = (1 << len(splits)) - 1
    start, mine, unseen = strategy.start, tile_mask(hand), tile_mask(hidden)
    winning = won(start, mine, unseen, (), leader, need, everything)
    return {w for w in range(len(splits)) if winning >> w & 1}


def certified_by_hands(
    strategy: Strategy,
    hand: Hand,
    hidden: Hand,
    trump: int,
    need: int,
    leader: int = 0,
    among: Collection[int] | None = None,
) -> set[int]:
    """certified(), with each world named by the tiles that seat 1 still holds.

    With `among`, only these worlds are looked at.

    What happens from a position on depends on the tiles left, not on who played the others. So
    ways of play that leave the same tiles, the same possible hands and the same state are one
    here, where certified() keeps them apart; a full contract takes seconds for its minute.
    """
    check_ending(hand, hidden)

    def won(
        state: Hashable,
        mine: int,
        unseen: int,
        trick: Trick,
        first: int,
        needed: int,
        possible: frozenset[int],  # seat 1's possible hands; seat 2 has the rest of `unseen`
    ) -> frozenset[int]:
        """The hands among `possible` with which the strategy wins from here."""
        if decided(mine, unseen, trick, needed):
            return possible if needed <= 0 else frozenset()
        seat = (first + len(trick)) % 3
        if seat == 0:
            tile = own_tile(strategy, state, mine, trick, trump)
            return play(state, mine ^ 1 << tile, unseen, trick, first, needed, possible, tile)
        suit = followers(unseen, trick, trump)
        holdings = [(one, one if seat == 1 else unseen ^ one) for one in possible]
        lost: set[int] = set()
        for tile in members(unseen):
            bit = 1 << tile
            barred = 0 if suit & bit else suit  # R9: no discard by one who could follow
            where = [one for one, held in holdings if held & bit and not held & barred]
            if where:
                gone = bit if seat == 1 else 0
                rest = frozenset(one ^ gone for one in where)
                then = play(state, mine, unseen ^ bit, trick, first, needed, rest, tile)
                lost.update(one ^ gone for one in rest - then)
        return possible - lost

    won_from_lead = cache(won)

    def play(
        state: Hashable,
        mine: int,
        unseen: int,
        trick: Trick,
        first: int,
        needed: int,
        possible: frozenset[int],
        tile: int,
    ) -> frozenset[int]:
        """won() once `tile`, already out of its hand, lies on the trick."""
        trick, first, needed = table_after(trick, tile, first, needed, trump)
        if not decided(mine, unseen, trick, needed):
            state = strategy.after(state, NAMES[tile])
        go_on = won if trick else won_from_lead
        return go_on(state, mine, unseen, trick, first, needed, possible)

    ones = [tile_mask(one) for one, _ in worlds(hidden)]
    start, mine, unseen = strategy.start, tile_mask(hand), tile_mask(hidden)
    asked = frozenset(ones if among is None else [ones[w] for w in among])
    winning = won(start, mine, unseen, (), leader, need, asked)
    return {w for w, one in enumerate(ones) if one in winning}
