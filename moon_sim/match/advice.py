"""What to call, as people and programs read it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from moon_sim.display import Result, new_table, percent, starred, wrap_words
from moon_sim.game import (
    HAND_SIZE,
    NUMBER_BIDS,
    PASS,
    Rules,
    format_tiles,
)

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType

_Z = 1.96
"""Of an interval of 95 %."""


class Worth(NamedTuple):
    """What a call is worth.

    Attributes
    ----------
    p_win : float
        Probability of winning the match.
    p_win_se : float
        Its standard error.
    points : float
        The caller's points in this deal, on average.
    points_se : float
        Their standard error.
    share : float
        How often hands like it call so by the match table.
    """

    p_win: float
    p_win_se: float
    points: float
    points_se: float
    share: float


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
    worth : dict of int to Worth
        By call.
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
    worth: dict[int, Worth]
    next: dict[int, dict[int, float]]
    deals: float

    @property
    def best(self) -> int:
        """The call that is worth most, in what is played for; 0 is a pass."""
        return max(self.worth, key=self._by)

    def _by(self, call: int) -> float:
        """Return what is played for."""
        found = self.worth[call]
        return found.p_win if self.play == "match" else found.points

    @cached_property
    def table(self) -> "pd.DataFrame":
        """A row for each legal call, the best first.

        Columns are `p_win` and `p_win_se`, `points` and `points_se`, `share`: how often hands like
        this one call so by the match table.
        """
        import pandas as pd

        order = sorted(self.worth, key=self._by, reverse=True)
        rows = [self.worth[call] for call in order]
        return pd.DataFrame(rows, index=pd.Index(order, name="call"), columns=Worth._fields)

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
                {"call": call, **row._asdict(), "next": _plain(self.next[call])}
                for call, row in self.worth.items()
            ],
            "deals": self.deals,
        }

    @property
    def sentence(self) -> str:
        """What to call, in a sentence."""
        best, *others = sorted(self.worth, key=self._by, reverse=True)
        if not others:
            return f"{call_word(best).capitalize()}: nothing else is legal."
        first, second = self.worth[best], self.worth[others[0]]
        other = call_word(others[0])
        if self.play == "match":
            said = f"{percent(first.p_win)} of matches are won with it, {percent(second.p_win)}"
            lead, error = first.p_win - second.p_win, np.hypot(first.p_win_se, second.p_win_se)
        else:
            said = f"it is worth {first.points:+.1f} points, {second.points:+.1f}"
            lead, error = first.points - second.points, np.hypot(first.points_se, second.points_se)
        close = "; these are too close to tell apart" if lead < _Z * error else ""
        return f"{call_word(best).capitalize()}: {said} with {other}{close}."

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        rows = {
            call_word(call): f"wins {percent(row.p_win):>7}, {row.points:+5.1f} points"
            for call, row in sorted(self.worth.items())
        }
        where = f"{format_tiles(self.hand)} at {_scores(self.scores)}"
        return f"What to call with {where}", {**rows, "advice": self.sentence}

    def _parts(self) -> "Iterable[RenderableType]":
        where = f"{format_tiles(self.hand)}, scores {_scores(self.scores)}"
        before = ", ".join(map(call_word, self.calls)) or "nobody has called yet"
        table = new_table(
            f"{where}; before: {before}",
            "call", "made", "wins", "points", "usual", "then the next player calls",
        )  # fmt: skip
        wrap_words(table, 5)
        best = self.best
        for call, row in sorted(self.worth.items()):
            bid = max(call, min(NUMBER_BIDS))  # a lower one is played as a bid of 4
            made = "" if call == PASS else percent(self.odds[min(bid, HAND_SIZE) - 4])
            won = f"{percent(row.p_win)} ± {100 * _Z * row.p_win_se:.1f}"
            points = f"{row.points:+.1f} ± {_Z * row.points_se:.1f}"
            star = call == best
            table.add_row(
                call_word(call),
                made,
                starred(won, star and self.play == "match"),
                starred(points, star and self.play == "points"),
                f"{100 * row.share:.0f} %",
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


def call_word(call: int) -> str:
    """Return a call as a word.

    Parameters
    ----------
    call : int
        0 for a pass.

    Returns
    -------
    str
    """
    return "pass" if call == PASS else str(call)


def _plain(shares: Mapping[int, float]) -> dict[str, float]:
    return {str(call): share for call, share in shares.items()}


def _scores(scores: Sequence[int]) -> str:
    return ", ".join(map(str, scores))


def _next(shares: Mapping[int, float]) -> str:
    often = sorted((one for one in shares if shares[one] >= 0.005), key=lambda one: -shares[one])
    return ", ".join(f"{call_word(one)} {100 * shares[one]:.0f} %" for one in often)
