"""Strategies at the table."""

import naive
import numpy as np
import pytest
from helpers import ids, tiles_text

from moon_sim import Layouts, best_defence
from moon_sim.game import format_tiles
from moon_sim.game.errors import IllegalPlayError, InvalidDealError

HAND, TRUMP, TARGET = "3-2 3-3 5-1 5-2 5-3 6-5 0-0", 5, 5


@pytest.fixture(scope="module")
def strategy():
    return best_defence(HAND, "1-1", TRUMP, TARGET, float("inf")).strategy


def test_play_follows_the_table(strategy):
    lead = strategy.play()
    assert lead == strategy.lead
    history = [lead]
    tiles = set(HAND.split())
    hands = Layouts.after_exchange(HAND, "1-1").hands()[np.flatnonzero(strategy.layouts)[0]]
    rest = {seat: set(format_tiles(int(hands[seat])).split()) for seat in (1, 2)}
    state, taken = strategy.after(strategy.start, lead), 0
    while state.tricks:
        if state.seat == 0:
            tile = strategy.play(history)
            assert tile in tiles
            assert tile not in history
        else:
            led = history[len(history) // 3 * 3] if len(history) % 3 else None
            led_tile = naive.TILES[ids(led)[0]] if led else None
            options = naive.legal(
                [naive.TILES[ids(t)[0]] for t in rest[state.seat]], led_tile, TRUMP
            )
            tile = tiles_text([options[0]])
            rest[state.seat].discard(tile)
        history.append(tile)
        before = state.need
        state = strategy.after(state, tile)
        taken += before - state.need
    assert taken >= TARGET, "a layout that it claims"
    with pytest.raises(IllegalPlayError, match="all seven tricks"):
        strategy.play(history)


@pytest.mark.parametrize(
    ("history", "error", "message"),
    [
        ("6-6", IllegalPlayError, "the strategy plays"),
        ("LEAD", IllegalPlayError, "seat 1's turn"),
        ("LEAD 0-0", IllegalPlayError, "can't be played"),
        ("LEAD 6-6 6-6", IllegalPlayError, "on the trick already"),
        ("LEAD 9-9", InvalidDealError, "9-9"),
        (3.5, TypeError, "history"),
    ],
)
def test_a_history_that_cannot_be_is_refused(strategy, history, error, message):
    if isinstance(history, str):
        history = history.replace("LEAD", strategy.lead)
    with pytest.raises(error, match=message):
        strategy.play(history)
