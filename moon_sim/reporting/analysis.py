"""A question to the odds: a package that gathers tables and writes a report about them.

A package of `analyses/` says what it asks in an `Analysis`, and its ``__main__.py`` ends with
``sys.exit(run_analysis(ANALYSIS))``. Its page is made of what the data files say, so that both
agree, and ``--page-only`` makes figures and page again without gathering.
"""

import argparse
import datetime
import inspect
import json
import platform
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import moon_sim
from moon_sim.game import whole
from moon_sim.reporting.figures import render, style
from moon_sim.reporting.folders import check_report, read_manifest, write_report
from moon_sim.reporting.markdown import paragraph
from moon_sim.reporting.pages import html_page
from moon_sim.reporting.programs import start_of, words_of
from moon_sim.reporting.runs import Run, read_table, table_text
from moon_sim.running import end_with_parent, listen, run_program, thread_count

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Analysis", "Page", "Run", "made_by", "run_analysis"]

PAGE, HTML = "README.md", "index.html"
PACKAGES = ("numpy", "numba", "scipy", "pandas", "matplotlib", "statsmodels")
FAILED, INTERRUPTED = 2, 130


class Page(NamedTuple):
    """A report's words and figures.

    Attributes
    ----------
    text : str
        Markdown. Its first line asks the question ("# How ...?"), and the paragraph after it
        answers.
    figures : dict of str to Figure
        By their names without ending.
    """

    text: str
    figures: "dict[str, Figure]"


@dataclass(frozen=True)
class Analysis:
    """A question, how its data are gathered, and how they are told.

    Attributes
    ----------
    name : str
        The package's name, and its report's folder's under ``reports/``.
    about : str
        The package's docstring. Its first line is the question.
    full, quick : int
        How many of its units it looks at, and how many with ``--quick``.
    unit : str
        What it counts, in the plural: "hands".
    gather : callable
        From a `Run` to the tables by the names of their files, "x.csv". A function of the
        package. The same seed gives the same tables. A trump is given as text.
    page : callable
        From the tables as the files have them (see `read_table`) and the manifest to a `Page`.
    needs : tuple of str
        Analyses whose tables it reads, in the same folder.
    options : callable, optional
        Adds arguments of its own to a parser. Their values are in `Run.options` and, each by its
        name, in the manifest.
    quick_options : mapping
        Defaults of these arguments with ``--quick``.
    least : int
        The smallest count that makes sense.
    """

    name: str
    about: str
    full: int
    quick: int
    unit: str
    gather: "Callable[[Run], dict[str, pd.DataFrame]]"
    page: "Callable[[dict[str, pd.DataFrame], dict[str, Any]], Page]"
    needs: tuple[str, ...] = ()
    options: Callable[[argparse.ArgumentParser], object] | None = None
    quick_options: Mapping[str, Any] = field(default_factory=dict)
    least: int = 1

    @property
    def folder(self) -> Path:
        """The folder of the analyses, in which this one is the package, or script, of its name."""
        file = Path(inspect.getfile(self.gather)).resolve()
        for package in file.parents:
            if package.name == self.name and (package / "__main__.py").exists():
                return package.parent
        return file.parent


def made_by(manifest: Mapping[str, Any], but: str = "") -> list[str]:
    """Return how a report's data were made, for the end of its page.

    Parameters
    ----------
    manifest : mapping
        As `Analysis.page` gets it.
    but : str
        What may differ from run to run, to follow "the same data": ", but for ...".

    Returns
    -------
    list of str
        Lines of Markdown.

    Examples
    --------
    >>> about = {"command": "python a.py", "date": "2026-01-31", "seconds": 1200, "versions": {}}
    >>> made_by(about | {"versions": {"moon_sim": "0.1.0", "python": "3.11.7"}})[0]
    '`python a.py`, 2026-01-31, 1,200 s; moon_sim 0.1.0, python 3.11.7.'
    """
    versions = ", ".join(f"{name} {number}" for name, number in manifest["versions"].items())
    return [
        *paragraph(
            f"`{manifest['command']}`, {manifest['date']}, {manifest['seconds']:,} s; {versions}."
        ),
        *paragraph(f"The same seed and versions give the same data{but}."),
    ]


