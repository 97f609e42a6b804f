"""The command line: lists the commands, and starts them."""

import re
from collections.abc import Callable, Sequence
from inspect import getdoc
from typing import Annotated, NoReturn

import typer

from moon_sim import __version__
from moon_sim.commands import atlas, match
from moon_sim.commands.advice import advice
from moon_sim.commands.arena import arena
from moon_sim.commands.bid import bid
from moon_sim.commands.compare import compare
from moon_sim.commands.console import run
from moon_sim.commands.contract import contract
from moon_sim.commands.deal import deal
from moon_sim.commands.equity import equity
from moon_sim.commands.exchange import exchange
from moon_sim.commands.odds import odds
from moon_sim.commands.players import players
from moon_sim.commands.replay import replay
from moon_sim.commands.report import report
from moon_sim.commands.selectors import selectors
from moon_sim.commands.solve import solve

app = typer.Typer(
    name="moon-sim",
    help="Odds and best play for Three-Player Moon, a trick-taking domino game.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Tiles are written 6-5, 65, 5:6 or [6|5], parted by blanks or commas. Commands read "
    "their tiles from stdin, too, a line for each question: moon-sim deal --count 5 | moon-sim "
    "solve. They end with 0, or with 2 and a line on stderr where something is wrong.",
)


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


COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {
    odds: (
        'moon-sim odds "6-6 6-3 6-2 5-5 4-1 3-1 2-1" --seed 1',
        "moon-sim odds 66 63 62 55 41 31 21 --trump 6 --json",
        "moon-sim deal --only hand --count 3 | moon-sim odds --csv odds.csv",
    ),
    exchange: (
        'moon-sim exchange "6-6 6-3 6-2 5-5 4-1 3-1 2-1 1-1" --trump 1 --trump none --top 1',
        "moon-sim deal --only holding | moon-sim exchange --layouts 100",
    ),
    contract: (
        'moon-sim contract "3-2 3-3 5-1 5-2 5-3 6-5 0-0" --discard 4-3 --trump 5 --target 5',
    ),
    advice: (
        'moon-sim advice "6-6 6-3 6-2 5-5 4-1 3-1 2-1 | pass 5" --layouts 24',
        'moon-sim advice "6-6 6-3 6-2 5-5 4-1 3-1 2-1 | 5 pass pass | widow=6-5"',
        'moon-sim advice "6-6 6-3 6-2 5-5 4-1 3-1 2-1 | 5 pass pass | trump=4 | 4-4" --json',
    ),
    bid: (
        'moon-sim bid "6-6 6-3 6-2 5-5 4-1 3-1 2-1" --scores 12 5 -3 --calls "pass 4"',
        'moon-sim bid "6-6 6-3 6-2 5-5 4-1 3-1 2-1" --play points',
    ),
    equity: ("moon-sim equity 12 5 -3", "moon-sim equity 0 0 0 --play points --json"),
    solve: (
        'moon-sim solve "6-6 6-4 | 6-5 4-4 | 5-3 0-0" --trump doubles',
        'moon-sim solve "5-1 4-4 3-1 | 6-4 5-5 4-2 | 6-6 6-1 4-1" --leader 1 --played 6-4',
        "moon-sim deal --count 5 | moon-sim solve --trump 5 --json",
    ),
    deal: (
        "moon-sim deal --seed 7 --count 5",
        "moon-sim deal --only holding | moon-sim exchange --layouts 100",
    ),
    selectors: (
        "moon-sim selectors",
        'moon-sim selectors longest sure-tricks --choose "6-6 6-5 6-4 5-5 5-4 3-1 2-2 2-1"',
    ),
    compare: ("moon-sim compare longest sure-tricks --holdings 100 --target 5 --seed 1",),
    players: ("moon-sim players", "moon-sim players pimc-64 open --json"),
    arena: (
        "moon-sim arena rules:point-count rules:sure-tricks --deals 200 --seed 1",
        "moon-sim arena pimc-64 pimc-16 --contract 5 --deals 2000 --until-sure",
        "moon-sim arena pimc-64 open --deals 20 --records games.txt",
    ),
    replay: (
        "moon-sim replay games.txt --hand 3",
        "moon-sim deal --count 2 --seed 7 | moon-sim replay --json",
    ),
    report: (
        "moon-sim report --quick --open",
        'moon-sim report hand "6-6 6-3 6-2 5-5 4-1 3-1 2-1"',
    ),
}
"""The commands in the order of their list, each with examples for its help."""


def _add(to: typer.Typer, commands: dict[Callable[..., None], tuple[str, ...]]) -> None:
    for command, examples in commands.items():
        # In lines of the screen's width.
        about = re.sub(r"(?<!\n)\n(?!\n)", " ", getdoc(command) or "")
        # Scores below 0 are no options.
        settings = {"ignore_unknown_options": command is equity}
        epilog = "\n\n".join(("For example:", *examples))
        to.command(help=about, epilog=epilog, context_settings=settings)(command)


_add(app, COMMANDS)


def _add_group(name: str, about: str, commands: dict[Callable[..., None], tuple[str, ...]]) -> None:
    group = typer.Typer(help=about, invoke_without_command=True)
    _add(group, commands)

    @group.callback()
    def _help(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())
            raise typer.Exit

    app.add_typer(group, name=name)


_add_group(
    "atlas",
    "The atlas of all hands and holdings: build it, verify it, see what it holds.",
    atlas.COMMANDS,
)
_add_group(
    "match",
    "The match as a game: play deals out, solve auctions and scores over them, see what is known.",
    match.COMMANDS,
)


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line.

    Parameters
    ----------
    args : sequence of str, optional
        The arguments; by default those of the process, which then is the program: closed pipes and
        Ctrl-C end it as shells expect. A host that gives arguments keeps its signals and warnings,
        and may call from any thread.

    Raises
    ------
    SystemExit
        At the end, with the exit code: 0, or 2 for errors, which stderr tells.
    KeyboardInterrupt
        If Ctrl-C came to a host.
    """
    run(app, args)


if __name__ == "__main__":
    main()
