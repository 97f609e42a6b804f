"""Random deals: `moon-sim deal`."""

from enum import StrEnum
from typing import Annotated

import typer

from moon_sim.commands.console import print_json
from moon_sim.commands.options import Json, Seed, whole_number

__all__ = ["deal"]


class Part(StrEnum):
    """What of a deal to print."""

    HANDS = "hands"
    HAND = "hand"
    HOLDING = "holding"


def deal(
    seed: Seed = None,
    count: Annotated[
        int,
        typer.Option(parser=whole_number(1, 1_000_000), metavar="N", help="How many deals."),
    ] = 1,
    only: Annotated[
        Part,
        typer.Option(
            help="hands for solve, seat 0's hand for odds, or its holding with the widow for "
            "exchange."
        ),
    ] = Part.HANDS,
    as_json: Json = False,
) -> None:
    """Random deals, a line each, as the other commands read them."""
    from moon_sim.game import Layouts, as_seed, format_tiles

    if as_json and only is not Part.HANDS:
        raise ValueError("--json prints the whole deal: leave out --only")
    possible = Layouts.of_set()
    rng = as_seed(seed)
    numbers = rng.permutation(possible.sample(count, rng))
    deals = ([format_tiles(int(pile)) for pile in row] for row in possible.piles(numbers))
    if as_json:
        print_json([{"hands": hands, "widow": widow} for *hands, widow in deals])
        return
    for *hands, widow in deals:
        line = {Part.HANDS: " | ".join(hands), Part.HAND: hands[0]}.get(only)
        print(line or f"{hands[0]} {widow}")
