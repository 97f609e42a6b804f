"""What a declarer who cannot see the hidden tiles can guarantee: a bracket, and its strategy.

The model is Frank and Basin's **best defence** (1998): the declarer knows its own hand, its discard
and what has been played, and follows one strategy; the defenders see everything. A strategy wins
a layout if it reaches the target there however the defenders play. The number of layouts that the
best strategy wins is a floor for the declarer in the real game, where the defenders are blind, too.

`docs/best_defence.md` explains the method: layouts that can't be won together are in conflict, and
the most layouts free of conflict bound what any strategy can win.
"""

import time
from collections.abc import Iterator

import numpy as np

from moon_sim.defence.bracket import Bracket
from moon_sim.defence.memory import to_bits
from moon_sim.defence.narrowing import Narrowing, Option
from moon_sim.defence.searcher import HiddenContract, Searcher, searcher_for
from moon_sim.defence.states import ALL_HIDDEN, ALL_OWN
from moon_sim.defence.strategy import Strategy
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    Layouts,
    Rules,
    Tiles,
    TrumpLike,
    as_mask,
    as_tile,
    check_supported,
    check_trump,
    format_tiles,
    real,
    tile_ids,
    tile_name,
    whole,
)
from moon_sim.kernels.layout_tricks import distinct
from moon_sim.solver import lead_tricks

NO_LIMIT = 1e9
"""Seconds that are as good as no limit, and that everything can take."""


def best_defence(
    hand: Tiles,
    discard: str,
    trump: TrumpLike,
    target: int,
    time_limit: float = 20.0,
    *,
    rules: Rules = DEFAULT_RULES,
) -> Bracket:
    """Return what a declarer who cannot see the hidden tiles can guarantee.

    Parameters
    ----------
    hand : str or int
        The declarer's 7 tiles after the exchange, as text, as a list of tiles or as a mask.
    discard : str
        The tile discarded.
    trump : Trump, int or str
    target : int
        Tricks to make, 1-7.
    time_limit : float
        Seconds, from when the kernels are compiled; what is proven by then is returned. Infinity
        sets no limit.
    rules : Rules, optional

    Returns
    -------
    Bracket
        Layouts won, from the declarer's side, and the strategy that wins `low` of them.

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range.
    InvalidDealError
        If the tiles can't be.
    IllegalPlayError
        If the trump can't be.

    Notes
    -----
    Frank and Basin, *Search in games with incomplete information*, Artificial Intelligence 100
    (1998).

    Examples
    --------
    >>> bracket = best_defence("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", trump="none", target=7)
    >>> bracket
    Best defence: hand 6-6 6-5 6-4 5-5 4-4 3-3 1-1, discard 2-1, no trump, to make 7
      made     100.0 % (proven)
      layouts  3,432 of 3,432
      lead     6-6
    >>> bracket.low, bracket.high, bracket.exact
    (3432, 3432, True)
    >>> bracket.strategy.play()
    '6-6'
    """
    found = None
    for bracket in brackets(hand, discard, trump, target, time_limit, rules=rules):
        found = bracket
    assert found is not None, "there is always a first bracket"
    return found


def brackets(
    hand: Tiles,
    discard: str,
    trump: TrumpLike,
    target: int,
    time_limit: float = 20.0,
    *,
    rules: Rules = DEFAULT_RULES,
) -> Iterator[Bracket]:
    """Give better and better brackets, each of them proven, until one is exact or time is up.

    Parameters
    ----------
    hand, discard, trump, target, time_limit, rules
        As `best_defence` takes them.

    Yields
    ------
    Bracket
        The first comes within about a second; each later one is narrower.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        As `best_defence` does.

    Examples
    --------
    >>> for bracket in brackets("3-2 3-3 5-1 5-2 5-3 6-5 0-0", "1-1", 5, 5):
    ...     pass  # a program would show each
    >>> bracket.exact
    True
    """
    check_supported(rules, "best_defence", "trump_before_widow")
    held = as_mask(hand, "hand", HAND_SIZE)
    Layouts.after_exchange(held, discard)  # refuses tiles that can't be
    gone = 1 << as_tile(discard, "discard")
    contract = HiddenContract(held, gone, check_trump(trump, rules), rules)
    tricks = whole(target, "target", 1, HAND_SIZE)
    seconds = real(time_limit, "time_limit", 0)
    return _brackets(contract, tricks, min(seconds, NO_LIMIT))


def _brackets(contract: HiddenContract, target: int, seconds: float) -> Iterator[Bracket]:
    """Give brackets, each narrower than the one before."""
    searcher = searcher_for(contract)
    leads = _open_leads(searcher, target)
    proof = Narrowing(searcher, leads, time.monotonic() + seconds)
    last = None
    for _ in proof.steps():
        if (proof.low, proof.high) != last:
            last = (proof.low, proof.high)
            yield _bracket(proof, target)
    if (proof.low, proof.high) != last:
        yield _bracket(proof, target)


def _bracket(proof: Narrowing, target: int) -> Bracket:
    hand, discard, trump, _ = contract = proof.searcher.contract
    strategy = Strategy(
        format_tiles(hand),
        format_tiles(discard),
        trump,
        target,
        tile_name(proof.searcher.memory.own[proof.best.tile]),
        contract,
        to_bits(proof.kept).tobytes(),
    )
    return Bracket(proof.low, proof.high, strategy, proof.nodes)


def _open_leads(searcher: Searcher, target: int) -> list[Option]:
    """Return the leads that differ with what they win with all hands open, the best first."""
    hand, discard, trump, rules = searcher.contract
    numbers = list(tile_ids(int(distinct(ALL_OWN, ALL_OWN, ALL_HIDDEN, searcher.memory.mem))))
    tricks = lead_tricks(
        hand,
        Layouts.after_exchange(hand, format_tiles(discard)).hands()[:, 1:],
        trump,
        [searcher.memory.own[number] for number in numbers],
        least=target - 1,
        rules=rules,
    )
    leads = []
    for number, taken in zip(numbers, tricks.T, strict=True):
        alive = np.zeros(LAYOUTS, bool)
        alive[searcher.order] = taken >= target
        at = (HAND_SIZE, ALL_OWN, ALL_HIDDEN, 0, target, number, -1)
        leads.append(Option(number, at, searcher.hands, alive))
    return sorted(leads, key=lambda lead: (-lead.bound, -lead.tile))
