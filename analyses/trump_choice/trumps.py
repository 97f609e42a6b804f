"""What naming trump well is worth, and when 0, doubles and no trump are better than a number."""

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings, all_and_worth, as_percentage, best_trumps, pooled
from analyses.common.rows import COST, LEAD, RIGHT, SHARE
from moon_sim import Trump, format_tiles
from moon_sim.game import NUMBER_BIDS, is_trump, tile_ids
from moon_sim.heuristics import TRUMP_RULES
from moon_sim.stats import mean_by, share_by

KINDS = {"number": "number", "zeros": "trump 0", "doubles": "doubles", "none": "no trump"}
"""Kinds of trump, as tables and as words have them.

A number is 1 to 6: with 0, whose one tile is 0-0, play is much as with none.
"""

WAYS = {
    "second": "the second best",
    "longest": "longest",
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
    for of, some in all_and_worth(trumps).items():
        for bid, group in pooled(some).groupby("bid"):
            for way in WAYS:
                cost = as_percentage(group["best"] - group[way])
                rows.append({
                    "of": of,
                    "bid": bid,
                    "way": way,
                    "n": len(group),
                    **COST.told(mean_by(cost, group["number"])),
                    **RIGHT.told(share_by(cost == 0, group["number"])),
                })  # fmt: skip
    return pd.DataFrame(rows)


def kind_of_best(trumps: pd.DataFrame) -> pd.Series:
    """Return which kind of trump is best; a number where that is as good as the others."""
    wins = trumps[[f"{kind}_wins" for kind in KINDS]].to_numpy()
    return pd.Series(np.array(list(KINDS))[wins.argmax(axis=1)], trumps.index, dtype=object)


def lead_of(trumps: pd.DataFrame) -> pd.Series:
    """Return what the best trump wins more than the best number, in percentage points."""
    return as_percentage(trumps["best"] - trumps["number_wins"])


def doubles_or_none(trumps: pd.DataFrame) -> pd.DataFrame:
    """Return how often each kind of trump is best, and by how much it beats the best number.

    Of holdings worth bidding and of all, by bid and by the doubles held. The gain is the mean
    where the kind is best.
    """
    held = trumps["doubles_held"].clip(FEW, MANY) - FEW
    frame = trumps.assign(kind=kind_of_best(trumps), group=held.map(dict(enumerate(DOUBLES))))
    rows = []
    for of, some in all_and_worth(frame).items():
        each = pooled(some)
        for (group, bid), part in pd.concat([each.assign(group="any"), each]).groupby(
            ["group", "bid"]
        ):
            for kind in KINDS:
                hit = part["kind"] == kind
                better = part[hit]
                rows.append({
                    "of": of,
                    "doubles": group,
                    "bid": bid,
                    "kind": kind,
                    "n": len(part),
                    "times": int(hit.sum()),
                    **SHARE.told(share_by(hit, part["number"])),
                    **LEAD.told(mean_by(lead_of(better), better["number"])),
                })  # fmt: skip
    return pd.DataFrame(rows)


def clearest(trumps: pd.DataFrame, count: int = 5) -> pd.DataFrame:
    """Return the holdings where the other kinds beat the best number by most, each once."""
    frame = trumps.assign(kind=kind_of_best(trumps), gain=lead_of(trumps))
    falling = frame.sort_values("gain", ascending=False, kind="stable")
    columns = ["kind", "number", "holding", "bid", "best", "number_wins", "gain"]
    return pd.concat([
        falling[falling["kind"] == kind].drop_duplicates("number").head(count)[columns]
        for kind in list(KINDS)[1:]
    ])  # fmt: skip
