"""States and observations against `naive_match`, which was written from the rules alone."""

from dataclasses import dataclass

import naive_match
import numpy as np
import pytest
from random_play import HOUSES, begun, played, the_same, world_of
from scipy import stats

from moon_sim.game import DEFAULT_RULES, Deal, as_seed
from moon_sim.play import Exchange, Observation, State

each_house = pytest.mark.parametrize("rules", HOUSES, ids=repr)


@each_house
def test_random_hands_go_as_the_oracle_has_them(rules):
    for seed in range(12):
        for state, hand in played(seed, rules, scores=(3, -2, 4)):
            assert state.seat == naive_match.to_act(hand)
            ours = sorted(map(repr, map(the_same, state.legal_actions())))
            assert ours == sorted(map(repr, naive_match.actions(hand)))
        assert list(state.points) == list(naive_match.points(hand))
        assert state.winner == naive_match.winner(hand)
        if state.winner is None:
            following = state.next_hand(state.deal)
            assert following.first_caller == naive_match.next_first_caller(hand)
            assert following.before == tuple(naive_match.scores_after(hand))


def count_sequences(state: State, depth: int) -> int:
    legal = state.legal_actions()
    if depth <= 1 or not legal:
        return len(legal) if depth and legal else 1
    return sum(count_sequences(state.apply(action), depth - 1) for action in legal)


@each_house
def test_sequences_of_actions_are_as_many(rules):
    """Perft from the start, from the exchange, and from the middle of the play."""
    for seed, (first, depth) in enumerate([(0, 3), (3, 1), (4, 3), (12, 4), (18, 5), (20, 6)] * 2):
        *_, (state, hand) = played(seed, rules, actions=first)
        assert count_sequences(state, depth) == naive_match.count_sequences(hand, depth)


# --- What a seat knows ------------------------------------------------------------------------


@each_house
def test_layouts_are_those_that_the_oracle_finds(rules):
    tried = 0
    for seed in range(4):
        for state, hand in played(seed, rules):
            if state.phase != "play" or state.tricks_left > 3 - seed % 2:
                continue
            for seat in range(3):
                seen = state.observe(seat)
                worlds = {world_of(*world) for world in naive_match.worlds(hand, seat)}
                found = seen.layouts()
                assert {tuple(map(int, row)) for row in found} == worlds
                assert len(found) == seen.count() == len(worlds)
                tried += 1
    assert tried > 15


def test_a_seat_knows_how_many_layouts_there_are():
    for state, _ in played(5, DEFAULT_RULES):
        counts = [state.observe(seat).count() for seat in range(3)]
        if state.phase == "call":
            assert counts == [51480] * 3  # 15 tiles: 7, 7, and the widow
        elif state.phase == "exchange":
            declarer = state.declarer
            assert [counts[declarer], *(counts[:declarer] + counts[declarer + 1 :])] == [
                3432,
                51480,
                51480,
            ]


@pytest.mark.parametrize("seat", range(3))
def test_layouts_are_drawn_uniformly(seat):
    tried = 0
    for seed in range(40):
        *_, (state, _) = played(seed, DEFAULT_RULES, actions=16)
        if state.phase != "play":
            continue
        seen = state.observe(seat)
        if not 10 <= seen.count() <= 200:
            continue
        every = {tuple(row): number for number, row in enumerate(seen.layouts().tolist())}
        rng = as_seed(seed)
        drawn = [tuple(seen.layouts(1, rng)[0].tolist()) for _ in range(20 * len(every))]
        counts = np.bincount([every[row] for row in drawn], minlength=len(every))
        assert stats.chisquare(counts).pvalue > 1e-4
        tried += 1
        if tried == 3:
            return
    raise AssertionError("no ending of that size was found")


def test_layouts_are_drawn_without_any_twice_and_by_seed():
    state, _ = begun(1, DEFAULT_RULES)
    seen = state.observe(1)
    some_of_them = seen.layouts(500, seed=7)
    assert len(np.unique(some_of_them, axis=0)) == 500
    assert (some_of_them == seen.layouts(500, seed=7)).all()
    assert (some_of_them[:, 1] == seen.hand).all()
    assert len(seen.layouts(10**6)) == 51480
    with pytest.raises(ValueError, match="n: expected 1 or more"):
        seen.layouts(0)


# --- No leak ------------------------------------------------------------------------------------


def twins(state: State, seat: int, rng: np.random.Generator):
    """Another state that this seat can't tell from this one, or None where there is none."""
    row = state.observe(seat).layouts(1, rng)[0].tolist()
    played_by = [0, 0, 0]
    before = State.start(state.deal, first_caller=state.first_caller, rules=state.rules)
    for action in state.actions:
        if before.phase == "play":
            played_by[before.seat] |= 1 << action.tile
        before = before.apply(action)
    hands = [held | was for held, was in zip(row[:3], played_by, strict=True)]
    # A declarer's tiles before the exchange: any of its eight may have been the widow; where it
    # looks on itself, the one that was.
    declarer, discard = state.declarer, state.discard
    if declarer is not None and discard is not None:
        out = row[3].bit_length() - 1
        eight = hands[declarer] | row[3]
        widow = state.widow if seat == declarer else some_bit(eight, rng)
        hands[declarer] = eight & ~(1 << widow)
        discard = out
    twin = State.start(Deal(hands), first_caller=state.first_caller, rules=state.rules)
    for action in state.actions:
        if isinstance(action, Exchange):
            action = Exchange(discard, action.trump)
        twin = twin.apply(action)
    return twin


def some_bit(mask: int, rng: np.random.Generator) -> int:
    bits = [bit for bit in range(22) if mask >> bit & 1]
    return bits[rng.integers(len(bits))]


@each_house
def test_what_a_seat_can_not_tell_apart_it_observes_alike(rules):
    """Thousands of pairs in all: the twin has other hidden tiles and the same public actions."""
    pairs = differ = 0
    for seed in range(6):
        rng = as_seed(seed)
        for state, _ in played(seed, rules):
            for seat in range(3):
                twin = twins(state, seat, rng)
                seen = twin.observe(seat)
                assert seen == state.observe(seat)
                assert seen.legal_actions() == state.observe(seat).legal_actions()
                assert (seen.layouts(5, 1) == state.observe(seat).layouts(5, 1)).all()
                pairs += 1
                differ += twin != state
    assert pairs > 250
    assert differ > pairs / 2


def test_a_leak_would_be_found():
    """An observation that holds a tile too many differs between twins."""

    @dataclass(frozen=True, kw_only=True, repr=False)
    class Leaky(Observation):
        left: int

    def observe(state, seat):
        seen = state.observe(seat)
        return Leaky(
            **{name: getattr(seen, name) for name in seen.__dataclass_fields__}, left=state.widow
        )

    rng = as_seed(1)
    leaks = 0
    for state, _ in played(1, DEFAULT_RULES):
        twin = twins(state, 1, rng)
        leaks += observe(twin, 1) != observe(state, 1)
    assert leaks > 0
