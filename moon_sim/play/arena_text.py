"""An arena as text for people: who is better, at what, and how sure that is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from moon_sim.display import new_table, percent, wrap_words
from moon_sim.game import DEFAULT_RULES
from moon_sim.stats import place, ranking_words

if TYPE_CHECKING:
    from rich.table import Table

    from moon_sim.play.arena_results import ArenaResult


WORTH_WHILE = 0.01
"""A share of the blocks; less is nothing to speak of."""


def arena_parts(arena: "ArenaResult") -> "Iterator[str | Table]":
    """Give an arena's tables with what they can't tell apart, and what they mean.

    Parameters
    ----------
    arena : ArenaResult

    Yields
    ------
    str or Table
        In order, as people read them.
    """
    yield _players_table(arena)
    yield from (arena_words(arena), "")
    yield _pairs_table(arena)
    if words := _luck_words(arena):
        yield from (words, "")
    if arena.contract is not None:
        yield _roles_table(arena)
    elif len(arena.contracts):
        yield _contracts_table(arena)
    yield _describe(arena)


def _players_table(arena: "ArenaResult") -> "Table":
    """Return the table of players, best first."""
    title, mean, digits = (
        ("Matches won, in % of the seats taken: 33.3 is even", "won", 1)
        if arena.matches
        else ("Points a hand", "points", 2)
    )
    times = 100 if arena.matches else 1
    columns = ["place", "player", mean, "standard error"]
    columns += ["points", "declares %", "made %"] if arena.matches else ["declares %", "made %"]
    table = new_table(title, *columns)
    wrap_words(table, 1)
    for name, row in arena.table.to_dict("index").items():
        cells = [place(row["first"], row["last"]), str(name)]
        cells += [f"{times * row[one]:.{digits}f}" for one in ("mean", "standard_error")]
        cells += [f"{row['points']:.2f}"] if arena.matches else []
        table.add_row(*cells, _share(row["declares"]), _share(row["made"]))
    return table


def _pairs_table(arena: "ArenaResult") -> "Table":
    """Return the table of differences, with the spread before and after luck is taken out."""
    times, digits = (100, 1) if arena.matches else (1, 3)
    unit = "percentage points of matches won" if arena.matches else "points a hand"
    once = arena.verdict is None
    columns = ["better - worse", "by", f"{100 * arena.level:.4g} % interval"]
    columns += ["p", "spread"] if once else ["spread"]
    columns += [] if arena.luck.empty else ["without luck"]
    table = new_table(f"Differences over blocks, in {unit}", *columns)
    wrap_words(table, 0)
    for row in arena.pairs.to_dict("records"):
        low, high = (f"{times * row[one]:+.{digits}f}" for one in ("low", "high"))
        table.add_row(
            f"{row['better']} - {row['worse']}",
            f"{times * row['difference']:+.{digits}f}",
            f"{low} to {high}" if row["low"] < row["high"] else "-",
            *([_p(row["p_corrected"])] if once else []),
            f"{times * row['spread']:.{digits}f}",
            *([] if arena.luck.empty else [f"{times * row['without_luck_spread']:.{digits}f}"]),
        )
    return table


def _contracts_table(arena: "ArenaResult") -> "Table":
    """Return the table of contracts by player and bid."""
    table = new_table(
        "Contracts", *("player", "bid", "hands", "of all %", "made %", "95 % interval", "points")
    )
    wrap_words(table, 0)
    before = None
    for row in arena.contracts.to_dict("records"):
        name = "" if row["player"] == before else str(row["player"])
        before = row["player"]
        table.add_row(
            *(name, str(row["bid"]), f"{row['n']:,}", _share(row["share"]), _share(row["made"])),
            *(_shares(row["low"], row["high"]), f"{row['points']:+.2f}"),
        )
    return table


def _roles_table(arena: "ArenaResult") -> "Table":
    """Return the table of what each player does as declarer and as defender."""
    table = new_table(
        f"A contract of {arena.contract}, by role",
        *("player", "role", "hands", "points", "95 % interval", "made %", "95 % interval"),
    )
    wrap_words(table, 0)
    for row in arena.roles.to_dict("records"):
        points = "-" if np.isnan(row["low"]) else f"{row['low']:+.2f} to {row['high']:+.2f}"
        table.add_row(
            *(str(row["player"]) if row["role"] == "declarer" else "", row["role"]),
            *(f"{row['n']:,}", f"{row['points']:+.2f}", points, _share(row["made"])),
            _shares(row["made_low"], row["made_high"]),
        )
    return table


def arena_words(arena: "ArenaResult") -> str:
    """Return which player is best, and which can't be told apart.

    Parameters
    ----------
    arena : ArenaResult

    Returns
    -------
    str
    """
    verdict = arena.verdict
    if verdict is None:
        return ranking_words(arena.ranking, "blocks")
    looks = f"{verdict.looks} look{'s' * (verdict.looks != 1)}"
    if verdict.leader is None:
        return f"Not sure who is best after {looks}, at all {arena.n:,} blocks."
    name = arena.players[verdict.leader]
    return (
        f"Best is {name}, for sure at {arena.n:,} of {arena.most:,} blocks, after {looks}. Equals "
        "would be told apart in 5 % of such tests at most; what stops early mostly shows a "
        "difference that is a little too large."
    )


def _luck_words(arena: "ArenaResult") -> str:
    """Return what it is worth to take out luck, where that was asked for."""
    if arena.luck.empty:
        return ""
    if arena.values_without_luck.equals(arena.values):
        return "There are too few blocks to take out luck."
    gains = 1 - (arena.pairs["without_luck_spread"] / arena.pairs["spread"]) ** 2
    if not gains.max() >= WORTH_WHILE:
        return "To take out luck pays nothing here: changing seats has done it."
    of = "the difference" if len(gains) == 1 else "a difference at the most"
    return (
        f"On these blocks luck is {100 * gains.max():.0f} % of the variance of {of}: without it, "
        "as many fewer of them do."
    )


def _describe(arena: "ArenaResult") -> str:
    """Return sentences on what the numbers mean and how sure they are."""
    luck = ", before and after luck is taken out"
    what = "matches" if arena.matches else "deals"
    rules = "" if arena.rules == DEFAULT_RULES else f" by {arena.rules!r}"
    contract = (
        ""
        if arena.contract is None
        else f" The first caller declares {arena.contract}, with discard and trump by exact odds."
    )
    tests = (
        "from paired tests of blocks with a correction for their number (p), 95 % sure as a whole"
        if arena.verdict is None
        else "by the test that stops as soon as it is sure"
    )
    return (
        f"{arena.n:,} random {what}, seed {arena.seed}, each in all {len(arena.seated)} orders of "
        f"seats, which make a block{rules}.{contract} Place: those that a player may have, "
        f"{tests}. Spread: standard deviation of a block{'' if arena.luck.empty else luck}."
    )


def _share(p: float) -> str:
    return "-" if np.isnan(p) else percent(p).removesuffix(" %")


def _shares(low: float, high: float) -> str:
    return "-" if np.isnan(low) else f"{100 * low:.1f} - {100 * high:.1f}"


def _p(p: float) -> str:
    return f"{p:.3f}" if p >= 0.001 else "<0.001"
