"""The value of a deal: `moon-sim solve`."""

from typing import Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.options import (
    Csv,
    Hands,
    HouseRules,
    Json,
    check_options,
    house_rules,
    trump_word,
    whole_number,
)


def solve(
    deal: Hands = None,
    trump: Annotated[
        str, typer.Option(parser=trump_word, metavar="TRUMP", help="0 to 6, doubles or none.")
    ] = "none",
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
    suit: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(0, 6),
            metavar="N",
            help="The number that the first of these tiles was led as, where a house rule lets its "
            "leader name it.",
            show_default=False,
        ),
    ] = None,
    rules: HouseRules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """The declarer's tricks with all hands open, every play's value, and a best line."""
    check_options(csv=csv, as_json=as_json)
    house = house_rules(rules)

    def answer(text: str) -> Answer:
        import pandas as pd

        from moon_sim.display import GLUE, trump_words
        from moon_sim.game import Deal, check_position, tile_name
        from moon_sim.solver import best_line, line_table, play_table, solve_plays

        position = check_position(text, trump, leader, played, house, suit)
        values = solve_plays(text, trump, leader, played, rules=house, suit=suit)
        value = (max if position.seat == 0 else min)(values.values())
        line = best_line(text, trump, leader, played, rules=house, suit=suit)
        dealt = str(Deal.parse(text))
        asked = {
            "deal": dealt,
            "trump": trump,
            "leader": leader,
            "played": " ".join(map(tile_name, position.played)),
            "to_play": position.seat,
            **({} if position.named is None else {"suit": position.named}),
        }
        return Answer(
            [
                f"Deal {dealt.replace(' ', GLUE).replace(f'{GLUE}|{GLUE}', ' | ')}",
                "",
                f"With {trump_words(trump)} the declarer takes {value} of {len(line)} "
                f"trick{'s' * (len(line) != 1)}.",
                "",
                play_table(values, position.seat),
                line_table(line),
            ],
            "A star marks the best plays, and the lead to each trick.",
            {
                **asked,
                "value": value,
                "plays": values,
                "line": [trick._asdict() for trick in line],
            },
            pd.DataFrame([asked | {"play": tile, "value": n} for tile, n in values.items()]),
        )

    answer_each(deal, "deal", answer, as_json=as_json, csv=csv, rules=house)
