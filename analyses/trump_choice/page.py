"""The page about naming trump: every number is from its tables, and so is every claim."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.common.counted import counted_words
from analyses.common.rows import COST, GAIN, REGRET, TRUMP, cell, row_of
from analyses.trump_choice import figures
from analyses.trump_choice.counted import GROUPS, KINDS, MORE, USED, WAYS
from analyses.trump_choice.naming import MORE as EXTRA
from analyses.trump_choice.naming import OTHERS
from analyses.trump_choice.trials import TRIED
from moon_sim import Trump, selector
from moon_sim.display import listed
from moon_sim.game import NUMBER_BIDS
from moon_sim.reporting import Page, fill, made_by

Rows = list[list[object]]

HIGHER = "honours, higher"
TIED = ("longest", "double-led", "sure-tricks", "max-bid", "weighted", "heaviest")
"""Rules whose ties are shown: `linear` names what `longest` does."""


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's text and figures."""
    regrets, ties, why = tables["regrets.csv"], tables["ties.csv"], tables["why.csv"]
    fresh = ties[ties["holdings"] == "fresh"]
    order = (
        regrets.groupby("selector", sort=False)["regret"].mean().sort_values(kind="stable").index
    )
    numbers, kinds, equal = tables["numbers.csv"], tables["kinds.csv"], tables["equal.csv"]
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        cell=cell, COST=COST, number=numbers.set_index(["bid", "trump"])["share"].to_dict(),
        longest=[row_of(fresh, rule="longest", bid=bid, way=USED) for bid in NUMBER_BIDS],
        n=int(fresh["n"].max()),
        falls=falls(numbers),
        pairs=_pairs(tables["pairs.csv"]),
        why=_why(why), pairs_n=int(why["n"].max()),
        better=_bids(better(why)) if better(why) else "",
        shrinks=_bids(shrinks(why)) if shrinks(why) else "",
        right=_right(tables["right.csv"]),
        found_at=_at(best_ways(ties, "found")), checked_at=_at(best_ways(ties, "fresh")),
        way=WAYS[USED],
        known=int(ties.loc[ties["holdings"] == "found", "n"].max()),
        rules=_rules(fresh),
        costs=_costs(tables["costs.csv"]),
        open=int(equal["n"].sum()), equal=int(equal["equal"].sum()),
        equal_numbers=int(equal["equal_numbers"].sum()),
        any={row["bid"]: row for _, row in kinds[kinds["group"] == "any"].iterrows()},
        kinds=_kinds(kinds), never_none=never_none(kinds),
        trial=_trial(regrets, list(order)),
        best=best_rules(regrets),
        selectors={name: selector(name).about for name in order if "+" not in name},
        counted=counted_words(about),
        made_by=made_by(about),
    )  # fmt: skip
    drawn = {
        "numbers": figures.numbers(numbers),
        "ties": figures.ties(ties),
        "ranking": figures.ranking(regrets, list(order)),
    }
    return Page(text, drawn)


def falls(numbers: pd.DataFrame) -> bool:
    """Return whether at each bid a lower number is the best trump more often than a higher one."""
    wide = numbers.pivot(index="trump", columns="bid", values="share")
    each = wide.loc[[str(trump) for trump in range(Trump.ONES, Trump.DOUBLES)]]
    return bool((each.diff().iloc[1:] < 0).all(axis=None))


def better(why: pd.DataFrame) -> list[int]:
    """Return the bids at which the lower of two equal numbers is proven to be better."""
    usual = why[why["rule"] == "led_higher"]
    return usual.loc[usual["low"] > 0, "bid"].tolist()


def shrinks(why: pd.DataFrame) -> list[int]:
    """Return of these bids those at which that is proven to be less where either may be led."""
    less = why[(why["rule"] == "difference") & (why["low"] > 0)]
    return [bid for bid in better(why) if bid in set(less["bid"])]


