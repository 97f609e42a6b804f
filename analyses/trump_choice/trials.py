"""The trial of selectors: regrets, what can't be told apart, who is to blame, and time."""

from string import ascii_letters

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings, all_and_worth, as_percentage, layouts_of, pooled
from analyses.common.rows import DISCARD, POINTS, REGRET, TRUMP
from moon_sim import Ranking, Trial, Trump, points, selectors, trial
from moon_sim.game import BIDS, LAYOUTS, NUMBER_BIDS, target
from moon_sim.heuristics import DISCARD_RULES, TRUMP_RULES
from moon_sim.stats import mean_by

SAMPLED = "sampled-"
EXACT = "exact"
VARIED = ("longest", "weighted")
"""Rules that are tried with every discard rule."""

CEILING = "sees the widow first"
WORST = 3
"""Holdings of each selector that are listed."""

QUICK_SAMPLE = 16
"""The largest sample where it is only to see that all works."""

TIMED = 4
"""Holdings for the time that an exact decision takes: nobody needs its choices, which are best."""


def rules() -> list[str]:
    """Return the names of all rules of thumb."""
    return [one.name for one in selectors() if not one.by_odds]


def variants() -> list[str]:
    """Return the names of some rules with other discard rules than their own."""
    return [
        f"{rule}+{discard}"
        for rule in VARIED
        for discard in DISCARD_RULES
        if discard not in ("random", TRUMP_RULES[rule].discard)
    ]


def samplers(most: int = LAYOUTS) -> list[str]:
    """Return the names of the selectors that go by odds on a sample of that size at most."""
    names = [one.name for one in selectors() if one.by_odds and one.name != EXACT]
    sizes = {name: int(name.removeprefix(SAMPLED)) for name in names}
    return [name for name, size in sizes.items() if size <= most]


def tried(seed: int, truth: pd.DataFrame, quick: bool = False) -> Trial:
    """Return the trial on some holdings; only rules of thumb bid, as the others take long."""
    thumbs = trial(rules(), seed=seed, truth=truth)
    others = [*variants(), *samplers(QUICK_SAMPLE if quick else LAYOUTS)]
    return together([thumbs, trial(others, seed=seed, truth=truth, own_bids=False)])


def timed(seed: int, truth: pd.DataFrame) -> Trial:
    """Return the trial of `exact` on a few holdings and one bid, for its time alone."""
    first = truth["number"].unique()[:TIMED]
    some = truth[truth["number"].isin(first)]
    return trial([EXACT], seed=seed, truth=some, targets=NUMBER_BIDS[1:2], own_bids=False)


def together(trials: list[Trial]) -> Trial:
    """Return trials of other selectors or on other holdings as one."""
    names = dict.fromkeys(name for one in trials for name in one.selectors)
    choices = pd.concat([one.choices for one in trials], ignore_index=True)
    truth = pd.concat([one.truth for one in trials]).drop_duplicates(["number", "discard", "trump"])
    return Trial(
        selectors=tuple(names),
        targets=trials[0].targets,
        n=choices["number"].nunique(),
        seed=trials[0].seed,
        choices=choices,
        own_bids=pd.concat([one.own_bids for one in trials], ignore_index=True),
        truth=truth,
    )


def choice_table(made: Trial) -> pd.DataFrame:
    """Return the choices with their wins of 3,432 layouts and those of the best contract."""
    found = made.choices.rename(columns={"target": "bid"})
    for name, column in (("wins", "p_make"), ("best", "best")):
        found[name] = layouts_of(found[column])
    return found[["number", "bid", "selector", "discard", "trump", "wins", "best"]]


def letters(ranking: Ranking) -> dict[str, str]:
    """Return letters for each rival: those that share one can't be told apart."""
    return {
        name: "".join(
            letter
            for letter, group in zip(ascii_letters, ranking.groups, strict=False)
            if name in group
        )
        for name in ranking.table.index
    }


