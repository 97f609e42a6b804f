"""Deals per second and positions per deal, on one core unless it says otherwise."""

from dataclasses import fields

import numpy as np
import pytest
from samples import contracts, unrelated_deals

from moon_sim.solver import Search, count_nodes, solve, solve_batch

KINDS = ("longest", "none", "random")


def note(benchmark, deals, nodes=None):
    """Work out the figures of a benchmark from its median time."""
    seconds = benchmark.stats.stats.median
    benchmark.extra_info["deals/s"] = deals / seconds
    if nodes is not None:
        benchmark.extra_info["nodes/deal"] = nodes / deals
        benchmark.extra_info["ns/node"] = 1e9 * seconds / nodes


@pytest.mark.parametrize("kind", KINDS)
def test_all_layouts_of_contracts(benchmark, kind):
    """Exact trick distributions of 20 random contracts, 3,432 layouts each."""
    sample = contracts(kind, 20)
    nodes = sum(count_nodes(hands, trump)[1].sum() for hands, trump in sample)

    def run():
        for hands, trump in sample:
            solve_batch(hands, trump, threads=1)

    benchmark.pedantic(run, rounds=5, warmup_rounds=1)
    note(benchmark, sum(len(hands) for hands, _ in sample), nodes)


@pytest.mark.parametrize("threads", [1, 2])
def test_unrelated_deals(benchmark, threads):
    """Deals that share nothing, with random trumps."""
    hands = unrelated_deals(20_000)
    trumps = np.random.default_rng(0).integers(0, 9, len(hands))
    benchmark.pedantic(
        solve_batch, (hands, trumps), {"threads": threads}, rounds=5, warmup_rounds=1
    )
    note(benchmark, len(hands), count_nodes(hands, trumps)[1].sum())


def test_one_deal_from_python(benchmark):
    """A call of `solve` on a deal that was not seen before."""
    deals = iter([[int(hand) for hand in row] for row in unrelated_deals(20_000, seed=3)])
    benchmark.pedantic(solve, setup=lambda: ((next(deals), 5), {}), rounds=2000, warmup_rounds=10)
    note(benchmark, 1)


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_growth_with_the_size_of_hands(benchmark, size):
    """Unrelated deals of 3 to 7 tiles a hand, with random trumps."""
    hands = unrelated_deals(5_000, seed=2, size=size)
    trumps = np.random.default_rng(0).integers(0, 9, len(hands))
    benchmark.pedantic(solve_batch, (hands, trumps), {"threads": 1}, rounds=3, warmup_rounds=1)
    note(benchmark, len(hands), count_nodes(hands, trumps)[1].sum())


@pytest.mark.parametrize("dropped", [None, *(field.name for field in fields(Search))])
def test_without_one_optimisation(benchmark, dropped):
    """What each optimisation saves, on 5 contracts with the longest suit as trump."""
    search = Search(**{dropped: False}) if dropped else Search()
    sample = [(hands[::8], trump) for hands, trump in contracts("longest", 5)]
    nodes = sum(count_nodes(hands, trump, search=search)[1].sum() for hands, trump in sample)

    def run():
        for hands, trump in sample:
            solve_batch(hands, trump, threads=1, search=search)

    benchmark.pedantic(run, rounds=3)
    note(benchmark, sum(len(hands) for hands, _ in sample), nodes)
