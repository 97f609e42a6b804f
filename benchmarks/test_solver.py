"""Deals per second and positions per deal, on one core unless it says otherwise."""

import statistics
import time
from dataclasses import fields
from functools import partial

import numpy as np
import pytest
from figures import Goal, note
from samples import cold, contracts, unrelated_deals

from moon_sim.solver.plans import lead_tricks
from moon_sim.solver.values import Search, count_nodes, solve, solve_batch

KINDS = ("longest", "none", "random")


def note_deals(benchmark, deals, nodes, goal=None):
    """Note deals per second by the median round, and what a deal costs."""
    seconds = benchmark.stats.stats.median
    note(
        benchmark,
        deals / seconds,
        "deals/s",
        goal,
        **{"nodes/deal": nodes / deals, "ns/node": 1e9 * seconds / nodes},
    )


@pytest.mark.parametrize("kind", KINDS)
def test_all_layouts_of_contracts(benchmark, kind):
    """Exact trick distributions of 20 random contracts, 3,432 layouts each."""
    sample = contracts(kind, 20)
    nodes = sum(count_nodes(hands, trump)[1].sum() for hands, trump in sample)

    def run():
        for hands, trump in sample:
            solve_batch(hands, trump, threads=1)

    benchmark.pedantic(run, setup=cold, rounds=7, warmup_rounds=1)
    goal = Goal(40_000, 100_000) if kind == "longest" else None
    note_deals(benchmark, sum(len(hands) for hands, _ in sample), nodes, goal)


def test_unrelated_deals(benchmark):
    """Deals that share nothing, with random trumps."""
    hands = unrelated_deals(20_000)
    trumps = np.random.default_rng(0).integers(0, 9, len(hands))
    nodes = count_nodes(hands, trumps)[1].sum()
    deals = partial(cold, hands, trumps, threads=1)
    benchmark.pedantic(solve_batch, setup=deals, rounds=7, warmup_rounds=1)
    note_deals(benchmark, len(hands), nodes, Goal(12_000, 40_000))


def test_one_deal_from_python(benchmark):
    """A call of `solve` on a deal that was not seen before."""
    deals = iter([[int(hand) for hand in row] for row in unrelated_deals(20_000, seed=3)])
    benchmark.pedantic(solve, setup=lambda: ((next(deals), 5), {}), rounds=2000, warmup_rounds=10)
    note(benchmark, 1e6 * benchmark.stats.stats.median, "us", Goal(300, 100, more=False))


def test_two_threads_against_one(benchmark):
    """The same deals by one thread and by two, in turn."""
    sample = contracts("longest", 20)
    hands = np.concatenate([hands for hands, _ in sample])
    trumps = np.concatenate([np.full(len(hands), int(trump)) for hands, trump in sample])
    ratios = []

    def run(threads):
        cold()
        started = time.perf_counter()
        solve_batch(hands, trumps, threads=threads)
        return time.perf_counter() - started

    def pair():
        ratios.append(run(1) / run(2))

    benchmark.pedantic(pair, rounds=21, warmup_rounds=1)
    note(benchmark, statistics.median(ratios[1:]), "times", Goal(1.8, 1.95), best=max(ratios))


def test_all_leads_against_double_dummy(benchmark):
    """The trick distributions of all leads of 20 contracts, by the double-dummy ones, in turn."""
    sample = contracts("longest", 20)
    ratios = []

    def run(function):
        cold()
        started = time.perf_counter()
        for hands, trump in sample:
            function(hands, trump)
        return time.perf_counter() - started

    def pair():
        blind = run(lambda hands, trump: lead_tricks(int(hands[0, 0]), hands[:, 1:], trump))
        ratios.append(blind / run(lambda hands, trump: solve_batch(hands, trump, threads=1)))

    benchmark.pedantic(pair, rounds=7, warmup_rounds=1)
    note(benchmark, statistics.median(ratios[1:]), "times")


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_growth_with_the_size_of_hands(benchmark, size):
    """Unrelated deals of 3 to 7 tiles a hand, with random trumps."""
    hands = unrelated_deals(5_000, seed=2, size=size)
    trumps = np.random.default_rng(0).integers(0, 9, len(hands))
    nodes = count_nodes(hands, trumps)[1].sum()
    deals = partial(cold, hands, trumps, threads=1)
    benchmark.pedantic(solve_batch, setup=deals, rounds=5, warmup_rounds=1)
    note_deals(benchmark, len(hands), nodes)


@pytest.mark.parametrize("dropped", [None, *(field.name for field in fields(Search))])
def test_without_one_optimisation(benchmark, dropped):
    """What each optimisation saves, on 5 contracts with the longest suit as trump."""
    search = Search(**{dropped: False}) if dropped else Search()
    sample = contracts("longest", 5)
    nodes = sum(count_nodes(hands, trump, search=search)[1].sum() for hands, trump in sample)

    def run():
        for hands, trump in sample:
            solve_batch(hands, trump, threads=1, search=search)

    benchmark.pedantic(run, setup=cold, rounds=3)
    note_deals(benchmark, sum(len(hands) for hands, _ in sample), nodes)
