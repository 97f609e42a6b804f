"""What a user waits for: odds, the command line, compiling; and the memory that it takes."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial

import numpy as np
import pytest
from figures import Goal, note
from samples import biddable, cold, contracts

from moon_sim.commands.options import DEFAULT_LAYOUTS
from moon_sim.game import ALL_TILES, format_tiles, parse_tiles, tile_ids
from moon_sim.game.draws import random_hand, random_holding
from moon_sim.game.rules import DEFAULT_RULES, HAND_SIZE, NUMBER_BIDS, Trump
from moon_sim.odds.bids import bid_odds
from moon_sim.odds.contracts import contract_odds
from moon_sim.odds.exchanges import Exchange
from moon_sim.odds.rankings import rank_exchanges
from moon_sim.odds.tables import exchange_odds
from moon_sim.running.threads import run_jobs
from moon_sim.solver.holdings import holding_plans

HANDS = [format_tiles(random_hand(np.random.default_rng(seed))) for seed in range(4)]
"""Random hands, of which the median is quoted."""


def with_widow(hand):
    """The hand and the lowest tile outside it."""
    return f"{hand} {format_tiles(1 << next(tile_ids(ALL_TILES & ~parse_tiles(hand))))}"


def per_hand(benchmark, function, rounds):
    """Time a function on each of the hands in turn; return the results."""
    results = []
    hands = iter(HANDS * rounds)
    benchmark.pedantic(
        lambda hand: results.append(function(hand)),
        setup=lambda: ((next(hands),), {}),
        rounds=len(HANDS) * rounds,
    )
    return results


@pytest.mark.parametrize("view", ["blind-lead", "double-dummy"])
def test_exact_bid_odds(benchmark, view):
    """15 widows x 9 trumps x all discards and leads x 3,432 layouts, every maximum proven."""
    per_hand(benchmark, lambda hand: bid_odds(hand, view=view, source="computed"), 1)
    stats = benchmark.stats.stats
    note(benchmark, stats.median, "s", Goal(6, 4, more=False), slowest=stats.max)


def test_best_plans_over_trumps(benchmark):
    """The best plans for each widow and bid, the trump chosen, too; both cores."""

    def run(hand):
        held = parse_tiles(hand)
        widows = tile_ids(ALL_TILES & ~held)
        return run_jobs([partial(holding_plans, held | 1 << widow) for widow in widows])

    per_hand(benchmark, run, 1)
    stats = benchmark.stats.stats
    note(benchmark, stats.median, "s", Goal(2, 1.2, more=False), slowest=stats.max)


def test_best_plans_of_a_holding(benchmark):
    """The best plans for each bid, of random holdings, on one core: their mean."""
    rng = np.random.default_rng(21)
    holdings = iter([sum(random_holding(rng)) for _ in range(30)])
    benchmark.pedantic(holding_plans, setup=lambda: ((next(holdings),), {}), rounds=30)
    stats = benchmark.stats.stats
    note(benchmark, stats.mean, "s", Goal(0.25, 0.15, more=False), slowest=stats.max)


def test_exact_exchange_odds(benchmark):
    """Every entry of the table, 8 discards x 9 trumps."""
    per_hand(benchmark, lambda hand: exchange_odds(with_widow(hand), view="double-dummy"), 1)
    note(benchmark, benchmark.stats.stats.median, "s", Goal(4, 1, more=False))


def test_exact_blind_ranking(benchmark):
    """The best discards, trumps and leads of a holding, every lead proven to be best."""
    per_hand(
        benchmark,
        lambda hand: rank_exchanges(with_widow(hand), view="blind-lead", source="computed"),
        1,
    )
    note(benchmark, benchmark.stats.stats.median, "s", Goal(4, 2, more=False))


def test_blind_contract_by_double_dummy(benchmark):
    """A contract's whole distribution with blind leads, by the double-dummy one, as users call it.

    The same 20 contracts in both views in turn; `test_all_leads_against_double_dummy` compares the
    searches alone, on one core.
    """
    sample = [
        (hands[0, 0], format_tiles(ALL_TILES & ~np.bitwise_or.reduce(hands[0])), trump)
        for hands, trump in contracts("longest", 20)
    ]
    ratios = []

    def run(view):
        cold()
        started = time.perf_counter()
        for contract in sample:
            contract_odds(*contract, view=view)
        return time.perf_counter() - started

    benchmark.pedantic(
        lambda: ratios.append(run("blind-lead") / run("double-dummy")), rounds=11, warmup_rounds=1
    )
    note(benchmark, statistics.median(ratios[1:]), "times", Goal(4, 2, more=False))


@pytest.mark.parametrize("view", DEFAULT_LAYOUTS)
def test_sampled_bid_odds(benchmark, view):
    """With the command line's number of layouts; the standard error must be 0.01 at most."""
    layouts = DEFAULT_LAYOUTS[view]
    found = per_hand(benchmark, lambda hand: bid_odds(hand, layouts, seed=1, view=view), 3)
    error = max(odds.standard_error(bid) for odds in found for bid in NUMBER_BIDS)
    assert error <= 0.01
    note(
        benchmark, benchmark.stats.stats.median, "s", Goal(1, 0.2, more=False),
        **{"standard error": error},
    )  # fmt: skip


