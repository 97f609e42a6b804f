"""Match equity: small matches by hand and by linear algebra, and laws that always hold."""

from itertools import product

import numpy as np
import pytest

from moon_sim.game import Contract, Rules, first_caller, match_winner
from moon_sim.match.equity import Course, Equity, solve_equity
from moon_sim.match.results import SPLITS, Results, end_of

HOUSES = [
    Rules(),
    Rules(first_caller_moves=0, made_moon_wins_match=False),
    Rules(first_caller_moves=2, declarer_wins_ties=True, lowest_bid=3),
    Rules(set_pays_defenders=True, winning_score=12),
]


def result(rules, place, bid, tricks):
    """The number of a result; all pass without a bid."""
    if not bid:
        return 0
    return 1 + (end_of((place, bid), rules) - 1) * len(SPLITS) + SPLITS.index(tricks)


def fixed(rules, *outcomes):
    """Deals that come out as said: (probability, place, bid, tricks)."""
    results = Results.of(rules)
    shares = np.zeros(len(results))
    for share, *outcome in outcomes:
        shares[result(rules, *outcome)] += share
    return results, Course.always(shares)


PASSED = (0, 0, None)


def likely(rules, seed, passed=0.2):
    """Deals in which all pass, or declarers mostly make what they bid, as often as it happens."""
    rng = np.random.default_rng(seed)
    results = Results.of(rules)
    made = results.points[np.arange(len(results)), results.declarer] > 0
    shares = rng.random(len(results)) * (rng.random(len(results)) < 0.1)
    shares *= np.where(made, 1.0, 0.2) * (results.bid <= 6) + 0.02
    shares[0] = 0
    shares *= (1 - passed) / shares.sum()
    shares[0] = passed
    return results, shares


# --- By hand ----------------------------------------------------------------------------------


def test_a_race_to_one_is_over_with_the_first_deal():
    """The first caller declares 4 and makes it in 3 of 4; else the second has 4 tricks."""
    rules = Rules(winning_score=1)
    results, course = fixed(rules, (0.75, 0, 4, (4, 2, 1)), (0.25, 0, 4, (1, 4, 2)))
    found = solve_equity(results, course, -5)
    assert found.of((0, 0, 0)).tolist() == [0.75, 0.25, 0]
    # Scores below 0 change who is ahead: -2 + 4 is level with 2, and 1 is behind both.
    assert found.of((-2, 0, 0))[2] == pytest.approx(0, abs=0.3)


def test_a_race_to_one_where_most_deals_are_passed():
    """All pass in 9 of 10, else the first caller wins: a = 1/10 + 9/10 c, b = 9/10 a, c = 9/10 b.

    Who calls first now is last in the next deal.
    """
    rules = Rules(winning_score=1)
    results, course = fixed(rules, (0.9, *PASSED), (0.1, 0, 4, (4, 2, 1)))
    found = solve_equity(results, course, -3)
    first = 0.1 / (1 - 0.9**3)
    np.testing.assert_allclose(found.of((0, 0, 0)), [first, 0.9 * first, 0.81 * first], atol=1e-11)


def test_a_race_to_two_through_a_tie():
    """The first caller is set with one trick, the others have three each: a tie at 3 goes on.

    Next the second of them calls: -4 + 3 is 1 then, it has 3 - 4, and the last one 3 + 3.
    """
    rules = Rules(winning_score=2)
    results, course = fixed(rules, (1, 0, 4, (1, 3, 3)))
    found = solve_equity(results, course, -12)
    assert found.of((0, 0, 0)).tolist() == [0, 0, 1]
    # From 3-3 on, in the order of calling: places 1, 2 and 0 of before.
    assert found.of((3, 3, -4)).tolist() == [0, 1, 0]
    assert found.of((2, 2, -5)).tolist() == [0, 1, 0]


def test_a_race_to_two_where_who_is_one_ahead_wins_or_waits():
    """The first caller is set at 4 with a trick, and in half of the deals each another one has 6.

    At 1, -20, 0 the last wins in half; else the next deal begins at -14, 0, -3 in its order, with
    the former first caller as the last: 6 tricks bring the second, or the last, to the goal.
    """
    rules = Rules(winning_score=2)
    results, course = fixed(rules, (0.5, 0, 4, (1, 6, 0)), (0.5, 0, 4, (1, 0, 6)))
    found = solve_equity(results, course)
    assert found.of((0, 0, 0)).tolist() == [0, 0.5, 0.5]
    assert found.of((-14, 0, -3)).tolist() == [0, 0.5, 0.5]
    assert found.of((1, -20, 0)).tolist() == [0.25, 0, 0.75]


# --- By linear algebra, from the rule book alone ----------------------------------------------


def winner_of(results, number, total):
    """The place that has won with a result, by the rule book."""
    rules, declarer = results.rules, int(results.declarer[number])
    if declarer < 0:
        return match_winner(total, rules=rules)
    contract = Contract(int(results.bid[number]), 8, declarer, rules)
    return match_winner(total, contract, results.tricks[number], rules)


