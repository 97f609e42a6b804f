"""The page of one hand: its odds, what each widow does to it, and the layouts that beat it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from moon_sim.defence import Bracket, Branch, losses_by_kind, outline
from moon_sim.display import percent, trump_words
from moon_sim.game import BIDS, NUMBER_BIDS, as_mask, format_tiles, target
from moon_sim.odds import BLIND_LEAD, BidOdds, advise_bid, describe_odds
from moon_sim.reporting.figures import figure, render, style
from moon_sim.reporting.markdown import paragraph, picture, table
from moon_sim.reporting.pages import html_page

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Example", "example", "hand_page"]

KINDS = 8
"""Kinds of layouts that beat the strategy to list; the rest is summed up."""


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
        If the odds are those of another view.
    """
    if odds.view != "blind-lead":
        raise ValueError(f"odds: expected the blind-lead view, got {odds.view}")
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
    lines = [
        f"# What is {odds.hand} worth?",
        "",
        *paragraph(advise_bid(odds)),
        *_worth(odds),
        *_trumps(odds),
        *_widows(odds, case),
        *_beaten(odds, case, bracket),
        *_strategy(bracket),
        *_other_bids(odds, case),
    ]
    figures = {"trumps": _trump_map(odds), "widows": _widow_map(odds, case)}
    files = {
        f"{name}.{kind}": content
        for name, drawn in figures.items()
        for kind, content in render(drawn).items()
    }
    return html_page(f"Moon hand {odds.hand}", "\n".join(lines), files)


def _by_odds(odds: BidOdds, bid: int) -> "pd.DataFrame":
    """Return the choices for a bid, a row per widow, best widow first."""
    rows = odds.choices.reset_index(level="bid")
    return rows[rows["bid"] == bid].sort_values("p_make", ascending=False, kind="stable")


# --- Sections ---------------------------------------------------------------------------------


def _worth(odds: BidOdds) -> list[str]:
    head = ["bid", "made", *([] if odds.exact else ["95 % interval"]), "double-dummy", "points"]
    rows = []
    for bid, gain in zip(BIDS, odds.points, strict=True):
        made = target(bid)
        low, high = odds.interval(made)
        interval = [] if odds.exact else [f"{percent(low)} to {percent(high)}"]
        opened = percent(float(odds.double_dummy[made]))
        rows.append([bid, percent(float(odds.p_make[made])), *interval, opened, f"{gain:+.2f}"])
    return [
        "## What does each bid gain?",
        "",
        *paragraph(
            "A bid gains its points if it is made and loses them if it is set, so it pays where "
            "it is made more often than not. Discard, trump and lead are the best for each widow "
            "and bid."
        ),
        *table(head, rows),
        *paragraph(_how_found(odds)),
    ]


def _how_found(odds: BidOdds) -> str:
    if odds.exact:
        return describe_odds(odds)
    error = max(odds.standard_error(bid) for bid in NUMBER_BIDS)
    return (
        f"Sampled: {odds.layouts} of 3,432 layouts a contract, seed {odds.seed}; standard error up "
        f"to {percent(error)}. {BLIND_LEAD}"
    )


def _trumps(odds: BidOdds) -> list[str]:
    best: dict[str, list[str]] = {}
    for bid in NUMBER_BIDS:
        best.setdefault(trump_words(odds.by_trump[bid].idxmax()), []).append(_bid_words(bid))
    told = [f"{trump} for a bid of {' or '.join(bids)}" for trump, bids in best.items()]
    answer = next(iter(best)) + ", whatever the bid" if len(best) == 1 else "; ".join(told)
    rows = [
        [trump, *(percent(float(row[bid])) for bid in NUMBER_BIDS)]
        for trump, row in odds.by_trump.iterrows()
    ]
    rows.append(["chosen later", *(percent(float(odds.p_make[bid])) for bid in NUMBER_BIDS)])
    return [
        "## Which trump is best before the widow shows?",
        "",
        *paragraph(f"{answer[0].upper()}{answer[1:]}."),
        *paragraph(
            "Here the trump is fixed beforehand, and only discard and lead wait for the widow. The "
            "last row is what the hand makes where the trump waits, too."
        ),
        *picture("The odds of each bid with each trump, as a heat map", "trumps"),
        *table(["trump", *(f"bid {_bid_words(bid)}" for bid in NUMBER_BIDS)], rows),
    ]


def _widows(odds: BidOdds, case: Example) -> list[str]:
    rows = _by_odds(odds, target(case.bid))
    best, worst = (percent(float(rows["p_make"].iloc[place])) for place in (0, -1))
    if best == worst:
        answer = f"Nothing to a bid of {case.bid}: it is made on {best} of layouts with each of the"
        answer += f" {len(rows)}."
    else:
        answer = (
            f"With {rows.index[0]} as the widow a bid of {case.bid} is made on {best} of layouts, "
            f"with {rows.index[-1]} on {worst}; the median of the {len(rows)} is "
            f"{percent(case.p_make)}, with {case.widow}."
        )
    return [
        "## What does each widow do to it?",
        "",
        *paragraph(answer),
        *picture("The odds of each bid with each widow, as a heat map", "widows"),
        *paragraph(
            f"The best discard, trump and lead for a bid of {_bid_words(target(case.bid))}, best "
            "widow first:"
        ),
        *_choices(odds, target(case.bid)),
    ]


