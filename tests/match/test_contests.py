"""Games of open deeds: kernels against recursion, best responses against all pure strategies."""

from itertools import product

import numpy as np
import pytest
from small_games import kuhn, plain_deed_values, plain_shares, random_strategy, spread

from moon_sim.match.contests import Contest
from moon_sim.match.regrets import DISCOUNTED, PLAIN, PLUS, solve_contest
from moon_sim.match.responses import best_response, gains
from moon_sim.match.trees import Tree


@pytest.fixture(scope="module")
def two():
    return kuhn(2)


@pytest.fixture(scope="module")
def three():
    return kuhn(3)


# --- Trees and kernels ------------------------------------------------------------------------


def test_the_tree_of_poker_for_two(two):
    tree = two.tree
    assert tree.deeds[:3] == ((), (0,), (1,))
    assert [tree.deeds[node] for node in tree.turns] == [(), (0,), (1,), (0, 1)]
    assert tree.actors.tolist() == [0, 1, 1, 0]
    assert (tree.player < 0).sum() == 5
    assert tree.choices(0) == (0, 1)
    assert tree.own_before() == [None, None, None, (0, 0)]


@pytest.mark.parametrize("seed", range(5))
def test_kernels_give_what_recursion_gives(two, three, seed):
    for contest in (two, three):
        strategy = random_strategy(contest, seed)
        for player in range(contest.players):
            found = contest.deed_values(strategy, player)
            np.testing.assert_allclose(
                found, plain_deed_values(contest, strategy, player), atol=1e-14
            )
        shares = contest.shares(strategy)
        np.testing.assert_allclose(shares, plain_shares(contest, strategy), atol=1e-15)
        assert shares.sum() == pytest.approx(1)
        assert contest.values(strategy).sum() == pytest.approx(0, abs=1e-14)


def test_deals_count_by_their_weights(two):
    """A deal that comes twice as often is as two deals."""
    args = two.tree, two.classes, spread(two).argmax(axis=2), two.payoffs
    weighted = Contest.over(*args, [2, 1, 1, 1, 1, 1])
    twice = [0, *range(6)]
    doubled = Contest.over(args[0], args[1][twice], args[2][twice], args[3])
    strategy = random_strategy(two, 1)
    np.testing.assert_allclose(weighted.values(strategy), doubled.values(strategy))
    np.testing.assert_allclose(gains(weighted, strategy), gains(doubled, strategy))


def test_deals_that_nobody_tells_apart_are_merged(three):
    """Cards above the middle are alike: whatever is played, and however well, is worth the same."""
    rng = np.random.default_rng(2)
    coarse = Contest.over(
        three.tree, three.classes // 2, spread(three).argmax(axis=2), three.payoffs, rng.random(24)
    )
    merged = coarse.merged()
    assert len(merged.classes) == len({tuple(row) for row in coarse.classes.tolist()}) < 24
    np.testing.assert_allclose(merged.merged().worth, merged.worth, atol=1e-14)
    for seed in range(3):
        strategy = random_strategy(coarse, seed)
        np.testing.assert_allclose(merged.shares(strategy), coarse.shares(strategy), atol=1e-15)
        np.testing.assert_allclose(gains(merged, strategy), gains(coarse, strategy), atol=1e-14)
        for player in range(3):
            np.testing.assert_allclose(
                merged.deed_values(strategy, player),
                plain_deed_values(coarse, strategy, player),
                atol=1e-14,
            )


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("classes", [[0], [1]], "classes: expected shape"),
        ("classes", [[-1, 0]] * 6, "classes: expected numbers from 0 up, got -1"),
        ("results", [[0] * 4] * 6, "results: expected shape"),
        ("results", [[99] * 5] * 6, "results: expected rows of payoffs, from 0 to 29"),
        ("payoffs", [[0]] * 30, "payoffs: expected shape"),
        ("payoffs", [[np.nan, 0]] * 30, "payoffs: expected numbers"),
        ("weights", [1, 2], "weights: expected shape"),
        ("weights", [0] * 6, "weights: expected numbers from 0 up, and not all 0"),
    ],
)
def test_what_does_not_fit_is_refused(two, name, given, message):
    results = spread(two).argmax(axis=2)
    fits = {"classes": two.classes, "results": results, "payoffs": two.payoffs}
    with pytest.raises(ValueError, match=message):
        Contest.over(two.tree, **(fits | {name: given}))