def chain(rules, shares, low, beginnings):
    """All scores that come from some, and the equities there, by a system of equations."""
    results = Results.of(rules)
    rows = [number for number, share in enumerate(shares) if share]

    def behind(scores, number):
        """Who has won, or the scores in the order of calling of the next deal."""
        total = [one + more for one, more in zip(scores, results.points[number], strict=True)]
        winner = winner_of(results, number, total)
        if winner is not None:
            return winner
        first = first_caller(0, rules)
        down = max(max(total) - rules.winning_score, 0)
        return tuple(max(total[(first + place) % 3] - down, low) for place in range(3))

    states = list(beginnings)
    number_of = {scores: at for at, scores in enumerate(states)}
    steps = []
    for scores in states:
        for number in rows:
            after = behind(scores, number)
            steps.append((scores, shares[number], after))
            if not isinstance(after, int) and after not in number_of:
                number_of[after] = len(states)
                states.append(after)
    first = first_caller(0, rules)
    matrix, known = np.eye(3 * len(states)), np.zeros(3 * len(states))
    for scores, share, after in steps:
        for place in range(3):
            row = 3 * number_of[scores] + place
            if isinstance(after, int):
                known[row] += share * (after == place)
            else:
                matrix[row, 3 * number_of[after] + (place - first) % 3] -= share
    found = np.linalg.solve(matrix, known).reshape(-1, 3)
    return {scores: found[at] for scores, at in number_of.items()}


