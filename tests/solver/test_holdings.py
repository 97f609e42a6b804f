"""The best plans of a holding, against all plans on all layouts, and which of equal ones counts."""

import itertools

import naive
import numpy as np
import pytest
from helpers import seeds

from moon_sim.game import Layouts, Trump, parse_tiles, tile_ids, tile_name
from moon_sim.solver import Search, holding_plans, trumps_by_strength
from moon_sim.solver.plans import best_plans, distinct_leads, lead_tricks

BIDS = [4, 5, 6, 7]


def random_held(rng):
    return sum(1 << int(tile) for tile in rng.permutation(22)[:8])


def by_strength(trump):
    """All tile ids, the weakest first: trumps on top, then by rank in the suit that they lead."""

    def strength(tile):
        suit = naive.led_suit(naive.TILES[tile], trump)
        return suit == trump, naive.rank(naive.TILES[tile], suit), suit

    return sorted(range(22), key=strength)


def first_best(held, layouts, trumps, higher_first=False):
    """Every plan in the order that decides ties, measured by itself: the first with most wins.

    With `higher_first` that for the next higher bid comes before all.
    """
    found = dict.fromkeys(BIDS, (-1, None))
    hidden = int(np.bitwise_or.reduce(layouts, axis=None))
    every = {}
    for trump in trumps:
        order = by_strength(trump)
        for discard in sorted(tile_ids(held), key=order.index):
            kept = held & ~(1 << discard)
            leads = sorted(distinct_leads(kept, hidden, trump), key=order.index, reverse=True)
            tricks = lead_tricks(kept, layouts, trump, leads)
            for (column, lead), bid in itertools.product(enumerate(leads), BIDS):
                wins = int((tricks[:, column] >= bid).sum())
                every[bid, (discard, int(trump), lead)] = wins
                if wins > found[bid][0]:
                    found[bid] = (wins, (discard, int(trump), lead))
    for bid in (6, 5, 4) if higher_first else ():
        most, above = found[bid][0], found[bid + 1][1]
        if every[bid, above] == most:
            found[bid] = most, above
    return [[wins, *plan] for wins, plan in found.values()]


@seeds(4, 40)
def test_of_all_plans_the_first_of_the_best_is_found(seeds):
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        held = random_held(rng)
        kept = [held & ~(1 << tile) for tile in tile_ids(held)]
        gone = next(tile_ids(held))
        possible = Layouts.after_exchange(held & ~(1 << gone), tile_name(gone))
        layouts = possible.hands(possible.sample(60, rng))[:, 1:]
        trumps = [Trump(int(one)) for one in rng.permutation(9)]
        best, trump, lead, wins = best_plans(kept, layouts, trumps, BIDS)
        discards = np.array(list(tile_ids(held)))[best]
        found = np.column_stack([wins, discards, trump, lead]).tolist()
        assert found == first_best(held, layouts, trumps)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_on_all_layouts_too(seed):
    held = random_held(np.random.default_rng(100 + seed))
    gone = next(tile_ids(held))
    layouts = Layouts.after_exchange(held & ~(1 << gone), tile_name(gone)).hands()[:, 1:]
    expected = first_best(held, layouts, trumps_by_strength(held), higher_first=True)
    assert holding_plans(held).tolist() == expected


@pytest.mark.parametrize(("seed", "shared"), [(0, 0), (6, 2), (9, 1)])
def test_a_plan_makes_what_it_is_said_to_and_serves_as_many_bids_as_it_can(seed, shared):
    """Of the seeds, in two the race alone would name other plans for the lower bids."""
    held = random_held(np.random.default_rng(seed))
    discards = np.array(list(tile_ids(held)))
    kept = (held & ~(1 << discards)).tolist()
    layouts = Layouts.after_exchange(kept[0], tile_name(int(discards[0]))).hands()[:, 1:]
    found = holding_plans(held)
    raced, trump, lead, _ = best_plans(kept, layouts, trumps_by_strength(held), BIDS)
    other = found[:, 1:] != np.column_stack([discards[raced], trump, lead])
    assert other.any(axis=1).sum() == shared

    def wins(bid, discard, trump, lead):
        tricks = lead_tricks(held & ~(1 << discard), layouts, trump, [lead], least=bid - 1)
        return int((tricks >= bid).sum())

    rows = found.tolist()
    for bid, (won, *plan), (_, *above) in zip(BIDS, rows, [*rows[1:], rows[-1]], strict=True):
        assert wins(bid, *plan) == won
        assert (wins(bid, *above) == won) == (plan == above)


