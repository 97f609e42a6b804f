"""A sample of contracts, proven against the best defence beside the other two views."""

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.random import Generator

from analyses.true_odds.numbers import PARTS
from moon_sim import (
    Trump,
    best_defence,
    contract_odds,
    format_tiles,
    parse_tiles,
    rank_exchanges,
)
from moon_sim.game import NUMBER_BIDS, is_trump, random_holding, tile_ids
from moon_sim.reporting import Run

TIME_LIMIT, QUICK_LIMIT = 20.0, 5.0
FEWEST_TRUMPS = 4
OPEN = 0.02, 0.98  # double-dummy odds of a contract that is neither hopeless nor a laydown
SHORTLIST = 6  # contracts of a holding, best first by blind-lead odds, whose true odds are proven
HOLDING_OF_CHOICE = 5  # one holding for so many contracts


class Contract(NamedTuple):
    """A contract and its target, as text and numbers that sort and pickle."""

    hand: str
    discard: str
    trump: str
    target: int


class Drawn(NamedTuple):
    """A contract of the sample, and the contracts that other views would choose instead."""

    part: str
    number: int
    contract: Contract
    shortlist: tuple[Contract, ...] = ()
    double_dummy_choice: Contract | None = None


class Proven(NamedTuple):
    """The three views of a contract, in layouts."""

    double_dummy: int
    blind_lead: int
    low: int
    high: int
    n: int
    blind_tile: str
    lead: str
    seconds: float
    nodes: int


# --- The sample -------------------------------------------------------------------------------


def draw(part: str, number: int, seed: int, targets: list[int], choice: bool) -> Drawn:
    """Return a contract of the sample; each has random numbers of its own."""
    rng = np.random.default_rng([seed, PARTS.index(part), number])
    if part == "random":
        return Drawn(part, number, _random(rng, targets))
    return _chosen(number, rng, targets, choice)


def _random(rng: Generator, targets: list[int]) -> Contract:
    """Return a random hand with enough trumps, a random discard and an open target."""
    possible = [trump for trump in Trump if trump != Trump.ZEROS]  # 0 has one tile
    trump = possible[rng.integers(len(possible))]
    while True:
        hand, out = random_holding(rng)
        discard = format_tiles(out)
        if trump != Trump.NONE and _trumps(hand, trump) < FEWEST_TRUMPS:
            continue
        odds = contract_odds(hand, discard, trump, view="double-dummy", threads=1)
        undecided = [k for k in targets if OPEN[0] < odds.p_at_least(k) < OPEN[1]]
        if undecided:
            target = int(rng.choice(undecided))
            return Contract(format_tiles(hand), discard, str(trump), target)


def _chosen(number: int, rng: Generator, targets: list[int], choice: bool) -> Drawn:
    """Return the best contract by blind-lead odds of a random holding and an open target."""
    while True:
        holding = sum(random_holding(rng))
        if max(_trumps(holding, trump) for trump in Trump) < FEWEST_TRUMPS:
            continue
        ranked = rank_exchanges(holding, top=SHORTLIST, threads=1).table
        undecided = [k for k in targets if OPEN[0] < ranked.loc[(k, 1), "double_dummy"] < OPEN[1]]
        if undecided:
            break
    target = int(rng.choice(undecided))

    def contract(row: Any) -> Contract:
        hand = format_tiles(holding & ~parse_tiles(row.discard))
        return Contract(hand, row.discard, row.trump, target)

    best = [contract(row) for row in ranked.loc[target].itertuples()]
    if not choice:
        return Drawn("chosen", number, best[0])
    open_ = rank_exchanges(holding, view="double-dummy", top=1, threads=1).table.loc[target]
    return Drawn("chosen", number, best[0], tuple(best), contract(next(open_.itertuples())))


def _trumps(hand: int, trump: int) -> int:
    return sum(is_trump(tile, trump) for tile in tile_ids(hand))


# --- The three views --------------------------------------------------------------------------


