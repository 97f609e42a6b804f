"""The outline of a strategy, and the kinds of layouts that beat it."""

import json
from io import StringIO

import numpy as np
import pytest
from rich.console import Console

from moon_sim import Layouts, best_defence
from moon_sim.defence.outlines import losses_by_kind, outline
from moon_sim.game import parse_tiles

# One guess: what 5-4 and 6-3 do when 3-3 is led.
HAND, DISCARD, TRUMP, TARGET = "3-2 3-3 5-1 5-2 5-3 6-5 0-0", "4-3", 5, 5


@pytest.fixture(scope="module")
def bracket():
    return best_defence(HAND, DISCARD, TRUMP, TARGET, float("inf"))


def branches(branch):
    yield branch
    for one in branch.then:
        yield from branches(one)


def test_the_root_is_the_lead(bracket):
    tree = outline(bracket.strategy, depth=1)
    assert tree.when == ""
    assert tree.plays == {bracket.strategy.lead: bracket.low}
    assert (tree.layouts, tree.then, tree.more) == (bracket.low, (), 0)


@pytest.mark.parametrize(("depth", "width"), [(2, 1), (2, 6), (2, 100), (3, 3)])
def test_branches_are_those_that_play_can_reach(bracket, depth, width):
    tree = outline(bracket.strategy, depth, width)
    assert any(one.then for one in tree.then) == (depth > 2)
    for branch in branches(tree):
        assert len(branch.then) <= width
        assert 0 < branch.layouts <= bracket.low
        assert list(branch.plays.values()) == sorted(branch.plays.values(), reverse=True)
        assert all(0 < layouts <= branch.layouts for layouts in branch.plays.values())
        assert set(branch.plays) <= set(HAND.split())
        for one in branch.then:
            assert one.layouts <= branch.layouts
            assert one.when
            assert bracket.strategy.lead not in one.plays
            assert ("made" in one.when) == (not one.plays)


def test_a_wide_outline_leaves_nothing_out(bracket):
    whole = outline(bracket.strategy, 2, 1000)
    assert whole.more == 0
    part = outline(bracket.strategy, 2, 4)
    assert part.more == len(whole.then) - 4
    assert part.then == whole.then[:4]


def test_words_of_a_trick_by_hand(bracket):
    """After 3-3: both have a three to follow with in 1,848 of the layouts won."""
    tree = outline(bracket.strategy, 2, 1000)
    found = {one.when: one.layouts for one in tree.then}
    hands = Layouts.after_exchange(HAND, DISCARD).hands()[bracket.strategy.layouts]
    threes = parse_tiles("3-1 6-3")  # 3-2 and 3-3 are in the hand, 5-3 is a trump, 4-3 is out
    both = ((hands[:, 1] & threes) > 0) & ((hands[:, 2] & threes) > 0)
    assert bracket.strategy.lead == "3-3"
    assert found["both follow, you win"] == both.sum() == 1848


def test_a_laydown_makes_all_and_loses_none():
    strategy = best_defence("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "none", 7).strategy
    tree = outline(strategy, 2, 1000)
    assert all(one.when.endswith("you win") for one in tree.then)
    kinds = losses_by_kind(strategy)
    assert kinds.empty
    assert list(kinds.columns) == ["left", "right", "lost", "layouts"]


def test_kinds_by_hand(bracket):
    """Where 5-4, 6-3 and 3-1 lie decides but for those layouts in which all are in one hand."""
    kinds = losses_by_kind(bracket.strategy)
    assert kinds["lost"].sum() == 3432 - bracket.low
    assert kinds["lost"].is_monotonic_decreasing
    hands = Layouts.after_exchange(HAND, DISCARD).hands()
    for row in kinds.to_dict("records"):
        left, right = (parse_tiles(row[side]) if row[side] else 0 for side in ("left", "right"))
        where = ((hands[:, 1] & left) == left) & ((hands[:, 2] & right) == right)
        assert where.sum() == row["layouts"]
        assert (where & ~bracket.strategy.layouts).sum() == row["lost"]
    first = kinds.iloc[0]
    assert {first["left"], first["right"]} == {"5-4", "6-3 3-1"}
    assert first["lost"] == first["layouts"] == 462  # C(11, 5): five more tiles with 6-3 and 3-1


@pytest.mark.parametrize("tiles", [0, 1, 2])
def test_fewer_tiles_tell_less(bracket, tiles):
    kinds = losses_by_kind(bracket.strategy, tiles)
    assert len(kinds) <= 2**tiles
    assert kinds["lost"].sum() == 3432 - bracket.low
    assert np.all(kinds["lost"] <= kinds["layouts"])


@pytest.mark.parametrize(
    ("call", "error"),
    [({"depth": 0}, ValueError), ({"width": 0}, ValueError), ({"depth": 1.5}, TypeError)],
)
def test_a_tree_has_a_turn_and_a_branch_at_least(bracket, call, error):
    with pytest.raises(error, match=next(iter(call))):
        outline(bracket.strategy, **call)
    with pytest.raises(ValueError, match="tiles"):
        losses_by_kind(bracket.strategy, -1)


# --- Short forms, tables and pages -----------------------------------------------------------


def test_short_forms_say_what_is_proven_and_nothing_internal(bracket):
    for result in (bracket, bracket.strategy, outline(bracket.strategy, 2, 1000)):
        lines = repr(result).splitlines()
        assert len(lines) <= 12
        assert max(map(len, lines)) <= 100
        assert not any(word in repr(result) for word in ("Hidden", "b'", "Rules", "<"))
        assert all("3-3" in word for word in (repr(result), result._repr_html_()))
    assert "62.8 % (proven)" in repr(bracket)
    assert "2,157 of 3,432" in repr(bracket)
    assert "2,157 of 3,432" in repr(bracket.strategy)
    assert repr(bracket.strategy.start) == "State(tricks=7, need=5, seat=0)"
    open_ = best_defence(HAND, DISCARD, TRUMP, TARGET, 1e-9)
    assert "0.0 - 63.0 % (so far)" in repr(open_)


def test_a_strategy_knows_how_much_it_wins(bracket):
    assert bracket.strategy.wins == bracket.strategy.layouts.sum() == bracket.low


def test_a_terminal_and_a_notebook_show_the_same(bracket):
    """The outline as a tree, and as lists in lists."""
    console = Console(width=200, file=StringIO())
    console.print(bracket, bracket.strategy)
    page = bracket._repr_html_() + bracket.strategy._repr_html_()
    for shown in (console.file.getvalue(), page):
        for words in ("62.8 %", "both follow, you win: 3-2", "left holds", "against the best"):
            assert words in shown
    tree = outline(bracket.strategy, 2)
    assert tree._repr_html_().count("<li>") == 1 + len(tree.then) + (tree.more > 0)
    assert tree._repr_html_().count("<ul>") == 2


def test_dicts_hold_plain_values(bracket):
    tree = outline(bracket.strategy, 2)
    for result in (bracket, bracket.strategy, tree):
        assert json.loads(json.dumps(result.to_dict())) == result.to_dict()
    assert bracket.to_dict()["p_low"] == bracket.p_low
    assert bracket.strategy.to_dict()["lead"] == "3-3"
    assert [one["when"] for one in tree.to_dict()["then"]] == [one.when for one in tree.then]
