"""A trial of selectors as text for people: tables, and what it can't tell apart."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from moon_sim.display import listed, new_table, percent, percent_range, trump_words, wrap_words
from moon_sim.game import DEFAULT_RULES
from moon_sim.stats import Ranking, place, ranking_words

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from moon_sim.trials.results import Trial


def trial_parts(trial: "Trial", worst: int = 1) -> "Iterator[str | Table]":
    """Yield a trial's tables with what they can't tell apart, its worst hands, and what it means.

    With `worst`, so many hands of each selector.
    """
    summary = trial.summary()
    for target in trial.targets:
        ranking = trial.ranking(target)
        yield target_table(of_target(summary, target), ranking, target)
        yield from (ranking_words(ranking, "holdings"), "")
    points = None if trial.own_bids.empty else trial.bid_summary()
    if points is not None:
        ranking = trial.bid_ranking()
        yield points_table(points, ranking)
        yield ranking_words(ranking, "holdings")
        if silent := [name for name in trial.selectors if name not in points.index]:
            yield f"No bids from {listed(silent, 'and')}."
        yield ""
    words = [
        sentence
        for name in (trial.selectors if worst else ())
        for sentence in worst_words(trial.worst(name, worst), name)
    ]
    if words:
        yield from ("The worst hands", *words, "")
    yield describe_trial(trial, summary, points)


def of_target(summary: "pd.DataFrame", target: int) -> "pd.DataFrame":
    """Return the rows of a summary for one target, by selector."""
    return summary.loc[[target]].droplevel("target")


UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    unit, size = next((one for one in UNITS if seconds >= one[1]), UNITS[-1])
    count = seconds / size
    return f"{count:.1f} {unit}" if count < 9.95 else f"{count:,.0f} {unit}"


def standings(summary: "pd.DataFrame", ranking: Ranking) -> "pd.DataFrame":
    """Return a summary in the order of its ranking, with the places `first` to `last`."""
    return ranking.table[["first", "last"]].join(summary)


def target_table(summary: "pd.DataFrame", ranking: Ranking, target: int) -> "Table":
    """Return the table of a target: how good each selector's choices are, best first."""
    rows = standings(summary, ranking).to_dict("index")
    best = next(iter(rows.values()))
    table = new_table(
        f"To make {target}, in %: the best choices make {_bare(best['p_make'] + best['regret'])}",
        *("place", "selector", "made", "regret", "95 % interval", "best", "worst", "time"),
    )
    wrap_words(table, 1)
    for name, row in rows.items():
        table.add_row(
            place(row["first"], row["last"]),
            str(name),
            _bare(row["p_make"]),
            _bare(row["regret"]),
            _interval(row, percent_range(row["low"], row["high"]).removesuffix(" %")),
            _bare(row["best"]),
            _bare(row["worst"]),
            duration(row["seconds"]),
        )
    return table


def points_table(summary: "pd.DataFrame", ranking: Ranking) -> "Table":
    """Return the table of what selectors gain at their own bids, best first."""
    table = new_table(
        "Points a hand at their own bids, a pass counted as 0",
        *("place", "selector", "points", "95 % interval", "bids %", "made %", "worst", "time"),
    )
    wrap_words(table, 1)
    for name, row in standings(summary, ranking).to_dict("index").items():
        table.add_row(
            place(row["first"], row["last"]),
            str(name),
            f"{row['points']:+.2f}",
            _interval(row, f"{row['low']:+.2f} to {row['high']:+.2f}"),
            _bare(row["bids"]),
            _bare(row["p_make"]) if row["bids"] else "-",
            f"{row['worst']:+.1f}",
            duration(row["seconds"]),
        )
    return table


def _bare(p: float) -> str:
    """Return a percentage whose sign stands at the head of its table."""
    return percent(min(p, 1.0)).removesuffix(" %")


def _interval(row: dict[Any, Any], text: str) -> str:
    """Return an interval, or "-" where all holdings gave the same: that says nothing of others."""
    return text if row["low"] < row["high"] else "-"


def worst_words(worst: "pd.DataFrame", selector: str) -> list[str]:
    """Return a sentence for each of the hands on which a selector lost most."""
    return [
        f"{selector}, to make {row['target']}: of {row['holding']} it discards {row['discard']} "
        f"and names {trump_words(row['trump'])}, {percent(row['p_make'])}; best is "
        f"{row['best_discard']} and {trump_words(row['best_trump'])}, {percent(row['best'])}."
        for row in worst.to_dict("records")
    ]


def describe_trial(trial: "Trial", summary: "pd.DataFrame", points: "pd.DataFrame | None") -> str:
    """Return sentences on what the numbers of a trial mean and how sure they are."""
    made, best = _bare(summary["p_make_se"].max()), _bare(summary["best_se"].max())
    error = f"{made} percentage points of made, {best} of best"
    if points is not None:
        error += f", {points['points_se'].max():.2f} of points"
    rules = "" if trial.rules == DEFAULT_RULES else f" by {trial.rules!r}"
    return (
        f"{trial.n:,} random holdings, seed {trial.seed}, the same for all; exact blind-lead odds"
        f"{rules}. "
        "Regret: what the choices make less than the best ones, with its interval (- where it was "
        "the same on all holdings); best: how often a best choice was picked; worst: the largest "
        "loss; time: of a decision. Place: those that a selector may have, from paired tests with "
        "a correction for their number, 95 % sure for a table as a whole. Standard errors: up to "
        f"{error}."
    )
