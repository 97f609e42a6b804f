"""The command line's end towards people and shells: stdin, tables, progress, errors."""

import errno
import json
import os
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, suppress
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.main import get_command

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress

LONGEST_LINE = 1_000
"""Characters of a line on stdin: more than any hand or deal takes."""

LONGEST_ERROR = 300
"""Characters of an error message, which may quote what was read."""

BYTE_ORDER_MARKS = ("\ufeff", "ï»¿", "\udcef\udcbb\udcbf")
"""The mark that some programs put before UTF-8: read as such, as cp1252 and as lenient ASCII."""

USUAL = 80
"""Columns of a screen that does not tell."""

NARROWEST = 40
"""Columns that trees take on the narrowest screen."""

INTERRUPTED = 130
"""The exit code by which an analysis tells that it caught a Ctrl-C."""

UsageError: Any = typer.BadParameter.__base__
"""What typer raises for wrong arguments: click's, or in later versions a copy of its own."""


def read_lines(words: Sequence[str] | None, name: str) -> Iterator[tuple[str, str]]:
    """Read the tiles that the arguments write, or those of each line on stdin.

    Yields
    ------
    where : str
        What an error begins with: the line's number.
    text : str
        The tiles.
    """
    text = " ".join(words or ())
    if words and text != "-":
        yield "", text
        return
    if sys.stdin is None or (not words and sys.stdin.isatty()):
        raise ValueError(f"missing {name}; see --help")
    none = True
    for number in count(1):
        where = f"line {number}: "
        try:
            line = sys.stdin.readline(LONGEST_LINE)
        except UnicodeDecodeError:
            raise ValueError(f"{where}expected the {name}, got what is no text") from None
        if not line:
            break
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            raise ValueError(f"{where}expected the {name}, got over {LONGEST_LINE} characters")
        for mark in BYTE_ORDER_MARKS:
            line = line.removeprefix(mark)
        if text := line.strip():
            none = False
            yield where, text
    if none:
        raise ValueError(f"expected the {name} on stdin, got nothing")


def read_text(words: Sequence[str] | None, name: str) -> str:
    """Return the tiles that the arguments write, or those of the one line on stdin."""
    (_, text), *more = islice(read_lines(words, name), 2)
    if more:
        raise ValueError(f"expected one line with the {name} on stdin, got more")
    return text


def print_json(value: object, line: bool = False) -> None:
    """Print a value for programs to read: indented, or on one line."""
    print(json.dumps(value, indent=None if line else 2, allow_nan=False), flush=True)


def show(*parts: "RenderableType", style: str | None = None) -> None:
    """Print sentences and tables."""
    from rich.console import Console

    from moon_sim.display import fitted

    console = Console(highlight=False)
    screen = console.width or USUAL
    console.width = max(screen, NARROWEST)
    for part in parts:
        for piece in fitted(part, screen):
            console.print(piece, style=style, soft_wrap=isinstance(piece, str))


@contextmanager
def progress_bar(what: str = "solving") -> "Iterator[Callable[[int, int], None]]":
    """Show a bar on stderr for work that takes over a second, where stderr is a terminal."""
    bar: Progress | None = None
    started = time.monotonic()

    def report(done: int, total: int) -> None:
        nonlocal bar
        if bar is None and time.monotonic() - started > 1 and sys.stderr.isatty():
            bar = _bar(what)
            bar.start()
        if bar:
            bar.update(bar.task_ids[0], completed=done, total=total)

    try:
        yield report
    finally:
        if bar:
            bar.stop()


def _bar(what: str) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(what),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task("", total=None)
    return bar


# --- Errors -----------------------------------------------------------------------------------


def run(app: typer.Typer, args: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: errors take one line on stderr and exit code 2.

    Without `args` the process is the program, and behaves as shells expect of one. With `args` it
    is the host's own: signals and warnings stay its, and Ctrl-C reaches it.
    """
    words = list(sys.argv[1:] if args is None else args)
    debug = "--debug" in words  # before the command's name or after it
    words = [word for word in words if word != "--debug"]
    with ExitStack() as stack:
        if sys.stderr is None:
            nowhere = stack.enter_context(Path(os.devnull).open("w"))
            stack.enter_context(redirect_stderr(nowhere))
        if args is None:
            stack.enter_context(_whole_process())
        sys.exit(_code(app, words or ["--help"], debug))


def _code(app: typer.Typer, words: list[str], debug: bool) -> int:
    """Run a command; return its exit code."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), "stdout")
        code = _invoke(app, words)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # where no signal tells of it
        return 1
    except (UsageError, ValueError, TypeError, OSError) as error:
        with suppress(AttributeError, OSError):  # None, or full
            sys.stdout.flush()
        if debug:
            traceback.print_exc()
        print(f"moon-sim: {_message(error)}", file=sys.stderr)
        return 2


def _invoke(app: typer.Typer, words: list[str]) -> int:
    """Run a command as `app(words)` does, which changes the host's hooks, streams and Ctrl-C."""
    command = get_command(app)
    try:
        with command.make_context(app.info.name, words) as context:
            command.invoke(context)
    except typer.Exit as end:  # after --help and --version
        return end.exit_code
    return 0


@contextmanager
def _whole_process() -> Iterator[None]:
    """Behave as shells expect of a program: closed pipes and Ctrl-C end it as signals do."""
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    with warnings.catch_warnings():
        warnings.showwarning = _warn
        try:
            yield
        except KeyboardInterrupt:
            _drain()
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)
        finally:
            _drain()


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
