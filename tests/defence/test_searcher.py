"""The memories of contracts: how many are kept, and who may ask them at once."""

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from moon_sim import best_defence
from moon_sim.defence import searcher
from moon_sim.defence.searcher import KEPT, HiddenContract, searcher_for
from moon_sim.game import DEFAULT_RULES, Trump, parse_tiles

HAND, TRUMP, TARGET = "3-2 3-3 5-1 5-2 5-3 6-5 0-0", 5, 5
FOREVER = float("inf")


@pytest.fixture(scope="module")
def strategies():
    """Strategies of two contracts."""
    return [best_defence(HAND, away, TRUMP, TARGET, FOREVER).strategy for away in ("1-1", "4-3")]


@pytest.fixture
def built(monkeypatch):
    """The contracts whose memory is built, from none kept."""
    found = []

    class Counted(searcher.Searcher):
        def __init__(self, contract):
            found.append(contract)
            super().__init__(contract)

    monkeypatch.setattr(searcher, "Searcher", Counted)
    monkeypatch.setattr(searcher, "_kept", type(searcher._kept)())
    return found


def contract(discard):
    return HiddenContract(parse_tiles(HAND), parse_tiles(discard), Trump(TRUMP), DEFAULT_RULES)


def test_strategies_asked_in_turn_keep_their_memories(built, strategies):
    tiles = [
        [one.play([one.lead, *others]) for one in strategies]
        for others in (["3-1", "6-3"], ["6-3", "3-1"])
    ]
    assert all(tile in HAND for pair in tiles for tile in pair)
    assert len(built) == len(set(built)) == 2


def test_the_memory_asked_longest_ago_is_given_up(built):
    discards = ["1-1", "2-1", "2-2", "3-1", "4-1", "4-2", "4-3", "4-4"][: KEPT + 1]
    first, *others = map(contract, discards)
    kept = searcher_for(first)
    for other in others[:-1]:
        searcher_for(other)
    assert searcher_for(first) is kept, "as many as are kept"
    searcher_for(others[-1])
    assert searcher_for(first) is kept, "asked a moment ago"
    searcher_for(others[0])
    assert built == [first, *others, others[0]]


def test_threads_share_the_memory_of_a_contract(built):
    both = [contract("1-1"), contract("4-3")] * 4
    found = run_all([partial(searcher_for, one) for one in both])
    assert len(built) == 2
    assert [id(one) for one in found] == [id(found[0]), id(found[1])] * 4


def run_all(jobs):
    """Run jobs in threads of their own at once; raise what they raise."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [one.result() for one in [pool.submit(job) for job in jobs]]


def test_threads_get_what_one_gets():
    """Two contracts, and three targets of one, at once."""
    one, other = (HAND, "4-3", TRUMP), ("6-4 5-5 5-4 5-3 5-2 4-4 4-1", "6-2", 5)
    jobs = [(*one, 4), (*one, 5), (*one, 6), (*other, 6)]
    alone = [best_defence(*job, FOREVER) for job in jobs]
    found = run_all([partial(best_defence, *job, FOREVER) for job in jobs * 2])
    for bracket, expected in zip(found, alone * 2, strict=True):
        assert (bracket.low, bracket.high) == (expected.low, expected.high)
        assert bracket.strategy == expected.strategy


def test_a_strategy_plays_while_its_contract_is_searched(strategies):
    strategy = strategies[1]
    history = f"{strategy.lead} 3-1 6-3"
    expected = strategy.play(history)

    def play():
        return [strategy.play(history) for _ in range(60)]

    def search():
        return [best_defence(HAND, "4-3", TRUMP, TARGET, FOREVER) for _ in range(2)]

    played, searched = run_all([play, search])
    assert set(played) == {expected}
    assert {(bracket.low, bracket.high) for bracket in searched} == {(2157, 2157)}


def test_ctrl_c_leaves_the_memory_in_order():
    """However an interrupt falls, the next call is right; two of them, too."""
    script = """
import os, signal, threading, time
from moon_sim import best_defence
contract = ("6-6 6-5 6-3 5-5 5-2 4-4 1-1", "4-2", 7, 6, float("inf"))
exact = best_defence(*contract)
tile = exact.strategy.play()
interrupted = 0
for step in range(12):
    def strike(wait=0.002 + 0.027 * step):
        time.sleep(wait)
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.0003)
    thread = threading.Thread(target=strike)
    try:
        thread.start()
        best_defence(*contract)
        thread.join()
    except KeyboardInterrupt:
        interrupted += 1
    while thread.is_alive():
        try:
            thread.join()
            time.sleep(0.01)
        except KeyboardInterrupt:
            pass
    try:
        time.sleep(0.05)  # the last one may be on its way still
    except KeyboardInterrupt:
        pass
again = best_defence(*contract)
assert (again.low, again.high) == (exact.low, exact.high) == (956, 956), (again, exact)
assert again.strategy == exact.strategy and again.strategy.play() == tile
print(interrupted)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 3
