"""A report's folder: data, figures, page and manifest, swapped for the former one in whole.

A new report is written into a hidden folder beside the former one, which then moves away to let it
in. If a run is killed between these two moves, whoever asks for the report next moves the former
one back.
"""

import json
import os
import shutil
import tempfile
import time
import uuid
from collections.abc import Mapping
from contextlib import suppress
from errno import EEXIST
from glob import escape
from pathlib import Path
from typing import Any

from moon_sim.running import blamed_on, check_space

MANIFEST = "manifest.json"

FORMER = "former"
"""What the name of a report that has moved away ends with."""

STALE = 3600.0
"""Seconds after which a hidden folder is one that a killed run has left: writing takes seconds."""


def write_report(
    folder: Path, manifest: Mapping[str, Any], files: Mapping[str, str | bytes]
) -> None:
    """Write a report so that a stop at any time leaves the former one or the new, and no mixture.

    Of two processes that write at once, one may fail; then the other one's report stays, in whole.

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
        _clear(target)  # or the former report has no place to move to
        new = _beside(target, uuid.uuid4().hex)
        try:
            new.mkdir()
            for file, content in everything.items():
                _write(new / file, content)
            with suppress(FileNotFoundError):
                new.chmod(target.stat().st_mode & 0o777)
                target.rename(_beside(target, FORMER))
            new.rename(target)
        finally:
            _heal(target)
            shutil.rmtree(new, ignore_errors=True)
            _clear(target)


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
        If the folder, or the one above it, can't be written to, it holds other files, or the disk
        is full.
    """
    target = _target(folder)
    _heal(target)
    with blamed_on(folder):
        check_space(next(path for path in target.parents if path.exists()))
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


def remove_report(folder: Path, name: str) -> None:
    """Delete a report, and nothing that is no part of it.

    Parameters
    ----------
    folder : Path
    name : str
        What it is a report of.

    Raises
    ------
    OSError
        As `check_report` does.
    """
    check_report(folder, name)
    shutil.rmtree(_target(folder))


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
    for former in folder.glob(_beside(Path("*"), FORMER).name):
        _heal(former.with_name(former.stem[1:]))
    return sorted(path.parent.name for path in folder.glob(f"[!.]*/{MANIFEST}"))


# --- Steps -------------------------------------------------------------------------------------


def _target(folder: Path) -> Path:
    """Return the folder that a path stands for, through links."""
    return Path(os.path.realpath(folder))


def _write(path: Path, content: str | bytes) -> None:
    with path.open("wb") as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())


def _others(target: Path, name: str) -> list[str]:
    """Return the files in a report's folder that are not of the report."""
    found = sorted(path.name for path in target.iterdir()) if target.exists() else []
    if not found:
        return []
    try:
        manifest = read_manifest(target)
    except (FileNotFoundError, ValueError):
        return found
    known = manifest.get("files", ()) if manifest["name"] == name else ()
    return [file for file in found if file not in known]


def _beside(target: Path, end: str) -> Path:
    """Return a hidden folder beside a report's, which moves from one to the other in one step."""
    return target.with_name(f".{target.name}.moon-sim-{end}")


def _heal(target: Path) -> None:
    """Move a former report back, if a run was killed before it put the new one in its place."""
    if not target.exists():
        with suppress(OSError):  # there is none, or another process was quicker
            _beside(target, FORMER).rename(target)


def _clear(target: Path) -> None:
    """Delete what this run and killed ones have left beside a report."""
    for left in target.parent.glob(_beside(Path(escape(target.name)), "*").name):
        with suppress(OSError):
            if left == _beside(target, FORMER):
                done = target.exists()  # or it is all that there is
            else:
                done = time.time() - left.stat().st_mtime > STALE
            if done:
                shutil.rmtree(left)
