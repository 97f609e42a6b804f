"""What callers give: numbers of every kind, and things whose order matters."""

from collections import Counter, deque
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import moon_sim
from moon_sim import Contract, Deal, IllegalPlayError, Layouts, Trump
from moon_sim.game import check_level, in_order, match_winner, real, target, whole
from moon_sim.game.checks import quoted
from moon_sim.game.rules import auction_winner, legal_calls, score, trick_winner
from moon_sim.game.tiles import format_tiles
from moon_sim.heuristics import several
from moon_sim.solver import best_plans, lead_tricks

HAND = "6-6 6-5 6-4 5-5 4-4 3-3 1-1"


# --- Numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint16, np.array, Trump])
def test_whole_numbers_of_any_kind(kind):
    found = whole(kind(4), "count", 1, 9)
    assert found == 4
    assert type(found) is int


@pytest.mark.parametrize("wrong", [4.0, np.float64(4), "4", None, True, np.True_, np.array([4, 4])])
def test_what_is_no_whole_number(wrong):
    with pytest.raises(TypeError, match="count: expected a whole number, got"):
        whole(wrong, "count", 1)


def test_whole_numbers_out_of_range_are_quoted_in_short():
    with pytest.raises(ValueError, match=r"count: expected 1 to 9, got 10$"):
        whole(10, "count", 1, 9)
    with pytest.raises(ValueError, match=r"count: expected 1 or more, got -3$"):
        whole(np.int8(-3), "count", 1)
    with pytest.raises(ValueError, match="too long to print"):
        whole(-(10**100_000), "count", 1)


@pytest.mark.parametrize("kind", [float, np.float64, np.float32, np.float16, Fraction])
def test_real_numbers_of_any_kind(kind):
    found = real(kind(0.5), "level", 0, 1)
    assert found == 0.5
    assert type(found) is float
    assert check_level(kind(0.5)) == 0.5
    assert real(np.int16(20), "time_limit", 0) == 20


@pytest.mark.parametrize("wrong", ["0.5", None, True, np.True_, 1j, [0.5], np.array([0.5])])
def test_what_is_no_number(wrong):
    with pytest.raises(TypeError, match="level: expected a number, got"):
        check_level(wrong)


@pytest.mark.parametrize("wrong", [0, 1, -0.1, 95, float("nan"), float("inf"), np.float32("nan")])
def test_what_is_no_level(wrong):
    with pytest.raises(ValueError, match="level: expected a number between 0 and 1, got"):
        check_level(wrong)


def test_numpy_numbers_are_taken_wherever_pythons_are():
    counts = [np.int32(n) for n in (1, 2, 3)]
    odds = moon_sim.contract_odds(HAND, "2-1", np.int8(6), np.int64(8), np.int64(1))
    same = moon_sim.contract_odds(HAND, "2-1", 6, 8, 1)
    assert odds.counts.tolist() == same.counts.tolist()
    assert odds.p_at_least(np.int16(4)) == same.p_at_least(4)
    assert odds.interval(np.int16(4), np.float32(0.5)) == same.interval(4, 0.5)
    bracket = moon_sim.best_defence(HAND, "2-1", np.uint8(8), np.int64(7), np.float32(5))
    assert bracket.exact
    assert in_order(counts, "counts") is counts


# --- What the rules say of numbers ------------------------------------------------------------


def test_a_contract_is_made_of_what_it_says():
    contract = Contract(np.int64(21), "doubles", np.int8(2))
    assert contract == Contract(21, Trump.DOUBLES, 2)
    assert type(contract.bid) is type(contract.declarer) is int
    assert contract.trump is Trump.DOUBLES
    assert len({contract, Contract(21, 7, 2)}) == 1


@pytest.mark.parametrize(
    ("contract", "error", "said"),
    [
        ((4, 99, 0), IllegalPlayError, "trump: expected 0 to 6, doubles or none, got 99"),
        ((8, 6, 0), IllegalPlayError, "bid: expected one of 4, 5, 6, 7, 21, got 8"),
        ((4, 6, 3), IllegalPlayError, "declarer: expected seat 0, 1 or 2, got 3"),
        ((4.0, 6, 0), TypeError, "bid: expected a whole number, got 4.0"),
        ((True, 6, 0), TypeError, "bid: expected a whole number, got True"),
        ((4, 6, 0.0), TypeError, "declarer: expected a whole number, got 0.0"),
        ((4, None, 0), TypeError, "trump: expected a whole number, got None"),
    ],
)
def test_a_contract_that_cannot_be_is_refused(contract, error, said):
    with pytest.raises(error, match=said):
        Contract(*contract)


def test_a_target_is_of_a_whole_number():
    assert target(np.int64(21)) == 7
    with pytest.raises(TypeError, match="bid"):
        target(5.0)


@pytest.mark.parametrize("totals", [[], [21], [22, 3], [22, 3, 4, 5]])
def test_a_match_has_three_scores(totals):
    with pytest.raises(ValueError, match=f"totals: expected 3 scores, got {len(totals)}"):
        match_winner(totals)


# --- Order ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given", [[1, 2], (1, 2), np.array([1, 2]), pd.Series([1, 2]), deque([1, 2]), range(2)]
)
def test_what_has_an_order_comes_back_as_it_is(given):
    assert in_order(given, "counts") is given


