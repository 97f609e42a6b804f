"""The value of a deal: `moon-sim solve`."""

from typing import Annotated

import typer

from moon_sim.commands.console import print_json, read_text, show
from moon_sim.commands.options import Hands, Json, whole_number

__all__ = ["solve"]


def solve(
    deal: Hands = None,
    trump: Annotated[str, typer.Option(metavar="TRUMP", help="0 to 6, doubles or none.")] = "none",
    leader: Annotated[
        int,
        typer.Option(
            parser=whole_number(0, 2),
            metavar="SEAT",
            help="The seat that leads; 0 is the declarer.",
        ),
    ] = 0,
    played: Annotated[
        str, typer.Option(metavar="TILES", help="The tiles already on the trick, in order.")
    ] = "",
    as_json: Json = False,
) -> None:
    """The declarer's tricks with all hands open, every play's value, and a best line."""
    text = read_text(deal, "deal")
    from moon_sim.display import trump_words
    from moon_sim.game import check_position
    from moon_sim.solver import best_line, line_table, play_table, solve_plays

    position = check_position(text, trump, leader, played)
    values = solve_plays(text, trump, leader, played)
    value = (max if position.seat == 0 else min)(values.values())
    line = best_line(text, trump, leader, played)
    if as_json:
        print_json(
            {
                "trump": str(position.trump),
                "leader": leader,
                "to_play": position.seat,
                "value": value,
                "plays": values,
                "line": [trick._asdict() for trick in line],
            }
        )
        return
    show(
        f"With {trump_words(position.trump)} the declarer takes {value} of {len(line)} "
        f"trick{'s' * (len(line) != 1)}.",
        "",
        play_table(values, position.seat),
        line_table(line),
    )
    show("A star marks the best plays, and the lead to each trick.", style="dim")
