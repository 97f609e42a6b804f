"""Jobs in order whatever the threads, progress, and a quick end at Ctrl-C."""

import threading
import time

import pytest

from moon_sim.running.threads import run_jobs, thread_count


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_jobs_order(threads):
    def job(n):
        time.sleep(0.002 * (n % 3))
        return n

    reports = []
    jobs = [lambda n=n: job(n) for n in range(12)]
    results = run_jobs(jobs, threads, progress=lambda done, total: reports.append((done, total)))
    assert results == list(range(12))
    assert reports == [(done, 12) for done in range(1, 13)]


def test_no_jobs_have_no_results():
    assert run_jobs([], 2) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_stops_what_has_not_begun(threads):
    begun = []
    before = threading.active_count()

    def job(n):
        begun.append(n)
        if n == 3:
            raise KeyboardInterrupt
        time.sleep(0.001)

    with pytest.raises(KeyboardInterrupt):
        run_jobs([lambda n=n: job(n) for n in range(1000)], threads)
    assert len(begun) < 900
    assert threading.active_count() == before


def test_the_number_of_threads(monkeypatch):
    monkeypatch.setenv("MOON_SIM_THREADS", "3")
    assert thread_count() == 3
    assert thread_count(2) == 2
    monkeypatch.setenv("MOON_SIM_THREADS", "many")
    with pytest.raises(ValueError, match=r"MOON_SIM_THREADS.*'many'"):
        thread_count()
    monkeypatch.delenv("MOON_SIM_THREADS")
    assert thread_count() >= 1
    for bad in (0, -1):
        with pytest.raises(ValueError, match="threads"):
            thread_count(bad)
    with pytest.raises(TypeError):
        thread_count(1.5)
