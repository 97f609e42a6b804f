"""The auction as a contest: the rule book's calls, closed forms, and deals worked by hand."""

import numpy as np
import pytest
from small_games import plain_deed_values, plain_shares, random_strategy, spread

from moon_sim.game import Contract, Rules, auction_winner, bids, legal_calls, match_winner, score
from moon_sim.match.auction import auction_contest
from moon_sim.match.contests import Contest
from moon_sim.match.regrets import solve_contest
from moon_sim.match.responses import gains
from moon_sim.match.results import SPLITS, Results, auction_tree, end_of

RULES = [
    Rules(),
    Rules(last_caller_must_bid=True),
    Rules(lowest_bid=2, set_pays_defenders=True),
    Rules(lowest_bid=7, made_moon_wins_match=False),
]


def bank(n, seed, numbered=4):
    """Deals in which the tricks fall as they like."""
    rng = np.random.default_rng(seed)
    return np.array(SPLITS)[rng.integers(len(SPLITS), size=(n, 3, numbered))]


# --- The tree, and what deals come to ---------------------------------------------------------


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_tree_has_all_auctions_of_the_rule_book(rules):
    tree = auction_tree(rules)
    assert len(set(tree.deeds)) == len(tree.deeds)
    for node, calls in enumerate(tree.deeds):
        may = legal_calls(calls, rules)
        if may:
            assert (tree.player[node], tree.choices(node)) == (len(calls), may)
        else:
            assert tree.end[node] == end_of(auction_winner(calls, 0, rules), rules)
    assert tree.end.max() == 3 * len(bids(rules))
    missing = set(range(tree.end.max())) - set(tree.end)
    assert missing == ({0} if rules.last_caller_must_bid else set())


def test_the_usual_auction_has_56_ends_of_16_kinds():
    tree = auction_tree()
    assert ((tree.player < 0).sum(), tree.end.max() + 1, len(tree.turns)) == (56, 16, 21)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("first", range(3))
def test_results_are_scored_by_the_rule_book(rules, first):
    """For each end of each deal: bid, declarer, tricks and points by place, and a shot moon."""
    numbered = 8 - rules.lowest_bid
    tricks = bank(40, first, numbered)
    results = Results.of(rules)
    found = results.numbers(tricks, first)
    assert (results.bid[found[:, 0]] == 0).all()
    for won, row in zip(tricks, found, strict=True):
        for place in range(3):
            seat = (first + place) % 3
            for at, bid in enumerate(bids(rules)):
                result = row[end_of((place, bid), rules)]
                by_seat = won[seat, min(at, numbered - 1)]
                points = score(Contract(bid, 8, seat, rules), by_seat, rules)
                assert results.declarer[result] == place
                assert results.bid[result] == bid
                assert results.tricks[result].tolist() == np.roll(by_seat, -first).tolist()
                assert results.points[result].tolist() == np.roll(points, -first).tolist()
                contract = Contract(bid, 8, place, rules)
                at_once = match_winner((-99, -99, -99), contract, results.tricks[result], rules)
                assert results.wins[result] == (-1 if at_once is None else at_once)


def test_all_first_callers_are_the_same_deals_turned():
    results = Results.of()
    tricks, classes = bank(5, 1), np.arange(15).reshape(5, 3)
    contest = auction_contest(tricks, classes, results.points, results)
    assert len(contest.classes) == 15
    for first in range(3):
        alone = auction_contest(tricks, classes, results.points, results, [first])
        rows = slice(5 * first, 5 * first + 5)
        assert (contest.classes[rows] == alone.classes).all()
        assert (spread(contest)[rows] == spread(alone)).all()
        turned = np.roll(np.roll(tricks, -first, axis=1), -first, axis=3)
        again = auction_contest(
            turned, np.roll(classes, -first, axis=1), results.points, results, [0]
        )
        assert (spread(again) == spread(alone)).all()


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_kernels_give_what_recursion_gives(rules):
    results = Results.of(rules)
    rng = np.random.default_rng(3)
    contest = auction_contest(
        bank(7, 3, 8 - rules.lowest_bid), rng.integers(3, size=(7, 3)), results.points, results
    )
    strategy = random_strategy(contest, 5)
    for player in range(3):
        found = contest.deed_values(strategy, player)
        np.testing.assert_allclose(found, plain_deed_values(contest, strategy, player), atol=1e-13)
    np.testing.assert_allclose(
        contest.shares(strategy), plain_shares(contest, strategy), atol=1e-15
    )


