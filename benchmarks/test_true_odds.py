"""Best defence: how many brackets close, how fast, and in how much memory."""

import time

import numpy as np
from figures import Goal, note
from samples import biddable

from moon_sim.defence.proof import brackets

COUNT = 40
LIMIT = 20.0  # seconds a contract


def test_brackets_of_random_contracts(benchmark):
    """Random contracts with four trumps or more, double-dummy between 2 and 98 %, on one core."""
    found = []
    list(brackets(*biddable(1)[0], LIMIT))  # compiled before

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
            "median s": np.median(seconds),
            "mean s": seconds.mean(),
            "slowest s": seconds.max(),
            "slowest first bracket s": max(first for _, first, _ in found),
            "nodes": np.median([bracket.nodes for bracket, _, _ in found]),
        },
    )


def test_width_of_brackets(benchmark):
    """The mean width of the same brackets, after 20 seconds at most, and after one."""
    widths = {}

    def run():
        for limit in (LIMIT, 1.0):
            ends = [list(brackets(*contract, limit))[-1] for contract in biddable(COUNT)]
            widths[limit] = 100 * np.mean([bracket.p_high - bracket.p_low for bracket in ends])

    benchmark.pedantic(run, rounds=1)
    after = {"after 1 s": widths[1.0]}
    note(benchmark, widths[LIMIT], "points", Goal(1, 0.1, more=False), **after)
