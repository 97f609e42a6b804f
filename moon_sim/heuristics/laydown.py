"""Laydowns: contracts that take all seven tricks on every layout.

There are 23 million hands, discards and trumps, and few of them are laydowns. `judge` decides most
by what a laydown must have and by what is enough for one; `laydowns` tries the others on some
layouts, and proves what is left on all of them.
"""

from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    TILES,
    TRUMP_SUIT,
    InvalidDealError,
    Layouts,
    Rules,
    Seed,
    Trump,
    TrumpLike,
    as_seed,
    check_supported,
    check_trump,
    format_tiles,
    in_order,
    led_suit,
    tile_ids,
    tile_name,
)
from moon_sim.heuristics.certain import top_leads
from moon_sim.heuristics.hand_features import from_the_top
from moon_sim.running import run_jobs
from moon_sim.solver import best_plans, solve_batch

if TYPE_CHECKING:
    import pandas as pd

ROUNDS = (1, 4, 32)
"""On so many layouts the contracts are tried, one round after the other."""


class Verdict(IntEnum):
    """What the tiles alone say of a contract."""

    NO = 0
    OPEN = 1
    LAYDOWN = 2


def judge(
    hands: ArrayLike, discards: ArrayLike, trump: TrumpLike, rules: Rules = DEFAULT_RULES
) -> NDArray[np.int8]:
    """Return which contracts are laydowns, as far as the tiles alone tell.

    Parameters
    ----------
    hands, discards : (n,) array of int
        Masks of the declarer's 7 tiles and of the one discarded.
    trump : Trump, int or str
    rules : Rules, optional

    Returns
    -------
    (n,) int8 array
        Of `Verdict`: no laydown, one, or open.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        If a contract can't be.

    Notes
    -----
    In a laydown the declarer wins every trick, so it leads each of its tiles, and each one wins
    (R11, R12). Two things follow, each from one layout on which the defenders would win otherwise.

    *Trumps*: with m trumps hidden, the declarer holds m trumps above the highest of them. For let
    one defender hold all m, and play the highest, h, wherever it wins or nothing else is allowed.
    It plays its other trumps only where a trump is led, since on a lead that it may ruff it
    ruffs with h and wins. So there are m leads of trumps up to the one that draws h, and each of
    them is above h, or h would win it.

    *Other tiles*: of each tile x that is no trump, and each hidden tile y of the suit that x leads
    and above x there, y is drawn before x is led. For let one defender hold y and play it
    wherever it wins or nothing else is allowed. It has to play y before x is led, and not win
    with it, only where the declarer leads a suit of y with a tile above y. So the declarer holds
    one, no trump either.

    It is enough that the trumps are so, and in each suit that other tiles lead either none of
    these has a hidden tile above it, or as many of them are above the highest hidden one as are
    hidden: leads from the top draw all trumps, then what is hidden of such suits, and every lead
    wins.

    Examples
    --------
    >>> from moon_sim.game import parse_tiles
    >>> hands = ["6-6 6-5 6-4 5-5 4-4 3-3 1-1", "6-6 6-4 6-3 5-5 4-4 3-3 1-1"]
    >>> discards = [parse_tiles(tile) for tile in ("6-2", "2-1")]
    >>> [Verdict(one).name for one in judge([parse_tiles(hand) for hand in hands], discards, 6)]
    ['LAYDOWN', 'NO']
    """
    check_supported(rules, "judge", "trump_before_widow")
    held, out = _checked(hands, discards)
    hidden = ALL_TILES & ~held & ~out
    named = check_trump(trump, rules)
    found = np.full(len(held), Verdict.NO, np.int8)
    _, on_top, against = top_leads(TRUMP_SUIT, named, held, hidden, rules)
    left = np.flatnonzero(on_top >= against)
    held, hidden = held[left], hidden[left]
    drawn, above = np.zeros((2, len(left)), np.int64)
    certain = np.ones(len(left), bool)
    for suit in range(TRUMP_SUIT):
        tiles = from_the_top(suit, named, rules)
        for place, tile in enumerate(tiles):
            if led_suit(tile, named) == suit:
                mine = -(held >> tile & 1)  # all bits where the tile is held
                above |= mine & sum(1 << other for other in tiles[:place])
                drawn |= mine & sum(1 << other for other in tiles[place + 1 :])
        leads, on_top, against = top_leads(suit, named, held, hidden, rules)
        certain &= (on_top == leads) | (on_top >= against)
    found[left[above & hidden & ~drawn == 0]] = Verdict.OPEN
    found[left[certain]] = Verdict.LAYDOWN
    return found


