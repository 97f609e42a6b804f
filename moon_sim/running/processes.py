"""Jobs in processes of their own, on all cores or on a cluster, with a bar on a terminal."""

import multiprocessing
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from moon_sim.game import whole
from moon_sim.running.children import deaf, settle
from moon_sim.running.cluster import explained, on_each_host, submitter

if TYPE_CHECKING:
    from distributed import Client

SILENCE = "ignore:resource_tracker:UserWarning"
"""A filter of warnings, for what cleans up after a program that was killed, so without a word."""

WINDOW = 1_000
"""Jobs that are under way or wait for a worker; of more, each would cost a scheduler memory."""


class Workers:
    """Processes that do jobs, and end when their parent does, however it ends.

    They start when the first job comes; a context manager ends them. With one process, the jobs
    run in this one.

    Parameters
    ----------
    processes : int
    client : distributed.Client, optional
        The workers of this cluster instead.

    Raises
    ------
    TypeError
        If `processes` is no whole number.
    ValueError
        If it is less than 1.
    """

    def __init__(self, processes: int, client: "Client | None" = None) -> None:
        self.processes = whole(processes, "processes", 1)
        self._client = client
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool is None:
            return
        if kind is not None:
            self._alive.close()
        self._pool.shutdown()

    def count(self) -> int:
        """Return how many jobs are done at once."""
        if self._client is None:
            return self.processes
        threads: dict[str, int] = self._client.nthreads()  # type: ignore[no-untyped-call]
        return sum(threads.values())

    def prepare(self, function: Callable[[], object]) -> None:
        """Call a function on each machine, to compile what all workers there will call.

        Parameters
        ----------
        function : callable
            A function of a module's top level, so that other processes find it.

        Raises
        ------
        BaseException
            What the function raises.
        """
        if self._client is None:
            function()
        else:
            on_each_host(self._client, function)

    def map(
        self,
        work: Callable[..., Any],
        jobs: Sequence[tuple[Any, ...]],
        name: str,
        known: Mapping[int, Any] | None = None,
        keep: Callable[[int, Any], object] | None = None,
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
        known : mapping of int to object, optional
            Results that are there already, by the jobs' places.
        keep : callable, optional
            Called with the place and the result of each other job, as they are finished.

        Returns
        -------
        list

        Raises
        ------
        BaseException
            What `as_finished` raises.
        """
        results = dict(known or {})
        places = [place for place in range(len(jobs)) if place not in results]
        missing = [jobs[place] for place in places]
        with (
            _bar(name, len(jobs), len(results)) as advance,
            closing(self.as_finished(work, missing)) as finished,
        ):
            for at, result in finished:
                results[places[at]] = result
                if keep:
                    keep(places[at], result)
                advance()
        return [results[place] for place in range(len(jobs))]

    def as_finished(
        self, work: Callable[..., Any], jobs: Sequence[tuple[Any, ...]]
    ) -> Generator[tuple[int, Any], None, None]:
        """Give each job's place and what a function gives for it, as they are finished.

        Parameters
        ----------
        work : callable
            A function of a module's top level, so that other processes find it.
        jobs : sequence of tuple
            The arguments of each call.

        Yields
        ------
        place : int
        result : object

        Raises
        ------
        ConnectionError
            If the cluster is gone, or has no workers.
        ChildProcessError
            If a process was ended from outside.
        BaseException
            What a call raises.
        """
        if self._client is None and self.processes == 1:
            for place, job in enumerate(jobs):
                yield place, work(*job)
            return
        finished: SimpleQueue[Any] = SimpleQueue()
        places: dict[Any, int] = {}
        waiting = enumerate(jobs)
        with self._engine() as submit:

            def send(count: int) -> None:
                with deaf():  # a pool starts its processes when it has work for them
                    for place, job in islice(waiting, count):
                        future = submit(work, *job)
                        places[future] = place
                        future.add_done_callback(finished.put)

            try:
                send(WINDOW)
                while places:
                    future = finished.get()
                    place = places.pop(future)
                    result = future.result()
                    send(1)
                    yield place, result
            finally:
                places.clear()  # a cluster drops jobs that nobody waits for

    @contextmanager
    def _engine(self) -> Iterator[Callable[..., Any]]:
        """Give what submits a job and returns its future; say in a line what is wrong with it."""
        if self._client is not None:
            with explained(self._client):
                yield submitter(self._client)
            return
        if self._pool is None:
            if SILENCE not in sys.warnoptions:
                sys.warnoptions.append(SILENCE)  # where multiprocessing looks
            context = multiprocessing.get_context("spawn")
            # They end when nobody holds this end of their pipe: it is closed here, or this process
            # has ended.
            watched, self._alive = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self.processes, context, settle, initargs=(watched,))
        try:
            yield self._pool.submit
        except BrokenProcessPool:
            raise ChildProcessError(
                "a process was ended from outside, perhaps for want of memory"
            ) from None


@contextmanager
def _bar(name: str, total: int, done: int) -> Iterator[Callable[[], None]]:
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
        task = bars.add_task(name, total=total, completed=done)
        yield lambda: bars.advance(task)
