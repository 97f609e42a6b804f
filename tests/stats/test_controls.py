"""Control variates: less spread and the same mean, however few the cases, of whatever shape."""

import numpy as np
import pytest

from moon_sim.stats import mean_of, without_luck
from moon_sim.stats.controls import CASES_PER_CONTROL, FOLDS

RUNS = 4_000


def arenas(seed, n, runs=RUNS):
    """Small samples whose true mean is 0.3, skewed, and not linear in what is known to be luck."""
    rng = np.random.default_rng(seed)
    luck = rng.choice([-1.0, -1.0, 0.0, 2.0], (runs, n, 1))
    noise = rng.exponential(0.5, (runs, n, 1)) - 0.5
    # Luck's square has a mean of its own, 3/2.
    values = 0.3 + luck + (luck**2 - 3 / 2) + noise * (1 + luck)
    return values, luck


def test_by_hand():
    """The values are 5 and their luck tripled; each part's coefficient is the 3 of the others."""
    luck = np.tile([1.0, -1.0, 2.0, -2.0], 5)[:, None]
    assert without_luck(5 + 3 * luck, luck) == pytest.approx(np.full((20, 1), 5.0))


def test_each_case_s_coefficients_come_from_the_others():
    rng = np.random.default_rng(1)
    values, luck = rng.normal(size=(20, 1)), rng.normal(size=(20, 1))
    changed = values.copy()
    changed[0] += 100
    first, second = without_luck(values, luck), without_luck(changed, luck)
    assert second[0] - first[0] == pytest.approx([100])
    assert second[FOLDS] == pytest.approx(first[FOLDS])  # of the same part
    assert not np.isclose(second[1], first[1])


def test_the_mean_is_not_bent_however_few_the_cases():
    """Fitted on the same 20 cases, the coefficient would bend the mean by many standard errors."""
    values, luck = arenas(1, 20)
    plain = values.mean(axis=(1, 2))
    fair = np.array([without_luck(*one).mean() for one in zip(values, luck, strict=True)])
    spread = luck - luck.mean(axis=1, keepdims=True)
    slopes = (spread * values).sum(axis=(1, 2)) / np.maximum((spread**2).sum(axis=(1, 2)), 1e-9)
    bent = plain - slopes * luck.mean(axis=(1, 2))
    errors = [one.std() / np.sqrt(RUNS) for one in (plain, fair, bent)]
    assert abs(plain.mean() - 0.3) < 4 * errors[0]
    assert abs(fair.mean() - 0.3) < 4 * errors[1]
    assert abs(bent.mean() - 0.3) > 4 * errors[2]
    assert abs((fair - plain).mean()) < 4 * (fair - plain).std() / np.sqrt(RUNS)


def test_the_interval_is_narrower_and_covers_as_often_as_it_says():
    values, luck = arenas(2, 100, 1_000)
    found = [mean_of(without_luck(*one)) for one in zip(values, luck, strict=True)]
    covered = np.mean([one.low < 0.3 < one.high for one in found])
    assert 0.92 < covered < 0.97
    widths = [one.high - one.low for one in found]
    plain = [mean_of(one) for one in values]
    assert np.mean(widths) < 0.7 * np.mean([one.high - one.low for one in plain])


def test_controls_that_say_nothing_change_little():
    rng = np.random.default_rng(3)
    values, luck = rng.normal(size=(200, 2)), rng.normal(size=(200, 3))
    assert without_luck(values, luck).std() == pytest.approx(values.std(), rel=0.05)


@pytest.mark.parametrize("controls", [np.zeros((30, 2)), np.empty((30, 0)), np.full((30, 1), 2.0)])
def test_without_controls_the_values_stay(controls):
    values = np.arange(30.0)[:, None]
    assert without_luck(values, controls).tolist() == values.tolist()


def test_with_few_cases_for_each_the_values_stay():
    rng = np.random.default_rng(4)
    n = 2 * CASES_PER_CONTROL - 1
    values, luck = rng.normal(size=(n, 1)), rng.normal(size=(n, 2))
    assert without_luck(values, luck).tolist() == values.tolist()


def test_differences_come_out_alike_before_and_after():
    rng = np.random.default_rng(5)
    values, luck = rng.normal(size=(60, 2)), rng.normal(size=(60, 3))
    apart = without_luck(values[:, :1] - values[:, 1:], luck)
    both = without_luck(values, luck)
    assert apart == pytest.approx(both[:, :1] - both[:, 1:])
