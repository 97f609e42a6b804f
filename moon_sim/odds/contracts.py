"""Odds of a contract: how many tricks the declarer takes with a hand, a discard and a trump.

There are two **views**. *Blind lead*: the declarer picks the opening lead before it sees the
layout, and plays double-dummy from there. *Double-dummy*: the declarer plays as if it saw all
hands, and so do the defenders. Odds come in two forms through one path: *exact*, over all layouts,
or *sampled*, over some of them drawn without replacement.

The declarer chooses discard, trump and a blind lead without seeing the layout: odds are averaged
over layouts first, and the best choice is taken then. Where the choice is made on a sample, its
odds are measured on fresh layouts, as the best of many noisy numbers promises too much.
"""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from moon_sim.display import trump_words
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    Layouts,
    Rules,
    Seed,
    Tiles,
    TrumpLike,
    View,
    as_tile,
    check_supported,
    check_trump,
    check_view,
    format_tiles,
    legal_first_leads,
    seeded,
    tile_ids,
    tile_name,
)
from moon_sim.odds.distributions import TrickDistribution, best_of
from moon_sim.odds.exchanges import counts_of, draw
from moon_sim.running import Progress, run_jobs
from moon_sim.solver import CHUNK, lead_tricks, solve_batch, warm_up


def contract_odds(
    hand: Tiles,
    discard: str,
    trump: TrumpLike,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    view: View = "blind-lead",
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> TrickDistribution:
    """Return how many tricks the declarer takes with a contract.

    Parameters
    ----------
    hand : str or int
        The declarer's 7 tiles after the exchange, as text, as a list of tiles or as a mask.
    discard : str
        The tile discarded.
    trump : Trump, int or str
    layouts : int, optional
        How many of the 3,432 layouts to sample; all of them by default, for exact odds.
    seed : int or Generator, optional
        Decides the sample.
    view : {"blind-lead", "double-dummy"}
        What the declarer sees when it picks the opening lead: its own hand alone, or all hands.
    threads : int, optional
        Threads to use; the result is the same.
    progress : callable, optional
        Called with the number of parts done and of all parts.
    rules : Rules, optional

    Returns
    -------
    TrickDistribution
        From the declarer's side. In the blind-lead view its `leads` hold one for each lead; in a
        sample, those chosen on it are measured on as many fresh layouts.

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type, `layouts` is out of range, or `view` is none.
    InvalidDealError
        If the tiles can't be.
    IllegalPlayError
        If the trump can't be.

    Examples
    --------
    >>> odds = contract_odds("6-6 6-4 6-2 5-5 4-3 3-1 2-1", "1-1", trump=6)
    >>> odds.best_lead(4), odds.exact
    ('5-5', True)
    >>> open_ = contract_odds("6-6 6-4 6-2 5-5 4-3 3-1 2-1", "1-1", 6, view="double-dummy")
    >>> open_.p_at_least(4) >= odds.p_at_least(4)
    True
    """
    blind = check_view(view) == "blind-lead"
    more = ["leader_names_suit"] * (not blind)
    check_supported(rules, "contract_odds", "trump_before_widow", "first_lead_must_be_trump", *more)
    possible = Layouts.after_exchange(hand, discard)
    named = check_trump(trump, rules)
    rng, noted = seeded(seed, layouts)
    warm_up()
    hands = possible.hands(draw(possible, layouts, rng))
    held = int(hands[0, 0])
    gone = tile_name(as_tile(discard, "discard"))
    contract = f"{format_tiles(held)}, discard {gone}, {trump_words(named)}"
    if not blind:
        tricks = solve_batch(hands, named, threads=threads, progress=progress, rules=rules)
        return TrickDistribution(counts_of(tricks), LAYOUTS, noted, contract)

    def by_lead(
        hands: NDArray[np.int64], tiles: list[int], progress: Progress | None = None
    ) -> dict[str, TrickDistribution]:
        jobs = [
            partial(lead_tricks, held, hands[start : start + CHUNK, 1:], named, tiles, rules=rules)
            for start in range(0, len(hands), CHUNK)
        ]
        tricks = np.concatenate(run_jobs(jobs, threads, progress))
        return {
            tile_name(tile): TrickDistribution(
                counts_of(column), LAYOUTS, noted, f"{contract}, lead {tile_name(tile)}"
            )
            for tile, column in zip(tiles, tricks.T, strict=True)
        }

    tiles = list(tile_ids(legal_first_leads(held, named, rules)))[::-1]
    measured = leads = by_lead(hands, tiles, progress)
    if len(hands) < len(possible):
        chosen = {best_of(leads, k) for k in (None, *range(HAND_SIZE + 1))}
        fresh = possible.hands(draw(possible, layouts, rng))
        measured = by_lead(fresh, [tile for tile in tiles if tile_name(tile) in chosen])
    counts = measured[best_of(leads)].counts
    return TrickDistribution(counts, LAYOUTS, noted, contract, leads, measured)
