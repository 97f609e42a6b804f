"""Independent jobs on all cores: the results never depend on how many threads there are."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from operator import index
from typing import TypeVar

__all__ = ["Progress", "run_jobs", "thread_count"]

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
    """
    name = "threads"
    wanted: int | str | None = threads
    if wanted is None:
        name, wanted = "MOON_SIM_THREADS", os.environ.get("MOON_SIM_THREADS")
    if wanted is None or wanted == "":
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    try:
        count = int(wanted) if isinstance(wanted, str) else index(wanted)
    except ValueError:
        count = 0
    if count < 1:
        raise ValueError(f"{name}: expected a whole number from 1 up, got {wanted!r}")
    return count


def run_jobs(
    jobs: Sequence[Callable[[], T]], threads: int | None = None, progress: Progress | None = None
) -> list[T]:
    """Run jobs and return their results in the jobs' order.

    Compiled kernels release the interpreter lock, so threads are enough. They leave the main
    thread free to hear Ctrl-C, which ends the call as soon as the jobs under way are through.

    Parameters
    ----------
    jobs : sequence of callables
    threads : int, optional
        See `thread_count`.
    progress : callable, optional
        Called after each job with the number done and the number of all.
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
