"""House rules: each changes what it says, and text names them."""

import pickle

import pytest
from helpers import mask, tile

from moon_sim.game.errors import IllegalPlayError
from moon_sim.game.house_rules import Rules
from moon_sim.game.rules import (
    Contract,
    Trump,
    bids,
    check_trump,
    legal_calls,
    legal_first_leads,
    match_winner,
    score,
    suits_to_lead,
    target,
    trick_winner,
    trumps,
)

NONE, DOUBLES, FIVES = Trump.NONE, Trump.DOUBLES, Trump.FIVES


def test_a_lower_bid():
    low = Rules(lowest_bid=3, last_caller_must_bid=True)
    assert bids(low) == (3, 4, 5, 6, 7, 21)
    assert legal_calls([0], low) == (0, 3, 4, 5, 6, 7, 21)
    assert legal_calls([0, 0], low) == (3,)
    assert target(3, low) == 3
    assert score(Contract(3, FIVES, 1, low), [2, 3, 2], low) == (2, 3, 2)
    with pytest.raises(IllegalPlayError, match="expected one of 4, 5, 6, 7, 21, got 3"):
        Contract(3, FIVES, 1)


def test_no_doubles_as_trump():
    rules = Rules(doubles_may_be_trump=False)
    assert DOUBLES not in trumps(rules)
    assert len(trumps(rules)) == 8
    with pytest.raises(IllegalPlayError, match="doubles may not be trump"):
        check_trump("doubles", rules)


def test_the_leader_names_the_suit():
    rules = Rules(leader_names_suit=True)
    assert suits_to_lead(tile("6-5"), NONE) == (6,)
    assert suits_to_lead(tile("6-5"), NONE, rules) == (6, 5)
    assert suits_to_lead(tile("6-5"), FIVES, rules) == (7,)  # a trump leads trump
    assert suits_to_lead(tile("5-5"), NONE, rules) == (5,)
    # 6-5 led as a five: 6-6 can't beat it, 5-5 can.
    plays = [tile("6-5"), tile("6-6"), tile("5-4")]
    assert trick_winner(plays, NONE, rules) == 1
    assert trick_winner(plays, NONE, rules, suit=5) == 0
    assert trick_winner([tile("6-5"), tile("6-6"), tile("5-5")], NONE, rules, suit=5) == 2
    assert trick_winner([tile("6-5"), tile("6-6"), tile("2-1")], Trump.TWOS, rules, suit=5) == 2


def test_the_first_lead_must_be_a_trump():
    rules = Rules(first_lead_must_be_trump=True)
    hand = mask("6-5 5-5 2-1")
    assert legal_first_leads(hand, FIVES) == hand
    assert legal_first_leads(hand, FIVES, rules) == mask("6-5 5-5")
    assert legal_first_leads(hand, DOUBLES, rules) == mask("5-5")
    assert legal_first_leads(hand, Trump.FOURS, rules) == hand  # without a trump, any tile
    assert legal_first_leads(hand, NONE, rules) == hand


def test_a_set_pays_the_defenders():
    rules = Rules(set_pays_defenders=True)
    assert score(Contract(5, FIVES, 0), [4, 1, 2], rules) == (0, 6, 7)
    assert score(Contract(5, FIVES, 0), [5, 0, 2], rules) == (5, 0, 2)
    assert score(Contract(21, FIVES, 2), [0, 1, 6], rules) == (21, 22, 0)


def test_who_wins_the_match():
    moon, made = Contract(21, FIVES, 1), [0, 7, 0]
    assert match_winner([20, 2, 0], moon, made) == 1
    assert match_winner([22, 21, 0], moon, made, Rules(made_moon_wins_match=False)) == 0
    ties = Rules(declarer_wins_ties=True)
    five = Contract(5, FIVES, 1)
    assert match_winner([21, 21, 0], five, [0, 5, 2]) is None
    assert match_winner([21, 21, 0], five, [0, 5, 2], ties) == 1
    assert match_winner([21, 3, 21], five, [1, 4, 2], ties) is None  # the declarer is behind
    assert match_winner([20, 20, 0], five, [0, 5, 2], ties) is None
    assert match_winner([20, 30, 0], rules=Rules(winning_score=31)) is None
    assert match_winner([20, 31, 0], rules=Rules(winning_score=31)) == 1


def test_rules_are_read_from_text():
    assert Rules.parse("") == Rules()
    given = Rules.parse(["lowest_bid=3", "Last-Caller-Must-Bid=yes,doubles_may_be_trump=off"])
    assert given == Rules(lowest_bid=3, last_caller_must_bid=True, doubles_may_be_trump=False)
    assert Rules.parse(str(given)) == given
    assert str(Rules()) == ""
    assert pickle.loads(pickle.dumps(given)) == given


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lowest_bid", "expected NAME=VALUE"),
        ("lowest_bid=3 lowest_bid=4", "expected lowest_bid once, got it twice"),
        ("blinks=yes", "expected NAME=VALUE with one of first_caller_moves, "),
        ("lowest_bid=three", "lowest_bid: expected a whole number, got 'three'"),
        ("lowest_bid=8", "lowest_bid: expected 1 to 7, got 8"),
        ("winning_score=0", "winning_score: expected 1 or more, got 0"),
        ("declarer_wins_ties=maybe", "declarer_wins_ties: expected true or false, got 'maybe'"),
    ],
)
def test_what_can_not_be_is_refused_by_name(text, message):
    with pytest.raises(ValueError, match=message):
        Rules.parse(text)


def test_a_field_of_a_wrong_type_is_refused():
    with pytest.raises(TypeError, match="declarer_wins_ties: expected True or False, got 1"):
        Rules(declarer_wins_ties=1)
