"""The command line's end towards people and shells: stdin, tables, progress, errors."""

import errno
import json
import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn

import typer

__all__ = ["print_json", "progress_bar", "read_text", "run", "show"]

LONGEST_INPUT = 10_000
"""Characters read from stdin: more than any hand or deal takes."""

LONGEST_ERROR = 300
"""Characters of an error message, which may quote what was read."""

TABLE_WIDTH = 80
"""Columns that every table fits into; on a narrower screen, a cut number would mislead."""

INTERRUPTED = 130
"""The exit code by which typer tells that it caught a Ctrl-C."""

UsageError: Any = typer.BadParameter.__base__
"""What typer raises for wrong arguments: click's, or in later versions a copy of its own."""


def read_text(words: Sequence[str] | None, name: str) -> str:
    """Return the tiles that the arguments write, or those on stdin."""
    text = " ".join(words or ())
    if words and text != "-":
        return text
    if sys.stdin is None or (not words and sys.stdin.isatty()):
        raise ValueError(f"missing {name}; see --help")
    try:
        read = sys.stdin.read(LONGEST_INPUT)
    except UnicodeDecodeError:
        raise ValueError(f"expected the {name} on stdin, got what is no text") from None
    lines = [line for line in read.splitlines() if line.strip()]
    if len(lines) != 1:
        found = f"{len(lines)}{' or more' if len(read) == LONGEST_INPUT else ''}"
        raise ValueError(f"expected one line with the {name} on stdin, got {found}")
    return lines[0].strip()


def print_json(value: object) -> None:
    """Print a value for programs to read."""
    print(json.dumps(value, indent=2, allow_nan=False))


def show(*parts: object, style: str | None = None) -> None:
    """Print sentences and tables."""
    from rich.console import Console

    console = Console(highlight=False)
    wrapped = console.width or TABLE_WIDTH
    console.width = max(wrapped, TABLE_WIDTH)
    for part in parts:
        if isinstance(part, str):
            glued = part.replace(" %", "\N{NO-BREAK SPACE}%")
            part = fill(glued, wrapped, break_long_words=False, break_on_hyphens=False)
            part = part.replace("\N{NO-BREAK SPACE}", " ")
        console.print(part, style=style, soft_wrap=isinstance(part, str))


@contextmanager
def progress_bar() -> "Iterator[Callable[[int, int], None]]":
    """Show a bar on stderr for work that takes over a second, where stderr is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("solving"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    task = bar.add_task("", total=None)
    started = time.monotonic()

    def report(done: int, total: int) -> None:
        if not bar.live.is_started and time.monotonic() - started > 1:
            bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield report
    finally:
        bar.stop()


# --- Errors -----------------------------------------------------------------------------------


def run(app: typer.Typer, args: Sequence[str] | None = None) -> NoReturn:
    """Run a command and end the process: errors take one line on stderr and exit code 2."""
    words = list(sys.argv[1:] if args is None else args)
    debug = "--debug" in words  # before the command's name or after it
    words = [word for word in words if word != "--debug"]
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a closed pipe ends the program quietly
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  # to the program's end
    warnings.showwarning = _warn
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), "stdout")
        code = app(words or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except (UsageError, ValueError, TypeError, OSError) as error:
        _drain()
        if debug:
            traceback.print_exc()
        print(f"moon-sim: {_message(error)}", file=sys.stderr)
        sys.exit(2)
    if code == INTERRUPTED:
        _die_of(signal.SIGINT)
    sys.exit(code or 0)


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Say a warning in one line, as errors are."""
    print(f"moon-sim: {' '.join(str(message).split())}", file=sys.stderr)


def _message(error: Exception) -> str:
    if isinstance(error, UsageError):
        message = error.format_message()
    elif isinstance(error, OSError) and error.strerror:
        message = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        message = str(error)
    line = " ".join(message.split())
    half = LONGEST_ERROR // 2
    return line if len(line) <= LONGEST_ERROR else f"{line[:half]} ... {line[-half:]}"


def _drain() -> None:
    """Flush stdout; where it can't take what is left, close it, or Python complains at its end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            sys.stdout.close()


def _die_of(number: int) -> None:
    """End as a process does that a signal ended, so that shells see what happened."""
    signal.signal(number, signal.SIG_DFL)
    _drain()
    signal.raise_signal(number)
