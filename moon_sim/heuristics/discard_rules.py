"""Which tile to throw once the trump is chosen: rules of thumb, and the best on a sample.

A rule of thumb throws no trump: no suit has 8 tiles, so a holding has another tile. All
rules break ties by the fewest pips, then by the lower high number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from moon_sim.game import (
    DEFAULT_RULES,
    TILES,
    Rules,
    Trump,
    bids,
    is_trump,
    number_bids,
    target,
    tile_ids,
    tile_name,
)
from moon_sim.heuristics.certain import certain_tricks
from moon_sim.heuristics.hand_features import DOUBLES, covering, features
from moon_sim.odds import Exchange, points
from moon_sim.solver import warm_up

SAMPLE = 16
"""How many layouts the discard rule `sampled` looks at."""


@dataclass(frozen=True)
class DiscardRule:
    """A rule that throws one tile of a holding, for a trump.

    Attributes
    ----------
    name : str
    about : str
        What it does, in a line.
    source : str
        Where it comes from.
    throw : callable
        From the mask of the 8 tiles, a `Trump`, the bid or None, a Generator and, if others than
        the default ones, the rules, the id of the tile to throw.
    by_odds : bool
        Whether it works odds out.
    """

    name: str
    about: str
    source: str
    throw: Callable[..., int]
    by_odds: bool = False


def worth(p: Sequence[float], bid: int | None, rules: Rules = DEFAULT_RULES) -> float:
    """Return what a contract is chosen by: its odds of a bid, or its points at its best one.

    Parameters
    ----------
    p : sequence of float
        Probabilities of 4 to 7 tricks or more, or of as many as the bids by the rules need.
    bid : int or None
        4-7 or 21; None for the one that gains most.
    rules : Rules, optional

    Returns
    -------
    float
        Probability, or points.

    Examples
    --------
    >>> worth([1, 0.75, 0.5, 0.25], bid=5), worth([1, 0.75, 0.5, 0.25], bid=None)
    (0.75, 4)
    """
    if bid is not None:
        return p[number_bids(rules).index(target(bid, rules))]
    return max(points(one, worth(p, one, rules), rules) for one in bids(rules))


# --- Rules of thumb: the tile with the least of what they keep goes -----------------------------

Keeps = Callable[[int, Trump, int, Rules], tuple[float, ...]]
"""From holding, trump, a tile and the rules, what it is worth to keep; the first matters most."""


def _least(
    keeps: Keeps,
    holding: int,
    trump: Trump,
    bid: int | None,
    rng: np.random.Generator,
    rules: Rules = DEFAULT_RULES,
) -> int:
    sides = [tile for tile in tile_ids(holding) if not is_trump(tile, trump)]
    return min(sides, key=lambda tile: (keeps(holding, trump, tile, rules), sum(TILES[tile]), tile))


def _lowest(holding: int, trump: Trump, tile: int, rules: Rules) -> tuple[float, ...]:
    return ()


def _void(holding: int, trump: Trump, tile: int, rules: Rules) -> tuple[float, ...]:
    return DOUBLES >> tile & 1, -features(holding & ~(1 << tile), trump, rules).voids


def _uncovered(holding: int, trump: Trump, tile: int, rules: Rules) -> tuple[float, ...]:
    return DOUBLES >> tile & 1, holding >> covering(tile) & 1


def _keep_doubles(holding: int, trump: Trump, tile: int, rules: Rules) -> tuple[float, ...]:
    return (DOUBLES >> tile & 1,)


def _keep_certain(holding: int, trump: Trump, tile: int, rules: Rules) -> tuple[float, ...]:
    certain = certain_tricks(holding & ~(1 << tile), trump, tile_name(tile), rules)
    return -certain, DOUBLES >> tile & 1


# --- Others ----------------------------------------------------------------------------------


def _random(
    holding: int,
    trump: Trump,
    bid: int | None,
    rng: np.random.Generator,
    rules: Rules = DEFAULT_RULES,
) -> int:
    return int(rng.choice(list(tile_ids(holding))))


def _sampled(
    holding: int,
    trump: Trump,
    bid: int | None,
    rng: np.random.Generator,
    rules: Rules = DEFAULT_RULES,
) -> int:
    warm_up()
    exchange = Exchange(holding, SAMPLE, rng, rules)

    def merit(tile: int) -> tuple[float, ...]:
        _, wins = exchange.best_leads(tile, trump)
        pips = sum(TILES[tile])
        return worth((wins / SAMPLE).tolist(), bid, rules), int(wins.sum()), -pips, -tile

    return max(tile_ids(holding), key=merit)


DISCARD_RULES: dict[str, DiscardRule] = {
    rule.name: rule
    for rule in (
        DiscardRule(
            "lowest",
            "the tile off trump with the fewest pips",
            "folklore",
            partial(_least, _lowest),
        ),
        DiscardRule(
            "void",
            "the tile off trump that leaves the most suits void; a double last",
            "folklore",
            partial(_least, _void),
        ),
        DiscardRule(
            "uncovered",
            "a tile off trump without the double of its higher number; a double last",
            "folklore",
            partial(_least, _uncovered),
        ),
        DiscardRule(
            "keep-doubles",
            "the tile off trump with the fewest pips; a double last",
            "folklore",
            partial(_least, _keep_doubles),
        ),
        DiscardRule(
            "keep-certain",
            "the tile off trump without which the most tricks are certain; a double last",
            "what every layout gives",
            partial(_least, _keep_certain),
        ),
        DiscardRule("random", "any tile, trumps too", "a yardstick", _random),
        DiscardRule(
            "sampled",
            f"the tile without which the blind-lead odds are best on {SAMPLE} layouts",
            "sampling",
            _sampled,
            by_odds=True,
        ),
    )
}
"""All discard rules by name."""
