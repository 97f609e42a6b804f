"""Random hands, holdings and deals: each stream is what it was, and begins alike at any length."""

from itertools import islice

import numpy as np
import pytest
from helpers import ALL

from moon_sim.game import Deal, new_seed, random_deals, random_hand, random_holding, seeded

SEEDS = [0, 7, [2026, 1, 3]]


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_and_holdings_are_those_of_committed_samples(seed):
    """They were drawn so by each analysis and by trials; reports/ has what came of it."""
    old, new = np.random.default_rng(seed), np.random.default_rng(seed)
    for _ in range(5):
        *tiles, last = old.permutation(22)[:8].tolist()
        assert random_holding(new) == (sum(1 << tile for tile in tiles), 1 << last)
        assert random_hand(new) == sum(1 << int(tile) for tile in old.permutation(22)[:7])
        assert old.integers(2**32) == new.integers(2**32)  # what is drawn next is the same, too


def test_deals_begin_alike_however_many_are_taken():
    deals = list(islice(random_deals(7), 5))
    assert list(islice(random_deals(7), 2)) == deals[:2]
    assert list(islice(random_deals(np.random.default_rng(7)), 5)) == deals
    assert len(set(deals)) == 5


def test_a_deal_is_the_set_and_begins_as_a_holding_does():
    rng = np.random.default_rng(3)
    for deal, widow in islice(random_deals(3), 20):
        assert isinstance(deal, Deal)
        assert len(deal) == 7
        assert sum(deal.hands) + widow == ALL
        assert (deal.hands[0], widow) == random_holding(rng)


def test_each_tile_is_as_likely_in_each_place():
    piles = np.array([[*deal.hands, widow] for deal, widow in islice(random_deals(1), 4400)])
    found = (piles[:, :, None] >> np.arange(22) & 1).mean(axis=0)
    expected = np.array([7, 7, 7, 1])[:, None] / 22
    error = np.sqrt(expected * (1 - expected) / len(piles))
    assert (abs(found - expected) < 4.5 * error).all()


@pytest.mark.parametrize(
    ("wrong", "error"), [(-1, ValueError), (1.5, TypeError), (True, TypeError)]
)
def test_a_wrong_seed_is_refused_before_the_first_deal(wrong, error):
    with pytest.raises(error, match="seed"):
        random_deals(wrong)


def test_new_seeds_differ_and_give_the_same_numbers_again():
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) > 15
    assert all(0 <= seed < 2**32 for seed in seeds)
    rng, noted = seeded(None, 10)
    assert rng.random() == np.random.default_rng(noted).random()
    assert seeded(None, None)[1] is None
