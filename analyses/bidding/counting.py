"""The point count: a fit of the odds on what players count, rounded to whole points."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

import numpy as np
import pandas as pd
import statsmodels.api as sm
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, rel_entr
from statsmodels.tools.sm_exceptions import PerfectSeparationWarning, SingularMatrixWarning

from moon_sim import Features, features_frame
from moon_sim.game import NUMBER_BIDS
from moon_sim.heuristics import TRUMPS

ODDS = [f"p{bid}" for bid in NUMBER_BIDS]

FEWEST = 3
"""A player thinks of a number as trump with so many tiles of it; the fit looks at those."""

FOLDS = 5
MOST_POINTS = 8
"""For one of a thing, where whole points are looked for."""

UNITS = 25
"""Ways to round that are tried for each scale."""

BEARABLE = 0.04
"""What leaving something out, or rounding, may take of what the fit explains."""


def parts(numbers: ArrayLike, seed: int) -> NDArray[np.int64]:
    """Return which part of the sample each row is in; all rows of a hand are in one."""
    hands, which = np.unique(numbers, return_inverse=True)
    return (np.random.default_rng(seed).permutation(len(hands)) % FOLDS)[which]


def trump_rows(hands: pd.DataFrame) -> pd.DataFrame:
    """Return a row per hand and trump that it has tiles enough of.

    `number` says which hand; the other columns are the features, and the odds with this trump.
    """
    counted = features_frame(hands["hand"], TRUMPS).reset_index()
    counted.insert(0, "number", np.repeat(hands["number"].to_numpy(), len(TRUMPS)))
    for bid in NUMBER_BIDS:
        counted[f"p{bid}"] = hands[[f"p{bid}_{trump}" for trump in TRUMPS]].to_numpy().ravel()
    return counted[counted["trumps"] >= FEWEST].reset_index(drop=True)


def sums(rows: pd.DataFrame, weights: Mapping[str, float]) -> NDArray[np.float64]:
    """Return what the weighted features of each row add up to."""
    return rows[list(weights)].to_numpy() @ np.array(list(weights.values()))


# --- The fit ----------------------------------------------------------------------------------


class Fit(NamedTuple):
    """The logits of all bids as one sum, less what each bid asks for.

    Attributes
    ----------
    weights, errors : dict of str to float
        Logits for one more of a feature, and their standard errors: hands are drawn, not trumps
        or bids.
    asks : (4,) array
        By bid, the sum with which the odds are even.
    """

    weights: dict[str, float]
    errors: dict[str, float]
    asks: NDArray[np.float64]

    def odds(self, rows: pd.DataFrame) -> NDArray[np.float64]:
        """Return the odds of each row and bid: (n, 4)."""
        return expit(sums(rows, self.weights)[:, None] - self.asks)


def fit(rows: pd.DataFrame, names: Sequence[str], errors: bool = False) -> Fit:
    """Fit the odds of all bids on features: a binomial model of shares, errors clustered by hand.

    Without `errors`, or where the hands are too few for them, they are NaN.
    """
    bids = len(NUMBER_BIDS)
    x = np.repeat(rows[list(names)].to_numpy(float), bids, axis=0)
    asks = np.tile(-np.eye(bids), (len(rows), 1))
    y = rows[ODDS].to_numpy().ravel()
    model = sm.GLM(y, np.hstack([x, asks]), family=sm.families.Binomial())
    with few_hands():
        params = model.fit().params
        spread = np.full(len(params), np.nan)
        if errors:
            hand = np.repeat(rows["number"].to_numpy(), bids)
            with suppress(np.linalg.LinAlgError):
                spread = model.fit(cov_type="cluster", cov_kwds={"groups": hand}).bse
    return Fit(
        dict(zip(names, params.tolist(), strict=False)),
        dict(zip(names, spread.tolist(), strict=False)),
        params[-bids:],
    )


@contextmanager
def few_hands() -> Iterator[None]:
    """Say nothing of what a few hands can't tell: perhaps none of them can make 7."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        warnings.simplefilter("ignore", SingularMatrixWarning)
        yield


