"""Rules of thumb for a defender, each by what the seat itself sees."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from moon_sim.game import (
    ALL_TILES,
    TILES,
    Trump,
    is_trump,
    led_suit,
    legal_plays,
    rank,
    suit_tiles,
    suits,
    tile_ids,
    trick_winner,
)

DECLARER = 0


class Seen(NamedTuple):
    """What a defender sees when it is to play.

    Attributes
    ----------
    seat : int
        1, who plays after the declarer, or 2.
    hand, played : int
        Masks of its tiles and of all that were played.
    trump : Trump
    leader : int
        The seat that leads or led to the trick.
    trick : tuple of int
        Tile ids on the table, in order.
    lacks : tuple of three int
        By seat, mask of the tiles that it can't hold, as its plays have shown.
    """

    seat: int
    hand: int
    played: int
    trump: Trump
    leader: int
    trick: tuple[int, ...]
    lacks: tuple[int, int, int]

    @property
    def partner(self) -> int:
        """The other defender."""
        return 3 - self.seat

    @property
    def legal(self) -> list[int]:
        """The tiles that may be played, lowest first."""
        suit = led_suit(self.trick[0], self.trump) if self.trick else None
        return list(tile_ids(legal_plays(self.hand, suit, self.trump)))

    @property
    def winning(self) -> int:
        """The seat that wins the trick so far."""
        return (self.leader + trick_winner(self.trick, self.trump)) % 3

    def beats(self, tile: int) -> bool:
        """Whether a tile would win the trick so far."""
        return trick_winner((*self.trick, tile), self.trump) == len(self.trick)

    def strength(self, tile: int) -> tuple[bool, int, int]:
        """How strong a tile is: trumps first, then by its rank when it is led, then its number."""
        suit = led_suit(tile, self.trump)
        return is_trump(tile, self.trump), rank(tile, suit, self.trump), TILES[tile][0]

    def is_sure(self, tile: int) -> bool:
        """Whether no tile that is out beats it in the suit that it leads."""
        suit = led_suit(tile, self.trump)
        out = suit_tiles(suit, self.trump) & ALL_TILES & ~self.hand & ~self.played
        own = rank(tile, suit, self.trump)
        return all(rank(other, suit, self.trump) < own for other in tile_ids(out))


Pick = Callable[[Seen, Sequence[int]], int]
"""From what a seat sees and the tiles among which it chooses, a tile."""


# --- What to lead -----------------------------------------------------------------------------


def lead_sure(seen: Seen, tiles: Sequence[int]) -> int:
    """Lead the lowest tile off trump that none out beats in its suit; without one, the lowest."""
    plain = _off_trump(seen, tiles)
    return min(filter(seen.is_sure, plain), default=min(plain))


def lead_high_sure(seen: Seen, tiles: Sequence[int]) -> int:
    """Lead the highest tile off trump that none out beats in its suit; without one, the lowest."""
    plain = _off_trump(seen, tiles)
    return max(filter(seen.is_sure, plain), default=min(plain))


def lead_low(seen: Seen, tiles: Sequence[int]) -> int:
    """Lead the lowest tile off trump."""
    return min(_off_trump(seen, tiles))


def lead_double(seen: Seen, tiles: Sequence[int]) -> int:
    """Lead the highest double off trump; without one, the highest tile."""
    return max(_off_trump(seen, tiles), key=lambda tile: (_is_double(tile), tile))


def lead_trump(seen: Seen, tiles: Sequence[int]) -> int:
    """Lead the strongest trump; without one, as `lead_sure`."""
    trumps = [tile for tile in tiles if is_trump(tile, seen.trump)]
    return max(trumps, key=seen.strength) if trumps else lead_sure(seen, tiles)


def lead_for_partner(seen: Seen, tiles: Sequence[int]) -> int:
    """Lead a suit that the partner alone has shown to lack, so that it can trump; else sure."""
    for tile in _off_trump(seen, tiles):
        suit = suit_tiles(led_suit(tile, seen.trump), seen.trump)
        if seen.lacks[seen.partner] & suit == suit and seen.lacks[DECLARER] & suit != suit:
            return tile
    return lead_sure(seen, tiles)


def _off_trump(seen: Seen, tiles: Sequence[int]) -> Sequence[int]:
    return [tile for tile in tiles if not is_trump(tile, seen.trump)] or tiles


def _is_double(tile: int) -> bool:
    high, low = TILES[tile]
    return high == low


# --- Whether to win ---------------------------------------------------------------------------


def cheapest(seen: Seen, tiles: Sequence[int]) -> int:
    """Win with the weakest tile that does."""
    return min(filter(seen.beats, tiles), key=seen.strength)


def dearest(seen: Seen, tiles: Sequence[int]) -> int:
    """Win with the strongest tile."""
    return max(filter(seen.beats, tiles), key=seen.strength)


def duck(seen: Seen, tiles: Sequence[int]) -> int:
    """Do not win, if that can be: throw as `throw_low`."""
    return throw_low(seen, [tile for tile in tiles if not seen.beats(tile)] or tiles)


# --- What to throw ----------------------------------------------------------------------------
# Tile ids rise by the higher number, then by the lower one.


def throw_low(seen: Seen, tiles: Sequence[int]) -> int:
    """Throw the tile with the lowest higher number, be it a double; trumps last."""
    return min(tiles, key=lambda tile: (is_trump(tile, seen.trump), tile))


def throw_no_double(seen: Seen, tiles: Sequence[int]) -> int:
    """Throw the lowest tile that is no double; then doubles, and trumps last."""
    return min(tiles, key=lambda tile: (is_trump(tile, seen.trump), _is_double(tile), tile))


def throw_longest(seen: Seen, tiles: Sequence[int]) -> int:
    """Throw the lowest tile of the suit of which one holds most; trumps last."""
    return min(tiles, key=lambda tile: (is_trump(tile, seen.trump), -_length(seen, tile), tile))


def throw_shortest(seen: Seen, tiles: Sequence[int]) -> int:
    """Throw the lowest tile of the suit of which one holds fewest; trumps last."""
    return min(tiles, key=lambda tile: (is_trump(tile, seen.trump), _length(seen, tile), tile))


def throw_high(seen: Seen, tiles: Sequence[int]) -> int:
    """Throw the highest tile that is no double; then doubles, and trumps last."""
    return min(tiles, key=lambda tile: (is_trump(tile, seen.trump), _is_double(tile), -tile))


def _length(seen: Seen, tile: int) -> int:
    """Return how many tiles are held of the suit of a tile's higher number."""
    return (seen.hand & suit_tiles(led_suit(tile, seen.trump), seen.trump)).bit_count()


