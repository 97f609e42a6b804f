"""The point count: worked by hand, and what it names and bids."""

import pytest

from moon_sim import InvalidDealError, Trump
from moon_sim.heuristics import counting
from moon_sim.heuristics.counting import (
    LEAST,
    WEIGHTS,
    best_trump,
    count_points,
    point_count,
)
from moon_sim.heuristics.registry import selector

HAND = "6-6 6-5 6-3 5-5 5-4 2-1 1-1"


@pytest.fixture
def easy(monkeypatch):
    """A count that is easy to work by hand, whatever the package's is."""
    weights = {"trumps": 2, "honours": 1, "double": 2, "outside_doubles": 2, "covered": 1}
    monkeypatch.setattr(counting, "WEIGHTS", weights)
    monkeypatch.setattr(counting, "LEAST", {4: 10, 5: 15, 6: 17, 21: 18})


@pytest.mark.parametrize(
    ("trump", "expected"),
    [
        # 6-6 6-5 6-3 are trumps, two of them honours; 5-5 1-1; 5-4 is covered: 6 + 2 + 2 + 4 + 1
        (6, 15),
        # 5-5 6-5 5-4, all honours; 6-6 1-1; 6-3 is covered: 6 + 3 + 2 + 4 + 1
        (5, 16),
        # 6-3, the second of threes, an honour; 6-6 5-5 1-1; 6-5 and 5-4: 2 + 1 + 0 + 6 + 2
        (3, 11),
        # no trump: 6-6 5-5 1-1; 6-5, 6-3 and 5-4; 2-1 wants 2-2: 6 + 3
        ("none", 9),
    ],
)
def test_points_are_added_up(easy, trump, expected):
    assert count_points(HAND, trump) == expected


def test_the_count_names_the_best_number_and_bids_by_its_points(easy):
    assert point_count(HAND) == (Trump.FIVES, 16, 5)


@pytest.mark.parametrize(
    ("found", "bid"), [(0, 0), (9, 0), (10, 4), (14, 4), (15, 5), (17, 6), (18, 21), (40, 21)]
)
def test_the_bid_is_the_highest_that_asks_for_no_more(easy, monkeypatch, found, bid):
    monkeypatch.setattr(counting, "count_points", lambda hand, trump, rules: found)
    assert point_count(HAND).bid == bid


def test_equal_points_go_to_the_longest_then_to_the_double_then_to_the_lower(monkeypatch):
    monkeypatch.setattr(counting, "WEIGHTS", {"pips": 1})  # the same for each trump
    assert best_trump("6-1 5-1 4-1 6-5 4-4 0-0 3-2") == Trump.ONES
    assert best_trump("6-5 5-4 4-4 6-3 3-2 2-1 0-0") == Trump.FOURS  # two of each but ones
    assert best_trump("6-5 4-3 2-1") == Trump.ONES


def test_a_hand_of_another_size_is_refused():
    with pytest.raises(InvalidDealError, match="expected 7 tiles, got 2"):
        point_count("6-6 6-5")
    with pytest.raises(InvalidDealError, match="expected 1 to 8 tiles"):
        best_trump(0)


def test_the_bids_rise_with_the_points():
    assert list(LEAST) == sorted(LEAST)
    assert list(LEAST.values()) == sorted(set(LEAST.values()))
    assert all(isinstance(weight, int) and weight for weight in WEIGHTS.values())


def test_it_is_a_selector():
    chosen = selector("point-count")
    assert chosen.bids
    assert chosen.bid(HAND) == point_count(HAND).bid
    choice = chosen.choose(f"{HAND} 4-2")
    assert choice.trump == best_trump(f"{HAND} 4-2")
    assert choice.discard in ("4-2", "2-1")
