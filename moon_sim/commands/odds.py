"""The odds of a hand: `moon-sim odds`."""

from typing import Annotated

import typer

from moon_sim.commands.console import print_json, progress_bar, read_text, show
from moon_sim.commands.options import (
    DEFAULT_LAYOUTS,
    AnyTrump,
    Csv,
    Hand,
    Json,
    LayoutCount,
    OddsView,
    Seed,
    Threads,
    ViewOption,
    check_options,
    records,
    wrote_csv,
)

__all__ = ["odds"]


def odds(
    hand: Hand = None,
    trump: AnyTrump = None,
    layouts: LayoutCount = None,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=f"Count all layouts, not a sample of {DEFAULT_LAYOUTS['blind-lead']}; takes some "
            "seconds.",
        ),
    ] = False,
    view: ViewOption = OddsView.BLIND_LEAD,
    seed: Seed = None,
    threads: Threads = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Odds that a hand makes each bid, before the widow is seen.

    For each tile that the widow may be, the best discard, trump and lead for the bid are chosen.
    """
    tiles = read_text(hand, "hand")
    check_options(layouts, exact, csv)
    from moon_sim.odds import advise_bid, bid_frame, bid_odds, bid_table, describe_odds, trump_table

    sampled = None if exact else layouts or DEFAULT_LAYOUTS[view.value]
    with progress_bar() as progress:
        found = bid_odds(
            tiles,
            sampled,
            seed,
            view=view.value,
            trump=trump,
            threads=threads,
            progress=progress,
        )
    frame = bid_frame(found)
    if wrote_csv(csv, frame):
        return
    if as_json:
        best = frame[frame["trump"] == "best"]
        opened = ["double_dummy"] if "double_dummy" in frame else []
        bids = ["bid", "p_make", "standard_error", "low", "high", "points", *opened]
        by_trump = found.by_trump.rename(index=str, columns=str)
        choices = found.choices.assign(trump=found.choices["trump"].map(str)).reset_index()
        print_json(
            {
                "hand": found.hand,
                "view": found.view,
                "exact": found.exact,
                "layouts": found.layouts,
                "seed": found.seed,
                "bids": records(best, *bids),
                "by_trump": by_trump.to_dict("index"),
                "choices": records(choices),
                "advice": advise_bid(found),
            }
        )
        return
    tables = [trump_table(found)] if trump is None else []
    show(f"Hand {found.hand}", "", *tables, bid_table(found), advise_bid(found))
    show("", describe_odds(found), style="dim")
