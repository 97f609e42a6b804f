"""The rules of Three-Player Moon, R1-R15, in plain Python.

Read from top to bottom, this file is the rule book. R1, the set of tiles, is `moon_sim.game.tiles`.
Where the sources leave a rule open, and where tables play otherwise, the choice is a field of
`Rules`, in `moon_sim.game.house_rules`.

Seats are 0, 1, 2 clockwise. Tiles are ids (0-21), and sets of tiles are masks.
"""

from collections.abc import Sequence
from dataclasses import InitVar, dataclass
from enum import IntEnum
from functools import cache
from typing import Self, SupportsIndex

from moon_sim.game.checks import in_order, quoted, whole
from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.house_rules import DEFAULT_RULES, Rules
from moon_sim.game.reading import clean
from moon_sim.game.tiles import ALL_TILES, TILES, format_tiles, tile_ids, tile_name

SEATS = 3
HAND_SIZE = 7  # R2: each seat is dealt 7; the last of the 22 tiles is the widow
BIDS = (4, 5, 6, 7, 21)  # R3, without house rules
NUMBER_BIDS = (4, 5, 6, 7)  # the bids that name the tricks they need
LAYOUTS = 3432  # of the 14 tiles that the declarer does not see after the exchange: C(14, 7)
MOON = 21  # R3, R14: the bid that shoots the moon
PASS = 0  # R3: a call is PASS or a bid


class Trump(IntEnum):
    """R6: what the declarer can name as trump, a number, doubles, or none.

    Examples
    --------
    >>> [str(trump) for trump in Trump]
    ['0', '1', '2', '3', '4', '5', '6', 'doubles', 'none']
    """

    ZEROS = 0
    ONES = 1
    TWOS = 2
    THREES = 3
    FOURS = 4
    FIVES = 5
    SIXES = 6
    DOUBLES = 7
    NONE = 8

    def __str__(self) -> str:
        return self.name.lower() if self >= Trump.DOUBLES else str(self.value)

    @classmethod
    def parse(cls, trump: "TrumpLike") -> Self:
        """Return the trump that a text or a number 0-8 names.

        Parameters
        ----------
        trump : str or int
            `0` ... `6` (or `zeros` ... `sixes`), `doubles` or `none` (or `no`, `nt`, `no trump`,
            `no-trump`, `notrump`), in upper or lower case; or the number 0-8.

        Returns
        -------
        Trump

        Raises
        ------
        TypeError
            If `trump` is neither text nor a whole number.
        IllegalPlayError
            If it names no trump.

        Examples
        --------
        >>> Trump.parse("Doubles")
        <Trump.DOUBLES: 7>
        """
        if isinstance(trump, str):
            word = " ".join(clean(trump, "trump").lower().split())
            for member in cls:
                if word in (str(member), member.name.lower()):
                    return member
            if word in ("no", "nt", "no-trump", "no trump", "notrump"):
                return cls(cls.NONE)
        else:
            number = whole(trump, "trump")
            if number in range(len(cls)):
                return cls(number)
        raise IllegalPlayError(f"trump: expected 0 to 6, doubles or none, got {quoted(trump)}")


TrumpLike = str | SupportsIndex
"""What `Trump.parse` reads."""


def trumps(rules: Rules = DEFAULT_RULES) -> tuple[Trump, ...]:
    """R6: what the declarer may name as trump.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    tuple of Trump

    Examples
    --------
    >>> len(trumps()), len(trumps(Rules(doubles_may_be_trump=False)))
    (9, 8)
    """
    return tuple(one for one in Trump if rules.doubles_may_be_trump or one != Trump.DOUBLES)


def check_trump(trump: TrumpLike, rules: Rules = DEFAULT_RULES) -> Trump:
    """R6: return the trump that a text or a number names, if the declarer may name it.

    Parameters
    ----------
    trump : str or int
        As `Trump.parse` reads it.
    rules : Rules, optional

    Returns
    -------
    Trump

    Raises
    ------
    TypeError
        If it is neither text nor a whole number.
    IllegalPlayError
        If it names no trump, or one that a house rule forbids.
    """
    named = Trump.parse(trump)
    if named not in trumps(rules):
        raise IllegalPlayError(f"trump: {named} may not be trump by the house rules (rule R6)")
    return named


# --- Suits, R7 to R11 ------------------------------------------------------------------------

