"""The solver against the oracle, its own optimisations against each other, and the laws."""

import itertools
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import naive
import numpy as np
import pytest
from helpers import deal_text, mask, random_hands, random_position, tiles_text, to_mask, to_tiles
from hypothesis import given
from hypothesis import strategies as st

from moon_sim.game.deals import Deal
from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.house_rules import Rules
from moon_sim.game.layouts import Layouts
from moon_sim.game.positions import check_position
from moon_sim.game.rules import (
    Trump,
)
from moon_sim.solver.plans import best_plans, lead_tricks
from moon_sim.solver.values import Search, best_line, count_nodes, solve, solve_batch, solve_plays

SWITCHES = ("table", "ordering", "sure_tricks", "equal_trumps")
NONE = Search(*[False] * len(SWITCHES))


def name(tile):
    return tiles_text([tile])


# --- Against the oracle -------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "positions"), [(1, 150), (2, 200), (3, 200), (4, 60)])
def test_values_and_plays_equal_the_oracle(size, positions):
    rng = np.random.default_rng(size)
    for _ in range(positions):
        hands, trump, leader, played = random_position(rng, size)
        text, words = deal_text(hands), list(map(name, played))
        expected = naive.play_values(hands, trump, leader, played)
        seat = (leader + len(played)) % 3
        assert solve_plays(text, trump, leader, words) == {
            name(tile): value for tile, value in expected.items()
        }, (text, trump, leader, words)
        best = max(expected.values()) if seat == 0 else min(expected.values())
        assert solve(text, trump, leader, words) == best


def memo_value(case):
    hands, trump, leader = case
    return naive.memo_value(hands, trump, leader)


def full_deals(count, seed):
    rng = np.random.default_rng(seed)
    return [(random_hands(rng, 7), n % 9, int(rng.integers(3))) for n in range(count)]


@pytest.mark.parametrize("count", [27, pytest.param(54, marks=pytest.mark.slow)])
def test_full_deals_equal_a_memoised_minimax(count):
    """In plain Python, from the rules alone."""
    cases = full_deals(count, seed=7)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        expected = list(pool.map(memo_value, cases, chunksize=3))
    hands = [[to_mask(hand) for hand in hands] for hands, _, _ in cases]
    trumps = [trump for _, trump, _ in cases]
    leaders = [leader for _, _, leader in cases]
    assert solve_batch(hands, trumps, leaders).tolist() == expected


@pytest.mark.slow
def test_ten_thousand_full_deals_equal_the_slow_methods():
    """A textbook alpha-beta on all of them, and a minimax without any bound on 1,000."""
    import peers  # compiles when it is imported

    hands, trumps, leaders = rows(10_000, 7, seed=10)
    values = solve_batch(hands, trumps, leaders)
    assert np.array_equal(peers.alpha_beta(hands, trumps, leaders)[0], values)
    some = slice(0, 1000)
    assert np.array_equal(
        peers.memo_minimax(hands[some], trumps[some], leaders[some])[0], values[some]
    )


def test_all_layouts_of_an_ending_equal_the_oracle():
    """Three tiles a hand: the 20 ways to split six hidden tiles, counted by tricks."""
    hand, hidden = to_tiles(mask("6-6 5-4 2-1")), to_tiles(mask("6-5 6-4 5-5 4-4 3-2 2-2"))
    for trump in naive.TRUMPS:
        rows = [
            [to_mask(hand), to_mask(one), to_mask(set(hidden) - set(one))]
            for one in itertools.combinations(hidden, 3)
        ]
        counts = np.bincount(solve_batch(rows, trump), minlength=8)
        assert counts.tolist() == naive.trick_counts(hand, hidden, trump, naive.value)


def test_lines_counted_by_the_rules_equal_the_oracle():
    """Perft: the plays that the solver is given are those of the rules, sequence by sequence."""

    def count(position):
        if not position.hands[0]:
            return 1
        legal = to_tiles(position.legal())
        return sum(count(position.after(naive.TILES.index(tile))[0]) for tile in legal)

    rng = np.random.default_rng(5)
    for _ in range(40):
        hands, trump, leader, _ = random_position(rng, 3)
        position = check_position(deal_text(hands), trump, leader, ())
        assert count(position) == naive.count_lines(hands, trump, leader)