@pytest.mark.parametrize(
    ("tricks", "classes", "message"),
    [
        (np.zeros((2, 3, 4)), [[0] * 3] * 2, "tricks: expected shape"),
        (bank(2, 1), [[0] * 3] * 3, "classes: expected shape"),
        (bank(2, 1) + 1, [[0] * 3] * 2, "tricks: expected three counts with the sum 7"),
    ],
)
def test_what_is_no_bank_is_refused(tricks, classes, message):
    results = Results.of()
    with pytest.raises(ValueError, match=message):
        auction_contest(tricks, classes, results.points, results)


# --- By reasoning -----------------------------------------------------------------------------


def one_deal(*made):
    """A deal in which each place makes so many tricks, and the others share the rest."""
    tricks = np.zeros((1, 3, 4, 3), int)
    for place, most in enumerate(made):
        left, right = (place + 1) % 3, (place + 2) % 3
        tricks[0, place, :, place] = most
        tricks[0, place, :, left] = (7 - most + 1) // 2
        tricks[0, place, :, right] = (7 - most) // 2
    results = Results.of()
    return auction_contest(tricks, [[0, 0, 0]], results.points, results, [0])


def test_one_deal_where_only_the_last_makes_anything():
    """The last caller makes 6 tricks. It bids 6, whatever the others have bid short of it.

    Those who bid more are set: so they pass, and the defenders have one trick between them.
    """
    contest = one_deal(2, 2, 6)
    found = solve_contest(contest, 300)
    assert found.gains.sum() < 0.02
    np.testing.assert_allclose(contest.values(found.strategy), [1, 0, 6], atol=0.05)


def test_one_deal_where_all_could_make_five():
    """Who comes first bids 5; nobody after it can bid 6, since that is set."""
    contest = one_deal(5, 5, 5)
    found = solve_contest(contest, 300)
    assert found.gains.sum() < 0.02
    np.testing.assert_allclose(contest.values(found.strategy), [5, 1, 1], atol=0.05)
    first = found.strategy[0, 0]
    assert auction_tree().choices(0)[first.argmax()] == 5


def test_one_deal_where_the_first_shoots_the_moon():
    contest = one_deal(7, 5, 5)
    found = solve_contest(contest, 300)
    np.testing.assert_allclose(contest.values(found.strategy), [21, 0, 0], atol=0.05)


# --- An auction with a closed form ------------------------------------------------------------


def test_an_open_auction_with_a_closed_form():
    """Three callers; what is sold is worth v - 1/2 to each, v from 1 to 8, all alike and apart.

    The winner pays its bid, by the rules' one round with bids from 1 to 7. The last caller bids one
    more than the highest bid b if its v > b + 1. So after a pass the second bids the x where
    (v - 1/2 - x) · (x + 1) / 8 is greatest: next to v/2 - 3/4, which is 1 for 3 and 4, 2 for 5, 3
    for 7. Whoever comes after the first bids over its x if v > x + 1, so the first gains
    (v - 1/2 - x) · ((x + 1) / 8)², which is greatest next to (2v - 2) / 3: 2 for 4, 4 for 7.
    """
    rules = Rules(lowest_bid=1)
    tree = auction_tree(rules)
    every = bids(rules)
    values = np.array(np.meshgrid(*[np.arange(1, 9)] * 3, indexing="ij")).reshape(3, -1).T
    payoffs, results = [[0, 0, 0]], [[0] * (1 + 3 * len(every)) for _ in values]
    for row, own in enumerate(values):
        for place in range(3):
            for bid in every:
                results[row][end_of((place, bid), rules)] = len(payoffs)
                payoffs.append(np.eye(3)[place] * (own[place] - 0.5 - bid))
    contest = Contest.over(tree, values - 1, results, payoffs)
    found = solve_contest(contest, 1500, look=1500)
    assert found.gains.sum() < 0.005
    strategy = found.strategy

    def does(calls, value):
        turn = tree.turn[tree.deeds.index(calls)]
        shares = strategy[turn, value - 1]
        assert shares.max() > 0.9, (calls, value, shares)
        return tree.choices(tree.deeds.index(calls))[shares.argmax()]

    assert [does((), value) for value in (1, 4, 7)] == [0, 2, 4]
    assert [does((0,), value) for value in (3, 4, 5, 7)] == [1, 1, 2, 3]
    assert [does((1,), value) for value in (5, 7)] == [2, 3]
    assert does((2,), 5) == 3
    assert [does((0, 3), value) for value in (3, 4, 5, 8)] == [0, 0, 4, 4]
    # What the first has then, by its value: (v - x) times the chance that nobody bids over x.
    won = [[(v - 0.5 - x) * ((x + 1) / 8) ** 2 for x in range(1, v)] for v in range(1, 9)]
    worth = np.mean([max(each, default=0) for each in won])
    assert contest.values(strategy)[0] == pytest.approx(worth, abs=0.005)
    np.testing.assert_allclose(gains(contest, strategy), found.gains)
