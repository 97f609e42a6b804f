"""The command line: `moon-sim odds`, `exchange`, `contract`, `solve`, `deal`.

Modules that need numba or pandas are imported inside the commands, so that help comes at once.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moon_sim import __version__
from moon_sim.console import print_json, progress_bar, read_text, run, show
from moon_sim.files import check_writable, write_whole

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["app", "main"]

DEFAULT_LAYOUTS = {"blind-lead": 24, "double-dummy": 40}
"""Layouts a contract that `odds` samples by default: an answer in about a second."""

app = typer.Typer(
    name="moon-sim",
    help="Odds and best play for Three-Player Moon, a trick-taking domino game.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Tiles are written 6-5, 65, 5:6 or [6|5], parted by blanks or commas. Commands read "
    "their tiles from stdin, too: moon-sim deal --seed 7 | moon-sim solve --trump 5",
)

# --- Options that several commands have -------------------------------------------------------


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers that says what it expected and what it got."""

    def parse(text: str) -> int:
        with suppress(ValueError):
            if low <= int(text) and (high is None or int(text) <= high):
                return int(text)
        upto = "up" if high is None else f"to {high}"
        raise typer.BadParameter(f"expected a whole number from {low} {upto}, got {text!r}")

    return parse


def _seconds(text: str) -> float:
    """Return a time above 0; what it is not, is said with what came."""
    with suppress(ValueError):
        if float(text) > 0:
            return float(text)
    raise typer.BadParameter(f"expected seconds above 0, got {text!r}")


Hand = Annotated[
    list[str] | None,
    typer.Argument(metavar="TILES", help="Your 7 tiles; read from stdin if left out."),
]
Kept = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TILES", help="Your 7 tiles after the discard; read from stdin if left out."
    ),
]
Holding = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TILES", help="Your 8 tiles, the widow among them; read from stdin if left out."
    ),
]
Hands = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="HANDS",
        help="Three equal hands of 1 to 7 tiles, 'declarer | seat 1 | seat 2', in quotes; read "
        "from stdin if left out.",
    ),
]
AnyTrump = Annotated[str | None, typer.Option(metavar="TRUMP", help="0 to 6, doubles or none.")]
LayoutCount = Annotated[
    int | None,
    typer.Option(parser=_whole(1, 3432), metavar="N", help="Layouts to sample per contract."),
]
Seed = Annotated[
    int | None,
    typer.Option(parser=_whole(0), metavar="N", help="The same seed gives the same answer."),
]
Threads = Annotated[
    int | None,
    typer.Option(parser=_whole(1), metavar="N", help="Threads to use; all cores by default."),
]


class OddsView(StrEnum):
    """Whose odds to show."""

    BLIND_LEAD = "blind-lead"
    DOUBLE_DUMMY = "double-dummy"


ViewOption = Annotated[
    OddsView,
    typer.Option(
        help="blind-lead: you pick the first lead without seeing the other hands, with the "
        "double-dummy odds beside it; double-dummy: all hands open from the start."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Csv = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the numbers to a file, too; - prints them alone."),
]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"moon-sim {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks of errors.")] = False,
) -> None:
    pass


# --- Commands ---------------------------------------------------------------------------------


@app.command()
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
    _check(layouts, exact, csv)
    from moon_sim.bidding import bid_odds
    from moon_sim.frames import bid_frame
    from moon_sim.text import advise_bid, bid_table, describe_odds, trump_table

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
    if _wrote_csv(csv, frame):
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
                "bids": _records(best, *bids),
                "by_trump": by_trump.to_dict("index"),
                "choices": _records(choices),
                "advice": advise_bid(found),
            }
        )
        return
    tables = [trump_table(found)] if trump is None else []
    show(f"Hand {found.hand}", "", *tables, bid_table(found), advise_bid(found))
    show("", describe_odds(found), style="dim")


@app.command()
def exchange(
    holding: Holding = None,
    top: Annotated[
        int,
        typer.Option(
            parser=_whole(1, 72), metavar="N", help="How many choices to list for each bid."
        ),
    ] = 3,
    layouts: LayoutCount = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count all layouts, as by default.")
    ] = False,
    view: ViewOption = OddsView.BLIND_LEAD,
    seed: Seed = None,
    threads: Threads = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """The best discards, trumps and leads of a holding, for each bid."""
    tiles = read_text(holding, "holding")
    _check(layouts, exact, csv)
    from moon_sim.frames import ranked_frame
    from moon_sim.odds import rank_exchanges
    from moon_sim.text import advise_exchange, describe_ranking, ranked_table
    from moon_sim.tiles import as_mask, format_tiles

    with progress_bar() as progress:
        ranked = rank_exchanges(
            tiles,
            layouts,
            seed,
            view=view.value,
            top=top,
            threads=threads,
            progress=progress,
        )
    frame = ranked_frame(ranked)
    if _wrote_csv(csv, frame):
        return
    shown = format_tiles(as_mask(tiles))
    if as_json:
        print_json(
            {
                "holding": shown,
                "view": view.value,
                **ranked.attrs,
                "choices": _records(frame.drop(columns=list(ranked.attrs))),
                "advice": advise_exchange(frame),
            }
        )
        return
    show(f"Holding {shown}", "", ranked_table(frame), advise_exchange(frame))
    show("", describe_ranking(frame), style="dim")