# --- The code against itself ----------------------------------------------------------------------


def rows(count, size, seed):
    rng = np.random.default_rng(seed)
    hands = [[to_mask(hand) for hand in random_hands(rng, size)] for _ in range(count)]
    return np.array(hands), rng.integers(0, 9, count), rng.integers(0, 3, count)


def test_no_optimisation_changes_a_value():
    hands, trumps, leaders = rows(300, 5, seed=1)
    expected = solve_batch(hands, trumps, leaders)
    only = [Search(**{one: one == kept for one in SWITCHES}) for kept in SWITCHES]
    without = [Search(**{one: one != dropped for one in SWITCHES}) for dropped in SWITCHES]
    for search in (NONE, *only, *without):
        values, _ = count_nodes(hands, trumps, leaders, search=search)
        assert np.array_equal(values, expected), search


def test_no_optimisation_left_out_changes_a_full_deal():
    hands, trumps, leaders = rows(60, 7, seed=2)
    expected = solve_batch(hands, trumps, leaders)
    for dropped in SWITCHES:
        search = Search(**{dropped: False})
        assert np.array_equal(count_nodes(hands, trumps, leaders, search=search)[0], expected)


def test_each_optimisation_saves_positions():
    hands = Layouts.after_exchange("6-6 6-4 6-2 5-5 4-3 3-1 2-1", "1-1").hands()[::20]

    def nodes(**switches):
        return sum(
            count_nodes(hands, trump, search=Search(**switches))[1].sum() for trump in (6, 8)
        )

    everything = nodes()
    # What the table knows of trumps makes up for equal ones: they save tricks looked at alone.
    for dropped in set(SWITCHES) - {"equal_trumps"}:
        assert nodes(**{dropped: False}) > everything
    assert nodes(table=False, equal_trumps=False) > nodes(table=False)


def test_a_batch_equals_its_rows_in_any_order_and_number_of_threads():
    hands, trumps, leaders = rows(700, 6, seed=3)
    values = solve_batch(hands, trumps, leaders, threads=1)
    assert values.dtype == np.int8
    assert np.array_equal(solve_batch(hands, trumps, leaders, threads=2), values)
    order = np.random.default_rng(0).permutation(len(hands))
    shuffled = solve_batch(hands[order], trumps[order], leaders[order], threads=2)
    assert np.array_equal(shuffled, values[order])
    for row in range(0, 700, 35):
        deal = Deal([int(hand) for hand in hands[row]])
        assert solve(deal, int(trumps[row]), int(leaders[row])) == values[row]


def test_rows_of_different_sizes_go_together():
    small, big = rows(5, 2, seed=4)[0], rows(5, 7, seed=4)[0]
    mixed = solve_batch(np.concatenate([small, big]), 5)
    assert np.array_equal(mixed, np.concatenate([solve_batch(small, 5), solve_batch(big, 5)]))


PLAIN = """
import sys
import numpy as np
from moon_sim.solver import best_plans, lead_tricks, solve_batch
hands, trumps, leaders = (np.loadtxt(file, int) for file in sys.argv[1:4])
kept, layouts = (np.loadtxt(file, int) for file in sys.argv[4:])
values = solve_batch(hands, trumps, leaders)
races = [best_plans(kept.tolist(), layouts, [5, 8, 7], [1, 2, 3], view=view)
         for view in ("double-dummy", "blind-lead")]
leads = lead_tricks(int(kept[0]), layouts, 5)
print(*values, *np.ravel(races), *leads.ravel())
"""


