"""Players at the table: the time of a decision, and of a hand with three of them."""

import statistics
import time

import numpy as np
import pytest
from figures import Goal, note

from moon_sim import State, player
from moon_sim.game import random_deals

DEALS = 40
FEW = 4
"""Deals of those who prove: each takes them seconds."""

SLOW = ("certified", "proven")


def bought(number):
    """A random deal with a bid of 5, exchanged by the odds."""
    deal, _ = next(random_deals(np.random.default_rng([number, DEALS])))
    state = State.start(deal).apply("5").apply("pass").apply("pass")
    return state.apply(player("pimc-64").act(state, 0))


def play(state, name, seconds):
    """Play a hand with three of a player, and note the processor time of each decision."""
    who, decision = player(name), 0
    while state.seat is not None:
        rng = np.random.default_rng(decision)
        started = time.process_time()
        state = state.apply(who.act(state, rng))
        seconds.append(time.process_time() - started)
        decision += 1


@pytest.mark.parametrize(
    "name",
    [
        "rules:point-count",
        "pimc-16",
        "pimc-64",
        "pimc-256",
        "inferring",
        "certified",
        "proven",
        "open",
    ],
)
def test_a_decision(benchmark, name):
    """Processor time of a decision, mean over the plays of hands, and the 95th percentile."""
    states = [bought(number) for number in range(FEW if name in SLOW else DEALS)]
    play(states[0], name, [])  # compiled before
    seconds = []
    benchmark.pedantic(lambda: [play(state, name, seconds) for state in states], rounds=1)
    goal = Goal(30, 10, more=False) if name == "pimc-64" else None
    ms = 1000 * np.array(seconds)
    note(benchmark, ms.mean(), "ms", goal, **{"95 % below": np.percentile(ms, 95)})


def test_a_hand(benchmark):
    """Processor time of a hand's plays with three pimc-64, the median."""
    states = [bought(number) for number in range(DEALS)]
    play(states[0], "pimc-64", [])
    hands = []

    def run():
        for state in states:
            started = time.process_time()
            play(state, "pimc-64", [])
            hands.append(time.process_time() - started)

    benchmark.pedantic(run, rounds=1)
    note(benchmark, statistics.median(hands), "s", Goal(0.25, 0.1, more=False), slowest=max(hands))
