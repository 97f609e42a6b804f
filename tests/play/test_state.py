"""A match's state: the rule book's functions in order, checked by hand-worked hands."""

import copy
import json
import pickle

import pytest

from moon_sim.game import DEFAULT_RULES, Deal, IllegalPlayError, InvalidDealError, Rules, Trump
from moon_sim.play import Call, Exchange, Name, Play, State, parse_action

# The widow is 0-0.
DEAL = "6-6 6-5 6-4 6-3 6-2 6-1 5-5 | 5-4 5-3 5-2 5-1 4-4 4-3 4-2 | 4-1 3-3 3-2 3-1 2-2 2-1 1-1"


def after(*actions, deal=DEAL, **given):
    state = State.start(deal, **given)
    for action in actions:
        state = state.apply(action)
    return state


SEVEN = ("7", "pass", "pass", "out=0-0,trump=6")


def played_out(state):
    while state.seat is not None:
        state = state.apply(state.legal_actions()[-1])
    return state


def test_the_phases_of_a_hand():
    state = State.start(DEAL)
    assert (state.phase, state.seat) == ("call", 0)
    assert state.legal_actions() == tuple(map(Call, (0, 4, 5, 6, 7, 21)))
    state = state.apply(Call(7))
    assert (state.phase, state.seat) == ("call", 1)
    state = state.apply("pass").apply("pass")
    assert (state.phase, state.seat, state.declarer, state.bid) == ("exchange", 0, 0, 7)
    assert len(state.legal_actions()) == 8 * 9
    state = state.apply("out=0-0,trump=6")
    assert (state.phase, state.seat) == ("play", 0)
    assert state.contract.trump == 6
    state = state.apply("6-6")
    assert (state.seat, state.trick, state.suit_led) == (1, (21,), 7)
    state = played_out(state)
    assert (state.phase, state.seat, state.tricks) == ("over", None, (7, 0, 0))
    assert state.points == (7, 0, 0)
    assert state.scores == (7, 0, 0)
    assert state.legal_actions() == ()
    assert not state.is_over


def test_a_moon_ends_the_auction_and_made_it_ends_the_match():
    state = after("21", "out=0-0,trump=6", scores=(-3, 20, 20))
    assert state.declarer == 0
    state = played_out(state)
    assert (state.is_over, state.winner, state.scores) == (True, 0, (18, 20, 20))
    with pytest.raises(IllegalPlayError, match="next_hand: this match is over, with a winner"):
        state.next_hand(DEAL)


def test_all_pass_and_the_next_hand():
    state = after("pass", "pass", "pass", first_caller=2, scores=(1, 2, 3))
    assert (state.is_hand_over, state.points, state.scores) == (True, (0, 0, 0), (1, 2, 3))
    following = state.next_hand(DEAL)
    assert (following.first_caller, following.before, following.seat) == (0, (1, 2, 3), 0)


def test_states_never_change():
    state = State.start(DEAL)
    with pytest.raises(IllegalPlayError):
        state.apply("3")
    assert state == State.start(DEAL)
    state.apply("4")
    assert state == State.start(DEAL)
    with pytest.raises(AttributeError):
        state.calls = (4,)


