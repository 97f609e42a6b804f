"""The kernels of best defence against all strategies of small endings."""

import os
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cached_property
from io import StringIO

import naive
import numpy as np
import pytest
from helpers import to_mask
from naive_defence import achievable_sets, maximal_sets, worlds

from moon_sim.defence.memory import Memory, from_bits, to_bits
from moon_sim.game.rules import Trump
from moon_sim.kernels import layout_sets as sets
from moon_sim.kernels.won_alone import won_open
from moon_sim.kernels.won_in_pairs import conflicts
from moon_sim.kernels.won_together import keep

GUESSES = {2: (82, 127), 3: (22, 61, 81, 125, 158, 163, 168, 187, 191, 210)}
"""Seeds of endings in which a guess must be made: no strategy wins all that open hands win."""


class Ending:
    """An ending of r tricks for the kernels, and for the oracle."""

    def __init__(self, seed, tricks):
        rng = np.random.default_rng(seed)
        tiles = [naive.TILES[i] for i in rng.permutation(22)[: 3 * tricks]]
        self.tricks = tricks
        self.hand, self.hidden = tiles[:tricks], tiles[tricks:]
        self.trump, self.leader = int(rng.integers(9)), int(rng.integers(3))
        self.need = int(rng.integers(1, tricks + 1))
        self.memory = Memory(to_mask(self.hand), to_mask(self.hidden), Trump(self.trump))
        self.layouts = len(worlds(self.hidden))
        # Seat 1's hand in each layout, as the kernels number them: by the places of its tiles.
        places = range(2 * tricks)
        self.hands1 = sorted(
            sum(1 << place for place in places if naive.TILES[self.memory.hidden[place]] in one)
            for one, _ in worlds(self.hidden)
        )
        self.all = sets.FULL + tricks * sets.STRIDE

    def position(self):
        every = (1 << self.tricks) - 1
        hidden = (1 << 2 * self.tricks) - 1
        return self.tricks, every, hidden, self.leader, self.need, -1, -1

    def write(self, layouts):
        words = to_bits(layouts)
        self.memory.mem[sets.SCRATCH : sets.SCRATCH + words.size] = words
        return sets.SCRATCH

    def call(self, kernel, *args):
        """Return a kernel's result, and the set that it wrote."""
        mem, maps = self.memory.mem, self.memory.maps
        out = sets.SCRATCH + sets.STRIDE
        result = kernel(*self.position(), *args, out, out + sets.STRIDE, mem, maps)
        return result, from_bits(mem[out : out + sets.STRIDE], self.layouts)

    @cached_property
    def open_hands(self):
        """Whether each layout is won with all hands open, by the oracle."""
        tiles = [naive.TILES[tile] for tile in self.memory.hidden]
        found = []
        for hand1 in self.hands1:
            one = [tile for place, tile in enumerate(tiles) if hand1 >> place & 1]
            two = [tile for place, tile in enumerate(tiles) if not hand1 >> place & 1]
            value = naive.value((self.hand, one, two), self.trump, self.leader)
            found.append(value >= self.need)
        return np.array(found)

    @cached_property
    def family(self):
        """Every largest set that one strategy wins, in the kernels' order, by enumeration."""
        tiles = [naive.TILES[tile] for tile in self.memory.hidden]
        number = {
            frozenset(tile for place, tile in enumerate(tiles) if hand >> place & 1): layout
            for layout, hand in enumerate(self.hands1)
        }
        order = [number[one] for one, _ in worlds(self.hidden)]
        family = achievable_sets(
            self.hand, self.hidden, self.trump, self.leader, self.need, None, maximal_sets
        )
        found = []
        for some in family:
            layouts = np.zeros(self.layouts, bool)
            layouts[[order[world] for world in some]] = True
            found.append(layouts)
        return found

    def most(self, some):
        """The most layouts of a set that one strategy wins."""
        return max((some & won).sum() for won in self.family)


@pytest.fixture(scope="module")
def endings():
    """Endings by number of tricks, with what the oracle says of them when it is asked first."""
    counts = {1: 20, 2: 60, 3: 25}
    return {
        tricks: [Ending(seed, tricks) for seed in {*range(count), *GUESSES.get(tricks, ())}]
        for tricks, count in counts.items()
    }


@pytest.mark.parametrize("tricks", [1, 2, 3])
def test_open_hands_equal_the_oracle(endings, tricks):
    for ending in endings[tricks]:
        _, won = ending.call(won_open, ending.all)
        assert won.tolist() == ending.open_hands.tolist()


