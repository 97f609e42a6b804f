"""Odds as text for people: tables, and a sentence of advice."""

import math
from collections import Counter
from typing import TYPE_CHECKING

from moon_sim.display import (
    listed,
    new_table,
    percent,
    percent_range,
    seed_words,
    starred,
    trump_words,
)
from moon_sim.game import HAND_SIZE, MOON, PASS, number_bids, target
from moon_sim.game import bids as bids_of
from moon_sim.odds.gains import points

if TYPE_CHECKING:
    from rich.table import Table

    from moon_sim.odds.bids import BidOdds
    from moon_sim.odds.distributions import TrickDistribution
    from moon_sim.odds.rankings import ExchangeRanking

DOUBLE_DUMMY = "Double-dummy: all hands lie open, so a real declarer makes a little less."


BLIND_LEAD = (
    "Blind lead: the declarer picks the first lead without seeing the other hands and plays as if "
    "it saw them from there, so a real one mostly makes a little less. Double-dummy, beside it: "
    "the same discard and trump with all hands open from the start."
)


def bid_words(bid: int) -> str:
    """Return a number of tricks as the bids that need it."""
    return "7 or 21" if bid == HAND_SIZE else str(bid)


BLIND_ALONE = BLIND_LEAD.partition(" Double-dummy")[0]


def trump_table(odds: "BidOdds") -> "Table":
    """Return the table trump x bid; a star marks the best trump of each bid."""
    numbers = number_bids(odds.rules)
    table = new_table(
        "Odds of each bid with a trump fixed beforehand", "trump", *map(bid_words, numbers)
    )
    best = odds.by_trump.max()
    for trump, row in odds.by_trump.iterrows():
        cells = [starred(percent(row[bid]), row[bid] == best[bid] > 0) for bid in numbers]
        table.add_row(str(trump), *cells)
    return table


def bid_table(odds: "BidOdds") -> "Table":
    """Return the table of bids: odds, interval, points; the bid that gains most is bold.

    With blind leads, also the double-dummy odds of the same choices.
    """
    alone = _only_trump(odds)
    fixed = f" with {trump_words(alone)}" if alone is not None else ""
    blind = odds.view == "blind-lead" and odds.source == "computed"
    columns = ["bid", "made", *([] if odds.exact else ["95 % interval"])]
    columns += [*(["double-dummy"] if blind else []), "points"]
    even = "a set costs nothing" if odds.rules.set_pays_defenders else "break-even: made 50 %"
    table = new_table(f"What each bid is worth{fixed} ({even})", *columns)
    gains = _gains(odds)
    for bid in odds.bids:
        made = percent(odds.probability(bid))
        interval = [] if odds.exact else [percent_range(*odds.interval(bid))]
        opened = [percent(float(odds.double_dummy[target(bid, odds.rules)]))] if blind else []
        style = "bold" if gains[bid] == max(gains.values()) else None
        table.add_row(str(bid), made, *interval, *opened, f"{gains[bid]:+.2f}", style=style)
    return table


def describe_odds(odds: "BidOdds") -> str:
    """Return sentences on what the odds mean and how they were found."""
    blind = odds.view == "blind-lead"
    view = BLIND_LEAD if blind else DOUBLE_DUMMY
    choice = "discard, trump and lead" if blind else "discard and trump"
    if odds.source == "atlas":
        return f"{_from_atlas(odds.exact, odds.layouts, f'every widow, {choice}')} {BLIND_ALONE}"
    if odds.exact:
        return f"Exact: all 3,432 layouts of every widow, {choice}. {view}"
    trumps = odds.by_trump.index
    best = max(odds.standard_error(bid) for bid in odds.bids)
    fixed = max(odds.standard_error(bid, trump) for bid in odds.bids for trump in trumps)
    also = f" ({percent(fixed)} with a trump fixed)" if len(trumps) > 1 else ""
    return (
        f"Sampled: {odds.layouts} of 3,432 layouts a contract, {seed_words(odds.seed)}; "
        f"standard error up to {percent(best)}{also}. Exact odds count all layouts. {view}"
    )