@pytest.mark.parametrize(
    ("done", "action", "message"),
    [
        ((), "3", r"seat 0: expected one of pass, 4, 5, 6, 7, 21; got 3 \(rule R3\)"),
        (("5",), "5", r"seat 1: expected one of pass, 6, 7, 21; got 5 \(rule R3\)"),
        ((), "6-6", r"got 6-6 \(rule R3\)"),
        (SEVEN[:3], "out=1-1,trump=6", r"got out=1-1,trump=6 \(rule R5, R6\)"),
        (SEVEN, "5-4", r"seat 0 does not hold 5-4"),
        ((*SEVEN, "5-5"), "4-4", r"got 4-4 \(rule R9\)"),
        ((*SEVEN, "6-6"), "6-6", r"seat 1 does not hold 6-6"),
        (("pass",) * 3, "4", r"expected nothing, since the hand is over"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_rule(done, action, message):
    with pytest.raises(IllegalPlayError, match=message):
        after(*done).apply(action)


def test_a_start_that_can_not_be():
    with pytest.raises(InvalidDealError, match="expected hands of 7 tiles, got 1"):
        State.start("6-6 | 5-5 | 4-4")
    with pytest.raises(IllegalPlayError, match="end the match"):
        State.start(DEAL, scores=(21, 0, 0))
    with pytest.raises(ValueError, match="scores: expected 3 of them, got 2"):
        State.start(DEAL, scores=(1, 0))
    with pytest.raises(TypeError, match="deal: expected a Deal or text, got 5"):
        State.start(5)
    with pytest.raises(ValueError, match="first_caller: expected 0 to 2, got 3"):
        State.start(DEAL, first_caller=3)
    with pytest.raises(IllegalPlayError, match="still in progress"):
        State.start(DEAL).next_hand(DEAL)
    with pytest.raises(TypeError, match="action: expected an action or text, got 4"):
        State.start(DEAL).apply(4)


HOUSE = Rules(trump_before_widow=True, doubles_may_be_trump=False, leader_names_suit=True)


def test_trump_is_named_before_the_widow_is_seen():
    state = after("7", "pass", "pass", rules=HOUSE)
    assert (state.phase, len(state.legal_actions())) == ("name", 8)
    assert state.observe().widow is None
    state = state.apply(Name(6))
    assert state.phase == "exchange"
    assert state.observe().widow == 0
    assert {action.trump for action in state.legal_actions()} == {6}
    assert len(state.legal_actions()) == 8


def test_a_leader_names_the_suit():
    state = after("7", "pass", "pass", "trump=1", "out=0-0,trump=1", rules=HOUSE)
    leads = set(state.legal_actions())
    assert {Play(20, 6), Play(20, 5), Play(21), Play(16)} <= leads  # 6-1 is a trump
    state = state.apply("6-5:5")
    assert state.suit_led == 5
    assert state.legal_actions() == tuple(map(parse_action, ("5-2", "5-3", "5-4")))
    with pytest.raises(IllegalPlayError, match=r"expected one of .*6-5:6, 6-5:5.*; got 6-5 "):
        after("7", "pass", "pass", "trump=1", "out=0-0,trump=1", rules=HOUSE).apply("6-5")


def test_the_first_lead_must_be_a_trump():
    rules = Rules(first_lead_must_be_trump=True)
    state = after("7", "pass", "pass", "out=0-0,trump=5", rules=rules)
    assert state.legal_actions() == tuple(map(parse_action, ("5-5", "6-5")))
    without = after("7", "pass", "pass", "out=0-0,trump=0", rules=rules)
    assert len(without.legal_actions()) == 7
    shown = without.apply("6-6").lacks[0]
    assert shown == 1  # 0-0, the one trump, is not in the declarer's hand


@pytest.mark.parametrize("rules", [DEFAULT_RULES, HOUSE], ids=repr)
def test_it_is_written_and_read_copied_and_pickled(rules):
    state = State.start(DEAL, first_caller=1, scores=(-4, 3, 20), rules=rules)
    while state.seat is not None:
        assert State.from_dict(json.loads(json.dumps(state.to_dict()))) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert copy.deepcopy(state) == state
        state = state.apply(state.legal_actions()[len(state.legal_actions()) // 2])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "state: expected deal, first_caller"),
        ({"deal": DEAL, "hands": 1}, "state: expected deal, first_caller"),
        ({"deal": DEAL, "rules": {"blinks": True}}, "rules: expected known ones"),
        ({"deal": DEAL, "actions": ["4", "4"]}, "got 4"),
        ({"deal": DEAL, "actions": ["out=1-1"]}, "action: expected pass, a bid"),
        ({"deal": DEAL, "actions": ["x"]}, "play: 'x' is not a tile"),
    ],
)
def test_what_is_no_state_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        State.from_dict(given)


@pytest.mark.parametrize(
    "action",
    [
        Call(0),
        Call(21),
        Name(Trump.DOUBLES),
        Exchange(7, Trump.NONE),
        Exchange(21, Trump.ZEROS),
        Play(20),
        Play(20, 5),
    ],
    ids=str,
)
def test_an_action_is_read_as_it_is_written(action):
    assert parse_action(str(action)) == action


def test_a_deal_by_hands():
    assert State.start(Deal.parse(DEAL)) == State.start(DEAL)
    assert str(State.start(DEAL).deal) == DEAL
