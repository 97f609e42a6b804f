"""Rules of thumb on trial: `moon-sim compare`."""

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
    Threads,
    check_options,
    house_rules,
    kept_in,
    whole_number,
    wrote_csv,
)


def compare(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SELECTOR",
            help="Those to try; all rules of thumb by default. moon-sim selectors lists them.",
        ),
    ] = None,
    holdings: Annotated[
        int,
        typer.Option(
            parser=whole_number(2),
            metavar="N",
            help="Random holdings: a thousand take some minutes on two cores, and "
            "more with sampled-N, which is slow to bid.",
        ),
    ] = 100,
    target: Annotated[
        list[int] | None,
        typer.Option(
            parser=whole_number(4, 7),
            metavar="N",
            help="Tricks to make, 4 to 7; all four by default. May come several times.",
        ),
    ] = None,
    no_bids: Annotated[
        bool,
        typer.Option(
            "--no-bids", help="Leave out what they bid themselves on 7 tiles, and its points."
        ),
    ] = False,
    worst: Annotated[
        int,
        typer.Option(
            parser=whole_number(0),
            metavar="N",
            help="How many of its worst hands to show for each selector.",
        ),
    ] = 1,
    seed: Seed = None,
    threads: Threads = None,
    pieces: Annotated[Path | None, kept_in("holdings")] = None,
    scheduler_address: SchedulerAddress = None,
    rules: HouseRules = None,
    as_json: Json = False,
    csv: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write every choice to a file, too, for each target and at their own bids; - "
            "prints them alone.",
        ),
    ] = None,
) -> None:
    """Rules of thumb on trial, against the best choice on the same holdings.

    Each selector is told the bid, and chooses discard and trump for it. Those
    that bid do so, too, before they see the widow, and are measured by points.
    sampled-N and exact take part where they are named; they take their time for
    each target, and more to bid (--no-bids).
    """
    check_options(csv=csv, as_json=as_json, pieces=pieces, seed=seed)
    house = house_rules(rules)
    from moon_sim import __version__
    from moon_sim.game import NUMBER_BIDS, whole
    from moon_sim.running import cluster_client
    from moon_sim.trials import trial, trial_parts

    targets = sorted(set(target or NUMBER_BIDS))
    whole(worst, "--worst", 0, holdings * len(targets))
    started = time.perf_counter()
    with cluster_client(scheduler_address) as client, progress_bar() as progress:
        found = trial(
            names or _rules_of_thumb(),
            holdings,
            seed,
            targets=targets,
            own_bids=not no_bids,
            threads=threads,
            progress=progress,
            pieces=pieces,
            client=client,
            rules=house,
        )
    if wrote_csv(csv, found.to_frame().drop(columns="seconds").assign(seed=found.seed)):
        return
    if as_json:
        took = time.perf_counter() - started
        told = {"rules": dict(house.own)} if house.own else {}
        print_json({**found.to_dict(worst), **told, "version": __version__, "seconds": took})
        return
    *parts, about = trial_parts(found, worst)
    show(*parts)
    show(about, style="dim")


def _rules_of_thumb() -> list[str]:
    """Return the names of all selectors but those that calculate odds, which take their time."""
    from moon_sim.heuristics import selectors

    return [one.name for one in selectors() if not one.by_odds]
