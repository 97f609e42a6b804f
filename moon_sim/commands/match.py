"""The match as a game: `moon-sim match deal`, `solve` and `info`."""

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from moon_sim.commands.console import print_json, progress_bar, show
from moon_sim.commands.options import (
    HouseRules,
    Json,
    SchedulerAddress,
    Workers,
    house_rules,
    whole_number,
)

PiecesFile = Annotated[
    Path | None,
    typer.Option(
        "--pieces",
        metavar="FILE",
        help="Keep what is finished in this file; the same command goes on from there.",
    ),
]
BankFile = Annotated[Path, typer.Option("--bank", metavar="FILE", help="The bank of deals.")]


def rising(text: str) -> list[int]:
    """Return scores that rise; what they are not, is said with what came."""
    with suppress(ValueError):
        found = [int(word) for word in text.split(",")]
        if all(a < b for a, b in pairwise(found)):
            return found
    raise ValueError(f"--scores: expected rising whole numbers as -8,0,12,20, got {text!r}")


def deal(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the bank goes.")] = Path(
        "bank.npz"
    ),
    deals: Annotated[
        int, typer.Option(parser=whole_number(1), metavar="N", help="How many deals.")
    ] = 10_000,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Who plays, at all three seats.")
    ] = "pimc-64",
    seed: Annotated[int, typer.Option(parser=whole_number(0), metavar="N")] = 1,
    pieces: PiecesFile = None,
    workers: Workers = None,
    scheduler_address: SchedulerAddress = None,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """Play a bank of deals out: every seat declares every bid in each."""
    from moon_sim.match import play_out
    from moon_sim.running import cluster_client

    with (
        cluster_client(scheduler_address) as client,
        progress_bar("playing") as progress,
    ):
        made = play_out(
            deals,
            player,
            seed=seed,
            rules=house_rules(rules),
            workers=workers,
            client=client,
            pieces=pieces,
            progress=progress,
        )
    made.save(out)
    if as_json:
        print_json({"bank": str(out), **made.manifest})
    else:
        show(f"{len(made):,} deals, played by {player}, are in {out}.")


def solve(
    bank: BankFile = Path("bank.npz"),
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the table goes.")] = Path(
        "match-table.npz"
    ),
    classes: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1), metavar="N", help="How many classes of hands are told apart."
        ),
    ] = None,
    scores: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="The scores at which strategies are found, rising."),
    ] = None,
    low: Annotated[
        int | None,
        typer.Option(metavar="SCORE", help="Lower scores count as this one; -20 by default."),
    ] = None,
    passes: Annotated[
        int, typer.Option(parser=whole_number(1), metavar="N", help="Passes at most.")
    ] = 20,
    pieces: PiecesFile = None,
    workers: Workers = None,
    scheduler_address: SchedulerAddress = None,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """Solve auctions and matches over a bank of deals."""
    from moon_sim.match import CLASSES, LOW, SCORES, Bank, solve_table
    from moon_sim.running import cluster_client

    grid = SCORES if scores is None else rising(scores)
    deals = Bank.load(bank)
    with (
        cluster_client(scheduler_address) as client,
        progress_bar("solving auctions") as progress,
    ):
        made = solve_table(
            deals,
            house_rules(rules) if rules else None,
            classes=classes or CLASSES,
            scores=grid,
            low=LOW if low is None else low,
            passes=passes,
            workers=workers,
            client=client,
            pieces=pieces,
            progress=progress,
        )
    made.save(out)
    if as_json:
        print_json({"table": str(out), **made.to_dict()})
    else:
        show(*made.parts(), f"It is in {out}.")


def info(rules: HouseRules = None, as_json: Json = False) -> None:
    """What the match table for some rules was made from, and how good it is."""
    from moon_sim.match import match_table

    found = match_table(house_rules(rules))
    if as_json:
        print_json(found.to_dict())
    else:
        show(*found.parts())


COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {
    deal: ("moon-sim match deal --deals 10000 --pieces bank.pieces",),
    solve: (
        "moon-sim match solve --bank bank.npz",
        "moon-sim match solve --rules made_moon_wins_match=false --out 21-counts-21.npz",
    ),
    info: ("moon-sim match info", "moon-sim match info --json"),
}
"""The commands in the order of their list, each with examples for its help."""