def advise_bid(odds: "BidOdds") -> str:
    """Return one sentence of advice on what to call."""
    gains = {PASS: 0.0, **_gains(odds)}
    call = max(gains, key=lambda call: gains[call])
    bid = call or max(odds.bids, key=lambda bid: gains[bid])
    made = f"made on {percent(odds.probability(bid))} of layouts"
    if call == PASS:
        lost = f"costs {abs(gains[bid]):.1f} points on average"
        parts = [f"Pass: even a bid of {bid} is only {made} and {lost}"]
    else:
        what = "Shoot the moon (21)" if bid == MOON else f"Bid {bid}"
        parts = [f"{what}: it is {made} and gains {gains[bid]:.1f} points on average"]
        parts += [_trump_advice(odds, bid)]
    rivals = [
        str(other) if other else "a pass"
        for other in gains
        if other != call and not _told_apart(odds, call, other)
    ]
    if rivals:
        parts += [f"this sample can't tell it from {listed(rivals, 'or')}"]
    return "; ".join(parts) + "."


def _trump_advice(odds: "BidOdds", bid: int) -> str:
    """Return which trump a bid is made with."""
    if odds.source == "atlas":
        named = [plan["trump"] for plan in odds.plans() if plan["bid"] == target(bid, odds.rules)]
        trump, widows = Counter(named).most_common(1)[0]
        return f"{trump_words(trump)} is best with {widows} of {len(named)} widows"
    alone = _only_trump(odds)
    if alone is not None:
        return f"with {trump_words(alone)}"
    goal = target(bid, odds.rules)
    if odds.rules.trump_before_widow:
        return f"name {trump_words(odds.choices.xs(goal, level='bid')['trump'].iloc[0])}"
    trump = odds.by_trump[goal].idxmax()
    return f"before the widow shows, {trump_words(trump)} looks best"


def _only_trump(odds: "BidOdds") -> object | None:
    """Return the trump that a player names whatever the widow, if it has no choice."""
    if odds.source == "atlas" or len(odds.by_trump) > 1:
        return None
    only: object = odds.by_trump.index[0]
    return only


def _gains(odds: "BidOdds") -> dict[int, float]:
    return {bid: points(bid, odds.probability(bid), odds.rules) for bid in odds.bids}


def _from_atlas(exact: bool, layouts: int, of: str) -> str:
    """Return how odds of the atlas were found."""
    if exact:
        return f"From the atlas, exact: all 3,432 layouts of {of}."
    return (
        f"From the atlas, sampled: {layouts} of 3,432 layouts of {of}, where not all were counted."
    )


def _told_apart(odds: "BidOdds", *calls: int) -> bool:
    """Whether the points of two calls differ by more than two standard errors."""
    times = 1 if odds.rules.set_pays_defenders else 2  # what odds count in points
    errors = [times * bid * odds.standard_error(bid) for bid in calls if bid != PASS]
    gains = _gains(odds)
    one, other = (gains[bid] if bid != PASS else 0.0 for bid in calls)
    return odds.exact or bool(abs(one - other) > 2 * math.hypot(*errors))


def ranked_table(ranking: "ExchangeRanking") -> "Table":
    """Return the table of the best discards and trumps, by bid.

    With blind leads, also the lead of each, and the double-dummy odds of the same contract.
    """
    exact = ranking.exact
    blind = ranking.view == "blind-lead"
    computed = ranking.source == "computed"
    columns = ["bid", "discard", "trump", *(["lead"] if blind else []), "made"]
    # Beside the interval there is room for the head in two lines.
    opened = ["double-dummy" if exact else "double-\ndummy"] if blind and computed else []
    columns += [*([] if exact else ["95 % interval"]), *opened]
    kind = "discards, trumps and leads" if blind else "discards and trumps"
    title = f"The best {kind} of each bid" if computed else "The best plan of each bid"
    table = new_table(title, *columns, "points")
    rows = ranking.plans()
    if blind:
        # In 80 columns there is no room to put 21 beside 7.
        rows += [{**row, "bid": 21} for row in rows if row["bid"] == HAND_SIZE]
    for place, row in enumerate(rows):
        last = computed and (place + 1 == len(rows) or rows[place + 1]["rank"] == 1)
        bid = row["bid"]
        gains = f"{points(bid, row['p_make'], ranking.rules):+.2f}"
        if bid == HAND_SIZE and not blind:
            gains += f" or {points(MOON, row['p_make'], ranking.rules):+.2f}"
        name = str(bid) if blind else bid_words(bid)
        table.add_row(
            name if row["rank"] == 1 else "",
            row["discard"],
            row["trump"],
            *([row["lead"]] if blind else []),
            percent(row["p_make"]),
            *([] if exact else [percent_range(row["low"], row["high"])]),
            *([percent(row["double_dummy"])] if blind and computed else []),
            gains,
            style="bold" if row["rank"] == 1 else None,
            end_section=last,
        )
    return table


