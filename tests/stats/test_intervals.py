"""Means, shares and medians on samples small enough to work by hand."""

import math

import numpy as np
import pytest
from scipy import stats

from moon_sim.stats.intervals import Estimate, mean_of, median_of, share_of


def test_a_mean_and_its_interval_by_hand():
    # Of 1, 2, 3 the standard deviation is 1; Student's t with 2 degrees of freedom has its
    # 97.5 % point at 4.303 (tables).
    found = mean_of([1, 2, 3])
    assert found.value == 2
    assert found.high - 2 == pytest.approx(4.303 / math.sqrt(3), abs=1e-3)
    assert 2 - found.low == pytest.approx(found.high - 2)
    assert found.n == 3


def test_a_mean_stays_between_its_bounds():
    found = mean_of([0.9, 1.0, 0.8], (0, 1))
    assert found.high == 1
    assert 0 < found.low < 0.9


def test_samples_too_small_have_no_interval():
    assert mean_of([0.25]).text(2) == "0.25"
    assert mean_of([0.25, 0.25, 0.25]).text(2) == "0.25"  # all alike, they show no spread
    assert median_of([1, 2, 3, 4, 5]).text() == "3.0"
    for estimate in (mean_of, median_of):
        with pytest.raises(ValueError, match="expected one or more"):
            estimate([])


def test_a_share_and_its_interval_by_hand():
    # Wilson's interval for 1 of 2 with z = 1.95996: centre 1/2, half width
    # z sqrt(1/8 + z^2/16) / (1 + z^2/2).
    z = stats.norm.ppf(0.975)
    half = z * math.sqrt(1 / 8 + z**2 / 16) / (1 + z**2 / 2)
    found = share_of(1, 2)
    assert found == pytest.approx((0.5, 0.5 - half, 0.5 + half, 2))
    with pytest.raises(ValueError, match="hits"):
        share_of(3, 2)


@pytest.mark.parametrize(("n", "place"), [(6, 1), (8, 1), (9, 2), (20, 6)])
def test_the_places_of_a_median_s_interval_are_those_of_the_tables(n, place):
    # Order statistics r and n + 1 - r: n = 6: 1; 8: 1; 9: 2; 20: 6 (Conover's tables).
    found = median_of(range(1, n + 1))
    assert (found.low, found.high) == (place, n + 1 - place)
    chance = 2 * sum(math.comb(n, k) for k in range(place)) / 2**n
    assert chance <= 0.05 < chance + 2 * math.comb(n, place) / 2**n


def test_intervals_cover_as_often_as_they_claim():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        found = median_of(rng.exponential(size=30))
        covered += found.low <= math.log(2) <= found.high
    assert covered >= 0.93 * 400


def test_text():
    assert Estimate(0.123, 0.1, 0.15, 9).text(1, 100) == "12.3 (10.0 to 15.0)"


def test_changes_have_their_signs():
    change = Estimate(-1.25, -2.0, 0.04, 9)
    assert change.text(1, signed=True) == "\N{MINUS SIGN}1.2 (\N{MINUS SIGN}2.0 to 0.0)"
    assert Estimate(-0.01, -2.0, 1.5, 9).text(signed=True) == "0.0 (\N{MINUS SIGN}2.0 to +1.5)"


def test_why_there_is_no_interval():
    assert mean_of([1, 2, 3], fewest=5).interval() == "too few for an interval"
    assert mean_of([2] * 5, fewest=5).interval() == "all alike"
    assert mean_of([1, 2, 3, 4, 5], fewest=5).interval() == "1.0 to 5.0"
