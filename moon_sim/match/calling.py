"""What a call is worth: the deals of the bank in which the caller holds a hand like it.

They stand for what the others may hold. Each counts by how likely the calls before are in it; after
each call, the others go on as the match table has it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from moon_sim import atlas
from moon_sim.display import listed
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    MOON,
    PASS,
    SEATS,
    IllegalPlayError,
    Rules,
    Tiles,
    as_mask,
    in_order,
    legal_calls,
    quoted,
    whole,
)
from moon_sim.match.advice import CallAdvice, Worth, call_word
from moon_sim.match.bank import Bank
from moon_sim.match.results import Results, auction_tree
from moon_sim.match.tables import DATA, MatchError, MatchTable, check_play, match_table
from moon_sim.match.trees import Strategy, Tree

ALIKE = 0.05
"""The part of the bank's hands that counts: those whose odds are nearest."""

SLIP = 0.02
"""How often others are taken to call anything: what they have called is never impossible."""


def call_advice(
    hand: Tiles,
    scores: Sequence[int] = (0, 0, 0),
    seat: int | None = None,
    calls: str | Sequence[int] = (),
    *,
    play: str = "match",
    rules: Rules = DEFAULT_RULES,
) -> CallAdvice:
    """Return what each legal call is worth.

    Parameters
    ----------
    hand : str or int
        The 7 tiles, as text or as a mask.
    scores : sequence of int
        Before the deal, in the order of calling: the first caller's is the first.
    seat : int, optional
        The place in the order of calling, 0 first; as many as there are calls by default, and
        nothing else is possible.
    calls : str or sequence of int
        Those before, in order, as ``"pass 4"`` or ``(0, 4)``.
    play : {"match", "points"}
        What all three play for: to win the match, or points.
    rules : Rules, optional

    Returns
    -------
    CallAdvice

    Raises
    ------
    TypeError
        If an argument has a wrong type.
    InvalidDealError
        If these are no seven tiles.
    IllegalPlayError
        If the calls are against the rules, or the auction is over.
    ValueError
        If another argument is out of range.
    MatchError
        If there is no match table for the rules.

    Notes
    -----
    A mean over deals of the bank, each turned so that every seat is the caller once: those 5 % in
    which the caller's odds of 4-7 are nearest to the hand's, each weighted by how often the others
    make the calls before with what they hold there.
    """
    mask = as_mask(hand, "hand", HAND_SIZE)
    at = tuple(whole(one, "scores") for one in in_order(scores, "scores"))
    done = read_calls(calls)
    check_play(play)
    may = _legal(done, rules)
    if seat is not None and whole(seat, "seat", 0, SEATS - 1) != len(done):
        raise ValueError(f"seat: expected {len(done)} after {len(done)} calls, got {seat}")
    table, deals, place = match_table(rules), bank(), len(done)
    after = table.equities[play].after(at)[:, place]
    own = atlas.hand_wins(np.array([mask]), deals.rules)[0] / atlas.ALL
    tree = auction_tree(rules)
    seen = _near(deals, own, place, table)
    strategy = table.strategy(at, play)
    slipping = (1 - SLIP) * strategy + SLIP * tree.alike[:, None]
    weight, node = np.ones(len(seen.classes)), 0
    for who, call in enumerate(done):
        deed = tree.choices(node).index(call)
        weight *= slipping[tree.turn[node], seen.classes[:, who], deed]
        node = int(tree.first[node]) + deed
    weight /= weight.sum()
    results = Results.of(rules)
    worths = np.stack([after, results.points[:, place].astype(float)], axis=1)
    usual = strategy[tree.turn[node], int(table.classes.of(own))]
    found, following = {}, {}
    for deed, call in enumerate(may):
        child = int(tree.first[node]) + deed
        value = _value(tree, strategy, seen, worths, child)
        mean = weight @ value
        error = np.sqrt(weight**2 @ (value - mean) ** 2)
        (p_win, points), (p_win_se, points_se) = mean.tolist(), error.tolist()
        found[call] = Worth(p_win, p_win_se, points, points_se, float(usual[deed]))
        following[call] = _following(tree, strategy, seen, weight, child)
    return CallAdvice(
        mask, at, done, play, rules, tuple(own.tolist()), found, following,
        float(1 / (weight @ weight)),
    )  # fmt: skip


