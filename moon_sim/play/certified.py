"""Card play of a declarer by a proven strategy: it wins its layouts however others play.

The strategy is that of `moon_sim.defence`: the best there is against defenders who see everything.
Where no layout that it means to win is left, and as a defender, the player falls back on another
card play.
"""

from collections.abc import Callable
from functools import lru_cache
from math import inf

import numpy as np

from moon_sim.defence import Strategy, best_defence
from moon_sim.game import Rules, Trump, as_tile, exchange, target, tile_name
from moon_sim.play.actions import Play
from moon_sim.play.observation import Observation


@lru_cache(64)
def _strategy(hand: int, discard: int, trump: Trump, tricks: int, rules: Rules) -> Strategy:
    # Without a limit of time, since what it plays may not depend on the machine.
    return best_defence(hand, tile_name(discard), trump, tricks, inf, rules=rules).strategy


def certified_play(seen: Observation) -> Play | None:
    """Return what the proven strategy plays for a declarer.

    Parameters
    ----------
    seen : Observation
        A declarer's, at its turn.

    Returns
    -------
    Play or None
        None once the contract is decided, nothing that the strategy means to win is left, or the
        declarer has strayed from it.
    """
    assert seen.widow is not None
    assert seen.discard is not None
    assert seen.trump is not None
    hand = exchange(seen.dealt, seen.widow, seen.discard)
    tricks = target(seen.bid, seen.rules)
    strategy = _strategy(hand, seen.discard, seen.trump, tricks, seen.rules)
    state = strategy.start
    for play in seen.plays:
        tile = tile_name(play.tile)
        if state.seat == 0 and strategy.answer(state) != tile:
            return None
        state = strategy.after(state, tile)
    answer = strategy.answer(state)
    return None if answer is None else Play(as_tile(answer))


def certified_card(otherwise: Callable[..., Play]) -> Callable[..., Play]:
    """Return the card play of one who follows the proven strategy.

    Parameters
    ----------
    otherwise : callable
        The card play where the strategy has no answer, and as a defender.

    Returns
    -------
    callable
        From an observation and a Generator, a play.
    """

    def card(seen: Observation, rng: np.random.Generator) -> Play:
        sure = certified_play(seen) if seen.me == seen.declarer else None
        return sure or otherwise(seen, rng)

    return card
