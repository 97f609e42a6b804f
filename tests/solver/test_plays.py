"""The tricks after each play on many layouts, against the oracle and the solver of one position."""

import naive
import numpy as np
import pytest
from helpers import random_hands, to_mask, to_tiles

from moon_sim.game import Trump, tile_ids, tile_name
from moon_sim.game.positions import Position
from moon_sim.solver import Search, play_tricks, solve_plays, warm_up

SWITCHES = [
    Search(),
    Search(table=False, ordering=False, sure_tricks=False, equal_trumps=False),
    Search(equal_trumps=False),
    Search(sure_tricks=False),
]


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    warm_up()


def layouts_of(rng, size, trump, leader, on_trick):
    """Some layouts with the same tiles on the trick and the same hand of the seat to act."""
    hands = [to_mask(hand) for hand in random_hands(rng, size)]
    position = Position(tuple(hands), Trump(trump), leader)
    while len(position.played) < on_trick:
        legal = list(tile_ids(position.legal()))
        position, _ = position.after(legal[rng.integers(len(legal))])
    seat = position.seat
    others = [other for other in range(3) if other != seat]
    fixed = sum(1 << tile for tile in position.played)
    loose = [bit for other in others for bit in tile_ids(hands[other] & ~fixed)]
    rows = []
    while len(rows) < 6:
        rng.shuffle(loose)
        row, start = list(hands), 0
        for other in others:
            own = hands[other] & fixed
            take = size - own.bit_count()
            row[other] = own | sum(1 << bit for bit in loose[start : start + take])
            start += take
        again = Position(tuple(row), Trump(trump), leader)
        for tile in position.played:
            if not again.legal() >> tile & 1:
                break
            again, _ = again.after(tile)
        else:
            rows.append(row)
    return rows, position


@pytest.mark.parametrize("search", SWITCHES, ids=repr)
def test_plays_are_worth_what_the_oracle_says(search):
    rng = np.random.default_rng(3)
    for case in range(60):
        size, on_trick = 1 + case % 4, case % 3
        trump, leader = int(rng.integers(9)), int(rng.integers(3))
        rows, position = layouts_of(rng, size, trump, leader, on_trick)
        plays = list(tile_ids(position.legal()))
        found = play_tricks(np.array(rows), trump, leader, position.played, plays, 0, size, search)
        played = tuple(naive.TILES[tile] for tile in position.played)
        for row, values in zip(rows, found.tolist(), strict=True):
            hands = [to_tiles(hand) for hand in row]
            right = naive.play_values(hands, trump, leader, played)
            assert dict(zip(plays, values, strict=True)) == {
                naive.TILES.index(tile): value for tile, value in right.items()
            }


@pytest.mark.parametrize("on_trick", range(3))
def test_full_hands_as_the_solver_of_one_position_has_them(on_trick):
    rng = np.random.default_rng(on_trick)
    for trump in (0, 3, 6, 7, 8):
        rows, position = layouts_of(rng, 7, trump, int(rng.integers(3)), on_trick)
        plays = list(tile_ids(position.legal()))
        args = np.array(rows), trump, position.leader, position.played, plays
        found = play_tricks(*args, 0, 7)
        for row, values in zip(rows, found.tolist(), strict=True):
            one = solve_plays(
                row, trump, position.leader, [tile_name(tile) for tile in position.played]
            )
            assert sorted(one.values()) == sorted(values)
        for need in (3, 5):
            assert (play_tricks(*args, need - 1, need) == found.clip(need - 1, need)).all()
