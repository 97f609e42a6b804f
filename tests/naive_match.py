"""A slow, plain oracle for a hand at the table: R1-R15 under the house rules, action by action.

The state of a match, what a seat observes of it and the odds of its endings are checked against
this file, so it shares no code with them and is meant to be checked by reading. Tricks without
house rules come from naive.py.

A hand is its deal and the list of the actions so far. Everything else is worked out from that
list again each time it is asked for, so nothing here can go stale. An action is one of

    ("call", PASS or a bid)
    ("name", trump)                with trump_before_widow alone
    ("exchange", discard, trump)
    ("play", tile, suit)           the suit is None where the leader has no suit to name

Seats are 0, 1, 2 clockwise and any of them may be the declarer. Trump is 0..6 for a number, 7 for
doubles and 8 for none. Tiles are (high, low).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from naive import DOUBLES, PASS, TILES, TRUMPS, Tile, is_trump, led_suit, rank, suits

Action = tuple  # ("call", 5), ("name", 3), ("exchange", (6, 5), 3), ("play", (6, 5), None)
Play = tuple[Tile, int | None]  # the tile, and the suit if its leader named one
Hands = tuple[frozenset[Tile], ...]  # of seats 0, 1, 2
World = tuple[Hands, Tile]  # the tiles that the seats hold, the tile out of play

SEATS = range(3)


@dataclass(frozen=True)
class House:
    """The house rules; by default there are none."""

    first_caller_moves: int = 1
    last_caller_must_bid: bool = False
    lowest_bid: int = 4
    trump_before_widow: bool = False
    doubles_may_be_trump: bool = True
    leader_names_suit: bool = False
    doubles_high_to_low: bool = True
    first_lead_must_be_trump: bool = False
    set_pays_defenders: bool = False
    made_moon_wins_match: bool = True
    declarer_wins_ties: bool = False
    winning_score: int = 21


@dataclass(frozen=True)
class Hand:
    """One hand of a match in progress: how it began, and the actions so far."""

    dealt: Hands
    widow: Tile
    first_caller: int = 0
    scores: tuple[int, ...] = (0, 0, 0)  # before the hand
    house: House = House()
    past: tuple[Action, ...] = ()


# --- What has happened: from the actions, never from the tiles that were dealt ---------------


def calls(hand: Hand) -> list[int]:
    """The calls so far, from the first caller on."""
    return [action[1] for action in hand.past if action[0] == "call"]


def bid(hand: Hand) -> int:
    """The highest call; PASS if nobody has bid."""
    return max(calls(hand), default=PASS)


def auction_over(hand: Hand) -> bool:
    """R3: one call a seat; 21 ends the auction at once."""
    return len(calls(hand)) == 3 or 21 in calls(hand)


def declarer(hand: Hand) -> int | None:
    """The seat that won the auction; None while it lasts, and if all pass (R4)."""
    if not auction_over(hand) or bid(hand) == PASS:
        return None
    return (hand.first_caller + calls(hand).index(bid(hand))) % 3


def named_trump(hand: Hand) -> int | None:
    """The trump, once it is named: by itself, or with the exchange."""
    for action in hand.past:
        if action[0] in ("name", "exchange"):
            return action[-1]
    return None


def exchanged(hand: Hand) -> bool:
    """Whether the declarer has taken the widow and thrown a tile."""
    return any(action[0] == "exchange" for action in hand.past)


def discard(hand: Hand) -> Tile | None:
    """The tile that the declarer threw, once it has."""
    for action in hand.past:
        if action[0] == "exchange":
            return action[1]
    return None


def tricks(hand: Hand) -> list[tuple[int, list[Play]]]:
    """Each trick as its leader and its plays in order; the last one is still open.

    R12: the declarer leads to the first trick. R11: the winner of a trick leads the next.
    """
    found = [(declarer(hand), [])]
    for action in hand.past:
        if action[0] == "play":
            leader, table = found[-1]
            table.append((action[1], action[2]))
            if len(table) == 3:
                found.append(((leader + taker(table, named_trump(hand), hand.house)) % 3, []))
    return found


def played(hand: Hand) -> list[set[Tile]]:
    """The tiles that each seat has played."""
    found = [set(), set(), set()]
    for leader, table in tricks(hand):
        for place, (tile, _) in enumerate(table):
            found[(leader + place) % 3].add(tile)
    return found


def taken(hand: Hand) -> list[int]:
    """The tricks that each seat has taken."""
    winners = [leader for leader, _ in tricks(hand)[1:]]
    return [winners.count(seat) for seat in SEATS]


def over(hand: Hand) -> bool:
    """R4: all passed, or R12: all seven tricks are played."""
    return calls(hand) == [PASS] * 3 or sum(len(tiles) for tiles in played(hand)) == 21


def to_act(hand: Hand) -> int | None:
    """The seat whose action is next; None if the hand is over."""
    if over(hand):
        return None
    if not auction_over(hand):
        return (hand.first_caller + len(calls(hand))) % 3  # R3: clockwise
    if not exchanged(hand):
        return declarer(hand)
    leader, table = tricks(hand)[-1]
    return (leader + len(table)) % 3


# --- What may happen: R3-R12 -----------------------------------------------------------------


def holdings(hand: Hand) -> Hands:
    """The tiles that each seat holds now; R5: the exchange brings the widow and takes a tile."""
    held = [set(tiles) for tiles in hand.dealt]
    if exchanged(hand):
        held[declarer(hand)].add(hand.widow)
        held[declarer(hand)].remove(discard(hand))
    return tuple(frozenset(held[seat] - played(hand)[seat]) for seat in SEATS)


def legal_calls(house: House, earlier: Sequence[int]) -> list[int]:
    """R3: pass, or a bid above every earlier one. R4: the last caller may have to bid."""
    if house.last_caller_must_bid and list(earlier) == [PASS, PASS]:
        return [house.lowest_bid]
    bids = [*range(house.lowest_bid, 8), 21]
    return [PASS, *(bid for bid in bids if bid > max(earlier, default=PASS))]


def trumps(house: House) -> list[int]:
    """R6: any number, doubles, or none; doubles if the house has them."""
    return [trump for trump in TRUMPS if trump != DOUBLES or house.doubles_may_be_trump]


def suit_led(lead: Play, trump: int) -> int:
    """R8: the suit that the leader named, else trump, else the tile's higher number."""
    tile, suit = lead
    return led_suit(tile, trump) if suit is None else suit


