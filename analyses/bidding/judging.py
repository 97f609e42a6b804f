"""From a sample to a count and a table, and how both do on hands that they haven't seen."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.bidding.calling import (
    CALLS,
    WITHOUT_MOON,
    Curves,
    best_rows,
    calls_of,
    curves,
    gained,
    gains,
    thresholds,
)
from analyses.bidding.card import Box, fit_table, holdings, rows_of, table
from analyses.bidding.counting import (
    ODDS,
    Fit,
    few_points,
    fit,
    kept,
    parts,
    scales,
    steps,
    sums,
    trump_rows,
)
from moon_sim import features_frame
from moon_sim.heuristics import TRUMPS

METHODS = ("known", "fit", "count", "count_without_21", "table", "pass")


class Learned(NamedTuple):
    """What a sample of hands teaches.

    Attributes
    ----------
    steps, scales : DataFrame
        How features and points were chosen.
    full, fitted : Fit
        On all features, and on those kept.
    weights : dict of str to int
        Whole points.
    by_points, by_fit : Curves
        The odds by the points of a hand's best trump, and by what the fit gives it.
    bids, without_moon, by_fit_bids : DataFrame
        From which score on to bid what: by points, the same where 21 is out, and by the fit.
    table : list of (Box, int)
    """

    steps: pd.DataFrame
    scales: pd.DataFrame
    full: Fit
    fitted: Fit
    weights: dict[str, int]
    by_points: Curves
    by_fit: Curves
    bids: pd.DataFrame
    without_moon: pd.DataFrame
    table: list[tuple[Box, int]]
    table_fit: Fit


def scores(counted: pd.DataFrame, weights: dict[str, float]) -> NDArray[np.float64]:
    """Return what the best trump of each hand adds up to, from a frame of all trumps."""
    each = sums(counted, weights)
    return each[best_rows(counted, each)]


def learn(hands: pd.DataFrame, every: NDArray[np.int64], seed: int) -> Learned:
    """Return what a sample teaches; `every` says how many hands there are of each kind."""
    rows = trump_rows(hands)
    tried = steps(rows, seed)
    fitted = fit(rows, kept(tried), errors=True)
    rounding = scales(rows, fitted)
    weights = few_points(rounding)
    counted = features_frame(hands["hand"], TRUMPS)
    by_points = curves(points := scores(counted, weights), hands[ODDS])
    seen = range(int(points.min()), int(points.max()) + 1)
    table_fit = fit_table(hands, holdings(counted))
    return Learned(
        steps=tried,
        scales=rounding,
        full=fit(rows, tried["left"].iloc[0].split(), errors=True),
        fitted=fitted,
        weights=weights,
        by_points=by_points,
        by_fit=curves(scores(counted, fitted.weights), hands[ODDS]),
        bids=thresholds(by_points, seen),
        without_moon=thresholds(by_points, seen, WITHOUT_MOON),
        table=table(table_fit, every),
        table_fit=table_fit,
    )


def called(learned: Learned, hands: pd.DataFrame) -> pd.DataFrame:
    """Return what each method calls with some hands, and the odds that the count promises.

    Returns
    -------
    DataFrame
        A row per hand: `number`, `p4` to `p7` (promised), and the calls `fit`, `count`,
        `count_without_21`, `table`.
    """
    counted = features_frame(hands["hand"], TRUMPS)
    points = scores(counted, learned.weights)
    by_fit = gains(learned.by_fit.odds(scores(counted, learned.fitted.weights)))
    in_row = rows_of(holdings(counted), learned.table)

    def by(bids: pd.DataFrame) -> NDArray[np.int64]:
        return calls_of(points, dict(zip(bids["bid"], bids["least"], strict=True)))

    return pd.DataFrame({
        "number": hands["number"].to_numpy(),
        **dict(zip(ODDS, learned.by_points.odds(points).T, strict=True)),
        "fit": np.array(CALLS)[by_fit.argmax(axis=1)],
        "count": by(learned.bids),
        "count_without_21": by(learned.without_moon),
        "table": np.array([call for _, call in learned.table])[in_row],
    })  # fmt: skip


def judged(hands: pd.DataFrame, every: NDArray[np.int64], seed: int, out: int) -> pd.DataFrame:
    """Return what the rest of a sample calls with the hands of one part of it."""
    there = parts(hands["number"], seed) == out
    return called(learn(hands[~there], every, seed), hands[there])


def gained_by(hands: pd.DataFrame, calls: pd.DataFrame) -> pd.DataFrame:
    """Return the points that each of `METHODS` gains with each hand, by its odds."""
    each = gains(hands[ODDS])
    found = {name: gained(each, calls[name]) for name in METHODS if name in calls}
    found["known"] = each.max(axis=1)
    found["pass"] = np.zeros(len(hands))
    return pd.DataFrame(found)[list(METHODS)]


def flattered(hands: pd.DataFrame, seed: int, times: int = 100) -> float:
    """Return by how many points a hand the best of known odds is too high, as odds are sampled.

    The odds found stand for the true ones, and noise of the size of their standard errors is put
    on them again.
    """
    rng = np.random.default_rng(seed)
    p = hands[ODDS].to_numpy()
    errors = hands[[f"se{name[1:]}" for name in ODDS]].to_numpy()
    best = gains(p).max(axis=1)
    noisy = [gains(p + errors * rng.standard_normal(p.shape)).max(axis=1) for _ in range(times)]
    return float((np.mean(noisy, axis=0) - best).mean())
