"""Odds in the middle of a hand against plain enumeration, and what they say."""

import json
from itertools import islice, pairwise

import naive_match
import numpy as np
import pandas as pd
import pytest
from random_play import HOUSES, declared, played, the_same

from moon_sim import bid_odds, play_odds, rank_exchanges
from moon_sim.game import Rules, as_tile
from moon_sim.play import Observation, Play, PlayOdds, State
from moon_sim.play.pimc import strength
from moon_sim.play.text import advise

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"
OWN = "5 pass pass widow=1-1,out=6-3,trump=1"


def seen(events, me=0, hand=HAND, **given):
    return Observation.start(hand, me, **given).after(events)


def endings(hands, tricks):
    """States in the last tricks of hands, as both have them."""
    for states in hands:
        for state, hand in states:
            if state.phase == "play" and 1 < state.tricks_left <= tricks:
                yield state, hand


def test_odds_equal_plain_enumeration_of_endings():
    seats, voids, torn = [], 0, 0
    for state, hand in endings(map(declared, (0, 22, 51, 57)), 3):
        observed = state.observe()
        if observed.count() > 60:
            continue
        odds = play_odds(observed)
        expected = naive_match.ending_odds(hand, state.seat)
        found = {the_same(row["action"]): row for row in odds.rows}
        assert found.keys() == expected.keys()
        for action, share in expected.items():
            row = found[action]
            assert row["p_make"] == row["low"] == row["high"] == pytest.approx(float(share))
            assert (
                row["n"] == odds.layouts == odds.count == len(naive_match.worlds(hand, state.seat))
            )
        side = 1 if odds.declares else -1
        best = max(side * share for share in expected.values())
        assert side * expected[the_same(odds.best)] == best
        seats.append((state.seat - state.declarer) % 3)
        voids += any(lacks for seat, lacks in enumerate(state.lacks) if seat != state.seat)
        torn += len(set(expected.values())) > 1
    assert min(map(seats.count, range(3))) > 4
    assert voids > 5
    assert torn > 5


@pytest.mark.parametrize("rules", HOUSES, ids=repr)
def test_house_rules_are_followed(rules):
    tried = 0
    for state, hand in endings((played(seed, rules) for seed in range(2)), 2):
        odds = {the_same(row["action"]): row["p_make"] for row in play_odds(state.observe()).rows}
        assert odds == pytest.approx(naive_match.ending_odds(hand, state.seat))
        tried += 1
    assert tried


def test_tricks_on_average():
    for state, hand in endings(map(declared, range(2)), 2):
        worlds = naive_match.worlds(hand, state.seat)
        leader, table = naive_match.tricks(hand)[-1]
        for row in play_odds(state.observe()).rows:
            _, tile, suit = the_same(row["action"])
            tricks = [
                naive_match.open_tricks(
                    tuple(held - {tile} for held in hands),
                    [*table, (tile, suit)],
                    leader,
                    state.declarer,
                    int(state.trump),
                    hand.house,
                )
                for hands, _ in worlds
            ]
            mean = state.tricks[state.declarer] + sum(tricks) / len(tricks)
            assert row["mean_tricks"] == pytest.approx(mean)


def test_samples_cover_the_exact_odds():
    """95 % intervals of samples hold the exact odds as often as they say, or a little more."""
    covered = []
    for state, _ in islice(declared(3), 2, 12):
        observed = state.observe()
        if not 300 < observed.count() < 5000:
            continue
        exact = play_odds(observed).table
        open_ = exact.index[exact["p_make"].between(0.05, 0.95)]
        for seed in range(50) if len(open_) else ():
            odds = play_odds(observed, 50, seed)
            assert (odds.layouts, odds.exact, odds.seed) == (50, False, seed)
            table = odds.table.loc[open_]
            truth = exact.loc[open_, "p_make"]
            covered += ((table["low"] <= truth) & (truth <= table["high"])).tolist()
    assert len(covered) >= 100
    assert np.mean(covered) > 0.93


def test_the_same_seed_gives_the_same_and_so_do_more_threads():
    observed = seen("5 pass pass trump=4 4-4", me=1)
    one, two = (play_odds(observed, 3000, 5, threads=threads) for threads in (1, 2))
    assert one.table.equals(two.table)
    assert not one.table.equals(play_odds(observed, 3000, 6).table)
    reports = []
    play_odds(observed, 3000, 5, progress=lambda done, every: reports.append((done, every)))
    assert reports == [(1, 3), (2, 3), (3, 3)]
    everything = play_odds(observed, 10**6, 5)
    assert (everything.exact, everything.seed) == (True, None)
    assert everything.layouts == observed.count()


def test_ties_are_broken_by_strength():
    """A leader's strongest first, and else the weakest, of what is equal otherwise."""
    ties = {True: 0, False: 0}
    for state, _ in endings(map(declared, range(12)), 3):
        for better, worse in pairwise(play_odds(state.observe()).rows):
            if [better[name] == worse[name] for name in ("p_make", "mean_tricks")] == [True] * 2:
                one, two = (strength(row["action"].tile, state) for row in (better, worse))
                assert one < two if state.trick else one > two
                ties[not state.trick] += 1
    assert min(ties.values()) > 5


def test_a_call_is_worth_what_bid_odds_says():
    observed = seen("5", me=1)
    odds = play_odds(observed, 5, 1)
    bids = bid_odds(HAND, 5, 1)
    assert list(odds.table.index[:1]) == [str(odds.best)] == ["pass"]
    assert set(odds.table.index) == {"pass", "6", "7", "21"}
    for row in odds.rows:
        bid = row["action"].bid
        assert row["points"] == (bids.points[bid] if bid else 0)
        if bid:
            assert (row["low"], row["high"]) == bids.interval(bid)
            assert row["p_make"] == bids.probability(bid)
    assert odds.to_dict()["actions"][0]["p_make"] is None