TRUMP_SUIT = 7
"""The suit of all trumps; suits 0-6 are those of the numbers."""


def is_trump(tile: int, trump: int) -> bool:
    """R7: is this tile a trump?

    Parameters
    ----------
    tile : int
        Tile id, 0-21.
    trump : int
        A `Trump`, 0-8.

    Returns
    -------
    bool

    Examples
    --------
    >>> from moon_sim.game import as_tile
    >>> is_trump(as_tile("6-5"), Trump.FIVES)
    True
    """
    high, low = TILES[tile]
    return high == low if trump == Trump.DOUBLES else trump in (high, low)


@cache
def suits(tile: int, trump: int) -> frozenset[int]:
    """R7: a trump belongs to the trump suit alone, any other tile to the suits of its numbers.

    Parameters
    ----------
    tile : int
        Tile id, 0-21.
    trump : int
        A `Trump`, 0-8.

    Returns
    -------
    frozenset of int
        0-6 for the numbers, `TRUMP_SUIT` for trump.

    Examples
    --------
    >>> from moon_sim.game import as_tile
    >>> sorted(suits(as_tile("6-5"), Trump.NONE)), sorted(suits(as_tile("6-5"), Trump.FIVES))
    ([5, 6], [7])
    """
    return frozenset((TRUMP_SUIT,)) if is_trump(tile, trump) else frozenset(TILES[tile])


@cache
def suit_tiles(suit: int, trump: int) -> int:
    """R7: all tiles of a suit.

    Parameters
    ----------
    suit : int
        0-6 for the numbers, `TRUMP_SUIT` for trump.
    trump : int
        A `Trump`, 0-8.

    Returns
    -------
    int
        Mask of the tiles; 0 for the suit of a number that is trump.

    Examples
    --------
    >>> format_tiles(suit_tiles(6, Trump.FIVES))
    '6-6 6-4 6-3 6-2 6-1'
    """
    return sum(1 << tile for tile in tile_ids(ALL_TILES) if suit in suits(tile, trump))


def led_suit(tile: int, trump: int) -> int:
    """R8: the suit that a lead calls for, trump or else the tile's higher number.

    Parameters
    ----------
    tile : int
        Id of the tile led, 0-21.
    trump : int
        A `Trump`, 0-8.

    Returns
    -------
    int
        0-6 for the numbers, `TRUMP_SUIT` for trump.

    Examples
    --------
    >>> from moon_sim.game import as_tile
    >>> led_suit(as_tile("6-5"), Trump.NONE), led_suit(as_tile("6-5"), Trump.FIVES)
    (6, 7)
    """
    return TRUMP_SUIT if is_trump(tile, trump) else TILES[tile][0]


def suits_to_lead(tile: int, trump: int, rules: Rules = DEFAULT_RULES) -> tuple[int, ...]:
    """R8: the suits that a tile may lead: one, or by a house rule the one its leader names.

    Parameters
    ----------
    tile : int
        Id of the tile led, 0-21.
    trump : int
        A `Trump`, 0-8.
    rules : Rules, optional

    Returns
    -------
    tuple of int
        0-6 for the numbers, high to low, `TRUMP_SUIT` for trump.

    Examples
    --------
    >>> from moon_sim.game import as_tile
    >>> suits_to_lead(as_tile("6-5"), Trump.NONE, Rules(leader_names_suit=True))
    (6, 5)
    """
    if rules.leader_names_suit:
        return tuple(sorted(suits(tile, trump), reverse=True))
    return (led_suit(tile, trump),)


def legal_plays(hand: int, suit: int | None, trump: int) -> int:
    """R9: follow the led suit if you can, else play any tile; R12: lead any tile.

    Parameters
    ----------
    hand : int
        Mask of the tiles that the seat holds.
    suit : int or None
        The led suit, or None for the leader.
    trump : int
        A `Trump`, 0-8.

    Returns
    -------
    int
        Mask of the legal plays.

    Examples
    --------
    >>> from moon_sim.game import parse_tiles
    >>> format_tiles(legal_plays(parse_tiles("6-5 5-5 2-1"), 5, Trump.NONE))
    '6-5 5-5'
    """
    following = hand & suit_tiles(suit, trump) if suit is not None else 0
    return following or hand


