"""Long work in pieces: finished ones are kept in a file, and work that was ended goes on there."""

import errno
import hashlib
import json
import os
import sqlite3
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING

from moon_sim.running.processes import Workers
from moon_sim.running.threads import Progress, thread_count

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 60.0
"""Seconds to wait while another process reads or writes."""

REASONS = {
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_READONLY: errno.EACCES,
}
"""What the system calls that which keeps SQLite from a file."""

TABLES = {"settings", "pieces"}


class PiecesError(ValueError):
    """A file of pieces that is another one than was expected, damaged, or in use."""


class Pieces:
    """Finished pieces of long work, in one file: each is there in whole or not at all.

    A process that is killed, at whatever moment, leaves a file that opens and goes on. Several
    processes may have it open, and read while one writes. A context manager closes it.

    Parameters
    ----------
    path : str or Path
        The file; it is made if it is not there.
    settings : mapping of str to str, int or float
        All that the pieces depend on, but for their numbers.

    Raises
    ------
    PiecesError
        If the file's settings are others, it is damaged, or no file of pieces.
    OSError
        If it can't be read or made.

    Notes
    -----
    The file is an SQLite database: a table of the settings, and one of the pieces with a row for
    each: its number, its bytes, and their checksum.
    """

    def __init__(self, path: str | Path, settings: Mapping[str, str | int | float]) -> None:
        self.path = Path(path)
        wanted = {name: json.dumps(value) for name, value in settings.items()}
        with _blamed_on(self.path):
            if self.path.is_dir():
                raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(self.path))
            self._file = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            try:
                if not self._tables():
                    self._make(wanted)
                self._check(wanted)
            except BaseException:
                self._file.close()
                raise
        self._told: set[int] = set()

    def __enter__(self) -> "Pieces":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def done(self) -> set[int]:
        """Return the numbers of all pieces that are there and sound."""
        with _blamed_on(self.path):
            rows = self._file.execute("SELECT number, bytes, checksum FROM pieces")
            return {number for number, *rest in rows if self._sound(number, *rest)}

    def read(self, number: int) -> bytes:
        """Return a piece.

        Parameters
        ----------
        number : int

        Returns
        -------
        bytes

        Raises
        ------
        PiecesError
            If it is not there. One that is damaged counts as such, and a warning says so once.
        OSError
            If the file can't be read.
        """
        number = index(number)
        with _blamed_on(self.path):
            rows = self._file.execute(
                "SELECT bytes, checksum FROM pieces WHERE number = ?", (number,)
            )
            for data, checksum in rows.fetchall():
                if self._sound(number, data, checksum):
                    return bytes(data)
        raise PiecesError(f"{self.path}: expected piece {number}, which is not there")

    def write(self, number: int, data: bytes) -> None:
        """Keep a piece, in place of a former one of its number.

        Parameters
        ----------
        number : int
        data : bytes

        Raises
        ------
        PiecesError
            If the file is damaged.
        OSError
            If it can't be written; all else in it is as it was.
        """
        number = index(number)
        with _blamed_on(self.path):
            self._file.execute(
                "INSERT OR REPLACE INTO pieces VALUES (?, ?, ?)",
                (number, data, _checksum(number, data)),
            )

    def _tables(self) -> set[str]:
        rows = self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in rows}

    def _make(self, settings: dict[str, str]) -> None:
        """Make both tables, unless another process has done so meanwhile."""
        with self._file as file:
            file.execute("BEGIN IMMEDIATE")
            if not self._tables():
                file.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
                file.execute(
                    "CREATE TABLE pieces "
                    "(number INTEGER PRIMARY KEY, bytes BLOB NOT NULL, checksum BLOB NOT NULL)"
                )
                file.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())

    def _check(self, wanted: dict[str, str]) -> None:
        """Refuse pieces of something else."""
        if self._tables() != TABLES:
            raise PiecesError(f"{self.path}: expected a file of pieces, got another database")
        found = dict(self._file.execute("SELECT name, value FROM settings").fetchall())
        names = dict.fromkeys([*wanted, *found])
        differ = [
            f"{name} {wanted.get(name, 'unset')}, got {found.get(name, 'unset')}"
            for name in names
            if wanted.get(name) != found.get(name)
        ]
        if differ:
            raise PiecesError(f"{self.path}: expected pieces made with {'; '.join(differ)}")

    def _sound(self, number: int, data: bytes, checksum: bytes) -> bool:
        """Whether a piece is as it was written; the first time that it is not, say so."""
        sound = checksum == _checksum(number, data)
        if not sound and number not in self._told:
            self._told.add(number)
            warnings.warn(f"{self.path}: piece {number} is damaged and left out", stacklevel=4)
        return sound


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Be the one process that makes the pieces of a file; others may read them.

    Parameters
    ----------
    path : Path
        The file of pieces, whether it is there or not.

    Yields
    ------
    None

    Raises
    ------
    PiecesError
        If another process is at it.
    OSError
        If the file's folder takes no files.
    """
    # The lock is an SQLite file of its own: the system takes it from a process that ends, however
    # it ends, and that file stays empty.
    with ExitStack() as stack:
        with _blamed_on(path, "another process is making its pieces"):
            lock = sqlite3.connect(lock_of(path), timeout=0, isolation_level=None)
            stack.enter_context(closing(lock))
            lock.execute("PRAGMA journal_mode = MEMORY")  # or a kill leaves a third file
            lock.execute("BEGIN EXCLUSIVE")
        yield


def lock_of(path: Path) -> Path:
    """Return the file that tells that somebody makes the pieces of another one.

    Parameters
    ----------
    path : Path

    Returns
    -------
    Path
    """
    return path.with_name(f"{path.name}-lock")


@contextmanager
def _blamed_on(path: Path, busy: str = "another process keeps it busy") -> Iterator[None]:
    """Tell what SQLite meets in our words, with the file's name."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without its details
        if code in REASONS:
            number = REASONS[code] if path.parent.is_dir() else errno.ENOENT
            raise OSError(number, os.strerror(number), str(path)) from error
        if code == sqlite3.SQLITE_BUSY:
            raise PiecesError(f"{path}: {busy}") from None
        raise PiecesError(
            f"{path}: expected a file of pieces, got a damaged or foreign one ({error})"
        ) from error


