"""Jobs in processes of their own, on all cores, with a bar on a terminal."""

import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

from moon_sim.game import whole
from moon_sim.running.children import deaf, settle


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
        if kind is not None:
            self._alive.close()
        self._pool.shutdown()

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
                # They end when nobody holds this end of their pipe: it is closed here, or this
                # process has ended.
                watched, self._alive = context.Pipe(duplex=False)
                self._pool = ProcessPoolExecutor(
                    self.processes, context, settle, initargs=(watched,)
                )
            with deaf():
                futures = [self._pool.submit(work, *job) for job in jobs]
            for future in as_completed(futures):
                future.result()
                advance()
            return [future.result() for future in futures]


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
