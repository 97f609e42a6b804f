"""Auctions and equities in turns: a game of one decision, solved plainly; and how work goes on."""

from itertools import product

import numpy as np
import pytest

from moon_sim.game import Rules
from moon_sim.match.contests import Contest
from moon_sim.match.passes import solve_match
from moon_sim.match.results import SPLITS, Results, end_of
from moon_sim.match.trees import Tree

RULES = Rules(winning_score=4)
LOW = -2
GRID = range(LOW, 4)
SAFE, BOLD = 4, 21


def number(bid, tricks):
    """The result where place 0 declares so much, and the tricks fall like that."""
    return 1 + (end_of((0, bid)) - 1) * len(SPLITS) + SPLITS.index(tricks)


MADE = number(SAFE, (5, 2, 0)), number(BOLD, (7, 0, 0))
SET = number(SAFE, (1, 3, 3)), number(BOLD, (5, 1, 1))
DEALS = [MADE, (MADE[0], SET[1]), SET]
ODDS = [0.4, 0.35, 0.25]


@pytest.fixture(scope="module")
def gamble():
    """Who calls first bids 4 or 21, and has one of three hands, which it doesn't know."""

    def legal(done):
        return (len(done), (SAFE, BOLD) if not done else (0,)) if len(done) < 3 else None

    tree = Tree.grown(legal, lambda done: int(done[0] == BOLD))
    results = Results.of(RULES)
    return Contest.over(tree, np.zeros((3, 3)), DEALS, results.points, ODDS), results


def plainly():
    """Equities and calls by going round and round, one score after the other."""
    results = Results.of(RULES)
    worth = dict.fromkeys(product(range(LOW, 5), repeat=3), (1 / 3, 1 / 3, 1 / 3))

    def after(scores, result):
        if results.wins[result] >= 0:
            return 1.0, 0.0, 0.0
        now = [a + int(b) for a, b in zip(scores, results.points[result], strict=True)]
        top = max(now)
        if top >= 4 and now.count(top) == 1:
            return tuple(float(one == top) for one in now)
        now = [max(one - max(top - 4, 0), LOW) for one in now]
        second, third, first = worth[now[1], now[2], now[0]]
        return first, second, third

    def mean(scores, bid):
        each = [after(scores, deal[bid]) for deal in DEALS]
        return tuple(
            sum(p * q for p, q in zip(ODDS, one, strict=True)) for one in zip(*each, strict=True)
        )

    for _ in range(300):
        for scores in worth:
            worth[scores] = max((mean(scores, bid) for bid in (0, 1)), key=lambda one: one[0])
    return worth, {scores: mean(scores, 1)[0] - mean(scores, 0)[0] for scores in worth}


def test_a_game_of_one_decision_is_solved(gamble):
    contest, results = gamble
    found = solve_match(contest, results, GRID, LOW, passes=8, until=0, workers=1)
    worth, bolder = plainly()
    assert found.moved[-1] < 0.01 * found.moved[0]
    for at in product(range(len(GRID)), repeat=3):
        scores = tuple(GRID[one] for one in at)
        np.testing.assert_allclose(found.equity.of(scores), worth[scores], atol=5e-3)
        if abs(bolder[scores]) > 1e-3:
            bold = found.strategies[at][0, 0, 1]
            assert bold == pytest.approx(float(bolder[scores] > 0), abs=0.05)
    both = np.array(list(bolder.values()))
    assert (both > 0.01).any()
    assert (both < -0.01).any()
    assert 0 <= found.gains.max() < 5e-3
    assert found.equity.residual < 1e-12


def test_work_goes_on_and_is_the_same_on_two_processes(gamble, tmp_path):
    contest, results = gamble
    args = contest, results, [-2, 0, 3], LOW
    whole = solve_match(*args, passes=3, until=0, tremble=0.02, workers=1)
    seen = []

    def stop(done, of):
        seen.append((done, of))
        if len(seen) == 15:
            raise KeyboardInterrupt

    kept = {"pieces": tmp_path / "match.pieces", "passes": 3, "until": 0, "tremble": 0.02}
    with pytest.raises(KeyboardInterrupt):
        solve_match(*args, workers=2, progress=stop, **kept)
    again = solve_match(*args, workers=2, progress=lambda *one: seen.append(one), **kept)
    assert seen[15] == (9, 9)  # the first pass is there
    for name in ("strategies", "gains"):
        assert (getattr(again, name) == getattr(whole, name)).all()
    assert (again.equity.table == whole.equity.table).all()
    with pytest.raises(ValueError, match=r"tremble 0\.03, got 0\.02"):
        solve_match(*args, workers=1, **(kept | {"tremble": 0.03}))


def test_who_trembles_does_anything_now_and_then(gamble):
    """What deals come to is with the slips of all three."""
    contest, results = gamble
    found = solve_match(contest, results, [0], LOW, passes=2, tremble=0.1, workers=1)
    strategy = found.strategies[0, 0, 0]
    played = contest.trembling(strategy, 0.1)
    np.testing.assert_allclose(played.sum(axis=2), 1)
    assert played[0, 0].min() >= 0.05
    np.testing.assert_allclose(found.course.shares[0, 0, 0], contest.shares(played), atol=1e-12)
