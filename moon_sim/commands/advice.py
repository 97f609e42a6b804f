"""What to call, exchange or play now: `moon-sim advice`."""

from typing import Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.console import progress_bar
from moon_sim.commands.options import (
    Csv,
    HouseRules,
    Json,
    Seed,
    Threads,
    check_options,
    house_rules,
    seconds,
    whole_number,
)


def three_scores(text: str) -> str:
    """Return three scores as they were written, if they are."""
    words = text.replace(",", " ").split()
    if len(words) != 3 or not all(word.removeprefix("-").isdecimal() for word in words):
        raise typer.BadParameter(f"expected three whole numbers as 3,-2,4, got {text!r}")
    return " ".join(words)


def advice(
    situation: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SITUATION",
            help="'HAND | CALLS | EXCHANGE | PLAYS', in quotes; later parts may be left out. Your "
            "7 tiles as dealt; all calls in order; your exchange as widow=0-0,out=2-1,trump=6, or "
            "another's as trump=6; all tiles played, in order. A line or more is read from stdin "
            "if left out.",
        ),
    ] = None,
    scores: Annotated[
        str,
        typer.Option(
            parser=three_scores,
            metavar="A,B,C",
            help="The scores before the hand, in the order of calling.",
        ),
    ] = "0,0,0",
    layouts: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1),
            metavar="N",
            help="Layouts to sample, for a call per contract; all by default.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = None,
    time_limit: Annotated[
        float,
        typer.Option(
            parser=seconds, metavar="SECONDS", help="Time for the proof of what a declarer makes."
        ),
    ] = 3.0,
    threads: Threads = None,
    rules: HouseRules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """What to call, exchange or play now, by what your seat knows.

    Each legal action with the odds of the contract after it, the best first.
    """
    check_options(csv=csv, as_json=as_json)
    house = house_rules(rules)

    def answer(text: str) -> Answer:
        from moon_sim.play import play_odds, read_situation

        totals = [int(one) for one in scores.split()]
        known = read_situation(text, scores=totals, rules=house)
        with progress_bar() as progress:
            odds = play_odds(
                known, layouts, seed, time_limit=time_limit, threads=threads, progress=progress
            )
        frame = None
        if csv:
            frame = odds.to_frame()
            frame.insert(0, "situation", text)
        return Answer.of(odds, frame)

    answer_each(situation, "situation", answer, as_json=as_json, csv=csv, rules=house)
