"""Match tables: how to call at every score, and what scores are worth, solved and kept in a file.

One is in the package, for the usual rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.display import Result
from moon_sim.game import (
    DEFAULT_RULES,
    SEATS,
    Rules,
    in_order,
    quoted,
    whole,
)
from moon_sim.match.classes import HandClasses
from moon_sim.match.equity import Equity, corners_of
from moon_sim.match.files import load_arrays, save_arrays
from moon_sim.match.results import Results, auction_tree
from moon_sim.match.trees import Strategy

if TYPE_CHECKING:
    pass

FORMAT = 1
"""The version of what a file means; one of another is refused."""

DATA = Path(__file__).with_name("data")

NAME = "match table"

PLAYS = ("match", "points")
"""What players may want: to win the match, or points."""

_SHARE = 255
"""In how many parts a share of a strategy is kept."""

_EQUITY = 65535
"""In how many parts an equity is kept."""


class MatchError(ValueError):
    """There is no match table that can answer: it is missing, damaged, or of other rules."""


@dataclass(frozen=True, eq=False, repr=False)
class MatchTable(Result):
    """How to call, for the match and for points, and what scores are worth.

    Players are in places, in the order of calling.

    Attributes
    ----------
    rules : Rules
    classes : HandClasses
        What callers know of their hands.
    scores : (m,) int64 array
        The grid at which strategies for the match were found.
    strategies : (m, m, m, turns, classes, most) float64 array
        How each class calls at the scores of the grid to win the match: at each turn of
        `auction_tree(rules)`.
    points : (turns, classes, most) float64 array
        How each class calls for points.
    equities : dict of str to Equity
        Match equity where all call like that, by `PLAYS`.
    manifest : dict
        What it was made from, and how good it is.
    """

    rules: Rules
    classes: HandClasses
    scores: NDArray[np.int64]
    strategies: NDArray[np.float64]
    points: NDArray[np.float64]
    equities: dict[str, Equity]
    manifest: dict[str, Any]

    def strategy(self, scores: Sequence[int], play: str = "match") -> Strategy:
        """Return how each class calls.

        Parameters
        ----------
        scores : sequence of int
            By place.
        play : {"match", "points"}

        Returns
        -------
        (turns, classes, most) float64 array
            Between scores of the grid, a mixture of what is done at those around.
        """
        if play == "points":
            return self.points
        corners, parts = corners_of(self.scores, np.array([scores], np.int64))
        flat = self.strategies.reshape(-1, *self.points.shape)
        mixed: Strategy = np.tensordot(parts[0], flat[corners[0]], axes=1)
        return mixed

    def save(self, path: str | Path) -> None:
        """Write it to a file; a former one stays until this is whole.

        Parameters
        ----------
        path : str or Path

        Raises
        ------
        OSError
            If it can't be written.
        """
        arrays = {
            "scores": self.scores.astype(np.int16),
            "strategies": _coded(self.strategies),
            "points": _coded(self.points),
            **{f"class_{name}": array for name, array in asdict(self.classes).items()},
        }
        for play, found in self.equities.items():
            two = found.table[..., :-1]
            arrays[f"equity_{play}"] = np.rint(_EQUITY * two).astype(np.uint16)
        save_arrays(path, self.manifest, arrays)

    @classmethod
    def load(cls, path: str | Path) -> "MatchTable":
        """Read one from a file.

        Parameters
        ----------
        path : str or Path

        Returns
        -------
        MatchTable

        Raises
        ------
        OSError
            If it can't be read.
        MatchError
            If the file is no match table of this format.
        """
        try:
            manifest, arrays = load_arrays(path, NAME, FORMAT)
        except ValueError as error:
            raise MatchError(str(error)) from error
        try:
            rules = Rules(**manifest["rules"])
            classes = {
                name.removeprefix("class_"): array
                for name, array in arrays.items()
                if name.startswith("class_")
            }
            return cls(
                rules,
                HandClasses(**classes),
                arrays["scores"].astype(np.int64),
                _shares(arrays["strategies"], rules),
                _shares(arrays["points"], rules),
                {play: _equity(arrays[f"equity_{play}"], rules, manifest) for play in PLAYS},
                manifest,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise MatchError(f"{path}: expected a match table ({error})") from error

    def to_dict(self) -> dict[str, Any]:
        """Return how it was made and how good it is, as JSON has it.

        Returns
        -------
        dict
            The manifest.
        """
        return dict(self.manifest)

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        told = self.manifest
        inside = told["gains"]
        return "A match table", {
            "rules": repr(self.rules),
            "deals": f"{told['bank']['deals']:,}, played by {told['bank']['player']}",
            "classes": f"{len(self.classes)} of hands",
            "scores": ", ".join(map(str, self.scores)),
            "passes": f"{len(told['moved'])}, the last moved equities by {told['moved'][-1]:.5f}",
            "gains": f"{inside['mean']:.5f} on average over the scores, {inside['most']:.5f} at "
            "most: what all three together could win by the best response in one auction",
        }


@lru_cache(maxsize=8)
def match_table(rules: Rules = DEFAULT_RULES) -> MatchTable:
    """Return the package's match table for some rules.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    MatchTable

    Raises
    ------
    MatchError
        If there is none.
    """
    for path in _files():
        found = MatchTable.load(path)
        if found.rules == rules:
            return found
    raise MatchError(f"no match table for {rules!r}: `moon-sim match solve --rules ...` makes one")


def match_equity(
    scores: Sequence[int],
    first_caller: int = 0,
    *,
    play: str = "match",
    rules: Rules = DEFAULT_RULES,
) -> NDArray[np.float64]:
    """Return each player's probability of winning the match.

    Parameters
    ----------
    scores : sequence of int
        By seat.
    first_caller : int
        The seat that calls first in the next deal.
    play : {"match", "points"}
        What all three play for, by the match table.
    rules : Rules, optional

    Returns
    -------
    (3,) float64 array
        By seat; together 1.

    Raises
    ------
    TypeError, ValueError
        If these are no three scores, they have ended the match, or an argument is out of range.
    MatchError
        If there is no match table for the rules.

    Examples
    --------
    >>> p = match_equity((0, 0, 0), play="points")
    >>> float(p.sum())
    1.0
    """
    first = whole(first_caller, "first_caller", 0, SEATS - 1)
    given = in_order(scores, "scores")
    by_place = [given[(first + place) % len(given)] for place in range(len(given))]
    return np.roll(match_table(rules).equities[check_play(play)].of(by_place), first)


def check_play(play: str) -> str:
    """Return what players may want, if they may.

    Parameters
    ----------
    play : str

    Returns
    -------
    str
        One of `PLAYS`.

    Raises
    ------
    ValueError
        If it is another.
    """
    if play not in PLAYS:
        raise ValueError(f"play: expected one of {', '.join(PLAYS)}, got {quoted(play)}")
    return play


def _files() -> Iterator[Path]:
    yield from sorted(DATA.glob("*-table.npz"))


def _coded(shares: NDArray[np.float64]) -> NDArray[np.uint8]:
    return np.rint(_SHARE * shares).astype(np.uint8)


def _shares(coded: NDArray[np.uint8], rules: Rules) -> NDArray[np.float64]:
    """Return shares that add up to 1; what is done least often is lost by the rounding."""
    found = coded.astype(np.float64)
    legal = auction_tree(rules).legal[:, None]
    if (found * ~legal).any() or (found.sum(axis=-1) == 0).any():
        raise ValueError("strategies of other rules")
    shares: NDArray[np.float64] = found / found.sum(axis=-1, keepdims=True)
    return shares


def _equity(coded: NDArray[np.uint16], rules: Rules, manifest: dict[str, Any]) -> Equity:
    two = coded.astype(np.float64) / _EQUITY
    third = np.maximum(1 - two.sum(axis=-1, keepdims=True), 0)
    table = np.concatenate([two, third], axis=-1)
    table /= table.sum(axis=-1, keepdims=True)
    if table.shape[-1] != SEATS:
        raise ValueError("equities of two places are missing")
    return Equity(Results.of(rules), manifest["low"], table, manifest["residual"], 0)
