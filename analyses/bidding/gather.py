"""The count, the table, and what both gain with hands that they were not made from."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyses.bidding import card
from analyses.bidding.calling import CALLS, calls_of, gained, gains
from analyses.bidding.counting import KEPT, Judge, Search, Tried, bids_of, found, tallied
from analyses.bidding.hands import (
    FOLDS,
    THINGS,
    WIDOWS,
    Hands,
    Holdings,
    Ints,
    best_of,
    counted,
    hands_of,
    masks_of,
    parts,
)
from analyses.bidding.playing import all_tricks, gained_each, made_by
from analyses.common.rows import Columns
from moon_sim.game import BIDS, NUMBER_BIDS, PASS, target
from moon_sim.reporting import Run
from moon_sim.stats import Estimate, mean_of

DIGITS = 6
BEST, PLAYED = ("p", "q")
"""Odds with the best plan after the widow, and as the count plays."""

METHODS = (*KEPT, "table", "pass")
GAIN, ODDS = Columns("gain"), Columns("made", "made_low", "made_high")


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the count, the table, and how both do."""
    hands, masks = hands_of(masks_of(run.count, run.seed))
    holdings = Holdings(masks, counted(masks), all_tricks(run, masks))
    kinds = found(Search(Judge(hands, holdings)))
    count = kinds["count"][0]
    made = as_played(hands, holdings, count.weights)
    scores, _ = best_of(hands.counts, count.weights)
    tables = {
        "counts.csv": counts(kinds, len(hands.masks)),
        "bids.csv": bids(kinds, hands, holdings),
        "scores.csv": by_score(scores, hands, made, count.all.least),
        "calls.csv": by_call(calls_of(scores, count.all.least), hands, made),
        "decision_table.csv": decision_table(hands, holdings),
        "losses.csv": losses(kinds, hands, holdings),
        "best_calls.csv": best_calls(hands),
    }
    return {name: frame.round(DIGITS) for name, frame in tables.items()}


def as_played(hands: Hands, holdings: Holdings, weights: "dict[str, int]") -> NDArray[np.uint8]:
    """Return `made_by` with the trump that a count names after the widow."""
    return made_by(hands, holdings, best_of(holdings.counts, weights)[1])


