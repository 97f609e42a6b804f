"""A question to the odds: a script that gathers tables and writes a report about them.

A script of `analyses/` says what it asks in an `Analysis`, and ends with
``sys.exit(run_analysis(ANALYSIS))``. Its page is made of what the data files say, so that both
agree, and ``--page-only`` makes figures and page again without gathering.
"""

import argparse
import datetime
import inspect
import io
import json
import platform
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import moon_sim
from moon_sim.checks import whole
from moon_sim.figures import render, style
from moon_sim.parallel import thread_count
from moon_sim.report import check_report, read_manifest, write_report
from moon_sim.workers import Workers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Analysis", "Page", "Run", "read_table", "run_analysis"]

PAGE = "README.md"
PACKAGES = ("numpy", "numba", "scipy", "pandas", "matplotlib", "statsmodels")
NAN = "nan"
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
        The script's name, and its folder's under ``reports/``.
    about : str
        The script's docstring. Its first line is the question.
    full, quick : int
        How many of its units it looks at, and how many with ``--quick``.
    unit : str
        What it counts, in the plural: "hands".
    gather : callable
        From a `Run` to the tables by the names of their files, "x.csv". A function of the
        script itself. The same seed gives the same tables. A trump is given as text.
    page : callable
        From the tables as the files have them (see `read_table`) and the manifest to a `Page`.
    needs : tuple of str
        Analyses whose tables it reads, scripts in the same folder.
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
    def script(self) -> Path:
        """The file that `gather` is written in."""
        return Path(inspect.getfile(self.gather)).resolve()


@dataclass
class Run:
    """What one run of an analysis is to do, and the means for it.

    Attributes
    ----------
    seed : int
        Decides the sample: 0 or more.
    count : int
        How many of the analysis' units.
    quick : bool
        Whether it is only to see that all works.
    processes : int
        On so many cores; the tables don't depend on it.
    options : Namespace
        The values of the analysis' own arguments.
    tables : dict of str to Path
        The folders of the analyses that this one needs.
    """

    seed: int
    count: int
    quick: bool = False
    processes: int = 1
    options: argparse.Namespace = field(default_factory=argparse.Namespace)
    tables: dict[str, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._workers = Workers(self.processes)

    def map(
        self, work: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], name: str
    ) -> list[Any]:
        """Return what a function gives for each job, in the jobs' order, using all processes.

        Parameters
        ----------
        work : callable
            A function of a module's top level. What is random in it comes from its arguments.
            In a process of its own it gets one thread unless it asks for more.
        jobs : sequence of tuple
            The arguments of each call.
        name : str
            What the progress bar is called.

        Returns
        -------
        list

        Raises
        ------
        BaseException
            What a call raises.
        """
        return self._workers.map(work, jobs, name)

    def table(self, analysis: str, file: str) -> "pd.DataFrame":
        """Return a table of an analysis that this one needs.

        Parameters
        ----------
        analysis : str
        file : str
            Its name, "x.csv".

        Returns
        -------
        DataFrame
            See `read_table`.

        Raises
        ------
        ValueError
            If the analysis is none that this one needs.
        OSError
            If the table can't be read.
        """
        if analysis not in self.tables:
            needs = ", ".join(self.tables) or "none"
            raise ValueError(f"table: expected an analysis among the needs ({needs}): {analysis!r}")
        return read_table((self.tables[analysis] / file).read_text(encoding="utf-8"))


def read_table(text: str) -> "pd.DataFrame":
    """Return a table as an analysis has written it.

    Parameters
    ----------
    text : str
        CSV.

    Returns
    -------
    DataFrame
        "nan" is NaN. Trumps are text, in columns called `trump` or ending in `_trump`, as are
        empty cells.
    """
    import pandas as pd

    head = pd.read_csv(io.StringIO(text), nrows=0).columns
    trumps = {name: str for name in head if name == "trump" or name.endswith("_trump")}
    return pd.read_csv(io.StringIO(text), dtype=trumps, na_values=[NAN], keep_default_na=False)


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
    parser.add_argument("--out", type=Path, help="folder of the report")
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
        reports = analysis.script.parents[1] / "reports"
        # A quick look never takes the place of the full report.
        args.out = (reports / "quick" if args.quick else reports) / analysis.name
    own = {name: value for name, value in vars(args).items() if name not in shared}
    return args, argparse.Namespace(**own)


def _command(analysis: Analysis, args: argparse.Namespace, own: argparse.Namespace) -> str:
    """Return the command that gives the same data again."""
    words: list[object] = ["python", f"analyses/{analysis.script.name}", "--seed", args.seed]
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
    run = Run(args.seed, args.count, args.quick, args.processes, own, tables)
    started = time.monotonic()
    with run._workers:
        gathered = analysis.gather(run)
    data = {
        name: frame.to_csv(index=False, lineterminator="\n", na_rep=NAN)
        for name, frame in gathered.items()
    }
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
    script = analysis.script.with_name(f"{name}.py")
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
        command = [sys.executable, str(script), *words, "--processes", str(args.processes)]
        code = subprocess.run(command).returncode
        if code:
            raise _ReportError(f"{script.name}, which makes {folder}, ended with exit code {code}")
        made = True
    for key, wanted in (("name", name), ("seed", args.seed), ("quick", args.quick)):
        if manifest.get(key) != wanted:
            again = shlex.join(["python", f"analyses/{script.name}", *words])
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
    return {PAGE: text, **drawn}