def deviances(p: ArrayLike, promised: ArrayLike) -> NDArray[np.float64]:
    """Return how far promised odds are from those found, each: binomial deviances."""
    found, said = np.asarray(p, float), np.clip(promised, 1e-9, 1 - 1e-9)
    return 2 * (rel_entr(found, said) + rel_entr(1 - found, 1 - said))


def nothing_known(rows: pd.DataFrame) -> float:
    """Return the deviance, in all, from the mean odds of each bid."""
    return float(deviances(rows[ODDS], np.tile(rows[ODDS].mean(), (len(rows), 1))).sum())


# --- What carries weight ----------------------------------------------------------------------


def held_out(rows: pd.DataFrame, names: Sequence[str], part: NDArray[np.int64]) -> float:
    """Return the deviance, in all, from what a fit on the other parts promises."""
    promised = np.empty((len(rows), len(NUMBER_BIDS)))
    for out in np.unique(part):
        promised[part == out] = fit(rows[part != out], names).odds(rows[part == out])
    return float(deviances(rows[ODDS], promised).sum())


def steps(rows: pd.DataFrame, seed: int, names: Sequence[str] = Features._fields) -> pd.DataFrame:
    """Leave out one feature after another, each time the one that is missed least.

    Returns
    -------
    DataFrame
        A row per step, the first with all: `dropped`, `left` (names) and `lost`, the share lost of
        what all features explain of held-out hands.
    """
    part = parts(rows["number"], seed)
    nothing, every = nothing_known(rows), held_out(rows, names, part)
    left = list(names)
    found = [("", " ".join(left), 0.0)]
    while len(left) > 1:
        without = {
            name: held_out(rows, [one for one in left if one != name], part) for name in left
        }
        name = min(without, key=lambda one: without[one])
        left.remove(name)
        lost = (without[name] - every) / (nothing - every)
        found.append((name, " ".join(left), lost))
    return pd.DataFrame(found, columns=["dropped", "left", "lost"])


def kept(table: pd.DataFrame) -> list[str]:
    """Return the features left by `steps` before the first one that is missed too much."""
    taken = (table["lost"] <= BEARABLE).cummin()
    return str(table["left"][taken].iloc[-1]).split()


# --- Whole points -----------------------------------------------------------------------------


def rounded(weights: Mapping[str, float], largest: int) -> list[dict[str, int]]:
    """Return the ways to round weights to whole points, the largest of them so many."""
    most = max(map(abs, weights.values()))
    found = [
        {name: round(weight * unit / most) for name, weight in weights.items()}
        for unit in np.linspace(largest - 0.49, largest + 0.49, UNITS)
    ]
    return [one for at, one in enumerate(found) if one not in found[:at]]


def scales(rows: pd.DataFrame, fitted: Fit) -> pd.DataFrame:
    """Return what rounding costs at each scale.

    Returns
    -------
    DataFrame
        A row per largest weight: `largest`, a column per feature with its points, and `lost`, the
        share lost of what the fit explains, the least of all ways to round.
    """

    def deviance(weights: Mapping[str, float]) -> float:
        added = rows[["number", *ODDS]].assign(sum=sums(rows, weights))
        return float(deviances(rows[ODDS], fit(added, ["sum"]).odds(added)).sum())

    best, nothing = deviance(fitted.weights), nothing_known(rows)
    found = []
    for largest in range(1, MOST_POINTS + 1):
        by_way = [(deviance(whole), whole) for whole in rounded(fitted.weights, largest)]
        least, whole = min(by_way, key=lambda one: one[0])
        found.append({"largest": largest, **whole, "lost": (least - best) / (nothing - best)})
    return pd.DataFrame(found)


def few_points(table: pd.DataFrame) -> dict[str, int]:
    """Return the weights of `scales` with the smallest numbers that lose little."""
    bearable = table[table["lost"] <= BEARABLE]
    row = bearable.iloc[0] if len(bearable) else table.loc[table["lost"].idxmin()]
    return {str(name): int(row[name]) for name in table.columns[1:-1] if row[name]}