def read_calls(calls: str | Sequence[int]) -> tuple[int, ...]:
    """Return calls as numbers, 0 for a pass.

    Parameters
    ----------
    calls : str or sequence of int
        As ``"pass 4"``, with blanks, commas or hyphens between them, or as ``(0, 4)``.

    Returns
    -------
    tuple of int

    Raises
    ------
    ValueError
        If a word is no call.
    """
    if not isinstance(calls, str):
        return tuple(whole(one, "calls", 0, MOON) for one in in_order(calls, "calls"))
    found = []
    for word in calls.replace(",", " ").replace("-", " ").lower().split():
        if word in ("pass", "p"):
            found.append(PASS)
        elif word.isascii() and word.isdecimal() and 0 < int(word) <= MOON:
            found.append(int(word))
        else:
            raise ValueError(f"calls: expected pass or a bid, as in 'pass 4', got {quoted(word)}")
    return tuple(found)


@lru_cache(maxsize=1)
def bank() -> Bank:
    """Return the bank of deals in the package.

    Returns
    -------
    Bank

    Raises
    ------
    MatchError
        If it is missing or damaged.
    """
    try:
        return Bank.load(DATA / "bank.npz")
    except (OSError, ValueError) as error:
        raise MatchError(f"no bank of deals: {error}") from error


@dataclass(frozen=True, eq=False)
class _Seen:
    """Deals in which somebody has a hand like the one in question.

    Attributes
    ----------
    classes : (n, 3) int64 array
        Of each place's hand.
    results : (n, ends) int64 array
    """

    classes: NDArray[np.int64]
    results: NDArray[np.int64]


def _near(deals: Bank, own: NDArray[np.float64], place: int, table: MatchTable) -> _Seen:
    """Return the deals whose hand at a place has odds that are nearest to those of a hand."""
    away = ((deals.odds - own) ** 2).sum(axis=2)
    count = max(1, round(ALIKE * away.size))
    nearest = np.argsort(away, axis=None, kind="stable")[:count]
    rows, seats = np.unravel_index(nearest, away.shape)
    every = table.classes.of(deals.odds)
    results = Results.of(table.rules)
    classes, ends = [], []
    for seat in range(SEATS):
        first = (seat - place) % SEATS
        those = rows[seats == seat]
        classes.append(np.roll(every[those], -first, axis=1))
        ends.append(results.numbers(deals.tricks[those], first))
    return _Seen(np.concatenate(classes), np.concatenate(ends))


def _legal(done: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    for count, call in enumerate(done):
        may = legal_calls(done[:count], rules)
        if call not in may:
            legal = listed([call_word(one) for one in may], "or") if may else "no more calls"
            raise IllegalPlayError(
                f"calls: expected {legal} in place {count}, got {call_word(call)}"
            )
    may = legal_calls(done, rules)
    if not may:
        raise IllegalPlayError("calls: expected an auction that goes on, this one is over")
    return may


def _value(
    tree: Tree, strategy: Strategy, seen: _Seen, worths: NDArray[np.float64], node: int
) -> NDArray[np.float64]:
    """Return what each deal is worth from a node on: chance to win, points."""
    if tree.player[node] < 0:
        return worths[seen.results[:, tree.end[node]]]
    shares = strategy[tree.turn[node], seen.classes[:, tree.player[node]]]
    total = np.zeros((len(seen.classes), worths.shape[1]))
    for deed in range(int(tree.count[node])):
        if shares[:, deed].any():
            child = int(tree.first[node]) + deed
            total += shares[:, deed, None] * _value(tree, strategy, seen, worths, child)
    return total


def _following(
    tree: Tree, strategy: Strategy, seen: _Seen, weight: NDArray[np.float64], node: int
) -> dict[int, float]:
    """Return how often the next player calls what; nothing where nobody is left."""
    if tree.player[node] < 0:
        return {}
    shares = weight @ strategy[tree.turn[node], seen.classes[:, tree.player[node]]]
    return {call: float(shares[deed]) for deed, call in enumerate(tree.choices(node))}
