"""Intervals that cover what they claim, checked against every sample of small populations."""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy import stats

from moon_sim.game.layouts import Layouts
from moon_sim.game.rules import LAYOUTS
from moon_sim.odds.contracts import contract_odds
from moon_sim.odds.distributions import TrickDistribution
from moon_sim.odds.strata import Strata, beta_quantile
from moon_sim.solver.values import solve_batch


def of(wins, n, population):
    """The distribution in which `wins` layouts of `n` reach 7 tricks, and the others none."""
    return TrickDistribution(np.array([n - wins, 0, 0, 0, 0, 0, 0, wins]), population)


def test_a_distribution_by_hand():
    odds = TrickDistribution(np.array([0, 0, 1, 2, 3, 0, 0, 4]), population=100)
    assert odds.n == 10
    assert not odds.exact
    assert odds.p_at_least(0) == 1
    assert odds.p_at_least(4) == 0.7
    assert odds.p_at_least(5) == odds.p_at_least(7) == 0.4
    assert odds.mean == (2 + 6 + 12 + 28) / 10
    # s^2 = p (1 - p) / (n - 1), and 90 of 100 layouts unseen
    assert odds.standard_error(4) == pytest.approx((0.7 * 0.3 / 9 * 0.9) ** 0.5)


def test_the_standard_error_is_the_spread_of_all_samples():
    """Of a population of 6 with 2 wins, all 15 samples of 4; unbiased in the square."""
    population = [1, 1, 0, 0, 0, 0]
    estimates, squares = [], []
    for drawn in combinations(population, 4):
        odds = of(sum(drawn), 4, 6)
        estimates.append(odds.p_at_least(7))
        squares.append(odds.standard_error(7) ** 2)
    assert np.mean(estimates) == pytest.approx(2 / 6)
    assert np.mean(squares) == pytest.approx(np.var(estimates))


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_intervals_cover_at_their_level_for_each_number_of_wins(level):
    """All samples of 6 out of 15, weighed by how often they come (hypergeometric, by hand)."""
    population, n = 15, 6
    intervals = {wins: of(wins, n, population).interval(7, level) for wins in range(n + 1)}
    for winning in range(population + 1):
        covered = sum(
            comb(winning, wins) * comb(population - winning, n - wins)
            for wins, (low, high) in intervals.items()
            if low - 1e-12 <= winning / population <= high + 1e-12
        )
        assert covered >= level * comb(population, n) - 1e-9


