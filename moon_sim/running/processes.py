"""Jobs in processes of their own, on all cores, with a bar on a terminal."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

from moon_sim.game import whole

__all__ = ["Workers", "deaf", "listen"]


class Workers:
    """Processes that do jobs, and end when their parent does, however it ends.

    They start when the first job comes; a context manager ends them. With one process, the jobs
    run in this one.

    Parameters
    ----------
    processes : int

    Raises
    ------
    TypeError
        If `processes` is no whole number.
    ValueError
        If it is less than 1.
    """

    def __init__(self, processes: int) -> None:
        self.processes = whole(processes, "processes", 1)
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool is None:
            return
        children = list(self._pool._processes.values())
        broken_off = kind is not None
        self._pool.shutdown(wait=not broken_off, cancel_futures=broken_off)
        if broken_off:
            for child in children:
                child.terminate()

    def map(
        self, work: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], name: str
    ) -> list[Any]:
        """Return what a function gives for each job, in the jobs' order.

        Parameters
        ----------
        work : callable
            A function of a module's top level, so that other processes find it.
        jobs : sequence of tuple
            The arguments of each call.
        name : str
            What the bar is called.

        Returns
        -------
        list

        Raises
        ------
        BaseException
            What a call raises.
        """
        with _bar(name, len(jobs)) as advance:
            if self.processes == 1:
                results = []
                for job in jobs:
                    results.append(work(*job))
                    advance()
                return results
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self.processes, context, _settle)
            with deaf():
                futures = [self._pool.submit(work, *job) for job in jobs]
            for future in as_completed(futures):
                future.result()
                advance()
            return [future.result() for future in futures]


@contextmanager
def deaf() -> Iterator[None]:
    """Start processes that don't hear Ctrl-C, from their first moment on; this one hears it later.

    A terminal sends it to all of them. Those that are to end at it call `listen` once they can.

    Yields
    ------
    None

    Raises
    ------
    KeyboardInterrupt
        At the end, if Ctrl-C came meanwhile.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The mask is this thread's and its children's; another thread may take the signal, and so the
    # handler waits, too.
    heard = []
    main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda *_: heard.append(True)) if main else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if main:
            signal.signal(signal.SIGINT, handler)
        if heard:
            signal.raise_signal(signal.SIGINT)


def listen() -> None:
    """Hear Ctrl-C from here on; one that came meanwhile comes now."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _settle() -> None:
    """Leave Ctrl-C to the parent, end with it, and leave the other cores to other processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["MOON_SIM_THREADS"] = "1"
    parent = multiprocessing.parent_process()

    def watch() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _bar(name: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a bar on stderr, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Remaining(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bars:
        task = bars.add_task(name, total=total)
        yield lambda: bars.advance(task)
