"""What an analysis has finished, kept until its data are whole: one that is ended goes on there."""

import hashlib
import json
import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moon_sim.running import Pieces, PiecesError, alone, lock_of

if TYPE_CHECKING:
    import pandas as pd

SPAN = 1 << 32
"""More than the jobs of one call."""

DIGEST = hashlib.sha256().digest_size


class FinishedJobs:
    """The results of jobs in a file beside a report's folder, where their form lets them be kept.

    A context manager takes the file for itself, and leaves none that is empty.

    Parameters
    ----------
    path : Path
    settings : mapping of str to str
        All that results depend on, but for the functions' arguments. If those of a file that is
        there are others, it begins anew.

    Raises
    ------
    PiecesError
        If another process has the file.
    OSError
        If it can't be read or made.
    """

    def __init__(self, path: Path, settings: Mapping[str, str]) -> None:
        self.path = path
        self._calls = 0
        self._stack = ExitStack()
        with self._stack:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stack.enter_context(alone(path))
            try:
                pieces = Pieces(path, settings)
            except PiecesError as error:
                print(f"moon_sim: {error}; it begins anew", file=sys.stderr)
                path.unlink()
                pieces = Pieces(path, settings)
            self._pieces = self._stack.enter_context(pieces)
            self._stack = self._stack.pop_all()

    def __enter__(self) -> "FinishedJobs":
        return self

    def __exit__(self, *_: object) -> None:
        empty = not self._pieces.done()
        self._stack.close()
        if empty:
            forget(self.path)

    def of(
        self, work: Callable[..., Any], jobs: Sequence[tuple[Any, ...]]
    ) -> tuple[dict[int, Any], Callable[[int, Any], None]]:
        """Return what is known of the next call's jobs, and what keeps the results of others.

        Parameters
        ----------
        work : callable
        jobs : sequence of tuple
            As `Run.map` takes them.

        Returns
        -------
        dict of int to object
            Results by the jobs' places.
        callable
            Takes a job's place and its result.
        """
        first = self._calls * SPAN
        self._calls += 1
        done = self._pieces.done()
        known = {}
        for place, job in enumerate(jobs):
            if first + place in done:
                data = self._pieces.read(first + place)
                if data[:DIGEST] == _digest(work, job):
                    known[place] = _result(data[DIGEST:])

        def keep(place: int, result: Any) -> None:
            if data := _bytes(result):
                self._pieces.write(first + place, _digest(work, jobs[place]) + data)

        return known, keep


def forget(path: Path) -> None:
    """Delete a file of finished jobs, which nobody needs any more.

    Parameters
    ----------
    path : Path
    """
    for file in (path, lock_of(path)):
        file.unlink(missing_ok=True)


def _digest(work: Callable[..., Any], job: tuple[Any, ...]) -> bytes:
    """Return what tells a job from others, in the next run as in this one."""
    name = f"{work.__module__}.{work.__qualname__}"
    return hashlib.sha256(pickle.dumps((name, job))).digest()


# --- Results as bytes -------------------------------------------------------------------------


def _bytes(result: Any) -> bytes | None:
    """Return a table, or what JSON has, as bytes; nothing where that is not all of it.

    Pickles would run what a file says.
    """
    import pandas as pd

    told = ["table", _parts(result)] if isinstance(result, pd.DataFrame) else ["plain", result]
    if _has_enum(told):
        return None  # it would come back as its value, which equals it and is written otherwise
    try:
        data = json.dumps(told).encode()
        again = _result(data)
    except (TypeError, ValueError):
        return None
    same = again.equals(result) if isinstance(again, pd.DataFrame) else again == result
    return data if same else None


def _has_enum(told: Any) -> bool:
    if isinstance(told, dict):
        told = [*told, *told.values()]
    return any(map(_has_enum, told)) if isinstance(told, list) else isinstance(told, Enum)


def _result(data: bytes) -> Any:
    """Return what `_bytes` was given."""
    kind, told = json.loads(data)
    return _table(**told) if kind == "table" else told


def _parts(table: "pd.DataFrame") -> dict[str, Any]:
    """Return a table in parts that JSON has."""
    return {
        "columns": table.columns.tolist(),
        "index": table.index.tolist(),
        "names": [table.columns.name, table.index.name],
        "index_type": str(table.index.dtype),
        "types": [str(kind) for kind in table.dtypes],
        "values": [table.iloc[:, at].tolist() for at in range(table.shape[1])],
    }


def _table(
    columns: list[Any],
    index: list[Any],
    names: list[Any],
    index_type: str,
    types: list[str],
    values: list[list[Any]],
) -> "pd.DataFrame":
    """Return a table of its parts."""
    import pandas as pd

    rows = pd.Index(index, dtype=index_type, name=names[1])
    each = zip(values, types, strict=True)
    series = [pd.Series(one, rows, dtype=kind) for one, kind in each]
    table = pd.DataFrame(dict(enumerate(series)), rows)
    table.columns = pd.Index(columns, name=names[0])
    return table
