"""The odds of a hand: `moon-sim odds`."""

from typing import Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.console import progress_bar
from moon_sim.commands.options import (
    DEFAULT_LAYOUTS,
    Csv,
    Hand,
    Json,
    LayoutCount,
    OddsView,
    Seed,
    Threads,
    Trumps,
    ViewOption,
    check_options,
)


def odds(
    hand: Hand = None,
    trump: Trumps = None,
    layouts: LayoutCount = None,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=f"Count all layouts, not a sample of {DEFAULT_LAYOUTS['blind-lead']}; takes some "
            "seconds.",
        ),
    ] = False,
    view: ViewOption = OddsView.BLIND_LEAD,
    seed: Seed = None,
    threads: Threads = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Odds that a hand makes each bid, before the widow is seen.

    For each tile that the widow may be, the best discard, trump and lead for the bid are chosen.
    """
    check_options(layouts, exact, csv, as_json)
    sampled = None if exact else layouts or DEFAULT_LAYOUTS[view.value]

    def answer(tiles: str) -> Answer:
        from moon_sim.odds import bid_odds

        with progress_bar() as progress:
            found = bid_odds(
                tiles,
                sampled,
                seed,
                view=view.value,
                trump=trump,
                threads=threads,
                progress=progress,
            )
        return Answer.of(found, found.to_frame())

    answer_each(hand, "hand", answer, as_json=as_json, csv=csv)
