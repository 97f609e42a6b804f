"""What calls, exchange and lead say: against the same worked out one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import begun

from moon_sim import atlas
from moon_sim.game import DEFAULT_RULES, Rules, as_seed, as_tile, tile_ids
from moon_sim.play import Observation, player
from moon_sim.play.inferring import OFF_PLAN, POINTS, STRAYS, likelihood
from moon_sim.play.pimc import _likely
from moon_sim.solver import warm_up


def soft(gains, made):
    """How likely the call is that was made, of calls by what they gain."""
    most = max(gains.values())
    parts = {call: np.exp((gain - most) / POINTS) for call, gain in gains.items()}
    return (1 - STRAYS) * parts[made] / sum(parts.values()) + STRAYS / len(gains)


def gains_of(hand, legal):
    p4, p5, p6, p7 = atlas.hand(hand).p_make
    worth = {4: 4 * (2 * p4 - 1), 5: 5 * (2 * p5 - 1), 6: 6 * (2 * p6 - 1)}
    worth |= {0: 0, 7: 7 * (2 * p7 - 1), 21: 21 * (2 * p7 - 1)}
    return {call: worth[call] for call in legal}


@pytest.fixture
def hand():
    """Seat 0 calls first and declares at 5, and has led; seats by what they were dealt."""
    state = begun(3, DEFAULT_RULES)[0]
    for call in ("5", "pass", "pass"):
        state = state.apply(call)
    state = state.apply(player("random").act(state, 1))
    return state.apply(player("random").act(state, 1))


def test_a_defender_weighs_the_declarer_and_the_other(install, whole_atlas, hand):
    install(whole_atlas)
    warm_up()
    seen = hand.observe(1)
    layouts = seen.layouts(40, 5)
    found = likelihood(seen, layouts)
    led = seen.plays[0].tile
    expected = []
    for first, _, last, out in layouts.tolist():
        kept = first | 1 << led
        holding = kept | out
        called = [
            soft(gains_of(holding & ~(1 << widow), (0, 4, 5, 6, 7, 21)), 5)
            for widow in tile_ids(holding)
        ]
        discard, trump, lead = atlas.holding(holding).plan(5)
        weight = np.mean(called) * soft(gains_of(last, (0, 6, 7, 21)), 0)
        weight *= 1 if trump == seen.trump else OFF_PLAN["trump"]
        weight *= 1 if 1 << as_tile(discard) == out else OFF_PLAN["discard"]
        weight *= 1 if as_tile(lead) == led else OFF_PLAN["lead"]
        expected.append(weight)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert len({*np.round(found, 12)}) > 10


def test_a_declarer_plays_as_who_does_not_infer(install, whole_atlas, hand):
    install(whole_atlas)
    one, other, state = player("inferring"), player("pimc-64"), hand
    turns = 0
    while state.seat is not None:
        action = one.act(state, 5)
        if state.seat == state.declarer:
            assert action == other.act(state, 5)
            turns += 1
        state = state.apply(action)
    assert turns == 6


def test_without_an_atlas_nothing_is_likelier(install, tmp_path, hand):
    seen = hand.observe(1)
    install(tmp_path / "none")
    with pytest.warns(RuntimeWarning, match="is computed"):
        assert (likelihood(seen, seen.layouts(20, 1)) == 1).all()


def test_a_seat_that_was_not_asked_says_nothing(install, whole_atlas):
    install(whole_atlas)
    state = begun(4, DEFAULT_RULES)[0].apply("21")
    state = state.apply(player("random").act(state, 1))
    state = state.apply(player("random").act(state, 1))
    seen = state.observe(1)
    assert seen.calls == (21,)
    one, other = seen.layouts(400, 1)[:, 2], likelihood(seen, seen.layouts(400, 1))
    assert len({*one.tolist()}) > 300
    assert np.isfinite(other).all()


@given(
    st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=60),
    st.integers(1, 20),
    st.integers(0, 1000),
)
def test_layouts_come_as_often_as_they_are_likely(weights, n, seed):
    chosen, times = _likely(np.array(weights), n, as_seed(seed))
    shares = np.array(weights) / np.sum(weights)
    if len(weights) <= n:
        np.testing.assert_allclose(times, shares)
        return
    assert times.sum() == n
    often = np.zeros(len(weights))
    often[chosen] = times
    assert (np.abs(often - n * shares) < 1 + 1e-6).all()


def test_what_it_plays_is_legal_by_its_observation_alone(install, whole_atlas, hand):
    install(whole_atlas)
    one, state = player("inferring"), hand
    while state.seat is not None:
        assert isinstance(state.observe(), Observation)
        assert one.act(state, 1) == one.act(state, 1)
        state = state.apply(one.act(state, 1))
    assert sum(state.tricks) == 7


def test_house_rules_have_no_atlas_and_it_plays(install, whole_atlas):
    install(whole_atlas)
    rules = Rules(doubles_may_be_trump=False)
    state = begun(1, rules)[0]
    for call in ("5", "pass", "pass"):
        state = state.apply(call)
    state = state.apply(player("random").act(state, 1))
    assert player("inferring").act(state, 1) in state.legal_actions()
