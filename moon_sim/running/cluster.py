"""Workers on many machines, by dask.distributed: who they are, and what can go wrong with them."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from moon_sim.running.code import this_code

if TYPE_CHECKING:
    from distributed import Client

ANSWER = 10.0
"""Seconds in which a scheduler has to answer."""

PATIENCE = 60.0
"""Seconds until a cluster without workers is given up."""


@contextmanager
def cluster_client(address: str | None) -> "Iterator[Client | None]":
    """Connect to the scheduler of a cluster, in silence.

    Parameters
    ----------
    address : str or None
        "tcp://host:port"; none gives none.

    Yields
    ------
    distributed.Client or None

    Raises
    ------
    ConnectionError
        If no scheduler answers there.
    ValueError
        If this is no address, or the extra `cluster` is not installed.
    """
    if address is None:
        yield None
        return
    check_address(address)
    try:
        from distributed import Client
        from distributed.utils import silence_logging_cmgr
    except ImportError:
        raise ValueError(
            'a cluster needs dask.distributed: pip install "moon-sim[cluster]"'
        ) from None
    with silence_logging_cmgr("CRITICAL"):  # what ends the work is told in one line
        try:
            client = Client(address, timeout=ANSWER, set_as_default=False)  # type: ignore[no-untyped-call]
        except OSError as error:
            raise ConnectionError(f"{address}: no scheduler of a cluster answers") from error
        with client:
            yield client


def check_address(address: str) -> None:
    """Refuse what is no address of a scheduler.

    Parameters
    ----------
    address : str

    Raises
    ------
    ValueError
        If it is not "tcp://host:port", or tls in place of tcp.
    """
    parts = urlsplit(address)
    with suppress(ValueError):  # of a port that is none
        if parts.scheme in ("tcp", "tls") and parts.hostname and parts.port:
            return
    raise ValueError(f"expected a scheduler's address as tcp://host:port, got {address!r}")


def on_each_host(client: "Client", function: Callable[[], object]) -> None:
    """Call a function on one worker of each machine of a cluster, and wait for it.

    Parameters
    ----------
    client : distributed.Client
    function : callable

    Raises
    ------
    ConnectionError, ChildProcessError
        See `explained`.
    BaseException
        What the function raises.
    """
    with explained(client):
        submit = submitter(client)
        workers: dict[str, int] = client.nthreads()  # type: ignore[no-untyped-call]
        calls = [
            # Where all of a machine's workers have gone meanwhile, another one does no harm.
            submit(function, workers=[host], allow_other_workers=True)
            for host in {urlsplit(worker).hostname for worker in workers}
        ]
        for future in calls:
            future.result()


def submitter(client: "Client") -> Callable[..., Any]:
    """Return what submits a call to a cluster, once there are workers, and gives its future.

    Parameters
    ----------
    client : distributed.Client

    Returns
    -------
    callable

    Raises
    ------
    ConnectionError
        If there are none for some time.
    """
    try:
        client.wait_for_workers(1, PATIENCE)
    except TimeoutError:
        raise ConnectionError(
            f"{_address(client)}: no worker for {PATIENCE:g} s; dask worker ADDRESS starts some"
        ) from None
    return partial(client.submit, call, this_code(), pure=False)


def call(code: str, work: Callable[..., Any], *job: Any) -> Any:
    """Do a job on a worker, which leaves the other cores to other workers.

    Parameters
    ----------
    code : str
        The package's version and code, there where the results go.
    work : callable
    *job
        Its arguments.

    Returns
    -------
    object
        What the function returns.

    Raises
    ------
    ValueError
        If the worker's package is another one.
    """
    if code != this_code():
        raise ValueError(f"expected workers with moon_sim {code}, got {this_code()}")
    os.environ.setdefault("MOON_SIM_THREADS", "1")
    return work(*job)


@contextmanager
def explained(client: "Client") -> Iterator[None]:
    """Say in a line what is wrong with a cluster.

    Parameters
    ----------
    client : distributed.Client

    Yields
    ------
    None

    Raises
    ------
    ConnectionError
        If the scheduler does not answer any more, or lacks this package.
    ChildProcessError
        If one job has ended several workers.
    """
    from distributed import CancelledError, KilledWorker
    from distributed.client import ClosedClientError
    from distributed.comm.core import CommClosedError

    try:
        yield
    except (CancelledError, ClosedClientError, CommClosedError) as error:
        raise ConnectionError(f"{_address(client)}: the cluster's scheduler is gone") from error
    except RuntimeError as error:
        if not str(error).lstrip().startswith("Error during deserialization"):
            raise
        needed = f"moon_sim {this_code()} and the analyses"
        raise ConnectionError(
            f"{_address(client)}: the scheduler needs what its workers do, {needed}"
        ) from error
    except KilledWorker as error:
        raise ChildProcessError(
            f"{_address(client)}: one job has ended {error.allowed_failures + 1} workers, perhaps "
            "for want of memory"
        ) from error


def _address(client: "Client") -> str:
    """Return where a client looks for the scheduler, whether it is there or not."""
    scheduler = client.scheduler
    return str(scheduler.address) if scheduler else "cluster"