def legal_first_leads(hand: int, trump: int, rules: Rules = DEFAULT_RULES) -> int:
    """R12: the declarer's first lead is any tile, or by a house rule a trump if it holds one.

    Parameters
    ----------
    hand : int
        Mask of the declarer's tiles.
    trump : int
        A `Trump`, 0-8.
    rules : Rules, optional

    Returns
    -------
    int
        Mask of the legal leads.

    Examples
    --------
    >>> from moon_sim.game import parse_tiles
    >>> rules = Rules(first_lead_must_be_trump=True)
    >>> format_tiles(legal_first_leads(parse_tiles("6-5 5-5 2-1"), Trump.FIVES, rules))
    '6-5 5-5'
    """
    led = TRUMP_SUIT if rules.first_lead_must_be_trump else None
    return legal_plays(hand, led, trump)


def rank(tile: int, suit: int, trump: int, rules: Rules = DEFAULT_RULES) -> int:
    """R10: a tile's rank inside one of its suits; the higher wins.

    The double is highest, then the other number decides. Among doubles as trumps, the number.

    Parameters
    ----------
    tile : int
        Tile id, 0-21.
    suit : int
        One of the tile's suits: ranks are compared inside it alone.
    trump : int
        A `Trump`, 0-8.
    rules : Rules, optional

    Returns
    -------
    int

    Examples
    --------
    >>> from moon_sim.game import as_tile
    >>> [rank(as_tile(tile), 5, Trump.NONE) for tile in ("5-5", "6-5", "5-4")]
    [7, 6, 4]
    """
    high, low = TILES[tile]
    if suit == TRUMP_SUIT and trump == Trump.DOUBLES:
        return high if rules.doubles_high_to_low else -high
    number = trump if suit == TRUMP_SUIT else suit
    return 7 if high == low else high + low - number


def trick_winner(
    plays: Sequence[int], trump: int, rules: Rules = DEFAULT_RULES, suit: int | None = None
) -> int:
    """R11: the highest trump takes the trick, or without one the highest tile of the led suit.

    Parameters
    ----------
    plays : sequence of int
        Tile ids in the order of play, the lead first.
    trump : int
        A `Trump`, 0-8.
    rules : Rules, optional
    suit : int, optional
        The suit that the leader named, where it does (R8); else the one that the lead calls for.

    Returns
    -------
    int
        The place of the winning tile in `plays`.

    Examples
    --------
    >>> from moon_sim.game import as_tile
    >>> trick_winner([as_tile("6-5"), as_tile("6-6"), as_tile("2-1")], Trump.TWOS)
    2
    """
    in_order(plays, "plays")
    led = led_suit(plays[0], trump) if suit is None else suit
    for wins in (TRUMP_SUIT, led):
        in_suit = [place for place, tile in enumerate(plays) if wins in suits(tile, trump)]
        if in_suit:
            return max(in_suit, key=lambda place: rank(plays[place], wins, trump, rules))
    raise AssertionError("the lead is of the led suit")


# --- Auction, R3 and R4 ----------------------------------------------------------------------


def bids(rules: Rules = DEFAULT_RULES) -> tuple[int, ...]:
    """R3: the bids that there are.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    tuple of int
        Rising.

    Examples
    --------
    >>> bids(Rules(lowest_bid=3))
    (3, 4, 5, 6, 7, 21)
    """
    return (*range(rules.lowest_bid, HAND_SIZE + 1), MOON)


def number_bids(rules: Rules = DEFAULT_RULES) -> tuple[int, ...]:
    """R3: the bids that name the tricks they need: all but 21.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    tuple of int
        Rising.
    """
    return bids(rules)[:-1]


def first_caller(previous: int, rules: Rules = DEFAULT_RULES) -> int:
    """R3, R4: the seat that calls first in the hand after one in which `previous` did.

    In a match's first hand it is random.

    Parameters
    ----------
    previous : int
        Seat.
    rules : Rules, optional

    Returns
    -------
    int
        Seat.

    Examples
    --------
    >>> first_caller(2)
    0
    """
    return (previous + rules.first_caller_moves) % SEATS