def test_compiled_kernels_equal_plain_python(tmp_path):
    """With compilation off, the very same source runs in the interpreter.

    Its memory is an array there, and each access is checked.
    """
    hands, trumps, leaders = rows(60, 5, seed=6)
    rng = np.random.default_rng(7)
    held, hidden = np.split(1 << rng.permutation(22)[:13], [5])
    kept = held.sum() - held
    splits = [rng.permutation(hidden) for _ in range(6)]
    layouts = np.array([[one[:4].sum(), one[4:].sum()] for one in splits])
    files = [tmp_path / name for name in ("hands", "trumps", "leaders", "kept", "layouts")]
    for file, array in zip(files, (hands, trumps, leaders, kept, layouts), strict=True):
        np.savetxt(file, array, "%d")
    plain = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", PLAIN, *files],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    views = ("double-dummy", "blind-lead")
    races = [best_plans(kept.tolist(), layouts, [5, 8, 7], [1, 2, 3], view=view) for view in views]
    expected = [*solve_batch(hands, trumps, leaders), *np.ravel(races)]
    expected += [*lead_tricks(int(kept[0]), layouts, 5).ravel()]
    assert list(map(int, plain.stdout.split())) == expected


@pytest.mark.parametrize("defenders", [1, [2, 4], [[2]], [[2, 4, 8]]])
def test_leads_against_defenders_of_another_shape_are_refused(defenders):
    with pytest.raises(ValueError, match=r"defenders: expected shape \(n, 2\), got \("):
        lead_tricks(1, defenders, 5)


def test_the_race_finds_the_best_hand_for_each_target():
    """Against all hands solved on all layouts; the race gives up most of them early."""
    rng = np.random.default_rng(9)
    for size, layouts in [(3, 20), (5, 60), (7, 150)]:
        for trump in Trump:
            tiles = rng.permutation(22)
            held, hidden = tiles[: size + 1], tiles[size + 1 : 3 * size + 1]
            kept = [sum(1 << int(t) for t in held if t != gone) for gone in held]
            dealt = [rng.permutation(hidden) for _ in range(layouts)]
            against = np.array([
                [sum(1 << int(t) for t in one[:size]), sum(1 << int(t) for t in one[size:])]
                for one in dealt
            ])  # fmt: skip
            tricks = np.array([
                solve_batch(np.column_stack([np.full(layouts, hand), against]), trump)
                for hand in kept
            ])  # fmt: skip
            targets = [1, 2, size - 1, size] if size > 3 else [1, 2, 3]
            best, _, _, wins = best_plans(kept, against, trump, targets, view="double-dummy")
            for target, place, most in zip(targets, best, wins, strict=True):
                counts = (tricks >= target).sum(axis=1)
                assert most == counts.max() == counts[place]


def test_the_race_adds_the_nodes_it_searched():
    held = 0b1111_1111
    against = Layouts.after_exchange(held & ~1, "0-0").hands()[::100, 1:]
    kept = [held & ~(1 << tile) for tile in range(8)]
    nodes = np.zeros(8, np.int64)
    best_plans(kept, against, 5, [3], view="double-dummy", nodes=nodes)
    once = nodes.copy()
    assert once.sum() > 0
    assert once[0] == once[7] == 0, "the root and finished deals are no nodes"
    best_plans(kept, against, 5, [3], view="double-dummy", nodes=nodes)
    assert np.all(nodes >= once)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ({"targets": [6, 5]}, ValueError),
        ({"targets": [4, 4]}, ValueError),
        ({"targets": [8]}, ValueError),
        ({"trump": 9}, IllegalPlayError),
        ({"trump": []}, ValueError),
        ({"hands": [1 << 3]}, InvalidDealError),
        ({"hands": [1, 3]}, InvalidDealError),
        ({"hands": [1, 1 << 2]}, InvalidDealError),
        ({"defenders": np.array([[2.0, 4.0]])}, TypeError),
    ],
)
def test_bad_races_are_refused(call, error):
    good = {"hands": [1], "defenders": np.array([[2, 4], [8, 16]]), "trump": 8, "targets": [1]}
    assert best_plans(**good)[3].tolist() == [2]  # nothing follows 0-0, on either layout
    with pytest.raises(error):
        best_plans(**{**good, **call})


# --- Laws -----------------------------------------------------------------------------------------


