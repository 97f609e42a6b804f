"""The page about hands: every number is from its tables."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.common.hands import KINDS, UNIT, better, kind_of
from analyses.hand_odds.figures import draw_kinds, draw_spread, draw_trumps
from moon_sim import Trump, points
from moon_sim.game import NUMBER_BIDS, target
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import Estimate, mean_of, median_of, share_of

SAFE = 0.9
CALLS = (4, 5, 6, 21)  # where 7 gains anything, 21 gains three times as much
ODDS = [f"p{bid}" for bid in NUMBER_BIDS]
NAMES = dict(zip(KINDS, ("the best number", "doubles", "no trump"), strict=True))


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    sample, kinds = tables["hands.csv"], tables["kinds.csv"]
    numbers = sample[sample["trump"].map(kind_of) == KINDS[0]]
    by_kind = {name: kinds[kinds["kind"] == kind] for kind, name in NAMES.items()}
    medians = {bid: median_of(sample[f"p{bid}"]) for bid in NUMBER_BIDS}
    shares = {bid: better(sample[f"p{bid}"]) for bid in NUMBER_BIDS}
    by_length = [[held, "any", *_odds(rows)] for held, rows in numbers.groupby("trumps")]
    by_both = [[*held, *_odds(rows)] for held, rows in numbers.groupby(["trumps", "honours"])]
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        n=len(sample),
        medians=[
            f"{bid} with odds of **{100 * one.value:.0f} %** ({one.interval(0, 100)} %)"
            for bid, one in medians.items()
        ],
        better=[
            f"**{100 * one.value:.0f} %** of hands for {bid} ({one.interval(0, 100)} %)"
            for bid, one in shares.items()
        ],
        spread=[_spread(bid, sample) for bid in NUMBER_BIDS],
        numbers=len(numbers),
        zeros=(numbers["trump"] == str(Trump.ZEROS)).sum(),
        trumps=[*by_length, *by_both],
        holdings=kinds["number"].nunique(),
        kind_medians=[
            [name, *(percent(median_of(rows[column])) for column in ODDS)]
            for name, rows in by_kind.items()
        ],
        kind_shares=[
            [name, *(percent(better(rows[column])) for column in ODDS)]
            for name, rows in by_kind.items()
        ],
        calls=_calls(sample),
        made_by=made_by(about),
    )
    figures = {
        "spread": draw_spread(sample),
        "trumps": draw_trumps(numbers),
        "kinds": draw_kinds(by_kind),
    }
    return Page(text, figures)


def percent(one: Estimate) -> str:
    """Return a probability and its interval in per cent."""
    return one.text(0, 100)


def _spread(bid: int, sample: pd.DataFrame) -> list[object]:
    odds = sample[f"p{bid}"]
    low, high = (f"{100 * odds.quantile(q):.0f}" for q in (0.25, 0.75))
    return [
        bid,
        percent(mean_of(odds, UNIT)),
        percent(median_of(odds)),
        f"{low} to {high}",
        percent(better(odds)),
        percent(better(sample[f"dd{bid}"])),
        percent(better(odds, SAFE)),
    ]


def _odds(rows: pd.DataFrame) -> list[str]:
    """Return the number of hands, and their mean odds of each bid, for a table."""
    return [f"{len(rows):,}", *(percent(mean_of(rows[column], UNIT)) for column in ODDS)]


def best_calls(sample: pd.DataFrame) -> pd.Series:
    """Return the call that gains each hand the most points on average: 0 for a pass, or a bid."""
    gains = [np.zeros(len(sample))]
    gains += [sample[f"p{target(bid)}"].map(partial(points, bid)) for bid in CALLS]
    calls = np.array([0, *CALLS])[np.argmax(gains, axis=0)]
    return pd.Series(calls, sample.index, name="call")


def _calls(sample: pd.DataFrame) -> list[list[object]]:
    calls = best_calls(sample)
    rows: list[list[object]] = []
    for call in (0, *CALLS):
        chosen = sample[calls == call]
        gain = "0"
        if call and len(chosen):
            gain = mean_of(chosen[f"p{target(call)}"].map(partial(points, call))).text()
        share = percent(share_of(len(chosen), len(sample)))
        rows.append([call or "pass", len(chosen), share, gain if len(chosen) else "-"])
    return rows