# --- All of them ------------------------------------------------------------------------------

QUESTIONS: dict[str, dict[str, Pick]] = {
    "lead": {
        "low sure": lead_sure,
        "high sure": lead_high_sure,
        "double": lead_double,
        "low": lead_low,
        "for partner": lead_for_partner,
        "trump": lead_trump,
    },
    "win": {"cheaply": cheapest, "dearly": dearest, "duck": duck},
    "trump": {"cheaply": cheapest, "throw": duck},
    "before": {"low": throw_low, "high": dearest},
    "throw": {
        "low": throw_low,
        "no double": throw_no_double,
        "longest": throw_longest,
        "shortest": throw_shortest,
        "high": throw_high,
    },
}
"""What a defender decides, and the rules for it; the first one of each makes the page's rules."""

RULES = "rules"
"""The name of the way in which a defender follows the first rule of each question."""

Way = dict[str, Pick]
"""A rule for each question."""


def question(seen: Seen) -> str:
    """Return which of the questions a seat faces.

    `lead`; `win`, when it can beat the declarer's tile in the suit led; `trump`, when it can do so
    with a trump alone; `before`, when its partner wins so far, the declarer plays last and it could
    play higher; else `throw`.
    """
    if not seen.trick:
        return "lead"
    wins = any(map(seen.beats, seen.legal))
    if seen.winning == DECLARER:
        if not wins:
            return "throw"
        follows = led_suit(seen.trick[0], seen.trump) in suits(seen.legal[0], seen.trump)
        return "win" if follows else "trump"
    last = (seen.leader + len(seen.trick) + 1) % 3 == DECLARER and len(seen.trick) == 1
    return "before" if wins and last else "throw"


def first_rules() -> Way:
    """Return the first rule of each question."""
    return {name: next(iter(rules.values())) for name, rules in QUESTIONS.items()}


def ways() -> dict[str, Way]:
    """Return all ways to defend: the first rules, and each of the others in place of one."""
    made = {RULES: first_rules()}
    for name, rules in QUESTIONS.items():
        for other in list(rules)[1:]:
            made[f"{name}: {other}"] = {**first_rules(), name: rules[other]}
    return made