# --- Best responses ---------------------------------------------------------------------------


def pure(contest, player):
    """All ways in which a player always does the same at the same turn with the same card."""
    own = np.flatnonzero(contest.tree.actors == player)
    sets = [(turn, card) for turn in own for card in range(contest.class_count)]
    for deeds in product(range(2), repeat=len(sets)):
        strategy = contest.uniform()
        for (turn, card), deed in zip(sets, deeds, strict=True):
            strategy[turn, card] = np.eye(2)[deed]
        yield own, strategy


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("player", [0, 1])
def test_best_responses_are_the_best_of_all_pure_strategies(two, player, seed):
    others = random_strategy(two, seed)
    values = []
    for own, strategy in pure(two, player):
        mixed = others.copy()
        mixed[own] = strategy[own]
        values.append(two.values(mixed)[player])
    found = best_response(two, others, player)
    assert found.value == pytest.approx(max(values))
    assert two.values(found.strategy)[player] == pytest.approx(max(values))
    assert two.values_by_deal(found.strategy).sum(axis=0) == pytest.approx(
        two.values(found.strategy)
    )
    assert gains(two, others)[player] == pytest.approx(max(values) - two.values(others)[player])


def test_who_knows_more_gains_more(two):
    strategy = random_strategy(two, 9)
    found = []
    for knows in (np.zeros(6, int), two.classes[:, 0], np.arange(6)):
        classes = np.stack([knows, two.classes[:, 1]], axis=1)
        told = Contest.over(two.tree, classes, spread(two).argmax(axis=2), two.payoffs)
        others = np.resize(strategy, (4, 6, 2))
        others[:, :3] = strategy
        found.append(best_response(told, others, 0).value)
    assert found[0] < found[1] < found[2]


# --- Kuhn's poker -----------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", [PLAIN, PLUS, DISCOUNTED])
def test_poker_for_two_is_worth_a_loss_of_an_eighteenth(two, scheme):
    found = solve_contest(two, 1000, scheme=scheme)
    assert found.gains.min() >= -1e-12
    assert found.gains.sum() < 0.005
    assert two.values(found.strategy)[0] == pytest.approx(-1 / 18, abs=0.003)


def test_poker_for_two_is_played_as_kuhn_says(two):
    """First player: bets the jack with a, the king with 3a, calls with the queen with a + 1/3."""
    found = solve_contest(two, 2000)
    jack, queen, king = found.strategy[0, :, 1]
    assert queen == pytest.approx(0, abs=0.01)
    assert jack <= 1 / 3 + 0.01
    assert king == pytest.approx(3 * jack, abs=0.03)
    assert found.strategy[3, 1, 1] == pytest.approx(jack + 1 / 3, abs=0.03)
    after_check, after_bet = found.strategy[1, :, 1], found.strategy[2, :, 1]
    np.testing.assert_allclose(after_check, [1 / 3, 0, 1], atol=0.02)
    np.testing.assert_allclose(after_bet, [0, 1 / 3, 1], atol=0.02)


def szafron(contest, b11, b21, b32, c33, c34, c11=0.0, b23=0.0):
    """A member of the family of Szafron, Gibson and Sturtevant (2013).

    Cards are 0 to 3. How often the second and the third player bet or call, b and c, by card and
    situation, are the parameters of their table.
    """
    beta = max(b11, b21)
    b41 = 2 * b11 + 2 * b21
    b33 = 0.5 + (b11 + b21 + beta) / 2 - b23 * (1 - b21)
    bets = {
        (): (0, 0, 0, 0),
        (0, 0, 1): (0, 0, 0, 1),
        (0, 1, 0): (0, 0, 0.5, 1),
        (0, 1, 1): (0, 0, 0, 1),
        (0,): (b11, b21, 0, b41),
        (1,): (0, 0, b32, 1),
        (0, 0, 1, 0): (0, b23, b33, 1),
        (0, 0, 1, 1): (0, 0, 0, 1),
        (0, 0): (c11, 0.5 - c11, 0, 1),
        (0, 1): (0, 0, 0, 1),
        (1, 0): (0, 0, c33, 1),
        (1, 1): (0, 0, c34, 1),
    }
    strategy = contest.uniform()
    for node in contest.tree.turns:
        bet = np.array(bets[contest.tree.deeds[node]])
        strategy[contest.tree.turn[node]] = np.stack([1 - bet, bet], axis=1)
    return strategy, beta


