"""The odds of a hand: `moon-sim odds`."""

from typing import Annotated

import typer

from moon_sim.commands.answers import Answer, answer_each
from moon_sim.commands.console import progress_bar
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
    check_options(layouts, exact, csv, as_json)
    sampled = None if exact else layouts or DEFAULT_LAYOUTS[view.value]

    def answer(tiles: str) -> Answer:
        from moon_sim.odds import (
            advise_bid,
            bid_frame,
            bid_odds,
            bid_table,
            describe_odds,
            trump_table,
        )

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
        best = frame[frame["trump"] == "best"]
        opened = ["double_dummy"] if "double_dummy" in frame else []
        bids = ["bid", "p_make", "standard_error", "low", "high", "points", *opened]
        by_trump = found.by_trump.rename(index=str, columns=str)
        choices = found.choices.assign(trump=found.choices["trump"].map(str)).reset_index()
        tables = [trump_table(found)] if trump is None else []
        return Answer(
            [f"Hand {found.hand}", "", *tables, bid_table(found), advise_bid(found), ""],
            describe_odds(found),
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
            },
            frame,
        )

    answer_each(hand, "hand", answer, as_json=as_json, csv=csv)
