"""A strategy as a short tree that a person can read, and the layouts that beat it, by kind."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.defence.states import State
from moon_sim.defence.strategy import Strategy
from moon_sim.defence.text import (
    AT_TIMES,
    branch_summary,
    contract_words,
    kinds_table,
    outline_tree,
)
from moon_sim.display import Result
from moon_sim.game import (
    LAYOUTS,
    SEATS,
    TRUMP_SUIT,
    Layouts,
    as_mask,
    format_tiles,
    is_trump,
    led_suit,
    suit_tiles,
    tile_ids,
    tile_name,
    whole,
)

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType

POSITIONS = 12
"""Of the positions of a branch, how many are followed further: those with the most layouts."""

NAMES = ("you", "left", "right")
"""The seats as the declarer sees them."""


@dataclass(frozen=True, repr=False)
class Branch(Result):
    """A turn of the declarer, or the contract made.

    Attributes
    ----------
    when : str
        What the others did before; empty for the opening lead.
    layouts : int
        In how many of the layouts that the strategy wins it can come to this.
    plays : dict of str to int
        The strategy's tiles, with the layouts in which it plays each; most first. It goes by more
        than `when` says, so there may be several. Empty once the contract is made.
    then : tuple of Branch
        What can follow the first of the plays, most layouts first.
    more : int
        Branches that were left out.
    """

    when: str
    layouts: int
    plays: dict[str, int]
    then: tuple["Branch", ...] = ()
    more: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as plain Python values, as ``moon-sim contract --json`` prints it.

        Returns
        -------
        dict
            `when`, `layouts`, `plays`, `then` (a list of such dicts) and `more`.
        """
        return {**asdict(self), "then": [branch.to_dict() for branch in self.then]}

    def _summary(self) -> tuple[str, dict[str, object]]:
        return branch_summary(self)

    def _parts(self) -> "Iterable[RenderableType]":
        return [outline_tree(self)]


class _Position(NamedTuple):
    state: State
    possible: NDArray[np.bool_]  # in which of the layouts won it can come to this
    gone: int  # tiles played


def outline(strategy: Strategy, depth: int = 2, width: int = 6) -> Branch:
    """Return the first turns of a strategy as a tree.

    Parameters
    ----------
    strategy : Strategy
    depth : int
        Turns of the declarer, from 1 up.
    width : int
        Branches to show at each turn, from 1 up.

    Returns
    -------
    Branch
        The opening lead and what may follow.

    Raises
    ------
    TypeError, ValueError
        If `depth` or `width` is no number from 1 up.

    Examples
    --------
    >>> from moon_sim.defence import best_defence
    >>> bracket = best_defence("3-2 3-3 5-1 5-2 5-3 6-5 0-0", "4-3", trump=5, target=5)
    >>> outline(bracket.strategy, depth=1).plays == {bracket.strategy.lead: bracket.low}
    True
    """
    depth, width = whole(depth, "depth", 1), whole(width, "width", 1)
    hands = Layouts.after_exchange(strategy.hand, strategy.discard).hands()[strategy.layouts]
    start = _Position(strategy.start, np.ones(len(hands), bool), 0)
    return _Outline(strategy, hands, width).branch("", [start], depth)


def strategy_parts(strategy: Strategy) -> "Iterator[RenderableType]":
    """Yield a strategy for people: what it wins, its first turns, and the layouts that beat it.

    Parameters
    ----------
    strategy : Strategy

    Yields
    ------
    str, Tree or Table
    """
    yield f"{contract_words(strategy).capitalize()}."
    yield f"The strategy wins {strategy.wins:,} of {LAYOUTS:,} layouts against the best defence."
    if strategy.wins:
        yield AT_TIMES
        yield outline_tree(outline(strategy))
        if strategy.wins < LAYOUTS:
            yield kinds_table(losses_by_kind(strategy))


class _Outline:
    """The layouts that a strategy wins, and the way through them."""

    def __init__(self, strategy: Strategy, hands: NDArray[np.int64], width: int) -> None:
        self.strategy = strategy
        self.hands = hands
        self.width = width

    def branch(self, when: str, positions: list[_Position], depth: int) -> Branch:
        """Return the branch of some positions that look alike to a reader."""
        anywhere = np.zeros(len(self.hands), bool)
        played: dict[str, NDArray[np.bool_]] = {}
        by_tile: dict[str, list[_Position]] = {}
        for position in positions:
            anywhere |= position.possible
            if position.state.need > 0 and position.state.tricks > 0:
                tile = self.strategy.tile(position.state)
                by_tile.setdefault(tile, []).append(position)
                played[tile] = played.get(tile, np.zeros_like(anywhere)) | position.possible
        plays = {tile: int(where.sum()) for tile, where in played.items()}
        plays = dict(sorted(plays.items(), key=lambda item: -item[1]))
        layouts = int(anywhere.sum())
        if depth == 1 or not plays:
            return Branch(when, layouts, plays)
        first = next(iter(plays))
        followed = sorted(by_tile[first], key=lambda one: -int(one.possible.sum()))[:POSITIONS]
        groups: dict[str, list[_Position]] = {}
        for position in followed:
            state = self.strategy.after(position.state, first)
            gone = position.gone | as_mask(first)
            words = _outcome(position.state, state)
            for said, later in self._replies(_Position(state, position.possible, gone), words):
                groups.setdefault(said, []).append(later)
        branches = [self.branch(said, group, depth - 1) for said, group in groups.items()]
        branches.sort(key=lambda branch: -branch.layouts)
        more = len(branches) - self.width
        return Branch(when, layouts, plays, tuple(branches[: self.width]), max(more, 0))

    def _replies(
        self, position: _Position, words: tuple[str, ...]
    ) -> Iterator[tuple[str, _Position]]:
        """Give the positions at the declarer's next turn, with what was done before."""
        state, possible, gone = position
        seat = state.seat
        if seat == 0 or state.need <= 0 or state.tricks == 0:
            yield _sentence(words), position
            return
        held = self.hands[:, seat] & ~gone
        trump = self.strategy.trump
        suit = self.strategy.suit_led(state)
        following = held if suit is None else held & suit_tiles(suit, trump)
        allowed = np.where(following, following, held)
        anything = int(np.bitwise_or.reduce(allowed[possible]))
        for tile in tile_ids(anything):
            where = possible & (allowed >> tile & 1 == 1)
            after = self.strategy.after(state, tile_name(tile))
            said = (*words, f"{NAMES[seat]} {_did(tile, suit, trump)}", *_outcome(state, after))
            yield from self._replies(_Position(after, where, gone | 1 << tile), said)


