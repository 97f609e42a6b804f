"""The page about starting hands: every number is from its tables."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.common.all_hands import how_many
from analyses.common.counted import counted_words
from analyses.starting_hands.figures import TOPS, draw_chart, draw_points
from analyses.starting_hands.gather import CELL, MOST, counted_as_charted
from moon_sim import atlas, parse_tiles
from moon_sim.game import NUMBER_BIDS, PASS, target
from moon_sim.reporting import Page, fill, made_by

EXAMPLE = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"
WORDS = {
    "all alike": "nothing: all bid the same",
    "pips": "pips",
    "longest": "tiles of the longest number",
    "doubles": "doubles",
    "longest and doubles": "both of these",
    "its double": "both, and whether it has its double",
    "its three highest": "both, and how many of its three highest",
    "its two highest": "both, and how many of its two highest: the chart",
    "all three added": "the points: the three counts added",
}


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    cells, points = tables["cells.csv"], tables["points.csv"]
    groupings = tables["groupings.csv"].set_index("grouping")
    n = how_many(int(cells["hands"].sum()), atlas.HANDS)
    rule = thresholds(points)
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        n=n,
        rule=[
            f"{call} from {least}{' points on' if place == 0 else ''}"
            for place, (call, least) in enumerate(rule.items())
        ],
        passes=", and pass with fewer" if rule and points["call"].min() == PASS else "",
        added=groupings.loc["all three added"],
        charted=groupings.loc["its two highest"],
        example=example(cells),
        sums=[[row.points, *_told(row)] for row in points.itertuples()],
        alone=alone(groupings),
        groupings=[
            [
                WORDS[row.Index],
                row.groups,
                *(f"{100 * getattr(row, f'p{bid}'):.0f}" for bid in NUMBER_BIDS),
                f"{row.gain:.2f}",
            ]
            for row in groupings.itertuples()
        ],
        cells=[
            [
                row.longest,
                TOPS[row.tops],
                f"{row.doubles} or 7" if row.doubles == MOST else row.doubles,
                *_told(row),
            ]
            for row in cells.sort_values(
                ["longest", "tops", "doubles"], ascending=[False, False, True]
            ).itertuples()
        ],
        counted=counted_words(about),
        made_by=made_by(about),
    )
    return Page(text, {"chart": draw_chart(cells, MOST, n), "points": draw_points(points, n)})


def thresholds(points: pd.DataFrame) -> dict[int, int]:
    """Return from how many points on each bid is the best call.

    Nothing where more points don't always ask for as high a call or a higher one.
    """
    calls = points.sort_values("points")["call"]
    if not calls.is_monotonic_increasing:
        return {}
    first = points.groupby("call")["points"].min()
    return {int(call): int(least) for call, least in first.items() if call != PASS}


def example(cells: pd.DataFrame) -> dict[str, Any]:
    """Return what is counted in a hand, where the chart has it, and what it says there."""
    (held,) = counted_as_charted(np.array([parse_tiles(EXAMPLE)])).to_dict("records")
    held |= {"hand": EXAMPLE, "row": TOPS[held["tops"]], "said": ""}
    mine = cells[(cells[CELL] == [held[name] for name in CELL]).all(axis=1)]
    if len(mine):
        row = mine.iloc[0]
        call = int(row["call"])
        bid = target(call or NUMBER_BIDS[0])
        held["said"] = (
            f"Such hands {f'bid {call}' if call else 'pass'}: their odds of {bid} are "
            f"{100 * row[f'p{bid}']:.0f} % on average, and {_middle(row, bid)} % for the middle "
            "eight of ten of them."
        )
    return held


def alone(groupings: pd.DataFrame) -> str:
    """Return how much length and doubles tell of the odds of 5, alone and together."""
    told = (100 * groupings["p5"]).round().astype(int)
    return (
        f"Of what hands differ by in their odds of 5, the length of the longest number tells "
        f"{told['longest']} %, the doubles tell {told['doubles']} %, and both together "
        f"{told['longest and doubles']} %. The chart tells {told['its two highest']} %, and its "
        f"three counts added {told['all three added']} %."
    )


def _told(row: Any) -> list[str]:
    """Return what both tables tell of a group."""
    return [
        f"{row.hands:,}",
        str(row.call or "pass"),
        f"{row.gain:.1f}" if row.call else "0",
        f"{100 * row.right:.0f}",
        *(_spread(row, bid) for bid in NUMBER_BIDS),
    ]


def _spread(row: Any, bid: int) -> str:
    mean = f"{100 * getattr(row, f'p{bid}'):.0f}"
    middle = _middle(row._asdict(), bid)
    return mean if middle == f"{mean} to {mean}" else f"{mean} ({middle})"


def _middle(row: Any, bid: int) -> str:
    """Return the odds of the middle eight of ten hands in per cent."""
    return f"{100 * row[f'low{bid}']:.0f} to {100 * row[f'high{bid}']:.0f}"
