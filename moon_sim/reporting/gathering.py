"""The data of an analysis: gathered anew, or as an earlier run has left them."""

import argparse
import datetime
import json
import shlex
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import moon_sim
from moon_sim.atlas import HOLDINGS, AtlasError, installed
from moon_sim.game import LAYOUTS
from moon_sim.reporting.arguments import command
from moon_sim.reporting.finished import FinishedJobs
from moon_sim.reporting.folders import read_manifest
from moon_sim.reporting.manifests import source
from moon_sim.reporting.programs import programs_in, start_of, words_of
from moon_sim.reporting.runs import Run, table_text
from moon_sim.running import cluster_client, code_of, run_program

if TYPE_CHECKING:
    from moon_sim.reporting.analysis import Analysis


class ReportError(Exception):
    """A report that a run can't use: the message says why, and what to do."""


def gathered(
    analysis: "Analysis", args: argparse.Namespace, own: argparse.Namespace, pieces: Path
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return new data files, and how they were made.

    Parameters
    ----------
    analysis : Analysis
    args, own : Namespace
        As `arguments` gives them.
    pieces : Path
        Where jobs that are finished are kept.

    Returns
    -------
    dict of str to str
        The files by their names.
    dict
        The manifest.

    Raises
    ------
    ReportError
        If a report that the analysis needs can't be made, or is another one than it asks for.
    PiecesError
        If another process makes this report.
    AtlasError
        If the analysis needs the atlas of all holdings, and there is none.
    OSError
        If such a report can't be read, or the cluster is gone.
    BaseException
        What the analysis raises.
    """
    made = source(analysis.folder)  # as the code is now, whatever is edited while it runs
    if analysis.atlas:
        made["atlas"] = _atlas_of_all()
    tables = {name: _needed(analysis, name, args) for name in analysis.needs}
    started = time.monotonic()
    settings = {
        "analysis": analysis.name,
        "code": code_of(Path(moon_sim.__file__).parent, analysis.folder),
        **made["versions"],
        **({"atlas": made["atlas"]["sha256"]} if analysis.atlas else {}),
    }
    with (
        FinishedJobs(pieces, settings) as finished,
        cluster_client(args.scheduler_address) as client,
        Run(
            args.seed, args.count, args.quick, args.processes, own, tables, client, finished
        ) as run,
    ):
        data = {name: table_text(table) for name, table in analysis.gather(run).items()}
        processes = run.worker_count()
    return data, {
        "name": analysis.name,
        "seed": args.seed,
        "count": args.count,
        "quick": args.quick,
        **vars(own),
        "command": command(analysis, args, own),
        **made,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "seconds": round(time.monotonic() - started),
        "processes": processes,
        "tables": list(data),
    }


def gathered_before(analysis: "Analysis", folder: Path) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the data files of a report that is there, and how they were made.

    Parameters
    ----------
    analysis : Analysis
    folder : Path

    Returns
    -------
    dict of str to str
        The files by their names.
    dict
        The manifest.

    Raises
    ------
    ReportError
        If it is another analysis' report.
    OSError
        If it can't be read.
    """
    try:
        manifest = read_manifest(folder)
    except ValueError as error:
        raise ReportError(error) from None
    if manifest["name"] != analysis.name:
        raise ReportError(f"{folder}: expected a report {analysis.name}, got {manifest['name']}")
    names = manifest.get("tables", [])
    data = {name: (folder / name).read_text(encoding="utf-8") for name in names}
    return data, manifest


def check_needs(analysis: "Analysis") -> None:
    """Look for the analyses that one needs, before any work is done.

    Parameters
    ----------
    analysis : Analysis

    Raises
    ------
    ReportError
        If one of them is not there.
    """
    there = programs_in(analysis.folder)
    for name in analysis.needs:
        if name not in there:
            raise ReportError(f"needs {name}, and {analysis.folder} has no such analysis")


def _needed(analysis: "Analysis", name: str, args: argparse.Namespace) -> Path:
    """Return the folder of an analysis that this one needs, made first if it is not there."""
    folder: Path = args.out.parent / name
    count = args.counts[name]
    words = ["--seed", str(args.seed), *(["--quick"] if args.quick else [])]
    words += ["--count", str(count)] if count else []
    words += ["--out", str(folder)]
    made = False
    while True:
        try:
            manifest = read_manifest(folder)
            break
        except ValueError as error:
            raise ReportError(error) from None
        except FileNotFoundError:
            if made:
                raise
        by = ["--processes", str(args.processes)]
        if args.scheduler_address:
            by += ["--scheduler-address", args.scheduler_address]
        if code := run_program(*start_of(analysis.folder, name, [*words, *by])):
            raise ReportError(f"{name}, which makes {folder}, ended with exit code {code}")
        made = True
    expected = {
        "name": name,
        "seed": args.seed,
        "quick": args.quick,
        "count": count or _usual_count(analysis, name, args.quick),
    }
    for key, wanted in expected.items():
        if manifest.get(key) != wanted:
            again = shlex.join([*words_of(analysis.folder, name), *words])
            raise ReportError(
                f"{folder}: expected a report with {key} {json.dumps(wanted)}, got "
                f"{json.dumps(manifest.get(key))}; run {again}"
            )
    return folder


def _atlas_of_all() -> dict[str, Any]:
    """Return which atlas there is, if it has all holdings."""
    atlas = installed()
    told = atlas.manifest
    if (built := told["exact"] + told["sampled"]) < HOLDINGS:
        raise AtlasError(
            f"{atlas.folder}: expected an atlas of all {HOLDINGS:,} holdings, got {built:,}"
        )
    return {
        "exact": told["exact"],
        "sampled": told["sampled"],
        "layouts": atlas.sample.layouts if atlas.sample else LAYOUTS,
        "sha256": told["files"]["wins.npy"]["sha256"],
    }


def _usual_count(analysis: "Analysis", name: str, quick: bool) -> int:
    """Return how many of its units another analysis looks at, if it is not told."""
    other: Analysis = import_module(f"{analysis.folder.name}.{name}").ANALYSIS
    return other.quick if quick else other.full
