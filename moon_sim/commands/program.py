"""The command line: lists the commands, and starts them."""

from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from moon_sim import __version__
from moon_sim.commands.compare import compare
from moon_sim.commands.console import run
from moon_sim.commands.contract import contract
from moon_sim.commands.deal import deal
from moon_sim.commands.exchange import exchange
from moon_sim.commands.odds import odds
from moon_sim.commands.report import report
from moon_sim.commands.selectors import selectors
from moon_sim.commands.solve import solve

__all__ = ["app", "main"]

app = typer.Typer(
    name="moon-sim",
    help="Odds and best play for Three-Player Moon, a trick-taking domino game.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Tiles are written 6-5, 65, 5:6 or [6|5], parted by blanks or commas. Commands read "
    "their tiles from stdin, too: moon-sim deal --seed 7 | moon-sim solve --trump 5",
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


for command in (odds, exchange, contract, solve, deal, selectors, compare, report):
    app.command()(command)


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