def _other_bids(odds: BidOdds, case: Example) -> list[str]:
    lines = [
        "## What is best for the other bids?",
        "",
        *paragraph("It depends on the widow; the best widow comes first."),
    ]
    for bid in NUMBER_BIDS:
        if bid != target(case.bid):
            lines += [f"### For a bid of {_bid_words(bid)}", "", *_choices(odds, bid)]
    return lines


def _choices(odds: BidOdds, bid: int) -> list[str]:
    """Return the table of the best choice for each widow."""
    named = ["discard", "trump", "lead"]
    rows = [
        [widow, *row[named], percent(float(row["p_make"])), percent(float(row["double_dummy"]))]
        for widow, row in _by_odds(odds, bid).iterrows()
    ]
    return table(["widow", *named, "made", "double-dummy"], rows, words=4)


def _beaten(odds: BidOdds, case: Example, bracket: Bracket) -> list[str]:
    lost, fewest = bracket.n - bracket.low, bracket.n - bracket.high
    if lost == 0:
        answer = "None: with the median widow, the best strategy wins all layouts."
    elif fewest == bracket.n:
        answer = "All: with the median widow, no strategy wins a layout against the best defence."
    else:
        many = f"{lost:,}" if bracket.exact else f"Between {fewest:,} and {lost:,}"
        answer = f"{many} of {bracket.n:,} layouts, with the median widow and the best defence."
    lines = [
        "## Which layouts beat it?",
        "",
        *paragraph(answer),
        *paragraph(
            f"The contract looked at is a bid of {case.bid} with {case.widow} as the widow, whose "
            f"odds are the median: discard {case.discard}, {trump_words(case.trump)}, and "
            f"{case.hand} in hand. With a blind lead of {case.lead} it is made on "
            f"{percent(case.p_make)} of {'' if odds.exact else 'the sampled '}layouts. The best "
            f"strategy {'' if bracket.exact else 'found in time '}of a declarer who sees only what "
            f"is played wins {bracket.low:,} of the {bracket.n:,} layouts "
            f"({percent(bracket.p_low)}) against defenders who see everything."
        ),
    ]
    if 0 < lost < bracket.n:
        kinds = losses_by_kind(bracket.strategy)
        rows = [
            [row.left or "-", row.right or "-", f"{row.lost:,}", f"{row.layouts:,}"]
            for row in kinds.head(KINDS).itertuples()
        ]
        rest = kinds.iloc[KINDS:]
        if len(rest):
            rows.append(["other", "", f"{rest['lost'].sum():,}", f"{rest['layouts'].sum():,}"])
        lines += paragraph(
            "They lie like this, by the tiles whose place tells most; left is the defender who "
            "plays after you:"
        )
        lines += table(["left holds", "right holds", "lost", "of"], rows, words=2)
    return lines


def _strategy(bracket: Bracket) -> list[str]:
    if bracket.low == 0:
        return []
    return [
        "## How is it played?",
        "",
        *paragraph(
            f"Lead {bracket.strategy.lead}. The first turns of the strategy; where a second tile "
            "is named, it depends on which tiles were played:"
        ),
        *_branch(outline(bracket.strategy)),
        "",
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


def _bid_words(bid: int) -> str:
    return "7 or 21" if target(max(BIDS)) == bid else str(bid)


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
    return f"sampled: {odds.layouts} layouts a contract, seed {odds.seed}"


def _heat_map(frame: "pd.DataFrame", rows: str, caption: str) -> "Figure":
    """Draw probabilities, a column per bid; dark is likely."""
    height = 1.2 + 0.28 * len(frame)
    drawn, axis = figure(4.4, height)
    with style():
        axis.imshow(frame.to_numpy(), cmap="Blues", vmin=0, vmax=1, aspect="auto")
        axis.set_xticks(range(len(frame.columns)), [_bid_words(int(bid)) for bid in frame.columns])
        axis.set_yticks(range(len(frame)), list(frame.index))
        axis.set(xlabel=f"bid, made in % of layouts\n{caption}", ylabel=rows)
        axis.tick_params(length=0)
        axis.spines[:].set_visible(False)
        for (row, column), p in zip(_places(frame), frame.to_numpy().ravel(), strict=True):
            colour = "white" if p > 0.6 else "black"
            axis.text(column, row, percent(p)[:-2], ha="center", va="center", color=colour)
    return drawn


def _places(frame: "pd.DataFrame") -> Iterator[tuple[int, int]]:
    yield from ((row, column) for row in range(len(frame)) for column in range(len(frame.columns)))
