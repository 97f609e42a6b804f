"""Advice on calls: what it says of deals, a deal at a time and by the rule book alone."""

import math
from itertools import pairwise

import numpy as np
import pytest

import moon_sim
from moon_sim import atlas
from moon_sim.game import Contract, IllegalPlayError, Rules, auction_winner, legal_calls, score
from moon_sim.match.calling import bank as package_bank
from moon_sim.match.calling import call_advice, read_calls
from moon_sim.match.results import auction_tree
from moon_sim.match.tables import MatchError, match_table

HANDS = [
    "6-6 6-3 6-2 5-5 4-1 3-1 2-1",
    "1-1 2-1 3-1 4-1 5-1 6-1 6-6",
    "0-0 4-3 5-3 6-2 5-2 4-2 3-2",
]
SITUATIONS = [
    (HANDS[0], (0, 0, 0), (), "match", Rules()),
    (HANDS[0], (12, 5, -3), (0, 4), "match", Rules()),
    (HANDS[1], (-21, 18, 7), (5,), "match", Rules()),
    (HANDS[2], (20, 20, 20), (0, 0), "match", Rules()),
    (HANDS[1], (3, 4, 5), (4,), "points", Rules()),
]


def plainly(hand, scores, calls, play, rules):
    """What each call is worth, a deal at a time."""
    table, bank, tree = match_table(rules), package_bank(), auction_tree(rules)
    own = atlas.hand(hand).p_make.to_numpy()
    me = len(calls)
    strategy, equity = table.strategy(scores, play), table.equities[play]
    away = ((bank.odds - own) ** 2).sum(axis=2)
    every = [(away[deal, seat], deal, seat) for deal in range(len(bank)) for seat in range(3)]
    nearest = sorted(every)[: round(0.05 * len(every))]

    def share(done, place, seats, deal, slip):
        node = tree.deeds.index(done)
        shares = strategy[tree.turn[node], int(table.classes.of(bank.odds[deal, seats[place]]))]
        may = tree.choices(node)
        return {call: (1 - slip) * shares[deed] + slip / len(may) for deed, call in enumerate(may)}

    def worth(done, seats, deal):
        if len(done) < 3 and legal_calls(done, rules):
            shares = share(done, len(done), seats, deal, 0)
            each = [
                (share, worth((*done, call), seats, deal))
                for call, share in shares.items()
                if share
            ]
            return tuple(sum(share * one[at] for share, one in each) for at in range(2))
        won = auction_winner(done, 0, rules)
        if won is None:
            return one_after(scores, (0, 0, 0), None, False), 0
        place, bid = won
        taken = bank.tricks[deal, seats[place], min(bid, 7) - 4]
        tricks = [int(taken[seat]) for seat in seats]
        points = score(Contract(bid, 8, place, rules), tricks, rules)
        shot = bid == 21 and tricks[place] == 7 and rules.made_moon_wins_match
        return one_after(scores, points, place, shot), points[me]

    def one_after(scores, points, declarer, shot):
        if shot:
            return float(declarer == me)
        now = [a + b for a, b in zip(scores, points, strict=True)]
        top = max(now)
        if top >= 21 and now.count(top) == 1:
            return float(now[me] == top)
        return float(equity.of([now[1], now[2], now[0]])[(me - 1) % 3])

    found = {}
    for call in legal_calls(calls, rules):
        total, sums = 0.0, np.zeros(2)
        for _, deal, seat in nearest:
            seats = [(seat - me + place) % 3 for place in range(3)]
            weight = math.prod(
                share(calls[:place], place, seats, deal, 0.02)[one]
                for place, one in enumerate(calls)
            )
            total += weight
            sums += weight * np.array(worth((*calls, call), seats, deal))
        found[call] = sums / total
    return found


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_each_call_is_worth_what_its_deals_say(situation):
    hand, scores, calls, play, rules = situation
    found = call_advice(hand, scores, calls=calls, play=play, rules=rules)
    expected = plainly(*situation)
    assert set(found.worth) == set(expected)
    for call, (p_win, points) in expected.items():
        row = found.worth[call]
        assert row[0] == pytest.approx(p_win, abs=1e-9)
        assert row[2] == pytest.approx(points, abs=1e-9)
    for shares in found.next.values():
        assert not shares or sum(shares.values()) == pytest.approx(1)
    assert sum(row[4] for row in found.worth.values()) == pytest.approx(1)
    frame = found.table
    column = "p_win" if play == "match" else "points"
    assert all(a >= b for a, b in pairwise(frame[column]))
    assert frame.index[0] == found.best


def test_shown_in_a_prompt_and_as_plain_values():
    found = moon_sim.call_advice(HANDS[0], (12, 5, -3), calls="pass 4")
    lines = repr(found).splitlines()
    assert len(lines) <= 12
    assert max(map(len, lines)) <= 100
    said = found.to_dict()
    assert said["calls"] == [0, 4]
    assert said["best"] == found.best
    assert said["advice"].startswith("Pass" if found.best == 0 else str(found.best))
    assert len(said["worth"]) == 5  # pass, 5, 6, 7, 21
    assert {row["call"] for row in said["worth"]} == {0, 5, 6, 7, 21}


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"calls": "pass 8"}, IllegalPlayError, "calls: expected pass, 4, 5, 6, 7 or 21 in place"),
        ({"calls": "5 4"}, IllegalPlayError, "calls: expected pass, 6, 7 or 21 in place 1, got 4"),
        ({"calls": "21"}, IllegalPlayError, "expected an auction that goes on"),
        ({"calls": "pass pass pass"}, IllegalPlayError, "expected an auction that goes on"),
        ({"calls": "double"}, ValueError, "calls: expected pass or a bid, as in 'pass 4'"),
        ({"scores": (22, 0, 0)}, ValueError, "scores: expected those of a match that goes on"),
        ({"scores": (2, 0)}, ValueError, "scores: expected three, got 2"),
        ({"seat": 2}, ValueError, "seat: expected 0 after 0 calls, got 2"),
        ({"play": "fun"}, ValueError, "play: expected one of match, points, got 'fun'"),
        ({"rules": Rules(lowest_bid=3)}, MatchError, "no match table for Rules"),
    ],
)
def test_what_can_not_be_is_refused(given, error, message):
    with pytest.raises(error, match=message):
        call_advice(HANDS[0], **given)


def test_calls_are_read_as_people_write_them():
    assert read_calls("pass 4") == read_calls("Pass, 4") == read_calls("p-4") == (0, 4)
    assert read_calls("") == ()
    assert read_calls([0, 21]) == (0, 21)