@pytest.mark.parametrize(
    ("rules", "low"),
    [
        (Rules(winning_score=1), -3),
        (Rules(winning_score=2), -4),
        (Rules(winning_score=3, first_caller_moves=2), -3),
        (Rules(winning_score=3, first_caller_moves=0, declarer_wins_ties=True), -2),
        (Rules(winning_score=2, set_pays_defenders=True, last_caller_must_bid=True), -4),
        (Rules(winning_score=4, made_moon_wins_match=False, lowest_bid=2), -2),
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", [1, 2])
def test_small_matches_by_linear_algebra(rules, low, seed):
    results, shares = likely(rules, seed)
    known = chain(rules, shares, low, [(0, 0, 0), (0, 0, -1)])
    assert len(known) >= 10
    found = solve_equity(results, Course.always(shares), low)
    for scores, equities in known.items():
        np.testing.assert_allclose(found.of(scores), equities, atol=1e-10)


@pytest.mark.parametrize("rules", HOUSES, ids=str)
@pytest.mark.parametrize("third", [-1, -4, 0])
def test_a_tie_far_up_is_as_one_at_the_goal(rules, third):
    """Deal by deal the same one has won, or nobody, whatever comes."""
    results = Results.of(rules)
    rng = np.random.default_rng(2)
    high = np.array([rules.winning_score + 9] * 2 + [rules.winning_score + 9 + third])
    for _ in range(200):
        total, lower = high.copy(), high - 9
        for number in rng.integers(len(results), size=20):
            total, lower = total + results.points[number], lower + results.points[number]
            won = winner_of(results, number, total.tolist())
            assert won == winner_of(results, number, lower.tolist())
            if won is not None:
                break


# --- Laws -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def usual():
    """Matches whose deals come to anything, and all pass in a third."""
    results, shares = likely(Rules(), 5)
    return solve_equity(results, Course.always(shares), -12), shares


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_what_follows_is_by_the_rule_book(rules):
    """Each result from many scores: who wins, or the equities of the next deal's order."""
    rng = np.random.default_rng(1)
    goal, low = rules.winning_score, -6
    side = goal - low + 1
    results = Results.of(rules)
    table = rng.random((side, side, side, 3))
    made_up = Equity(results, low, table, 0, 0)
    moves = rules.first_caller_moves
    for _ in range(30):
        scores = rng.integers(goal - 9, goal, 3)
        if rng.random() < 0.3:
            scores[rng.permutation(3)[:2]] = goal + rng.integers(3)
        found = made_up.after(scores)
        for number in rng.integers(len(results), size=50):
            total = (scores + results.points[number]).tolist()
            winner = winner_of(results, number, total)
            if winner is not None:
                assert found[number].tolist() == np.eye(3)[winner].tolist()
                continue
            lower = max(max(total) - goal, 0)
            seen = [max(one - lower, low) - low for one in total]
            order = [(moves + place) % 3 for place in range(3)]
            row = table[tuple(seen[place] for place in order)]
            assert [found[number][place] for place in order] == row.tolist()


def test_equities_add_up_to_one(usual):
    found, _ = usual
    assert np.abs(found.table.sum(axis=-1) - 1)[:-1, :-1, :-1].max() < 1e-12
    assert found.residual < 1e-12


def test_the_next_deal_makes_of_equities_what_they_are(usual):
    found, shares = usual
    rng = np.random.default_rng(1)
    for scores in rng.integers(-12, 21, (200, 3)):
        np.testing.assert_allclose(found.of(scores), shares @ found.after(scores), atol=1e-12)


def test_a_higher_score_of_ones_own_is_never_worse(usual):
    """Where deals do not depend on scores: whoever has won with less has won with more."""
    found, _ = usual
    going_on = found.table[:-1, :-1, :-1]
    for place in range(3):
        assert np.diff(going_on[..., place], axis=place).min() > -1e-12
    assert np.ptp(going_on[..., 0]) > 0.9


@pytest.mark.parametrize("moves", [0, 1])
def test_alike_places_have_alike_equities(moves):
    """Where all deals come to each place as often, who calls first makes no difference."""
    rules = Rules(first_caller_moves=moves, winning_score=9)
    rng = np.random.default_rng(3)
    outcomes = []
    for tricks in ((5, 1, 1), (2, 2, 3), (7, 0, 0), (4, 3, 0)):
        for bid in (4, 6, 21):
            share = rng.random()
            for place in range(3):
                outcomes.append((share, place, bid, tuple(np.roll(tricks, place).tolist())))
    total = sum(share for share, *_ in outcomes)
    results, course = fixed(rules, *((share / total, *rest) for share, *rest in outcomes))
    found = solve_equity(results, course, -9)
    np.testing.assert_allclose(found.of((3, 3, 3)), 1 / 3, atol=1e-12)
    for scores in product((-4, 0, 5, 8), repeat=3):
        turned = np.roll(found.of(np.roll(scores, 1)), -1)
        np.testing.assert_allclose(found.of(scores), turned, atol=1e-11)


def test_how_low_scores_are_told_apart_matters_little():
    results, shares = likely(Rules(), 2)
    near, far = (solve_equity(results, Course.always(shares), low) for low in (-8, -14))
    apart = [
        np.abs(near.of(scores) - far.of(scores)).max() for scores in product((0, 10, 20), repeat=3)
    ]
    assert 0 < max(apart) < 0.02


# --- Courses that depend on scores ------------------------------------------------------------


def test_a_grid_of_the_same_course_is_that_course():
    results, shares = likely(Rules(winning_score=5), 1)
    scores = np.array([-3, 0, 2, 5])
    alone = solve_equity(results, Course.always(shares), -5)
    grid = solve_equity(results, Course(scores, np.tile(shares, (4, 4, 4, 1))), -5)
    np.testing.assert_allclose(grid.table, alone.table, atol=1e-11)


def test_courses_are_mixed_between_the_scores_of_a_grid():
    rules = Rules(winning_score=6)
    results = Results.of(rules)
    rng = np.random.default_rng(4)
    shares = rng.random((3, 3, 3, len(results))) * (rng.random(len(results)) < 0.2)
    shares /= shares.sum(axis=-1, keepdims=True)
    found = solve_equity(results, Course(np.array([-4, 0, 5]), shares), -7)

    def mixed(scores):
        """By hand: outside the grid as at its edge."""
        total = np.zeros(len(results))
        for corner in product(range(3), repeat=3):
            part = 1.0
            for at, score in zip(corner, scores, strict=True):
                near = np.interp(score, [-4, 0, 5], np.eye(3)[at])
                part *= near
            total += part * shares[corner]
        return total

    for scores in rng.integers(-7, 6, (40, 3)):
        expected = mixed(scores) @ found.after(scores)
        np.testing.assert_allclose(found.of(scores), expected, atol=1e-11)


def test_going_on_from_a_table_takes_fewer_sweeps(usual):
    found, shares = usual
    again = solve_equity(found.results, Course.always(shares), -12, start=found)
    assert again.sweeps < found.sweeps / 4
    np.testing.assert_allclose(again.table, found.table, atol=1e-11)


# --- What is refused --------------------------------------------------------------------------


def test_what_can_not_be_is_refused(usual):
    found, shares = usual
    results, course = found.results, Course.always(shares)
    with pytest.raises(ValueError, match="low: expected less than 21, got 21"):
        solve_equity(results, course, 21)
    with pytest.raises(ValueError, match="expected a residual of"):
        solve_equity(results, course, -3, sweeps=2)
    with pytest.raises(ValueError, match="course: expected shares of shape"):
        solve_equity(results, Course.always(shares[1:]), 20)
    with pytest.raises(ValueError, match="course: expected shares from 0 up that add up to 1"):
        solve_equity(results, Course.always(2 * shares), 20)
    with pytest.raises(ValueError, match="course: expected rising scores"):
        solve_equity(results, Course(np.array([3, 1]), np.tile(shares, (2, 2, 2, 1))), 20)
    with pytest.raises(ValueError, match="start: expected a table from -10 to 21"):
        solve_equity(results, course, -10, start=found)
    with pytest.raises(ValueError, match="scores: expected those of a match that goes on"):
        found.of((21, 0, 0))
    with pytest.raises(ValueError, match="scores: expected three, got 2"):
        found.after((0, 0))
    with pytest.raises(TypeError, match="scores"):
        found.of({0, 1, 2})
