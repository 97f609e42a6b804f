"""The page about true odds: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.common.hands import EVEN
from analyses.common.rows import percent
from analyses.true_odds.figures import figures
from analyses.true_odds.numbers import (
    PARTS,
    VIEWS,
    by_bid,
    choice_costs,
    ends,
    gap,
    mean,
    share,
    span,
)
from moon_sim.game import LAYOUTS
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import Estimate, share_of

HEADS = [
    "bid",
    "n",
    "lose nothing",
    "half lose at most",
    "nine in ten at most",
    "mean (95 % interval)",
]
WORST = 10
MOST = 0.9
"""The share of contracts that the page's "nine in ten" means."""

CLOSE = {
    "exactly the true ones": 0.0,
    "within 0.1 percentage points": 0.1,
    "within 1 percentage point": 1.0,
}
PROVISO = ", but for brackets that ran into the time limit: a slower machine leaves them wider"


def page(tables: dict[str, pd.DataFrame], about: dict[str, Any]) -> Page:
    """Return the report's words and figures."""
    frame, choices = tables["contracts.csv"], tables["choices.csv"]
    parts = {part: frame[frame["part"] == part] for part in PARTS}
    effort = tables["effort.csv"]
    overrated = ends(frame, "double_dummy")[0].sort_values(ascending=False, kind="stable")
    wide = frame[~frame["exact"]]
    costs = choice_costs(choices)
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        n=len(frame),
        targets=about["targets"],
        bids=[
            {"bid": bid, "same": _free(rows, "blind_lead"), "nine": _most(rows, "blind_lead", MOST)}
            for bid, rows in by_bid(parts["chosen"]).items()
        ],
        free=[
            bid
            for bid, rows in by_bid(parts["chosen"]).items()
            if ends(rows, "blind_lead")[1].median() == 0
        ],
        heads=HEADS,
        blind=_by_bid(parts["chosen"], "blind_lead"),
        open_hands=_by_bid(parts["chosen"], "double_dummy"),
        same_odds=_same(parts["chosen"]),
        worst=_contracts(frame.loc[overrated.index[:WORST]]),
        greatest=overrated.max(),
        closed=[
            [label, *(_close(rows, limit) for rows in (*parts.values(), frame))]
            for label, limit in CLOSE.items()
        ],
        **_agreement(choices),
        choice_rows=[
            [
                f"{VIEWS[view]} odds",
                share(least > 0, most > 0),
                mean(least, most).cell,
                span(least.max(), most.max()),
            ]
            for view, (least, most) in costs.items()
        ],
        cost={view: mean(*found) for view, found in costs.items()},
        time_limit=about["time_limit"],
        exact=share(frame["exact"], frame["exact"]),
        exact_of_all=share(effort["exact"], effort["exact"]),
        seconds=effort["seconds"],
        most=MOST,
        open=100 * (wide["p_hi"] - wide["p_lo"]),
        opened=[
            f"{count} of bid {bid} with {trumps or 'no'} trumps"
            for (bid, trumps), count in wide.groupby(["target", "trumps"]).size().items()
        ],
        nine_in_ten={view: ends(frame, view)[1].quantile(MOST) for view in VIEWS},
        below={view: _below(parts["chosen"], view) for view in VIEWS},
        made_by=made_by(about, PROVISO),
    )
    return Page(text, figures(frame))


def _by_bid(chosen: pd.DataFrame, view: str) -> list[list[object]]:
    return [
        [
            bid,
            len(rows),
            _free(rows, view),
            *(_most(rows, view, part) for part in (0.5, MOST)),
            gap(rows, view).cell,
        ]
        for bid, rows in by_bid(chosen).items()
    ]


def _same(rows: pd.DataFrame) -> Estimate:
    """Return the share of contracts whose blind-lead odds are known to be exactly true."""
    return share_of(int((rows["blind_lead"] == rows["lo"]).sum()), len(rows))


def _free(rows: pd.DataFrame, view: str) -> str:
    """Return how many contracts are known to lose nothing."""
    return f"{(rows[view] == rows['lo']).sum()} of {len(rows)}"


def _most(rows: pd.DataFrame, view: str, part: float) -> str:
    """Return what so many of the contracts lose at most."""
    return f"{ends(rows, view)[1].quantile(part):.1f}"


def _contracts(frame: pd.DataFrame) -> list[list[object]]:
    return [
        [
            row.hand,
            row.discard,
            row.trump,
            row.part,
            row.target,
            percent(row.p_double_dummy, 1),
            percent(row.p_blind_lead, 1),
            f"{span(100 * row.p_lo, 100 * row.p_hi)} %",
        ]
        for row in frame.itertuples()
    ]


def _close(rows: pd.DataFrame, limit: float) -> str:
    """Return how many contracts have blind-lead odds so near to the true ones, in points."""
    layouts = limit / 100 * LAYOUTS
    certain, possible = (rows["blind_lead"] - rows[end] <= layouts for end in ("lo", "hi"))
    return share(certain, possible)


def _below(chosen: pd.DataFrame, view: str) -> str:
    """Return how many contracts that look even or better are truly below even."""
    good = chosen[chosen[f"p_{view}"] >= EVEN]
    return share(good["p_hi"] < EVEN, good["p_lo"] < EVEN)


def _agreement(choices: pd.DataFrame) -> dict[str, int]:
    """Return how many holdings were looked at, and how often the views agree or blind lead ties."""
    holding = ["holding", "target"]
    blind = choices[choices["blind_lead_rank"] > 0].groupby(holding)["blind_lead"]
    same = choices[choices["double_dummy_choice"]]["blind_lead_rank"] == 1
    return {
        "choices": len(choices),
        "holdings": choices.groupby(holding).ngroups,
        "same": same.sum(),
        "tied": blind.apply(lambda one: (one == one.max()).sum() > 1).sum(),
    }