def leads(tile: Tile, trump: int, house: House) -> list[Play]:
    """R8: the ways to lead a tile. Off trump, the house may let the leader name its number."""
    high, low = tile
    if house.leader_names_suit and not is_trump(tile, trump) and high != low:
        return [(tile, low), (tile, high)]
    return [(tile, None)]


def legal_plays(
    held: Collection[Tile], table: Sequence[Play], trump: int, house: House
) -> list[Play]:
    """R9: follow the led suit if you can, otherwise any tile. R12: the leader plays any tile."""
    if not table:
        return [lead for tile in sorted(held) for lead in leads(tile, trump, house)]
    followers = [tile for tile in held if suit_led(table[0], trump) in suits(tile, trump)]
    return [(tile, None) for tile in sorted(followers or held)]


def legal_first_leads(held: Collection[Tile], trump: int, house: House) -> list[Play]:
    """R12: any tile, or with the house's rule a trump if the declarer holds one."""
    held_trumps = [tile for tile in held if is_trump(tile, trump)]
    if house.first_lead_must_be_trump and held_trumps:
        return legal_plays(held_trumps, [], trump, house)
    return legal_plays(held, [], trump, house)


def height(tile: Tile, suit: int, house: House) -> int:
    """R10: the place of a tile inside a suit; the house may turn the suit of doubles round."""
    if suit == DOUBLES and not house.doubles_high_to_low:
        return -rank(tile, suit)
    return rank(tile, suit)


def taker(table: Sequence[Play], trump: int, house: House) -> int:
    """R11: the place in a full trick of its highest trump, or else of the highest of its suit."""
    tiles = [tile for tile, _ in table]
    suit = trump if any(is_trump(tile, trump) for tile in tiles) else suit_led(table[0], trump)
    in_suit = [place for place in SEATS if suit in suits(tiles[place], trump)]
    return max(in_suit, key=lambda place: height(tiles[place], suit, house))


