"""A report's folder: data, figures, page and manifest, swapped for the former one in whole.

A new report is written into a hidden folder beside the former one. Then the former one moves into
the hidden folder, and the new one takes its place. Between these two moves no report is there; if
a run is killed just then, whoever asks for the report next moves the former one back.
"""

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from errno import EEXIST, ENOTEMPTY
from glob import escape
from itertools import count
from pathlib import Path
from typing import Any

from moon_sim.reporting.files import blamed_on

__all__ = ["MANIFEST", "check_report", "read_manifest", "reports_in", "write_report"]

MANIFEST = "manifest.json"

STALE = 3600.0
"""Seconds after which a hidden folder is one that a killed run has left: writing takes seconds."""

ATTEMPTS = 9
"""To look into a folder that other runs keep swapping."""


def write_report(
    folder: Path, manifest: Mapping[str, Any], files: Mapping[str, str | bytes]
) -> None:
    """Write a report so that a stop at any time leaves the former one or the new, and no mixture.

    Of two processes that write at once, the later one's report stays, in whole.

    Parameters
    ----------
    folder : Path
        What `check_report` allows. Folders above it are made.
    manifest : mapping
        How the report was made; `name` tells what it is a report of. It is written to
        ``manifest.json``, and `files` is added: the names of all files of the report.
    files : mapping of str to str or bytes
        The contents of all other files by their names.

    Raises
    ------
    OSError
        As `check_report` does, or if the report can't be written: the disk is full, say.
    ValueError
        If the manifest has no name, or a file's name is no plain one.
    """
    name = manifest.get("name")
    if not isinstance(name, str):
        raise ValueError(f"manifest: expected a name, got {name!r}")
    for file in files:
        if Path(file).name != file or file in ("", "..", MANIFEST):
            raise ValueError(f"files: expected plain names other than {MANIFEST}, got {file!r}")
    listed = {**manifest, "files": sorted([*files, MANIFEST])}
    everything = {**files, MANIFEST: json.dumps(listed, indent=2) + "\n"}

    check_report(folder, name)
    target = _target(folder)
    with blamed_on(folder):
        target.parent.mkdir(parents=True, exist_ok=True)
        _sweep(target)
        work = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        try:
            new = work / "new"
            new.mkdir()
            for file, content in everything.items():
                _write(new / file, content)
            with suppress(FileNotFoundError):
                new.chmod(target.stat().st_mode & 0o777)
            _swap(new, target)
        finally:
            _heal(target)
            _remove(work)


def check_report(folder: Path, name: str) -> None:
    """Raise the OSError that `write_report` would, before hours of work are done for it.

    Parameters
    ----------
    folder : Path
        One that is missing or empty, or holds a former report of the same name and nothing
        besides: whatever else is there is the user's own, and would be lost.
    name : str
        What it is a report of.

    Raises
    ------
    OSError
        If the folder, or the one above it, can't be written to, or it holds other files.
    """
    target = _target(folder)
    with blamed_on(folder):
        with tempfile.TemporaryFile(dir=next(path for path in target.parents if path.exists())):
            pass
        # The folder above may let us replace one that is not to be written to.
        with suppress(FileNotFoundError), tempfile.TemporaryFile(dir=target):
            pass
        if others := _others(target, name):
            some = ", ".join(others[:3]) + (", ..." if len(others) > 3 else "")
            raise OSError(
                EEXIST,
                f"holds what is no part of the report {name} ({some}), and a report replaces its "
                "folder in whole; choose another folder",
            )


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return how a report was made.

    Parameters
    ----------
    folder : Path
        The report's.

    Returns
    -------
    dict
        As `write_report` got it, with `files`.

    Raises
    ------
    OSError
        If there is no report, or it can't be read.
    ValueError
        If the file is not a report's manifest.
    """
    _heal(_target(folder))
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("name"), str):
        raise ValueError(f"{path}: expected a report's manifest, with a name")
    return found


def reports_in(folder: Path) -> list[str]:
    """Return the folders inside a folder that hold a report.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    list of str
        Their names, sorted.

    Raises
    ------
    OSError
        If the folder can't be read.
    """
    for former in folder.glob(".*.*/former-*"):
        _heal(_made(former.parent))
    return sorted(path.name for path in folder.iterdir() if (path / MANIFEST).is_file())


# --- The swap ---------------------------------------------------------------------------------


def _target(folder: Path) -> Path:
    """Return the folder that a path stands for, through links."""
    return Path(os.path.realpath(folder))


def _write(path: Path, content: str | bytes) -> None:
    with path.open("wb") as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())


def _swap(new: Path, target: Path) -> None:
    """Put a new folder in the place of a former one."""
    for attempt in count():
        with suppress(FileNotFoundError):
            target.rename(new.parent / f"former-{attempt}")
        try:
            new.rename(target)
        except OSError as error:
            # Another run's report came between, or someone moved the former one back.
            if error.errno not in (EEXIST, ENOTEMPTY):
                raise
        else:
            return


def _others(target: Path, name: str) -> list[str]:
    """Return the files in a report's folder that are not of the report."""
    found: list[str] = []
    for _ in range(ATTEMPTS):
        _heal(target)
        with suppress(FileNotFoundError):  # another run swaps the folder just now
            found = sorted(path.name for path in target.iterdir())
            try:
                manifest = read_manifest(target) if found else {"name": name}
            except ValueError:
                return found
            known = manifest.get("files", ()) if manifest["name"] == name else ()
            return [file for file in found if file not in known]
        if not target.exists():
            return []
    return found


def _hidden(target: Path) -> Iterator[Path]:
    """Yield the hidden folders in which runs make a report, or have left one half made."""
    for work in target.parent.glob(f".{escape(target.name)}.*"):
        if _made(work) == target:  # and no other whose name begins alike
            yield work


def _made(work: Path) -> Path:
    """Return the folder whose report is made in a hidden one."""
    return work.with_name(work.name[1:].rpartition(".")[0])


def _heal(target: Path) -> None:
    """Move a former report back, if a run was killed before it put the new one in its place."""
    while not target.exists():
        formers = []
        with suppress(FileNotFoundError):  # a run ends just now
            for work in _hidden(target):
                formers += [(work.stat().st_mtime_ns, path) for path in work.glob("former-*")]
        if not formers:
            return
        try:
            max(formers)[1].rename(target)
        except FileNotFoundError:
            continue  # another process was quicker
        except OSError:
            return  # the new report has come, or we may not write here


def _remove(work: Path) -> None:
    """Delete a hidden folder, and never let `_heal` find half a report in it."""
    for number, former in enumerate(work.glob("former-*")):
        with suppress(FileNotFoundError):
            former.rename(work / f"gone-{number}")
    shutil.rmtree(work)


def _sweep(target: Path) -> None:
    """Delete the hidden folders that killed runs have left."""
    for work in _hidden(target):
        with suppress(OSError):
            if time.time() - work.stat().st_mtime > STALE:
                _remove(work)
