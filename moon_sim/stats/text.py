"""Rankings as text for people: a table, and what the cases can't tell apart."""

from typing import TYPE_CHECKING

from moon_sim.display import listed, new_table

if TYPE_CHECKING:
    from rich.table import Table

    from moon_sim.stats.paired import Ranking


def place(first: int, last: int) -> str:
    """Return the places that a rival may have."""
    return str(first) if first == last else f"{first}-{last}"


def ranking_table(ranking: "Ranking") -> "Table":
    """Return the table of rivals, best first."""
    table = new_table(f"Means of {ranking.n:,} cases", "rival", "place", "mean", "standard error")
    for name, row in ranking.table.to_dict("index").items():
        mean, error = f"{row['mean']:.4g}", f"{row['standard_error']:.2g}"
        table.add_row(str(name), place(row["first"], row["last"]), mean, error)
    return table


def ranking_words(ranking: "Ranking", cases: str = "cases") -> str:
    """Return sentences on which is best, and which can't be told apart."""
    table = ranking.table
    if len(table) == 1:
        return "There is nothing to compare it with."
    top = list(table.index[table["first"] == 1])
    others = [group for group in ranking.groups if group[1:] and not set(group) <= set(top)]
    alike = "; ".join(listed(group, "and") for group in others)
    if top[1:]:
        nor = f", nor tell apart {alike}" if alike else ""
        return f"Best is {listed(top, 'or')}: these {cases} can't say which{nor}."
    return f"Best is {top[0]}." + (f" These {cases} can't tell apart {alike}." if alike else "")
