"""Results to typed DataFrames, one row a number, as files and figures take them."""

from typing import TYPE_CHECKING

from moon_sim.game import BIDS, NUMBER_BIDS, target
from moon_sim.odds.bids import BidOdds, points

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["bid_frame", "ranked_frame"]


def bid_frame(odds: BidOdds, level: float = 0.95) -> "pd.DataFrame":
    """Return the odds of a hand's bids as a long table.

    Parameters
    ----------
    odds : BidOdds
    level : float
        Confidence of the intervals.

    Returns
    -------
    DataFrame
        Columns `hand`, `trump` (text; ``best`` where it is chosen for each widow), `bid`,
        `p_make`, `standard_error`, `low`, `high` (probabilities), `points`, `layouts`, `exact`,
        `seed` (nullable). With blind leads, also `double_dummy`: the probability of the same
        choices double-dummy, NaN where the trump is fixed.
    """
    import pandas as pd

    rows = []
    for trump in (None, *odds.by_trump.index):
        for bid in BIDS if trump is None else NUMBER_BIDS:
            p = odds.p_make[target(bid)] if trump is None else odds.by_trump.loc[trump, bid]
            low, high = odds.interval(bid, trump, level)
            rows.append(
                (
                    odds.hand,
                    "best" if trump is None else str(trump),
                    bid,
                    float(p),
                    odds.standard_error(bid, trump),
                    low,
                    high,
                    points(bid, float(p)),
                    odds.layouts,
                    odds.exact,
                    odds.seed,
                )
            )
    columns = ["hand", "trump", "bid", "p_make", "standard_error", "low", "high", "points"]
    frame = pd.DataFrame(rows, columns=[*columns, "layouts", "exact", "seed"])
    if odds.view == "blind-lead":
        opened = [float(odds.double_dummy[target(bid)]) for bid in BIDS]
        frame["double_dummy"] = opened + [float("nan")] * (len(frame) - len(opened))
    return frame.astype({"hand": "string", "trump": "category", "seed": _seed_dtype(odds.seed)})


def ranked_frame(ranked: "pd.DataFrame") -> "pd.DataFrame":
    """Return what `rank_exchanges` found as a plain table, with points, trumps as text.

    A bid of 7 stands for 21, too; only its points differ.

    Parameters
    ----------
    ranked : DataFrame

    Returns
    -------
    DataFrame
        A row per bid and rank: `bid`, `rank`, `discard`, `trump` (text), `p_make`, `low`, `high`,
        `n`, `points`, `exact`, `seed` (nullable). With blind leads, also `lead` (text) and
        `double_dummy`, the probability of the same contract double-dummy.
    """
    frame = ranked.reset_index()
    frame["trump"] = frame["trump"].astype("category")
    frame["points"] = [points(bid, p) for bid, p in zip(frame["bid"], frame["p_make"], strict=True)]
    frame["exact"] = ranked.attrs["exact"]
    frame["seed"] = ranked.attrs["seed"]
    if "lead" in frame:
        frame = frame.astype({"lead": "string"})
    return frame.astype({"discard": "string", "seed": _seed_dtype(ranked.attrs["seed"])})


def _seed_dtype(seed: int | None) -> str:
    """Return the type of a column of seeds, which may be of any size."""
    return "Int64" if seed is None or seed < 2**63 else "object"
