"""The best choices of a holding: `moon-sim exchange`."""

from typing import Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.console import progress_bar
from moon_sim.commands.options import (
    Csv,
    Holding,
    Json,
    LayoutCount,
    OddsView,
    Seed,
    Threads,
    ViewOption,
    check_options,
    whole_number,
)

__all__ = ["exchange"]


def exchange(
    holding: Holding = None,
    top: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, 72), metavar="N", help="How many choices to list for each bid."
        ),
    ] = 3,
    layouts: LayoutCount = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count all layouts, as by default.")
    ] = False,
    view: ViewOption = OddsView.BLIND_LEAD,
    seed: Seed = None,
    threads: Threads = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """The best discards, trumps and leads of a holding, for each bid."""
    check_options(layouts, exact, csv, as_json)

    def answer(tiles: str) -> Answer:
        from moon_sim.odds import rank_exchanges

        with progress_bar() as progress:
            ranking = rank_exchanges(
                tiles,
                layouts,
                seed,
                view=view.value,
                top=top,
                threads=threads,
                progress=progress,
            )
        frame = ranking.to_frame().assign(holding=ranking.holding)
        return Answer.of(ranking, frame[["holding", *frame.columns.drop("holding")]])

    answer_each(holding, "holding", answer, as_json=as_json, csv=csv)
