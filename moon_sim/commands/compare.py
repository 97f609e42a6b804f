"""Rules of thumb on trial: `moon-sim compare`."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moon_sim.commands.console import print_json, progress_bar, show
from moon_sim.commands.options import (
    Json,
    Seed,
    Threads,
    check_options,
    records,
    whole_number,
    wrote_csv,
)

if TYPE_CHECKING:
    import pandas as pd

    from moon_sim.stats import Ranking
    from moon_sim.trials import Trial

__all__ = ["compare"]


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
            help="Random holdings, solved exactly: 100 take one or two minutes on two cores, and "
            "more with sampled-N, which is slow to bid; 500 tell more apart.",
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
    as_json: Json = False,
    csv: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write every choice to a file, too, a row per holding, target and selector; - "
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
    check_options(None, False, csv)
    from moon_sim.game import NUMBER_BIDS
    from moon_sim.trials import trial

    started = time.perf_counter()
    with progress_bar() as progress:
        found = trial(
            names or _rules_of_thumb(),
            holdings,
            seed,
            targets=target or NUMBER_BIDS,
            own_bids=not no_bids,
            threads=threads,
            progress=progress,
        )
    if wrote_csv(csv, found.choices.drop(columns="seconds").assign(seed=found.seed)):
        return
    if as_json:
        print_json({**_as_json(found, worst), "seconds": time.perf_counter() - started})
    else:
        _print(found, worst)


def _rules_of_thumb() -> list[str]:
    """Return the names of all selectors but those that calculate odds, which take their time."""
    from moon_sim.heuristics import selectors

    return [one.name for one in selectors() if not one.by_odds]


def _print(found: "Trial", worst: int) -> None:
    from moon_sim.display import listed
    from moon_sim.trials import (
        describe_ranking,
        describe_trial,
        points_table,
        target_table,
        worst_words,
    )

    summary = found.summary()
    points = None if found.own_bids.empty else found.bid_summary()
    for target in found.targets:
        ranking = found.ranking(target)
        show(target_table(_of(summary, target), ranking, target), describe_ranking(ranking), "")
    if points is not None:
        ranking = found.bid_ranking()
        show(points_table(points, ranking), describe_ranking(ranking))
        silent = [name for name in found.selectors if name not in points.index]
        if silent:
            show(f"No bids from {listed(silent, 'and')}.")
        show("")
    if worst:
        words = [
            sentence
            for name in found.selectors
            for sentence in worst_words(found.worst(name, worst), name)
        ]
        if words:
            show("The worst hands", *words, "")
    show(describe_trial(found, summary, points), style="dim")


def _as_json(found: "Trial", worst: int) -> dict[str, Any]:
    from moon_sim import __version__

    summary = found.summary()
    bidding = not found.own_bids.empty
    return {
        "holdings": found.n,
        "seed": found.seed,
        "odds": "exact blind-lead",
        "level": 0.95,
        "version": __version__,
        "targets": [
            {"target": target, **_table(_of(summary, target), found.ranking(target))}
            for target in found.targets
        ],
        "own_bids": _table(found.bid_summary(), found.bid_ranking()) if bidding else None,
        "worst": [
            {"selector": name, **row}
            for name in (found.selectors if worst else ())
            for row in records(found.worst(name, worst))
        ],
    }


def _of(summary: "pd.DataFrame", target: int) -> "pd.DataFrame":
    """Return the rows of one target."""
    return summary.loc[[target]].droplevel("target")


def _table(summary: "pd.DataFrame", ranking: "Ranking") -> dict[str, Any]:
    """Return a summary with its ranking, best first, as JSON has them."""
    from moon_sim.trials import describe_ranking, standings

    rows = standings(summary.drop(columns=["n", "seed"]), ranking).reset_index()
    return {
        "selectors": records(rows.astype(object).where(rows.notna(), None)),
        "pairs": records(ranking.pairs),
        "groups": [list(group) for group in ranking.groups],
        "words": describe_ranking(ranking),
    }