def _did(tile: int, suit: int | None, trump: int) -> str:
    """Say what a play is: a lead, or how it goes with the suit led."""
    if suit is None:
        led = led_suit(tile, trump)
        return "leads trump" if led == TRUMP_SUIT else f"leads a {led}"
    if suit_tiles(suit, trump) >> tile & 1:
        return "follows"
    return "trumps" if is_trump(tile, trump) else "discards"


def _outcome(before: State, after: State) -> tuple[str, ...]:
    """Say who took the trick, where a play has completed it."""
    if after.tricks == before.tricks:
        return ()
    made = ", made" if after.need <= 0 else ""
    return (f"{NAMES[after.leader]} win{'' if after.leader == 0 else 's'}{made}",)


def _sentence(words: tuple[str, ...]) -> str:
    text = ", ".join(words).replace("left follows, right follows", "both follow")
    text = text.replace("left discards, right discards", "both discard")
    for seat in NAMES[1:]:
        text = text.replace(f"{seat} wins, {seat} leads", f"{seat} wins and leads")
    return text


def losses_by_kind(strategy: Strategy, tiles: int = 3) -> "pd.DataFrame":
    """Return the layouts that beat a strategy, by the tiles whose place tells most about them.

    Parameters
    ----------
    strategy : Strategy
    tiles : int
        How many hidden tiles to go by, 0 or more; fewer where these explain all.

    Returns
    -------
    DataFrame
        A row for each way in which these tiles lie and some layouts are lost: `left` and `right`
        (which of them seats 1 and 2 hold, as text), `lost` and `layouts` (how many there are);
        most lost first.

    Raises
    ------
    TypeError, ValueError
        If `tiles` is no number from 0 up.

    Examples
    --------
    >>> from moon_sim.defence import best_defence
    >>> bracket = best_defence("3-2 3-3 5-1 5-2 5-3 6-5 0-0", "4-3", trump=5, target=5)
    >>> kinds = losses_by_kind(bracket.strategy)
    >>> int(kinds["lost"].sum()) == 3432 - bracket.low
    True
    """
    import pandas as pd

    tiles = whole(tiles, "tiles", 0)
    hands = Layouts.after_exchange(strategy.hand, strategy.discard).hands()
    lost = ~strategy.layouts
    kind = np.zeros(len(hands), np.int64)  # a bit for each tile chosen: with seat 1
    chosen: list[int] = []
    hidden = list(tile_ids(int(hands[0, 1] | hands[0, 2])))
    while len(chosen) < tiles and _doubt(kind, lost) > 0:
        doubts = {
            tile: _doubt(kind << 1 | (hands[:, 1] >> tile & 1), lost)
            for tile in hidden
            if tile not in chosen
        }
        best = min(doubts, key=lambda tile: doubts[tile])
        chosen.append(best)
        kind = kind << 1 | (hands[:, 1] >> best & 1)
    mask = sum(1 << tile for tile in chosen)
    rows = []
    for one in np.unique(kind[lost]):
        where = kind == one
        first = hands[np.flatnonzero(where)[0]]
        left, right = (format_tiles(int(first[seat]) & mask) for seat in range(1, SEATS))
        rows.append((left, right, int(lost[where].sum()), int(where.sum())))
    frame = pd.DataFrame(rows, columns=["left", "right", "lost", "layouts"])
    return frame.sort_values("lost", ascending=False, kind="stable", ignore_index=True)


def _doubt(kind: NDArray[np.int64], lost: NDArray[np.bool_]) -> float:
    """Return how uncertain it still is who wins where the kind of layout is known, in bits."""
    layouts = np.bincount(kind)
    layouts_lost = np.bincount(kind, lost)
    share = layouts_lost[layouts > 0] / layouts[layouts > 0]
    inside = (share > 0) & (share < 1)
    share, weight = share[inside], layouts[layouts > 0][inside]
    return float(-(weight * (share * np.log2(share) + (1 - share) * np.log2(1 - share))).sum())
