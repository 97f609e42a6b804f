"""A slow, plain oracle for the game: the rules R1, R3, R7-R13, and nothing clever.

The fast solver is checked against this file, so it shares no code with it and is meant to be
checked by reading: each function is one rule, in the rule's own words.

Seats are 0, 1, 2 clockwise and seat 0 is the declarer. Trump is 0..6 for a number, 7 for doubles
and 8 for none. A position is (hands, trump, leader, played): `played` holds the tiles already on
the table in the current trick, in order from the leader, and the hands still INCLUDE them, so the
three hands always have the same size.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import combinations

Tile = tuple[int, int]  # (high, low)
Hand = Collection[Tile]
Hands = Sequence[Hand]  # the hands of seats 0, 1, 2

DOUBLES, NO_TRUMP = 7, 8
TRUMPS = range(9)
PASS = 0
BIDS = (4, 5, 6, 7, 21)

# R1: (h, l) with 1 <= l <= h <= 6, and the double blank: 22 tiles, sorted by (high, low).
TILES: tuple[Tile, ...] = (
    (0, 0),
    *((high, low) for high in range(1, 7) for low in range(1, high + 1)),
)


# --- Suits and tricks: R7-R11 ---------------------------------------------------------------


def is_trump(tile: Tile, trump: int) -> bool:
    """R7: every tile that bears the trump number, or every double when doubles are trump."""
    if trump == NO_TRUMP:
        return False
    if trump == DOUBLES:
        return tile[0] == tile[1]
    return trump in tile


def suits(tile: Tile, trump: int) -> set[int]:
    """R7: a trump is in the trump suit alone; another tile is in the suits of both its numbers.

    A suit is named by its number; the suit of doubles (when they are trump) by DOUBLES.
    """
    return {trump} if is_trump(tile, trump) else set(tile)


def led_suit(tile: Tile, trump: int) -> int:
    """R8: trump if the tile led is a trump, else the tile's higher number."""
    return trump if is_trump(tile, trump) else max(tile)


def legal(hand: Hand, led_tile: Tile | None, trump: int) -> list[Tile]:
    """R9: follow the led suit if you can, otherwise any tile. R12: the leader plays any tile."""
    if led_tile is None:
        return sorted(hand)
    followers = [t for t in hand if led_suit(led_tile, trump) in suits(t, trump)]
    return sorted(followers or hand)


def rank(tile: Tile, suit: int) -> int:
    """R10: the place of a tile inside a suit it belongs to; a higher number wins.

    The double is highest (7 beats any other number), then by the other number. Doubles as trump
    rank 6-6 down to 0-0. The number suits then need no special case: their doubles are never in
    them, so the next tile heads them.
    """
    high, low = tile
    if suit == DOUBLES:
        return high
    if high == low:
        return 7
    return low if high == suit else high


def trick_winner(plays: Sequence[Tile], trump: int) -> int:
    """R11: the index in `plays` of the highest trump, or else of the highest of the led suit."""
    suit = trump if any(is_trump(t, trump) for t in plays) else led_suit(plays[0], trump)
    in_suit = [i for i, t in enumerate(plays) if suit in suits(t, trump)]
    return max(in_suit, key=lambda i: rank(plays[i], suit))


# --- Play: R12 and the double-dummy value ----------------------------------------------------

Step = tuple[Tile, Hands, int, tuple[Tile, ...], int]


def steps(hands: Hands, trump: int, leader: int, played: tuple[Tile, ...]) -> Iterator[Step]:
    """Each legal tile, the (hands, leader, played) it leads to, and the declarer's gain.

    The gain is 1 if the tile completes a trick that the declarer takes, else 0.
    """
    seat = (leader + len(played)) % 3  # play goes clockwise from the leader
    for tile in legal(hands[seat], played[0] if played else None, trump):
        now = (*played, tile)
        if len(now) < 3:
            yield tile, hands, leader, now, 0
        else:
            winner = (leader + trick_winner(now, trump)) % 3  # R11: the winner leads the next
            rest = [[t for t in hand if t not in now] for hand in hands]
            yield tile, rest, winner, (), int(winner == 0)


def play_values(
    hands: Hands, trump: int, leader: int = 0, played: tuple[Tile, ...] = ()
) -> dict[Tile, int]:
    """For each legal tile of the seat to play: the declarer's tricks from here if it is played.

    The current trick counts.
    """
    return {
        tile: won + value(rest, trump, lead, now)
        for tile, rest, lead, now, won in steps(hands, trump, leader, played)
    }


def value(hands: Hands, trump: int, leader: int = 0, played: tuple[Tile, ...] = ()) -> int:
    """The declarer's tricks from here with all hands open; no memo and no pruning.

    Seat 0 maximises; the defenders act as one, so both minimise the same number.
    R12: play goes on until no tile is left.
    """
    if not hands[0]:
        return 0
    values = play_values(hands, trump, leader, played).values()
    return max(values) if (leader + len(played)) % 3 == 0 else min(values)


def count_lines(hands: Hands, trump: int, leader: int = 0, played: tuple[Tile, ...] = ()) -> int:
    """The number of complete legal lines of play (perft); the empty position has one."""
    if not hands[0]:
        return 1
    moves = steps(hands, trump, leader, played)
    return sum(count_lines(rest, trump, lead, now) for _, rest, lead, now, _ in moves)


