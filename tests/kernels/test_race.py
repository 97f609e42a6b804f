"""The groups of a race: what they take is never less than what one of their plans takes."""

import naive
import numpy as np
import pytest
from helpers import seeds, to_tiles

from moon_sim.game import DEFAULT_RULES, Rules, Trump, tile_ids
from moon_sim.kernels import race, state
from moon_sim.solver import Search, solve_batch
from moon_sim.solver.memory import new_memory


def kept_hands(held):
    return [held & ~(1 << tile) for tile in tile_ids(held)]


def random_case(rng, size, count):
    """A holding of one tile more than `size`, and some layouts of as many tiles a defender."""
    tiles = 1 << rng.permutation(22)[: 3 * size + 1]
    splits = [rng.permutation(tiles[size + 1 :]) for _ in range(count)]
    layouts = np.array([[one[:size].sum(), one[size:].sum()] for one in splits])
    return int(tiles[: size + 1].sum()), layouts


def open_tricks(held, layouts, trump, search, rules=DEFAULT_RULES):
    """What all plans of a holding with one trump take together on each layout, discard open."""
    memory = new_memory(rules)
    memory[state.SWITCHES] = search.switches()
    start = state.RULES + trump * state.SUITS_SIZE
    memory[state.SUITS : state.SUITS_END] = memory[start : start + state.SUITS_SIZE]
    place = memory[state.PLACE : state.PLACE + 22]

    def places(mask):
        return sum(1 << int(place[tile]) for tile in tile_ids(int(mask)))

    tricks = held.bit_count() - 1
    against = np.array([[places(mask) for mask in row] for row in layouts])
    n = len(against)
    spare, missed = np.full(tricks, n), np.zeros(tricks, np.int64)
    limits, most = np.full(n, tricks, np.int8), np.zeros(n, np.int8)
    race.run(
        places(held), race.ANY_LEAD, tricks, against, np.arange(n), np.arange(1, tricks + 1),
        (1 << tricks) - 1, limits, spare, missed, most, memory.ctypes.data,
    )  # fmt: skip
    return most


SEARCHES = [
    Search(),
    *(Search(**{name: False}) for name in ("table", "ordering", "sure_tricks", "equal_trumps")),
    Search(*[False] * 6),
]


@pytest.mark.parametrize("search", SEARCHES, ids=repr)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_no_discard_does_better_than_one_left_open(size, search):
    rng = np.random.default_rng(size)
    for trump in naive.TRUMPS:
        for _ in range(3):
            held, layouts = random_case(rng, size, 4)
            found = open_tricks(held, layouts, trump, search)
            for row, defenders in enumerate(layouts):
                best = max(
                    naive.value([to_tiles(hand), *map(to_tiles, defenders)], trump)
                    for hand in kept_hands(held)
                )
                assert best <= found[row] <= size


@pytest.mark.parametrize("rules", [DEFAULT_RULES, Rules(doubles_high_to_low=False)], ids=repr)
@seeds(2, 20)
def test_nor_of_full_holdings(seeds, rules):
    as_good = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        for trump in Trump:
            held, layouts = random_case(rng, 7, 60)
            hands = [np.insert(layouts, 0, hand, axis=1) for hand in kept_hands(held)]
            best = np.max([solve_batch(one, trump, rules=rules) for one in hands], axis=0)
            found = open_tricks(held, layouts, trump, Search(), rules)
            assert np.all(best <= found)
            as_good.append(np.mean(best == found))
    assert np.mean(as_good) > 0.5  # so it is worth asking first