@st.composite
def positions(draw, sizes=(1, 2, 3, 4, 5, 6, 7)):
    size = draw(st.sampled_from(sizes))
    tiles = draw(st.permutations(naive.TILES))[: 3 * size]
    return [tiles[:size], tiles[size : 2 * size], tiles[2 * size :]], draw(st.sampled_from(Trump))


@given(positions(), st.integers(0, 2))
def test_a_best_line_reaches_the_value_by_legal_plays(position, leader):
    hands, trump = position
    value = solve(deal_text(hands), trump, leader)
    line = best_line(deal_text(hands), trump, leader)
    assert len(line) == len(hands[0])
    assert sum(trick.winner == 0 for trick in line) == value
    left = [set(hand) for hand in hands]
    for trick in line:
        assert trick.leader == leader
        plays = []
        for place, text in enumerate(trick.tiles):
            tile = to_tiles(mask(text))[0]
            seat = (leader + place) % 3
            assert tile in naive.legal(left[seat], plays[0] if plays else None, trump)
            left[seat].remove(tile)
            plays.append(tile)
        leader = (leader + naive.trick_winner(plays, trump)) % 3
        assert trick.winner == leader


@given(positions())
def test_the_leaders_seat_and_one_trick_bound_the_value(position):
    hands, trump = position
    values = [solve(deal_text(hands), trump, leader) for leader in range(3)]
    assert all(0 <= value <= len(hands[0]) for value in values)
    plays = solve_plays(deal_text(hands), trump)
    assert max(plays.values()) == values[0]
    assert set(plays) == {name(tile) for tile in hands[0]}  # R12: any tile may be led


@given(positions(sizes=(1, 2)), st.data())
def test_a_relabelling_that_keeps_the_order_of_numbers_keeps_the_value(position, data):
    """Rules compare numbers, and never ask which they are (but for the blanks of R1)."""
    hands, trump = position
    hands = [[tile for tile in hand if tile != (0, 0)] for hand in hands]
    size = min(map(len, hands))
    if size == 0:
        return
    hands = [hand[:size] for hand in hands]
    numbers = sorted({end for hand in hands for tile in hand for end in tile})
    kept = trump if 1 <= trump <= 6 else None
    if kept:
        numbers = sorted({*numbers, int(kept)})
    new = sorted(
        data.draw(
            st.lists(st.integers(1, 6), min_size=len(numbers), max_size=len(numbers), unique=True)
        )
    )
    to = dict(zip(numbers, new, strict=True))
    moved = [[(to[high], to[low]) for high, low in hand] for hand in hands]
    renamed = to[int(kept)] if kept else trump
    assert solve(deal_text(hands), trump) == solve(deal_text(moved), renamed)


@given(positions())
def test_a_trump_that_nobody_holds_is_no_trump(position):
    hands, _ = position
    for trump in range(8):
        if not any(naive.is_trump(tile, trump) for hand in hands for tile in hand):
            assert solve(deal_text(hands), trump) == solve(deal_text(hands), "none")


def test_doubles_can_rank_the_other_way():
    """R10 as a house rule: with doubles low to high, 1-1 beats 6-6."""
    deal = "6-6 | 1-1 | 0-0"
    assert solve(deal, "doubles") == 1
    assert solve(deal, "doubles", rules=Rules(doubles_high_to_low=False)) == 0
    assert solve(deal, "doubles") == 1  # what was learned under one rule stays there


# --- What comes in --------------------------------------------------------------------------------


