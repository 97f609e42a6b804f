"""The trial of some rules of thumb, and of odds on samples, on fresh holdings."""

import numpy as np
import pandas as pd

from analyses.common.holdings import as_percentage, layouts_of
from analyses.common.rows import REGRET, TRUMP
from analyses.trump_choice.counted import USED
from analyses.trump_choice.naming import named_in, tie_rows, wins_of
from moon_sim import Trump, parse_tiles, trial
from moon_sim.stats import mean_by

TRIED = {
    "random": "random",
    "heaviest": "heaviest",
    "longest": "longest",
    "longest+uncovered": "longest",
    "double-led": "double-led",
    "sure-tricks": "sure-tricks",
    "weighted": "weighted",
    "point-count": "point-count",
    "sampled-4": "",
    "sampled-16": "",
}
"""The selectors on trial, and by which rule each names trump, if by one."""

WITH = {trump: f"with_{trump!s}" for trump in Trump}
"""The column of each trump's wins."""

A_TRIAL = 4
"""Holdings that are drawn, solved and tried together."""


def seed_of(seed: int, place: int) -> int:
    """Return the seed of some holdings that stand at a place among all."""
    return int(np.random.SeedSequence(seed, spawn_key=(1, place)).generate_state(1)[0])


def fresh(seed: int, place: int, count: int) -> pd.DataFrame:
    """Return what selectors choose of some fresh holdings, and what trumps win.

    A row a holding and bid: the layouts that the best contract wins, by the name of each selector
    those that its choice wins, and by trump (`with_0` to `with_none`) those that it wins with its
    best discard, for trumps that rules name; -1 for others.
    """
    made = trial(list(TRIED), count, seed_of(seed, place), own_bids=False, threads=1)
    of = ["number", "holding", "target"]
    rows = made.choices.assign(wins=layouts_of(made.choices["p_make"]))
    wide = rows.pivot(index=of, columns="selector", values="wins")[list(TRIED)]
    wide = wide.assign(best=layouts_of(rows.groupby(of)["best"].first())).reset_index(
        names=[*of[:2], "bid"]
    )
    for holding in wide["holding"].unique():
        mask = parse_tiles(holding)
        for trump, wins in wins_of(mask, named_in(mask).every).items():
            wide.loc[wide["holding"] == holding, f"with_{trump!s}"] = wins
    columns = [*of[:2], "bid", "best", *TRIED, *WITH.values()]
    found = wide.reindex(columns=columns, fill_value=np.nan).fillna(-1)
    numbers = found.columns.drop("holding")
    return found.astype(dict.fromkeys(numbers, np.int64)).assign(number=found["number"] + place)


def ties_of(choices: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `naming.tie_rows` for holdings of `fresh`."""
    found: list[dict[str, object]] = []
    for (number, holding), some in choices.groupby(["number", "holding"]):
        some = some.sort_values("bid")
        wins = {trump: some[name].to_numpy() for trump, name in WITH.items()}
        best = some["best"].to_numpy()
        found.extend(tie_rows(int(number), parse_tiles(holding), best, wins))
    return pd.DataFrame(found)


def regrets(choices: pd.DataFrame, ties: pd.DataFrame) -> pd.DataFrame:
    """Return by bid what each selector's choices fall short of the best, and its trumps alone."""
    used = ties[ties["way"] == USED]
    rows = []
    for bid, some in choices.groupby("bid"):
        for name, rule in TRIED.items():
            regret = as_percentage(some["best"] - some[name])
            named = used[(used["rule"] == rule) & (used["bid"] == bid)]
            by_trump = as_percentage(named["best"] - named["wins"])
            rows.append({
                "bid": bid,
                "selector": name,
                "n": len(some),
                "right": 100 * (regret == 0).mean(),
                **REGRET.told(mean_by(regret)),
                **TRUMP.told(mean_by(by_trump)),
            })  # fmt: skip
    return pd.DataFrame(rows)
