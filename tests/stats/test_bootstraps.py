"""Bootstrap intervals: of columns, and of values that come in clusters."""

import numpy as np
import pytest
from scipy.stats import bootstrap, norm, t

from moon_sim.stats import bootstraps
from moon_sim.stats.bootstraps import RESAMPLES, mean_by, mean_intervals, ratio_by, share_by


def test_an_interval_without_spread_is_its_mean():
    values = np.column_stack([np.full(6, 0.25), np.arange(6)])
    low, high = mean_intervals(values, seed=1)
    assert low[0] == high[0] == 0.25
    assert low[1] < 2.5 < high[1]


def test_intervals_are_scipys_a_little_wider():
    rng = np.random.default_rng(3)
    values = rng.exponential(size=(30, 2))
    low, high = mean_intervals(values, 0.9, seed=5)
    expected = bootstrap(
        (values.T,),
        np.mean,
        axis=-1,
        confidence_level=1 - 2 * norm.sf(t.isf(0.05, 29) * (30 / 29) ** 0.5),
        n_resamples=RESAMPLES,
        random_state=np.random.default_rng(5),
    ).confidence_interval
    assert low == pytest.approx(expected.low)
    assert high == pytest.approx(expected.high)


def test_one_loss_in_many_still_has_an_interval():
    values = np.zeros((200, 1))
    values[7] = 0.3
    low, high = mean_intervals(values, seed=1)
    assert 0 <= low[0] < 0.3 / 200 < high[0] < 0.02


def test_intervals_of_skewed_losses_cover_the_mean_as_often_as_they_claim(monkeypatch):
    """300 samples of 100 losses, 30 % of them above 0; three standard errors of 95 % are 3.8 %."""
    monkeypatch.setattr(bootstraps, "RESAMPLES", 999)
    rng = np.random.default_rng(3)
    losses = np.where(rng.random((100, 300)) < 0.3, rng.exponential(0.1, (100, 300)), 0)
    low, high = mean_intervals(losses, seed=1)
    covered = np.mean((low <= 0.03) & (high >= 0.03))
    assert 0.90 < covered < 0.99


def test_two_cases_have_an_interval_from_the_lower_to_the_higher():
    low, high = mean_intervals([[0.25], [0.75]], seed=1)
    assert (low.tolist(), high.tolist()) == ([0.25], [0.75])


@pytest.mark.parametrize("n", [8, 20])
def test_intervals_of_a_few_cases_miss_nearly_as_seldom_as_those_of_many(monkeypatch, n):
    """600 samples; three standard errors of 5 % are 2.7 %. Not widened, some 10 % miss."""
    monkeypatch.setattr(bootstraps, "RESAMPLES", 999)
    low, high = mean_intervals(np.random.default_rng(7).normal(size=(n, 600)), seed=1)
    assert np.mean((low > 0) | (high < 0)) < 0.077


# --- Clusters -------------------------------------------------------------------------------------


def test_a_mean_counts_values_and_draws_clusters():
    few = mean_by([1, 2, 6])
    assert (few.value, few.n) == (3, 3)
    assert np.isnan(few.low)
    # Two values in each of 40 clusters: a cluster's are alike, so n is 40 and not 80.
    values = np.repeat(np.arange(40.0), 2)
    alone, together = mean_by(values), mean_by(values, np.repeat(range(40), 2))
    assert alone.value == together.value == 19.5
    wide = (together.high - together.low) / (alone.high - alone.low)
    assert wide == pytest.approx(2**0.5, rel=0.1)
    # 40 equally spaced values have the standard deviation 11.54.
    assert together.high - together.low == pytest.approx(2 * 1.96 * 11.54 / 40**0.5, rel=0.1)


def test_a_mean_of_uneven_clusters_weighs_values_alike():
    values, of = [0, 0, 0, 9, 1, 1, 1, 1, 1], [0, 0, 0, 1, 2, 3, 4, 5, 6]
    assert mean_by(values, of).value == pytest.approx(14 / 9)
    alike = mean_by([2.0] * 6, range(6))
    assert alike.value == 2
    assert np.isnan(alike.low)
    assert mean_by([]).n == 0


def test_a_share_of_all_or_none_has_an_interval():
    twice = np.repeat(range(10), 2)
    never = share_by([False] * 20, twice)
    # Wilson's for 0 of 10: z^2 / (10 + z^2) at z = 1.96.
    assert never == (0, 0, pytest.approx(27.75, abs=0.01), 20)
    always = share_by([True] * 20, twice)
    assert always == (100, pytest.approx(72.25, abs=0.01), 100, 20)
    some = share_by(twice < 5, twice)
    assert some.value == 50
    assert 5 < some.low < 40 < 60 < some.high < 95  # Student: 12 to 88
    assert np.isnan(share_by([True] * 4, range(4)).low)


def test_a_ratio_is_of_all_cases_and_draws_clusters():
    counts = np.array([1, 3, 2, 4, 5, 2, 0])
    sums = np.array([1, 6, 0, 8, 9, 4, 0])
    pooled = ratio_by(sums, counts)
    assert (pooled.value, pooled.n) == (28 / 17, 6), "a cluster without cases is none"
    values = np.concatenate([np.full(n, s / n) for s, n in zip(sums, counts, strict=True) if n])
    same = mean_by(values, np.repeat(np.arange(7), counts))
    assert pooled[:3] == pytest.approx(same[:3])
    assert np.isnan(ratio_by([], []).value)
