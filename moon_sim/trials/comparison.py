"""Selectors on trial: against each other and against the exact best choice, on the same holdings.

Truth is exact: the odds of each contract that a selector chose, with the best blind lead for the
target, and of the best contract there is. A selector's **regret** is what its choice falls short of
the best one, a probability. What it names, discards and bids is decided by the rule alone: it never
sees these odds.
"""

import json
import pickle
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import moon_sim
from moon_sim.atlas import usable
from moon_sim.game import (
    DEFAULT_RULES,
    LAYOUTS,
    NUMBER_BIDS,
    PASS,
    Rules,
    Seed,
    check_supported,
    noted_seed,
    target,
    whole,
)
from moon_sim.heuristics import Selector, several
from moon_sim.odds import points
from moon_sim.running import Pieces, Progress, run_pieces, thread_count
from moon_sim.solver import warm_up
from moon_sim.trials.results import Trial, Use, random_numbers
from moon_sim.trials.truth import COLUMNS, Truth, read_truth, solve_holding

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

HOLDINGS = 500
"""Holdings of a trial, where nothing is said of them: a minute or two on two cores."""

HOLDINGS_A_PROCESS = 8
"""A process takes its time to start: so many holdings, or more, are worth one."""


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
    pieces: str | Path | None = None,
    client: "Client | None" = None,
) -> Trial:
    """Try selectors on the same random holdings.

    Parameters
    ----------
    selectors : sequence of Selector or str
        Those to try, or their names.
    holdings : int, optional
        How many to draw, 2 or more; 500 by default, or all of `truth`. Each takes some tenths of
        a second for the exact odds of its best contracts and of those that are chosen.
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
        ``analyses/samples/`` writes them; then none are drawn, and only the odds of contracts that
        are not in it are computed.
    threads : int, optional
        Processes to use; `MOON_SIM_THREADS`, or one a core, by default. The result is the same.
        Selectors that were not imported, but written where they are tried, stay in this process.
    progress : callable, optional
        Called with the number of holdings done and of all.
    rules : Rules, optional
        For the exact odds and for those who choose; `truth` has to be of the same ones.
    pieces : str or Path, optional
        A file in which each holding is kept as it is finished, see `Pieces`: the same trial goes
        on from there, with more holdings, too. A selector of your own is known by its name alone.
    client : distributed.Client, optional
        The workers of this cluster try the selectors, each worker on holdings of its own.

    Returns
    -------
    Trial

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range, a name is unknown or comes twice, or a
        selector does not know the rules.
    PiecesError, OSError
        As `run_pieces` does.
    InvalidDealError
        If the tiles of `truth` can't be.
    IllegalPlayError
        If a selector's bid, discard or trump can't be.

    Notes
    -----
    Decisions are timed one by one, each process at its own; the first of each selector is made once
    before, so that no import or compilation is counted.
    """
    import pandas as pd

    check_supported(rules, "trial", "first_lead_must_be_trump", without=["lowest_bid"])
    tried = several(selectors)
    bids = tuple(
        sorted({whole(bid, "targets", NUMBER_BIDS[0], NUMBER_BIDS[-1]) for bid in targets})
    )
    if not bids:
        raise ValueError("targets: expected one or more of 4 to 7, got none")
    # Whether there is an atlas is told once, and not by each process.
    look_up = truth is None and usable(rules) is not None
    work = _Work(tuple(tried), bids, own_bids, noted_seed(seed), rules, look_up)
    if truth is None:
        count = whole(HOLDINGS if holdings is None else holdings, "holdings", 2)
        found = _drawn(work, count, thread_count(threads), pieces, client, progress)
    else:
        if pieces is not None or client is not None:
            raise ValueError("pieces, client: expected none where truth is given")
        given = read_truth(truth, rules)
        if len(given) < 2:
            raise ValueError(f"truth: expected two holdings or more, got {len(given)}")
        count = whole(len(given) if holdings is None else holdings, "holdings", 2, len(given))
        found = work.on(given[:count], progress)
    chosen, bid_on, known = (chain.from_iterable(rows) for rows in zip(*found, strict=True))
    columns = ["number", "holding", "widow", "target", "selector", "discard", "trump"]
    columns += ["p_make", "best", "regret", "is_best", "seconds"]
    at_bids = ["number", "selector", "hand", "widow", "bid", "discard", "trump", "p_make"]
    return Trial(
        selectors=tuple(one.name for one in tried),
        targets=bids,
        n=count,
        seed=work.seed,
        choices=pd.DataFrame(list(chosen), columns=columns),
        own_bids=pd.DataFrame(list(bid_on), columns=[*at_bids, "points", "seconds"]),
        truth=pd.DataFrame(list(known), columns=COLUMNS),
        rules=rules,
    )