def test_an_interval_shrinks_with_what_is_seen_and_closes_at_all():
    widths = []
    for n in (10, 40, 120, 160):
        low, high = of(n // 2, n, 160).interval(7)
        assert low <= 0.5 <= high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == 0
    assert of(80, 160, 160).standard_error(7) == 0


def test_one_layout_has_no_standard_error():
    assert np.isnan(of(1, 1, 10).standard_error(7))


def test_what_can_not_be_asked():
    odds = of(1, 4, 10)
    for k in (-1, 8):
        with pytest.raises(ValueError, match="0 to 7"):
            odds.p_at_least(k)
    with pytest.raises(TypeError):
        odds.p_at_least(4.0)
    with pytest.raises(TypeError, match="level"):
        odds.interval(4, "a")
    for level in (0, 1, 95, float("nan")):
        with pytest.raises(ValueError, match="level"):
            odds.interval(4, level)


def test_sampled_contracts_cover_the_exact_odds():
    """600 samples of 40 layouts, at three levels and two targets."""
    hand, discard, trump = "6-6 6-4 6-2 5-5 4-3 3-1 2-1", "1-1", 6
    layouts = Layouts.after_exchange(hand, discard)
    tricks = solve_batch(layouts.hands(), trump)
    exact = contract_odds(hand, discard, trump, view="double-dummy")
    assert exact.counts.tolist() == np.bincount(tricks, minlength=8).tolist()
    shares = [k for k in range(8) if 0.03 < exact.p_at_least(k) < 0.97]
    assert shares, "the hand should have targets in doubt"
    samples = [
        TrickDistribution(
            np.bincount(tricks[layouts.sample(40, seed)], minlength=8), population=LAYOUTS
        )
        for seed in range(600)
    ]
    for k in shares:
        truth = exact.p_at_least(k)
        found = [odds.p_at_least(k) for odds in samples]
        assert np.mean(found) == pytest.approx(truth, abs=4 * np.std(found) / 600**0.5)
        for level in (0.8, 0.95):
            interval = cache(lambda wins, level=level: of(wins, 40, LAYOUTS).interval(7, level))
            ends = [interval(int(odds.counts[k:].sum())) for odds in samples]
            inside = [low <= truth <= high for low, high in ends]
            # at least the level, up to what 600 trials can scatter; and not all of them idle
            assert np.mean(inside) >= level - 3 * (level * (1 - level) / 600) ** 0.5
            assert np.mean(inside) < 1


def test_strata_by_hand():
    """Two widows: 1 of 2 wins and 3 of 4 wins; the mean is 5/8."""
    strata = Strata(np.array([1, 3]), np.array([2, 4]))
    assert strata.p() == (1 / 2 + 3 / 4) / 2
    # Laplace's shares are (1 + 1) / (2 + 2) and (3 + 1) / (4 + 2)
    first = 1 / 2 * 1 / 2 / 2 * (1 - 2 / LAYOUTS)
    second = 2 / 3 * 1 / 3 / 4 * (1 - 4 / LAYOUTS)
    assert strata.standard_error() == pytest.approx((first + second) ** 0.5 / 2)


@pytest.mark.parametrize(
    "shares",
    [
        [1.0] * 10 + [0.02] * 5,
        [0.01] * 14 + [1.0],
        [0.0] * 7 + [0.5] + [1.0] * 7,
        [0.3, 0.5, 0.7] * 5,
        [0.999] * 15,
    ],
)
@pytest.mark.parametrize("n", [10, 50, 200])
def test_intervals_of_strata_cover_at_their_level_however_uneven(shares, n):
    rng = np.random.default_rng(1)
    winning = np.round(np.array(shares) * LAYOUTS).astype(int)
    trials = 1500
    wins = rng.hypergeometric(winning, LAYOUTS - winning, n, size=(trials, 15))
    truth = winning.mean() / LAYOUTS
    inside = 0
    for drawn in wins:
        low, high = Strata(drawn, np.full(15, n)).interval(0.95)
        inside += low <= truth <= high
    assert inside / trials >= 0.95 - 3 * (0.95 * 0.05 / trials) ** 0.5


def test_strata_without_a_loss_are_as_many_layouts_as_were_seen():
    """Clopper and Pearson with no loss in n: the lower end is (a/2)^(1/n), by hand."""
    strata = Strata(np.array([10, 10]), np.array([10, 10]))
    low, high = strata.interval(0.9)
    assert high == 1
    assert low == pytest.approx(0.05 ** (1 / 20))


def test_strata_of_all_layouts_are_exact():
    strata = Strata(np.array([LAYOUTS, 0]), np.array([LAYOUTS, LAYOUTS]))
    assert strata.interval(0.95) == (0.5, 0.5)
    assert strata.standard_error() == 0


@pytest.mark.parametrize("a", [0.3, 1, 2.5, 17, 4000, 2e5])
@pytest.mark.parametrize("b", [0.4, 1, 40, 1e6])
def test_quantiles_of_beta_distributions(a, b):
    for q in (0.0005, 0.025, 0.5, 0.9):
        found = beta_quantile(q, a, b)
        assert found == pytest.approx(stats.beta.ppf(q, a, b), rel=1e-9, abs=1e-14)
        assert 0 < found < 1


def test_quantiles_of_a_power():
    """Of the larger of some uniform numbers, and of the smallest."""
    for n in (1, 2, 30):
        assert beta_quantile(0.3, n, 1) == pytest.approx(0.3 ** (1 / n), rel=1e-12)
        assert beta_quantile(0.3, 1, n) == pytest.approx(1 - 0.7 ** (1 / n), rel=1e-12)
