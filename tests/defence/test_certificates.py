"""Strategies played against every defence, in every layout: they win what they claim."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial

import naive
import numpy as np
import pytest
from helpers import ids, random_hands, tiles_text, to_mask, to_tiles
from naive_defence import certified, certified_by_hands, worlds

from moon_sim import Layouts, contract_odds, solve_batch
from moon_sim.defence.proof import best_defence
from moon_sim.game import ALL_TILES, as_mask, format_tiles, parse_tiles
from moon_sim.game.rules import Trump, is_trump

# Contracts on which guesses cost much: up to half of what is won with all hands open.
HARD = [
    ("6-6 6-5 6-3 5-5 5-2 4-4 1-1", "4-2", 7, 6),
    ("6-5 6-4 6-3 5-3 3-3 3-1 2-2", "2-1", 3, 6),
    ("6-5 6-3 6-2 5-5 4-2 3-2 2-2", "3-3", 2, 6),
    ("6-5 6-4 6-2 5-5 5-4 5-1 4-3", "3-1", 5, 5),
    ("6-6 6-4 6-3 4-4 4-2 4-1 3-2", "1-1", 4, 6),
    ("6-6 5-5 5-4 5-2 4-4 2-2 0-0", "4-3", 7, 6),
    ("6-5 6-2 5-5 5-3 4-2 2-2 2-1", "0-0", 2, 6),
    ("6-6 5-5 5-3 4-4 4-3 4-2 0-0", "2-1", 7, 5),
    ("6-6 5-5 5-3 5-2 4-4 3-3 2-2", "5-1", 7, 6),
]


def contracts(count, seed, targets=(4, 5, 6, 7), trumps=4):
    """Random contracts with a given number of trumps or more, double-dummy between 2 and 98 %."""
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        tiles = [int(tile) for tile in rng.permutation(22)]
        trump = Trump(int(rng.integers(9)))
        if trump != Trump.NONE and sum(is_trump(tile, trump) for tile in tiles[:7]) < trumps:
            continue
        hand = sum(1 << tile for tile in tiles[:7])
        discard = format_tiles(1 << tiles[7])
        odds = contract_odds(hand, discard, trump, view="double-dummy")
        open_ = [k for k in targets if 0.02 < odds.p_at_least(k) < 0.98]
        if open_:
            found.append((hand, discard, trump, int(rng.choice(open_))))
    return found


def claimed(strategy, hand, discard):
    """The oracle's numbers of the layouts that a strategy claims."""
    hidden = to_tiles(ALL_TILES & ~hand & ~parse_tiles(discard))
    number = {to_mask(one): place for place, (one, _) in enumerate(worlds(hidden))}
    hands1 = Layouts.after_exchange(hand, discard).hands()[:, 1]
    return {number[int(one)] for one in hands1[strategy.layouts]}


def certify(contract, everything=False, time_limit=float("inf")):
    """Play a contract's strategy against every defence, in all layouts or in those it claims."""
    hand, discard, trump, target = contract
    hand, trump = as_mask(hand), Trump.parse(trump)
    bracket = best_defence(hand, discard, trump, target, time_limit)
    claims = claimed(bracket.strategy, hand, discard)
    assert len(claims) == bracket.low <= bracket.high
    hidden = to_tiles(ALL_TILES & ~hand & ~parse_tiles(discard))
    won = certified_by_hands(
        bracket.strategy,
        to_tiles(hand),
        hidden,
        int(trump),
        target,
        among=None if everything else claims,
    )
    assert claims <= won
    assert len(won) <= bracket.high
    if bracket.exact:
        assert won == claims
    tricks = solve_batch(Layouts.after_exchange(hand, discard).hands(), trump)
    blind = contract_odds(hand, discard, trump, view="blind-lead")
    assert bracket.high <= round(blind.p_at_least(target) * 3432) <= (tricks >= target).sum()
    return bracket.low, bracket.high


# Neither hopeless nor certain with all hands open, and proven in a moment.
@pytest.mark.parametrize(
    "contract",
    [
        ("6-5 6-1 5-5 5-3 5-1 4-1 3-3", "6-6", "none", 6),
        ("6-4 5-5 5-4 5-3 5-2 4-4 4-1", "6-2", 5, 6),
        ("6-6 6-2 5-5 4-3 3-3 3-2 3-1", "0-0", 3, 6),
    ],
)
def test_a_strategy_wins_what_it_claims(contract):
    low, high = certify(contract)
    assert 0 < low == high


def test_a_strategy_wins_no_layout_more_than_an_exact_bracket_says():
    certify(("6-6 6-3 6-1 5-4 4-4 4-3 2-2", "5-5", "none", 7), everything=True)


@pytest.mark.parametrize(
    ("hard", "usual", "high"),
    [
        pytest.param(2, 2, 6, marks=pytest.mark.slow),
        pytest.param(len(HARD), 20, 75, marks=pytest.mark.full),
    ],
)
def test_certificates(hard, usual, high):
    """Of 10 contracts in CI, and of 104 by hand."""
    todo = [*HARD[:hard], *contracts(usual, 21), *contracts(high, 22, targets=(6, 7))]
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(partial(certify, time_limit=60), todo))
    assert len(found) == hard + usual + high
    assert np.mean([low == high for low, high in found]) >= 0.9


def test_both_certifiers_agree():
    rng = np.random.default_rng(4)

    class Lowest:
        """The lowest legal tile; its state is the tiles left and the trick."""

        def __init__(self, hand, trump):
            self.start = (tuple(sorted(hand)), ())
            self.trump = trump

        def tile(self, state):
            left, trick = state
            return tiles_text([naive.legal(left, trick[0] if trick else None, self.trump)[0]])

        def after(self, state, tile):
            left, trick = state
            played = naive.TILES[ids(tile)[0]]
            trick = (*trick, played)
            return tuple(t for t in left if t != played), trick if len(trick) < 3 else ()

    for _ in range(10):
        hand, one, two = random_hands(rng, 3)
        trump = int(rng.integers(9))
        arguments = (Lowest(hand, trump), hand, [*one, *two], trump, 1)
        assert certified(*arguments) == certified_by_hands(*arguments)
