"""Best defence: how many brackets close, how fast, and in how much memory."""

import time

import numpy as np
from figures import Goal, note
from samples import biddable
from test_odds import command

from moon_sim.defence import brackets
from moon_sim.tiles import format_tiles

COUNT = 40
LIMIT = 20.0  # seconds a contract


def test_brackets_of_random_contracts(benchmark):
    """Random contracts with four trumps or more, double-dummy between 2 and 98 %, on one core."""
    found = []

    def run():
        for contract in biddable(COUNT):
            started = time.perf_counter()
            steps = [
                (bracket, time.perf_counter() - started) for bracket in brackets(*contract, LIMIT)
            ]
            found.append((steps[-1][0], steps[0][1], time.perf_counter() - started))

    benchmark.pedantic(run, rounds=1)
    seconds = np.array([taken for _, _, taken in found])
    note(
        benchmark,
        100 * np.mean([bracket.exact for bracket, _, _ in found]),
        "% closed",
        Goal(70, 98),
        **{
            "mean width, points": 100 * np.mean([b.p_hi - b.p_lo for b, _, _ in found]),
            "median s": np.median(seconds),
            "mean s": seconds.mean(),
            "slowest s": seconds.max(),
            "slowest first bracket s": max(first for _, first, _ in found),
            "nodes": np.median([bracket.nodes for bracket, _, _ in found]),
        },
    )


def test_width_of_brackets(benchmark):
    """The mean width of the same brackets where they are given a second each."""
    widths = []

    def run():
        for contract in biddable(COUNT):
            *_, bracket = brackets(*contract, 1.0)
            widths.append(100 * (bracket.p_hi - bracket.p_lo))

    benchmark.pedantic(run, rounds=1)
    note(benchmark, np.mean(widths), "points", Goal(1, 0.1, more=False))


def test_peak_memory_of_contract(benchmark):
    """The largest of the command's processes on some contracts."""
    calls = [
        ("contract", format_tiles(hand), "--discard", format_tiles(discard), "--trump", str(trump),
         "--target", str(target))
        for hand, discard, trump, target in biddable(6, seed=3)
    ]  # fmt: skip
    peak = benchmark.pedantic(lambda: max(command(*words) for words in calls), rounds=1)
    note(benchmark, peak, "MB", Goal(2000, 500, more=False))
