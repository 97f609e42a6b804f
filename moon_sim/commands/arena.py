"""Players against each other on the same deals: `moon-sim arena`."""

import time
from pathlib import Path
from typing import Annotated

import typer

from moon_sim.commands.console import print_json, progress_bar, show
from moon_sim.commands.options import (
    HouseRules,
    Json,
    SchedulerAddress,
    Seed,
    check_options,
    house_rules,
    kept_in,
    whole_number,
    wrote_csv,
)
from moon_sim.running import check_writable


def arena(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            help="Two or three; moon-sim players lists them. The same one may come twice.",
        ),
    ],
    deals: Annotated[
        int,
        typer.Option(
            parser=whole_number(2),
            metavar="N",
            help="Random deals, or matches, each played in all six orders of seats.",
        ),
    ] = 200,
    matches: Annotated[
        bool, typer.Option("--matches", help="Play whole matches, and count those won.")
    ] = False,
    contract: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, 21),
            metavar="BID",
            help="Fix the contract, to measure card play alone: the first caller declares this "
            "bid, with discard and trump by exact odds.",
        ),
    ] = None,
    until_sure: Annotated[
        bool,
        typer.Option(
            "--until-sure",
            help="Look at the blocks as they come, ten times at most, and stop when it is sure who "
            "is best; --deals are the most then.",
        ),
    ] = False,
    no_luck: Annotated[
        bool,
        typer.Option("--no-luck", help="Leave out how much of the spread is luck."),
    ] = False,
    auctions: Annotated[
        int,
        typer.Option(
            parser=whole_number(0),
            metavar="N",
            help="For each block the calls and exchanges of so many other deals, to take out more "
            "luck where players bid differently.",
        ),
    ] = 0,
    seed: Seed = None,
    workers: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1), metavar="N", help="Processes to use; all cores by default."
        ),
    ] = None,
    pieces: Annotated[Path | None, kept_in("blocks")] = None,
    records: Annotated[
        list[Path] | None,
        typer.Option(
            "--records",
            metavar="FILE",
            help="Write every game down, for people, or as JSON lines if the name ends with "
            ".jsonl; may come twice.",
        ),
    ] = None,
    scheduler_address: SchedulerAddress = None,
    rules: HouseRules = None,
    as_json: Json = False,
    csv: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write every hand to a file, too, a row for each seat; - prints them alone.",
        ),
    ] = None,
) -> None:
    """Who plays better: two or three players on the same deals, in all seat orders.

    A deal in all orders of seats is a block, so that what the deal gives to a
    seat is the same for all; players are compared block by block.
    """
    check_options(csv=csv, as_json=as_json, pieces=pieces, seed=seed)
    if matches and contract is not None:
        raise ValueError("--matches and --contract: leave out one")
    for file in records or ():
        check_writable(file)
    from moon_sim import __version__, play
    from moon_sim.running import cluster_client

    started = time.perf_counter()
    with cluster_client(scheduler_address) as client, progress_bar("playing") as progress:
        found = play.arena(
            names,
            deals,
            seed=seed,
            matches=matches,
            contract=contract,
            controls=not no_luck,
            auctions=auctions,
            until_sure=until_sure,
            workers=workers,
            client=client,
            pieces=pieces,
            progress=progress,
            rules=house_rules(rules),
        )
    games = list(found.records()) if records else []
    for file in records or ():
        play.write_records(games, file)
    if wrote_csv(csv, found.to_frame().assign(seed=found.seed)):
        return
    if as_json:
        took = time.perf_counter() - started
        print_json({**found.to_dict(), "version": __version__, "seconds": took})
        return
    *parts, about = found.parts()
    show(*parts)
    show(about, style="dim")
