"""What another trump costs than the best, each with its best discard, and how to decide ties."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.common.holdings import Holdings, as_percentage, worth_bidding
from analyses.common.rows import COST, GAIN, Columns
from analyses.trump_choice.counted import USED, WAYS
from moon_sim import Trump, format_tiles
from moon_sim.game import (
    DEFAULT_RULES,
    LAYOUTS,
    NUMBER_BIDS,
    Layouts,
    Rules,
    random_holding,
    tile_ids,
)
from moon_sim.heuristics import TRUMP_RULES, TRUMPS, Features, features, tie_break
from moon_sim.odds import Exchange
from moon_sim.solver import solve_batch
from moon_sim.stats import mean_by

Ints = NDArray[np.int64]

OTHERS = {"second": "the second best", "random": "one at random", "worst": "the worst"}

DECIDING: dict[str, Callable[[Features, Trump], object]] = {
    "higher": lambda held, trump: (held.trumps, -_last(trump, -1)),
    "double, higher": lambda held, trump: (held.trumps, held.double, -_last(trump, -1)),
    "lower": lambda held, trump: (held.trumps, -_last(trump, 1)),
    "double, lower": lambda held, trump: (held.trumps, held.double, -_last(trump, 1)),
    "honours, higher": lambda held, trump: (held.trumps, held.honours, -_last(trump, -1)),
    USED: tie_break,
}
"""How each of `WAYS` decides between trumps that a rule finds equal: by length first."""

RULES = [name for name in TRUMP_RULES if name not in ("random", "laydown")]
"""Those whose trumps are compared: `laydown` takes its time, and is about other holdings."""

MORE = Columns("more", "more_low", "more_high")
"""What a way costs more than the one that is used."""

LED_LAYOUTS = 100


def _last(trump: Trump, way: int) -> int:
    """Return the place of a trump: numbers rising or falling, then 0, doubles and none."""
    return way * trump if Trump.ZEROS < trump < Trump.DOUBLES else 10 + trump


# --- What another trump costs -----------------------------------------------------------------


def other_trumps(sample: Holdings) -> pd.DataFrame:
    """Return the layouts that the best trump wins and those of others, by holding and bid."""
    by_trump = sample.wins.max(axis=1)
    rows = []
    for at, number in enumerate(sample.number):
        for column, bid in enumerate(NUMBER_BIDS):
            wins = np.sort(by_trump[at, :, column])[::-1]
            numbers = (by_trump[at, TRUMPS, column] == wins[0]).sum()
            rows.append((number, bid, wins[0], wins[1], wins.mean(), wins[-1], numbers))
    return pd.DataFrame(rows, columns=["number", "bid", "best", *OTHERS, "best_numbers"])


def costs(trumps: pd.DataFrame) -> pd.DataFrame:
    """Return what other trumps cost where the best one makes the bid at even odds or better."""
    rows = []
    for bid, some in worth_bidding(trumps).groupby("bid"):
        for other in OTHERS:
            cost = as_percentage(some["best"] - some[other])
            rows.append({"bid": bid, "trump_named": other, "n": len(some),
                         "as_good": 100 * (cost == 0).mean(),
                         **COST.told(mean_by(cost))})  # fmt: skip
    return pd.DataFrame(rows)


def equal_best(trumps: pd.DataFrame) -> pd.DataFrame:
    """Return of how many holdings two trumps are equally good, if they leave the bid open."""
    rows = []
    for bid, some in trumps.groupby("bid"):
        open_ = some[(some["best"] > 0) & (some["best"] < LAYOUTS)]
        equal = open_["best"] == open_["second"]
        rows.append((bid, len(open_), equal.sum(), (open_["best_numbers"] > 1).sum()))
    return pd.DataFrame(rows, columns=["bid", "n", "equal", "equal_numbers"])


# --- Ties -------------------------------------------------------------------------------------


class Named(NamedTuple):
    """What rules name in a holding, by each way to decide: a table, and all trumps in it."""

    trumps: dict[str, dict[str, Trump]]
    tied: dict[str, bool]

    @property
    def every(self) -> list[Trump]:
        """All trumps that are named."""
        return sorted({trump for ways in self.trumps.values() for trump in ways.values()})


def named_in(mask: int) -> Named:
    """Return what each rule names in a holding by each way to decide."""
    rng = np.random.default_rng(0)  # the rules draw nothing
    held = {trump: features(mask, trump) for trump in Trump}
    equal = {name: TRUMP_RULES[name].most(mask, rng, DEFAULT_RULES) for name in RULES}
    trumps = {
        name: {
            way: max(some, key=lambda trump: merit(held[trump], trump))
            for way, merit in DECIDING.items()
        }
        for name, some in equal.items()
    }
    return Named(trumps, {name: len(some) > 1 for name, some in equal.items()})


def tie_rows(
    number: int, mask: int, best: Ints, wins: dict[Trump, Ints]
) -> list[dict[str, object]]:
    """Return what a holding's trumps win by rule, way and bid; `wins` has each trump's by bid."""
    named = named_in(mask)
    return [
        {"number": number, "bid": bid, "rule": rule, "way": way, "tied": named.tied[rule],
         "best": int(best[column]), "wins": int(wins[trump][column])}
        for rule, ways in named.trumps.items()
        for way, trump in ways.items()
        for column, bid in enumerate(NUMBER_BIDS)
    ]  # fmt: skip


def ties_of(sample: Holdings) -> pd.DataFrame:
    """Return the rows of holdings of which all contracts are known."""
    rows = []
    for at, mask in enumerate(sample.masks.tolist()):
        wins = sample.wins[at].max(axis=0)
        of = {trump: wins[trump] for trump in Trump}
        rows.extend(tie_rows(int(sample.number[at]), mask, wins.max(axis=0), of))
    return pd.DataFrame(rows)


def wins_of(mask: int, trumps: list[Trump]) -> dict[Trump, Ints]:
    """Return the layouts that trumps win with the discard that is best for each bid."""
    exchange = Exchange(mask, None, np.random.default_rng(0), DEFAULT_RULES)
    return {trump: exchange.best_plans(trump, "blind-lead")[2] for trump in trumps}


def tie_costs(rows: pd.DataFrame, where: str) -> pd.DataFrame:
    """Return what each rule's trump costs by each way, and how much more than by the one used."""
    cost = as_percentage(rows["best"] - rows["wins"])
    wide = rows.assign(cost=cost).pivot(
        index=["rule", "bid", "number"], columns="way", values="cost"
    )
    tied = rows.drop_duplicates(["rule", "number"]).groupby("rule")["tied"].mean()
    found = []
    for (rule, bid), some in wide.groupby(["rule", "bid"], sort=False):
        for way in WAYS:
            more = mean_by(some[way] - some[USED])
            found.append({
                "holdings": where, "rule": rule, "bid": bid, "way": way, "n": len(some),
                "tied": 100 * tied[rule],
                **COST.told(mean_by(some[way])),
                **MORE.told(more),
            })  # fmt: skip
    return pd.DataFrame(found)


