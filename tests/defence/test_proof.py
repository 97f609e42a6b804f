"""Brackets: what they say of known contracts, of time, of other rules and of bad arguments."""

import numpy as np
import pytest

from moon_sim import contract_odds
from moon_sim.defence.conflicts import conflict_free
from moon_sim.defence.proof import best_defence, brackets
from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.house_rules import Rules

# The hand of the issue that started this: 78 % double-dummy, 63 % with the lead fixed.
GUESS = ("3-2 3-3 5-1 5-2 5-3 6-5 0-0", "4-3", 5, 5)
# One that takes several steps: guesses, conflicts, an integer program.
STEPS = ("6-6 6-2 5-5 4-3 3-3 3-2 3-1", "0-0", 3, 6)
FOREVER = float("inf")


def test_the_three_views_of_the_hand_that_hangs_on_a_guess():
    *contract, target = GUESS
    double_dummy = contract_odds(*contract, view="double-dummy").p_at_least(target)
    blind = contract_odds(*contract, view="blind-lead").p_at_least(target)
    bracket = best_defence(*GUESS, FOREVER)
    assert bracket.exact
    # 78, 63 and 62.9 %: what another program, apart from this project, had found.
    assert double_dummy == pytest.approx(0.78, abs=0.005)
    assert blind == pytest.approx(0.63, abs=0.005)
    assert bracket.p_low == pytest.approx(0.629, abs=0.001)


@pytest.mark.parametrize("target", range(1, 8))
def test_a_laydown_is_won_on_every_layout(target):
    bracket = best_defence("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "none", target, FOREVER)
    assert (bracket.low, bracket.high, bracket.exact) == (3432, 3432, True)
    assert bracket.strategy.layouts.all()


def test_a_hopeless_contract_wins_nothing():
    bracket = best_defence("2-1 3-1 4-1 5-1 6-1 3-2 4-2", "0-0", "none", 7, FOREVER)
    assert (bracket.low, bracket.high, bracket.p_high) == (0, 0, 0.0)
    assert not bracket.strategy.layouts.any()


@pytest.fixture(scope="module")
def steps():
    return list(brackets(*STEPS, FOREVER))


def test_brackets_only_narrow(steps):
    last = (0, 3432)
    for bracket in steps:
        assert last[0] <= bracket.low <= bracket.high <= last[1]
        last = (bracket.low, bracket.high)
    assert bracket.exact
    again = best_defence(*STEPS, FOREVER)
    assert (again.low, again.high, again.strategy) == (*last, bracket.strategy)


def test_a_time_limit_leaves_a_true_bracket(steps):
    exact = steps[-1]
    for limit in (1e-9, 0.01, np.float32(0.1)):
        bracket = best_defence(*STEPS, limit)
        assert bracket.low <= exact.low <= exact.high <= bracket.high
    assert best_defence(*STEPS, np.int64(10**6)).low == exact.low, "no trace is left"


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ({"target": 0}, ValueError),
        ({"target": 8}, ValueError),
        ({"target": "5"}, TypeError),
        ({"time_limit": 0}, ValueError),
        ({"time_limit": float("nan")}, ValueError),
        ({"time_limit": -1}, ValueError),
        ({"time_limit": "1"}, TypeError),
        ({"time_limit": True}, TypeError),
        ({"time_limit": np.bool_(True)}, TypeError),
        ({"discard": "6-6"}, InvalidDealError),
        ({"hand": "6-6 6-5"}, InvalidDealError),
        ({"trump": "9"}, IllegalPlayError),
    ],
)
def test_bad_arguments_are_refused_at_once(call, error):
    good = {"hand": "6-6 6-5 6-4 5-5 4-4 3-3 1-1", "discard": "2-1", "trump": 6, "target": 7}
    with pytest.raises(error):
        brackets(**{**good, **call})
    with pytest.raises(error):
        best_defence(**{**good, **call})


def test_other_ranks_of_doubles():
    """With doubles as trump ranked low to high, 0-0 is the highest."""
    upside_down = Rules(doubles_high_to_low=False)
    hand, discard = "0-0 1-1 2-2 3-1 3-2 4-1 4-2", "2-1"
    bracket = best_defence(hand, discard, "doubles", 3, FOREVER, rules=upside_down)
    assert bracket.low == bracket.high == 3432, "three top trumps"
    assert best_defence(hand, discard, "doubles", 3, FOREVER).high < 3432


def test_rules_of_the_auction_and_the_score_change_no_bracket(steps):
    others = Rules(first_caller_moves=2, last_caller_must_bid=True, made_moon_wins_match=False)
    bracket = best_defence(*STEPS, FOREVER, rules=others)
    assert (bracket.low, bracket.high) == (steps[-1].low, steps[-1].high)


# --- Sets free of conflict ----------------------------------------------------------------------


def only(*layouts):
    found = np.zeros(3432, bool)
    found[list(layouts)] = True
    return found


def test_conflict_free_sets_by_hand():
    alive = only(*range(10))
    # A star: 0 against 1, 2, 3. Leave out 0.
    chosen, bound = conflict_free(alive, {0: only(1, 2, 3)}, [])
    assert chosen.tolist() == (alive & ~only(0)).tolist()
    assert bound == 9
    # A triangle: only one of three.
    chosen, bound = conflict_free(alive, {0: only(1, 2), 1: only(2)}, [])
    assert (chosen.sum(), bound) == (8, 8)
    # Four that can't all be won, though any three can: a cut costs one, twins or not.
    chosen, bound = conflict_free(alive, {}, [only(1, 2, 3, 4)])
    assert (chosen.sum(), bound) == (9, 9)
    chosen, bound = conflict_free(alive, {}, [])
    assert (chosen.sum(), bound) == (10, 10)


def test_an_unsolved_program_bounds_nothing(monkeypatch):
    """Without an answer the bound is trivial, and the bracket stays true."""
    exact = best_defence(*STEPS, FOREVER)

    class Unsolved:
        status, x, mip_dual_bound = 4, None, None

    for name in ("linprog", "milp"):
        monkeypatch.setattr(f"scipy.optimize.{name}", lambda *_args, **_options: Unsolved)
    chosen, bound = conflict_free(only(0, 1, 2), {0: only(1)}, [])
    assert (chosen.sum(), bound) == (0, 3)
    open_ = best_defence(*STEPS, FOREVER)
    assert open_.low <= exact.low <= exact.high < open_.high
