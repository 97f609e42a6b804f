"""Classes of hands by their odds: questions found by trying all, and what is lost by counting."""

from itertools import product

import numpy as np
import pytest

from moon_sim.match.classes import SITUATIONS, HandClasses, grow_classes, worth


def made_up(n, seed):
    """Odds that fall from 4 to 7."""
    return -np.sort(-np.random.default_rng(seed).random((n, 4)), axis=1)


def plain_worth(odds):
    """What the best call is worth on average, a call at a time."""
    total = 0.0
    for situation in SITUATIONS:
        calls = [situation.passing]
        for bid, p in zip((4, 5, 6, 7), odds, strict=True):
            if bid >= situation.lowest:
                calls.append(bid * p - bid * (1 - p))
        calls.append(situation.moon * odds[3] - 21 * (1 - odds[3]))
        total += max(calls)
    return total / len(SITUATIONS)


def plain_lost(odds, classes):
    """What is lost by knowing classes alone, a hand at a time."""
    lost = sum(plain_worth(one) for one in odds)
    for number in set(classes.tolist()):
        own = odds[classes == number]
        lost -= len(own) * plain_worth(own.mean(axis=0))
    return lost / len(odds)


def test_worth_is_that_of_the_best_call():
    odds = made_up(50, 1)
    np.testing.assert_allclose(worth(odds), [plain_worth(one) for one in odds], atol=1e-12)
    assert worth(np.zeros(4)) == pytest.approx(np.mean([max(s.passing, -4) for s in SITUATIONS]))
    assert worth(np.ones(4)) == pytest.approx(
        np.mean([s.moon if s.moon > 7 else 7 for s in SITUATIONS])
    )


def test_what_is_lost_is_counted_by_hand():
    odds = made_up(60, 2)
    found = grow_classes(odds, 7)
    assert len(found) == 7
    assert found.lost(odds) == pytest.approx(plain_lost(odds, found.of(odds)))


def test_the_first_question_is_the_best_of_all():
    """Of all cuts between two hands by the odds of any bid."""
    odds = made_up(30, 3)
    best = min(
        plain_lost(odds, (odds[:, bid] < value).astype(int))
        for bid, value in product(range(4), odds.ravel())
        if 0 < (odds[:, bid] < value).sum() < len(odds)
    )
    found = grow_classes(odds, 2)
    assert found.lost(odds) == pytest.approx(best)


def test_hands_that_differ_in_nothing_are_one_class():
    odds = np.repeat([[0.9, 0.5, 0.2, 0.1], [0.99, 0.9, 0.8, 0.6]], 10, axis=0)
    found = grow_classes(odds, 40)
    assert len(found) == 2
    assert found.of(odds).tolist() == [0] * 10 + [1] * 10
    assert found.lost(odds) == pytest.approx(0, abs=1e-12)
    assert grow_classes(odds[:10], 5).of(odds).tolist() == [0] * 20


def test_more_classes_lose_less_and_better_hands_have_higher_ones():
    odds = made_up(3000, 4)
    losses = [grow_classes(odds, count).lost(odds) for count in (1, 2, 5, 10, 40)]
    assert (np.diff(losses) < 0).all()
    assert losses[-1] < losses[0] / 10
    found = grow_classes(odds, 20)
    means = [odds[found.of(odds) == number].mean(axis=0) for number in range(20)]
    assert (np.diff(worth(np.array(means))) > 0).all()


def test_classes_do_not_depend_on_the_order_of_hands():
    odds = made_up(500, 5)
    turned = np.random.default_rng(1).permutation(500)
    found, again = grow_classes(odds, 12), grow_classes(odds[turned], 12)
    assert (found.of(odds) == again.of(odds)).all()


def test_classes_are_told_for_arrays_of_any_shape():
    odds = made_up(300, 6)
    found = grow_classes(odds, 9)
    assert (found.of(odds.reshape(100, 3, 4)) == found.of(odds).reshape(100, 3)).all()
    for one, number in zip(odds[:40], found.of(odds[:40]), strict=True):
        node = 0
        while found.bid[node] >= 0:
            goes_left = one[found.bid[node]] < found.value[node]
            node = found.left[node] if goes_left else found.right[node]
        assert found.number[node] == number
    assert sorted(set(found.of(odds).tolist())) == list(range(9))


def test_small_classes_are_avoided():
    odds = made_up(1000, 7)
    found = grow_classes(odds, 40, least=20)
    assert np.bincount(found.of(odds)).min() >= 20


def test_what_can_not_be_is_refused():
    with pytest.raises(ValueError, match=r"odds: expected shape \(n, 4\)"):
        grow_classes([[0.5, 0.4, 0.3]])
    with pytest.raises(ValueError, match="count"):
        grow_classes(made_up(3, 1), 0)
    assert isinstance(grow_classes(made_up(3, 1)), HandClasses)
