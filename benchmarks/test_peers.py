"""The solver against others: each pair is timed in turn, and the median ratio quoted."""

import statistics
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from dds import BATCH, endings, solve_boards
from figures import Goal, note
from samples import cold, contracts, unrelated_deals

from moon_sim.solver.values import solve_batch

sys.path.append(str(Path(__file__).parents[1] / "tests"))


def seconds(function, *args, **kwargs):
    started = time.perf_counter()
    function(*args, **kwargs)
    return time.perf_counter() - started


def times_faster(benchmark, ours, deals, theirs, their_deals):
    """Return the median ratio of deals per second, ours by theirs, and both rates."""
    rates = []

    def pair():
        cold()
        rates.append((deals / seconds(ours), their_deals / seconds(theirs)))

    benchmark.pedantic(pair, rounds=7, warmup_rounds=1)
    ratio = statistics.median(our / their for our, their in rates[1:])
    return ratio, *(statistics.median(rate) for rate in zip(*rates[1:], strict=True))


@pytest.mark.parametrize(
    ("method", "size", "their_deals"),
    [("minimax", 5, 200), ("memo_minimax", 7, 100), ("alpha_beta", 7, 1000)],
)
def test_against_slow_methods(benchmark, method, size, their_deals):
    """Unrelated deals with random trumps, all of 7 tiles but for the plain minimax's 5."""
    import peers  # compiles when it is imported

    hands = unrelated_deals(20_000, seed=5, size=size)
    trumps = np.random.default_rng(0).integers(0, 9, len(hands))
    few = slice(0, their_deals)
    leaders = np.zeros(their_deals, np.int64)
    ratio, ours, theirs = times_faster(
        benchmark,
        lambda: solve_batch(hands, trumps, threads=1),
        len(hands),
        lambda: getattr(peers, method)(hands[few], trumps[few], leaders),
        their_deals,
    )
    note(benchmark, ratio, "times", **{"deals/s": ours, "their deals/s": theirs})


@pytest.mark.parametrize("cards", [7, 2])
def test_against_dds_on_bridge_endings(benchmark, cards):
    """All layouts of 20 contracts against DDS on batches of random endings, on one core each.

    Endings of 2 cards show what a batch call of DDS costs before it searches.
    """
    pytest.importorskip("endplay")
    sample = contracts("longest", 20)
    boards = [endings(cards, seed) for seed in range(8)]
    ratio, ours, theirs = times_faster(
        benchmark,
        lambda: [solve_batch(hands, trump, threads=1) for hands, trump in sample],
        sum(len(hands) for hands, _ in sample),
        lambda: [solve_boards(batch) for batch in boards],
        BATCH * len(boards),
    )
    goal = Goal(28, 43) if cards == 7 else None
    note(benchmark, ratio, "times", goal, **{"deals/s": ours, "DDS boards/s": theirs})
