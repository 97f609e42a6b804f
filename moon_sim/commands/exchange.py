"""The best choices of a holding: `moon-sim exchange`."""

from dataclasses import replace
from typing import Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.console import progress_bar
from moon_sim.commands.options import (
    Csv,
    Holding,
    HouseRules,
    Json,
    LayoutCount,
    OddsView,
    Seed,
    SourceOption,
    Threads,
    Trumps,
    ViewOption,
    check_options,
    house_rules,
    whole_number,
)


def exchange(
    holding: Holding = None,
    trump: Trumps = None,
    top: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, 72),
            metavar="N",
            help="How many choices to list for each bid: 3 by default, and 1 from the atlas, which "
            "has no more.",
            show_default=False,
        ),
    ] = None,
    layouts: LayoutCount = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count all layouts, as by default.")
    ] = False,
    view: ViewOption = OddsView.BLIND_LEAD,
    source: SourceOption = None,
    seed: Seed = None,
    threads: Threads = None,
    rules: HouseRules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """The best discards, trumps and leads of a holding, for each bid."""
    check_options(layouts, exact, csv, as_json)
    house = house_rules(rules)

    def answer(tiles: str) -> Answer:
        from moon_sim.odds import rank_exchanges

        with progress_bar() as progress:
            ranking = rank_exchanges(
                tiles,
                layouts,
                seed,
                view=view.value,
                trump=trump,
                top=top,
                source=source.value if source else None,
                threads=threads,
                progress=progress,
                rules=house,
            )
        frame = None
        if csv:
            frame = ranking.to_frame()
            frame.insert(0, "holding", ranking.holding)
        found = Answer.of(ranking, frame)
        if not trump:
            return found
        from moon_sim.display import listed, trump_words

        only = listed([trump_words(one) for one in trump], "or")
        parts = [f"{found.parts[0]}, with {only} alone", *found.parts[1:]]
        return replace(found, parts=parts, data={**found.data, "trumps": trump})

    answer_each(holding, "holding", answer, as_json=as_json, csv=csv, rules=house)