@pytest.mark.parametrize(
    "member",
    [
        {"b11": 0, "b21": 0, "b32": 0, "c33": 0.5, "c34": 0},
        {"b11": 0.25, "b21": 0.25, "b32": 0.9375, "c33": 0, "c34": 1},
        {"b11": 0.1, "b21": 0.2, "b32": 0.5, "c33": 0.1, "c34": 0.3},
        {"c11": 0.5, "b11": 0.25, "b21": 0, "b23": 0.125, "b32": 0.75, "c33": 0, "c34": 0.75},
    ],
)
def test_the_known_equilibria_of_poker_for_three(three, member):
    """Nobody gains, and the second player transfers what it likes between the others."""
    strategy, beta = szafron(three, **member)
    np.testing.assert_allclose(gains(three, strategy), 0, atol=1e-12)
    known = np.array([-(1 + 2 * beta), -1, 2 + 2 * beta]) / 48
    np.testing.assert_allclose(three.values(strategy), known, atol=1e-12)


def test_what_is_not_quite_an_equilibrium_for_three_is_told_apart(three):
    strategy, _ = szafron(three, b11=0.1, b21=0.2, b32=0.9, c33=0.1, c34=0)
    assert gains(three, strategy).max() > 1e-3


def test_poker_for_three_comes_to_one_of_them(three):
    found = solve_contest(three, 1000)
    assert found.gains.sum() < 0.002
    first, second, third = 48 * three.values(found.strategy)
    assert second == pytest.approx(-1, abs=0.05)
    assert -1.55 < first < -0.95
    assert 1.95 < third < 2.55


# --- Regrets ----------------------------------------------------------------------------------


def test_regrets_fall_as_theory_says(two):
    """The sum of gains stays under (sum over sets of range · √deeds) / √T, for plain regrets.

    Zinkevich et al. (2007), theorems 2 and 4. CFR+ is under it, too, and falls faster.
    """
    sets = 2 * 2 * 3
    bound = 4 * np.sqrt(2) * sets
    looks = {}
    for scheme in (PLAIN, PLUS):
        seen = []
        solve_contest(
            two, 1024, scheme=scheme, look=32,
            watch=lambda made, now, seen=seen: seen.append((made, gains(two, now).sum())),
        )  # fmt: skip
        made, sums = np.array(seen).T
        assert (sums <= bound / np.sqrt(made)).all()
        looks[scheme] = np.polyfit(np.log(made), np.log(sums), 1)[0]
    assert looks[PLAIN] < -0.4
    assert looks[PLUS] < -0.7


def test_it_stops_when_nobody_gains_more_than_said(two):
    found = solve_contest(two, 10_000, until=0.01, look=10)
    assert found.gains.sum() <= 0.01
    assert found.iterations < 1000


def test_going_on_from_regrets_is_faster(two):
    first = solve_contest(two, 500)
    again = solve_contest(two, 10_000, until=0.003, look=5, start=first)
    anew = solve_contest(two, 10_000, until=0.003, look=5)
    assert again.iterations < anew.iterations


def test_a_start_of_another_game_is_refused(two, three):
    with pytest.raises(ValueError, match="start: expected"):
        solve_contest(two, 1, start=solve_contest(three, 1))


def test_ends_that_are_alike_may_be_one():
    """Whoever says 1 wins a chip: both do. Three ends are one result."""
    tree = Tree.grown(lambda done: None if len(done) == 2 else (len(done), (0, 1)), lambda done: 0)
    contest = Contest.over(tree, [[0, 0]], [[0]], [[1, -1]])
    assert contest.values(contest.uniform()).tolist() == [1, -1]
    assert solve_contest(contest, 3).gains.tolist() == [0, 0]
