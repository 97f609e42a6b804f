"""What a discard costs, with the trump of the best contract, from the odds of each holding."""

import numpy as np
import pandas as pd

from analyses.common.holdings import (
    WORTH,
    Holdings,
    as_percentage,
    best_trumps,
    pooled,
    worth_bidding,
)
from analyses.common.rows import COST, RIGHT
from analyses.widow_and_discard.kinds import discard_kind
from moon_sim import Trump, format_tiles, parse_tiles
from moon_sim.game import NUMBER_BIDS, tile_name
from moon_sim.heuristics import DISCARD_RULES
from moon_sim.stats import mean_by, share_by


def discard_table(sample: Holdings) -> pd.DataFrame:
    """Return the layouts that each discard wins with the trump of the best contract, by bid."""
    trumps = best_trumps(sample.wins)
    rows = []
    for at, mask in enumerate(sample.masks.tolist()):
        for column, bid in enumerate(NUMBER_BIDS):
            trump = int(trumps[at, column])
            won = sample.wins[at, :, trump, column]
            for tile, wins in zip(sample.tiles[at].tolist(), won.tolist(), strict=True):
                rows.append({
                    "number": sample.number[at],
                    "bid": bid,
                    "trump": str(Trump(trump)),
                    "discard": tile_name(tile),
                    "kind": discard_kind(tile, mask & ~(1 << tile), trump),
                    "wins": wins,
                    "best": won.max(),
                })  # fmt: skip
    return pd.DataFrame(rows)


def rule_table(discards: pd.DataFrame, seed: int = 1) -> pd.DataFrame:
    """Return what each discard rule throws, told the bid and the trump of the best contract."""
    rules = [rule for name, rule in DISCARD_RULES.items() if name != "random"]
    rows = []
    for (number, bid), group in discards.groupby(["number", "bid"], sort=False):
        by_tile = group.set_index("discard", drop=False)
        holding = parse_tiles(" ".join(group["discard"]))
        trump = Trump.parse(group["trump"].iloc[0])
        for rule in rules:
            tile = rule.throw(holding, trump, bid, np.random.default_rng([seed, number, bid]))
            rows.append({**by_tile.loc[tile_name(tile)], "rule": rule.name})
    return pd.DataFrame(rows)[["number", "bid", "trump", "rule", "discard", "wins", "best"]]


def cost_of(choices: pd.DataFrame) -> pd.Series:
    """Return what each choice costs against the best one, in percentage points."""
    return as_percentage(choices["best"] - choices["wins"])


def ranked(discards: pd.DataFrame) -> pd.DataFrame:
    """Return each holding's discards with their place, best first: 1 to 8."""
    ordered = discards.sort_values(["number", "bid", "wins"], ascending=[True, True, False])
    return ordered.assign(place=ordered.groupby(["number", "bid"]).cumcount() + 1)


def costs(discards: pd.DataFrame, rules: pd.DataFrame) -> pd.DataFrame:
    """Return the mean cost of the second best discard and so on, of a random one, and of rules."""
    places = ranked(discards)
    choices = {
        **{str(place): group for place, group in places.groupby("place")},
        "at random": discards,
        **dict(list(rules.groupby("rule", sort=False))),
    }
    rows = [
        {"of": name, "choice": choice, "bid": bid, **_cost(group)}
        for name, pick in (("all", lambda some: some), (WORTH, worth_bidding))
        for choice, some in choices.items()
        for bid, group in pooled(pick(some)).groupby("bid")
    ]
    return pd.DataFrame(rows)


def _cost(choices: pd.DataFrame) -> dict[str, float]:
    cost, number = cost_of(choices), choices["number"]
    return {
        "n": len(choices),
        "holdings": number.nunique(),
        **COST.told(mean_by(cost, number)),
        **RIGHT.told(share_by(cost == 0, number)),
    }


def by_kind(discards: pd.DataFrame) -> pd.DataFrame:
    """Return how often a tile of a kind is right to throw, and what the best of its kind costs.

    Of holdings and bids worth bidding, all bids together and each alone. Shares and costs count
    the best tile of the kind in each holding that has one: right is what costs nothing.
    """
    worth = worth_bidding(discards)
    best = worth.sort_values("wins", ascending=False).groupby(["number", "bid", "kind"]).head(1)
    rows = [
        {"kind": kind, "bid": bid, **_cost(group)}
        for (kind, bid), group in pooled(best).groupby(["kind", "bid"])
    ]
    return pd.DataFrame(rows)


def sharpest(discards: pd.DataFrame, count: int = 8) -> pd.DataFrame:
    """Return the holdings whose second best discard costs most, each once."""
    places = ranked(worth_bidding(discards))
    keys = ["number", "bid"]
    second = places[places["place"] == 2].set_index(keys)
    first = places[places["place"] == 1].set_index(keys)
    joined = first.assign(discard_second=second["discard"], wins_second=second["wins"])
    joined["cost"] = as_percentage(joined["wins"] - joined["wins_second"])
    most = joined.sort_values("cost", ascending=False, kind="stable").reset_index()
    most = most.drop_duplicates("number").head(count)
    tiles = discards.groupby("number")["discard"].agg(
        lambda some: parse_tiles(" ".join(some.unique()))
    )
    most["holding"] = most["number"].map(tiles).map(format_tiles)
    columns = ["number", "holding", "bid", "trump", "discard", "wins", "discard_second"]
    return most[[*columns, "wins_second", "cost"]]