# --- Why the lower one ------------------------------------------------------------------------


def led_otherwise(seed: int, number: int) -> list[dict[str, object]]:
    """Return how much better the lower of two equal numbers is, by the rules and by others.

    Both are the longest, with as many honours. The odds are those with all hands open, on some
    layouts, with the best discard; by the other rules, who leads a tile says to which of its
    numbers it belongs.
    """
    rng = np.random.default_rng([seed, 2, number])
    while True:
        mask = sum(random_holding(rng))
        held = [features(mask, trump) for trump in Trump][Trump.ONES : Trump.DOUBLES]
        counts = np.array([[one.trumps, one.honours] for one in held])
        longest = np.flatnonzero(counts[:, 0] == counts[:, 0].max())
        if len(longest) == 2 and counts[longest[0], 1] == counts[longest[1], 1]:
            break
    pair = [Trump(int(place) + 1) for place in longest]
    possible = Layouts.of_holding(mask)
    hands = possible.hands(possible.sample(LED_LAYOUTS, rng))
    odds = {}
    for name, rules in (
        ("led_higher", DEFAULT_RULES),
        ("led_either", Rules(leader_names_suit=True)),
    ):
        lower, higher = (_open_odds(mask, hands, trump, rules) for trump in pair)
        odds[name] = 100 * (lower - higher)
    return [
        {"number": number, "holding": format_tiles(mask), "bid": bid,
         **{name: float(found[column]) for name, found in odds.items()}}
        for column, bid in enumerate(NUMBER_BIDS)
    ]  # fmt: skip


def _open_odds(mask: int, hands: Ints, trump: Trump, rules: Rules) -> NDArray[np.float64]:
    """Return the odds of each bid with the best discard, all hands open."""
    each = []
    for tile in tile_ids(mask):
        kept = hands.copy()
        kept[:, 0] = mask & ~(1 << tile)
        tricks = solve_batch(kept, trump, threads=1, rules=rules)
        each.append([(tricks >= bid).mean() for bid in NUMBER_BIDS])
    return np.array(each).max(axis=0)


def why(rows: pd.DataFrame) -> pd.DataFrame:
    """Return by bid how much better the lower number is, by both rules, and their difference."""
    found = []
    every = rows.assign(difference=rows["led_higher"] - rows["led_either"])
    for bid, some in every.groupby("bid"):
        for rule in ("led_higher", "led_either", "difference"):
            found.append({"bid": bid, "rule": rule, "n": len(some),
                          **GAIN.told(mean_by(some[rule]))})  # fmt: skip
    return pd.DataFrame(found)
