"""What a widow adds to a hand, and what a discard costs, from the odds of each holding.

Each of a holding's eight tiles is as likely to have been the widow. So a holding tells of eight
hands with their widows: take a tile away, and the seven others are the hand that was dealt.
"""

import numpy as np
import pandas as pd

from moon_sim import Trump, format_tiles, parse_tiles
from moon_sim.game import LAYOUTS, NUMBER_BIDS, tile_name
from moon_sim.heuristics import DISCARD_RULES

from .holdings import Holdings, best_trumps, merit, pooled, worth_bidding
from .kinds import discard_kind, widow_kind
from .means import mean_by, share_by

IN_DOUBT = 0.2, 0.8
"""Odds of a bid with the seven tiles dealt, for it to be in doubt before the widow is seen."""

BINS = [0.0, 0.01, 0.2, 0.4, 0.6, 0.8, 0.99, 1.0]
BIN_NAMES = ["0-1", "1-20", "20-40", "40-60", "60-80", "80-99", "99-100"]
PIP_GROUPS = {"3-5 pips": 5, "6-8 pips": 8, "9-11 pips": 11}
PERCENTILES = np.arange(101)


def widow_table(sample: Holdings) -> pd.DataFrame:
    """Return the layouts that each hand wins without its widow and with it, a row a bid."""
    without = sample.wins.max(axis=2)
    trumps = merit(sample.wins).argmax(axis=2)
    best = without.max(axis=1)
    rows = []
    for at, mask in enumerate(sample.masks.tolist()):
        for place, tile in enumerate(sample.tiles[at].tolist()):
            for column, bid in enumerate(NUMBER_BIDS):
                trump = int(trumps[at, place, column])
                rows.append({
                    "number": sample.number[at],
                    "widow": tile_name(tile),
                    "bid": bid,
                    "trump": str(Trump(trump)),
                    "kind": widow_kind(tile, mask & ~(1 << tile), trump),
                    "without": without[at, place, column],
                    "with": best[at, column],
                })  # fmt: skip
    return pd.DataFrame(rows)


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


# --- What the widow adds ----------------------------------------------------------------------


def gain_of(widows: pd.DataFrame) -> pd.Series:
    """Return what each widow adds, in points of percentage."""
    return 100 * (widows["with"] - widows["without"]) / LAYOUTS


def in_doubt(widows: pd.DataFrame) -> pd.DataFrame:
    """Return the hands whose bid is in doubt with the seven tiles dealt."""
    return widows[(widows["without"] / LAYOUTS).between(*IN_DOUBT)]


def spread(widows: pd.DataFrame) -> pd.DataFrame:
    """Return the distribution of the gain by bid: percentiles, of all hands and those in doubt."""
    rows = [
        {"of": name, "bid": bid, "n": len(group), "percentile": percentile, "gain": gain}
        for name, some in (("all", widows), ("in doubt", in_doubt(widows)))
        for bid, group in some.groupby("bid")
        for percentile, gain in zip(
            PERCENTILES, np.percentile(gain_of(group), PERCENTILES), strict=True
        )
    ]
    return pd.DataFrame(rows)


def gains(widows: pd.DataFrame) -> pd.DataFrame:
    """Return mean gain and how often there is one: of all hands, by odds dealt, kind and tile."""
    dealt = pd.cut(widows["without"] / LAYOUTS, BINS, labels=BIN_NAMES, include_lowest=True)
    doubt = in_doubt(widows)
    parts = [
        ("all", widows, pd.Series("all", widows.index)),
        ("odds dealt", widows, dealt.astype(str)),
        ("in doubt", doubt, pd.Series("in doubt", doubt.index)),
        ("kind", doubt, doubt["kind"]),
        ("tile", doubt, doubt["widow"].map(tile_group)),
    ]
    rows = [
        {"by": name, "group": label, "bid": bid, **_gain(group)}
        for name, some, labels in parts
        for (label, bid), group in pooled(some.assign(label=labels)).groupby(["label", "bid"])
    ]
    return pd.DataFrame(rows)


def _gain(widows: pd.DataFrame) -> dict[str, float]:
    gain, number = gain_of(widows), widows["number"]
    mean, helps = mean_by(gain, number), share_by(gain > 0, number)
    return {
        "hands": len(widows),
        "holdings": number.nunique(),
        "without": 100 * widows["without"].mean() / LAYOUTS,
        "with": 100 * widows["with"].mean() / LAYOUTS,
        "gain": mean.value,
        "low": mean.low,
        "high": mean.high,
        "helps": helps.value,
        "helps_low": helps.low,
        "helps_high": helps.high,
    }


def tile_group(tile: str) -> str:
    """Return the double, or the range of pips, that a tile is counted with."""
    high, low = map(int, tile.split("-"))
    if high == low:
        return "double"
    return next(name for name, most in PIP_GROUPS.items() if high + low <= most)


# --- What a discard costs ---------------------------------------------------------------------


def cost_of(choices: pd.DataFrame) -> pd.Series:
    """Return what each choice costs against the best one, in points of percentage."""
    return 100 * (choices["best"] - choices["wins"]) / LAYOUTS


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
        for name, pick in (("all", lambda some: some), ("worth bidding", worth_bidding))
        for choice, some in choices.items()
        for bid, group in pooled(pick(some)).groupby("bid")
    ]
    return pd.DataFrame(rows)


def _cost(choices: pd.DataFrame) -> dict[str, float]:
    cost, number = cost_of(choices), choices["number"]
    mean, right = mean_by(cost, number), share_by(cost == 0, number)
    return {
        "n": len(choices),
        "holdings": number.nunique(),
        "cost": mean.value,
        "low": mean.low,
        "high": mean.high,
        "right": right.value,
        "right_low": right.low,
        "right_high": right.high,
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
    joined["cost"] = 100 * (joined["wins"] - joined["wins_second"]) / LAYOUTS
    most = joined.sort_values("cost", ascending=False, kind="stable").reset_index()
    most = most.drop_duplicates("number").head(count)
    tiles = discards.groupby("number")["discard"].agg(
        lambda some: parse_tiles(" ".join(some.unique()))
    )
    most["holding"] = most["number"].map(tiles).map(format_tiles)
    columns = ["number", "holding", "bid", "trump", "discard", "wins", "discard_second"]
    return most[[*columns, "wins_second", "cost"]]
