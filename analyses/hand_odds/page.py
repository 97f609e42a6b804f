"""The page about hands: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.common.all_hands import how_many
from analyses.common.counted import counted_words
from analyses.hand_odds.figures import draw_spread, draw_trumps
from analyses.hand_odds.gather import NEVER, NUMBER
from moon_sim import Trump, atlas
from moon_sim.game import NUMBER_BIDS
from moon_sim.reporting import Page, fill, made_by

WORDS = {
    NUMBER: "a number from 1 to 6",
    str(Trump.ZEROS): "0",
    str(Trump.DOUBLES): "doubles",
    str(Trump.NONE): "no trump",
    NEVER: "out of reach",
}
TYPICAL = 5
"""The bid of which the text tells what the most common length and honours make."""


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    spread, trumps = tables["spread.csv"], tables["trumps.csv"]
    rows = spread.set_index("bid")
    n = how_many(int(spread["hands"].iloc[0]), atlas.HANDS)
    holdings = int(trumps.groupby("bid")["holdings"].sum().iloc[0])
    numbers = trumps[trumps["trump"] == NUMBER]
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        n=n,
        medians=[
            f"{bid} with odds of **{100 * one:.0f} %** or better"
            for bid, one in rows["median"].items()
        ],
        better=[f"**{100 * one:.0f} %** of hands at {bid}" for bid, one in rows["even"].items()],
        spread=[
            [
                row.bid,
                *(f"{100 * one:.0f}" for one in (row.average, row.median)),
                f"{100 * row.low:.0f} to {100 * row.high:.0f}",
                *(f"{100 * one:.0f}" for one in (row.even, row.safe)),
            ]
            for row in spread.rename(columns={"mean": "average"}).itertuples()
        ],
        holdings=holdings_words(holdings),
        common=typical(numbers[numbers["bid"] == TYPICAL]),
        trumps=_rows(trumps, holdings),
        counted=counted_words(about),
        made_by=made_by(about),
    )
    figures = {
        "spread": draw_spread(tables["reached.csv"], n),
        "trumps": draw_trumps(numbers, how_many(holdings, atlas.HOLDINGS)),
    }
    return Page(text, figures)


def holdings_words(n: int) -> str:
    """Return how many holdings were counted, and which."""
    if n == atlas.HOLDINGS:
        return f"all {n:,}"
    return f"{n:,} random"


def typical(numbers: pd.DataFrame) -> str:
    """Return what the most common length and honours make, and what one more of either does."""
    odds = numbers.set_index(["trumps", "honours"])["odds"]
    if odds.empty:
        return ""
    most = numbers.loc[numbers["holdings"].idxmax()]
    trumps, honours = int(most["trumps"]), int(most["honours"])
    told = (
        f"Most often the best plan for a bid of {TYPICAL} keeps {_held(trumps, honours)}, and such "
        f"holdings make it {100 * most['odds']:.0f} % of the time."
    )
    more = [
        f"with {_held(*other)} it is {100 * odds[other]:.0f} %"
        for other in ((trumps + 1, honours), (trumps, honours + 1))
        if other in odds.index
    ]
    return f"{told} {' and '.join(more).capitalize()}." if more else told


def _held(trumps: int, honours: int) -> str:
    """Return trumps and honours in words."""
    return f"{trumps} trump{'s' * (trumps != 1)} and {honours or 'no'} honour{'s' * (honours != 1)}"


def _rows(trumps: pd.DataFrame, holdings: int) -> list[list[object]]:
    """Return the rows of the table by trump, those of a number first, each with all bids."""
    told = trumps.set_index(["trump", "trumps", "honours", "bid"])
    keys = list(dict.fromkeys(key[:3] for key in told.index))
    keys.sort(key=lambda key: (list(WORDS).index(key[0]), *key[1:]))
    rows: list[list[object]] = []
    for key in keys:
        cells = []
        for bid in NUMBER_BIDS:
            if (*key, bid) not in told.index:
                cells.append("-")
                continue
            row = told.loc[(*key, bid)]
            share = 100 * row["holdings"] / holdings
            cells.append(f"{100 * row['odds']:.0f} ({share:.{1 if share < 10 else 0}f})")
        held = key[1:] if key[0] == NUMBER else ("-", "-")
        rows.append([WORDS[key[0]], *held, *cells])
    return rows
