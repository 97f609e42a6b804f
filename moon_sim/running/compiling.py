"""Kernels are compiled once, and whoever waits for it is told why."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from moon_sim.kernels.cache import compiling

_warm: set[str] = set()


@contextmanager
def compiled_once(part: str) -> Iterator[bool]:
    """Wrap the first calls of some kernels: say on stderr that they are compiled, if they are.

    Other processes wait meanwhile. Compiled code is kept for later ones, in the package's own
    folder, or in the user's cache folder where that is read-only.

    Parameters
    ----------
    part : str
        What is compiled, as the message calls it.

    Yields
    ------
    bool
        Whether this process calls them for the first time; if not, there is nothing to do.
    """
    first = part not in _warm
    with compiling(part) if first else nullcontext():
        yield first
    _warm.add(part)
