"""Programs that this one starts: they hear Ctrl-C in good order, and end when it does."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

PARENT = "MOON_SIM_PARENT"
"""Set for a program whose standard input is held open by its parent, and for nothing else."""

PATIENCE = 2.0
"""Seconds after Ctrl-C before a program is told of it; mostly the terminal has done so."""

LAST_PATIENCE = 10.0
"""Seconds from then until it is ended, for one that does not listen."""


def run_program(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a program that calls `listen` and `end_with_parent`; it reads no standard input.

    Parameters
    ----------
    command : sequence of str
    environment : mapping of str to str

    Returns
    -------
    int
        Its exit code.

    Raises
    ------
    OSError
        If it can't be started.
    KeyboardInterrupt
        After Ctrl-C, when it has ended.
    """
    with deaf():
        child = subprocess.Popen(
            command, env={**environment, PARENT: str(os.getpid())}, stdin=subprocess.PIPE
        )
    try:
        return child.wait()
    except KeyboardInterrupt:
        try:
            child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            with suppress(subprocess.TimeoutExpired, ValueError):  # Windows sends no such signal
                child.send_signal(signal.SIGINT)
                child.wait(LAST_PATIENCE)
        raise
    finally:
        child.kill()
        child.communicate()


def end_with_parent() -> None:
    """End when the program that has started this one by `run_program` does, however it ends."""
    if os.environ.pop(PARENT, None) is None:
        return
    standard_input = 0

    def wait() -> None:
        while os.read(standard_input, 1024):
            pass

    _end_after(wait)


def settle(parent: "Connection[Any, Any]") -> None:
    """Leave Ctrl-C to the parent, end with it, and leave the other cores to other processes.

    Parameters
    ----------
    parent : Connection
        A pipe whose other end only the parent holds; it sends nothing.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["MOON_SIM_THREADS"] = "1"
    _end_after(lambda: parent.poll(None))


def _end_after(wait: Callable[[], object]) -> None:
    """End this process at once when something has come to its end."""

    def watch() -> None:
        wait()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


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
