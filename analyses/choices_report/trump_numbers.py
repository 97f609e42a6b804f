"""What naming trump well is worth, and when 0, doubles and no trump are better than a number."""

import numpy as np
import pandas as pd

from moon_sim import Trump, format_tiles
from moon_sim.game import LAYOUTS, NUMBER_BIDS, is_trump, tile_ids
from moon_sim.heuristics import TRUMP_RULES

from .holdings import Holdings, best_trumps, pooled, worth_bidding
from .means import mean_by, share_by

KINDS = {"number": "number", "zeros": "trump 0", "doubles": "doubles", "none": "no trump"}
"""Kinds of trump, as tables and as words have them.

A number is 1 to 6: with 0, whose one tile is 0-0, play is much as with none.
"""

WAYS = {
    "second": "the second best",
    "longest": "`longest`",
    "random": "at random",
    "worst": "the worst",
}
FEW, MANY = 1, 5
"""Doubles held that are counted together: so many or fewer, and so many or more."""

DOUBLES = [f"{FEW} or fewer", *map(str, range(FEW + 1, MANY)), f"{MANY} or more"]


def trump_table(sample: Holdings) -> pd.DataFrame:
    """Return the layouts that trumps win with the discard that is best for each, by bid.

    A row a holding and bid: the best trump and its wins, and those of each kind of trump, the
    second best trump, the one of the rule `longest`, a random one and the worst.
    """
    by_trump = sample.wins.max(axis=1)
    named = best_trumps(sample.wins)
    rule = TRUMP_RULES["longest"].trump
    rows = []
    for at, mask in enumerate(sample.masks.tolist()):
        longest = rule(mask, np.random.default_rng(0))
        for column, bid in enumerate(NUMBER_BIDS):
            wins = by_trump[at, :, column]
            falling = np.sort(wins)[::-1]
            rows.append({
                "number": sample.number[at],
                "holding": format_tiles(mask),
                "bid": bid,
                "doubles_held": sum(is_trump(tile, Trump.DOUBLES) for tile in tile_ids(mask)),
                "trump": str(Trump(int(named[at, column]))),
                "best": falling[0],
                "number_wins": wins[Trump.ONES : Trump.DOUBLES].max(),
                "zeros_wins": wins[Trump.ZEROS],
                "doubles_wins": wins[Trump.DOUBLES],
                "none_wins": wins[Trump.NONE],
                "second": falling[1],
                "longest": wins[longest],
                "random": float(wins.mean()),
                "worst": falling[-1],
            })  # fmt: skip
    return pd.DataFrame(rows)


def naming(trumps: pd.DataFrame) -> pd.DataFrame:
    """Return what other trumps cost against the best, each with its best discard, by bid."""
    rows = []
    for of, some in (("all", trumps), ("worth bidding", worth_bidding(trumps))):
        for bid, group in pooled(some).groupby("bid"):
            for way in WAYS:
                cost = 100 * (group["best"] - group[way]) / LAYOUTS
                mean = mean_by(cost, group["number"])
                right = share_by(cost == 0, group["number"])
                rows.append({
                    "of": of, "bid": bid, "way": way, "n": len(group),
                    "cost": mean.value, "low": mean.low, "high": mean.high,
                    "right": right.value, "right_low": right.low, "right_high": right.high,
                })  # fmt: skip
    return pd.DataFrame(rows)


def kind_of_best(trumps: pd.DataFrame) -> pd.Series:
    """Return which kind of trump is best; a number where that is as good as the others."""
    wins = trumps[[f"{kind}_wins" for kind in KINDS]].to_numpy()
    return pd.Series(np.array(list(KINDS))[wins.argmax(axis=1)], trumps.index, dtype=object)


def doubles_or_none(trumps: pd.DataFrame) -> pd.DataFrame:
    """Return how often each kind of trump is best, and by how much it beats the best number.

    Of holdings worth bidding and of all, by bid and by the doubles held. The gain is the mean
    where the kind is best.
    """
    held = trumps["doubles_held"].clip(FEW, MANY) - FEW
    frame = trumps.assign(kind=kind_of_best(trumps), group=held.map(dict(enumerate(DOUBLES))))
    rows = []
    for of, some in (("all", frame), ("worth bidding", worth_bidding(frame))):
        each = pooled(some)
        for (group, bid), part in pd.concat([each.assign(group="any"), each]).groupby(
            ["group", "bid"]
        ):
            for kind in KINDS:
                hit = part["kind"] == kind
                share = share_by(hit, part["number"])
                better = part[hit]
                lead = 100 * (better["best"] - better["number_wins"]) / LAYOUTS
                gain = mean_by(lead, better["number"])
                rows.append({
                    "of": of, "doubles": group, "bid": bid, "kind": kind, "n": len(part),
                    "times": int(hit.sum()), "share": share.value, "low": share.low,
                    "high": share.high, "gain": gain.value, "gain_low": gain.low,
                    "gain_high": gain.high,
                })  # fmt: skip
    return pd.DataFrame(rows)


def clearest(trumps: pd.DataFrame, count: int = 5) -> pd.DataFrame:
    """Return the holdings where the other kinds beat the best number by most, each once."""
    lead = 100 * (trumps["best"] - trumps["number_wins"]) / LAYOUTS
    frame = trumps.assign(kind=kind_of_best(trumps), gain=lead)
    falling = frame.sort_values("gain", ascending=False, kind="stable")
    columns = ["kind", "number", "holding", "bid", "best", "number_wins", "gain"]
    return pd.concat([
        falling[falling["kind"] == kind].drop_duplicates("number").head(count)[columns]
        for kind in list(KINDS)[1:]
    ])  # fmt: skip
