"""The atlas: `moon-sim atlas build`, `pack`, `verify` and `info`."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from moon_sim.commands.console import print_json, progress_bar, show
from moon_sim.commands.options import (
    HouseRules,
    Json,
    SchedulerAddress,
    Seed,
    Threads,
    Workers,
    house_rules,
    whole_number,
)

if TYPE_CHECKING:
    from moon_sim.atlas import Atlas, Sample

PIECES_FILE = Path("atlas.pieces")

PiecesFile = Annotated[
    Path,
    typer.Option("--pieces", metavar="FILE", help="The file of finished pieces."),
]
SampleSize = Annotated[
    int | None,
    typer.Option(
        "--layouts",
        parser=whole_number(1, 1716),
        metavar="N",
        help="Choose each plan on a sample of so many layouts, and measure it on as many others; "
        "needs a --seed. By default all are counted.",
    ),
]


def part(text: str) -> range:
    """Return a part of the numbers of pieces, the last one included."""
    with suppress(ValueError):
        first, last = map(int, text.split("-"))
        if first <= last:
            return range(first, last + 1)
    raise typer.BadParameter(f"expected two numbers of pieces as 0-999, got {text!r}")


def minutes_above_0(text: str) -> float:
    """Return a time above 0; what it is not, is said with what came."""
    with suppress(ValueError):
        if 0 < float(text) < float("inf"):
            return float(text)
    raise typer.BadParameter(f"expected minutes above 0, got {text!r}")


def build(
    pieces: PiecesFile = PIECES_FILE,
    numbers: Annotated[
        range | None,
        typer.Option(
            parser=part,
            metavar="A-B",
            help="A part of the 39,972 pieces, from 0 on; all by default.",
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--limit-minutes", parser=minutes_above_0, metavar="M", help="Stop after so long."
        ),
    ] = None,
    workers: Workers = None,
    scheduler_address: SchedulerAddress = None,
    nice: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(0, 19),
            metavar="N",
            help="Give way to other programs, up to 19: only when they rest.",
        ),
    ] = None,
    layouts: SampleSize = None,
    seed: Seed = None,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """Compute the best plans of all holdings, in pieces of about a second.

    Finished pieces stay in a file, whatever ends the work; the same command goes on from there.
    They hold the holdings in a random order, so that a part of them is a fair sample of all.
    """
    from moon_sim import atlas
    from moon_sim.running import cluster_client

    sample = _sample(layouts, seed)
    wanted = numbers or range(atlas.PIECES)
    if nice:
        os.nice(nice)
    with cluster_client(scheduler_address) as client, progress_bar() as progress:
        missing = atlas.build(
            pieces,
            wanted,
            sample=sample,
            minutes=minutes,
            workers=workers,
            client=client,
            progress=progress,
            rules=house_rules(rules),
        )
    done = len(wanted) - missing
    if as_json:
        print_json({"pieces": str(pieces), "done": done, "wanted": len(wanted)})
    else:
        show(f"{done:,} of {len(wanted):,} pieces are in {pieces}.")


def pack(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILES", help="Files of pieces; atlas.pieces by default."),
    ] = None,
    sampled: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="A file of sampled pieces, to fill in what the others lack."
        ),
    ] = None,
    layouts: SampleSize = None,
    seed: Seed = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            help="Keep what the atlas that is there has, sampled rows too, where the files have "
            "nothing better.",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the atlas goes; by default to MOON_SIM_ATLAS, or into the package.",
        ),
    ] = None,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """Make an atlas of the pieces that are there, in place of a former one.

    With --keep the former one's rows fill in what is missing; what is missing still is computed
    when it is asked for.
    """
    from moon_sim import atlas

    sample = _sample(layouts, seed)
    if (sampled is None) != (sample is None):
        raise ValueError("--sampled goes with the --layouts and the --seed of its pieces")
    if keep and sampled is not None:
        raise ValueError("--keep goes without --sampled: an atlas that is kept has its own samples")
    house = house_rules(rules)
    made = atlas.pack(
        out or atlas.place(),
        files or [PIECES_FILE],
        sampled,
        sample=sample,
        keep=keep,
        rules=house,
    )
    _tell(made, as_json)


def verify(
    sample: Annotated[
        int,
        typer.Option(
            parser=whole_number(0),
            metavar="N",
            help="So many random holdings are computed another way, too: every plan on all "
            "layouts, some seconds a holding.",
        ),
    ] = 0,
    seed: Seed = None,
    threads: Threads = None,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """Look whether the atlas is right: its checksums, laws that its numbers obey, and a sample."""
    from moon_sim import atlas

    with progress_bar() as progress:
        found = atlas.verify(
            sample, seed, threads=threads, progress=progress, rules=house_rules(rules)
        )
    if as_json:
        print_json(found.to_dict())
    else:
        show(*found.parts())
    if not found.good:
        raise atlas.AtlasError(f"{found.folder}: the atlas is wrong")


def info(
    pieces: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Tell how far a build has come, by its file of pieces."),
    ] = None,
    layouts: SampleSize = None,
    seed: Seed = None,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """What the atlas holds, and how it was made; or how far a build has come."""
    from moon_sim import atlas

    sample = _sample(layouts, seed)
    house = house_rules(rules)
    if pieces is None:
        _tell(atlas.installed(house), as_json)
        return
    taken = [seconds for _, _, seconds in atlas.read_pieces(pieces, sample, house)]
    hours = sum(taken) / 3600
    left = hours / len(taken) * (atlas.PIECES - len(taken)) if taken else None
    if as_json:
        found = {"done": len(taken), "of": atlas.PIECES, "hours": hours, "hours_left": left}
        print_json({"pieces": str(pieces), **found})
        return
    said = f"{len(taken):,} of {atlas.PIECES:,} pieces are in {pieces}"
    if left is not None:
        said += f": {hours:.1f} hours of a core, and {left:.1f} to come"
    show(f"{said}.")


def _sample(layouts: int | None, seed: int | None) -> "Sample | None":
    """Return how plans are sampled, if they are."""
    if (layouts is None) != (seed is None):
        raise ValueError("--layouts and --seed go together: a sample has both")
    if layouts is None or seed is None:
        return None
    from moon_sim.atlas import Sample

    return Sample(layouts, seed)


def _tell(found: "Atlas", as_json: bool) -> None:
    if as_json:
        print_json(found.to_dict())
    else:
        show(*found.parts())


COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {
    build: (
        "moon-sim atlas build --nice 19 --limit-minutes 60",
        "moon-sim atlas build --scheduler-address tcp://10.0.0.1:8786",
        "moon-sim atlas build --numbers 0-999 --pieces first.pieces",
    ),
    pack: (
        "moon-sim atlas pack",
        "moon-sim atlas pack first.pieces second.pieces --out my-atlas",
        "moon-sim atlas pack --keep new.pieces",
    ),
    verify: ("moon-sim atlas verify --sample 20 --seed 1",),
    info: ("moon-sim atlas info", "moon-sim atlas info --pieces atlas.pieces"),
}
"""The commands in the order of their list, each with examples for its help."""
