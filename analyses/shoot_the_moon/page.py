"""The page about 21: every number is from its tables."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.common.all_hands import how_many
from analyses.common.counted import counted_words
from analyses.shoot_the_moon.figures import draw_odds, draw_points
from analyses.shoot_the_moon.gather import AFTER, AT_EVEN, BEFORE, BEST, FEATURES, MANY, asks
from moon_sim import Trump, atlas
from moon_sim.reporting import Page, fill, made_by

WORDS = {
    "longest": "tiles of the longest number",
    "tops": "its two highest tiles",
    "doubles": "doubles",
    "covered": "covered tiles",
    "voids": "numbers from 1 to 6 without a tile",
    "pips": "pips",
}
TRUMPS = {
    "number": "a number from 1 to 6",
    "0": "trump 0",
    "doubles": "doubles",
    "none": "no trump",
}
LEVELS = (1, 50, 90)
FEWEST = 7
"""Points from which on the table tells them apart; with fewer, 21 is hardly ever best."""


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    calls, points, laid = (tables[name] for name in ("calls.csv", "points.csv", "laydowns.csv"))
    held = tables["held.csv"].set_index("group")
    hands, even, best = (int(held.loc[name, "hands"]) for name in ("all", AT_EVEN, BEST))
    reached = tables["reached.csv"]
    sizes = reached.groupby("when")["n"].first()
    n = {
        BEFORE: how_many(int(sizes[BEFORE]), atlas.HANDS),
        AFTER: how_many(int(sizes[AFTER]), atlas.HOLDINGS),
    }
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        every=hands == atlas.HANDS,
        every_after=n[AFTER] == "all",
        hands=hands,
        even=even,
        best=best,
        laid=laid.iloc[-1],
        percentage=percentage,
        shares=[
            [when, n[when], *(f"{100 * share_at(reached, when, least):.1f}" for least in LEVELS)]
            for when in (BEFORE, AFTER)
        ],
        settled=[f"{100 * settled(reached, when):.0f}" for when in (BEFORE, AFTER)],
        calls=[
            [
                row.call or "pass",
                f"{row.hands:,}",
                f"{100 * row.hands / row.of:.1f} %",
                f"{100 * row.odds:.0f}",
                f"{row.gain:.1f}",
                f"{row.moon:.1f}",
            ]
            for row in calls.itertuples()
            if row.hands
        ],
        best_by=best_by(points),
        rule=rule_words(asks(points)),
        checked=checked(tables["rule.csv"].iloc[0]),
        groups=[
            f"{name} (n = {how_many(int(held.loc[key, 'hands']), atlas.HANDS)})"
            for key, name in (
                ("all", "all"),
                (AT_EVEN, "even or better"),
                (BEST, "21 is best"),
            )
        ],
        features=[
            [WORDS[name], *("-" if np.isnan(one) else f"{one:.1f}" for one in held[name])]
            for name in FEATURES
        ],
        trumps=trump_words(tables["trumps.csv"]),
        laydowns=laydown_rows(laid),
        counted=counted_words(about),
        made_by=made_by(about),
    )
    names = {
        BEFORE: f"{BEFORE}, n = {n[BEFORE]} hands",
        AFTER: f"{AFTER}, n = {n[AFTER]} holdings",
    }
    figures = {
        "odds": draw_odds(reached, names),
        "points": draw_points(together(points), n[BEFORE]),
    }
    return Page(text, figures)


def share_at(reached: pd.DataFrame, when: str, least: int) -> float:
    """Return which share has at least so many per cent."""
    rows = reached[(reached["when"] == when) & (reached["least"] == least)]
    return float(rows["share"].iloc[0])


def settled(reached: pd.DataFrame, when: str) -> float:
    """Return which share has odds below the lowest level of the table, or from its highest on."""
    return 1 - share_at(reached, when, LEVELS[0]) + share_at(reached, when, LEVELS[-1])


def together(points: pd.DataFrame) -> pd.DataFrame:
    """Return the means by points alone, out of those by points and covered tiles."""
    names = ["odds", "even", "best"]
    sums = (
        points[names]
        .mul(points["hands"], axis=0)
        .assign(points=points["points"], hands=points["hands"])
    )
    found = sums.groupby("points").sum()
    return found[names].div(found["hands"], axis=0).reset_index()


def best_by(points: pd.DataFrame) -> list[list[object]]:
    """Return the table of how often 21 is the best call: a row for each number of points."""
    rows = points[points["points"] >= FEWEST].set_index(["points", "covered"])
    return [
        [
            held,
            *(
                f"{100 * rows.loc[(held, covered), 'best']:.0f} "
                f"({rows.loc[(held, covered), 'hands']:,})"
                if (held, covered) in rows.index
                else "-"
                for covered in range(MANY + 1)
            ),
        ]
        for held in sorted({held for held, _ in rows.index})
    ]


def rule_words(rule: dict[int, int]) -> list[str]:
    """Return with how many points, and covered tiles, to call 21; most points first."""
    words = []
    for points, covered in sorted(rule.items(), reverse=True):
        more = " and a covered tile" if covered == 1 else f" and {covered} or more covered tiles"
        words.append(f"with {points} points{more if covered else ''}")
    return words


def checked(rule: Any) -> str:
    """Return how good the rule is on the hands that it was not made from."""
    if not rule["called"]:
        return ""
    even, best, found = (f"{100 * rule[name]:.0f} %" for name in ("even", "best", "found"))
    return (
        "The same rule, made from one half of the hands, calls 21 with "
        f"{percentage(int(rule['called']), int(rule['hands']))} of the other half. Of these, "
        f"{even} are at even odds or better, and for {best} 21 is the best call; it gains them "
        f"{rule['gain']:.1f} points on average, and their best other calls {rule['other']:.1f}. It "
        f"finds {found} of the hands whose best call is 21."
    )


def trump_words(trumps: pd.DataFrame) -> list[str]:
    """Return how often each kind of trump is the best one."""
    total = int(trumps["holdings"].sum())
    return [
        f"{TRUMPS[row.trump]} for {percentage(row.holdings, total) if total else 'none'}"
        for row in trumps.itertuples()
    ]


def laydown_rows(laid: pd.DataFrame) -> list[list[object]]:
    """Return the table of laydowns by trump; the numbers from 1 to 6 in one row if all alike."""
    numbers = [str(trump) for trump in Trump if Trump.ZEROS < trump < Trump.DOUBLES]
    mine = laid[laid["trump"].isin(numbers)].drop(columns="trump")
    alike = len(mine) == len(numbers) and len(mine.drop_duplicates()) == 1
    rows: list[list[object]] = []
    for row in laid.itertuples():
        if alike and row.trump in numbers[1:]:
            continue
        name = (
            f"each of {numbers[0]} to {numbers[-1]}"
            if row.trump in numbers and alike
            else row.trump
        )
        rows.append([
            name,
            f"{row.contracts:,}",
            f"{row.holdings:,}",
            percentage(row.holdings, row.of_holdings),
            f"{row.hands:,}",
            percentage(row.hands, row.of_hands),
        ])  # fmt: skip
    return rows


def percentage(part: int, whole: int) -> str:
    """Return an exact share with two digits that count."""
    share = 100 * part / whole
    return f"{share:.0f} %" if share >= 10 or part == 0 else f"{share:#.2g} %"
