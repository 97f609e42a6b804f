"""What to call: what each call wins, by the score, the calls before, and how the others call.

The deals of the bank stand for what the others may hold. Those in which the caller's hand is most
like the one that is asked for count, each by how likely the calls before it are in it; after each
call, the others go on as the match table has it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim import atlas
from moon_sim.display import Result, listed, new_table, percent, starred, wrap_words
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    MOON,
    NUMBER_BIDS,
    PASS,
    SEATS,
    IllegalPlayError,
    Rules,
    Tiles,
    as_mask,
    format_tiles,
    in_order,
    legal_calls,
    quoted,
    whole,
)
from moon_sim.match.bank import Bank
from moon_sim.match.results import Results, auction_tree
from moon_sim.match.tables import DATA, MatchError, MatchTable, check_play, match_table
from moon_sim.match.trees import Strategy, Tree

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType

ALIKE = 0.05
"""The part of the bank's hands that counts: those whose odds are nearest."""

SLIP = 0.02
"""How often others are taken to call anything: what they have called is never impossible."""

_Z = 1.96
"""Of an interval of 95 %."""


@dataclass(frozen=True, eq=False, repr=False)
class CallAdvice(Result):
    """What each legal call is worth.

    Attributes
    ----------
    hand : int
        Mask of the 7 tiles.
    scores : tuple of int
        Before the deal, in the order of calling.
    calls : tuple of int
        Those before, in order; 0 is a pass.
    play : {"match", "points"}
        What all three play for, from this call on.
    rules : Rules
    odds : tuple of float
        The hand's odds of making bids 4-7.
    worth : dict of int to tuple of float
        By call: the probability of winning the match and its standard error, points in this deal
        and their standard error, and how often a hand like it calls so by the match table.
    next : dict of int to dict of int to float
        By call: how often the player after it calls what.
    deals : float
        By how many deals of equal weight these are known.
    """

    hand: int
    scores: tuple[int, ...]
    calls: tuple[int, ...]
    play: str
    rules: Rules
    odds: tuple[float, ...]
    worth: dict[int, tuple[float, float, float, float, float]]
    next: dict[int, dict[int, float]]
    deals: float

    @property
    def best(self) -> int:
        """The call that is worth most, in what is played for; 0 is a pass."""
        column = 0 if self.play == "match" else 2
        return max(self.worth, key=lambda call: self.worth[call][column])

    @cached_property
    def table(self) -> "pd.DataFrame":
        """A row for each legal call, the best first.

        Columns are `p_win` and `p_win_se`, `points` and `points_se`, `share`: how often hands like
        this one call so by the match table.
        """
        import pandas as pd

        names = ["p_win", "p_win_se", "points", "points_se", "share"]
        found = pd.DataFrame.from_dict(self.worth, orient="index", columns=names)
        found.index.name = "call"
        by = "p_win" if self.play == "match" else "points"
        return found.sort_values(by, ascending=False, kind="stable")

    def to_frame(self) -> "pd.DataFrame":
        """Return the table with the call as a column.

        Returns
        -------
        DataFrame
        """
        return self.table.reset_index()

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        return {
            "hand": format_tiles(self.hand),
            "scores": list(self.scores),
            "calls": list(self.calls),
            "play": self.play,
            "best": self.best,
            "advice": self.sentence,
            "p_make": dict(zip(("4", "5", "6", "7"), self.odds, strict=True)),
            "worth": [
                {"call": call, "p_win": row[0], "p_win_se": row[1], "points": row[2],
                 "points_se": row[3], "share": row[4],
                 "next": {str(one): share for one, share in self.next[call].items()}}
                for call, row in self.worth.items()
            ],
            "deals": self.deals,
        }  # fmt: skip

    @property
    def sentence(self) -> str:
        """What to call, in a sentence."""
        column, error = (0, 1) if self.play == "match" else (2, 3)
        ranked = sorted(self.worth, key=lambda call: -self.worth[call][column])
        best = ranked[0]
        if len(ranked) == 1:
            return f"{_call(best).capitalize()}: nothing else is legal."
        lead = self.worth[best][column] - self.worth[ranked[1]][column]
        unsure = _Z * float(np.hypot(self.worth[best][error], self.worth[ranked[1]][error]))
        what = (
            f"{percent(self.worth[best][0])} of matches are won with it"
            if column == 0
            else f"it is worth {self.worth[best][2]:+.1f} points"
        )
        other = (
            f"{percent(self.worth[ranked[1]][0])} with {_call(ranked[1])}"
            if column == 0
            else f"{self.worth[ranked[1]][2]:+.1f} with {_call(ranked[1])}"
        )
        close = "; these are too close to tell apart" if lead < unsure else ""
        return f"{_call(best).capitalize()}: {what}, {other}{close}."

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        rows = {
            _call(call): f"wins {percent(row[0]):>7}, {row[2]:+5.1f} points"
            for call, row in sorted(self.worth.items())
        }
        where = f"{format_tiles(self.hand)} at {_scores(self.scores)}"
        return f"What to call with {where}", {**rows, "advice": self.sentence}

    def _parts(self) -> "Iterable[RenderableType]":
        where = f"{format_tiles(self.hand)}, scores {_scores(self.scores)}"
        before = ", ".join(map(_call, self.calls)) or "nobody has called yet"
        table = new_table(
            f"{where}; before: {before}",
            "call", "made", "wins", "points", "usual", "then the next player calls",
        )  # fmt: skip
        wrap_words(table, 5)
        best = self.best
        for call, row in sorted(self.worth.items()):
            bid = max(call, min(NUMBER_BIDS))  # a lower one is played as a bid of 4
            made = "" if call == PASS else percent(self.odds[min(bid, HAND_SIZE) - 4])
            won = f"{percent(row[0])} ± {100 * _Z * row[1]:.1f}"
            points = f"{row[2]:+.1f} ± {_Z * row[3]:.1f}"
            star = call == best
            table.add_row(
                _call(call),
                made,
                starred(won, star and self.play == "match"),
                starred(points, star and self.play == "points"),
                f"{100 * row[4]:.0f} %",
                _next(self.next[call]),
            )
        yield table
        yield self.sentence
        for_what = "to win the match" if self.play == "match" else "for points"
        yield (
            f"All three play {for_what} from here on, as the match table has it. By deals of the "
            f"bank worth {self.deals:,.0f} of equal weight, with 95 % intervals. Made: the odds of "
            "the hand, whoever else calls; wins: the match; points: in this deal; usual: how often "
            "hands like it call so."
        )


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
    slipping = (1 - SLIP) * strategy + SLIP * _alike(tree)
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
        found[call] = (
            float(mean[0]), float(error[0]), float(mean[1]), float(error[1]), float(usual[deed]),
        )  # fmt: skip
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
            legal = listed([_call(one) for one in may], "or") if may else "no more calls"
            raise IllegalPlayError(f"calls: expected {legal} in place {count}, got {_call(call)}")
    may = legal_calls(done, rules)
    if not may:
        raise IllegalPlayError("calls: expected an auction that goes on, this one is over")
    return may


def _alike(tree: Tree) -> NDArray[np.float64]:
    legal = tree.legal
    shares: NDArray[np.float64] = legal / legal.sum(axis=1, keepdims=True)
    return shares[:, None]


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


def _call(call: int) -> str:
    return "pass" if call == PASS else str(call)


def _scores(scores: Sequence[int]) -> str:
    return ", ".join(map(str, scores))


def _next(shares: Mapping[int, float]) -> str:
    often = sorted((one for one in shares if shares[one] >= 0.005), key=lambda one: -shares[one])
    return ", ".join(f"{_call(one)} {100 * shares[one]:.0f} %" for one in often)