# --- One holding ------------------------------------------------------------------------------

Row = Sequence[object]


class _Rows(NamedTuple):
    """What a holding adds to the tables of a trial."""

    chosen: list[Row]
    bid_on: list[Row]
    known: list[Row]


@dataclass(frozen=True)
class _Work:
    """What is done with each holding; it pickles as its selectors do."""

    tried: tuple[Selector, ...]
    bids: tuple[int, ...]
    own_bids: bool
    seed: int
    rules: Rules
    look_up: bool

    def solved(self, number: int) -> Truth:
        """Return a holding with the exact odds of its best contracts."""
        rng = random_numbers(self.seed, Use.DEAL, number)
        return solve_holding(rng, number, self.rules, self.look_up)

    def on(self, cases: Sequence[Truth], progress: Progress | None) -> list[_Rows]:
        """Return what each holding adds."""
        warm_up()
        self.rehearse(cases[0])
        found = []
        for case in cases:
            found.append(self.rows(case))
            if progress:
                progress(len(found), len(cases))
        return found

    def processes(self, count: int, most: int) -> int:
        """Return how many processes are worth while for so many holdings."""
        try:
            here = b"__main__" in pickle.dumps(self)  # another process would not find it
        except (pickle.PicklingError, AttributeError, TypeError):
            here = True
        return 1 if here else max(1, min(most, count // HOLDINGS_A_PROCESS))

    def rehearse(self, case: Truth) -> None:
        """Let each choose once, so that no import or compilation is counted later."""
        for one in self.tried:
            rng = random_numbers(self.seed, Use.CHOICE, case.number)
            # Not measured: contracts are to be known in the same order in each process.
            one.choose(case.holding, self.bids[0], rng, rules=self.rules)

    def rows(self, case: Truth) -> _Rows:
        """Return what a holding adds."""
        rows = _Rows([], [], [])
        for one in self.tried:
            made = {bid: _choose(one, case, bid, self.seed, self.rules) for bid in self.bids}
            rows.chosen.extend(
                (case.number, case.holding, case.widow, *row) for row in made.values()
            )
            if self.own_bids and one.bids:
                rows.bid_on.append(_bid(one, case, made, self.seed, self.rules))
        rows.known.extend(case.rows())
        return rows


# --- In pieces --------------------------------------------------------------------------------

_rehearsed: set[tuple[str, ...]] = set()


def _drawn(
    work: _Work,
    count: int,
    processes: int,
    path: str | Path | None,
    client: "Client | None",
    progress: Progress | None,
) -> list[_Rows]:
    """Return what each of some random holdings adds, from a file where that is known."""
    settings: dict[str, str | int] = {
        "moon_sim": moon_sim.__version__,
        "selectors": " ".join(one.name for one in work.tried),
        "targets": " ".join(map(str, work.bids)),
        "own_bids": work.own_bids,
        "seed": work.seed,
        "rules": repr(work.rules),
    }
    with ExitStack() as stack:
        file = path or Path(stack.enter_context(TemporaryDirectory()), "pieces")
        pieces = stack.enter_context(Pieces(file, settings))
        run_pieces(
            partial(_piece, work),
            range(count),
            pieces,
            workers=work.processes(count, processes),
            client=client,
            before=warm_up,
            progress=progress,
        )
        return [_Rows(*json.loads(pieces.read(number))) for number in range(count)]


def _piece(work: _Work, number: int) -> bytes:
    """Return what a holding adds, as JSON."""
    case = work.solved(number)
    names = tuple(one.name for one in work.tried)
    if names not in _rehearsed:
        work.rehearse(case)
        _rehearsed.add(names)
    return json.dumps(work.rows(case)).encode()


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
    wins, most = case.won(discard, trump)[goal], case.most[goal]
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
    gain = points(bid, chosen.p_make, rules)
    return (*row, bid, chosen.discard, chosen.trump, chosen.p_make, gain, seconds)
