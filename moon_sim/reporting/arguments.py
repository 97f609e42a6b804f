"""The arguments of an analysis as a command."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from moon_sim.game import whole
from moon_sim.reporting.programs import words_of
from moon_sim.running import check_address, thread_count

if TYPE_CHECKING:
    from moon_sim.reporting.analysis import Analysis


def arguments(
    analysis: "Analysis", words: list[str] | None
) -> tuple[argparse.Namespace, argparse.Namespace]:
    """Return a command's arguments.

    Parameters
    ----------
    analysis : Analysis
    words : list of str or None
        By default the program's own.

    Returns
    -------
    Namespace
        All of them, checked; `counts` has those of the reports that the analysis needs.
    Namespace
        Those of them that are the analysis' own.

    Raises
    ------
    SystemExit
        If the arguments are wrong (2), or ask for help (0).
    """
    parser = argparse.ArgumentParser(description=analysis.about.splitlines()[0])
    size = f"{analysis.quick:,} {analysis.unit} instead of {analysis.full:,}"
    parser.add_argument("--quick", action="store_true", help=f"{size}, to see that all works")
    parser.add_argument("--count", type=int, help=f"so many {analysis.unit}")
    parser.add_argument("--seed", type=int, default=1, help="decides the sample (default 1)")
    parser.add_argument("--processes", type=int, help="default: one for each core")
    parser.add_argument(
        "--scheduler-address",
        metavar="tcp://HOST:PORT",
        help="the scheduler of a cluster of dask.distributed, whose workers take the processes' "
        "place; it and they are started in the folder above the analyses",
    )
    parser.add_argument(
        "--out",
        type=Path,
        help=f"folder of the report (default: reports/{analysis.name}, with --quick "
        f"reports-quick/{analysis.name})",
    )
    parser.add_argument(
        "--page-only",
        action="store_true",
        help="write figures and page again from the data that the folder has, or that a run has "
        "gathered which could not make its page",
    )
    for name in analysis.needs:
        parser.add_argument(
            _count_of(name),
            type=int,
            help=f"the count of the report {name} that is read (default: that analysis' own)",
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
        if args.scheduler_address is not None:
            check_address(args.scheduler_address)
        args.counts = {name: vars(args)[f"{name}_count"] for name in analysis.needs}
        for name, count in args.counts.items():
            if count is not None:
                whole(count, _count_of(name), 1)
    except ValueError as error:
        parser.error(str(error))
    if args.out is None:
        # A quick look never takes the place of the full report.
        reports = "reports-quick" if args.quick else "reports"
        args.out = analysis.folder.parent / reports / analysis.name
    own = {name: value for name, value in vars(args).items() if name not in {*shared, "counts"}}
    return args, argparse.Namespace(**own)


def command(analysis: "Analysis", args: argparse.Namespace, own: argparse.Namespace) -> str:
    """Return the command that gives the same data again.

    Parameters
    ----------
    analysis : Analysis
    args, own : Namespace
        As `arguments` gives them.

    Returns
    -------
    str
    """
    words: list[object] = [*words_of(analysis.folder, analysis.name), "--seed", args.seed]
    words += ["--count", args.count, *(["--quick"] if args.quick else [])]
    for name, count in args.counts.items():
        words += [] if count is None else [_count_of(name), count]
    for name, value in vars(own).items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            words += [option] if value else []
        elif value is not None:
            values = value if isinstance(value, list | tuple) else [value]
            words += [option, *(f"{one:g}" if isinstance(one, float) else one for one in values)]
    return shlex.join(map(str, words))


def _count_of(name: str) -> str:
    return f"--{name.replace('_', '-')}-count"
