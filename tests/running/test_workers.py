"""Jobs in processes of their own."""

import os
import subprocess
import sys

import pytest

from moon_sim.running import Workers


def place(number):
    return number, os.getpid(), os.environ.get("MOON_SIM_THREADS")


def test_one_process_is_this_one():
    with Workers(1) as workers:
        assert [got[:2] for got in workers.map(place, [(i,) for i in range(5)], "x")] == [
            (i, os.getpid()) for i in range(5)
        ]


def test_more_processes_keep_the_order_and_take_one_thread_each():
    with Workers(2) as workers:
        first = workers.map(place, [(i,) for i in range(20)], "x")
        again = workers.map(place, [(i,) for i in range(3)], "x")
    assert [number for number, _, _ in first] == list(range(20))
    assert {threads for _, _, threads in first} == {"1"}
    pids = {pid for _, pid, _ in first + again}
    assert os.getpid() not in pids
    assert len(pids) <= 2


def fail(number):
    if number:
        raise ValueError(number)


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_comes_through(processes):
    with pytest.raises(ValueError, match="1"), Workers(processes) as workers:
        workers.map(fail, [(0,), (1,)], "x")


@pytest.mark.parametrize("processes", [0, True, 1.5])
def test_processes_are_a_number(processes):
    with pytest.raises((TypeError, ValueError), match="processes"):
        Workers(processes)


KILLED = """
import os, signal
from moon_sim.running import Workers
if __name__ == "__main__":
    with Workers(2) as workers:
        workers.map(abs, [(1,), (2,)], "x")
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_program_that_is_killed_ends_without_a_word(tmp_path):
    """Also of what multiprocessing cleans up after it."""
    (tmp_path / "killed.py").write_text(KILLED)
    words = [sys.executable, tmp_path / "killed.py"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-9, "")
