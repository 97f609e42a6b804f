"""Best defence as text for people: a contract in three views, and its strategy as a tree."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from moon_sim.display import listed, new_table, percent, trump_words
from moon_sim.game import LAYOUTS

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table
    from rich.tree import Tree

    from moon_sim.defence.bracket import Bracket
    from moon_sim.defence.outlines import Branch
    from moon_sim.defence.strategy import Strategy
    from moon_sim.odds import TrickDistribution

AT_TIMES = "Where it plays another tile at times, that depends on which tiles were played."
"""What an outline leaves open."""


def contract_words(strategy: "Strategy", goal: str = "") -> str:
    """Return the contract of a strategy as a sentence names it, with another word for its goal."""
    trump, goal = trump_words(strategy.trump), goal or str(strategy.target)
    return f"hand {strategy.hand}, discard {strategy.discard}, {trump}, to make {goal}"


def bracket_summary(bracket: "Bracket") -> tuple[str, dict[str, object]]:
    """Return the short form of a bracket."""
    made, layouts = _proven(bracket)
    return f"Best defence: {contract_words(bracket.strategy)}", {
        "made": f"{made} ({'proven' if bracket.exact else 'so far'})",
        "layouts": f"{layouts} of {bracket.n:,}",
        "lead": bracket.strategy.lead,
    }


def bracket_parts(bracket: "Bracket") -> "Iterator[str | Table]":
    """Yield what a bracket says, for people."""
    made, layouts = _proven(bracket)
    yield f"{contract_words(bracket.strategy).capitalize()}."
    table = new_table("Best defence", "", "made", f"of {bracket.n:,}", "lead")
    table.add_row("proven" if bracket.exact else "so far", made, layouts, bracket.strategy.lead)
    yield table
    yield describe_bracket(bracket)


def strategy_summary(strategy: "Strategy") -> tuple[str, dict[str, object]]:
    """Return the short form of a strategy."""
    wins = f"{strategy.wins:,} of {LAYOUTS:,} layouts, however the defenders play"
    return f"Strategy: {contract_words(strategy)}", {"lead": strategy.lead, "wins": wins}


def branch_summary(branch: "Branch") -> tuple[str, dict[str, object]]:
    """Return the short form of an outline: the first of its turns."""
    then: dict[str, object] = {
        one.when: f"{' or '.join(one.plays) or 'made'} ({one.layouts:,} layouts)"
        for one in branch.then
    }
    if branch.more:
        then["..."] = f"and {branch.more} other way{'s' * (branch.more != 1)} to go on"
    play = " or ".join(branch.plays)
    turn = f"{branch.when}: {play or 'made'}" if branch.when else f"Lead {play}"
    return f"{turn} ({branch.layouts:,} layouts)", then


def _proven(bracket: "Bracket") -> tuple[str, str]:
    """Return the odds and the layouts of a bracket, or their ranges while it is open."""
    if bracket.exact:
        return percent(bracket.p_low), f"{bracket.low:,}"
    made = f"{percent(bracket.p_low)[:-2]} - {percent(bracket.p_high)}"
    return made, f"{bracket.low:,} - {bracket.high:,}"


def views_table(
    open_: "TrickDistribution", blind: "TrickDistribution", bracket: "Bracket"
) -> "Table":
    """Return the table of a contract's odds in the three views."""
    target = bracket.strategy.target
    table = new_table("Three views of the contract", "view", "made", "of 3,432", "")
    rows = [
        ("double-dummy", open_.p_at_least(target), "all hands open"),
        ("blind lead", blind.p_at_least(target), "open after your first lead"),
    ]
    for name, p, meaning in rows:
        table.add_row(name, percent(p), f"{round(p * bracket.n):,}", meaning)
    made, layouts = _proven(bracket)
    meaning = f"only plays are seen, {'proven' if bracket.exact else 'so far'}"
    table.add_row("best defence", made, layouts, meaning, style="bold")
    table.columns[-1].justify = "left"
    return table


def describe_bracket(bracket: "Bracket") -> str:
    """Return sentences on what a bracket says."""
    if not bracket.exact:
        return (
            f"Best defence: the best strategy found so far wins {bracket.low:,} layouts against "
            f"defenders who see everything, and no strategy wins more than {bracket.high:,}; a "
            "longer time limit may tell more."
        )
    if bracket.low == 0:
        return "Best defence: no strategy wins a layout against defenders who see everything."
    return (
        "Best defence: the odds of the best strategy of a declarer who sees only what is played, "
        "against defenders who see everything. Real ones are blind, too, so in a game this "
        "strategy makes at least as much."
    )


def outline_tree(branch: "Branch") -> "Tree":
    """Return the outline of a strategy as a tree."""
    from rich.tree import Tree

    tree = Tree(f"Lead {_played(branch)}", guide_style="dim")
    _grow(tree, branch)
    return tree


def _grow(tree: "Tree", branch: "Branch") -> None:
    for one in branch.then:
        play = f": {_played(one)}" if one.plays else ""
        _grow(tree.add(f"{one.when}{play}"), one)
    if branch.more:
        tree.add(f"and {branch.more} other way{'s' * (branch.more != 1)} to go on", style="dim")


def _played(branch: "Branch") -> str:
    """Return the tiles that a strategy plays in a branch."""
    tiles = list(branch.plays)
    others = f" (at times {listed(tiles[1:], 'or')})" if len(tiles) > 1 else ""
    return f"[bold]{tiles[0]}[/]{others}"


def kinds_table(kinds: "pd.DataFrame", most: int = 8) -> "Table":
    """Return the table of the layouts that beat a strategy, by kind."""
    table = new_table("Layouts that beat the strategy", "left holds", "right holds", "lost", "of")
    table.columns[1].justify = "left"
    for row in kinds.head(most).to_dict("records"):
        table.add_row(
            row["left"] or "-", row["right"] or "-", f"{row['lost']:,}", f"{row['layouts']:,}"
        )
    rest = kinds.iloc[most:]
    if len(rest):
        table.add_row("other", "", f"{rest['lost'].sum():,}", f"{rest['layouts'].sum():,}")
    return table
