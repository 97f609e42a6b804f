"""The odds of a hand: `moon-sim odds`."""

from typing import TYPE_CHECKING, Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.console import progress_bar
from moon_sim.commands.options import (
    DEFAULT_LAYOUTS,
    Csv,
    Hand,
    HouseRules,
    Json,
    LayoutCount,
    OddsSource,
    OddsView,
    Seed,
    SourceOption,
    Threads,
    Trumps,
    ViewOption,
    check_options,
    house_rules,
)

if TYPE_CHECKING:
    from moon_sim.odds import BidOdds


def odds(
    hand: Hand = None,
    trump: Trumps = None,
    layouts: LayoutCount = None,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=f"Count all layouts, not a sample of {DEFAULT_LAYOUTS['blind-lead']}; takes some "
            "seconds where the atlas does not have them.",
        ),
    ] = False,
    view: ViewOption = OddsView.BLIND_LEAD,
    source: SourceOption = None,
    seed: Seed = None,
    threads: Threads = None,
    rules: HouseRules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Odds that a hand makes each bid, before the widow is seen.

    For each tile that the widow may be, the best discard, trump and lead for the bid are chosen.
    The answer is looked up where the atlas has it, and else sampled.
    """
    check_options(layouts, exact, csv, as_json)
    house = house_rules(rules)
    sampled = layouts
    # What the atlas can't tell is sampled by default.
    if not exact and layouts is None and source != OddsSource.ATLAS:
        sampled = DEFAULT_LAYOUTS[view.value]
    default = source is None and layouts is None and view == OddsView.BLIND_LEAD and not trump

    def find(tiles: str) -> "BidOdds":
        from moon_sim.odds import bid_odds, look_up_bids

        if default and not exact and (found := look_up_bids(tiles, sampled=True, rules=house)):
            return found
        with progress_bar() as progress:
            return bid_odds(
                tiles,
                sampled,
                seed,
                view=view.value,
                trump=trump,
                source=source.value if source else None,
                threads=threads,
                progress=progress,
                rules=house,
            )

    def answer(tiles: str) -> Answer:
        found = find(tiles)
        return Answer.of(found, found.to_frame() if csv else None)

    answer_each(hand, "hand", answer, as_json=as_json, csv=csv, rules=house)