def test_a_deal_may_be_text_masks_or_a_deal():
    text = "6-6 5-5 | 6-5 1-1 | 4-3 0-0"
    deal = Deal.parse(text)
    assert solve(deal, 8) == solve(text, "none") == solve(list(deal.hands), Trump.NONE)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        ({"deal": "6-6 | 6-5 | 6-6"}, InvalidDealError, "6-6 is in seats 0 and 2"),
        ({"deal": "6-6 5-5 | 6-5 | 1-1"}, InvalidDealError, "equal size"),
        ({"deal": "6-6 | 6-5"}, InvalidDealError, "3 hands"),
        ({"deal": 5}, TypeError, "deal"),
        ({"trump": 9}, IllegalPlayError, "trump"),
        ({"trump": "hearts"}, IllegalPlayError, "hearts"),
        ({"trump": 1.0}, TypeError, "trump"),
        ({"leader": 3}, IllegalPlayError, "leader"),
        ({"leader": "0"}, TypeError, "leader"),
        ({"leader": True}, TypeError, "leader"),
        ({"played": "6-5"}, IllegalPlayError, r"played\[0\]: seat 0 does not hold 6-5"),
        ({"played": "6-6 1-1"}, IllegalPlayError, "can follow 6-6"),
        ({"played": "6-6 6-5 0-0"}, IllegalPlayError, "at most 2"),
        ({"played": ["6-6 5-5"]}, InvalidDealError, "1 tile"),
    ],
)
def test_bad_positions_are_refused(call, error, words):
    good = {"deal": "6-6 5-5 | 6-5 1-1 | 4-3 0-0", "trump": "none"}
    for solver in (solve, solve_plays, best_line):
        with pytest.raises(error, match=words):
            solver(**{**good, **call})


GOOD = [[1, 2, 4], [8, 16, 32]]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        ({"hands": np.array(GOOD, float)}, TypeError, "float64"),
        ({"hands": np.array(GOOD, bool)}, TypeError, "bool"),
        ({"hands": [["a", "b", "c"]]}, TypeError, "whole numbers"),
        ({"hands": [1, 2, 4]}, ValueError, r"\(3,\)"),
        ({"hands": [[1, 2]]}, ValueError, r"\(1, 2\)"),
        ({"hands": [[1, 2, 4], [1, 2, 1 << 22]]}, InvalidDealError, r"hands\[1\].*bits"),
        ({"hands": np.array([[1, 2, 1 << 63]], np.uint64)}, InvalidDealError, r"hands\[0\]"),
        ({"hands": [[1, 2, -4]]}, InvalidDealError, r"hands\[0\]"),
        ({"hands": [[1, 2, 4], [3, 4, 8]]}, InvalidDealError, r"hands\[1\].*equal size.*2, 1, 1"),
        ({"hands": [[0, 0, 0]]}, InvalidDealError, "1 to 7"),
        ({"hands": [[255, 255 << 8, 0b111111 << 16]]}, InvalidDealError, "equal size"),
        (
            {"hands": [*GOOD, [1, 2, 1]]},
            InvalidDealError,
            r"hands\[2\]: tile 0-0 is in seats 0 and 2",
        ),
        ({"trump": [0, 9]}, IllegalPlayError, r"trump\[1\]: expected 0 to 8, got 9"),
        ({"trump": [0, 1, 2]}, ValueError, "trump"),
        ({"trump": 1.5}, TypeError, "trump"),
        ({"trump": "x"}, IllegalPlayError, "trump"),
        ({"leader": -1}, IllegalPlayError, "leader"),
        ({"leader": [0, 3]}, IllegalPlayError, r"leader\[1\]"),
        ({"threads": 0}, ValueError, "threads"),
    ],
)
def test_bad_batches_are_refused_before_a_kernel_sees_them(call, error, words):
    with pytest.raises(error, match=words):
        solve_batch(**{"hands": GOOD, "trump": 0, **call})


def test_an_empty_batch_has_an_empty_answer():
    assert solve_batch(np.empty((0, 3), int), 5).shape == (0,)
    assert solve_batch([], 5).dtype == np.int8


def test_a_batch_leaves_its_input_alone_and_takes_any_layout_of_it():
    hands, trumps, _ = rows(20, 4, seed=8)
    before = hands.copy()
    expected = solve_batch(hands, trumps)
    hands.setflags(write=False)
    for given_hands in (hands, np.asfortranarray(hands), hands.astype(np.uint32), hands.tolist()):
        assert np.array_equal(solve_batch(given_hands, trumps.astype(np.int8)), expected)
    assert np.array_equal(hands, before)
