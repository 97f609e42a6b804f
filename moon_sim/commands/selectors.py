"""The selectors, and what each would do with a holding: `moon-sim selectors`."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.console import print_json, progress_bar, show
from moon_sim.commands.options import (
    HouseRules,
    Json,
    Seed,
    house_rules,
    whole_number,
)

if TYPE_CHECKING:
    from moon_sim.game import Rules
    from moon_sim.heuristics import Selector


def selectors(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Which selectors; all by default."),
    ] = None,
    choose: Annotated[
        str | None,
        typer.Option(
            metavar="TILES",
            help="8 tiles: show what each selector throws and names; - reads them from stdin.",
        ),
    ] = None,
    bid: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, 21),
            metavar="BID",
            help="The bid to choose for, 4 to 7 or 21; by default the one that gains most.",
        ),
    ] = None,
    seed: Seed = None,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """Rules of thumb, and other ways to choose discard, trump and bid.

    TRUMP+DISCARD names a trump by one rule and throws by another: longest+void.
    """
    if choose is None and (bid is not None or seed is not None or rules):
        raise ValueError("--bid, --seed and --rules go with --choose")
    house = house_rules(rules)
    from moon_sim.heuristics import selectors as every
    from moon_sim.heuristics import several

    chosen = several(names) if names else every()
    if choose is None:
        _list(chosen, as_json, with_discards=not names)
    else:
        answer = partial(_choose, chosen, bid, seed, house)
        answer_each([choose], "holding", answer, as_json=as_json, rules=house)


def _list(chosen: "list[Selector]", as_json: bool, with_discards: bool) -> None:
    from rich.markup import escape

    from moon_sim.display import new_table
    from moon_sim.heuristics import DISCARD_RULES

    rows = [one.to_dict() for one in chosen]
    rules = [
        {"name": rule.name, "about": rule.about, "source": rule.source}
        for rule in DISCARD_RULES.values()
    ]
    if as_json:
        print_json({"selectors": rows} | ({"discard_rules": rules} if with_discards else {}))
        return
    table = new_table("Selectors", "name", "bids", "what it does", "source", words=True)
    for one in chosen:
        words = map(escape, (one.about, one.source))  # a plug-in may write brackets
        table.add_row(one.name, "yes" if one.bids else "", *words)
    show(table)
    if with_discards:
        title = "Discard rules, for TRUMP+DISCARD"
        table = new_table(title, "name", "what it throws", "source", words=True)
        for rule in rules:
            table.add_row(*rule.values())
        show(table)


def _choose(
    chosen: "list[Selector]", bid: int | None, seed: int | None, rules: "Rules", tiles: str
) -> Answer:
    from moon_sim.display import new_table
    from moon_sim.game import HAND_SIZE, as_mask, format_tiles, new_seed

    held = as_mask(tiles, "holding", HAND_SIZE + 1)
    noted = new_seed() if seed is None else seed
    rows = []
    with progress_bar() as progress:
        for one in chosen:
            choice = one.choose(held, bid, noted, rules=rules)
            rows.append(
                {"selector": one.name, "discard": choice.discard, "trump": str(choice.trump)}
            )
            progress(len(rows), len(chosen))
    holding = format_tiles(held)
    table = new_table(f"Holding {holding}", "selector", "discard", "trump", words=True)
    for row in rows:
        table.add_row(*row.values())
    note = f"Chosen for {f'a bid of {bid}' if bid else 'the best bid'}; seed {noted}."
    return Answer([table], note, {"holding": holding, "bid": bid, "seed": noted, "choices": rows})
