"""Records that can't be: each is refused with its line and its reason, and nothing is half-read."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import HOUSES
from written import random_match

from moon_sim.game import Rules
from moon_sim.play import RecordError, format_records, parse_records

ANN = "6-6 6-5 6-4 6-3 6-2 6-1 5-5"
BEN = "5-4 5-3 5-2 5-1 4-4 4-3 4-2"
CLEO = "4-1 3-3 3-2 3-1 2-2 2-1 1-1"
DEAL = f"{ANN} | {BEN} | {CLEO}"
BOUGHT = f"{DEAL} | 7 pass pass | widow=0-0,out=0-0,trump=6"
WON = f"scores: 20 0 0\n{BOUGHT} | | tricks=7,0,0"
THROWN_IN = {"deal": [None] * 3, "calls": ["pass"] * 3, "scores": [0, 0, 0]}
NAMED = {"calls": ["21"], "trump": "6", "exchanged": False}
UNSEEN = "? | ? | ? | 7 pass pass | trump=6"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        # What is no hand
        ("hello", 1, "expected seat 0 | seat 1 | seat 2 | calls | exchange | plays | result"),
        (f"{ANN} | {BEN}", 1, "of which all after the seats may be left out; got '6-6 6-5"),
        (f"{DEAL} | | | | | x", 1, "expected seat 0 | seat 1"),
        (f"\n\n{DEAL[4:]}", 3, "seat 0: expected 7 tiles, got 6"),
        (f"{ANN} | {BEN} | {CLEO.replace('1-1', '1-0')}", 1, "seat 2: tile 1-0 is not in the set"),
        (f"{ANN} | ? | {ANN}", 1, "tile 5-5 is in the hand of seat 0 and the hand of seat 2"),
        (f"{ANN} | ? | ? | | widow=6-6", 1, "tile 6-6 is in the hand of seat 0 and the widow"),
        (f"{ANN}\n| {BEN}\n| 6-7", 3, "seat 2: tile 7-6 is not in the set"),
        ("| 6-6", 1, "expected a hand before a line that begins with '|'"),
        (f"{DEAL} | {'4 ' * 600}", 1, "calls: expected up to 1,000 characters, got 1,199"),
        # Calls
        (f"{DEAL} | five", 1, "calls: expected pass or a bid, got 'five'"),
        (f"{DEAL} | 8", 1, "seat 0: expected one of pass, 4, 5, 6, 7, 21; got 8 (rule R3)"),
        (f"{DEAL} | 7 7", 1, "seat 1: expected one of pass, 21; got 7 (rule R3)"),
        (f"{DEAL} | 21 pass", 1, "got pass"),
        (f"rules: lowest_bid=6\n{DEAL} | 5", 2, "expected one of pass, 6, 7, 21; got 5"),
        # The exchange
        (f"{DEAL} | | trump=6", 1, "seat 0: expected one of pass, 4, 5, 6, 7, 21; got trump=6"),
        (f"{DEAL} | pass pass pass | trump=6", 1, "the hand is over; got trump=6"),
        (f"{DEAL} | 7 pass pass | trump=9", 1, "trump: expected 0 to 6, doubles or none, got '9'"),
        (
            f"rules: doubles_may_be_trump=no\n{DEAL} | 7 pass pass | trump=doubles",
            2,
            "trump: expected one of 0, 1, 2, 3, 4, 5, 6, none; got doubles (rule R6)",
        ),
        (f"{DEAL} | 7 pass pass | out=5-4,trump=6", 1, "got out=5-4,trump=6 (rule R5, R6)"),
        (f"{DEAL} | 7 pass pass | trump=6 trump=5", 1, "exchange: expected widow=0-0,out=2-1"),
        (f"{DEAL} | 7 pass pass | widow=0-0 widow=0-0", 1, "exchange: expected widow=0-0,out=2-1"),
        (f"{DEAL} | 7 pass pass | widow=5-5", 1, "tile 5-5 is in the hand of seat 0 and the widow"),
        (f"{DEAL} | 7 pass pass | exchanged", 1, "exchange: expected widow=0-0,out=2-1,trump=6"),
        (f"? | ? | {CLEO} | 7 pass pass | out=1-1,trump=6", 1, "no deal fits what is known"),
        (f"{ANN} | ? | ? | 7 p p | widow=0-0,out=4-4,trump=6", 1, "got out=4-4,trump=6 (rule R5"),
        # Plays
        (f"{DEAL} | 7 pass pass | | 6-6", 1, "got 6-6 (rule R5, R6)"),
        (f"{BOUGHT} | 5-4", 1, "trick 1: seat 0 does not hold 5-4"),
        (f"{BOUGHT} | 5-5 4-4", 1, "trick 1: seat 1: expected one of 5-1, 5-2, 5-3, 5-4; got 4-4"),
        (f"{BOUGHT} | 6-6 5-4 3-3 6-6", 1, "trick 2: seat 0 can't have played 6-6: it was played"),
        (f"{BOUGHT} | 6-6 5-4 3-3 6-5:5", 1, "trick 2: seat 0: expected 6-5; got 6-5:5 (rule R8)"),
        (f"{BOUGHT} | 6-6 5-9", 1, "plays: tile 9-5 is not in the set"),
        (f"{UNSEEN} | 6-6 5-4 4-1 6-5 6-1", 1, "trick 2: seat 1 can't have played 6-1: it has"),
        (
            f"? | {BEN} | ? | 7 pass pass | trump=6 | 6-6 5-4 5-3",
            1,
            "trick 1: seat 2 can't have played 5-3: seat 1 holds it (rule R1)",
        ),
        (
            f"{ANN} | ? | ? | 7 pass pass | out=0-0,trump=6 | 5-5 4-4 5-1 6-6 5-2",
            1,
            "trick 2: seat 1 can't have played 5-2: it has shown to have none of that suit",
        ),
        # Five trumps are with seat 0 or discarded, so that it has two other tiles at most.
        (
            f"{UNSEEN} | 6-6 5-4 4-1 5-5 5-3 5-1 4-4 4-3 4-2 3-3",
            1,
            "trick 4: seat 0 can't have played 3-3: no deal fits all that was played (rule R9)",
        ),
        # Results
        (f"{BOUGHT} | | tricks=6,0,0", 1, "tricks: expected 7 of them, 0,0,0 or more; got 6,0,0"),
        (f"{BOUGHT} | 6-6 5-4 4-1 | tricks=0,7,0", 1, "tricks: expected 7 of them, 1,0,0 or more"),
        (f"{BOUGHT} | | tricks=6,1,0 points=7,1,0", 1, "points: expected -7,1,0"),
        (f"scores: 1 2 3\n{BOUGHT} | | tricks=7,0,0 scores=7,2,3", 2, "scores: expected 8,2,3"),
        (f"{BOUGHT} | | points=7,0,0", 1, "points: expected the tricks, too"),
        (f"{DEAL} | 7 pass pass | | | tricks=7,0,0", 1, "tricks: expected none before the exch"),
        (f"{BOUGHT} | | seven", 1, "result: expected tricks=7,0,0 points=7,0,0 scores=7,0,0"),
        (f"{BOUGHT} | | tricks=7,0", 1, "result: expected tricks=7,0,0"),
        (f"{BOUGHT} | | tricks=7,0,0 tricks=7,0,0", 1, "result: expected tricks=7,0,0"),
        (f"{BOUGHT} | | tricks=7,0,0 scores=30,0,1", 1, "end the match"),
        # From hand to hand
        (f"{WON}\n{DEAL}", 3, "expected a new match, since seat 0 has won this one"),
        (f"{DEAL} | pass pass pass\nfirst caller: 2\n{DEAL}", 2, "expected seat 1, got seat 2"),
        (
            f"scores: 0 0 0\n{BOUGHT} | | tricks=7,0,0\nscores: 7 0 1\n{DEAL}",
            3,
            "scores: expected 7 0 0 after the hand before, got 7 0 1",
        ),
        (f"{DEAL}\n...\n{DEAL}", 3, "expected the first caller: after ..., got a hand"),
        (f"...\n{DEAL}", 1, "expected a hand before ..., which stands for missing ones"),
        (f"scores: 21 0 0\n{DEAL}", 2, "scores: [21, 0, 0] end the match (rule R15)"),
        # Headers
        ("foo: bar", 1, "expected a hand or match, date, players, rules, scores, first caller"),
        (f"date: yesterday\n{DEAL}", 1, "date: expected one as 2026-12-31, got 'yesterday'"),
        (f"players: a | b\n{DEAL}", 1, "players: expected 3 names, got 2"),
        (f"players: a | b\0 | c\n{DEAL}", 1, "players: expected text without control characters"),
        (f"rules: lowest_bid=9\n{DEAL}", 1, "lowest_bid: expected 1 to 7, got 9"),
        (f"rules: none\n{DEAL}", 1, "rules: expected NAME=VALUE with one of"),
        (f"scores: 1 2\n{DEAL}", 1, "scores: expected three whole numbers as 3 -2 4, got '1 2'"),
        (f"first caller: 3\n{DEAL}", 1, "first caller: expected seat 0, 1 or 2, or a name"),
        (f"date: ?\ndate: ?\n{DEAL}", 2, "date: expected it once, got it in line 1, too"),
        (f"{DEAL}\n\nmatch: two", 3, "expected a hand below, got none"),
        (f"{DEAL}\nscores: 0 0 0\n", 2, "expected a hand below, got none"),
        (f"{DEAL} # {'x' * 201}", 1, "note: expected up to 200 characters, got 201"),
        # JSON lines
        ("{", 1, "expected JSON, a match a line; Expecting property name"),
        ('\n\n{"version": 2, "hands": []}', 3, "version: expected 1, got 2"),
        ('{"hands": []}', 1, "hands: expected one or more"),
        ('{"hands": 5}', 1, "hands: expected a list, got 5"),
        ('{"hand": []}', 1, "match: expected version, match, date, players, rules, hands; got"),
        ('{"hands": [5]}', 1, "hands[0]: hand: expected an object, got 5"),
        ('{"rules": {"x": 1}, "hands": []}', 1, "rules: expected first_caller_moves"),
        ("{" * 100_000, 1, "expected JSON, a match a line"),
        ('{"hands": ' + "[" * 100_000, 1, "expected JSON, a match a line; got too deep a one"),
        *(
            (json.dumps({"hands": [{"deal": DEAL.split(" | "), **given}]}), 1, reason)
            for given, reason in [
                ({"deal": DEAL}, "hands[0]: deal: expected a list of 3, got"),
                ({"deal": [5, None, None]}, "hands[0]: deal: expected text, got 5"),
                ({"calls": ["5", "6-6"]}, "hands[0]: calls: expected pass or a bid, got '6-6'"),
                ({"calls": [5]}, "hands[0]: calls: expected text, got 5"),
                ({"trump": 6}, "hands[0]: trump: expected text, got 6"),
                ({"widow": 0}, "hands[0]: widow: expected a tile as text, got the number 0"),
                ({"discard": "0-0"}, "hands[0]: discard: expected none before the exchange"),
                ({"exchanged": True}, "hands[0]: trump: expected one, since the declarer has"),
                ({"exchanged": 1}, "hands[0]: exchanged: expected true or false, got 1"),
                ({"scores": [1, 2, "3"]}, "hands[0]: scores: expected a whole number, got '3'"),
                ({"scores": [1, 2]}, "hands[0]: scores: expected a list of 3, got [1, 2]"),
                ({"result": {"won": [7, 0, 0]}}, "hands[0]: result: expected tricks, points, sc"),
                ({"note": 5}, "hands[0]: note: expected text, got 5"),
                ({"first_caller": 3}, "hands[0]: first_caller: expected 0 to 2, got 3"),
                ({"plays": ["6-6"]}, "hands[0]: seat 0: expected one of pass"),
            ]
        ),
        (json.dumps({"hands": [THROWN_IN, {**THROWN_IN, "first_caller": 2}]}), 1, "expected 1 "),
        (json.dumps({"hands": [THROWN_IN, {**THROWN_IN, "scores": [1, 2, 3]}]}), 1, "[0, 0, 0]"),
        (
            json.dumps({"hands": [THROWN_IN | NAMED]}),
            1,
            "hands[0]: trump: expected none before the exchange (rule R6)",
        ),
        (json.dumps({"hands": [{**THROWN_IN, "gap": True}]}), 1, "gap: expected a hand before it"),
        (json.dumps({"hands": [THROWN_IN, {**THROWN_IN, "gap": True}]}), 1, "gap: expected a hand"),
        ('{"date": "5", "hands": [{"deal": [null, null, null]}]}', 1, "date: expected one as"),
        ('{"date": 5, "hands": [{"deal": [null, null, null]}]}', 1, "date: expected text, got 5"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line_and_its_reason(text, line, reason):
    with pytest.raises(RecordError) as caught:
        parse_records(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def read_or_refused(text: str) -> None:
    fault, matches = None, []
    try:
        matches = parse_records(text)
    except RecordError as error:
        fault = error
    assert fault is None or 1 <= fault.line <= len(text.replace("\r", "\n").split("\n"))
    for form in ("text", "json"):
        written = format_records(matches, form)
        assert format_records(parse_records(written), form) == written


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300) | st.text('0123456 -|?:.=,#\n{}"[]pascoretun', max_size=300))
def test_any_text_is_read_or_refused(text):
    read_or_refused(text)


BROKEN = {}


def broken(seed: int, form: str) -> str:
    """A record with some slips."""
    known = (seed % 12, form)
    if known not in BROKEN:
        match = random_match(known[0], HOUSES[known[0] % len(HOUSES)], longest=3)
        BROKEN[known] = format_records(match, form)
    text, rng = BROKEN[known], random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        at, size = rng.randrange(len(text)), rng.choice([0, 1, 1, 2, 4, 40])
        new = rng.choice(["", "", text[at : at + 8], "?", "|", "\n", "7", "6-6", '"', "null", "=,"])
        text = text[:at] + new + text[at + size :]
    return text


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["text", "json"]))
def test_slips_are_read_or_refused(seed, form):
    read_or_refused(broken(seed, form))


def values(told):
    """All places of a JSON value: how to get there, and what is there."""
    if isinstance(told, dict | list):
        for key in told if isinstance(told, dict) else range(len(told)):
            yield told, key
            yield from values(told[key])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_wrong_values_are_read_or_refused(seed):
    rng = random.Random(seed)
    told = json.loads(format_records(random_match(seed % 5, Rules(), longest=2), "json"))
    where, key = rng.choice(list(values(told)))
    where[key] = rng.choice([None, True, 0, -1, 10**30, 1.5, "", "6-6", "x", [], [0, 0, 0], {}])
    read_or_refused(json.dumps(told))


def test_nothing_is_read_of_a_text_with_a_fault():
    good = format_records(random_match(1, Rules()))
    with pytest.raises(RecordError, match="calls: expected pass or a bid"):
        parse_records(f"{good}\n{DEAL} | x")


def test_what_is_absurdly_long_is_refused_at_once():
    for text in (
        f"a{' ' * 10**6}b",
        f"match:{' ' * 10**6}x|",
        "6-6 " * 10**6,
        "|" * 10**6,
        "?" * 10**6,
    ):
        with pytest.raises(RecordError):
            parse_records(text)
