"""Who can sit at the table: `moon-sim players`."""

from typing import Annotated

import typer

from moon_sim.commands.console import print_json, show
from moon_sim.commands.options import Json


def players(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Which players; all by default."),
    ] = None,
    as_json: Json = False,
) -> None:
    """The players of moon-sim arena: programs that call, exchange and play.

    pimc-N takes any number of layouts, and rules:SELECTOR any selector that bids.
    """
    from rich.markup import escape

    from moon_sim import player
    from moon_sim import players as every
    from moon_sim.display import new_table

    chosen = [player(name) for name in names] if names else every()
    if as_json:
        print_json({"players": [one.to_dict() for one in chosen]})
        return
    table = new_table("Players", "name", "sees", "what it does", words=True)
    for one in chosen:
        sees = "all hands" if one.sees_all else "its own hand"
        table.add_row(one.name, sees, escape(one.about))  # a plug-in may write brackets
    show(table)
