"""What each lead wins with the best plan's discard and trump, and how good ways to lead are."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analyses.common.holdings import Holdings, as_percentage, merit
from analyses.common.rows import COST, RIGHT
from analyses.common.tiles import DOUBLE, TRUMPS, Ints
from analyses.leads.holding import CASES, CLASSES, FEW, cases, classes, highest, lowest
from moon_sim import Layouts, Trump, atlas, format_tiles, lead_tricks, parse_tiles
from moon_sim.game import ALL_TILES, HAND_SIZE, LAYOUTS, NUMBER_BIDS, random_holding, tile_ids
from moon_sim.stats import mean_by, share_by

FOUND, FRESH = "found", "fresh"
"""The holdings that the rule was found on, and those that it is checked on."""

STREAM = 2_022
"""Of the random numbers of fresh holdings, which no other sample uses."""

TILES = [f"w{place}" for place in range(1, HAND_SIZE + 1)]
"""Columns: layouts won by leading each tile kept, the lowest first."""

EVEN = LAYOUTS / 2

WAYS = {
    "rule": "**the rule**",
    "highest": "the highest trump",
    "lowest": "the lowest trump",
    "double": "any side double",
    "any": "any of the seven",
}
"""To lead. Where a hand has no such tile, any of its tiles."""

Plans = list[list[Any]]
"""A bid, the discard and the trump of the best plan for it, in each row."""


class Leads(NamedTuple):
    """Hands and bids with what each lead wins.

    Attributes
    ----------
    number, bid, kept, hidden, trump : (n,) int arrays
        The holding's number, the bid, masks of the tiles kept and of those hidden, and the trump.
    tiles, wins : (n, 7) int arrays
        Tile ids, the lowest first, and layouts of 3,432 won by leading each.
    """

    number: Ints
    bid: Ints
    kept: Ints
    hidden: Ints
    trump: Ints
    tiles: Ints
    wins: Ints

    def only(self, where: Any) -> "Leads":
        """Return some of them."""
        return Leads(*(column[where] for column in self))


# --- Counting ---------------------------------------------------------------------------------


def plans_of(sample: Holdings) -> list[tuple[int, int, Plans]]:
    """Return the holdings of the sample, each with its best contracts at the bids worth making."""
    found = []
    for at, (number, mask) in enumerate(zip(sample.number.tolist(), sample.masks.tolist(),
                                            strict=True)):  # fmt: skip
        plans: Plans = []
        for column, bid in enumerate(NUMBER_BIDS):
            best = int(merit(sample.wins[at])[:, :, column].argmax())
            place, trump = divmod(best, len(Trump))
            if sample.wins[at, place, trump, column] >= EVEN:
                plans.append([bid, format_tiles(1 << int(sample.tiles[at, place])), trump])
        found.append((number, mask, plans))
    return found


def fresh_plans(seed: int, number: int) -> tuple[int, int, Plans]:
    """Return a new holding, with the atlas's best plans at the bids worth making."""
    hand, widow = random_holding(np.random.default_rng([seed, STREAM, number]))
    plans = atlas.holding(hand | widow).table
    worth = plans[plans["wins"] >= EVEN].reset_index()
    named = [int(Trump.parse(text)) for text in worth["trump"]]
    rows = zip(worth["bid"].tolist(), worth["discard"].tolist(), named, strict=True)
    return number, hand | widow, [list(row) for row in rows]


def count_leads(of: str, some: list[tuple[int, int, Plans]]) -> pd.DataFrame:
    """Return the layouts of 3,432 that each lead of some plans wins, a row a plan.

    Those with which no lead has even odds are left out: on samples they looked better.
    """
    rows = []
    for number, holding, plans in some:
        layouts = Layouts.of_holding(holding).hands()[:, 1:]
        for discard, trump in dict.fromkeys((discard, trump) for _, discard, trump in plans):
            bids = [bid for bid, *plan in plans if plan == [discard, trump]]
            kept = holding & ~parse_tiles(discard)
            tricks = lead_tricks(kept, layouts, trump, least=min(bids) - 1)
            for bid in bids:
                won = (tricks >= bid).sum(axis=0).tolist()
                if max(won) < EVEN:
                    continue
                rows.append({
                    "of": of, "number": number, "holding": format_tiles(holding), "bid": bid,
                    "discard": discard, "trump": str(Trump(trump)),
                    **dict(zip(TILES, won, strict=True)),
                })  # fmt: skip
    head = ["of", "number", "holding", "bid", "discard", "trump", *TILES]
    return pd.DataFrame(rows, columns=head)


