"""The reports, and the page of one hand: `moon-sim report`."""

import sys
import webbrowser
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

import moon_sim
from moon_sim.commands.console import INTERRUPTED, progress_bar, read_text, show
from moon_sim.commands.options import LayoutCount, SchedulerAddress, Seed, Threads
from moon_sim.reporting import programs_in, start_of
from moon_sim.running import check_writable, write_whole

ORDER = (
    "hand_odds",
    "starting_hands",
    "trump_choice",
    "widow_and_discard",
    "leads",
    "shoot_the_moon",
    "bidding",
    "bad_breaks",
    "defending",
    "true_odds",
    "at_the_table",
    "samples",
)
"""The reports in the order in which a player asks; others follow by name."""

FIRST = ("samples",)
"""Analyses whose tables others read: run before them, they are not run twice."""

README, MANIFEST, INDEX = "README.md", "manifest.json", "index.html"

HAND = "hand"
"""The first word that asks for the page of a hand."""

PROOF = 10.0
"""Seconds for the best defence on a hand's page."""


def report(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAMES | hand TILES",
            help="The analyses to run, all by default; or hand and your 7 tiles.",
            show_default=False,
        ),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Small samples, in seconds, to see that all works."),
    ] = False,
    open_: Annotated[bool, typer.Option("--open", help="Show the page in the browser.")] = False,
    seed: Seed = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="The folder of the reports (default: reports; with --quick reports-quick), or "
            "the file of a hand's page (default: hand-TILES.html).",
            show_default=False,
        ),
    ] = None,
    analyses: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder of the analyses (default: analyses, here or beside the package).",
            show_default=False,
        ),
    ] = None,
    index_only: Annotated[
        bool, typer.Option("--index-only", help="Run nothing; write the page of all reports.")
    ] = False,
    layouts: LayoutCount = None,
    threads: Threads = None,
    scheduler_address: SchedulerAddress = None,
) -> None:
    """Run the analyses and write their reports, and a page of them all; or the page of one hand.

    A run that was ended goes on where it was, when it is asked for again.

    A hand's page: its odds by trump and bid, what each widow does to it, and what beats it; exact.
    """
    names = words or []
    if names[:1] == [HAND]:
        _refuse(
            f"report {HAND}",
            quick=quick,
            index_only=index_only,
            analyses=analyses,
            scheduler_address=scheduler_address,
        )
        page = _write_hand(names[1:], out, layouts, seed, threads)
    else:
        _refuse("the reports", layouts=layouts, threads=threads)
        folder = out or Path("reports-quick" if quick else "reports")
        if index_only:
            _refuse(
                "--index-only",
                NAME=names,
                quick=quick and out,
                seed=seed,
                analyses=analyses,
                scheduler_address=scheduler_address,
            )
        else:
            _run_analyses(names, folder, analyses, quick, seed, scheduler_address)
        page = _write_index(folder)
    print(page)
    if open_ and not webbrowser.open(page.resolve().as_uri()):
        show("No browser found: open the page yourself.", style="dim")


def _refuse(what: str, **options: object) -> None:
    """Refuse options that would be ignored."""
    for name, value in options.items():
        if value is not None and value is not False and value != []:
            shown = name if name.isupper() else f"--{name.replace('_', '-')}"
            raise ValueError(f"{shown} means nothing for {what}: leave it out")


# --- The analyses -----------------------------------------------------------------------------


def _run_analyses(
    names: Sequence[str],
    folder: Path,
    analyses: Path | None,
    quick: bool,
    seed: int | None,
    scheduler_address: str | None,
) -> None:
    from moon_sim.running import run_program

    place, found = _found(analyses)
    if unknown := [name for name in names if name not in found]:
        known = ", ".join(_ordered(found))
        raise ValueError(
            f"no analysis {unknown[0]!r}: there are {known}; {HAND} stands alone, before 7 tiles"
        )
    wanted = _ordered(set(names) or found)
    wanted.sort(key=lambda name: name not in FIRST)
    if folder.exists():
        check_writable(folder / INDEX)
    for number, name in enumerate(wanted, 1):
        if sys.stderr.isatty():
            print(f"{name} ({number} of {len(wanted)})", file=sys.stderr)
        options = ["--out", str(folder / name), *(["--quick"] if quick else [])]
        options += [] if seed is None else ["--seed", str(seed)]
        options += ["--scheduler-address", scheduler_address] if scheduler_address else []
        code = run_program(*start_of(place, name, options))
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        if code != 0:
            raise ChildProcessError(
                f"the analysis {name} failed with exit code {code}; its former report, if any, "
                "is as it was"
            )
        print(folder / name / README)


def _ordered(names: Iterable[str]) -> list[str]:
    places = {name: place for place, name in enumerate(ORDER)}
    return sorted(names, key=lambda name: (places.get(name, len(ORDER)), name))


def _found(folder: Path | None) -> tuple[Path, list[str]]:
    """Return the folder of the analyses, and their names."""
    beside = Path(moon_sim.__file__).parents[1] / "analyses"
    places = [folder] if folder else [Path("analyses"), beside]
    for place in places:
        if found := programs_in(place):
            return place, found
    tried = " and ".join(str(place) for place in places)
    raise ValueError(f"found no analyses in {tried}: name their folder with --analyses")


def _write_index(folder: Path) -> Path:
    """Write the page of all reports in a folder."""
    from moon_sim.reporting import Report, index_page, read_manifest, reports_in

    names = [name for name in reports_in(folder) if (folder / name / README).is_file()]
    reports = []
    for name in _ordered(names):
        files = {path.name: path.read_bytes() for path in (folder / name).iterdir()}
        markdown = files.pop(README).decode("utf-8")
        reports.append(Report(name, markdown, files, read_manifest(folder / name)))
    if not reports:
        raise ValueError(f"{folder}: expected folders with {README} and {MANIFEST}, got none")
    page = folder / INDEX
    write_whole(page, index_page(reports))
    return page


# --- One hand ---------------------------------------------------------------------------------


def _write_hand(
    words: Sequence[str],
    out: Path | None,
    layouts: int | None,
    seed: int | None,
    threads: int | None,
) -> Path:
    """Write the page of a hand."""
    from moon_sim.game import as_mask, format_tiles

    tiles = read_text(words, "hand")
    name = format_tiles(as_mask(tiles, "hand", 7)).replace("-", "").replace(" ", "-")
    page = out or Path(f"hand-{name}.html")
    check_writable(page)
    from moon_sim.defence import brackets
    from moon_sim.game import target
    from moon_sim.odds import bid_odds
    from moon_sim.reporting import example, hand_page, load_matplotlib

    load_matplotlib()
    with progress_bar() as progress:
        odds = bid_odds(tiles, layouts, seed, source="computed", threads=threads, progress=progress)
    case = example(odds)
    bracket = None
    with progress_bar() as progress:
        for bracket in brackets(case.hand, case.discard, case.trump, target(case.bid), PROOF):
            progress(bracket.n - (bracket.high - bracket.low), bracket.n)
    assert bracket is not None, "there is always a first bracket"
    write_whole(page, hand_page(odds, bracket))
    return page