def actions(hand: Hand) -> list[Action]:
    """The legal actions of the seat to act; none if the hand is over."""
    if over(hand):
        return []
    house, trump = hand.house, named_trump(hand)
    if not auction_over(hand):
        return [("call", call) for call in legal_calls(house, calls(hand))]
    if house.trump_before_widow and trump is None:
        return [("name", trump) for trump in trumps(house)]
    if not exchanged(hand):
        eight = sorted({*hand.dealt[declarer(hand)], hand.widow})
        choices = trumps(house) if trump is None else [trump]
        return [("exchange", tile, trump) for tile in eight for trump in choices]
    held, table = holdings(hand)[to_act(hand)], tricks(hand)[-1][1]
    if any(action[0] == "play" for action in hand.past):
        plays = legal_plays(held, table, trump, house)
    else:
        plays = legal_first_leads(held, trump, house)
    return [("play", tile, suit) for tile, suit in plays]


def act(hand: Hand, action: Action) -> Hand:
    """The hand after one more action."""
    if action not in actions(hand):
        raise ValueError(f"not legal here: {action}")
    return replace(hand, past=(*hand.past, action))


def count_sequences(hand: Hand, depth: int) -> int:
    """The number of sequences of `depth` legal actions, or up to the hand's end (perft)."""
    if depth == 0 or over(hand):
        return 1
    return sum(count_sequences(act(hand, action), depth - 1) for action in actions(hand))


# --- What it was worth: R13-R15 --------------------------------------------------------------


def made(hand: Hand) -> bool:
    """Whether the declarer reached its target: the bid, and all seven tricks for 21."""
    return taken(hand)[declarer(hand)] >= min(bid(hand), 7)


def points(hand: Hand) -> list[int]:
    """R13: what a hand that is over brings each seat."""
    if not over(hand):
        raise ValueError("the hand is not over")
    if declarer(hand) is None:
        return [0, 0, 0]
    gains = []
    for seat in SEATS:
        if seat != declarer(hand):
            gain = taken(hand)[seat]
            if hand.house.set_pays_defenders and not made(hand):
                gain += bid(hand)
        elif made(hand):
            gain = bid(hand)
        elif hand.house.set_pays_defenders:
            gain = 0
        else:
            gain = -bid(hand)
        gains.append(gain)
    return gains


def scores_after(hand: Hand) -> list[int]:
    """The scores of the match after a hand that is over."""
    return [before + gain for before, gain in zip(hand.scores, points(hand), strict=True)]


def winner(hand: Hand) -> int | None:
    """R14, R15: the seat that has won the match with this hand; None if the match goes on."""
    after, by = scores_after(hand), declarer(hand)
    if by is not None and bid(hand) == 21 and made(hand) and hand.house.made_moon_wins_match:
        return by
    if max(after) < hand.house.winning_score:
        return None
    top = [seat for seat in SEATS if after[seat] == max(after)]
    if len(top) == 1:
        return top[0]
    return by if hand.house.declarer_wins_ties and by in top else None


def next_first_caller(hand: Hand) -> int:
    """R3: who calls first in the match's next hand, after an all-pass hand, too."""
    return (hand.first_caller + hand.house.first_caller_moves) % 3


# --- What a seat knows -----------------------------------------------------------------------


@dataclass(frozen=True)
class Knowledge:
    """All that one seat knows of a hand. What it doesn't know is None."""

    seat: int
    house: House
    first_caller: int
    scores: tuple[int, ...]
    dealt: frozenset[Tile]  # its own tiles
    public: tuple[Action, ...]  # the actions so far, the exchange without its discard
    widow: Tile | None
    discard: Tile | None


def knows(hand: Hand, seat: int) -> Knowledge:
    """What a seat knows; two hands that it can't tell apart give equal answers.

    R2, R5: the declarer sees the widow when the auction is over, or with trump_before_widow once
    it has named trump; nobody else ever does. The discard stays hidden from the defenders.
    """
    unveiled = seat == declarer(hand)
    if hand.house.trump_before_widow and named_trump(hand) is None:
        unveiled = False
    public = [(a[0], None, a[2]) if a[0] == "exchange" else a for a in hand.past]
    return Knowledge(
        seat=seat,
        house=hand.house,
        first_caller=hand.first_caller,
        scores=tuple(hand.scores),
        dealt=frozenset(hand.dealt[seat]),
        public=tuple(public),
        widow=hand.widow if unveiled else None,
        discard=discard(hand) if seat == declarer(hand) else None,
    )