def advise_exchange(ranking: "ExchangeRanking") -> str:
    """Return one sentence of advice on what to discard and name, and with blind leads, to lead."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for row in ranking.plans():
        if row["rank"] == 1 and row["p_make"] > 0:
            choice = (row["discard"], row["trump"], row.get("lead", ""))
            bids = groups.setdefault(choice, [])
            bids += [
                str(bid) for bid in bids_of(ranking.rules) if min(bid, HAND_SIZE) == row["bid"]
            ]
    if not groups:
        return f"No discard and trump makes even {ranking.rules.lowest_bid}."
    sentence = "; ".join(
        f"for {listed(bids, 'and')} discard {discard}"
        + (
            f", name {trump_words(trump)} and lead {lead}"
            if lead
            else f" and name {trump_words(trump)}"
        )
        for (discard, trump, lead), bids in groups.items()
    )
    return f"F{sentence[1:]}."


def describe_ranking(ranking: "ExchangeRanking") -> str:
    """Return sentences on how the odds of a ranking were found."""
    blind = ranking.view == "blind-lead"
    view = BLIND_LEAD if blind else DOUBLE_DUMMY
    choice = "discard, trump and lead" if blind else "discard and trump"
    if ranking.source == "atlas":
        return f"{_from_atlas(ranking.exact, ranking.layouts, f'every {choice}')} {BLIND_ALONE}"
    if ranking.exact:
        return f"Exact: all 3,432 layouts of every {choice}. {view}"
    return (
        f"Sampled: ranked on {ranking.layouts} of 3,432 layouts, measured on as many fresh ones, "
        f"{seed_words(ranking.seed)}. {view}"
    )


def tricks_table(tricks: "TrickDistribution") -> "Table":
    """Return the table of a contract's odds: exactly and at least so many tricks."""
    head = ["tricks", "layouts", "or more", *(["lead"] if tricks.leads else [])]
    table = new_table("The declarer's tricks", *head)
    for k in range(HAND_SIZE, -1, -1):
        lead = [tricks.best_lead(k)] if tricks.leads else []
        table.add_row(str(k), f"{tricks.counts[k]:,}", percent(tricks.p_at_least(k)), *lead)
    return table


def describe_tricks(tricks: "TrickDistribution") -> str:
    """Return sentences on what a contract's odds mean and how they were found."""
    view = BLIND_ALONE if tricks.leads else DOUBLE_DUMMY
    if tricks.leads:
        view += f" The layouts are counted with a lead of {tricks.best_lead()}, the most tricks."
    if tricks.exact:
        return f"Exact: all {tricks.n:,} layouts. {view}"
    return (
        f"Sampled: {tricks.n:,} of {tricks.population:,} layouts, {seed_words(tricks.seed)}. {view}"
    )


def describe_leads(blind: "TrickDistribution", target: int) -> str:
    """Return a sentence on the best opening lead and the runner-up."""
    odds = {lead: one.p_at_least(target) for lead, one in blind.leads.items()}
    most = max(odds.values())
    if most == 0:
        return "No lead makes it, even with all hands open."
    best = [lead for lead in odds if odds[lead] == most]
    worse = [lead for lead in odds if odds[lead] < most]
    if not worse:
        return f"Any lead is as good with all hands open after it: {percent(most)}."
    are = "is" if len(best) == 1 else "are"
    second = max(worse, key=lambda lead: odds[lead])
    return (
        f"With all hands open after the lead, the best {are} {listed(best, 'and')}: "
        f"{percent(most)}; the next best, {second}, makes {percent(odds[second])}."
    )
