"""Observations made from events, as a seat sees them, without a state."""

from itertools import pairwise

import pytest
from random_play import HOUSES, played

from moon_sim.game import IllegalPlayError, InvalidDealError, Rules
from moon_sim.play import Call, Exchange, Exchanged, Name, Observation, Widow, parse_events

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"


def seen_by(seat, state, action):
    """What a seat sees of an action, and of the auction's end or a trump named, before the next."""
    after = state.apply(action)
    if isinstance(action, Exchange) and seat != state.declarer:
        events = [Exchanged() if state.rules.trump_before_widow else Name(action.trump)]
    else:
        events = [action]
    if after.phase == "exchange" and seat == after.declarer:
        events.append(Widow(after.widow))
    return events


@pytest.mark.parametrize("rules", HOUSES, ids=repr)
def test_replaying_what_a_seat_sees_gives_what_it_observes(rules):
    for number in range(8):
        states = [state for state, _ in played(number, rules, scores=(1, -2, 3))]
        for seat in range(3):
            first = states[0]
            seen = Observation.start(
                first.deal.hands[seat],
                seat,
                first_caller=first.first_caller,
                scores=first.before,
                rules=rules,
            )
            assert seen == first.observe(seat)
            written = [seen]
            for before, state in pairwise(states):
                action = state.actions[len(before.actions)]
                events = seen_by(seat, before, action)
                seen = seen.after(*events)
                assert seen == state.observe(seat)
                written.append(written[-1].after(" ".join(map(str, events))))
                assert written[-1] == seen


def after(text, me=0, hand=HAND, **given):
    return Observation.start(hand, me, **given).after(text)


OWN = "5 pass pass widow=0-0,out=2-1,trump=6"
OTHER = "pass 5 pass trump=6"


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ("3", r"seat 0: expected one of pass, 4, 5, 6, 7, 21; got 3 \(rule R3\)"),
        ("5 5", r"seat 1: expected one of pass, 6, 7, 21; got 5 \(rule R3\)"),
        ("5 pass pass out=2-1,trump=6", "expected the widow first, as widow=0-0; got out=2-1"),
        ("5 pass pass widow=0-0,out=1-1,trump=6", r"got out=1-1,trump=6 \(rule R5, R6\)"),
        ("pass 5 pass widow=0-0", r"expected one of trump=0, .*; got widow=0-0 \(rule R5, R6\)"),
        ("pass 5 pass out=0-0,trump=6", "got out=0-0,trump=6"),
        ("pass pass pass 4", "expected nothing, since the hand is over; got 4"),
        (f"{OWN} 2-1", "seat 0 does not hold 2-1"),
        (f"{OWN} 6-6 5-5", r"seat 1 can't have played 5-5: seat 0 holds it \(rule R1\)"),
        (f"{OWN} 6-6 2-1", r"seat 1 can't have played 2-1: it was discarded \(rule R5\)"),
        (f"{OWN} 6-6 6-1 6-6", r"seat 2 can't have played 6-6: it was played before \(rule R1\)"),
        (f"{OWN} 6-6 pass", r"seat 1: expected one of its tiles; got pass"),
        (f"{OWN} 6-6 4-4 6-1 5-5 6-4", r"seat 1 can't have played 6-4: it has shown to have none"),
        (f"{OTHER} 5-5", r"seat 1 can't have played 5-5: seat 0 holds it"),
        (f"{OTHER} 5-4 5-3 4-1", r"got 4-1 \(rule R9\)"),
        (f"{OTHER} 6-5:6", r"seat 1: expected 6-5; got 6-5:6 \(rule R8\)"),
    ],
)
def test_what_can_not_be_is_refused(events, message):
    with pytest.raises(IllegalPlayError, match=message):
        after(events)


def test_what_no_layout_fits_is_refused():
    """Seat 1 and seat 2 show that they have no sixes: but one of 6-5, 6-4, 6-1 is not discarded."""
    with pytest.raises(IllegalPlayError, match="seat 2 can't have played 5-4: no layout fits"):
        after(f"{OWN} 6-6 5-2 5-4")


def test_another_suit_may_be_named_by_a_house_rule():
    rules = Rules(leader_names_suit=True)
    assert after(f"{OTHER} 5-4:4", rules=rules).suit_led == 4
    with pytest.raises(IllegalPlayError, match=r"expected 5-4:5 or 5-4:4; got 5-4 \(rule R8\)"):
        after(f"{OTHER} 5-4", rules=rules)


def test_trump_before_the_widow():
    rules = Rules(trump_before_widow=True)
    own = after("5 pass pass trump=6", rules=rules)
    assert (own.phase, own.legal_actions()) == ("exchange", ())
    assert len(own.after("widow=0-0").legal_actions()) == 8
    assert own.after("widow=0-0,out=2-1,trump=6").phase == "play"
    other = after("pass 5 pass trump=6", rules=rules)
    assert (other.phase, other.trump, other.exchanged) == ("exchange", 6, False)
    assert other.after("exchanged").phase == "play"
    with pytest.raises(IllegalPlayError, match="expected one of exchanged; got trump=6"):
        other.after("trump=6")


def test_the_widow_is_not_in_the_hand():
    with pytest.raises(InvalidDealError, match="widow 6-6 is in the hand, too"):
        after("5 pass pass widow=6-6")


def test_a_start_that_can_not_be():
    with pytest.raises(InvalidDealError, match="hand"):
        Observation.start("6-6", 0)
    with pytest.raises(ValueError, match="me: expected 0 to 2, got 3"):
        Observation.start(HAND, 3)
    with pytest.raises(IllegalPlayError, match="end the match"):
        Observation.start(HAND, 0, scores=(21, 0, 0))
    with pytest.raises(TypeError, match="event: expected an event or text, got 5"):
        Observation.start(HAND, 0).after(5)
    with pytest.raises(IllegalPlayError, match="action: expected pass, a bid"):
        Observation.start(HAND, 0).after("out=3-1")
    with pytest.raises(TypeError, match="events: expected text, got 5"):
        parse_events(5)


def test_events_are_read_with_spaces_beside_their_signs():
    assert parse_events("PASS 5 widow = 0-0, out=2-1, trump = 6 ") == (
        Call(0),
        Call(5),
        Widow(0),
        Exchange(2, 6),
    )
