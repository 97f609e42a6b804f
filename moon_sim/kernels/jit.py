"""How kernels are compiled."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba import njit

from moon_sim.kernels.cache import KernelCache

config: Any = numba.config  # its settings come into being at run time

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function for the solver: no Python objects inside, the interpreter lock released.

    A kernel is called with one combination of argument types only.
    """
    return _compiled(function)


def inlined(function: F) -> F:
    """Compile a small function into each kernel that calls it; a call would copy its arrays."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, **options: Any) -> F:
    dispatcher: Any = njit(nogil=True, **options)(function)
    if not config.DISABLE_JIT:
        dispatcher._cache = KernelCache(function)  # what `cache=True` sets to numba's own
    return dispatcher  # type: ignore[no-any-return]


def spliced(function: F) -> F:
    """Put a function into a kernel that it calls in its turn: the kernel then calls itself."""
    return _compiled(function, inline="always")
