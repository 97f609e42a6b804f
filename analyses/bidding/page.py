"""The page about bidding: every number is from its tables."""

from pathlib import Path
from typing import Any

import pandas as pd

from analyses.bidding.card import COUNTED
from analyses.bidding.counting import BEARABLE, FEWEST, FOLDS
from analyses.bidding.figures import draw_gains, draw_odds
from analyses.bidding.words import (
    METHODS,
    WORDS,
    Tables,
    bids_of,
    called,
    counting_of,
    least_of,
    loss,
    points_of,
    span,
    with_error,
)
from analyses.common.rows import percent
from moon_sim import Trump, features, points
from moon_sim.game import NUMBER_BIDS, PASS, target
from moon_sim.heuristics import LEAST, TRUMPS, WEIGHTS
from moon_sim.reporting import Page, fill, made_by
from moon_sim.stats import Estimate

EXAMPLE = "6-6 6-5 6-3 5-5 5-4 2-1 1-1"
ENOUGH = 20
"""Hands of a score, for a mean worth quoting."""

Rows = list[list[object]]


def page(tables: Tables, about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    weights, least, counting = points_of(tables), least_of(tables), counting_of(tables)
    losses, trumps = (tables[name] for name in ("losses.csv", "trumps.csv"))
    losses, trumps = losses.set_index("method"), trumps.set_index("bid")
    without_21 = bids_of(tables, "bid without 21")
    text = fill(
        Path(__file__).with_name("page.md.j2"),
        percent=percent,
        weights=weights,
        least=least,
        bids=[f"{bid} from {fewest} points on" for bid, fewest in least.items()],
        counts=[f"{each} for {what}" for what, each in counting],
        gain=losses.loc["count", "gain"],
        lost=loss(tables, "count").text(2),
        n=int(losses.loc["count", "n"]),
        counting=counting,
        card=_card(tables, least),
        example=_example(weights, least),
        package=(dict(WEIGHTS), dict(LEAST)),
        folds=FOLDS,
        enough=ENOUGH,
        calibration=_calibration(tables["calibration.csv"]),
        crossings=_crossings(bids_of(tables, "bid"), without_21),
        without_21=dict(zip(without_21["name"], without_21["points"], strict=True)),
        hands=tables["decision_table.csv"]["hands"].sum(),
        decisions=_decisions(tables["decision_table.csv"]),
        losses=_losses(tables),
        noise=losses.loc["noise", "lost"],
        four=trumps.loc[NUMBER_BIDS[0]].to_dict(),
        trumps=[
            [
                bid,
                *(percent(row[name], 1) for name in ("counted", "numbers", "all")),
                percent(row["others_best"]),
            ]
            for bid, row in trumps.iterrows()
        ],
        fewest=FEWEST,
        bearable=BEARABLE,
        **_choice(tables),
        made_by=made_by(about),
    )
    figures = {
        "odds": draw_odds(tables["calibration.csv"]),
        "gains": draw_gains(tables["scores.csv"], bids_of(tables, "bid")),
    }
    return Page(text, figures)


def _card(tables: Tables, least: dict[int, int]) -> Rows:
    scores = tables["scores.csv"].set_index("score")
    shares = scores.groupby("call")["hands"].sum() / scores["hands"].sum()
    rows: Rows = [["pass", "fewer", "", "", percent(shares.get(PASS, 0))]]
    for bid, fewest in least.items():
        there = scores.loc[fewest]
        odds, gain = percent(there[f"p{target(bid)}"]), f"{there[f'gain{bid}']:.1f}"
        rows.append([f"bid {bid}", fewest, odds, gain, percent(shares.get(bid, 0))])
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
            f"{each} x {getattr(held, name)} for {WORDS[name]}"
            for name, each in weights.items()
            if getattr(held, name)
        ],
        "points": worth(trump),
        "call": called(call),
    }


def _calibration(found: pd.DataFrame) -> Rows:
    rows: Rows = []
    for bid in NUMBER_BIDS:
        one = found[found["bid"] == bid]
        many = one[one["n"] >= ENOUGH]
        off = (many["promised"] - many["found"]).abs()
        weighted = [(one[name] * one["n"]).sum() / one["n"].sum() for name in ("promised", "found")]
        rows.append([bid, *map(percent, weighted), f"{100 * off.max():.1f}" if len(off) else "-"])
    return rows


def _crossings(bids: pd.DataFrame, without_21: pd.DataFrame) -> Rows:
    """Return where a bid overtakes the lower one; without 21, where 7 does."""
    seven = without_21[without_21["name"] == max(NUMBER_BIDS)]
    rows: Rows = []
    for when, found in (("", bids), (" (never 21)", seven)):
        for row in found.dropna(subset=["value"]).itertuples():
            both = [int(bid) for bid in (row.instead, row.name) if bid != PASS]
            odds = " and ".join(
                f"{percent(getattr(row, f'p{target(bid)}'))} of {bid}" for bid in both
            )
            gain = points(row.name, getattr(row, f"p{target(row.name)}"))
            what = f"{called(row.instead)} / {called(row.name)}{when}"
            rows.append([what, odds, f"{row.value:.1f}", f"{abs(round(gain, 2)):.2f}"])
    return rows


def _decisions(found: pd.DataFrame) -> Rows:
    limits = {name: (found[f"{name}_least"].min(), found[f"{name}_most"].max()) for name in COUNTED}
    rows: Rows = []
    for _, row in found.iterrows():
        cells = [
            span(int(row[f"{name}_least"]), int(row[f"{name}_most"]), *map(int, limits[name]))
            for name in COUNTED
        ]
        odds = Estimate(row["p"], max(row["low"], 0), min(row["high"], 1), int(row["n"]))
        rows.append([
            *cells,
            f"**{called(row['call'])}**",
            odds.text(0, 100) if row["n"] else "-",
            f"{row['gain']:.1f}" if row["n"] else "-",
            percent(row["promised"]),
            int(row["n"]),
            f"{int(row['hands']):,}",
        ])  # fmt: skip
    return rows


def _losses(tables: Tables) -> Rows:
    found = tables["losses.csv"].set_index("method")
    rows: Rows = []
    for method, words in METHODS.items():
        row = found.loc[method]
        gain = Estimate(row["gain"], row["gain_low"], row["gain_high"], int(row["n"]))
        lost = loss(tables, method).text(2) if method != "known" else "0"
        rows.append([words, gain.text(2), lost, percent(row["best"])])
    return rows


def _choice(tables: Tables) -> dict[str, Any]:
    """Return how things and points were chosen."""
    fits, scales = tables["weights.csv"], tables["scales.csv"]
    names = [name for name in scales.columns if name not in ("largest", "lost")]
    return {
        "fits": [
            [
                WORDS[row["name"]],
                with_error(row["value"], row["error"]),
                with_error(row["value_in_all"], row["error_in_all"]),
            ]
            for _, row in fits[fits["kind"] == "feature"].iterrows()
        ],
        "steps": [
            [WORDS[row.dropped], percent(row.lost, 1)]
            for row in tables["steps.csv"].iloc[1:].itertuples()
        ],
        "scaled": [WORDS[name] for name in names],
        "scales": [
            [*(int(row[name]) for name in names), percent(row["lost"], 1)]
            for _, row in scales.iterrows()
        ],
    }
