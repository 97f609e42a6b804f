"""Card play of a declarer that proves at each turn what it can still make for certain.

Perfect-information Monte Carlo plays as if it were told each layout before its next turn (strategy
fusion), and so puts off choices that it will have to make blind. The proof of `moon_sim.defence`
makes no such mistake: it counts the layouts that one strategy wins from here on, against defenders
who see everything. Unlike `certified`, which keeps to the strategy that was best at the first
lead, this player starts anew from what the table has shown.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moon_sim.defence import HiddenContract, best_proven_play
from moon_sim.game import SEATS, exchange, target
from moon_sim.play.actions import Play
from moon_sim.play.observation import Observation
from moon_sim.play.pimc import as_positions, in_order_of_merit, plays_of, tricks_after


class Ending(NamedTuple):
    """A declarer's turn as the proofs take it.

    Attributes
    ----------
    contract : HiddenContract
    layouts : (n, 3) int64 array
        Those that fit what the declarer knows, as positions.
    leader : int
        As seen from the declarer.
    played : tuple of int
        Tile ids on the trick.
    need : int
        Tricks that the declarer still needs.
    """

    contract: HiddenContract
    layouts: NDArray[np.int64]
    leader: int
    played: tuple[int, ...]
    need: int


def ending_of(seen: Observation, layouts: NDArray[np.int64]) -> Ending:
    """Return what a declarer knows as the proofs take it.

    Parameters
    ----------
    seen : Observation
        A declarer's, in the play.
    layouts : (n, 4) int64 array
        All that fit, as `Observation.layouts` gives them.

    Returns
    -------
    Ending
    """
    assert seen.widow is not None
    assert seen.discard is not None
    assert seen.trump is not None
    assert seen.leader is not None
    hand = exchange(seen.dealt, seen.widow, seen.discard)
    return Ending(
        HiddenContract(hand, 1 << seen.discard, seen.trump, seen.rules),
        as_positions(seen, layouts),
        (seen.leader - seen.me) % SEATS,
        seen.trick,
        target(seen.bid, seen.rules) - seen.tricks[seen.me],
    )


def proven_play(seen: Observation, plays: Sequence[Play]) -> Play:
    """Return the play after which a declarer makes its contract on the most layouts for certain.

    Parameters
    ----------
    seen : Observation
    plays : sequence of Play

    Returns
    -------
    Play
        Of plays with equal proofs, the one that does best with all hands open.
    """
    layouts = seen.layouts()
    tricks = tricks_after(seen, layouts, plays)
    made = tricks >= target(seen.bid, seen.rules)
    order = in_order_of_merit(seen, seen.me, plays, made.mean(axis=0), tricks.mean(axis=0))
    tiles = [plays[place].tile for place in order]
    best = best_proven_play(*ending_of(seen, layouts), tiles, made[:, order])
    return Play(best)


def proven_card(otherwise: Callable[..., Play]) -> Callable[..., Play]:
    """Return the card play of one who declares by proofs.

    Parameters
    ----------
    otherwise : callable
        The card play of a defender.

    Returns
    -------
    callable
        From an observation and a Generator, a play.
    """

    def card(seen: Observation, rng: np.random.Generator) -> Play:
        plays = plays_of(seen)
        if seen.me != seen.declarer:
            return otherwise(seen, rng)
        return plays[0] if len(plays) == 1 else proven_play(seen, plays)

    return card