@pytest.mark.parametrize("widows", [1, 3, 5, 10, 15])
def test_growth_with_the_number_of_widows(benchmark, widows):
    """The proven best discards for each of 9 trumps, for some of the widows; both cores."""

    def search(exchange, trump):
        nodes = np.zeros(HAND_SIZE + 1, np.int64)
        exchange.best_plans(trump, "double-dummy", nodes)
        return int(nodes.sum())

    def run(hand):
        held = parse_tiles(hand)
        rng = np.random.default_rng(0)
        drawn = list(tile_ids(ALL_TILES & ~held))[:widows]
        exchanges = [Exchange(held | 1 << widow, None, rng, DEFAULT_RULES) for widow in drawn]
        return sum(run_jobs([partial(search, one, trump) for one in exchanges for trump in Trump]))

    nodes = statistics.median(per_hand(benchmark, run, 1))
    note(benchmark, benchmark.stats.stats.median, "s", nodes=nodes)


def command(*words, env=None):
    """Run the command line as a process and return its peak memory in MB."""
    process = subprocess.Popen(
        [sys.executable, "-m", "moon_sim", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)


def test_command_line_odds(benchmark):
    """The whole process, from the atlas."""
    benchmark.pedantic(command, ("odds", HANDS[0]), rounds=7, warmup_rounds=1)
    note(benchmark, benchmark.stats.stats.median, "s", Goal(0.6, 0.35, more=False))


def test_peak_memory_of_the_command_line(benchmark):
    """The largest of the commands' processes."""
    calls = [
        ("odds", HANDS[0]),
        ("odds", HANDS[0], "--exact"),
        ("exchange", with_widow(HANDS[0])),
        ("deal", "--count", "1000"),
    ]
    peak = benchmark.pedantic(lambda: max(command(*words) for words in calls), rounds=1)
    note(benchmark, peak, "MB", Goal(400, 250, more=False))


def test_peak_memory_of_contract(benchmark):
    """The largest of the processes of `moon-sim contract` on some contracts."""
    calls = [
        ("contract", format_tiles(hand), "--discard", format_tiles(discard), "--trump", str(trump),
         "--target", str(target))
        for hand, discard, trump, target in biddable(6, seed=3)
    ]  # fmt: skip
    peak = benchmark.pedantic(lambda: max(command(*words) for words in calls), rounds=1)
    note(benchmark, peak, "MB", Goal(2000, 500, more=False))


def test_compiling_everything(benchmark):
    """From an empty cache."""

    def compile_all():
        with tempfile.TemporaryDirectory() as folder:
            command("solve", "6-6|5-5|4-4", env={"NUMBA_CACHE_DIR": folder})

    benchmark.pedantic(compile_all, rounds=1)
    note(benchmark, benchmark.stats.stats.median, "s", Goal(60, 20, more=False))
