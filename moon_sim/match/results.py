"""What a deal can come to: all pass, or a declarer, a bid, and who takes how many tricks.

Players are in places here, in the order in which they call: the first caller is in place 0.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    MOON,
    SEATS,
    Contract,
    Rules,
    Trump,
    auction_winner,
    bids,
    legal_calls,
    number_bids,
    score,
    target,
)
from moon_sim.match.trees import Deeds, Tree

SPLITS = tuple(
    (first, second, HAND_SIZE - first - second)
    for first in range(HAND_SIZE + 1)
    for second in range(HAND_SIZE + 1 - first)
)
"""The tricks that places 0, 1 and 2 may take."""

_SPLIT = np.full((HAND_SIZE + 1, HAND_SIZE + 1), -1)
_SPLIT[tuple(np.array(SPLITS).T[:2])] = np.arange(len(SPLITS))


@cache
def auction_tree(rules: Rules = DEFAULT_RULES) -> Tree:
    """Return the auction as a tree: players are places, and what they do are their calls (R3).

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    Tree
        Auctions that the same place wins with the same bid end alike, see `end_of`.
    """

    def legal(calls: Deeds) -> tuple[int, tuple[int, ...]] | None:
        may = legal_calls(calls, rules)
        return (len(calls), may) if may else None

    return Tree.grown(legal, lambda calls: end_of(auction_winner(calls, 0, rules), rules))


def end_of(won: tuple[int, int] | None, rules: Rules = DEFAULT_RULES) -> int:
    """Return the number of an end of the auction.

    Parameters
    ----------
    won : (int, int) or None
        The place that declares, and its bid; None when all pass.
    rules : Rules, optional

    Returns
    -------
    int
        0 when all pass, then by place, then by bid.
    """
    if won is None:
        return 0
    place, bid = won
    every = bids(rules)
    return 1 + place * len(every) + every.index(bid)


@dataclass(frozen=True, eq=False)
class Results:
    """All that a deal can come to, numbered, and what it does to the scores.

    Attributes
    ----------
    rules : Rules
    bid : (r,) int64 array
        0 when all pass: the first row.
    declarer : (r,) int64 array
        Place; -1 when all pass.
    tricks, points : (r, 3) int64 array
        By place.
    wins : (r,) int64 array
        The place that wins the match at once (R14), or -1.
    """

    rules: Rules
    bid: NDArray[np.int64]
    declarer: NDArray[np.int64]
    tricks: NDArray[np.int64]
    points: NDArray[np.int64]
    wins: NDArray[np.int64]

    @classmethod
    def of(cls, rules: Rules = DEFAULT_RULES) -> "Results":
        """Return what a deal can come to by some rules.

        Parameters
        ----------
        rules : Rules, optional

        Returns
        -------
        Results
        """
        return _results(rules)

    def __len__(self) -> int:
        return len(self.bid)

    def numbers(self, tricks: NDArray[np.integer], first_caller: int) -> NDArray[np.int64]:
        """Return what each end of the auction comes to, for deals that are played out.

        Parameters
        ----------
        tricks : (n, 3, bids, 3) int array
            Of each deal, where each seat declares each bid up to 7, the tricks of each seat.
        first_caller : int
            Seat.

        Returns
        -------
        (n, ends) int64 array
            Rows of the results. A 21 comes to what a 7 does.
        """
        every, numbered = bids(self.rules), number_bids(self.rules)
        ends = [np.zeros(len(tricks), np.int64)]
        seats = [(first_caller + place) % SEATS for place in range(SEATS)]
        for place, seat in enumerate(seats):
            for at, bid in enumerate(every):
                won = tricks[:, seat, numbered.index(target(bid, self.rules))]
                split = _SPLIT[won[:, seats[0]], won[:, seats[1]]]
                ends.append(1 + (place * len(every) + at) * len(SPLITS) + split)
        return np.stack(ends, axis=1)


@cache
def _results(rules: Rules) -> Results:
    rows: list[tuple[int, int, tuple[int, ...], tuple[int, ...], int]] = [
        (0, -1, (0, 0, 0), (0, 0, 0), -1)
    ]
    for place in range(SEATS):
        for bid in bids(rules):
            contract = Contract(bid, Trump.NONE, place, rules)
            for tricks in SPLITS:
                shot = bid == MOON and tricks[place] == HAND_SIZE and rules.made_moon_wins_match
                points = score(contract, tricks, rules)
                rows.append((bid, place, tricks, points, place if shot else -1))
    return Results(rules, *(np.array(column, np.int64) for column in zip(*rows, strict=True)))
