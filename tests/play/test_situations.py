"""A hand in progress on one line."""

import pytest
from random_play import declared, played

from moon_sim.game import Rules, format_tiles, tile_name
from moon_sim.play import Call, Observation, read_situation

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"


def written(state):
    """What the seat to act would write, its seats in the order of calling."""
    seen = state.observe()
    parts = [format_tiles(seen.dealt), " ".join(str(Call(call)) for call in state.calls)]
    if state.declarer is not None:
        widow, out = f"widow={tile_name(state.widow)}", state.discard
        own = widow if out is None else f"{widow},out={tile_name(out)},trump={state.trump}"
        parts.append(own if seen.me == state.declarer else f"trump={state.trump}")
    return " | ".join([*parts, " ".join(map(str, state.plays))] if state.plays else parts)


def same_seats(seen, state):
    """Whether it is what the seat to act observes, but for where seats begin."""
    first = state.first_caller
    known = state.observe()
    return (
        (seen.me + first) % 3 == known.me
        and (seen.hand, seen.widow, seen.discard) == (known.hand, known.widow, known.discard)
        and (seen.calls, seen.trump, seen.plays) == (known.calls, known.trump, known.plays)
        and all(seen.tricks[seat] == known.tricks[(seat + first) % 3] for seat in range(3))
        and seen.legal_actions() == known.legal_actions()
        and seen.count() == known.count()
    )


def test_what_is_written_of_a_state_is_what_its_seat_knows():
    for seed in range(6):
        for state, _ in [*played(seed, Rules()), *declared(seed)]:
            if state.seat is not None:
                assert same_seats(read_situation(written(state)), state)


def test_tiles_are_written_in_every_way():
    plain = read_situation(f"{HAND} | 5 pass pass | trump=4 | 4-4 4-1 3-3 5-4")
    line = "66 63 62 [5|5] 41 31 21|5,P, pass|trump = 4|[4|4], 41 3:3 54"
    assert read_situation(line) == plain


def test_a_seat_may_be_named_and_scores_and_rules_given():
    rules = Rules(trump_before_widow=True, leader_names_suit=True)
    line = f"{HAND} | 5 pass pass | trump=4 exchanged | 5-3:3"
    seen = read_situation(line, 2, scores=(3, -2, 4), rules=rules)
    expected = Observation.start(HAND, 2, scores=(3, -2, 4), rules=rules)
    assert seen == expected.after("5 pass pass trump=4 exchanged 5-3:3")
    assert read_situation(line, rules=rules).me == 1
    own = read_situation(f"{HAND} | 5 pass pass | trump=4 widow=0-0", rules=rules)
    assert (own.me, own.widow) == (0, 0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "hand: expected 7 tiles, got 0"),
        (f"{HAND} | | | 6-6", "seat 0: expected one of pass"),
        (f"{HAND} | 5 pass 5", r"seat 2: expected one of pass, 6, 7, 21; got 5 \(rule R3\)"),
        (f"{HAND} | 5 5-4", "calls: expected pass or a bid, got '5-4'"),
        (f"{HAND} | five", "calls: expected pass or a bid, got 'five'"),
        (
            f"{HAND} | 5 pass pass | exchanged | 4-4",
            "exchange: expected widow=0-0,out=2-1,trump=6 or trump=6, got 'exchanged'",
        ),
        (f"{HAND} | 5 pass pass | 4", "exchange: expected widow=0-0,out=2-1,trump=6 or trump=6"),
        (
            f"{HAND} | 5 pass pass | trump=4 | 44 41 33",
            "seat 0 declares and the hand is seat 0's: expected widow=0-0,out=2-1,trump=6",
        ),
        (
            f"{HAND} | 5 pass pass | widow=0-0,out=2-1,trump=6 | 6-6",
            "seat 0 declares and the hand is seat 1's: expected trump=6, no widow",
        ),
        (f"{HAND} | 5 pass pass | trump=4 | 4-4 x", "plays: 'x' is not a tile"),
        (
            f"{HAND} | 5 pass pass | trump=none | 5-4:6 1-1 0-0 4-3",
            r"seat 0: expected 5-4; got 5-4:6 \(rule R8\)",
        ),
        (f"{HAND} | pass pass pass", "expected a hand in progress, this one is over"),
        (f"{HAND} | 1 | 2 | 3 | 4", "expected HAND | CALLS | EXCHANGE | PLAYS, got 5 parts"),
    ],
)
def test_what_can_not_be_is_refused(line, message):
    with pytest.raises(ValueError, match=message.replace("|", r"\|")):
        read_situation(line)