def legal_calls(calls: Sequence[int], rules: Rules = DEFAULT_RULES) -> tuple[int, ...]:
    """R3: the calls open to the next caller: pass, or a bid above every earlier one.

    Parameters
    ----------
    calls : sequence of int
        The calls so far, `PASS` or a bid, in order from the first caller.
    rules : Rules, optional

    Returns
    -------
    tuple of int
        Rising; empty when the auction is over.

    Examples
    --------
    >>> legal_calls([PASS, 5])
    (0, 6, 7, 21)
    """
    in_order(calls, "calls")
    highest = max(calls, default=PASS)
    if len(calls) >= SEATS or highest == MOON:
        return ()
    if rules.last_caller_must_bid and len(calls) == SEATS - 1 and highest == PASS:
        return (rules.lowest_bid,)  # R4, the house rule
    return (PASS, *(bid for bid in bids(rules) if bid > highest))


def auction_winner(
    calls: Sequence[int], first: int, rules: Rules = DEFAULT_RULES
) -> tuple[int, int] | None:
    """R3: the seat that won a finished auction and its bid; None when all passed (R4).

    Parameters
    ----------
    calls : sequence of int
        All calls, from the first caller clockwise.
    first : int
        The first caller's seat.
    rules : Rules, optional

    Returns
    -------
    tuple of two int, or None
        Seat and bid.

    Raises
    ------
    TypeError
        If the calls have no order.
    IllegalPlayError
        If one was not legal, or the auction isn't over.

    Examples
    --------
    >>> auction_winner([PASS, 4, 6], first=1)
    (0, 6)
    """
    in_order(calls, "calls")
    for place, call in enumerate(calls):
        legal = legal_calls(calls[:place], rules)
        if call not in legal:
            raise IllegalPlayError(
                f"calls[{place}]: expected "
                + (
                    f"one of {', '.join(map(str, legal))}"
                    if legal
                    else "no call, the auction is over"
                )
                + f", got {call}"
            )
    if legal_calls(calls, rules):
        raise IllegalPlayError(
            f"calls: expected a finished auction, got {len(calls)} of {SEATS} calls"
        )
    bid = max(calls)
    return None if bid == PASS else ((first + list(calls).index(bid)) % SEATS, bid)


# --- Exchange and contract, R5 and R6 --------------------------------------------------------


def exchange(hand: int, widow: int, discard: int) -> int:
    """R5: the declarer's hand after taking the widow and discarding one tile, perhaps the widow.

    Parameters
    ----------
    hand : int
        Mask of the declarer's 7 tiles.
    widow, discard : int
        Tile ids, 0-21.

    Returns
    -------
    int
        Mask of the 7 tiles that the declarer plays with.

    Raises
    ------
    InvalidDealError
        If the widow is in the hand.
    IllegalPlayError
        If the discard isn't among the 8 tiles.

    Examples
    --------
    >>> from moon_sim.game import as_tile, parse_tiles
    >>> hand = parse_tiles("6-6 6-5 6-4 5-5 4-4 3-1 2-1")
    >>> format_tiles(exchange(hand, widow=as_tile("6-3"), discard=as_tile("2-1")))
    '6-6 6-5 6-4 6-3 5-5 4-4 3-1'
    """
    if hand >> widow & 1:
        raise InvalidDealError(f"widow {tile_name(widow)} is in the hand, too")
    holding = hand | 1 << widow
    if not holding >> discard & 1:
        raise IllegalPlayError(
            f"discard {tile_name(discard)} is not among {format_tiles(holding)} (rule R5)"
        )
    return holding & ~(1 << discard)


@dataclass(frozen=True)
class Contract:
    """What a declarer undertook: bid (R3), trump (R6), and the declarer's seat.

    Attributes
    ----------
    bid : int
        4, 5, 6, 7 or 21.
    trump : Trump
    declarer : int
        Seat.
    rules : Rules, optional
        By which bid and trump are checked; not kept.

    Raises
    ------
    TypeError
        If bid or declarer is no whole number, or the trump neither that nor text.
    IllegalPlayError
        If bid, trump or declarer can't be.

    Examples
    --------
    >>> Contract(21, Trump.SIXES, declarer=0)
    Contract(bid=21, trump=<Trump.SIXES: 6>, declarer=0)
    """

    bid: int
    trump: Trump
    declarer: int
    rules: InitVar[Rules] = DEFAULT_RULES

    def __post_init__(self, rules: Rules) -> None:
        target(self.bid, rules)  # refuses what is no bid
        declarer = whole(self.declarer, "declarer")
        if declarer not in range(SEATS):
            raise IllegalPlayError(f"declarer: expected seat 0, 1 or 2, got {quoted(declarer)}")
        object.__setattr__(self, "bid", whole(self.bid, "bid"))
        object.__setattr__(self, "trump", check_trump(self.trump, rules))
        object.__setattr__(self, "declarer", declarer)