def ranking_table(made: Trial) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the regrets of each selector and bid, and all pairs with what tells them apart.

    Regrets and differences are percentage points.
    """
    summary = made.summary().reset_index()
    tables, pairs = [], []
    for bid in made.targets:
        ranking = made.ranking(bid)
        some = summary[summary["target"] == bid].set_index("selector")
        percent = some[["p_make", "regret", "low", "high", "best", "median", "q90", "worst"]] * 100
        places = ranking.table[["first", "last"]]
        table = percent.join(places).assign(n=made.n, alike=pd.Series(letters(ranking)))
        tables.append(table.reset_index(names="selector").assign(bid=bid))
        scaled = ranking.pairs.assign(bid=bid)
        scaled[["difference", "low", "high"]] *= 100
        pairs.append(scaled)
    return pd.concat(tables), pd.concat(pairs)


def blame(choices: pd.DataFrame, sample: Holdings) -> pd.DataFrame:
    """Return each selector's mean regret, and how much of it trump and discard are to blame for.

    The trump's part is what its best discard falls short of the best contract; the discard's is
    the rest. Percentage points, of all holdings and of those worth bidding, by bid.
    """
    place = {int(number): at for at, number in enumerate(sample.number)}
    at = choices["number"].map(place).to_numpy()
    trump = choices["trump"].map({str(one): int(one) for one in Trump}).to_numpy()
    column = choices["bid"].map({bid: at for at, bid in enumerate(NUMBER_BIDS)}).to_numpy()
    reached = sample.wins.max(axis=1)[at, trump, column]
    parts = choices.assign(
        regret=as_percentage(choices["best"] - choices["wins"]),
        by_trump=as_percentage(choices["best"] - reached),
    )
    rows = []
    for of, some in all_and_worth(parts).items():
        for (name, bid), group in pooled(some).groupby(["selector", "bid"], sort=False):
            number = group["number"]
            rows.append({
                "of": of,
                "selector": name,
                "bid": bid,
                "n": len(group),
                **REGRET.told(mean_by(group["regret"], number)),
                "right": 100 * (group["regret"] == 0).mean(),
                **TRUMP.told(mean_by(group["by_trump"], number)),
                **DISCARD.told(mean_by(group["regret"] - group["by_trump"], number)),
            })  # fmt: skip
    return pd.DataFrame(rows)


def effort_table(made: Trial, exact: Trial) -> pd.DataFrame:
    """Return the median time of a decision beside the regret, all bids together."""
    rows = []
    for one in (made, exact):
        for name, group in one.choices.groupby("selector", sort=False):
            rows.append({
                "selector": name,
                "n": len(group),
                "seconds": group["seconds"].median(),
                **REGRET.told(mean_by(100 * group["regret"], group["number"])),
            })  # fmt: skip
    return pd.DataFrame(rows)


# --- Points -----------------------------------------------------------------------------------


def bid_table(made: Trial) -> pd.DataFrame:
    """Return what the selectors that bid bid, and the points that they gain on average."""
    return made.own_bids.drop(columns="seconds")


def points_table(made: Trial, sample: Holdings) -> pd.DataFrame:
    """Return the mean points of each selector at its own bids, most first.

    The last row is the ceiling: the points of who sees the widow before the bid.
    """
    found = made.bid_summary().reset_index().drop(columns="seed")
    gains = ceiling(sample)
    most = mean_by(gains)
    top = {"selector": CEILING, "n": most.n, **POINTS.told(most), "bids": (gains > 0).mean()}
    return pd.concat([found, pd.DataFrame([top])], ignore_index=True)[
        ["selector", "n", "points", "low", "high", "bids", "p_make", "worst"]
    ]


def ceiling(sample: Holdings) -> pd.Series:
    """Return the points of who sees the widow before the bid, for each holding."""
    odds = sample.wins.max(axis=(1, 2)) / LAYOUTS
    gains = [[points(bid, row[target(bid) - 4]) for bid in BIDS] for row in odds.tolist()]
    return pd.Series(np.array(gains).max(axis=1).clip(min=0), sample.number)


def worst_table(made: Trial) -> pd.DataFrame:
    """Return the holdings on which each selector lost most."""
    tables = [made.worst(name, WORST).assign(selector=name) for name in made.selectors]
    return pd.concat([table for table in tables if len(table)])
