"""A question to the odds: a package that gathers tables and writes a report about them.

A package of `analyses/` says what it asks in an `Analysis`, and its ``__main__.py`` ends with
``sys.exit(run_analysis(ANALYSIS))``. Its page is made of what the data files say, so that both
agree, and ``--page-only`` makes figures and page again without gathering.
"""

import argparse
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from moon_sim.atlas import AtlasError
from moon_sim.reporting.arguments import arguments
from moon_sim.reporting.figures import load_matplotlib, render, style
from moon_sim.reporting.finished import forget
from moon_sim.reporting.folders import check_report, remove_report, write_report
from moon_sim.reporting.gathering import ReportError, check_needs, gathered, gathered_before
from moon_sim.reporting.pages import html_page
from moon_sim.reporting.runs import Run, read_table
from moon_sim.running import PiecesError, end_with_parent, listen

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PAGE, HTML = "README.md", "index.html"
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
    atlas : bool
        Whether it counts all hands or holdings of the atlas, which has to have them all then.
        The manifest says which atlas it was.
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
    atlas: bool = False

    @property
    def folder(self) -> Path:
        """The folder of all analyses, in which this one is the package of its name."""
        file = Path(inspect.getfile(self.gather)).resolve()
        package = next((path for path in file.parents if path.name == self.name), file.parent)
        return package.parent


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
    Exception
        What gathering or the page raises; a note says where the data are, if they are gathered.
    """
    args, own = arguments(analysis, words)
    kept = Path(f"{os.path.realpath(args.out)}-gathered")
    pieces = Path(f"{os.path.realpath(args.out)}-pieces")
    said, rest = "stopped; nothing was written", ""
    try:
        end_with_parent()
        listen()
        load_matplotlib()
        for folder in (args.out, kept):
            check_report(folder, analysis.name)
        if not args.page_only:
            check_needs(analysis)
            data, manifest = gathered(analysis, args, own, pieces)
            write_report(kept, manifest, data)
            forget(pieces)
        unfinished = kept.is_dir()
        data, manifest = gathered_before(analysis, kept if unfinished else args.out)
        if unfinished:
            said, rest = "stopped", f"; the data are in {kept}: --page-only goes on from there"
        files = _pages(analysis, data, manifest)
        write_report(args.out, manifest, {**data, **files})
        if unfinished:
            said, rest = "stopped; the new report is whole", ""
            remove_report(kept, analysis.name)
    except KeyboardInterrupt:
        message, code = "stopped" if pieces.exists() else said, INTERRUPTED
    except OSError as error:
        message, code = f"{analysis.name}: {_told(error)}", FAILED
    except (ReportError, PiecesError, AtlasError) as error:
        message, code = f"{analysis.name}: {error}", FAILED
    except Exception as error:
        if rest := rest or _left(pieces):
            error.add_note(rest.removeprefix("; "))
        raise
    else:
        return 0
    print(f"{message}{rest or _left(pieces)}", file=sys.stderr)
    return code


def _told(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _left(pieces: Path) -> str:
    """Return what to do where some jobs are finished."""
    if not pieces.exists():
        return ""
    return f"; what is finished is in {pieces}: the same command goes on from there"


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
