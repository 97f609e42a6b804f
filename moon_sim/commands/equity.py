"""The odds of the match: `moon-sim equity`."""

from typing import Annotated

import typer

from moon_sim.commands.bid import Play, PlayOption
from moon_sim.commands.console import print_json, show
from moon_sim.commands.options import HouseRules, Json, house_rules, whole_number


def equity(
    scores: Annotated[
        tuple[int, int, int],
        typer.Argument(metavar="A B C", help="The scores of the three players."),
    ],
    first_caller: Annotated[
        int,
        typer.Option(
            parser=whole_number(0, 2), metavar="SEAT", help="Who calls first in the next deal."
        ),
    ] = 0,
    play: PlayOption = Play.MATCH,
    rules: HouseRules = None,
    as_json: Json = False,
) -> None:
    """How likely each player is to win the match from some scores."""
    from moon_sim.display import new_table, percent
    from moon_sim.match import match_equity

    house = house_rules(rules)
    found = match_equity(scores, first_caller, play=play.value, rules=house)
    if as_json:
        print_json(
            {
                "scores": list(scores),
                "first_caller": first_caller,
                "play": play.value,
                "rules": dict(house.own),
                "equity": found.tolist(),
            }
        )
        return
    what = "to win it" if play is Play.MATCH else "for points"
    table = new_table(f"Who wins the match, if all play {what}", "seat", "score", "wins", "")
    for seat, score in enumerate(scores):
        told = "calls first" if seat == first_caller else ""
        table.add_row(str(seat), str(score), percent(found[seat]), told)
    show(table)
    if house.own:
        show(f"House rules: {house}.", style="dim")