def leads_in(table: pd.DataFrame) -> Leads:
    """Return the leads that a table tells."""
    holdings = np.array([parse_tiles(text) for text in table["holding"]], np.int64)
    gone = np.array([parse_tiles(text) for text in table["discard"]], np.int64)
    tiles = [list(tile_ids(mask)) for mask in (holdings & ~gone).tolist()]
    return Leads(
        table["number"].to_numpy(np.int64),
        table["bid"].to_numpy(np.int64),
        holdings & ~gone,
        ALL_TILES & ~holdings,
        np.array([int(Trump.parse(text)) for text in table["trump"]], np.int64),
        np.array(tiles, np.int64).reshape(-1, HAND_SIZE),
        table[TILES].to_numpy(np.int64),
    )


# --- Ways to lead -----------------------------------------------------------------------------


def by_way(some: Leads, way: str) -> Any:
    """Return which tiles a way may lead, each of them as likely: (n, 7)."""
    kept, trumps = some.kept[:, None], some.trump[:, None]
    named = (1 << some.tiles) & TRUMPS[trumps] != 0
    double = DOUBLE[some.tiles] & ~named
    top = highest(kept, trumps, some.tiles)
    few = (named.sum(axis=1) <= FEW) & double.any(axis=1)
    tiles = {
        "rule": np.where(few[:, None], double, top),
        "highest": top,
        "lowest": lowest(kept, trumps, some.tiles),
        "double": double,
        "any": np.ones_like(named),
    }[way]
    return tiles | ~tiles.any(axis=1, keepdims=True)


def measured(some: Leads, led: Any) -> dict[str, float]:
    """Return what it costs to lead any of some tiles, and how often that is right, in per cent."""
    cost = as_percentage(some.wins.max(axis=1, keepdims=True) - some.wins)
    many = led.sum(axis=1)
    right = ((cost == 0) & led).sum(axis=1) / many
    share = share_by(right == 1, some.number) if set(right) <= {0.0, 1.0} else None
    return {
        "n": len(many),
        **COST.told(mean_by((cost * led).sum(axis=1) / many, some.number)),
        **RIGHT.told(share or mean_by(100 * right, some.number)),
    }


def way_table(some: Leads, of: str) -> pd.DataFrame:
    """Return what each way to lead costs, by bid: of all, and of those that hold each case."""
    held = cases(some.kept, some.hidden, some.trump)
    groups = {
        "all": np.ones(len(held), bool),
        **{name: held == at for at, name in enumerate(CASES)},
    }
    return pd.DataFrame([
        {"of": of, "case": case, "bid": bid, "way": way, "best": _ties(part),
         **measured(part, by_way(part, way))}
        for case, where in groups.items()
        for bid in NUMBER_BIDS
        for part in [some.only(where & (some.bid == bid))]
        if len(part.bid)
        for way in WAYS
    ], columns=["of", "case", "bid", "way", "best", "n", *COST, *RIGHT])  # fmt: skip


def _ties(some: Leads) -> float:
    """Return how many of the seven leads are best, on average."""
    return float((some.wins == some.wins.max(axis=1, keepdims=True)).sum(axis=1).mean())


# --- All holdings -----------------------------------------------------------------------------


def atlas_table(plans: Any) -> pd.DataFrame:
    """Return what the atlas's best plans lead, of all holdings worth bidding, by bid and case.

    Plans that were chosen on samples are left out: they may not be best.
    """
    holdings = atlas.masks_of(np.arange(atlas.HOLDINGS), HAND_SIZE + 1)
    rows = []
    for at, bid in enumerate(NUMBER_BIDS):
        worth = (plans.wins[:, at] >= EVEN) & ~plans.sampled
        held, trumps = holdings[worth], plans.trump[worth, at]
        kept, hidden = held & ~(1 << plans.discard[worth, at]), ALL_TILES & ~held
        case = cases(kept, hidden, trumps)
        led = classes(kept, hidden, trumps, plans.lead[worth, at])
        count = np.zeros((len(CASES), len(CLASSES)), np.int64)
        np.add.at(count, (case, led), 1)
        rows += [
            {"bid": bid, "case": name, "holdings": int(count[place].sum()),
             **dict(zip(CLASSES, count[place].tolist(), strict=True))}
            for place, name in enumerate(CASES)
        ]  # fmt: skip
    return pd.DataFrame(rows)