@pytest.mark.parametrize("tricks", [1, 2, 3])
def test_a_set_is_kept_whole_exactly_where_one_strategy_wins_it(endings, tricks):
    """Of all layouts won with open hands, and of random parts of them, against all strategies."""
    rng = np.random.default_rng(5)
    torn = 0
    for ending in endings[tricks]:
        for share in (1.0, 0.5):
            some = ending.open_hands & (rng.random(ending.layouts) < share)
            best = ending.most(some)
            lost, kept = ending.call(keep, 0, ending.write(some))
            assert (lost == 0) == (best == some.sum())
            lost, kept = ending.call(keep, ending.layouts, ending.write(some))
            assert 0 <= lost == some.sum() - kept.sum()
            assert not (kept & ~some).any()
            assert kept.sum() <= best, "what is kept can be won by one strategy"
            torn += best < some.sum()
    assert torn or tricks < 3, "some endings hold a guess"


@pytest.mark.parametrize("tricks", [2, 3])
def test_what_can_be_won_together_is_what_enumeration_finds(endings, tricks):
    """Each largest set of the oracle can be kept whole, and no layout more: equal values."""
    several = 0
    for ending in endings[tricks]:
        several += len(ending.family) > 1
        for some in ending.family:
            assert ending.call(keep, 0, ending.write(some))[0] == 0
            for layout in np.flatnonzero(~some):
                more = some.copy()
                more[layout] = True
                assert ending.call(keep, 0, ending.write(more))[0] < 0
    assert several > 1


def test_conflicts_are_the_pairs_that_no_strategy_wins(endings):
    pairs = 0
    for ending in endings[3]:
        won = ending.open_hands
        for layout in np.flatnonzero(won):
            some = ending.write(won)
            out = some + sets.STRIDE
            mem, maps = ending.memory.mem, ending.memory.maps
            hand1 = ending.hands1[layout]
            conflicts(*ending.position(), hand1, some, out, out + sets.STRIDE, mem, maps)
            found = from_bits(mem[out : out + sets.STRIDE], ending.layouts)
            for other in np.flatnonzero(won):
                together = any(one[layout] and one[other] for one in ending.family)
                assert found[other] == (not together)
                pairs += bool(found[other])
    assert pairs > 20


PLAIN = """
import numpy as np
from moon_sim.defence.memory import Memory
from moon_sim.game import Trump
from moon_sim.kernels import layout_sets as sets
from moon_sim.kernels.at_the_table import choose
from moon_sim.kernels.won_alone import won_open
from moon_sim.kernels.won_in_pairs import conflicts
from moon_sim.kernels.won_together import keep

rng = np.random.default_rng(6)
for tricks in (1, 2, 2, 2, 3):
    tiles = [int(tile) for tile in rng.permutation(22)[: 3 * tricks]]
    hand, hidden = sum(1 << t for t in tiles[:tricks]), sum(1 << t for t in tiles[tricks:])
    for leader in range(3):
        found = Memory(hand, hidden, Trump(int(rng.integers(9))))
        mem, maps = found.mem, found.maps
        some = sets.FULL + tricks * sets.STRIDE
        out = sets.SCRATCH
        for need in range(1, tricks + 1):
            position = tricks, (1 << tricks) - 1, (1 << 2 * tricks) - 1, leader, need, -1, -1
            results = [won_open(*position, some, out, out + 1, mem, maps) > 0, mem[out]]
            results += [keep(*position, 3, some, out, out + 1, mem, maps), mem[out]]
            one = (1 << tricks) - 1
            results += [conflicts(*position, one, some, out, out + 1, mem, maps), mem[out]]
            if leader == 0:
                results += [choose(*position, some, out, out + 1, mem, maps)]
            print(*map(int, results))
"""


def test_compiled_kernels_equal_plain_python():
    plain = subprocess.run(
        [sys.executable, "-c", PLAIN],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    with redirect_stdout(StringIO()) as compiled:
        exec(PLAIN, {})
    assert plain == compiled.getvalue()
    assert len(plain.splitlines()) == 3 * (1 + 3 * 2 + 3)


def test_bits_there_and_back():
    rng = np.random.default_rng(8)
    for size in (2, 6, 20, 70, 252, 924, 3432):
        members = rng.random(size) < 0.5
        words = to_bits(members)
        assert words.size == sets.LAYOUT_WORDS[[2, 6, 20, 70, 252, 924, 3432].index(size) + 1]
        assert (words >= 0).all()
        assert from_bits(words, size).tolist() == members.tolist()