def splits(seen: Knowledge) -> Iterator[World]:
    """All ways in which the tiles that a seat doesn't see may lie, were any play legal."""
    # The same public actions over tiles that are not looked at.
    table = Hand((), (), seen.first_caller, seen.scores, seen.house, seen.public)
    gone = played(table)
    own = set(seen.dealt)
    out = seen.widow  # the tile out of play, if the seat knows it
    if seen.discard is not None:
        own.add(seen.widow)
        own.remove(seen.discard)
        out = seen.discard
    own -= gone[seen.seat]
    unseen = sorted(set(TILES) - own - gone[0] - gone[1] - gone[2] - {out})
    left, right = (seen.seat + 1) % 3, (seen.seat + 2) % 3
    for aside in unseen if out is None else [out]:
        rest = [tile for tile in unseen if tile != aside]
        for tiles in combinations(rest, 7 - len(gone[left])):
            hands = [frozenset(), frozenset(), frozenset()]
            hands[seen.seat] = frozenset(own)
            hands[left] = frozenset(tiles)
            hands[right] = frozenset(rest) - frozenset(tiles)
            yield tuple(hands), aside


def replayed(seen: Knowledge, world: World) -> Hand | None:
    """The hand that leads to a world by the actions that the seat saw; None if one is illegal.

    The tile out of play is the discard, and before the exchange the widow. Who doesn't know the
    widow may take it for the discard thrown at once: which of the declarer's eight tiles came
    from the widow makes no action legal or illegal.
    """
    hands, aside = world
    table = Hand((), (), seen.first_caller, seen.scores, seen.house, seen.public)
    dealt = [hands[seat] | played(table)[seat] for seat in SEATS]
    widow = aside if seen.widow is None else seen.widow
    if declarer(table) is not None:
        dealt[declarer(table)] = (dealt[declarer(table)] | {aside}) - {widow}
    hand = replace(table, dealt=tuple(dealt), widow=widow, past=())
    for action in seen.public:
        real = ("exchange", aside, action[2]) if action[0] == "exchange" else action
        if real not in actions(hand):
            return None
        hand = replace(hand, past=(*hand.past, real))
    return hand


def worlds(hand: Hand, seat: int) -> list[World]:
    """All (hands now, tile out of play) that fit what a seat knows, each once.

    They are the splits of the unseen tiles from which everything that the seat saw was legal. So
    who didn't follow a suit holds none of it, and so on: no deduction is written down here.
    """
    seen = knows(hand, seat)
    return [world for world in splits(seen) if replayed(seen, world) is not None]


# --- Endings with all hands open, and their odds ---------------------------------------------


def open_tricks(
    hands: Hands, table: Sequence[Play], leader: int, by: int, trump: int, house: House
) -> int:
    """The tricks that the declarer `by` takes from here on with all hands open.

    The declarer maximises them and both defenders minimise them. The hands are what the seats
    still hold, so without the tiles on the table. The current trick counts.
    """
    if len(table) == 3:
        winner = (leader + taker(table, trump, house)) % 3
        return (winner == by) + open_tricks(hands, [], winner, by, trump, house)
    seat = (leader + len(table)) % 3
    if not hands[seat]:
        return 0
    values = []
    for tile, suit in legal_plays(hands[seat], table, trump, house):
        rest = tuple(held - {tile} for held in hands)
        values.append(open_tricks(rest, [*table, (tile, suit)], leader, by, trump, house))
    return max(values) if seat == by else min(values)


def ending_odds(hand: Hand, seat: int) -> dict[Action, Fraction]:
    """For each play of the seat to act: the share of its worlds in which the contract is made.

    After that play all hands are open (`open_tricks`). For endings of at most three tricks.
    """
    if not exchanged(hand) or seat != to_act(hand) or len(holdings(hand)[seat]) > 3:
        raise ValueError("the odds are those of a play in the last three tricks")
    by, trump, house = declarer(hand), named_trump(hand), hand.house
    leader, table = tricks(hand)[-1]
    needed = min(bid(hand), 7) - taken(hand)[by]
    all_worlds = worlds(hand, seat)
    odds = {}
    for action in actions(hand):
        _, tile, suit = action
        times_made = 0
        for hands, _ in all_worlds:
            rest = tuple(held - {tile} for held in hands)
            won = open_tricks(rest, [*table, (tile, suit)], leader, by, trump, house)
            times_made += won >= needed
        odds[action] = Fraction(times_made, len(all_worlds))
    return odds