def _checked(hands: ArrayLike, discards: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the hands and discards of contracts as arrays of masks."""
    held = np.asarray(in_order(hands, "hands"))
    out = np.asarray(in_order(discards, "discards"))
    for name, masks, size in (("hands", held, HAND_SIZE), ("discards", out, 1)):
        if masks.ndim != 1 or len(masks) != len(held):
            raise ValueError(f"{name}: expected a mask for each contract, got {masks.shape}")
        if len(masks) and masks.dtype.kind not in "iu":
            raise TypeError(f"{name}: expected whole numbers, got {masks.dtype}")
        masks = masks.astype(np.int64)
        wrong = (masks & ~ALL_TILES != 0) | (np.bitwise_count(masks) != size)
        if wrong.any():
            row = int(wrong.argmax())
            raise InvalidDealError(f"{name}[{row}]: expected a mask of {size} tiles")
    held, out = held.astype(np.int64), out.astype(np.int64)
    if np.any(held & out):
        row = int((held & out != 0).argmax())
        raise InvalidDealError(f"discards[{row}]: the tile is in the hand, too")
    return held, out


def _survivors(
    hands: NDArray[np.int64],
    discards: NDArray[np.int64],
    trump: Trump,
    rng: np.random.Generator,
    threads: int | None,
    rules: Rules,
) -> NDArray[np.int64]:
    """Return the places of contracts that take all tricks on some random layouts each."""
    left = np.arange(len(hands))
    for count in ROUNDS:
        against = _dealt(ALL_TILES & ~hands[left] & ~discards[left], count, rng)
        rows = np.column_stack([np.repeat(hands[left], count), against.reshape(-1, 2)])
        tricks = solve_batch(rows, int(trump), threads=threads, rules=rules).reshape(-1, count)
        left = left[(tricks == HAND_SIZE).all(axis=1)]
    return left


def _dealt(hidden: NDArray[np.int64], count: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return random layouts of hidden tiles: (n, count, 2) masks of the defenders' hands."""
    tiles = np.arange(len(TILES))
    # Of each row the 14 hidden tiles, in a random order: those that are not hidden come last.
    order = rng.random((len(hidden), count, len(TILES)))
    order += hidden[:, None, None] >> tiles & 1 == 0
    dealt = 1 << order.argsort(axis=-1)
    one = dealt[..., :HAND_SIZE].sum(axis=-1)
    return np.stack([one, hidden[:, None] & ~one], axis=-1)


def laydowns(
    hands: ArrayLike,
    discards: ArrayLike,
    trump: TrumpLike,
    seed: Seed = None,
    *,
    threads: int | None = None,
    rules: Rules = DEFAULT_RULES,
) -> "pd.DataFrame":
    """Return the laydowns among contracts, each proven on all 3,432 layouts.

    Parameters
    ----------
    hands, discards : (n,) array of int
        Masks of the declarer's 7 tiles and of the one discarded.
    trump : Trump, int or str
    seed : int or Generator, optional
        Decides on which layouts contracts are tried first; the result is the same.
    threads : int, optional
        Threads to use; the result is the same.
    rules : Rules, optional

    Returns
    -------
    DataFrame
        A row a laydown in their order: `place` in the arrays (int64), `hand`, `discard` and `lead`
        (text), `blind` (int64) and `outright` (bool). `blind` is on how many layouts seven tricks
        follow from that lead, the best one for all; where it is less than 3,432, the declarer has
        to see the layout first. `outright` are those that `judge` knows by their tiles.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        As `judge` does.

    Examples
    --------
    >>> from moon_sim.game import parse_tiles
    >>> hand, discard = map(parse_tiles, ("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1"))
    >>> laydowns([hand, hand], [discard, discard], "none", seed=1)["blind"].tolist()
    [3432, 3432]
    """
    import pandas as pd

    check_supported(rules, "laydowns", "trump_before_widow")
    named = check_trump(trump, rules)
    held, out = _checked(hands, discards)
    verdicts = judge(held, out, named, rules)
    trumps = from_the_top(TRUMP_SUIT, named, rules)
    rows = []
    for place in np.flatnonzero(verdicts == Verdict.LAYDOWN).tolist():
        tiles = list(tile_ids(int(held[place])))
        lead = next((tile for tile in trumps if tile in tiles), tiles[-1])
        rows.append((place, lead, LAYOUTS, True))
    open_ = np.flatnonzero(verdicts == Verdict.OPEN)
    tried = _survivors(held[open_], out[open_], named, as_seed(seed), threads, rules)
    jobs = [partial(_proof, int(held[at]), int(out[at]), named, rules) for at in open_[tried]]
    for place, proof in zip(open_[tried].tolist(), run_jobs(jobs, threads), strict=True):
        if proof is not None:
            rows.append((place, *proof, False))
    rows.sort()
    columns = ["place", "hand", "discard", "lead", "blind", "outright"]
    return pd.DataFrame(
        [
            (
                place,
                format_tiles(int(held[place])),
                format_tiles(int(out[place])),
                tile_name(lead),
                blind,
                outright,
            )
            for place, lead, blind, outright in rows
        ],
        columns=columns,
    ).astype({"place": "int64", "blind": "int64", "outright": "bool"})


def _proof(hand: int, discard: int, trump: Trump, rules: Rules) -> tuple[int, int] | None:
    """Return a laydown's best lead and the layouts on which it is enough; None for no laydown."""
    against = Layouts.after_exchange(hand, format_tiles(discard)).hands()[:, 1:]
    goal = [HAND_SIZE]
    _, _, lead, wins = best_plans([hand], against, trump, goal, rules=rules)
    if wins[0] < len(against):
        seeing = best_plans([hand], against, trump, goal, view="double-dummy", rules=rules)
        if seeing[3][0] < len(against):
            return None
    return int(lead[0]), int(wins[0])