def odds_of(made: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the odds of hands as played: (n, 4)."""
    odds: NDArray[np.float64] = made.mean(axis=2) / WIDOWS
    return odds


def gain_as_played(made: NDArray[np.uint8], calls: Ints) -> Estimate:
    """Return what hands gain as played, with an interval: all count, but only some layouts."""
    return mean_of(gained_each(made, calls))


# --- The count --------------------------------------------------------------------------------


def counts(kinds: "dict[str, list[Tried]]", n: int) -> pd.DataFrame:
    """Return the best counts, and what the best without each thing gains.

    A row per count: `kind`, the points of each thing, and `gain`, points a hand, as it plays, with
    the best bids by its points for the same hands. A kind ``without x`` is the best of the
    `family` in which x counts nothing.
    """
    best = {kind: some[0] for kind, some in kinds.items()}
    for name in best["count"].weights:
        others = (one for one in kinds["count"] if name not in one.weights)
        if (other := next(others, None)) is not None:
            best[f"without {name}"] = other
    rows = [
        {
            "kind": kind,
            **{name: one.weights.get(name, 0) for name in THINGS},
            "gain": one.all.gain / n,
            "tried": len(kinds.get(kind, [])),
        }
        for kind, one in best.items()
    ]
    return pd.DataFrame(rows)


def bids(kinds: "dict[str, list[Tried]]", hands: Hands, holdings: Holdings) -> pd.DataFrame:
    """Return from how many points on to bid what: a row per count, way to play, and bid.

    `least` is the fewest points, and missing for a bid that is never the best.
    """
    rows = []
    for kind in KEPT:
        one = kinds[kind][0]
        scores, _ = best_of(hands.counts, one.weights)
        perfect = bids_of(tallied(scores, hands.odds, hands.folds))
        for play, found_ in ((PLAYED, one.all), (BEST, perfect)):
            rows += [(kind, play, bid, found_.least.get(bid, np.nan)) for bid in BIDS]
    return pd.DataFrame(rows, columns=["kind", "play", "bid", "least"])


def by_score(
    scores: Ints, hands: Hands, made: NDArray[np.uint8], least: "dict[int, int]"
) -> pd.DataFrame:
    """Return for each score how many hands have it, their odds of each bid, and the call."""
    each = np.unique(scores)
    played = odds_of(made)
    columns = {
        f"{name}{bid}": [odds[scores == score, at].mean() for score in each]
        for name, odds in ((PLAYED, played), (BEST, hands.odds))
        for at, bid in enumerate(NUMBER_BIDS)
    }
    number = [(scores == score).sum() for score in each]
    return pd.DataFrame({
        "score": each, "hands": number, **columns, "call": calls_of(each, least)
    })  # fmt: skip


def by_call(calls: Ints, hands: Hands, made: NDArray[np.uint8]) -> pd.DataFrame:
    """Return for each call how many hands it is for, and what they make and gain.

    `gain` and `made` are as the count plays, with intervals; `gain_best` and `made_best` with the
    best plan.
    """
    rows = []
    for call in np.unique(calls).tolist():
        here = calls == call
        row = {"call": call, "hands": here.sum()}
        row |= GAIN.told(gain_as_played(made[here], calls[here]))
        row["gain_best"] = gained(gains(hands.odds[here]), calls[here]).mean()
        if call != PASS:
            at = NUMBER_BIDS.index(target(call))
            row |= ODDS.told(mean_of(made[here, at].mean(axis=0) / WIDOWS, (0, 1)))
            row["made_best"] = hands.odds[here, at].mean()
        rows.append(row)
    columns = ["call", "hands", *GAIN, "gain_best", *ODDS, "made_best"]
    return pd.DataFrame(rows).reindex(columns=columns)


# --- The decision table -----------------------------------------------------------------------


def decision_table(hands: Hands, holdings: Holdings) -> pd.DataFrame:
    """Return the table: what a row's hands hold, how many there are, the call, and what it gains.

    It is made of one half of the hands. `gain` is what the other half gains by it with the table's
    own trump, `next_gain` what that half would with the best of the lower calls, and `next` which
    that is; `gain_best` is what all gain with the best plan. `first` is the call that the first
    half asked for.
    """
    made = as_played(hands, holdings, card.LONGEST)
    worth, held = gains(odds_of(made)), card.held_of(hands.counts)
    half = parts(hands.masks, 2)
    first = card.table(held, worth * (half == 0)[:, None])
    in_row = card.rows_of(held, first)
    there = half == 1
    last = card.lowered(first, in_row[there], worth[there])
    rows = []
    for number, ((box, call), (_, before)) in enumerate(zip(last, first, strict=True)):
        ends = {
            f"{name}_{end}": value
            for name, both in zip(card.COUNTED, box, strict=True)
            for end, value in zip(("least", "most"), both, strict=True)
        }
        here, checked = in_row == number, there & (in_row == number)
        row = {**ends, "call": call, "first": before, "hands": here.sum(), "n": checked.sum()}
        row["gain_best"] = gained(gains(hands.odds[here]), np.full(here.sum(), call)).mean()
        if checked.any():
            row |= GAIN.told(gain_as_played(made[checked], np.full(checked.sum(), call)))
            if call != PASS:
                lower = worth[checked].mean(axis=0)[: CALLS.index(call)]
                row |= {"next": CALLS[int(lower.argmax())], "next_gain": lower.max()}
        rows.append(row)
    columns = [f"{name}_{end}" for name in card.COUNTED for end in ("least", "most")]
    columns += ["call", "first", "hands", "n", *GAIN, "next", "next_gain", "gain_best"]
    return pd.DataFrame(rows).reindex(columns=columns)


# --- How both do ------------------------------------------------------------------------------


def judged(
    kinds: "dict[str, list[Tried]]", hands: Hands, holdings: Holdings
) -> Iterator[tuple[str, Ints, NDArray[np.uint8]]]:
    """Return each method's calls with all hands, taught by others alone, and what they make."""
    folds = hands.folds
    for kind in KEPT:
        calls = np.zeros(len(folds), np.int64)
        made = np.zeros((len(folds), len(NUMBER_BIDS), holdings.tricks.shape[2]), np.uint8)
        for fold in range(FOLDS):
            mine = folds == fold
            best = max(kinds[kind], key=lambda one: one.without[fold].gain)
            scores, _ = best_of(hands.counts[:, :, mine], best.weights)
            calls[mine] = calls_of(scores, best.without[fold].least)
            some = hands._replace(widows=hands.widows[mine])
            made[mine] = as_played(some, holdings, best.weights)
        yield kind, calls, made
    made = as_played(hands, holdings, card.LONGEST)
    worth, held = gains(odds_of(made)), card.held_of(hands.counts)
    half = parts(hands.masks, 2)
    calls = np.zeros(len(folds), np.int64)
    for one in range(2):
        taught = card.table(held, worth * (half != one)[:, None])
        in_row = card.rows_of(held, taught)
        calls[half == one] = np.array([call for _, call in taught])[in_row][half == one]
    yield "table", calls, made
    yield "pass", np.zeros(len(folds), np.int64), made


def losses(kinds: "dict[str, list[Tried]]", hands: Hands, holdings: Holdings) -> pd.DataFrame:
    """Return what each method gains a hand, called by what other hands taught.

    `gain` is as the method plays, with its interval; `gain_best` with the best plan after the same
    calls, `lost` how much less that is than with the best call, and `best` how often the call is
    the best, both by the atlas. The row ``known`` is the best call.
    """
    every = gains(hands.odds)
    most = every.max(axis=1)
    rows = [{"method": "known", "gain_best": most.mean(), "lost": 0.0, "best": 1.0}]
    for method, calls, made in judged(kinds, hands, holdings):
        mine = gained(every, calls)
        rows.append({
            "method": method,
            **GAIN.told(gain_as_played(made, calls)),
            "gain_best": mine.mean(),
            "lost": (most - mine).mean(),
            "best": (most - mine < 1e-9).mean(),
        })  # fmt: skip
    frame = pd.DataFrame(rows).reindex(columns=["method", *GAIN, "gain_best", "lost", "best"])
    return frame.assign(n=len(hands.masks))


def best_calls(hands: Hands) -> pd.DataFrame:
    """Return for each call on how many hands it gains the most, and on how many it gains anything.

    `best` is the share of all hands for which it is the best call, by the atlas, `better` that for
    which it is better than a pass, and `gain` what it gains on average where it is the best.
    """
    every = gains(hands.odds)
    most = every.argmax(axis=1)
    rows = []
    for at, call in enumerate(CALLS):
        here = most == at
        gain = every[here, at].mean() if here.any() else np.nan
        rows.append((call, here.mean(), (every[:, at] > 0).mean(), gain, len(here)))
    return pd.DataFrame(rows, columns=["call", "best", "better", "gain", "n"])