@app.command()
def contract(
    hand: Kept = None,
    discard: Annotated[
        str, typer.Option(metavar="TILE", help="The tile that you discarded.", show_default=False)
    ] = ...,  # type: ignore[assignment]
    trump: Annotated[
        str, typer.Option(metavar="TRUMP", help="0 to 6, doubles or none.", show_default=False)
    ] = ...,  # type: ignore[assignment]
    target: Annotated[
        int,
        typer.Option(parser=_whole(1, 7), metavar="N", help="Tricks to make.", show_default=False),
    ] = ...,  # type: ignore[assignment]
    time_limit: Annotated[
        float,
        typer.Option(
            parser=_seconds, metavar="SECONDS", help="Time for the proof of the best defence."
        ),
    ] = 20.0,
    depth: Annotated[
        int,
        typer.Option(parser=_whole(1, 4), metavar="N", help="Your turns that the strategy shows."),
    ] = 2,
    as_json: Json = False,
) -> None:
    """What a contract is worth to one who cannot see the hidden tiles, and how to play it.

    Three views: all hands open; the first lead picked blind; and the best strategy for a declarer
    who sees only what is played, proven. Ctrl-C prints what is proven so far.
    """
    tiles = read_text(hand, "hand")
    from moon_sim.defence import brackets
    from moon_sim.odds import contract_odds
    from moon_sim.outline import losses_by_kind, outline
    from moon_sim.text import (
        describe_bracket,
        describe_leads,
        kinds_table,
        outline_tree,
        trump_words,
        views_table,
    )

    double_dummy = contract_odds(tiles, discard, trump)
    blind = contract_odds(tiles, discard, trump, view="blind-lead")
    bracket = plan = None
    stopped = False
    with progress_bar() as progress:
        try:
            for bracket in brackets(tiles, discard, trump, target, time_limit):
                progress(bracket.n - (bracket.hi - bracket.lo), bracket.n)
            if bracket and bracket.lo:
                plan = outline(bracket.strategy, depth)
        except KeyboardInterrupt:
            stopped = True
    if bracket is None:
        raise KeyboardInterrupt
    strategy = bracket.strategy
    kinds = losses_by_kind(strategy)
    if as_json:
        print_json(
            {
                "hand": strategy.hand,
                "discard": strategy.discard,
                "trump": str(strategy.trump),
                "target": target,
                "double_dummy": double_dummy.p_at_least(target),
                "blind_lead": blind.p_at_least(target),
                "leads": {lead: one.p_at_least(target) for lead, one in blind.leads.items()},
                "best_defence": {
                    "lo": bracket.lo,
                    "hi": bracket.hi,
                    "n": bracket.n,
                    "p_lo": bracket.p_lo,
                    "p_hi": bracket.p_hi,
                    "exact": bracket.exact,
                    "nodes": bracket.nodes,
                },
                "strategy": plan and asdict(plan),
                "lost": _records(kinds),
            }
        )
    else:
        show(
            f"Hand {strategy.hand}, discard {strategy.discard}, {trump_words(strategy.trump)}, "
            f"to make {target}",
            "",
            views_table(double_dummy, blind, bracket),
            describe_leads(blind, target),
            "",
        )
        if plan:
            show("The strategy:", outline_tree(plan), "")
        if bracket.lo and len(kinds):
            show(kinds_table(kinds))
        show(describe_bracket(bracket), style="dim")
    if stopped:
        raise KeyboardInterrupt


@app.command()
def solve(
    deal: Hands = None,
    trump: Annotated[str, typer.Option(metavar="TRUMP", help="0 to 6, doubles or none.")] = "none",
    leader: Annotated[
        int,
        typer.Option(
            parser=_whole(0, 2), metavar="SEAT", help="The seat that leads; 0 is the declarer."
        ),
    ] = 0,
    played: Annotated[
        str, typer.Option(metavar="TILES", help="The tiles already on the trick, in order.")
    ] = "",
    as_json: Json = False,
) -> None:
    """The declarer's tricks with all hands open, every play's value, and a best line."""
    text = read_text(deal, "deal")
    from moon_sim.positions import check_position
    from moon_sim.solver import best_line, solve_plays
    from moon_sim.text import line_table, play_table, trump_words

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


class Part(StrEnum):
    """What of a deal to print."""

    HANDS = "hands"
    HAND = "hand"
    HOLDING = "holding"


@app.command()
def deal(
    seed: Seed = None,
    count: Annotated[
        int,
        typer.Option(parser=_whole(1, 1_000_000), metavar="N", help="How many deals."),
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
    from moon_sim.layouts import Layouts, as_seed
    from moon_sim.tiles import format_tiles

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


# --- What several commands do ------------------------------------------------------------------


def _check(layouts: int | None, exact: bool, csv: Path | None) -> None:
    """Refuse before the work starts what would fail after it."""
    if exact and layouts is not None:
        raise ValueError("--exact counts all layouts: leave out --layouts")
    if csv is not None and str(csv) != "-":
        check_writable(csv)


def _wrote_csv(csv: Path | None, frame: "pd.DataFrame") -> bool:
    """Write the numbers where a CSV is wanted; tell whether that was all of the output."""
    if csv is None:
        return False
    text = frame.to_csv(index=False, lineterminator="\n")
    if str(csv) == "-":
        print(text, end="")
        return True
    write_whole(csv, text)
    return False


def _records(frame: "pd.DataFrame", *columns: str) -> list[dict[str, Any]]:
    return frame[list(columns or frame)].to_dict("records")  # type: ignore[return-value]


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line.

    Parameters
    ----------
    args : sequence of str, optional
        The arguments; by default those of the process.
    """
    run(app, args)


if __name__ == "__main__":
    main()
