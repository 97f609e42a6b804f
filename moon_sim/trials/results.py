"""What came out of a trial of selectors: means, losses, rankings and the worst hands."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_sim.display import Result, percent, records_of
from moon_sim.game import DEFAULT_RULES, PASS, Rules, target, whole
from moon_sim.stats import Ranking, mean_intervals, rank, ranking_words
from moon_sim.trials.text import of_target, standings, trial_parts

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

LEVEL = 0.95
"""Confidence of what is shown and printed."""


class Use(IntEnum):
    """What random numbers are for; each use has its own, and all selectors have the same ones."""

    DEAL = 0
    BID = 1
    CHOICE = 2
    STATISTICS = 3


def random_numbers(seed: int, use: Use, number: int) -> np.random.Generator:
    """Return the random numbers of one use and holding, which depend on no other.

    Parameters
    ----------
    seed : int
    use : Use
    number : int
        Of the holding; for statistics the target, or 0 for points.

    Returns
    -------
    Generator
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(use, number)))


@dataclass(frozen=True, eq=False, repr=False)
class Trial(Result):
    """What selectors chose on the same holdings, and how good that was.

    Attributes
    ----------
    selectors : tuple of str
        Names, in the order given.
    targets : tuple of int
        Of 4-7, those tried.
    n : int
        Holdings.
    seed : int
        Gives the same trial again, on the same `truth` if that was given.
    choices : DataFrame
        A row per holding, target and selector: `number` (of the holding), `holding` (8 tiles),
        `widow`, `target`, `selector`, `discard`, `trump` (text), `p_make` (exact blind-lead
        probability of the target), `best` (that of the best choice), `regret` (best - p_make),
        `is_best` (ties count) and `seconds` (that the decision took).
    own_bids : DataFrame
        A row per holding and selector that bids: `number`, `selector`, `hand` (the 7 tiles bid
        on), `widow`, `bid` (0 for a pass), `discard`, `trump`, `p_make` (empty after a pass),
        `points` (on average; 0 for a pass) and `seconds` (that the bid took).
    truth : DataFrame
        A row per holding, discard and trump: `number`, `hand`, `widow`, `discard`, `trump` (text),
        and `w4` to `w7`, the layouts of 3,432 on which the best blind lead makes that many tricks.
    rules : Rules
        By which it was all played.
    """

    selectors: tuple[str, ...]
    targets: tuple[int, ...]
    n: int
    seed: int
    choices: "pd.DataFrame"
    own_bids: "pd.DataFrame"
    truth: "pd.DataFrame"
    rules: Rules = DEFAULT_RULES

    def summary(self, level: float = LEVEL) -> "pd.DataFrame":
        """Return how well each selector chose for each target.

        Parameters
        ----------
        level : float
            Confidence of the interval of the regret (BCa bootstrap).

        Returns
        -------
        DataFrame
            A row per (target, selector), least regret first: `n` (holdings), `p_make` and `regret`
            (means) with their standard errors `p_make_se` and `regret_se`, `low` and `high` (the
            regret's interval), `best` (share of holdings where it picked a best choice) with
            `best_se`, `median`, `q90`, `q99` and `worst` (of the regret: probabilities),
            `seconds` (mean time of a decision), `seed`.
        """
        import pandas as pd

        tables = []
        for bid in self.targets:
            chosen = self.choices[self.choices["target"] == bid]
            by = chosen.groupby("selector", sort=False)
            regrets = _wide(chosen, "regret")
            low, high = mean_intervals(
                regrets, level, random_numbers(self.seed, Use.STATISTICS, bid)
            )
            root = np.sqrt(self.n)
            table = pd.DataFrame({"target": bid, "n": by.size()})
            table["p_make"] = by["p_make"].mean()
            table["p_make_se"] = by["p_make"].std() / root
            table["regret"] = by["regret"].mean()
            table["regret_se"] = by["regret"].std() / root
            table["low"] = pd.Series(low, regrets.columns)
            table["high"] = pd.Series(high, regrets.columns)
            table["best"] = by["is_best"].mean()
            table["best_se"] = by["is_best"].std() / root
            for name, share in (("median", 0.5), ("q90", 0.9), ("q99", 0.99), ("worst", 1.0)):
                table[name] = by["regret"].quantile(share)
            table["seconds"] = by["seconds"].mean()
            tables.append(table.sort_values("regret", kind="stable"))
        found = pd.concat(tables).reset_index().set_index(["target", "selector"])
        return found.assign(seed=self.seed)

    def bid_summary(self, level: float = LEVEL) -> "pd.DataFrame":
        """Return what each selector that bids gains at its own bids.

        Parameters
        ----------
        level : float
            Confidence of the interval of the points (BCa bootstrap).

        Returns
        -------
        DataFrame
            A row per selector, most points first: `n` (holdings), `points` (mean, a pass counted
            as 0) with `points_se` and its interval `low` to `high`, `bids` (share of hands that it
            does not pass), `p_make` (mean over those it bids on; empty if there are none), `worst`
            (points of its worst bid), `seconds` (mean time of a bid), `seed`.

        Raises
        ------
        TypeError, ValueError
            As `bid_ranking` does.
        """
        import pandas as pd

        points = self._gains()
        by = self.own_bids.groupby("selector", sort=False)
        low, high = mean_intervals(points, level, random_numbers(self.seed, Use.STATISTICS, PASS))
        table = pd.DataFrame({"n": by.size(), "points": by["points"].mean()})
        table["points_se"] = by["points"].std() / np.sqrt(self.n)
        table["low"] = pd.Series(low, points.columns)
        table["high"] = pd.Series(high, points.columns)
        table["bids"] = self.own_bids["bid"].ne(PASS).groupby(self.own_bids["selector"]).mean()
        table["p_make"] = by["p_make"].mean()
        table["worst"] = by["points"].min()
        table["seconds"] = by["seconds"].mean()
        return table.sort_values("points", ascending=False, kind="stable").assign(seed=self.seed)

    def ranking(self, target: int, level: float = LEVEL) -> Ranking:
        """Return the selectors by how often their choices make a target.

        Parameters
        ----------
        target : int
            One of `targets`.
        level : float
            Confidence.

        Returns
        -------
        Ranking
            Means and differences are probabilities. The correction is for all pairs of this
            ranking.

        Raises
        ------
        TypeError, ValueError
            If the target was not tried.
        """
        chosen = self.choices[self.choices["target"] == self._tried(target)]
        return rank(
            _wide(chosen, "p_make"), level, random_numbers(self.seed, Use.STATISTICS, target)
        )

    def bid_ranking(self, level: float = LEVEL) -> Ranking:
        """Return the selectors that bid by their points.

        Parameters
        ----------
        level : float
            Confidence.

        Returns
        -------
        Ranking
            Means and differences are points a hand.

        Raises
        ------
        ValueError
            If no selector of this trial bids, or it was run without their own bids.
        """
        return rank(self._gains(), level, random_numbers(self.seed, Use.STATISTICS, PASS))

    def worst(self, selector: str, count: int = 5, target: int | None = None) -> "pd.DataFrame":
        """Return the holdings on which a selector lost most.

        Parameters
        ----------
        selector : str
            Its name.
        count : int
            How many choices at most; those that were best ones are left out.
        target : int, optional
            One of `targets`; the worst of all by default.

        Returns
        -------
        DataFrame
            A row per choice, the worst first: `holding`, `widow`, `target`, `discard`, `trump`,
            `p_make`, `best_discard`, `best_trump` (the first of the best ones), `best` and
            `regret`.

        Raises
        ------
        TypeError, ValueError
            If the selector or the target was not tried, or `count` is out of range.
        """
        if selector not in self.selectors:
            raise ValueError(f"expected one of {', '.join(self.selectors)}, got {selector!r}")
        count = whole(count, "count", 1)
        rows = self.choices[self.choices["selector"] == selector]
        if target is not None:
            rows = rows[rows["target"] == self._tried(target)]
        rows = rows[~rows["is_best"]].nlargest(count, "regret")
        best = []
        for number, bid in zip(rows["number"], rows["target"], strict=True):
            known = self.truth[self.truth["number"] == number]
            first = known[f"w{bid}"].to_numpy().argmax()
            best.append(known[["discard", "trump"]].iloc[first].to_list())
        rows[["best_discard", "best_trump"]] = np.array(best, object).reshape(-1, 2)
        shown = ["holding", "widow", "target", "discard", "trump", "p_make"]
        shown += ["best_discard", "best_trump", "best", "regret"]
        return rows[shown].reset_index(drop=True)

    def to_frame(self) -> "pd.DataFrame":
        """Return all that selectors chose as one table.

        Returns
        -------
        DataFrame
            A row per choice, holding by holding: those of `choices`, and those at the bids of
            `own_bids`. `number`, `holding`, `widow`, `selector`, `target` (tricks; empty after a
            pass), `own_bid` (0 for a pass; empty where the target was given), `discard`, `trump`
            (text), `p_make`, `best`, `regret`, `is_best` (empty at own bids), `points` (at own bids
            alone), `seconds`.
        """
        import pandas as pd

        own = self.own_bids.rename(columns={"bid": "own_bid"})
        if len(own):
            holdings = self.choices.drop_duplicates("number").set_index("number")["holding"]
            own["holding"] = own["number"].map(holdings)
            own["target"] = [target(bid) if bid else None for bid in own["own_bid"]]
        columns = ["number", "holding", "widow", "selector", "target", "own_bid", "discard"]
        columns += ["trump", "p_make", "best", "regret", "is_best", "points", "seconds"]
        both = pd.concat([self.choices, own])
        both = both.reindex(columns=columns).sort_values("number", kind="stable", ignore_index=True)
        return both.astype({"target": "Int64", "own_bid": "Int64", "is_best": "boolean"})

    def to_dict(self, worst: int = 1) -> dict[str, Any]:
        """Return what came out as plain Python values, as ``moon-sim compare --json`` prints it.

        Parameters
        ----------
        worst : int
            How many of its worst choices for each selector; 0 for none.

        Returns
        -------
        dict
            `holdings`, `seed`, `odds`, `level`; `targets` with a dict for each, `own_bids` with one
            or None: `selectors` (the rows of the summary in the order of the ranking, with their
            places), `pairs`, `groups` and `words`; and `worst`.

        Raises
        ------
        TypeError, ValueError
            If `worst` is no number of choices.
        """
        summary = self.summary()
        whole(worst, "worst", 0)
        return {
            "holdings": self.n,
            "seed": self.seed,
            "odds": "exact blind-lead",
            "level": LEVEL,
            "targets": [
                {"target": bid, **_standing(of_target(summary, bid), self.ranking(bid))}
                for bid in self.targets
            ],
            "own_bids": (
                None if self.own_bids.empty else _standing(self.bid_summary(), self.bid_ranking())
            ),
            "worst": [
                {"selector": name, **row}
                for name in (self.selectors if worst else ())
                for row in records_of(self.worst(name, worst))
            ],
        }

    def _summary(self) -> tuple[str, dict[str, object]]:
        said: dict[str, object] = {}
        for bid in self.targets:
            made = self.choices[self.choices["target"] == bid]
            by = made.groupby("selector", sort=False)["p_make"].mean()
            means = by.sort_values(ascending=False, kind="stable")
            best = made.drop_duplicates("number")["best"].mean()
            shown = ", ".join(f"{name} {percent(p)}" for name, p in means.items())
            said[f"to make {bid}"] = f"best {percent(best)}; {shown}"
        if not self.own_bids.empty:
            by = self.own_bids.groupby("selector", sort=False)["points"].mean()
            means = by.sort_values(ascending=False, kind="stable")
            shown = ", ".join(f"{name} {gain:+.2f}" for name, gain in means.items())
            said["points a hand"] = f"{shown}, at their own bids"
        if self.rules != DEFAULT_RULES:
            said["rules"] = repr(self.rules)
        tried = f"{len(self.selectors)} selector{'s' * (len(self.selectors) != 1)}"
        return f"Trial of {tried} on {self.n:,} holdings, seed {self.seed}, exact odds", said

    def _parts(self) -> "Iterator[str | Table]":
        return trial_parts(self)

    def _gains(self) -> "pd.DataFrame":
        if self.own_bids.empty:
            raise ValueError(
                "expected a trial with selectors that bid and their own bids, got none"
            )
        return _wide(self.own_bids, "points")

    def _tried(self, target: int) -> int:
        if whole(target, "target", 1) not in self.targets:
            tried = ", ".join(map(str, self.targets))
            raise ValueError(f"target: expected one that was tried ({tried}), got {target}")
        return target


def _standing(summary: "pd.DataFrame", ranking: Ranking) -> dict[str, Any]:
    """Return a summary with its ranking, best first."""
    rows = standings(summary.drop(columns=["n", "seed"]), ranking)
    return {
        "selectors": records_of(rows.rename_axis("selector").reset_index()),
        "pairs": records_of(ranking.pairs),
        "groups": [list(group) for group in ranking.groups],
        "words": ranking_words(ranking, "holdings"),
    }


def _wide(rows: "pd.DataFrame", value: str) -> "pd.DataFrame":
    """Return a row per holding and a column per selector, in the order given."""
    names = rows["selector"].unique()
    return rows.pivot(index="number", columns="selector", values=value)[names]
