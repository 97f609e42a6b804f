"""The page about bidding: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.bidding.card import COUNTED
from analyses.bidding.counting import KEPT, MOST
from analyses.bidding.figures import draw_gains, draw_odds
from analyses.bidding.gather import BEST, FOLDS, GAIN
from analyses.bidding.playing import EACH
from analyses.bidding.words import (
    HIGHEST,
    METHODS,
    OTHER_DOUBLE,
    OTHER_TRUMP,
    WORDS,
    Tables,
    bids_in_words,
    called,
    counted_by_tile,
    counted_in_words,
    counting_of,
    least_of,
    points_of,
    span,
)
from analyses.common.counted import counted_words
from analyses.common.rows import percent
from moon_sim import Trump, atlas, features
from moon_sim.game import PASS
from moon_sim.heuristics import LEAST, TRUMPS, WEIGHTS
from moon_sim.reporting import Page, fill, made_by

IN_ONES = ("trumps", "top_two", "double", "outside_doubles")
"""What the chart of starting hands counts, too."""

EXAMPLE = "6-6 6-5 6-3 5-5 5-4 2-1 1-1"

Rows = list[list[object]]


def page(tables: Tables, about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    weights, least = points_of(tables), least_of(tables)
    losses = tables["losses.csv"].set_index("method")
    calls = tables["best_calls.csv"].set_index("call")
    n, decisions = int(losses["n"].iloc[0]), tables["decision_table.csv"]
    rows = tables["counts.csv"].set_index("kind")
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        percent=percent,
        least=least,
        bids=bids_in_words(least),
        counts=counted_in_words(tables),
        sure={name: _reach(tables[f"{name}.csv"]) for name in ("calls", "losses")},
        value=losses["gain"].to_dict(),
        best=losses["gain_best"].to_dict(),
        lost=losses["lost"].to_dict(),
        n=f"all {n:,} hands" if n == atlas.HANDS else f"{n:,} random hands",
        each=EACH,
        folds=FOLDS,
        most=MOST,
        counting=counting_of(tables),
        card=_card(tables, least),
        example=_example(weights, least),
        package=_package(weights, least),
        thresholds=_thresholds(tables),
        same=least == least_of(tables, play=BEST),
        kinds=_kinds(tables),
        more=counted_in_words(tables, "more"),
        more_bids=bids_in_words(least_of(tables, "more")),
        in_ones=weights == dict.fromkeys(IN_ONES, 1),
        left_out=[
            [WORDS[str(kind).removeprefix("without ")], f"{rows.loc['count', 'gain'] - gain:.2f}"]
            for kind, gain in rows["gain"].items()
            if str(kind).startswith("without")
        ],
        tried={kind: int(rows.loc[kind, "tried"]) for kind in KEPT},
        decisions=_decisions(decisions),
        fell=int((decisions["call"] != decisions["first"]).sum()),
        best_calls=[
            [called(call), percent(row["better"]) if call else "", percent(row["best"]),
             f"{row['gain']:.1f}" if row["best"] else "-"]
            for call, row in calls.iterrows()
        ],
        better=calls["better"].to_dict(),
        shares=calls["best"].to_dict(),
        losses=_losses(losses),
        counted=counted_words(about),
        made_by=made_by(about),
    )  # fmt: skip
    scores = tables["scores.csv"]
    return Page(text, {"gains": draw_gains(scores, least), "odds": draw_odds(scores)})


def _package(weights: dict[str, int], least: dict[int, int]) -> str:
    """Return whether the package counts so, too."""
    if (weights, least) == (dict(WEIGHTS), dict(LEAST)):
        return "`moon_sim.point_count` and the selector `point-count` count so, too."
    return (
        f"`moon_sim.point_count` and the selector `point-count` count otherwise: points "
        f"{dict(WEIGHTS)}, bids from {dict(LEAST)}."
    )


def _reach(rows: pd.DataFrame) -> float:
    """Return how far the widest interval of a gain reaches to either side."""
    return float((rows[GAIN.high] - rows[GAIN.low]).max() / 2)


def _card(tables: Tables, least: dict[int, int]) -> Rows:
    found = tables["calls.csv"]
    rows: Rows = []
    for _, row in found.iterrows():
        call = int(row["call"])
        share = percent(row["hands"] / found["hands"].sum())
        if call == PASS:
            rows.append(["pass", "fewer", share, "", "0", "", "0"])
            continue
        rows.append([
            f"bid {call}", least[call], share, percent(row["made"]), f"{row['gain']:.2f}",
            percent(row["made_best"]), f"{row['gain_best']:.2f}",
        ])  # fmt: skip
    return rows


def _example(weights: dict[str, int], least: dict[int, int]) -> dict[str, Any]:
    """Return how a hand is counted."""

    def worth(trump: Trump) -> int:
        held = features(EXAMPLE, trump)
        return sum(each * getattr(held, name) for name, each in weights.items())

    trump = max(TRUMPS, key=lambda one: (worth(one), features(EXAMPLE, one).trumps))
    held = features(EXAMPLE, trump)
    call = max((bid for bid, fewest in least.items() if worth(trump) >= fewest), default=PASS)
    return {
        "hand": EXAMPLE,
        "trump": trump,
        "terms": [
            *counted_by_tile(EXAMPLE, trump, weights),
            *(
                f"{weights[name]} x {getattr(held, name)} for {WORDS[name]}"
                for name in ("top_trumps", "covered", "voids")
                if weights.get(name) and getattr(held, name)
            ),
        ],
        "points": worth(trump),
        "call": called(call),
    }


def _thresholds(tables: Tables) -> Rows:
    played, best = least_of(tables), least_of(tables, play=BEST)
    bids = sorted(played.keys() | best.keys())
    return [[f"bid {bid}", played.get(bid, "never"), best.get(bid, "never")] for bid in bids]


def _kinds(tables: Tables) -> Rows:
    """Return each thing's points in each count."""
    each = [dict(counting_of(tables, kind)) for kind in KEPT]
    order = [*HIGHEST, OTHER_TRUMP, OTHER_DOUBLE, *WORDS.values()]
    rows: Rows = [
        [what, *(one.get(what, "") for one in each)]
        for what in dict.fromkeys(order)
        if any(what in one for one in each)
    ]
    least = [least_of(tables, kind) for kind in KEPT]
    rows += [
        [f"bid {bid} from", *(one.get(bid, "never") for one in least)]
        for bid in sorted(set().union(*least))
    ]
    return rows


def _decisions(found: pd.DataFrame) -> Rows:
    limits = {name: (found[f"{name}_least"].min(), found[f"{name}_most"].max()) for name in COUNTED}
    rows: Rows = []
    for _, row in found.iterrows():
        cells = [
            span(int(row[f"{name}_least"]), int(row[f"{name}_most"]), *map(int, limits[name]))
            for name in COUNTED
        ]
        checked = row["n"] > 0
        lower = f"{row['next_gain']:.2f} ({called(row['next'])})" if row["next"] >= 0 else ""
        rows.append([
            *cells,
            f"**{called(row['call'])}**",
            f"{row['gain']:.2f}" if checked else "-",
            lower,
            f"{row['gain_best']:.2f}",
            percent(row["hands"] / found["hands"].sum(), 1),
        ])  # fmt: skip
    return rows


def _losses(losses: pd.DataFrame) -> Rows:
    rows: Rows = []
    for method, words in METHODS.items():
        row = losses.loc[method]
        gain = "" if pd.isna(row["gain"]) else f"{row['gain']:.2f}"
        rows.append(
            [words, gain, f"{row['gain_best']:.2f}", f"{row['lost']:.2f}", percent(row["best"])]
        )
    return rows
