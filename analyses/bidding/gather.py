"""The count, the table, and how both do on hands that they haven't seen."""

from itertools import combinations

import numpy as np
import pandas as pd

from analyses.bidding import judging
from analyses.bidding.calling import CALLS, best_rows, calls_of, gained, gains
from analyses.bidding.card import COUNTED, cells, holdings, rows_of
from analyses.bidding.counting import FOLDS, ODDS, sums
from analyses.bidding.judging import Learned
from moon_sim import Features, Trump, features_frame
from moon_sim.game import BIDS, HAND_SIZE, NUMBER_BIDS, PASS, TILES, target
from moon_sim.heuristics import TRUMPS
from moon_sim.reporting import Run
from moon_sim.stats import mean_of

DIGITS = 6


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the count, the table, and how both do."""
    hands = run.table("samples", "hands.csv").head(run.count).reset_index(drop=True)
    masks = np.array(list(combinations([1 << tile for tile in range(len(TILES))], HAND_SIZE)))
    counted = features_frame(masks.sum(axis=1), TRUMPS)
    every = holdings(counted)
    learned = judging.learn(hands, cells(every), run.seed)
    jobs = [(hands, cells(every), run.seed, part) for part in range(FOLDS)]
    calls = pd.concat(run.map(judging.judged, jobs, "judging")).set_index("number")
    calls = calls.loc[hands["number"]]
    of_all = judging.scores(counted, learned.weights)
    tables = {
        "weights.csv": weights(learned),
        "steps.csv": learned.steps,
        "scales.csv": learned.scales,
        "scores.csv": scores(learned, hands, of_all),
        "calibration.csv": calibration(learned, hands, calls),
        "decision_table.csv": decision_table(learned, hands, every),
        "losses.csv": losses(hands, calls, run.seed),
        "trumps.csv": trumps(learned, hands),
    }
    return {name: frame.round(DIGITS) for name, frame in tables.items()}


def weights(learned: Learned) -> pd.DataFrame:
    """Return the count: points for each feature, and for each bid the fewest points.

    `kind` says which, or ``bid without 21``. `value` and `error` are a feature's logits in the fit
    on those kept, `value_in_all` and `error_in_all` in that on all; a bid's `value` is where its
    points overtake those of the call `instead`, and `p4` to `p7` are the odds there.
    """
    rows = [
        {
            "kind": "feature",
            "name": name,
            "points": learned.weights.get(name, 0),
            "value": learned.fitted.weights.get(name, np.nan),
            "error": learned.fitted.errors.get(name, np.nan),
            "value_in_all": learned.full.weights[name],
            "error_in_all": learned.full.errors[name],
        }
        for name in Features._fields
    ]
    for kind, bids in (("bid", learned.bids), ("bid without 21", learned.without_moon)):
        rows += [
            {
                "kind": kind,
                "name": row.bid,
                "points": row.least,
                "value": row.at,
                "instead": row.instead,
                **dict(zip(ODDS, learned.by_points.odds([row.at])[0], strict=True)),
            }
            for row in bids.itertuples()
        ]
    return pd.DataFrame(rows)


def scores(learned: Learned, hands: pd.DataFrame, of_all: np.ndarray) -> pd.DataFrame:
    """Return for each score how many hands have it, its odds, the points of each bid, the call."""
    mine = judging.scores(features_frame(hands["hand"], TRUMPS), learned.weights)
    each = np.arange(of_all.min(), of_all.max() + 1)
    odds = learned.by_points.odds(each)
    worth = gains(odds)
    return pd.DataFrame({
        "score": each,
        "hands": [(of_all == score).sum() for score in each],
        "n": [(mine == score).sum() for score in each],
        **dict(zip(ODDS, odds.T, strict=True)),
        **{f"gain{bid}": worth[:, CALLS.index(bid)] for bid in BIDS},
        "call": calls_of(each, dict(zip(learned.bids["bid"], learned.bids["least"], strict=True))),
    })  # fmt: skip


def calibration(learned: Learned, hands: pd.DataFrame, calls: pd.DataFrame) -> pd.DataFrame:
    """Return for each score and bid what was promised to hands not seen, and what they have."""
    mine = judging.scores(features_frame(hands["hand"], TRUMPS), learned.weights)
    rows = []
    for score in np.unique(mine):
        there = mine == score
        for name in ODDS:
            found = mean_of(hands[name][there])
            promised = calls[name].to_numpy()[there].mean()
            rows.append((score, int(name[1:]), found.n, promised, *found[:3]))
    return pd.DataFrame(rows, columns=["score", "bid", "n", "promised", "found", "low", "high"])


def decision_table(learned: Learned, hands: pd.DataFrame, every: pd.DataFrame) -> pd.DataFrame:
    """Return the table: what a row's hands hold, how many they are, the call, and its odds.

    `p`, `low` and `high` are the mean odds of the bid, of 4 for a pass, with the sample's `n` hands
    in the row; `promised` is what the fit on the table's three numbers gives all hands in it.
    """
    mine = holdings(features_frame(hands["hand"], TRUMPS))
    at, at_all = rows_of(mine, learned.table), rows_of(every, learned.table)
    promised = learned.table_fit.odds(every)
    worth = gains(hands[ODDS])
    rows = []
    for number, (box, call) in enumerate(learned.table):
        ends = {
            f"{name}_{end}": value
            for name, both in zip(COUNTED, box, strict=True)
            for end, value in zip(("least", "most"), both, strict=True)
        }
        here = at == number
        bid = target(call) if call != PASS else min(NUMBER_BIDS)
        column = NUMBER_BIDS.index(bid)
        row = {**ends, "call": call, "hands": (at_all == number).sum(), "n": here.sum()}
        row["promised"] = promised[at_all == number, column].mean()
        if here.any():
            odds = mean_of(hands[f"p{bid}"][here])
            row |= {"p": odds.value, "low": odds.low, "high": odds.high}
            row["gain"] = gained(worth[here], [call] * here.sum()).mean()
            row |= {name: hands[name][here].mean() for name in ODDS}
        rows.append(row)
    columns = [*(f"{name}_{end}" for name in COUNTED for end in ("least", "most")), "call", "hands"]
    columns += ["n", "promised", "p", "low", "high", "gain", *ODDS]
    return pd.DataFrame(rows).reindex(columns=columns)


def losses(hands: pd.DataFrame, calls: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return what each method gains a hand, and loses against known odds, with intervals.

    The row ``noise`` says by how much the best of known odds may be too high.
    """
    each = judging.gained_by(hands, calls.reset_index(drop=True))
    rows = []
    for method in judging.METHODS:
        gain, lost = mean_of(each[method]), mean_of(each["known"] - each[method])
        same = (each["known"] - each[method] < 1e-9).mean()
        rows.append((method, gain.n, *gain[:3], *lost[:3], same))
    noise = judging.flattered(hands, seed)
    rows.append(("noise", len(hands), *[np.nan] * 3, noise, *[np.nan] * 3))
    columns = ["method", "n", "gain", "gain_low", "gain_high", "lost", "low", "high", "best"]
    return pd.DataFrame(rows, columns=columns)


def trumps(learned: Learned, hands: pd.DataFrame) -> pd.DataFrame:
    """Return for each bid the mean odds with a trump named before the widow: three ways to choose.

    By the count (`counted`), the best of the `numbers`, and of `all` that the count leaves out,
    too; the best of sampled odds is a little too high.
    """
    counted = features_frame(hands["hand"], TRUMPS).reset_index()
    best = counted.iloc[best_rows(counted, sums(counted, learned.weights))]["trump"]
    rows = []
    for bid in NUMBER_BIDS:
        mine = np.array([hands[f"p{bid}_{Trump(t)}"][at] for at, t in enumerate(best)])
        numbers = hands[[f"p{bid}_{trump}" for trump in TRUMPS]].max(axis="columns")
        others = hands[[f"p{bid}_{trump}" for trump in Trump if trump not in TRUMPS]]
        more = (others.max(axis="columns") - numbers).clip(lower=0)
        rows.append({
            "bid": bid,
            "counted": mine.mean(),
            "numbers": numbers.mean(),
            "all": (numbers + more).mean(),
            "n": len(hands),
            "others_best": (more > 0).mean(),
        })  # fmt: skip
    return pd.DataFrame(rows)
