"""The page about 21: every number is from its tables."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.common.hands import EVEN, UNIT, kind_with_zero
from analyses.shoot_the_moon.figures import draw_laydowns, draw_odds, draw_sure
from moon_sim.game import HAND_SIZE, LAYOUTS
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import Estimate, mean_of, share_of

HANDS = 170_544
FEATURES = {
    "trumps": "trumps",
    "top_trumps": "trumps unbroken from the top",
    "honours": "honours",
    "outside_doubles": "doubles that are no trumps",
    "covered": "covered tiles",
    "voids": "void suits",
    "pips": "pips",
}
KIND_WORDS = {
    "number": "a number from 1 to 6",
    "0": "trump 0",
    "doubles": "doubles",
    "none": "no trump",
}


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    before, after = tables["before.csv"], tables["after.csv"]
    laid, shapes = tables["laydowns.csv"], tables["shapes.csv"]
    odds_after = after["w7"] / LAYOUTS
    good = before[before["p7"] >= EVEN]
    groups = {
        "all hands": before,
        "hands at even odds": good,
        "holdings at even odds": after[odds_after >= EVEN],
    }
    looked = {
        "before the widow": before["p7"],
        "before the widow, double-dummy": before["dd7"],
        "after the widow": odds_after,
    }
    sure = by_sure_tiles(before)
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        ahead=reaching(before["p7"]),
        later=reaching(odds_after),
        laid=laid.iloc[-1],
        every=laid["of_hands"].iloc[-1] == HANDS,
        percentage=percentage,
        shares=[
            [name, f"{len(odds):,}"]
            + [reaching(odds, level).text(1, 100) for level in (0.01, EVEN, 0.9)]
            for name, odds in looked.items()
        ],
        groups=[f"{name} (n = {len(rows):,})" for name, rows in groups.items()],
        features=[
            [words]
            + [mean_of(of[name], (0, np.inf)).text() if len(of) else "-" for of in groups.values()]
            for name, words in FEATURES.items()
        ],
        best_trumps=best_trumps(good),
        sure=[
            [row.sure, f"{row.hands:,}", row.odds.text(0, 100), row.even.text(0, 100)]
            for row in sure.itertuples()
        ],
        laydowns=[
            [
                row.trump,
                f"{row.contracts:,}",
                f"{row.holdings:,}",
                percentage(row.holdings, row.of_holdings),
                f"{row.hands:,}",
                percentage(row.hands, row.of_hands),
            ]
            for row in laid.itertuples()
        ],
        shapes=[
            [
                {"number": "1 to 6"}.get(row.kind, row.kind),
                row.trumps,
                row.outside_doubles,
                HAND_SIZE - row.trumps - row.outside_doubles,
                f"{row.hands:,}",
                f"{row.contracts:,}",
                f"{row.example}, discard {row.discard}, trump {row.trump}",
            ]
            for row in shapes.itertuples()
        ],
        made_by=made_by(about),
    )
    figures = {
        "odds": draw_odds(before, odds_after),
        "sure": draw_sure(sure, len(before)),
        "laydowns": draw_laydowns(laid),
    }
    return Page(text, figures)


def reaching(odds: pd.Series, level: float = EVEN) -> Estimate:
    """Return the share of odds that reach a level."""
    return share_of(int((odds >= level).sum()), len(odds))


def best_trumps(hands: pd.DataFrame) -> list[str]:
    """Return how often each kind of trump is the best one, in per cent."""
    kinds = hands["trump"].map(kind_with_zero)
    return [
        f"{share_of(int((kinds == kind).sum()), len(kinds)).text(0, 100)} {words}"
        for kind, words in KIND_WORDS.items()
        if len(kinds)
    ]


def by_sure_tiles(before: pd.DataFrame) -> pd.DataFrame:
    """Return how often hands make seven tricks, and at even odds, by their sure tiles.

    These are trumps unbroken from the top, and other doubles.
    """
    sure = before["top_trumps"] + before["outside_doubles"]
    return pd.DataFrame([
        {
            "sure": held,
            "hands": len(rows),
            "odds": mean_of(rows["p7"], UNIT),
            "even": reaching(rows["p7"]),
        }
        for held, rows in before.groupby(sure)
    ])  # fmt: skip


def percentage(part: int, whole: int) -> str:
    """Return an exact share with two digits that count."""
    share = 100 * part / whole
    return f"{share:.0f} %" if share >= 10 or part == 0 else f"{share:#.2g} %"
