"""The odds of seven tricks before and after the widow, where 21 is best, and the laydowns."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.common.all_hands import (
    CALLS,
    LEVELS,
    Ints,
    best_calls,
    counts,
    drawn,
    exact_plans,
    gains,
    odds_before,
    reaching,
)
from analyses.common.hands import EVEN, kind_with_zero
from analyses.shoot_the_moon.laid_down import contracts_of, counted
from moon_sim import Trump
from moon_sim.game import LAYOUTS, MOON, NUMBER_BIDS
from moon_sim.reporting import Run

DIGITS = 6
HOLDINGS_A_JOB = 20_000

BEFORE, AFTER = "before the widow", "after the widow"

ALL, AT_EVEN, BEST = "all", "even", "best"
"""Hands: all, those with seven tricks at even odds or better, those whose best call is 21."""

FEATURES = ["longest", "tops", "doubles", "covered", "voids", "pips"]

MANY = 3
"""So many covered tiles or more are counted together."""


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables by the names of their files."""
    hands, holdings = drawn(run.seed, run.count)
    jobs = [
        (holdings[at : at + HOLDINGS_A_JOB], trump)
        for at in range(0, len(holdings), HOLDINGS_A_JOB)
        for trump in Trump
    ]
    found = pd.concat(run.map(contracts_of, jobs, "laydowns"), ignore_index=True)
    odds, held = odds_before(hands), counts(hands)
    _, plans = exact_plans(holdings)
    seven = NUMBER_BIDS.index(7)
    after = plans.wins[:, seven] / LAYOUTS
    tables = {
        "reached.csv": reached({BEFORE: odds["p7"], AFTER: after}),
        "calls.csv": called(odds),
        "held.csv": held_by(odds, held),
        "points.csv": by_points(pointed(odds, held)),
        "rule.csv": judged(pointed(odds, held), run.seed),
        "trumps.csv": trumps(after, plans.trump[:, seven]),
        "laydowns.csv": counted(found, hands, holdings),
    }
    return {name: table.round(DIGITS) for name, table in tables.items()}


def reached(odds: "dict[str, pd.Series | NDArray[np.float64]]") -> pd.DataFrame:
    """Return which share has at least so many per cent of seven tricks, before and after."""
    parts = [
        pd.DataFrame({"when": when, "n": len(one), "least": LEVELS, "share": reaching(one)})
        for when, one in odds.items()
    ]
    return pd.concat(parts, ignore_index=True)


def called(odds: pd.DataFrame) -> pd.DataFrame:
    """Return the best calls of the hands that make seven tricks at even odds or better.

    `hands` have this best call, of `of` in all; `odds` are their mean odds of seven tricks, and
    `gain` and `moon` the points that the call and 21 gain on average.
    """
    gained, best = gains(odds), best_calls(odds)
    good = (odds["p7"] >= EVEN).to_numpy()
    rows = []
    for at, call in enumerate(CALLS):
        mine = good & (best == call)
        rows.append({
            "call": call,
            "hands": int(mine.sum()),
            "of": len(odds),
            "odds": odds["p7"][mine].mean(),
            "gain": gained[mine, at].mean() if mine.any() else np.nan,
            "moon": gained[mine, CALLS.index(MOON)].mean() if mine.any() else np.nan,
        })  # fmt: skip
    return pd.DataFrame(rows)


def held_by(odds: pd.DataFrame, held: pd.DataFrame) -> pd.DataFrame:
    """Return what all hands hold on average, those at even odds, and those that should call 21."""
    groups = {
        ALL: np.ones(len(odds), bool),
        AT_EVEN: (odds["p7"] >= EVEN).to_numpy(),
        BEST: best_calls(odds) == MOON,
    }
    return pd.DataFrame([
        {"group": name, "hands": int(mine.sum()), **held.loc[mine, FEATURES].mean()}
        for name, mine in groups.items()
    ])  # fmt: skip


def pointed(odds: pd.DataFrame, held: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each hand: its points and covered tiles, and what 21 is worth to it.

    Points are the tiles of the longest number, how many of its two highest are held, and doubles.
    `gain` is what 21 gains on average, and `other` what the best of the other calls does.
    """
    gained = gains(odds)
    moon = CALLS.index(MOON)
    return pd.DataFrame({
        "points": held[["longest", "tops", "doubles"]].sum(axis=1),
        "covered": held["covered"].clip(upper=MANY),
        "odds": odds["p7"],
        "even": odds["p7"] >= EVEN,
        "best": best_calls(odds) == MOON,
        "gain": gained[:, moon],
        "other": gained[:, :moon].max(axis=1),
    })  # fmt: skip


def by_points(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the means of hands by points and covered tiles, and how many they are."""
    groups = rows.groupby(["points", "covered"])
    found = groups.mean()
    found.insert(0, "hands", groups.size())
    return found.reset_index()


def asks(groups: pd.DataFrame) -> dict[int, int]:
    """Return for how many points one should call 21, each with the covered tiles that it takes.

    With so many covered tiles, or more, 21 gains more on average than each hand's best other call.
    """
    found = {}
    for points, rows in groups.groupby("points"):
        called = rows.sort_values("covered", ascending=False)
        so_far = called[(called["gain"] > called["other"]).cumprod().astype(bool)]
        if len(so_far):
            found[int(points)] = int(so_far["covered"].min())
    return found


def judged(rows: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return how good the rule is that one half of the hands asks for, on the other half.

    `called` are the hands of which it calls 21; `even` the share of them that are at even odds or
    better, `best` that of which 21 is the best call; `found` the share of all such hands that it
    calls; `gain` and `other` the points that 21 and the best other call gain them.
    """
    half = np.random.default_rng(seed).permutation(len(rows)) % 2 == 0
    rule = asks(by_points(rows[half]))
    others = rows[~half]
    least = others["points"].map(rule)
    mine = others[others["covered"] >= least]
    return pd.DataFrame([{
        "hands": len(others),
        "called": len(mine),
        **mine[["even", "best", "odds", "gain", "other"]].mean(),
        "found": mine["best"].sum() / max(others["best"].sum(), 1),
    }])  # fmt: skip


def trumps(odds: NDArray[np.float64], named: Ints) -> pd.DataFrame:
    """Return how often each kind of trump is that of the best plan, of holdings at even odds."""
    good = named[odds >= EVEN]
    kinds = [kind_with_zero(str(Trump(trump))) for trump in good.tolist()]
    every = ["number", "0", "doubles", "none"]
    return pd.DataFrame({
        "trump": every, "holdings": [kinds.count(kind) for kind in every]
    })  # fmt: skip
