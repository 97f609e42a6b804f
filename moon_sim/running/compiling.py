"""Kernels are compiled once, and whoever waits for it is told why."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from moon_sim.kernels import jit

__all__ = ["compiled_once"]

_warm: set[str] = set()


@contextmanager
def compiled_once(part: str) -> Iterator[bool]:
    """Wrap the first calls of some kernels: say on stderr that they are compiled, if they are.

    Compiled code is kept for later processes, in the package's own folder, or in the user's cache
    folder where that is read-only.

    Parameters
    ----------
    part : str
        What is compiled, as the message calls it.

    Yields
    ------
    bool
        Whether this process calls them for the first time; if not, there is nothing to do.
    """
    if part in _warm:
        yield False
        return
    if not jit.compiled(part) and sys.stderr is not None:
        print(
            f"moon_sim: compiling the {part}, once; this takes some seconds"
            + ("" if jit.CACHE else " (no folder to keep the result in can be written to)"),
            file=sys.stderr,
            flush=True,
        )
    yield True
    jit.mark_compiled(part)
    _warm.add(part)
