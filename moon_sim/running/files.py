"""Files appear whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EISDIR, ENOSPC
from pathlib import Path

SPACE = 10_000_000
"""Bytes that a disk must have free: more than a report or a page takes."""


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that readers see the old content or the new, and nothing between.

    Parameters
    ----------
    path : Path
        A file that is replaced, or a device such as /dev/stdout, which is written to.
    content : str or bytes
        Text is written as UTF-8.

    Raises
    ------
    OSError
        If the file can't be written; the former one is left as it was.
    """
    data = content.encode() if isinstance(content, str) else content
    with blamed_on(path):
        if _is_device(path):
            path.write_bytes(data)
            return
        target = _target(path)
        handle, name = tempfile.mkstemp(prefix=".moon-sim-", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
            Path(name).chmod(mode)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def check_writable(path: Path) -> None:
    """Raise the OSError that `write_whole` would, before hours of work are done for it."""
    with blamed_on(path):
        if path.is_dir():
            raise OSError(EISDIR, os.strerror(EISDIR))
        if path.exists() and not os.access(path, os.W_OK):  # its folder would let us replace it
            raise OSError(EACCES, os.strerror(EACCES))
        if not _is_device(path):
            check_space(_target(path).parent)


def check_space(folder: Path) -> None:
    """Raise an OSError if a folder takes no new files, or its disk is full.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    OSError
    """
    with tempfile.TemporaryFile(dir=folder):
        pass
    if shutil.disk_usage(folder).free < SPACE:
        raise OSError(ENOSPC, os.strerror(ENOSPC))


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _target(path: Path) -> Path:
    """Return the file that a path stands for, through links."""
    return Path(os.path.realpath(path))


@contextmanager
def blamed_on(path: Path) -> Iterator[None]:
    """Let errors name the file that was asked for, not the temporary one in its place."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
