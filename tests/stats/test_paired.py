"""Paired comparisons: each number by hand, and what intervals and tests promise by simulation."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import permutation_test

from moon_sim.stats import paired
from moon_sim.stats.bootstraps import mean_intervals
from moon_sim.stats.paired import alike, holm, rank, sign_flip_test

# --- By hand ----------------------------------------------------------------------------------


def test_signs_are_flipped_by_hand():
    """Of the 8 signs of 1, 2, 3 two have a sum as far from 0 as 6; of those of 1, 2, -3 all do.

    Of 3, 1, -1 the sums are 3, 5, 1, 3 and their negatives; the sum seen is 3: 6 of 8.
    """
    differences = np.array([[1, 1, 3], [2, 2, 1], [3, -3, -1]])
    assert sign_flip_test(differences).tolist() == [2 / 8, 1.0, 6 / 8]


def test_cases_without_a_difference_change_nothing():
    few = np.array([[0.5], [0.25], [0.125]])
    padded = np.vstack([few, np.zeros((8, 1))])
    assert sign_flip_test(padded).tolist() == sign_flip_test(few).tolist() == [2 / 8]
    assert sign_flip_test(np.zeros((5, 1))).tolist() == [1.0]


def test_many_cases_are_sampled_and_the_pattern_seen_counts():
    """40 differences of 1: but for all signs alike, 2 of 2^40 patterns, no sum is as far from 0."""
    p = sign_flip_test(np.ones((40, 1)), seed=1)
    assert p == [1 / 10_000]
    many = sign_flip_test(np.ones((40, 100)), seed=1)  # a correction by 100 leaves it small
    assert (many == 1 / 40_001).all()


def test_signs_are_flipped_as_scipy_does(rng):
    values = rng.normal(0.4, 1, (12, 1))
    exact = permutation_test(
        (values[:, 0],), np.mean, permutation_type="samples", vectorized=True, n_resamples=np.inf
    )
    assert sign_flip_test(values) == pytest.approx(exact.pvalue)
    longer = np.vstack([values, np.zeros((8, 1))])  # too many patterns to try all
    assert sign_flip_test(longer, seed=1) == pytest.approx(exact.pvalue, abs=0.02)


def test_the_correction_by_hand():
    """4 x 0.01, 3 x 0.02, 2 x 0.04, and 0.05, which must not come below the one before it."""
    assert holm([0.04, 0.01, 0.05, 0.02]) == pytest.approx([0.08, 0.04, 0.08, 0.06])
    assert holm([0.9, 0.6]).tolist() == [1.0, 1.0]
    assert holm([]).tolist() == []


def test_groups_by_hand():
    """0 and 3, 0 and 2 are apart: 0 is like 1 alone, and the other three are alike."""
    apart = np.zeros((4, 4), bool)
    apart[0, 2] = apart[3, 0] = True
    assert alike(apart) == [(0, 1), (1, 2, 3)]
    assert alike(~np.eye(3, dtype=bool)) == [(0,), (1,), (2,)]
    assert alike(np.zeros((3, 3), bool)) == [(0, 1, 2)]
    # A ring of four, each like its neighbours.
    ring = np.zeros((4, 4), bool)
    ring[0, 2] = ring[1, 3] = True
    assert alike(ring) == [(0, 1), (0, 3), (1, 2), (2, 3)]


# --- A ranking --------------------------------------------------------------------------------


@pytest.fixture
def rng():
    return np.random.default_rng(3)


@pytest.fixture
def values():
    """B has 1 more than A in each of 10 cases; C has 1 more than B in five and 1 less in five."""
    cases = np.arange(10.0)
    swing = np.tile([1.0, -1.0], 5)
    columns = {"A": cases, "B": cases + 1, "C": cases + 1 + swing}
    return pd.DataFrame(columns).rename_axis(columns="rule")


def test_a_ranking_by_hand(values):
    """Of 1,024 patterns 2 are as far from 0 as ten differences of 1, so A is worse than B.

    C - B sums to 0, p = 1. C - A is five 2s and five 0s: 2 of 32 patterns; the correction makes it
    2/16, too much.
    """
    found = rank(values, seed=1)
    assert list(found.table.index) == ["B", "C", "A"]
    assert found.table.index.name == "rule"
    assert found.table["mean"].tolist() == [5.5, 5.5, 4.5]
    assert found.table["standard_error"]["A"] == pytest.approx(np.sqrt(82.5 / 9 / 10))
    pairs = found.pairs.set_index(["better", "worse"])
    assert pairs["p"].to_dict() == {("B", "C"): 1, ("B", "A"): 2 / 1024, ("C", "A"): 2 / 32}
    corrected = {("B", "C"): 1, ("B", "A"): 6 / 1024, ("C", "A"): 4 / 32}
    assert pairs["p_corrected"].to_dict() == corrected
    assert pairs["apart"].to_dict() == {("B", "C"): False, ("B", "A"): True, ("C", "A"): False}
    assert pairs.loc[("B", "A"), ["difference", "low", "high"]].tolist() == [1, 1, 1]
    assert pairs.loc[("B", "C"), "low"] < 0 < pairs.loc[("B", "C"), "high"]
    # One is worse than B for sure and none better; C may be anywhere.
    assert found.table[["first", "last"]].to_numpy().tolist() == [[1, 2], [1, 3], [2, 3]]
    assert found.groups == (("B", "C"), ("C", "A"))
    assert (found.n, found.level) == (10, 0.95)
    assert found.rivals("C") == ["B", "A"]
    assert found.rivals("A") == ["C"]


def test_a_ranking_of_one(values):
    found = rank(values[["A"]])
    assert found.table[["first", "last"]].to_numpy().tolist() == [[1, 1]]
    assert found.groups == (("A",),)
    assert found.rivals("A") == []
    assert found.pairs.empty


def test_the_same_seed_gives_the_same_ranking(rng):
    values = pd.DataFrame(rng.exponential(size=(40, 4)), columns=list("ABCD"))
    one, again, other = (rank(values, seed=seed).pairs for seed in (1, 1, 2))
    assert one.equals(again)
    assert not one.equals(other)


def test_a_ranking_needs_cases_and_a_name(values):
    with pytest.raises(ValueError, match="two cases or more, got 1"):
        rank(values.iloc[:1])
    with pytest.raises(ValueError, match="one of B, C, A, got 'D'"):
        rank(values).rivals("D")


def test_a_level_is_between_0_and_1(values):
    for level in (0, 1, 95, float("nan")):
        for call in (rank, mean_intervals):
            with pytest.raises(ValueError, match="level: expected a number between 0 and 1"):
                call(values, level)
    with pytest.raises(TypeError, match="level"):
        rank(values, "95")


# --- By simulation ----------------------------------------------------------------------------


def losses(rng, n, often, mean):
    """Losses as rules have them: mostly none, now and then a large one."""
    return np.where(rng.random((n, len(often))) < often, rng.exponential(mean, (n, len(often))), 0)


def test_equal_rivals_are_seldom_told_apart(rng, monkeypatch):
    """300 rankings of four rules that lose equally much: at most 5 % may claim a difference."""
    monkeypatch.setattr(paired, "FLIPS", 999)
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    wrong = raw = 0
    for _ in range(300):
        lost = losses(rng, 60, np.full(4, 0.3), 0.1)
        p = sign_flip_test(np.array([lost[:, i] - lost[:, j] for i, j in pairs]).T, rng)
        wrong += holm(p).min() < 0.05
        raw += p.min() < 0.05
    # Three standard errors above 5 %; without the correction it is near 20 %.
    assert wrong / 300 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)
    assert raw / 300 > 0.12


def test_many_cases_make_up_for_differences_that_lean_to_one_side(rng, monkeypatch):
    """500 samples of rivals with one mean, of which one loses 0.05 often, the other 0.6 seldom."""
    monkeypatch.setattr(paired, "FLIPS", 999)
    monkeypatch.setattr(paired, "FLIPS_PER_TEST", 1)

    def wrong(n):
        often = np.where(rng.random((n, 500)) < 0.6, 0.05, 0)
        seldom = np.where(rng.random((n, 500)) < 0.05, 0.6, 0)
        return np.mean(sign_flip_test(often - seldom, rng) < 0.05)

    assert wrong(400) < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 500) < wrong(60)


def test_a_real_difference_is_found(rng):
    lost = losses(rng, 200, np.array([0.1, 0.5]), 0.1)
    found = rank(pd.DataFrame(-lost, columns=["good", "bad"]), seed=1)
    assert found.groups == (("good",), ("bad",))
    assert found.pairs["p_corrected"].item() < 0.01
