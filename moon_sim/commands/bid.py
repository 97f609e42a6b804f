"""What to call at the score: `moon-sim bid`."""

from enum import StrEnum
from typing import Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.options import (
    Csv,
    Hand,
    HouseRules,
    Json,
    check_options,
    house_rules,
    one_of,
    whole_number,
)


class Play(StrEnum):
    """What players may want."""

    MATCH = "match"
    POINTS = "points"


PlayOption = Annotated[
    Play,
    typer.Option(
        "--play",
        parser=one_of(Play),
        metavar="|".join(Play),
        help="What all three play for: to win the match, or points in each deal.",
    ),
]


def bid(
    hand: Hand = None,
    scores: Annotated[
        tuple[int, int, int],
        typer.Option(metavar="A B C", help="The scores before the deal, in the order of calling."),
    ] = (0, 0, 0),
    calls: Annotated[
        str,
        typer.Option(metavar="CALLS", help="The calls before yours, in order, as 'pass 4'."),
    ] = "",
    seat: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(0, 2),
            metavar="SEAT",
            help="Your place in the order of calling, 0 first: as many as there are calls.",
            show_default=False,
        ),
    ] = None,
    play: PlayOption = Play.MATCH,
    rules: HouseRules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """What to call: what each call is worth at the score, after the calls before.

    The others call and play on as the match table of the package has it, see `moon-sim match info`.
    """
    check_options(csv=csv, as_json=as_json)
    house = house_rules(rules)

    def answer(text: str) -> Answer:
        from moon_sim.match import call_advice

        found = call_advice(text, scores, seat, calls, play=play.value, rules=house)
        frame = None
        if csv:
            frame = found.to_frame()
            frame.insert(0, "hand", text)
        return Answer.of(found, frame)

    answer_each(hand, "hand", answer, as_json=as_json, csv=csv, rules=house)
