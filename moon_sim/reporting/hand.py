"""The page of one hand: its odds, what each widow does to it, and the layouts that beat it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from moon_sim.defence import Bracket, Branch, kinds_table, losses_by_kind, outline
from moon_sim.display import percent, rows_of, seed_words, trump_words
from moon_sim.game import BIDS, NUMBER_BIDS, as_mask, check_supported, format_tiles, target
from moon_sim.odds import BLIND_LEAD, BidOdds, advise_bid, bid_table, bid_words, describe_odds
from moon_sim.reporting.figures import figure, render, style
from moon_sim.reporting.pages import html_page
from moon_sim.reporting.prose import fill

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

TEMPLATE = Path(__file__).parent / "templates" / "hand.md.j2"

Rows = list[list[object]]


class Example(NamedTuple):
    """The contract that stands for the 15 which a hand comes to, one for each widow.

    Attributes
    ----------
    bid : int
        The one that gains most, or loses least.
    widow, discard, trump, lead : str
        The widow whose odds are the median, and what is best with it.
    hand : str
        The 7 tiles after the exchange.
    p_make : float
        Probability of making the bid, blind lead.
    """

    bid: int
    widow: str
    discard: str
    trump: str
    lead: str
    hand: str
    p_make: float


def example(odds: BidOdds) -> Example:
    """Return the contract of the widow with the median odds, at the best bid.

    Parameters
    ----------
    odds : BidOdds
        In the blind-lead view.

    Returns
    -------
    Example

    Raises
    ------
    ValueError
        If the odds are those of another view, or by a rule that is not supported.
    """
    if odds.view != "blind-lead":
        raise ValueError(f"odds: expected the blind-lead view, got {odds.view}")
    check_supported(odds.rules, "hand_page", without=["lowest_bid", "set_pays_defenders"])
    gains = dict(zip(BIDS, odds.points, strict=True))
    bid = max(BIDS, key=lambda bid: gains[bid])
    rows = _by_odds(odds, target(bid))
    chosen = rows.iloc[len(rows) // 2]
    widow = str(rows.index[len(rows) // 2])
    holding = as_mask(odds.hand) | as_mask(widow)
    return Example(
        bid=bid,
        widow=widow,
        discard=str(chosen["discard"]),
        trump=str(chosen["trump"]),
        lead=str(chosen["lead"]),
        hand=format_tiles(holding & ~as_mask(str(chosen["discard"]))),
        p_make=float(chosen["p_make"]),
    )


def hand_page(odds: BidOdds, bracket: Bracket) -> str:
    """Return the page of a hand as one HTML file.

    Parameters
    ----------
    odds : BidOdds
        The hand's, in the blind-lead view.
    bracket : Bracket
        What is proven of the contract that `example` gives for these odds.

    Returns
    -------
    str
        HTML with the figures inside.

    Raises
    ------
    ValueError
        If the odds are those of another view, or the bracket that of another contract.
    """
    case = example(odds)
    proven = bracket.strategy
    got = (proven.hand, proven.discard, str(proven.trump), proven.target)
    if got != (case.hand, case.discard, case.trump, target(case.bid)):
        raise ValueError(f"bracket: expected one of {case}, got {got}")
    bid = target(case.bid)
    widows = _choices(odds, bid)
    lost = bracket.n - bracket.low
    text = fill(
        TEMPLATE,
        hand=odds.hand,
        advice=advise_bid(odds),
        case=case,
        bid=bid_words(bid),
        trump=trump_words(case.trump),
        exact=odds.exact,
        layouts=odds.layouts,
        seed=seed_words(odds.seed),
        error=max(odds.standard_error(bid) for bid in NUMBER_BIDS),
        found=describe_odds(odds) if odds.exact else BLIND_LEAD,
        bids=rows_of(bid_table(odds)),
        best_trumps=_best_trumps(odds),
        trumps=_trumps(odds),
        widows=widows,
        best={"widow": widows[0][0], "made": widows[0][4]},
        worst={"widow": widows[-1][0], "made": widows[-1][4]},
        bracket=bracket,
        lost=lost,
        fewest=bracket.n - bracket.high,
        kinds=rows_of(kinds_table(losses_by_kind(proven))) if 0 < lost < bracket.n else [],
        turns=list(_branch(outline(bracket.strategy))) if bracket.low else [],
        others=[(bid_words(one), _choices(odds, one)) for one in NUMBER_BIDS if one != bid],
    )
    figures = {"trumps": _trump_map(odds), "widows": _widow_map(odds, case)}
    files = {
        f"{name}.{kind}": content
        for name, drawn in figures.items()
        for kind, content in render(drawn).items()
    }
    return html_page(f"Moon hand {odds.hand}", text, files)


def _by_odds(odds: BidOdds, bid: int) -> "pd.DataFrame":
    """Return the choices for a bid, a row per widow, best widow first."""
    rows = odds.choices.reset_index(level="bid")
    return rows[rows["bid"] == bid].sort_values("p_make", ascending=False, kind="stable")


# --- Rows of tables ---------------------------------------------------------------------------


def _best_trumps(odds: BidOdds) -> list[tuple[str, list[str]]]:
    """Return the trumps that are best for some bids, with these bids."""
    best: dict[str, list[str]] = {}
    for bid in NUMBER_BIDS:
        best.setdefault(trump_words(odds.by_trump[bid].idxmax()), []).append(bid_words(bid))
    return list(best.items())


def _trumps(odds: BidOdds) -> Rows:
    every = [*odds.by_trump.iterrows(), ("chosen later", odds.p_make)]
    return [[name, *(percent(float(row[bid])) for bid in NUMBER_BIDS)] for name, row in every]


def _choices(odds: BidOdds, bid: int) -> Rows:
    """Return the best choice for each widow, best widow first."""
    return [
        [widow, *row[["discard", "trump", "lead"]]]
        + [percent(float(row[name])) for name in ("p_make", "double_dummy")]
        for widow, row in _by_odds(odds, bid).iterrows()
    ]


def _branch(branch: Branch, depth: int = 0) -> Iterator[str]:
    """Give the items of a nested list, the lead first."""
    indent = "  " * depth
    first, *others = branch.plays or [""]
    play = f"**{first}**" + (f" (at times {' or '.join(others)})" if others else "")
    said = ": ".join(filter(None, [branch.when or "lead", play if first else ""]))
    yield f"{indent}- {said}"
    for one in branch.then:
        yield from _branch(one, depth + 1)
    if branch.more:
        yield f"{indent}  - and {branch.more} other way{'s' * (branch.more != 1)} to go on"


# --- Figures ----------------------------------------------------------------------------------


def _trump_map(odds: BidOdds) -> "Figure":
    frame = odds.by_trump.rename(index=str)
    return _heat_map(frame, "trump, fixed beforehand", _measured(odds))


def _widow_map(odds: BidOdds, case: Example) -> "Figure":
    frame = odds.choices["p_make"].unstack("bid").loc[_by_odds(odds, target(case.bid)).index]
    return _heat_map(frame, "widow", _measured(odds))


def _measured(odds: BidOdds) -> str:
    if odds.exact:
        return "exact: all 3,432 layouts of each widow"
    return f"sampled: {odds.layouts} layouts a contract, {seed_words(odds.seed)}"


def _heat_map(frame: "pd.DataFrame", rows: str, caption: str) -> "Figure":
    """Draw probabilities, a column per bid; dark is likely."""
    height = 1.2 + 0.28 * len(frame)
    drawn, axis = figure(4.4, height)
    with style():
        axis.imshow(frame.to_numpy(), cmap="Blues", vmin=0, vmax=1, aspect="auto")
        axis.set_xticks(range(len(frame.columns)), [bid_words(int(bid)) for bid in frame.columns])
        axis.set_yticks(range(len(frame)), list(frame.index))
        axis.set(xlabel=f"bid, made in % of layouts\n{caption}", ylabel=rows)
        axis.tick_params(length=0)
        axis.spines[:].set_visible(False)
        for (row, column), p in np.ndenumerate(frame.to_numpy()):
            colour = "white" if p > 0.6 else "black"
            axis.text(column, row, percent(p)[:-2], ha="center", va="center", color=colour)
    return drawn
