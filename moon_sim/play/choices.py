"""What each action of the seat to act is worth, by what the seat knows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.defence import NO_LIMIT, proven_plays
from moon_sim.game import (
    CHOICE_OF_TRUMP,
    HAND_SIZE,
    LAYOUTS,
    PASS,
    PLAY,
    Layouts,
    Seed,
    Trump,
    check_supported,
    real,
    seeded,
    target,
    tile_ids,
    tile_name,
    whole,
)
from moon_sim.odds import bid_odds, points
from moon_sim.play.actions import Call, Exchange
from moon_sim.play.observation import Observation
from moon_sim.play.pimc import in_order_of_merit, plays_of, tricks_after
from moon_sim.play.proven import ending_of
from moon_sim.running import Progress, run_jobs
from moon_sim.solver import CHUNK, best_plans, trumps_by_strength, warm_up
from moon_sim.stats import finite_share

FIRST_LEAD = "first_lead_must_be_trump"


class Found(NamedTuple):
    """What was found of the actions of a seat.

    Attributes
    ----------
    rows : list of mapping
        One for each action, best first: `action`, `p_make` and more.
    layouts : int
        How many were counted.
    exact : bool
        Whether these were all.
    seed : int or None
    """

    rows: Sequence[Mapping[str, Any]]
    layouts: int
    exact: bool
    seed: int | None


def rank_calls(
    seen: Observation,
    layouts: int | None,
    seed: Seed,
    threads: int | None,
    progress: Progress | None,
) -> Found:
    """Return what each legal call is worth.

    Parameters
    ----------
    seen : Observation
        Of a seat that is to call.
    layouts, seed, threads, progress
        As `moon_sim.odds.bid_odds` takes them.

    Returns
    -------
    Found
        By points; of equal ones the lowest call first.
    """
    # Where a set costs nothing, a bid's own points say nothing against it.
    without = ["set_pays_defenders"]
    check_supported(seen.rules, "play_odds", "trump_before_widow", FIRST_LEAD, without=without)
    odds = bid_odds(seen.dealt, layouts, seed, threads=threads, progress=progress, rules=seen.rules)
    rows: list[dict[str, Any]] = []
    for call in seen.legal_actions():
        assert isinstance(call, Call)
        p, (low, high), gains = float("nan"), (float("nan"),) * 2, 0.0
        if call.bid != PASS:
            p, (low, high) = odds.probability(call.bid), odds.interval(call.bid)
            gains = points(call.bid, p, seen.rules)
        row = {"action": call, "p_make": p, "low": low, "high": high}
        rows.append({**row, "points": gains, "n": odds.layouts})
    rows.sort(key=lambda row: (-row["points"], row["action"].bid))
    return Found(rows, odds.layouts, odds.exact, odds.seed)


def rank_discards(seen: Observation, threads: int | None, progress: Progress | None) -> Found:
    """Return what each discard is worth with its best trump and blind lead, by all layouts.

    Parameters
    ----------
    seen : Observation
        Of a declarer that has seen the widow.
    threads : int, optional
    progress : callable, optional

    Returns
    -------
    Found
        By the layouts on which the contract is made; of equal ones that first which would make
        higher bids on more, then the lowest discard.
    """
    check_supported(seen.rules, "play_odds", "trump_before_widow", FIRST_LEAD)
    assert seen.widow is not None
    holding, goal = seen.dealt | 1 << seen.widow, target(seen.bid, seen.rules)
    rules = replace(seen.rules, trump_before_widow=False)  # it has been named, if it was

    def plan(discard: int) -> tuple[Exchange, int, list[int]]:
        hand = holding & ~(1 << discard)
        against = Layouts.after_exchange(hand, tile_name(discard)).hands()[:, 1:]
        named = [seen.trump] if seen.trump is not None else trumps_by_strength(hand, rules)
        targets = range(goal, HAND_SIZE + 1)
        _, trump, lead, wins = best_plans([hand], against, named, targets, rules=rules)
        return Exchange(discard, Trump(int(trump[0]))), int(lead[0]), wins.tolist()

    jobs = [partial(plan, discard) for discard in tile_ids(holding)]
    plans = run_jobs(jobs, threads, progress)
    plans.sort(key=lambda one: (-one[2][0], -sum(one[2])))  # else by discard, as they are
    rows: list[dict[str, Any]] = []
    for done, lead, wins in plans:
        p, low, high, n = finite_share(wins[0], LAYOUTS, LAYOUTS)
        odds = {"p_make": p, "low": low, "high": high, "n": n}
        rows.append({"action": done, "lead": tile_name(lead), **odds})
    return Found(rows, LAYOUTS, True, None)


def rank_plays(
    seen: Observation,
    layouts: int | None,
    seed: Seed,
    time_limit: float | None,
    threads: int | None,
    progress: Progress | None,
) -> Found:
    """Return what each legal play is worth if all hands are open after it.

    Parameters
    ----------
    seen : Observation
        Of a seat that is to play.
    layouts : int, optional
        How many of the layouts that fit to draw; all by default, and where there are no more.
    seed : int, Generator or None
        For the draw.
    time_limit : float, optional
        Seconds for the proof of what a declarer can guarantee, where all layouts are counted; None
        leaves it out.
    threads : int, optional
    progress : callable, optional

    Returns
    -------
    Found
        As the observing seat wants it: for a declarer by what is proven, if that is settled
        (`is_settled`); then by how often the contract is made, and by the declarer's tricks on
        average; of equal plays a leader's strongest first, and else the weakest.
    """
    check_supported(seen.rules, "play_odds", *PLAY, *CHOICE_OF_TRUMP)
    count = seen.count()
    wanted = None if layouts is None else whole(layouts, "layouts", 1)
    seconds = None if time_limit is None else real(time_limit, "time_limit", 0)
    exact = wanted is None or wanted >= count
    rng, noted = seeded(seed, None if exact else wanted)
    numbers = np.arange(count) if wanted is None or exact else seen.possible.sample(wanted, rng)
    plays = plays_of(seen)
    warm_up()

    def part(start: int) -> NDArray[np.int64]:
        piles = seen.possible.piles(numbers[start : start + CHUNK])
        return tricks_after(seen, piles, plays)

    jobs = [partial(part, start) for start in range(0, len(numbers), CHUNK)]
    tricks = np.concatenate(run_jobs(jobs, threads, progress))
    made = tricks >= target(seen.bid, seen.rules)
    proven = None
    if seen.me == seen.declarer and exact and seconds and not seen.rules.leader_names_suit:
        tiles = [play.tile for play in plays]
        proven = proven_plays(*ending_of(seen, seen.layouts()), tiles, made, min(seconds, NO_LIMIT))
    order = in_order_of_merit(seen, seen.me, plays, made.mean(axis=0), tricks.mean(axis=0))
    if proven and is_settled(proven):  # a declarer can't see, so what is proven goes first
        order.sort(key=lambda place: -proven[place][0])
    rows = []
    for place in order:
        wins, mean = int(made[:, place].sum()), float(tricks[:, place].mean())
        p, low, high, n = finite_share(wins, len(numbers), count)
        row = {"action": plays[place], "p_make": p, "low": low, "high": high, "mean_tricks": mean}
        if proven:
            least, most = proven[place]
            row |= {"proven": least / n, "proven_high": most / n}
        rows.append({**row, "n": n})
    return Found(rows, len(numbers), exact, noted)


def is_settled(proven: Sequence[tuple[int, int]]) -> bool:
    """Return whether proofs tell which of some plays makes the contract on the most layouts.

    Parameters
    ----------
    proven : sequence of (int, int)
        For each play the layouts that a strategy wins, and those that none exceeds.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_settled([(5, 5), (3, 5)]), is_settled([(5, 5), (3, 6)])
    (True, False)
    """
    best = max(range(len(proven)), key=lambda place: proven[place][0])
    rest = [high for place, (_, high) in enumerate(proven) if place != best]
    return proven[best][0] >= max(rest, default=0)
