"""Random deals: `moon-sim deal`."""

from collections.abc import Iterable
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from moon_sim.commands.console import print_json
from moon_sim.commands.options import (
    Csv,
    Json,
    Seed,
    check_options,
    one_of,
    whole_number,
    wrote_csv,
)

if TYPE_CHECKING:
    from moon_sim.game import Deal


class Part(StrEnum):
    """What of a deal to print."""

    HANDS = "hands"
    HAND = "hand"
    HOLDING = "holding"


def deal(
    seed: Seed = None,
    count: Annotated[
        int,
        typer.Option(
            parser=whole_number(1, 1_000_000),
            metavar="N",
            help="How many deals; with the same seed, more begin with those that fewer are.",
        ),
    ] = 1,
    only: Annotated[
        Part,
        typer.Option(
            parser=one_of(Part),
            metavar="|".join(Part),
            help="hands for solve, seat 0's hand for odds, or its holding with the widow for "
            "exchange.",
        ),
    ] = Part.HANDS,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Random deals, a line each, as the other commands read them."""
    check_options(csv=csv, as_json=as_json)
    from moon_sim.game import random_deals

    deals = islice(random_deals(seed), count)
    rows: Iterable[dict[str, str]] = (_row(*one, only) for one in deals)
    if csv:
        import pandas as pd

        rows = list(rows)
        if wrote_csv(csv, pd.DataFrame(rows)):
            return
    if as_json:
        print_json(list(map(_listed, rows)))
        return
    for row in rows:
        print(next(iter(row.values())))


def _row(deal: "Deal", widow: int, only: Part) -> dict[str, str]:
    """Return what of a deal is wanted; the line for people comes first."""
    from moon_sim.game import format_tiles

    if only is Part.HANDS:
        return {"deal": str(deal), "widow": format_tiles(widow)}
    first = format_tiles(deal.hands[0])
    if only is Part.HAND:
        return {"hand": first}
    return {"holding": f"{first} {format_tiles(widow)}"}


def _listed(row: dict[str, str]) -> dict[str, object]:
    """Return a row with its hands apart, as JSON has them."""
    if "deal" not in row:
        return {**row}
    return {"hands": row["deal"].split(" | "), "widow": row["widow"]}
