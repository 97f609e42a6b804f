"""Machine code of kernels, kept from one process to the next.

Numba's own cache does not notice when a file that a kernel calls changes, can't be used by two
installations, and stops the program at a damaged file or a full disk. Here a kernel has one file,
named by all that its code depends on: a file that can't be read is made anew, and where none can be
written, every process compiles for itself and says so.
"""

import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import compiler, serialize
from platformdirs import user_cache_path

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows
    flock = None  # type: ignore[assignment]

CompileResult: Any = compiler.CompileResult
dumps: Any = serialize.dumps

UNUSED = 60 * 24 * 3600
"""Seconds after which the code of other versions of the package is deleted."""

DIGEST = hashlib.sha256().digest_size

_part = "solver"
_told: set[str] = set()


class KernelCache:
    """What a dispatcher of numba asks for the machine code of one kernel.

    Parameters
    ----------
    function : callable
        The kernel as it is written.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"

    @property
    def cache_path(self) -> str | None:
        """The folder that new code goes to."""
        folder = _folders()[1]
        return str(folder) if folder else None

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return compiled code, or None if there is none that can be read."""
        context.refresh()
        name = self._file(signature, context.codegen())
        for folder in _folders()[0]:
            with suppress(Exception):  # there is none, or it is damaged, which can raise anything
                found = (folder / name).read_bytes()
                digest, code = found[:DIGEST], found[DIGEST:]
                if hashlib.sha256(code).digest() == digest:
                    result = CompileResult._rebuild(context, *pickle.loads(code))
                    _use(folder)
                    return result
        _tell_of_compiling()
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep compiled code, if that can be done."""
        folder = _folders()[1]
        if folder is None or result.library.has_dynamic_globals:
            return
        code = dumps(result._reduce())
        whole = hashlib.sha256(code).digest() + code
        try:
            _write(folder / self._file(signature, result.codegen), whole)
        except OSError as error:
            _tell(f"{folder}: {error.strerror}: compiled code is not kept")

    def enable(self) -> None:
        """Do nothing: code is always kept."""

    def disable(self) -> None:
        """Do nothing: code is always kept."""

    def flush(self) -> None:
        """Do nothing: what is compiled again replaces its file."""

    def _file(self, signature: Any, codegen: Any) -> str:
        """Return a file's name, by types and processor; the folder's name stands for the rest."""
        key = repr((str(signature), codegen.magic_tuple()))
        return f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.bin"


@contextmanager
def compiling(part: str) -> Iterator[None]:
    """Let one of many processes compile what all of them call in here, and each say on stderr why.

    Parameters
    ----------
    part : str
        What the message calls it.

    Yields
    ------
    None
    """
    global _part
    former, _part = _part, part
    try:
        with _alone(part):
            yield
    finally:
        _part = former


@contextmanager
def _alone(part: str) -> Iterator[None]:
    """Keep other processes waiting while a part is compiled, where the system can do that."""
    folder = _folders()[1]
    name = part.replace(" ", "-")
    if folder is None or flock is None or (folder / f"{name}.done").exists():
        yield
        return
    with ExitStack() as stack:
        with suppress(OSError):  # without a lock, each process compiles for itself
            lock = stack.enter_context((folder / f"{name}.lock").open("w"))
            try:
                flock(lock, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                _tell_of_compiling()
                flock(lock, LOCK_EX)
        yield
        with suppress(OSError):
            (folder / f"{name}.done").touch()


# --- Folders ----------------------------------------------------------------------------------


@cache
def _folders() -> tuple[list[Path], Path | None]:
    """Return the folders to read from, and the one of them to write to, if there is one.

    Numba's own setting comes first, then the package, then the user; none after the first that
    takes files.
    """
    found = []
    for folder in _candidates():
        found.append(folder)
        if _writable(folder):
            return found, folder
    return found, None


def _candidates() -> Iterator[Path]:
    name = f"kernels-{_version()}"
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen) / "moon_sim" / name
    yield Path(__file__).parent / "__pycache__" / name
    with suppress(RuntimeError):  # a user whom the system does not know has no home
        user = user_cache_path("moon_sim", appauthor=False)
        if user.is_absolute():
            yield user / name


def _version() -> str:
    """Return a hash of what is compiled and of what compiles it."""
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


def _write(path: Path, content: bytes) -> None:
    """Write a file so that other processes see all of it or nothing."""
    new = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(content)
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    _use(path.parent)


@cache
def _use(folder: Path) -> None:
    """Note that a folder is in use, and delete those beside it that have not been for long."""
    with suppress(OSError):
        os.utime(folder)
        for other in folder.parent.glob("kernels-*"):
            if time.time() - other.stat().st_mtime > UNUSED:
                shutil.rmtree(other, ignore_errors=True)


# --- Messages ---------------------------------------------------------------------------------


def _tell_of_compiling() -> None:
    where = "" if _folders()[1] else " (no folder to keep the result in can be written to)"
    _tell(f"compiling the {_part}, once; this takes some seconds{where}")


def _tell(message: str) -> None:
    """Say something on stderr, once in a process."""
    if message not in _told:
        _told.add(message)
        if sys.stderr is not None:
            print(f"moon_sim: {message}", file=sys.stderr, flush=True)