def best_ways(ties: pd.DataFrame, where: str) -> dict[int, str]:
    """Return by bid the way that costs the longest number least."""
    some = ties[(ties["holdings"] == where) & (ties["rule"] == "longest")]
    return {
        int(bid): group.loc[group["cost"].idxmin(), "way"] for bid, group in some.groupby("bid")
    }


def best_rules(regrets: pd.DataFrame) -> str:
    """Return which rules of thumb have the least regret, and at which bids."""
    rules = regrets[regrets["selector"].map(TRIED) != ""]
    best = {
        bid: some.loc[some["regret"].idxmin(), "selector"] for bid, some in rules.groupby("bid")
    }
    told = [
        f"`{name}` at {_bids([bid for bid, one in best.items() if one == name])}"
        for name in dict.fromkeys(best.values())
    ]
    return listed(told, "and")


def _at(best: dict[int, str]) -> str:
    """Return at which bids the way that is used costs least."""
    bids = [bid for bid, way in best.items() if way == USED]
    return "every bid" if len(bids) == len(best) else _bids(bids)


def _bids(bids: list[int]) -> str:
    if not bids:
        return "no bid"
    return f"{'a bid' if len(bids) == 1 else 'bids'} of {listed([str(bid) for bid in bids], 'and')}"


def _pairs(pairs: pd.DataFrame) -> Rows:
    rows: Rows = []
    for more, name in reversed(MORE.items()):
        each = [row_of(pairs, bid=bid, more_honours=more) for bid in NUMBER_BIDS]
        rows.append([name, *(f"{row['lower']:.0f} : {row['higher']:.0f}" for row in each)])
    return rows


def _why(why: pd.DataFrame) -> Rows:
    return [
        [
            bid,
            *(
                cell(row_of(why, bid=bid, rule=rule), GAIN)
                for rule in ("led_higher", "led_either", "difference")
            ),
        ]
        for bid in NUMBER_BIDS
    ]


def _right(right: pd.DataFrame) -> Rows:
    rows: Rows = []
    for way, name in WAYS.items():
        each = [row_of(right, bid=bid, way=way)["right"] for bid in NUMBER_BIDS]
        rows.append([name, *(f"{share:.0f}" for share in each)])
    return rows


def _rules(fresh: pd.DataFrame) -> Rows:
    rows: Rows = []
    for rule in TIED:
        some = fresh[(fresh["way"] == HIGHER) & (fresh["rule"] == rule)]
        each = [cell(row_of(some, bid=bid), EXTRA).replace("-0.0 ", "0.0 ") for bid in NUMBER_BIDS]
        rows.append([f"`{rule}`", f"{some['tied'].iloc[0]:.0f}", *each])
    return rows


def _costs(costs: pd.DataFrame) -> Rows:
    rows: Rows = []
    for bid in NUMBER_BIDS:
        each = [row_of(costs, bid=bid, trump_named=other) for other in OTHERS]
        if each[0] is not None:
            good = f"{each[0]['as_good']:.0f}"
            rows.append([bid, f"{each[0]['n']:,}", *(cell(one, COST) for one in each), good])
    return rows


def never_none(kinds: pd.DataFrame) -> bool:
    """Return whether the best plan of no holding with 0-0 names no trump."""
    return not kinds.loc[kinds["group"].str.startswith("zero"), "none"].any()


def _kinds(kinds: pd.DataFrame) -> Rows:
    rows: Rows = []
    for group, name in GROUPS.items():
        kind = "zeros" if group.startswith("zero") else "none"
        each = [row_of(kinds, bid=bid, group=group) for bid in NUMBER_BIDS]
        rows.append([name, KINDS[kind], *(f"{row[kind]:.0f} ({row['n']:,})" for row in each)])
    return rows


def _trial(regrets: pd.DataFrame, order: list[str]) -> Rows:
    rows: Rows = []
    for name in order:
        each = [row_of(regrets, selector=name, bid=bid) for bid in NUMBER_BIDS]
        trump = cell(each[1], TRUMP) if TRIED[name] else "-"
        rows.append([f"`{name}`", *(cell(row, REGRET) for row in each), trump])
    return rows