def test_trumps_one_by_one_give_the_same_wins():
    """The race over all of them gives up plans that it would run to the end for one trump alone."""
    held = random_held(np.random.default_rng(1))
    kept = [held & ~(1 << tile) for tile in tile_ids(held)]
    gone = next(tile_ids(held))
    layouts = Layouts.after_exchange(held & ~(1 << gone), tile_name(gone)).hands()[::5, 1:]
    for view in ("blind-lead", "double-dummy"):
        apart = [best_plans(kept, layouts, trump, BIDS, view=view)[3] for trump in Trump]
        together = best_plans(kept, layouts, list(Trump), BIDS, view=view)
        assert np.array_equal(together[3], np.max(apart, axis=0))


def test_layouts_may_be_of_other_hidden_tiles():
    """6-6 and 6-4 are worth the same but where a defender holds 6-5."""
    without, with_it = ("1-1 2-2", "3-3 4-4"), ("6-5 5-5", "3-3 4-4")
    layouts = np.array([list(map(parse_tiles, one)) for one in (without, with_it)])
    for some in (layouts, layouts[::-1]):
        _, _, [lead], [wins] = best_plans([parse_tiles("6-6 6-4")], some, 6, [2])
        assert (tile_name(int(lead)), wins) == ("6-6", 2)


def test_more_tricks_than_tiles_are_never_made():
    layouts = np.array([[2, 4], [4, 8]])
    for search in (Search(), Search(*[False] * 6)):
        best = best_plans([1], layouts, [8, 0], [0, 1, 2, 7], search=search)
        assert np.array_equal(best, [[0] * 4, [8, 8, 8, 8], [0] * 4, [2, 2, 0, 0]])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ({"hands": []}, "hands: expected one or more, got none"),
        ({"defenders": np.empty((0, 2), int)}, "defenders: expected one or more, got none"),
        ({"defenders": []}, r"defenders: expected shape \(n, 2\), got \(0,\)"),
        ({"defenders": [2, 4]}, r"defenders: expected shape \(n, 2\), got \(2,\)"),
        ({"targets": []}, "targets: expected one or more, got none"),
    ],
)
def test_races_of_nothing_are_refused_before_a_kernel_sees_them(call, words):
    with pytest.raises(ValueError, match=words):
        best_plans(**{"hands": [1], "defenders": [[2, 4]], "trump": 8, "targets": [1], **call})


@pytest.mark.parametrize(
    "dropped",
    ["table", "ordering", "sure_tricks", "equal_trumps", "open_discard", "likely_first"],
)
def test_no_optimisation_changes_a_plan(dropped):
    rng = np.random.default_rng(3)
    held, hidden = np.split(1 << rng.permutation(22)[:16], [6])
    splits = [rng.permutation(hidden) for _ in range(80)]
    layouts = np.array([[one[:5].sum(), one[5:].sum()] for one in splits])
    kept = (held.sum() - held).tolist()
    expected = best_plans(kept, layouts, [7, 8, 6, 0], [1, 2, 3, 4])
    found = best_plans(kept, layouts, [7, 8, 6, 0], [1, 2, 3, 4], search=Search(**{dropped: False}))
    assert np.array_equal(found, expected)


def test_optimisations_of_the_race_save_positions():
    held = parse_tiles("6-6 6-4 6-2 5-5 4-3 3-1 2-1 1-1")

    def nodes(**switches):
        counts = np.zeros(8, np.int64)
        holding_plans(held, nodes=counts, search=Search(**switches))
        return counts.sum()

    assert nodes() < min(nodes(open_discard=False), nodes(likely_first=False))


def test_strength_of_trumps_is_that_of_their_sure_tricks():
    """Sure tricks by play: all of the others' trumps together fall on the own ones as they like."""

    def sure(own, others):
        if not own:
            return 0
        # The declarer plays its trumps in the best order; the others cover each as they can.
        return max(
            min(
                sure(own - {trump}, others - {cover}) + (cover is None or cover < trump)
                for cover in [None, *others]
            )
            for trump in own
        )

    rng = np.random.default_rng(8)
    for _ in range(30):
        held = random_held(rng)
        strength = {}
        for trump in Trump:
            order = by_strength(trump)
            trumps = {naive.TILES.index(tile) for tile in naive.TILES
                      if naive.led_suit(tile, trump) == trump}  # fmt: skip
            own = {order.index(tile) for tile in trumps if held >> tile & 1}
            strength[trump] = -sure(own, {order.index(tile) for tile in trumps} - own), -len(own)
        assert trumps_by_strength(held) == sorted(Trump, key=lambda one: (strength[one], one))
