"""A declarer that follows the proven strategy makes its contract on each layout that it claims."""

from itertools import islice

import numpy as np
import pytest

from moon_sim.defence import best_defence
from moon_sim.game import Deal, Layouts, as_seed, format_tiles, random_deals, tile_name
from moon_sim.play import Call, Exchange, State, player
from moon_sim.play.bidding import best_exchange
from moon_sim.solver import warm_up


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    warm_up()


def contracts(seed, n, bid):
    """Hands of seat 0 with the exchange that is best for a bid."""
    for deal, widow in islice(random_deals(seed), n):
        held = deal.hands[0]
        discard, trump, _ = best_exchange(held | widow, bid, State.start(deal).rules)
        yield held, widow.bit_length() - 1, discard, trump


def state_of(held, widow, discard, trump, bid, left, right):
    """The state in which seat 0 declares, and the others hold what a layout says."""
    state = State.start(Deal([held, left, right]))
    assert state.widow == widow
    for call in (bid, 0, 0):
        state = state.apply(Call(call))
    return state.apply(Exchange(discard, trump))


def kept(held, widow, discard, trump, bid, layouts, seed):
    """Whether each of some claimed layouts is won against defenders who see all hands."""
    final = (held | 1 << widow) & ~(1 << discard)
    hand, out = format_tiles(final), tile_name(discard)
    strategy = best_defence(hand, out, trump, bid, float("inf")).strategy
    claimed = np.flatnonzero(strategy.layouts)
    rng = as_seed(seed)
    some = rng.choice(claimed, min(layouts, len(claimed)), replace=False)
    every = Layouts.after_exchange(hand, out)
    declarer, defender = player("certified"), player("open")
    for left, right in every.hands(some)[:, 1:].tolist():
        state = state_of(held, widow, discard, trump, bid, left, right)
        while state.seat is not None:
            one = declarer if state.seat == 0 else defender
            state = state.apply(one.act(state, rng))
        yield state.tricks[0] >= bid


@pytest.mark.parametrize("bid", [4, 6])
def test_claimed_layouts_are_made(bid):
    for number, contract in enumerate(contracts(bid, 2, bid)):
        held, widow, discard, trump = contract
        assert all(kept(held, widow, discard, trump, bid, 8, number))


@pytest.mark.parametrize(
    "each", [pytest.param(6, marks=pytest.mark.slow), pytest.param(25, marks=pytest.mark.full)]
)
def test_claimed_layouts_are_made_in_many_contracts(each):
    """In 24 contracts in CI, and in 100 by hand."""
    played = 0
    for bid in (4, 5, 6, 7):
        for number, contract in enumerate(contracts(bid, each, bid)):
            made = list(kept(*contract, bid, 20, number))
            assert all(made)
            played += len(made)
    assert played > 10 * each


def test_as_a_defender_and_off_the_strategy_it_plays_as_pimc():
    held, widow, discard, trump = next(contracts(1, 1, 4))
    rest = [bit for bit in range(22) if not (held | 1 << widow) >> bit & 1]
    left, right = (sum(1 << bit for bit in part) for part in (rest[:7], rest[7:]))
    state = state_of(held, widow, discard, trump, 4, left, right)
    lead = player("certified").act(state, 1)
    other = next(action for action in state.legal_actions() if action != lead)
    strayed = state.apply(other)
    assert player("certified").act(strayed, 3) == player("pimc-64").act(strayed, 3)  # a defender
    while strayed.seat != 0:
        strayed = strayed.apply(strayed.legal_actions()[0])
    assert player("certified").act(strayed, 3) == player("pimc-64").act(strayed, 3)