def prove(contract: Contract, time_limit: float) -> Proven:
    """Return the three views of a contract."""
    hand, discard, trump, target = contract
    open_ = contract_odds(hand, discard, trump, view="double-dummy", threads=1)
    blind = contract_odds(hand, discard, trump, view="blind-lead", threads=1)
    tile = blind.best_lead(target)
    started = time.perf_counter()
    bracket = best_defence(hand, discard, trump, target, time_limit)
    seconds = time.perf_counter() - started
    found = Proven(
        int(open_.counts[target:].sum()),
        int(blind.leads[tile].counts[target:].sum()),
        bracket.low,
        bracket.high,
        bracket.n,
        tile,
        bracket.strategy.lead,
        seconds,
        bracket.nodes,
    )
    if not found.low <= found.high <= found.blind_lead <= found.double_dummy:
        raise RuntimeError(f"the views are out of order: {contract}, {found}")
    return found


def proven(contract: Contract, time_limit: float) -> list[Any]:
    """Return the three views of a contract as a list, which a run that is ended has kept."""
    return list(prove(contract, time_limit))


# --- The data ---------------------------------------------------------------------------------


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables of a run by the names of their files."""
    targets, limit = run.options.targets, run.options.time_limit
    chosen = run.count // 2
    choices = min(chosen, -(-run.count // HOLDING_OF_CHOICE))
    jobs = [("random", i, run.seed, targets, False) for i in range(run.count - chosen)]
    jobs += [("chosen", i, run.seed, targets, i < choices) for i in range(chosen)]
    drawn: list[Drawn] = run.map(draw, jobs, "drawing contracts")
    contracts = dict.fromkeys(
        contract
        for one in drawn
        for contract in (one.contract, *one.shortlist, one.double_dummy_choice)
        if contract is not None
    )
    found = run.map(proven, [(one, limit) for one in contracts], "proving their odds")
    views = {one: Proven(*parts) for one, parts in zip(contracts, found, strict=True)}
    return {
        "contracts.csv": pd.DataFrame([
            {"part": one.part, **contract_row(one.contract, views[one.contract])} for one in drawn
        ]),
        "choices.csv": pd.DataFrame([
            {
                "holding": format_tiles(parse_tiles(f"{contract.hand} {contract.discard}")),
                "blind_lead_rank": one.shortlist.index(contract) + 1
                if contract in one.shortlist
                else 0,
                "double_dummy_choice": contract == one.double_dummy_choice,
                **contract_row(contract, views[contract]),
            }
            for one in drawn
            if one.double_dummy_choice is not None
            for contract in dict.fromkeys([*one.shortlist, one.double_dummy_choice])
        ]),
        "effort.csv": pd.DataFrame([
            {
                **contract._asdict(),
                "exact": one.low == one.high,
                "seconds": round(one.seconds, 3),
                "nodes": one.nodes,
            }
            for contract, one in views.items()
        ]),
    }  # fmt: skip


def contract_row(contract: Contract, found: Proven) -> dict[str, Any]:
    """Return a contract with its odds, in layouts and as probabilities."""
    views = dict(zip(("double_dummy", "blind_lead", "lo", "hi"), found, strict=False))
    return {
        **contract._asdict(),
        "trumps": _trumps(parse_tiles(contract.hand), Trump.parse(contract.trump)),
        **views,
        **{f"p_{name}": round(layouts / found.n, 6) for name, layouts in views.items()},
        "exact": found.low == found.high,
        "blind_lead_tile": found.blind_tile,
        "best_lead": found.lead,
    }


# --- The command ------------------------------------------------------------------------------


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this analysis."""
    parser.add_argument(
        "--time-limit",
        type=_seconds,
        default=TIME_LIMIT,
        help=f"seconds for a best defence (default {TIME_LIMIT:g}, quick {QUICK_LIMIT:g})",
    )
    parser.add_argument(
        "--targets",
        type=int,
        nargs="+",
        choices=NUMBER_BIDS,
        default=list(NUMBER_BIDS),
        help="bids to draw from (default all)",
    )


def _seconds(word: str) -> float:
    seconds = float(word)
    if not seconds > 0:
        raise argparse.ArgumentTypeError("expected more than 0 seconds")
    return seconds
