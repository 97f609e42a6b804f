"""How kernels are compiled: one decorator, and the folder where machine code is kept.

Numba notices when a kernel's own file changes, but not when a file that it calls does. So the
folder is named by a hash of all sources in here: an edit anywhere compiles everything afresh,
and two versions of the package never read each other's code.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import njit
from platformdirs import user_cache_path

__all__ = ["CACHE", "compiled", "inlined", "kernel", "mark_compiled"]


config: Any = numba.config  # its settings come into being at run time

F = TypeVar("F", bound=Callable[..., Any])


def _sources_hash() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path | None:
    """Return the first folder that takes files: numba's own setting, the package's, the user's."""
    name = f"kernels-{_sources_hash()}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    folders = [Path(chosen) / "moon_sim" / name] if chosen else []
    folders.append(Path(__file__).parent / "__pycache__" / name)
    folders.append(user_cache_path("moon_sim", appauthor=False) / name)
    return next(filter(_writable, folders), None)


CACHE: Path | None = _cache_folder()
"""Where compiled kernels are kept, or None where no folder can be written to."""


def kernel(function: F) -> F:
    """Compile a function for the solver: no Python objects inside, the interpreter lock released.

    A kernel is called with one combination of argument types only, so that processes that
    compile at once write the same files, each of them whole.
    """
    return _compile(function)


def inlined(function: F) -> F:
    """Compile a small function into each kernel that calls it; a call would copy its arrays."""
    return _compile(function, forceinline=True)


def _compile(function: F, **options: Any) -> F:
    default = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE or default)  # read once, while the decorator runs
    try:
        dispatcher: F = njit(cache=CACHE is not None, nogil=True, **options)(function)
        return dispatcher
    finally:
        config.CACHE_DIR = default


def compiled(part: str) -> bool:
    """Tell whether all kernels of a part lie in the cache, so that first calls are fast."""
    return bool(config.DISABLE_JIT) or (CACHE is not None and _mark(CACHE, part).exists())


def mark_compiled(part: str) -> None:
    """Note that all kernels of a part lie in the cache."""
    if CACHE is not None and not config.DISABLE_JIT:
        _mark(CACHE, part).touch()


def _mark(folder: Path, part: str) -> Path:
    return folder / f"complete-{part.replace(' ', '-')}"