def test_an_exchange_is_worth_what_rank_exchanges_says():
    observed = seen("5 pass pass widow=1-1")
    odds = play_odds(observed)
    ranking = rank_exchanges(f"{HAND} 1-1", top=20, trump=[1, 6])
    best = ranking.table.loc[5]
    assert len(odds.rows) == 8
    assert odds.rows[0]["p_make"] == best["p_make"].max()
    for row in odds.rows[:2]:
        same = best[best["discard"] == str(row["action"]).removeprefix("out=")[:3]]
        assert row["p_make"] >= same["p_make"].max()
    named = Rules(trump_before_widow=True)
    early = play_odds(seen("5 pass pass trump=6 widow=1-1", rules=named))
    assert {row["action"].trump for row in early.rows} == {6}
    low = play_odds(seen("3 pass pass widow=1-1", rules=Rules(lowest_bid=3)))
    assert low.rows[0]["p_make"] == 1


@pytest.mark.parametrize(
    ("observed", "message"),
    [
        (seen("5", me=0), "expected seat 0 to call, exchange or play; seat 1 is to act"),
        (seen("5 pass pass"), "expected seat 0 to have seen the widow, told as widow=0-0"),
        (seen("pass pass pass"), "expected seat 0 to call, exchange or play; the hand is over"),
        (
            seen("5 pass pass", rules=Rules(trump_before_widow=True)),
            "it is to name trump before it sees the widow",
        ),
        (
            seen("", rules=Rules(leader_names_suit=True)),
            "the rule leader_names_suit is not supported",
        ),
        (
            seen("5 pass pass widow=1-1", rules=Rules(leader_names_suit=True)),
            "play_odds: the rule leader_names_suit is not supported",
        ),
    ],
)
def test_what_can_not_be_answered_is_refused(observed, message):
    with pytest.raises(ValueError, match=message):
        play_odds(observed)


def test_what_is_no_argument_is_refused():
    with pytest.raises(TypeError, match="observation: expected an Observation, got 5"):
        play_odds(5)
    with pytest.raises(ValueError, match="layouts: expected 1 or more, got 0"):
        play_odds(seen(OWN), 0)


def test_plain_values_and_tables():
    for observed in (seen("", 0), seen("5 pass pass widow=1-1"), seen(OWN), seen(f"{OWN} 1-1 4-4")):
        if not observed.to_act:
            continue
        odds = play_odds(observed, 5, 1)
        data = json.loads(json.dumps(odds.to_dict(), allow_nan=False))
        assert data["best"] == str(odds.best) == data["actions"][0]["action"]
        frame = odds.to_frame()
        assert isinstance(frame, pd.DataFrame)
        assert frame["action"].tolist() == [row["action"] for row in data["actions"]]
        assert data["phase"] == observed.phase
        assert data["advice"].endswith(".")


@pytest.mark.parametrize(
    ("events", "me", "said"),
    [
        (f"{OWN} 1-1 5-1 6-1", 0, "your contract of 5"),
        ("5 pass pass trump=4 4-4", 1, "Play 4-1, your only legal tile: the contract is made on"),
        (f"{OWN} 1-1 5-1 6-1", 0, "whatever you play, the contract is"),
    ],
)
def test_a_sentence_for_players(events, me, said):
    odds = play_odds(seen(events, me))
    told = " ".join([advise(odds), str(odds.parts()[2].title)])
    assert said in told


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [(0.9, 0.8, 0.8), (0.9, 0.7, 0.8), (1, 0.6, 0.6)],
            "whatever the defenders do, you then make the contract on 80.0 % of layouts; with the "
            "next best tile, 2-1, on at most 80.0 % of layouts. If you saw all hands, 3-1 would "
            "make it on every layout.",
        ),
        (
            [(0.9, 0.8, 0.85), (0.9, 0.8, 0.8), (0.9, 0.5, 0.5), (0.9, 0.4, 0.6)],
            "on at least 80.0 % of layouts, as with 2-1; with the next best tile, 4-1, on at most "
            "60.0 % of layouts.",
        ),
        ([(1, 1, 1), (1, 1, 1)], "whatever you play, the contract is made on every layout."),
        ([(1, 0.8, 0.8), (1, 0.7, 0.8)], "the contract is made on every layout with all hands"),
    ],
)
def test_what_is_not_proven_is_not_said_to_be(rows, said):
    known = seen(f"{OWN} 1-1 5-1 6-1")
    names = ("p_make", "proven", "proven_high")
    actions = [Play(as_tile(name)) for name in ("1-1", "2-1", "3-1", "4-1")]
    made = [
        {"action": action, "mean_tricks": 5.0, **dict(zip(names, row, strict=True))}
        for action, row in zip(actions, rows, strict=False)
    ]
    assert said in advise(PlayOdds(known, 70, True, None, made))


def test_a_state_and_an_observation_from_events_give_the_same():
    deal = f"{HAND} | 6-5 6-4 6-1 5-4 5-3 5-2 5-1 | 4-4 4-3 4-2 3-3 3-2 2-2 0-0"
    state = State.start(deal)
    for action in ("5", "pass", "pass", "out=6-3,trump=1", "1-1", "6-1", "0-0"):
        state = state.apply(action)
    assert play_odds(state.observe()).table.equals(play_odds(seen(f"{OWN} 1-1 6-1 0-0")).table)
