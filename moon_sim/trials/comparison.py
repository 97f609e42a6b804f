"""Selectors on trial: against each other and against the exact best choice, on the same holdings.

Truth is the exact blind-lead table of each holding: the odds of each of its 72 contracts with the
best blind lead for the target. A selector's **regret** is what its choice falls short of the best
of them, a probability. What it names, discards and bids is decided by the rule alone: it never sees
the table.
"""

import time
from collections.abc import Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from moon_sim.game import (
    DEFAULT_RULES,
    LAYOUTS,
    NUMBER_BIDS,
    PASS,
    Rules,
    Seed,
    as_seed,
    new_seed,
    target,
    whole,
)
from moon_sim.heuristics import Selector, several
from moon_sim.odds import points
from moon_sim.running import Progress
from moon_sim.solver import warm_up
from moon_sim.trials.results import Trial, Use, random_numbers
from moon_sim.trials.truth import COLUMNS, Truth, read_truth, solve_holding

if TYPE_CHECKING:
    import pandas as pd

HOLDINGS = 500
"""Holdings of a trial, where nothing is said of them: some ten minutes on two cores."""


def trial(
    selectors: Sequence[Selector | str],
    holdings: int | None = None,
    seed: Seed = None,
    *,
    targets: Sequence[int] = NUMBER_BIDS,
    own_bids: bool = True,
    truth: "pd.DataFrame | None" = None,
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> Trial:
    """Try selectors on the same random holdings.

    Parameters
    ----------
    selectors : sequence of Selector or str
        Those to try, or their names.
    holdings : int, optional
        How many to draw, 2 or more; 500 by default, or all of `truth`. Each takes a second or two
        for the exact odds of its contracts.
    seed : int or Generator, optional
        Decides the holdings and the random numbers that selectors draw. Each holding has its own,
        so that they depend neither on how many there are nor on who else is tried.
    targets : sequence of int
        The bids to choose for, of 4-7. A selector is told the bid, and chooses for it.
    own_bids : bool
        Whether selectors that can also bid on the 7 tiles, before they see the widow, and are told
        that bid when they choose.
    truth : DataFrame, optional
        The holdings with their exact odds, as `Trial.truth` has them or
        ``analyses/samples/`` writes them; then none are drawn or solved here.
    threads : int, optional
        Threads for the exact odds; the result is the same.
    progress : callable, optional
        Called with the number of holdings done and of all.
    rules : Rules, optional
        For the exact odds and for those who choose; `truth` has to be of the same ones.

    Returns
    -------
    Trial

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range, a name is unknown or comes twice, or a
        selector does not know the rules.
    InvalidDealError
        If the tiles of `truth` can't be.
    IllegalPlayError
        If a selector's bid, discard or trump can't be.

    Notes
    -----
    Decisions are timed one by one, with nothing else under way; the first of each selector is made
    once before, so that no import or compilation is counted.
    """
    import pandas as pd

    tried = several(selectors)
    bids = tuple(
        sorted({whole(bid, "targets", NUMBER_BIDS[0], NUMBER_BIDS[-1]) for bid in targets})
    )
    if not bids:
        raise ValueError("targets: expected one or more of 4 to 7, got none")
    noted = _noted(seed)
    if truth is None:
        count = whole(HOLDINGS if holdings is None else holdings, "holdings", 2)
        cases: Iterator[Truth] = (
            solve_holding(random_numbers(noted, Use.DEAL, number), number, threads, rules)
            for number in range(count)
        )
    else:
        given = read_truth(truth)
        if len(given) < 2:
            raise ValueError(f"truth: expected two holdings or more, got {len(given)}")
        count = whole(len(given) if holdings is None else holdings, "holdings", 2, len(given))
        cases = iter(given[:count])
    warm_up()
    chosen: list[tuple[object, ...]] = []
    bid_on: list[tuple[object, ...]] = []
    known: list[tuple[object, ...]] = []
    for done, case in enumerate(cases, 1):
        if not known:
            for one in tried:
                _choose(one, case, bids[0], noted, rules)
        for one in tried:
            found = {bid: _choose(one, case, bid, noted, rules) for bid in bids}
            chosen += [(case.number, case.holding, case.widow, *row) for row in found.values()]
            if own_bids and one.bids:
                bid_on.append(_bid(one, case, found, noted, rules))
        known += case.rows()
        if progress:
            progress(done, count)
    columns = ["number", "holding", "widow", "target", "selector", "discard", "trump"]
    columns += ["p_make", "best", "regret", "is_best", "seconds"]
    at_bids = ["number", "selector", "hand", "widow", "bid", "discard", "trump", "p_make"]
    return Trial(
        selectors=tuple(one.name for one in tried),
        targets=bids,
        n=count,
        seed=noted,
        choices=pd.DataFrame(chosen, columns=columns),
        own_bids=pd.DataFrame(bid_on, columns=[*at_bids, "points", "seconds"]),
        truth=pd.DataFrame(known, columns=COLUMNS),
        rules=rules,
    )


# --- One decision -----------------------------------------------------------------------------


class _Made(NamedTuple):
    """A choice for a target, and what it was worth."""

    target: int
    selector: str
    discard: str
    trump: str
    p_make: float
    best: float
    regret: float
    is_best: bool
    seconds: float


def _choose(one: Selector, case: Truth, bid: int, seed: int, rules: Rules) -> _Made:
    """Return what a selector chooses, checked and measured."""
    rng = random_numbers(seed, Use.CHOICE, case.number)
    started = time.perf_counter()
    choice = one.choose(case.holding, bid, rng, rules=rules)
    seconds = time.perf_counter() - started
    discard, trump = choice.discard, str(choice.trump)
    goal = target(bid)
    wins, most = case.wins[discard, trump][goal], case.most[goal]
    return _Made(
        target=goal,
        selector=one.name,
        discard=discard,
        trump=trump,
        p_make=wins / LAYOUTS,
        best=most / LAYOUTS,
        regret=(most - wins) / LAYOUTS,
        is_best=wins == most,
        seconds=seconds,
    )


def _bid(
    one: Selector, case: Truth, made: dict[int, _Made], seed: int, rules: Rules
) -> tuple[object, ...]:
    """Return what a selector bids on 7 tiles, and what it then makes of the holding."""
    rng = random_numbers(seed, Use.BID, case.number)
    started = time.perf_counter()
    bid = one.bid(case.hand, rng, rules=rules)
    seconds = time.perf_counter() - started
    row = (case.number, one.name, case.hand, case.widow)
    if bid == PASS:
        return (*row, PASS, None, None, np.nan, 0.0, seconds)
    chosen = made[bid] if bid in made else _choose(one, case, bid, seed, rules)
    gain = points(bid, chosen.p_make)
    return (*row, bid, chosen.discard, chosen.trump, chosen.p_make, gain, seconds)


# --- Numbers ----------------------------------------------------------------------------------


def _noted(seed: Seed) -> int:
    """Return the number that stands for a seed, to note for whoever wants the trial again."""
    if seed is None:
        return new_seed()
    rng = as_seed(seed)  # refuses what is no seed
    return int(rng.integers(2**32)) if isinstance(seed, np.random.Generator) else index(seed)
