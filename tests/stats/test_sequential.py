"""Looking again and again: all looks together err as rarely as is said, and need fewer cases."""

import numpy as np
import pytest
from scipy.stats import norm

from moon_sim.stats import look_levels, look_sizes, verdict_of

MOST = 400
SIZES = tuple(look_sizes(MOST))
RUNS = 20_000


def runs(mean, seed=1):
    """Standardised means at each look, of many runs with normal sums."""
    steps = np.diff([0, *SIZES])
    drawn = np.random.default_rng(seed).normal(mean * steps, np.sqrt(steps), (RUNS, len(SIZES)))
    return drawn.cumsum(axis=1) / np.sqrt(SIZES)


def decided(z):
    """Which runs call it different, and how many cases each takes."""
    hit = 2 * norm.sf(np.abs(z)) < look_levels(SIZES)
    at = np.where(hit.any(axis=1), hit.argmax(axis=1), len(SIZES) - 1)
    return hit.any(axis=1), np.array(SIZES)[at]


def test_looks_are_about_evenly_apart():
    assert look_sizes(100, 5) == [20, 40, 60, 80, 100]
    assert look_sizes(102, 5, step=4) == [20, 40, 60, 80, 102]
    assert look_sizes(30) == [21, 24, 27, 30]
    assert look_sizes(3) == [3]


def test_one_look_is_the_usual_test():
    assert look_levels((50,)) == pytest.approx((0.05,))
    assert look_levels((50,), 0.9) == pytest.approx((0.1,))


def test_two_looks_by_hand():
    """At half of the cases a quarter of 5 % is spent; the rest of it is left for the end."""
    first, last = look_levels((50, 100))
    assert first == pytest.approx(0.0125)
    rng = np.random.default_rng(1)
    half, whole = rng.normal(size=(2, 1_000_000))
    whole = (half + whole) / np.sqrt(2)
    early = 2 * norm.sf(np.abs(half)) < first
    late = 2 * norm.sf(np.abs(whole)) < last
    assert (late & ~early).mean() == pytest.approx(0.0375, abs=0.001)


def test_equals_are_called_different_in_the_stated_share():
    called, _ = decided(runs(0))
    assert called.mean() == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / RUNS))


def test_at_5_percent_a_look_they_would_be_far_more_often():
    assert (2 * norm.sf(np.abs(runs(0))) < 0.05).any(axis=1).mean() > 0.15


def test_a_real_difference_takes_fewer_cases_than_a_test_of_fixed_size():
    """One that 400 cases find in 90 % of runs at a single look."""
    called, sizes = decided(runs((norm.isf(0.025) + norm.isf(0.1)) / np.sqrt(MOST)))
    assert called.mean() > 0.86
    # A test of fixed size that finds it as often:
    same = MOST * ((norm.isf(0.025) + norm.isf(1 - called.mean())) / 3.2415) ** 2
    assert sizes.mean() < 0.75 * same


def some(rng, n, means, draw):
    return np.column_stack([mean + draw(rng, n) for mean in means])


def skewed(rng, n):
    """Mostly 0, now and then a lot, as blocks are."""
    return rng.choice([0, 0, 0, 0, -1, 5], n)


@pytest.mark.parametrize("means", [(0, 0), (0, 0, 0)], ids=len)
def test_rivals_that_are_alike_are_told_apart_in_5_percent_at_most(means):
    rng = np.random.default_rng(7)
    count, sizes = 1_500, look_sizes(200)
    wrong = sum(
        verdict_of(some(rng, 200, means, skewed), sizes).leader is not None for _ in range(count)
    )
    assert wrong / count < 0.05 + 4 * np.sqrt(0.05 * 0.95 / count)


def test_the_leader_is_who_is_better_and_is_found_early():
    rng = np.random.default_rng(8)
    sizes = look_sizes(200)
    found = [verdict_of(some(rng, 200, (0, 2, 0), skewed), sizes) for _ in range(50)]
    assert {one.leader for one in found} == {1}
    assert np.mean([one.n for one in found]) < 60
    assert all(one.n == sizes[one.looks - 1] for one in found)


def test_cases_after_the_look_that_decided_are_not_looked_at():
    rng = np.random.default_rng(9)
    values = some(rng, 200, (0, 2), skewed)
    first = verdict_of(values, look_sizes(200))
    values[first.n :] = 1e9, 0
    assert verdict_of(values, look_sizes(200)) == first


def test_no_verdict_before_the_first_look():
    assert verdict_of(np.ones((10, 2)), [20, 40]).n == 0


def test_players_that_do_the_same_are_alike_and_one_that_is_always_better_is_not():
    same = np.zeros((40, 2))
    assert verdict_of(same, [20, 40]) == (40, 2, pytest.approx(0.0436, abs=1e-4), None, ())
    always = np.tile([1.0, 0.0], (40, 1))
    found = verdict_of(always, [20, 40])
    assert (found.n, found.leader, found.above) == (20, 0, ((0, 1),))