def run_analysis(analysis: Analysis, words: list[str] | None = None) -> int:
    """Run an analysis as a command, and write its report in whole or not at all.

    Parameters
    ----------
    analysis : Analysis
    words : list of str, optional
        The command's arguments; by default the program's own.

    Returns
    -------
    int
        The exit code: 0, 2 for what can't be read or written, 130 after Ctrl-C.

    Raises
    ------
    SystemExit
        If the arguments are wrong (2), or ask for help (0).
    """
    args, own = _arguments(analysis, words)
    said = "stopped; nothing was written"
    try:
        end_with_parent()
        listen()
        check_report(args.out, analysis.name)
        if args.page_only:
            data, manifest = _gathered_before(analysis, args.out)
        else:
            data, manifest = _gathered(analysis, args, own)
        files = _pages(analysis, data, manifest)
        said = "stopped; the report is whole, the former one or the new"
        write_report(args.out, manifest, {**data, **files})
    except KeyboardInterrupt:
        print(said, file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except _ReportError as error:
        message = str(error)
    except BrokenProcessPool:
        message = "a process was ended from outside, perhaps for want of memory"
    else:
        return 0
    print(f"{analysis.name}: {message}", file=sys.stderr)
    return FAILED


class _ReportError(Exception):
    """A report that a run can't use: the message says why, and what to do."""


# --- The arguments ----------------------------------------------------------------------------


def _arguments(
    analysis: Analysis, words: list[str] | None
) -> tuple[argparse.Namespace, argparse.Namespace]:
    """Return the command's arguments, checked, and those of them that are the analysis' own."""
    parser = argparse.ArgumentParser(description=analysis.about.splitlines()[0])
    size = f"{analysis.quick:,} {analysis.unit} instead of {analysis.full:,}"
    parser.add_argument("--quick", action="store_true", help=f"{size}, to see that all works")
    parser.add_argument("--count", type=int, help=f"so many {analysis.unit}")
    parser.add_argument("--seed", type=int, default=1, help="decides the sample (default 1)")
    parser.add_argument("--processes", type=int, help="default: one for each core")
    parser.add_argument(
        "--out",
        type=Path,
        help=f"folder of the report (default: reports/{analysis.name}, with --quick "
        f"reports-quick/{analysis.name})",
    )
    parser.add_argument(
        "--page-only",
        action="store_true",
        help="write figures and page again from the data that the folder has",
    )
    shared = vars(parser.parse_args([]))
    if analysis.options:
        analysis.options(parser)
    parser.set_defaults(count=analysis.full)
    args = parser.parse_args(words)
    if args.quick:
        parser.set_defaults(count=analysis.quick, **analysis.quick_options)
        args = parser.parse_args(words)
    try:
        whole(args.count, "--count", analysis.least)
        whole(args.seed, "--seed", 0)
        args.processes = thread_count(args.processes)
    except ValueError as error:
        parser.error(str(error))
    if args.out is None:
        # A quick look never takes the place of the full report.
        reports = "reports-quick" if args.quick else "reports"
        args.out = analysis.folder.parent / reports / analysis.name
    own = {name: value for name, value in vars(args).items() if name not in shared}
    return args, argparse.Namespace(**own)


def _command(analysis: Analysis, args: argparse.Namespace, own: argparse.Namespace) -> str:
    """Return the command that gives the same data again."""
    words: list[object] = [*words_of(analysis.folder, analysis.name), "--seed", args.seed]
    words += ["--count", args.count, *(["--quick"] if args.quick else [])]
    for name, value in vars(own).items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            words += [option] if value else []
        elif value is not None:
            values = value if isinstance(value, list | tuple) else [value]
            words += [option, *(f"{one:g}" if isinstance(one, float) else one for one in values)]
    return shlex.join(map(str, words))


# --- The data ---------------------------------------------------------------------------------


def _gathered(
    analysis: Analysis, args: argparse.Namespace, own: argparse.Namespace
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return new data files, and the manifest that says how they were made."""
    tables = {name: _needed(analysis, name, args) for name in analysis.needs}
    started = time.monotonic()
    with Run(args.seed, args.count, args.quick, args.processes, own, tables) as run:
        data = {name: table_text(table) for name, table in analysis.gather(run).items()}
    return data, {
        "name": analysis.name,
        "seed": args.seed,
        "count": args.count,
        "quick": args.quick,
        **vars(own),
        "command": _command(analysis, args, own),
        "versions": _versions(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "seconds": round(time.monotonic() - started),
        "processes": args.processes,
        "tables": list(data),
    }


def _gathered_before(analysis: Analysis, folder: Path) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the data files of a report that is there."""
    try:
        manifest = read_manifest(folder)
    except ValueError as error:
        raise _ReportError(error) from None
    if manifest["name"] != analysis.name:
        raise _ReportError(f"{folder}: expected a report {analysis.name}, got {manifest['name']}")
    names = manifest.get("tables", [])
    data = {name: (folder / name).read_text(encoding="utf-8") for name in names}
    return data, manifest


def _needed(analysis: Analysis, name: str, args: argparse.Namespace) -> Path:
    """Return the folder of an analysis that this one needs, made first if it is not there."""
    folder: Path = args.out.parent / name
    words = ["--seed", str(args.seed), *(["--quick"] if args.quick else [])]
    words += ["--out", str(folder)]
    made = False
    while True:
        try:
            manifest = read_manifest(folder)
            break
        except ValueError as error:
            raise _ReportError(error) from None
        except FileNotFoundError:
            if made:
                raise
        processes = ["--processes", str(args.processes)]
        command, environment = start_of(analysis.folder, name, [*words, *processes])
        if code := run_program(command, environment):
            raise _ReportError(f"{name}, which makes {folder}, ended with exit code {code}")
        made = True
    for key, wanted in (("name", name), ("seed", args.seed), ("quick", args.quick)):
        if manifest.get(key) != wanted:
            again = shlex.join([*words_of(analysis.folder, name), *words])
            raise _ReportError(
                f"{folder}: expected a report with {key} {json.dumps(wanted)}, got "
                f"{json.dumps(manifest.get(key))}; run {again}"
            )
    return folder


def _versions() -> dict[str, str]:
    found = {"moon_sim": moon_sim.__version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


# --- The page ---------------------------------------------------------------------------------


def _pages(
    analysis: Analysis, data: dict[str, str], manifest: dict[str, Any]
) -> dict[str, str | bytes]:
    """Return the page and its figures by the names of their files."""
    frames = {name: read_table(text) for name, text in data.items()}
    with style():
        text, figures = analysis.page(frames, manifest)
        drawn = {
            f"{name}.{kind}": content
            for name, figure in figures.items()
            for kind, content in render(figure).items()
        }
    question = text.splitlines()[0].lstrip("# ")
    return {PAGE: text, HTML: html_page(question, text, drawn), **drawn}