def _checksum(number: int, data: bytes) -> bytes:
    """Return the hash of a piece; its number is in it, so that none takes another's place."""
    return hashlib.sha256(b"%d %s" % (number, data)).digest()


def run_pieces(
    function: Callable[[int], bytes],
    numbers: Sequence[int],
    pieces: Pieces,
    *,
    workers: int | None = None,
    client: "Client | None" = None,
    before: Callable[[], object] | None = None,
    progress: Progress | None = None,
) -> None:
    """Make the pieces that are not there yet, and keep each as soon as it is finished.

    Whatever ends it, all finished pieces stay, and the next call goes on from there. The bytes
    depend neither on the engine, the order, nor the number of workers.

    Parameters
    ----------
    function : callable
        From a piece's number to its bytes, which depend on nothing else but the settings of
        `pieces`. A function of a module's top level, or a partial of one.
    numbers : sequence of int
        The pieces that are wanted, in the order in which they are begun.
    pieces : Pieces
        Where they are kept.
    workers : int, optional
        So many processes on this machine; by default one for each core, see `thread_count`. With
        one, all is done in this process.
    client : distributed.Client, optional
        The workers of this cluster instead.
    before : callable, optional
        Called on each machine before work begins, to compile kernels. Found as `function` is.
    progress : callable, optional
        Called with the number of pieces done and of all: first with those that are there already.

    Raises
    ------
    PiecesError
        If another process is making these pieces, or their file is damaged.
    OSError
        If a piece can't be kept, a worker was ended from outside, or the cluster is gone.
    TypeError
        If a piece is not bytes.
    BaseException
        What `function`, `before` or `progress` raises.
    """
    wanted = list(dict.fromkeys(map(index, numbers)))
    with alone(pieces.path):
        done = pieces.done()
        missing = [number for number in wanted if number not in done]
        finished = len(wanted) - len(missing)
        if progress:
            progress(finished, len(wanted))
        if not missing:
            return
        with Workers(thread_count(workers), client) as team:
            if before:
                team.prepare(before)
            jobs = [(number,) for number in missing]
            with closing(team.as_finished(function, jobs)) as results:
                for place, data in results:
                    if not isinstance(data, bytes):
                        raise TypeError(f"piece {missing[place]}: expected bytes, got {data!r:.40}")
                    pieces.write(missing[place], data)
                    finished += 1
                    if progress:
                        progress(finished, len(wanted))
