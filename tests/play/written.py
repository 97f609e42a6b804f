"""Matches played at random and written down."""

import datetime

import naive_match
import numpy as np
from naive import TILES
from random_play import some

from moon_sim.game import Rules, random_deals
from moon_sim.play import HandRecord, MatchRecord, State

NAMES = ("Ann", None, "Åse Ö. (2)", "random#2", "rules:point-count", "#1", "a, b")
DATES = (None, datetime.date(2026, 12, 4))
NOTES = ("", "", "", "why not 6-5? | \N{SNOWMAN} # 2")


def random_match(seed: int, rules: Rules, longest: int = 8) -> MatchRecord:
    """A match played at random until somebody has won, or for some hands."""
    rng = np.random.default_rng(seed)
    deals = random_deals(rng)
    state = State.start(next(deals)[0], first_caller=int(rng.integers(3)), rules=rules)
    hands = []
    while True:
        while state.seat is not None:
            state = state.apply(some(rng, state))
        hands.append(HandRecord.of(state, note=str(rng.choice(NOTES))))
        if state.is_over or len(hands) == longest:
            break
        state = state.next_hand(next(deals)[0])
    players = tuple(NAMES[at] for at in rng.integers(len(NAMES), size=3))
    date = DATES[rng.integers(2)]
    return MatchRecord(hands=tuple(hands), players=players, name=f"match {seed}", date=date)


def some_hands(seed: int, rules: Rules, count: int) -> list[MatchRecord]:
    """Matches of so many hands together, or a few more."""
    matches: list[MatchRecord] = []
    while sum(len(match.hands) for match in matches) < count:
        matches.append(random_match(1000 * seed + len(matches), rules))
    return matches


# --- The oracle's own reader -------------------------------------------------------------------


def tile_of(word: str) -> tuple[int, int]:
    return int(word[0]), int(word[2])


def trump_of(word: str) -> int:
    return {"doubles": 7, "none": 8}.get(word) or int(word)


def replayed(line: str, house: naive_match.House, first_caller: int, scores) -> naive_match.Hand:
    """A line of a record, played by the oracle; only what an export writes is read."""
    parts = line.partition(" # ")[0].split(" | ")
    deal, calls = parts[:3], parts[3]
    dealt = tuple(frozenset(map(tile_of, hand.split())) for hand in deal)
    (widow,) = set(TILES) - dealt[0] - dealt[1] - dealt[2]
    hand = naive_match.Hand(dealt, widow, first_caller, tuple(scores), house)
    for call in calls.split():
        hand = naive_match.act(hand, ("call", 0 if call == "pass" else int(call)))
    for word in parts[4].split() if len(parts) > 4 else []:
        told = dict(pair.split("=") for pair in word.split(","))
        trump = trump_of(told["trump"])
        if "out" in told:
            assert tile_of(told["widow"]) == widow
            hand = naive_match.act(hand, ("exchange", tile_of(told["out"]), trump))
        else:
            hand = naive_match.act(hand, ("name", trump))
    for word in parts[5].replace(",", " ").split() if len(parts) > 5 else []:
        tile, _, suit = word.partition(":")
        hand = naive_match.act(hand, ("play", tile_of(tile), int(suit) if suit else None))
    return hand