# --- The same value, memoised, for full deals ------------------------------------------------
# Tiles become their index in TILES and hands bitmasks. What is legal and who wins still comes
# from legal() and trick_winner() above, tabulated once a trump.


@cache
def follow_masks(trump: int) -> list[int]:
    """For each tile led: the mask of all tiles that follow it (R9)."""
    return [sum(1 << TILES.index(t) for t in legal(TILES, led, trump)) for led in TILES]


@cache
def winners(trump: int) -> list[list[list[int]]]:
    """[a][b][c] -> trick_winner of those three tiles. Repeated tiles fill the table unused."""
    return [[[trick_winner((a, b, c), trump) for c in TILES] for b in TILES] for a in TILES]


def memo_value(hands: Hands, trump: int, leader: int = 0) -> int:
    """value() at the start of a trick, for hands of up to 7 tiles. Exact: no bounds, no pruning.

    Within one deal the set of tiles left fixes all three hands, so that set and the leader are
    the whole key of the memo, and both caches below belong to this one deal.
    """
    deal = [sum(1 << TILES.index(t) for t in hand) for hand in hands]
    follow, winner = follow_masks(trump), winners(trump)

    @cache
    def members(mask: int) -> list[tuple[int, int]]:
        """The tiles of a mask, each as (index, bit)."""
        return [(i, 1 << i) for i in range(len(TILES)) if mask >> i & 1]

    @cache
    def best(left: int, first: int) -> int:
        """The declarer's tricks with the tiles `left` and seat `first` to lead."""
        if not left:
            return 0
        second, third = (first + 1) % 3, (first + 2) % 3
        mine, next_hand, last_hand = (left & deal[seat] for seat in (first, second, third))
        # Each seat's choice: the most for the declarer, the least for a defender.
        choose_a, choose_b, choose_c = (max if s == 0 else min for s in (first, second, third))
        values_a = []
        for a, bit_a in members(mine):
            values_b = []
            moves_c = members(last_hand & follow[a] or last_hand)  # R9
            for b, bit_b in members(next_hand & follow[a] or next_hand):
                after, won_by = left ^ bit_a ^ bit_b, winner[a][b]
                values_c = []
                for c, bit_c in moves_c:
                    taker = (first + won_by[c]) % 3
                    values_c.append((taker == 0) + best(after ^ bit_c, taker))
                values_b.append(choose_c(values_c))
            values_a.append(choose_b(values_b))
        return choose_a(values_a)

    return best(sum(deal), leader)


def trick_counts(
    hand: Hand, hidden: Hand, trump: int, fn: Callable[[Hands, int], int] = memo_value
) -> list[int]:
    """Over all splits of `hidden` between seats 1 and 2: how often the declarer takes 0..7.

    The declarer leads (R12). Each split is solved with all hands open, by `fn`.
    """
    counts = [0] * 8
    for left in combinations(sorted(hidden), len(hidden) // 2):
        right = [t for t in hidden if t not in left]
        counts[fn((hand, left, right), trump)] += 1
    return counts


# --- Auction and score: R3, R13 --------------------------------------------------------------


def legal_calls(calls: Sequence[int]) -> list[int]:
    """R3: pass or a bid above every earlier one; one call a seat, and 21 ends the auction."""
    if len(calls) == 3 or 21 in calls:
        return []
    return [PASS, *(bid for bid in BIDS if bid > max(calls, default=PASS))]


def auction_winner(calls: Sequence[int]) -> int | None:
    """R3: the place in the order of calling of the highest bid; None if every call is a pass."""
    high = max(calls, default=PASS)
    return None if high == PASS else calls.index(high)


def score(bid: int, declarer_seat: int, tricks: Sequence[int]) -> list[int]:
    """R13: the declarer gains the bid or loses it; each other player gains 1 a trick it took.

    There are no overtricks, and 21's target is all 7 tricks. The defenders are paid their tricks
    whether the bid is made or set.
    """
    made = tricks[declarer_seat] >= min(bid, 7)
    points = list(tricks)
    points[declarer_seat] = bid if made else -bid
    return points


# --- What players count in a hand ------------------------------------------------------------


def count_features(hand: Hand, trump: int) -> dict[str, int]:
    """Trumps, their honours, doubles, covered tiles, voids and pips, each in its own words."""
    all_trumps = [t for t in TILES if is_trump(t, trump)]
    highest_first = sorted(all_trumps, key=lambda t: rank(t, trump), reverse=True)
    unbroken = 0
    for tile in highest_first:
        if tile not in hand:
            break
        unbroken += 1
    side_tiles = [t for t in hand if not is_trump(t, trump)]
    voids = 0
    for number in range(7):
        members = [t for t in TILES if number in t and not is_trump(t, trump)]
        if members and not any(t in members for t in hand):
            voids += 1
    return {
        "trumps": len(hand) - len(side_tiles),
        "top_trumps": unbroken,
        "honours": len([t for t in highest_first[:3] if t in hand]),
        "top_two": len([t for t in highest_first[:2] if t in hand]),
        "double": len([t for t in highest_first[:1] if t in hand]),
        "outside_doubles": len([t for t in side_tiles if t[0] == t[1]]),
        "covered": len([t for t in side_tiles if t[0] != t[1] and (t[0], t[0]) in hand]),
        "voids": voids,
        "pips": sum(t[0] + t[1] for t in hand),
    }
