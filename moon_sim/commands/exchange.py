"""The best choices of a holding: `moon-sim exchange`."""

from dataclasses import replace
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
    Trumps,
    ViewOption,
    check_options,
    whole_number,
)


def exchange(
    holding: Holding = None,
    trump: Trumps = None,
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
        from moon_sim.display import listed, trump_words
        from moon_sim.odds import rank_exchanges

        with progress_bar() as progress:
            ranking = rank_exchanges(
                tiles,
                layouts,
                seed,
                view=view.value,
                trump=trump,
                top=top,
                threads=threads,
                progress=progress,
            )
        frame = ranking.to_frame().assign(holding=ranking.holding)
        found = Answer.of(ranking, frame[["holding", *frame.columns.drop("holding")]])
        if not trump:
            return found
        only = listed([trump_words(one) for one in trump], "or")
        parts = [f"{found.parts[0]}, with {only} alone", *found.parts[1:]]
        return replace(found, parts=parts, data={**found.data, "trumps": trump})

    answer_each(holding, "holding", answer, as_json=as_json, csv=csv)