def target(bid: int, rules: Rules = DEFAULT_RULES) -> int:
    """The tricks that a bid needs: itself, and 7 for 21 (R3, R14).

    Parameters
    ----------
    bid : int
        4, 5, 6, 7 or 21.
    rules : Rules, optional
        A house rule has lower bids, too.

    Returns
    -------
    int
        Tricks, 4-7.

    Raises
    ------
    TypeError
        If it is no whole number.
    IllegalPlayError
        If it is no bid.

    Examples
    --------
    >>> target(5), target(21)
    (5, 7)
    """
    given = whole(bid, "bid")
    if given not in bids(rules):
        expected = ", ".join(map(str, bids(rules)))
        raise IllegalPlayError(f"bid: expected one of {expected}, got {quoted(given)}")
    return min(given, HAND_SIZE)


def first_lead(contract: Contract) -> int:
    """R12: the declarer leads to the first trick.

    Parameters
    ----------
    contract : Contract

    Returns
    -------
    int
        Seat.
    """
    return contract.declarer


# --- Score and end of the game, R13 to R15 ---------------------------------------------------


def score(
    contract: Contract, tricks: Sequence[int], rules: Rules = DEFAULT_RULES
) -> tuple[int, int, int]:
    """R13: the points that each seat gains in a hand.

    The declarer gains or loses the bid, without overtricks; the others gain 1 for each trick.
    A set 21 loses 21 (R14). By a house rule a set gives the bid to each of the others instead.

    Parameters
    ----------
    contract : Contract
    tricks : sequence of int
        Tricks taken, by seat; all seven are played (R12).
    rules : Rules, optional

    Returns
    -------
    tuple of three int
        Points, by seat.

    Raises
    ------
    TypeError
        If the counts have no order.
    IllegalPlayError
        If there are not three of them with the sum 7.

    Examples
    --------
    >>> contract = Contract(5, Trump.SIXES, declarer=0)
    >>> score(contract, [6, 1, 0]), score(contract, [4, 1, 2])
    ((5, 1, 0), (-5, 1, 2))
    """
    in_order(tricks, "tricks")
    if len(tricks) != SEATS or min(tricks) < 0 or sum(tricks) != HAND_SIZE:
        raise IllegalPlayError(
            f"tricks: expected {SEATS} counts with the sum 7, got {list(tricks)}"
        )
    made = tricks[contract.declarer] >= target(contract.bid, rules)
    pays = rules.set_pays_defenders and not made
    points = [won + contract.bid if pays else won for won in tricks]
    points[contract.declarer] = contract.bid if made else 0 if pays else -contract.bid
    return (points[0], points[1], points[2])


def match_winner(
    totals: Sequence[int],
    contract: Contract | None = None,
    tricks: Sequence[int] | None = None,
    rules: Rules = DEFAULT_RULES,
) -> int | None:
    """R14, R15: the seat that has won the game after a hand, or None while it goes on.

    Parameters
    ----------
    totals : sequence of int
        Each seat's points, this hand's included.
    contract : Contract, optional
        What was played, since a made 21 wins at once (R14).
    tricks : sequence of int, optional
        Tricks taken with it, by seat.
    rules : Rules, optional

    Returns
    -------
    int or None
        Seat.

    Raises
    ------
    TypeError
        If the scores have no order.
    ValueError
        If they are not three.

    Examples
    --------
    >>> match_winner([22, 21, 3])
    0
    >>> match_winner([21, 21, 3]) is None
    True
    """
    if len(in_order(totals, "totals")) != SEATS:
        raise ValueError(f"totals: expected {SEATS} scores, got {len(totals)}")
    if (
        rules.made_moon_wins_match
        and contract is not None
        and tricks is not None
        and contract.bid == MOON
        and tricks[contract.declarer] == HAND_SIZE
    ):
        return contract.declarer  # R14
    # R15: 21 or more, and more than every other player; a tie at the top goes on.
    best = max(totals)
    first = [seat for seat, total in enumerate(totals) if total == best]
    if best < rules.winning_score:
        return None
    if rules.declarer_wins_ties and contract is not None and contract.declarer in first:
        return contract.declarer
    return first[0] if len(first) == 1 else None
