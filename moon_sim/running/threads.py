"""Independent jobs on all cores: the results never depend on how many threads there are."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TypeVar

from moon_sim.game import whole

T = TypeVar("T")

Progress = Callable[[int, int], object]
"""Called with the number of units done and of all units; what it returns is dropped."""


def thread_count(threads: int | None = None) -> int:
    """Return how many threads to use.

    Parameters
    ----------
    threads : int, optional
        How many are asked for. By default `MOON_SIM_THREADS` in the environment, or else as
        many as the process may use cores.

    Returns
    -------
    int
        1 or more.

    Raises
    ------
    TypeError
        If `threads` is not a whole number.
    ValueError
        If it, or `MOON_SIM_THREADS`, is not a whole number from 1 up.

    Examples
    --------
    >>> thread_count(2)
    2
    """
    if threads is not None:
        return whole(threads, "threads", 1)
    wanted = os.environ.get("MOON_SIM_THREADS", "")
    if wanted:
        if not wanted.isdecimal():
            raise ValueError(f"MOON_SIM_THREADS: expected a whole number, got {wanted!r}")
        return whole(int(wanted), "MOON_SIM_THREADS", 1)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_jobs(
    jobs: Sequence[Callable[[], T]], threads: int | None = None, progress: Progress | None = None
) -> list[T]:
    """Run jobs and return their results in the jobs' order.

    Compiled kernels release the interpreter lock, so threads are enough. They leave the main
    thread free to hear Ctrl-C, which ends the call as soon as the jobs under way are through.

    Parameters
    ----------
    jobs : sequence of callable
        Each is called once, without arguments.
    threads : int, optional
        See `thread_count`.
    progress : callable, optional
        Called after each job with the number done and the number of all.

    Returns
    -------
    list
        What the jobs returned.

    Raises
    ------
    TypeError, ValueError
        As `thread_count` does.
    BaseException
        What a job or `progress` raises; jobs that have not begun are dropped.

    Examples
    --------
    >>> run_jobs([lambda: 6, lambda: 7], threads=2)
    [6, 7]
    """
    count = min(thread_count(threads), len(jobs))
    if count <= 1:
        results = []
        for job in jobs:
            results.append(job())
            if progress:
                progress(len(results), len(jobs))
        return results
    with ThreadPoolExecutor(count) as pool:
        futures = [pool.submit(job) for job in jobs]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                if progress:
                    progress(done, len(jobs))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [future.result() for future in futures]