@pytest.mark.parametrize(
    "given",
    [
        {1, 2},
        frozenset([1]),
        {1: 2},
        Counter([1]),
        {}.keys(),
        {}.values(),
        iter([1]),
        "12",
        b"12",
        7,
    ],
)
def test_what_has_none_is_refused_by_name_and_type(given):
    with pytest.raises(TypeError, match="counts: expected a list or a tuple, since order") as told:
        in_order(given, "counts")
    assert type(given).__name__ in str(told.value) or repr(given) in str(told.value)


DEAL = ["6-6 5-5", "6-5 1-1", "4-3 0-0"]
MASKS = Deal(DEAL).hands
NO_ORDER = [set, frozenset, dict.fromkeys, lambda given: (one for one in given)]


@pytest.mark.parametrize("mix", NO_ORDER)
@pytest.mark.parametrize(
    ("call", "given", "name"),
    [
        (lambda played: moon_sim.solve(DEAL, 6, 0, played), ["6-6", "6-5"], "played"),
        (lambda played: moon_sim.solve_plays(DEAL, 6, 0, played), ["6-6"], "played"),
        (lambda played: moon_sim.best_line(DEAL, 6, 0, played), ["6-6"], "played"),
        (lambda deal: moon_sim.solve(deal, 6), DEAL, "(hands|deal)"),
        (Deal, DEAL, "hands"),
        (lambda rows: moon_sim.solve_batch(rows, 6), [MASKS], "hands"),
        (lambda row: moon_sim.solve_batch([row], 6), MASKS, r"hands(\[0\])?"),
        (lambda trumps: moon_sim.solve_batch([MASKS], trumps), [6], "trump"),
        (lambda leaders: moon_sim.solve_batch([MASKS], 6, leaders), [0], "leader"),
        (moon_sim.features_frame, ["6-6 6-5"], "hands"),
        (lambda trumps: moon_sim.features_frame(["6-6 6-5"], trumps), [6, 5], "trumps"),
        (lambda hands: moon_sim.laydowns(hands, [1], 6), [127], "hands"),
        (lambda discards: moon_sim.laydowns([127], discards, 6), [1 << 20], "discards"),
        (moon_sim.trial, ["longest"], "selectors"),
        (several, ["longest"], "selectors"),
        (lambda sizes: Layouts((1, 2, 4, 8), sizes), [1, 1, 1, 1], "sizes"),
        (lambda masks: Layouts(masks, (1, 1, 1, 1)), [1, 2, 4, 8], "may_hold"),
        (lambda hands: best_plans(hands, np.array([MASKS[1:]]), 6, [1]), MASKS[:1], "hands"),
        (lambda goals: best_plans(MASKS[:1], np.array([MASKS[1:]]), 6, goals), [1], "targets"),
        (lambda leads: lead_tricks(MASKS[0], np.array([MASKS[1:]]), 6, leads), [21], "leads"),
        (legal_calls, [0, 5], "calls"),
        (lambda calls: auction_winner(calls, 0), [0, 4, 6], "calls"),
        (lambda plays: trick_winner(plays, 6), [20, 21, 2], "plays"),
        (lambda tricks: score(Contract(4, 6, 0), tricks), [4, 2, 1], "tricks"),
        (match_winner, [22, 3, 4], "totals"),
    ],
)
def test_where_order_matters_none_is_refused(mix, call, given, name):
    with pytest.raises(TypeError, match=f"^{name}: expected"):
        call(mix(given))


@pytest.mark.parametrize("mix", NO_ORDER)
def test_a_strategy_follows_a_history_in_order(mix):
    strategy = moon_sim.best_defence(HAND, "2-1", "none", 7).strategy
    with pytest.raises(TypeError, match=r"^history: expected"):
        strategy.play(mix(["6-6"]))
    pasted = "\ufeff 6\u20136,\u00a0[5|4] 5/1"
    assert strategy.play(pasted) == strategy.play(["6-6", "45", "5-1"])


# --- Short forms ------------------------------------------------------------------------------


def test_what_came_is_quoted_in_short():
    for given in ("6" * 10**6, "\x00" * 100, list(range(10**4)), 10**50_000, {"a": "b" * 200}):
        assert len(quoted(given)) <= 60
    assert quoted(["6-5", 4]) == "['6-5', 4]"


def test_layouts_say_what_is_known():
    known = Layouts.after_exchange(HAND, "2-1").where_holds(1, "6-3").where_void(2, 5, "none")
    assert repr(known).splitlines() == [
        "36 layouts",  # seat 2 has 7 of 9 tiles
        "  seat 0       6-6 6-5 6-4 5-5 4-4 3-3 1-1",
        "  seat 1       7 of 6-3 6-2 6-1 5-4 5-3 5-2 5-1 4-3 4-2 4-1 3-2 3-1 2-2 0-0",
        "  seat 2       7 of 6-2 6-1 4-3 4-2 4-1 3-2 3-1 2-2 0-0",
        "  out of play  2-1",
    ]
    assert repr(Layouts.of_set()).splitlines()[0] == "8,779,605,120 layouts"
    for layouts in (known, Layouts.of_set(), Layouts.before_exchange(format_tiles(127))):
        assert max(map(len, repr(layouts).splitlines())) <= 100


def test_layouts_from_lists_are_those_from_tuples():
    assert Layouts([1, 2, 4, 8], [1, 1, 1, 1]) == Layouts((1, 2, 4, 8), (1, 1, 1, 1))
    assert len({Layouts([1, 2, 4, 8], [1] * 4), Layouts((1, 2, 4, 8), (1,) * 4)}) == 1
