"""The blind lead: against the oracle by hand-written averaging, against itself, and its laws."""

import itertools

import naive
import numpy as np
import pytest
from helpers import random_hands, seeds, to_mask, to_tiles

from moon_sim.game import ALL_TILES, format_tiles, parse_tiles, tile_ids
from moon_sim.game.errors import IllegalPlayError
from moon_sim.game.house_rules import DEFAULT_RULES
from moon_sim.game.layouts import Layouts
from moon_sim.game.rules import (
    NUMBER_BIDS,
    Trump,
)
from moon_sim.odds.bids import bid_odds
from moon_sim.odds.contracts import contract_odds
from moon_sim.odds.distributions import TrickDistribution
from moon_sim.odds.exchanges import Exchange
from moon_sim.odds.rankings import rank_exchanges
from moon_sim.odds.tables import exchange_odds
from moon_sim.solver.plans import best_plans, distinct_leads, lead_tricks
from moon_sim.solver.values import Search, solve_batch, solve_plays

HAND, DISCARD, TRUMP = "6-6 6-4 6-2 5-5 4-3 3-1 2-1", "1-1", 6
HOLDING = f"{HAND} {DISCARD}"


@pytest.fixture(scope="module")
def exact():
    return contract_odds(HAND, DISCARD, TRUMP, view="blind-lead")


@pytest.fixture(scope="module")
def opened():
    return contract_odds(HAND, DISCARD, TRUMP, view="double-dummy")


# --- Against the oracle ---------------------------------------------------------------------------


def endings(size, count):
    """Endings as a declarer sees them: its hand, and every split of the tiles that are hidden."""
    rng = np.random.default_rng(size)
    for number in range(count):
        hand, left, right = random_hands(rng, size)
        hidden = [*left, *right]
        splits = [
            (one, tuple(tile for tile in hidden if tile not in one))
            for one in itertools.combinations(hidden, size)
        ]
        yield hand, splits, number % 9


@pytest.mark.parametrize(("size", "count"), [(2, 45), (3, 18), (4, 3)])
def test_the_value_of_each_lead_equals_the_oracles(size, count):
    """For each lead the splits are counted by tricks; for each target the most wins are picked."""
    for hand, splits, trump in endings(size, count):
        against = np.array([[to_mask(one), to_mask(other)] for one, other in splits])
        tables = [naive.play_values((hand, *split), trump) for split in splits]
        tiles = to_tiles(to_mask(hand))  # the lowest id first
        expected = [[table[tile] for tile in tiles] for table in tables]
        assert lead_tricks(to_mask(hand), against, trump).tolist() == expected
        targets = list(range(1, size + 1))
        best, _, leads, wins = best_plans([to_mask(hand)], against, trump, targets)
        for target, place, lead, most in zip(targets, best, leads, wins, strict=True):
            made = [sum(table[tile] >= target for table in tables) for tile in naive.TILES
                    if tile in hand]  # fmt: skip
            assert place == 0
            assert most == max(made)
            assert sum(table[naive.TILES[lead]] >= target for table in tables) == most


def test_counts_of_full_hands_are_those_of_each_play_solved_by_itself():
    """`solve_plays` solves what comes after each lead as a position of its own."""
    rng = np.random.default_rng(3)
    for trump in (0, 3, 6, 7, 8):
        held = sum(1 << int(tile) for tile in rng.permutation(22)[:8])
        gone = next(tile_ids(held))
        layouts = Layouts.after_exchange(held & ~(1 << gone), format_tiles(1 << gone))
        hands = layouts.hands(layouts.sample(12, rng))
        tricks = lead_tricks(held & ~(1 << gone), hands[:, 1:], trump)
        for row, values in zip(hands.tolist(), tricks.tolist(), strict=True):
            plays = solve_plays(row, trump)
            assert [plays[format_tiles(1 << tile)] for tile in tile_ids(row[0])] == values


# --- The code against itself ----------------------------------------------------------------------


def test_the_best_lead_of_each_layout_is_worth_the_double_dummy_value():
    rng = np.random.default_rng(4)
    for trump in Trump:
        hand = sum(1 << int(tile) for tile in rng.permutation(22)[:7])
        hidden = ALL_TILES & ~hand
        layouts = Layouts.after_exchange(hand, format_tiles(1 << next(tile_ids(hidden))))
        hands = layouts.hands(layouts.sample(100, rng))
        tricks = lead_tricks(hand, hands[:, 1:], trump)
        assert np.array_equal(tricks.max(axis=1), solve_batch(hands, trump))
        clipped = lead_tricks(hand, hands[:, 1:], trump, least=3)
        assert np.array_equal(clipped, np.maximum(tricks, 3))


def test_no_optimisation_changes_the_value_of_a_lead():
    hands = Layouts.after_exchange(HAND, DISCARD).hands()[::200]
    hand, against = int(hands[0, 0]), hands[:, 1:]
    expected = lead_tricks(hand, against, TRUMP)
    for dropped in ("table", "ordering", "sure_tricks", "equal_trumps"):
        search = Search(**{dropped: False})
        assert np.array_equal(lead_tricks(hand, against, TRUMP, search=search), expected)


def test_trumps_that_nothing_parts_are_one_lead(exact):
    """6-6 and the rest: 6-5 and 6-3 are hidden, and the discard 6-1 parts nothing."""
    held = parse_tiles("6-6 6-4 6-2 5-5 4-3 3-1 2-1")
    hidden = parse_tiles("6-5 6-3 5-4")
    assert len(distinct_leads(held, hidden, 6)) == 7
    assert len(distinct_leads(held, hidden & ~parse_tiles("6-5"), 6)) == 6
    assert len(distinct_leads(held, parse_tiles("5-4"), 6)) == 5
    assert len(distinct_leads(held, hidden, Trump.NONE)) == 7
    same = contract_odds("6-6 6-5 6-4 5-5 4-3 3-1 2-1", DISCARD, TRUMP, 100, 1, view="blind-lead")
    assert same.leads["6-6"].counts.tolist() == same.leads["6-4"].counts.tolist()


def test_the_race_finds_the_best_discard_and_lead():
    """Against all leads from all hands solved on all layouts."""
    rng = np.random.default_rng(9)
    for trump in Trump:
        held = sum(1 << int(tile) for tile in rng.permutation(22)[:8])
        kept = [held & ~(1 << tile) for tile in tile_ids(held)]
        exchange = Exchange(held, 150, rng, DEFAULT_RULES)
        against = exchange._hands[:, 1:]
        tricks = [lead_tricks(hand, against, trump) for hand in kept]
        targets = [1, 3, 4, 5, 6, 7]
        best, _, leads, wins = best_plans(kept, against, trump, targets)
        for target, place, lead, most in zip(targets, best, leads, wins, strict=True):
            made = [(values >= target).sum(axis=0) for values in tricks]
            assert most == max(one.max() for one in made)
            assert most == made[place][list(tile_ids(kept[place])).index(lead)]


def test_one_thread_equals_two():
    for call in (
        lambda threads: contract_odds(
            HAND, DISCARD, TRUMP, 1500, 3, view="blind-lead", threads=threads
        ).leads["5-5"].counts.tolist(),
        lambda threads: exchange_odds(
            HOLDING, 10, 3, view="blind-lead", threads=threads
        ).to_dict(),
        lambda threads: bid_odds(
            HAND, 3, 3, view="blind-lead", threads=threads
        ).choices.to_dict(),
    ):  # fmt: skip
        assert call(1) == call(2)


# --- A contract -----------------------------------------------------------------------------------


def test_a_laydown_needs_no_eyes():
    """Seven certain winners, whichever is led first: see `test_odds.py`."""
    hand = "6-6 6-5 6-4 5-5 4-4 3-3 1-1"
    blind = contract_odds(hand, "2-1", "none", view="blind-lead")
    assert (
        blind.p_at_least(7)
        == contract_odds(hand, "2-1", "none", view="double-dummy").p_at_least(7)
        == 1
    )
    assert blind.leads["6-6"].counts.tolist() == [0] * 7 + [3432]


def test_a_contracts_odds_are_those_of_its_best_leads(exact, opened):
    assert list(exact.leads) == HAND.split()
    assert exact.exact
    assert exact.n == 3432
    assert exact.seed is None
    for k in range(8):
        best = max(one.p_at_least(k) for one in exact.leads.values())
        assert exact.p_at_least(k) == exact.leads[exact.best_lead(k)].p_at_least(k) == best
        assert exact.interval(k) == (best, best)
        assert exact.standard_error(k) == 0
        assert best <= opened.p_at_least(k)
    assert exact.p_at_least(4) < opened.p_at_least(4)


def test_equal_leads_are_parted_by_their_mean_and_then_by_the_higher_tile():
    def counts(*wins):
        return TrickDistribution(np.array([0, 0, 0, *wins]), population=10)

    def blind(leads):
        return TrickDistribution(leads["5-5"].counts, 10, leads=leads, measured=leads)

    leads = {"6-6": counts(5, 5, 0, 0, 0), "5-5": counts(5, 0, 5, 0, 0),
             "1-1": counts(5, 0, 5, 0, 0)}  # fmt: skip
    odds = blind(leads)
    assert [odds.best_lead(k) for k in range(8)] == ["5-5"] * 8
    again = {tile: leads[tile] for tile in ("1-1", "5-5", "6-6")}
    assert blind(again).best_lead(4) == "1-1"


def test_all_layouts_drawn_are_exact(exact):
    drawn = contract_odds(HAND, DISCARD, TRUMP, 3432, 5, view="blind-lead")
    assert drawn.exact
    assert drawn.seed is None
    for tile, one in exact.leads.items():
        assert drawn.leads[tile].counts.tolist() == one.counts.tolist()


@seeds(60, 300)
def test_a_sampled_lead_is_measured_on_fresh_layouts(exact, seeds):
    """Over many seeds: intervals cover, and what is promised is held.

    The best of seven noisy numbers, quoted as it stands, would promise too much.
    """
    k = 4
    inside, best_inside, promised, naively = [], [], [], []
    for seed in range(seeds):
        odds = contract_odds(HAND, DISCARD, TRUMP, 30, seed, view="blind-lead")
        assert (odds.n, odds.exact, odds.seed) == (30, False, seed)
        lead = odds.best_lead(k)
        truth = exact.leads[lead].p_at_least(k)
        low, high = odds.interval(k, 0.9)
        assert low <= odds.p_at_least(k) <= high
        assert odds.standard_error(k) == odds.measured[lead].standard_error(k)
        inside.append(low <= truth <= high)
        best_inside.append(low <= exact.p_at_least(k) <= high)
        promised.append(odds.p_at_least(k) - truth)
        naively.append(odds.leads[lead].p_at_least(k) - truth)
    spread = 3 * (0.9 * 0.1 / seeds) ** 0.5
    assert np.mean(inside) > 0.9 - spread
    assert np.mean(best_inside) > 0.9 - spread  # the lead chosen is hardly worse than the best
    noise = np.std(promised) / len(promised) ** 0.5
    assert abs(np.mean(promised)) < 3 * noise
    assert np.mean(naively) > (3 if seeds > 100 else 1) * noise


# --- An exchange ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table():
    return exchange_odds(HOLDING, view="blind-lead")


def test_an_exchange_has_the_odds_of_each_contract(table, exact):
    assert table.shape == (72, 10)
    assert table.attrs == {"exact": True, "seed": None, "source": "computed"}
    contracts = {(DISCARD, Trump.SIXES): exact}
    for discard, trump in [("6-6", Trump.SIXES), ("2-1", Trump.NONE)]:
        kept = parse_tiles(HOLDING) & ~parse_tiles(discard)
        contracts[discard, trump] = contract_odds(kept, discard, trump, view="blind-lead")
    for where, odds in contracts.items():
        row = table.loc[where]
        for bid in NUMBER_BIDS:
            assert row[f"p{bid}"] == odds.p_at_least(bid)
            assert odds.leads[row[f"lead{bid}"]].p_at_least(bid) == odds.p_at_least(bid)
        assert row["mean_tricks"] == pytest.approx(odds.leads[row["lead4"]].mean)


def test_blind_odds_are_at_most_double_dummy(table):
    opened = exchange_odds(HOLDING, view="double-dummy")
    columns = [f"p{bid}" for bid in NUMBER_BIDS]
    assert (table[columns] <= opened[columns]).all(axis=None)
    assert (table[columns] < opened[columns]).any(axis=None)
    assert (table["mean_tricks"] <= opened["mean_tricks"] + 1e-12).all()


def test_the_mean_can_be_left_out(table):
    some = [Trump.SIXES, Trump.NONE]
    alone = exchange_odds(HOLDING, trump=some, mean_tricks=False)
    rows = table.index.get_level_values("trump").isin(some)
    assert alone.equals(table[rows].drop(columns="mean_tricks"))
    for view in ("double-dummy", "blind-lead"):
        sampled, less = (
            exchange_odds(HOLDING, 5, 1, view=view, mean_tricks=wanted) for wanted in (True, False)
        )
        assert less.equals(sampled.drop(columns="mean_tricks"))


def test_ranked_exchanges_name_the_lead(table):
    ranked = rank_exchanges(HOLDING, view="blind-lead", top=5).table
    opened = exchange_odds(HOLDING, view="double-dummy")
    for (bid, _), row in ranked.iterrows():
        where = (row["discard"], Trump.parse(row["trump"]))
        assert row["p_make"] == row["low"] == row["high"] == table.loc[where, f"p{bid}"]
        assert row["lead"] == table.loc[where, f"lead{bid}"]
        assert row["double_dummy"] == opened.loc[where, f"p{bid}"]
    for bid in NUMBER_BIDS:
        assert ranked.loc[bid, "p_make"].is_monotonic_decreasing


@seeds(12, 60)
def test_a_sampled_exchange_promises_what_it_holds(table, seeds):
    """Ranked on one sample, leads chosen on it, too; measured on fresh layouts."""
    excess = []
    for seed in range(seeds):
        ranked = rank_exchanges(HOLDING, 10, seed, view="blind-lead", top=1).table
        row = ranked.loc[(4, 1)]
        kept = parse_tiles(HOLDING) & ~parse_tiles(row["discard"])
        where = (row["discard"], Trump.parse(row["trump"]))
        # No lead is better than the best one.
        excess.append(row["p_make"] - table.loc[where, "p4"])
        assert parse_tiles(row["lead"]) & kept
    assert np.mean(excess) < 3 * np.std(excess) / len(excess) ** 0.5


# --- A bid ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bids():
    return bid_odds(HAND, view="blind-lead", trump=TRUMP)


def test_exact_bids_are_the_mean_over_widows_of_the_best_plan(bids):
    """Contract by contract, each with its best lead."""
    held = parse_tiles(HAND)
    best = {bid: [] for bid in NUMBER_BIDS}
    for widow in list(tile_ids(ALL_TILES & ~held))[::5]:
        exchange = Exchange(held | 1 << widow, None, np.random.default_rng(0), DEFAULT_RULES)
        wins = {
            discard: exchange.best_leads(discard, TRUMP)[1] for discard in tile_ids(exchange.held)
        }
        for at, bid in enumerate(NUMBER_BIDS):
            choice = bids.choices.loc[(format_tiles(1 << widow), bid)]
            best[bid].append(max(int(one[at]) for one in wins.values()) / 3432)
            assert choice["p_make"] == best[bid][-1]
            # The lead named does what is said of it.
            gone, led = (next(tile_ids(parse_tiles(choice[name]))) for name in ("discard", "lead"))
            counts = exchange.lead_counts(gone, TRUMP, [led])[0]
            assert counts[bid:].sum() / 3432 == choice["p_make"]
            opened = exchange.counts(gone, TRUMP)
            assert opened[bid:].sum() / 3432 == choice["double_dummy"] >= choice["p_make"]
    for bid in NUMBER_BIDS:
        assert bids.p_make[bid] == pytest.approx(bids.choices["p_make"].xs(bid, level="bid").mean())
    assert bids.exact
    assert bids.choices.shape[0] == 60
    assert bids.view == "blind-lead"


def test_blind_bids_are_at_most_double_dummy(bids):
    opened = bid_odds(HAND, trump=TRUMP, view="double-dummy")
    assert (bids.p_make <= bids.double_dummy + 1e-12).all()
    assert (bids.double_dummy <= opened.p_make + 1e-12).all()
    assert opened.double_dummy.equals(opened.p_make.rename("double_dummy"))
    assert opened.view == "double-dummy"


@seeds(15, 100)
def test_sampled_bids_cover_the_exact_ones(bids, seeds):
    """90 % intervals over many seeds, all bids in doubt; the lead is part of the choice."""
    doubtful = [bid for bid in NUMBER_BIDS if 0.02 < bids.p_make[bid] < 0.98]
    assert len(doubtful) >= 2
    inside, ends = [], []
    for seed in range(seeds):
        odds = bid_odds(HAND, 20, seed, view="blind-lead", trump=TRUMP)
        for bid in doubtful:
            low, high = odds.interval(bid, level=0.9)
            inside.append(low <= bids.p_make[bid] <= high)
            ends.append(odds.p_make[bid] - bids.p_make[bid])
    # bids share their layouts: as if there were only one bid a seed
    assert np.mean(inside) > 0.9 - 3 * (0.9 * 0.1 / seeds) ** 0.5
    noise = 3 * np.std(ends) / seeds**0.5
    assert -0.01 - noise < np.mean(ends) < noise


def test_the_choice_of_a_sample_names_lead_discard_and_trump():
    odds = bid_odds(HAND, 3, 2, view="blind-lead")
    assert list(odds.choices.columns) == ["discard", "trump", "lead", "p_make", "n", "double_dummy"]
    assert (odds.choices["lead"] != odds.choices["discard"]).all()
    assert (odds.choices["double_dummy"] >= odds.choices["p_make"]).all()
    for (widow, _), row in odds.choices.iterrows():
        assert row["lead"] in {*HAND.split(), widow} - {row["discard"]}


# --- What comes in --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda view: contract_odds(HAND, DISCARD, TRUMP, 1, 1, view=view),
        lambda view: exchange_odds(HOLDING, 1, 1, view=view),
        lambda view: rank_exchanges(HOLDING, 1, 1, view=view),
        lambda view: bid_odds(HAND, 1, 1, view=view),
        lambda view: best_plans([1], np.array([[2, 4]]), 8, [1], view=view),
    ],
)
def test_a_view_is_one_of_two(call):
    with pytest.raises(ValueError, match="blind-lead or double-dummy, got 'peek'"):
        call("peek")
    for wrong in (None, 1, True):
        with pytest.raises(TypeError, match="view: expected text"):
            call(wrong)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"leads": [5]}, IllegalPlayError, "does not hold 3-2"),
        ({"leads": [1.5]}, TypeError, "leads"),
        ({"leads": [22]}, ValueError, "leads"),
        ({"trump": 9}, IllegalPlayError, "trump"),
        ({"least": 8}, ValueError, "least"),
        ({"hand": 0b11}, ValueError, "equal size"),
        ({"defenders": np.array([[1, 2]])}, ValueError, "tile 0-0 is in seats 0 and 1"),
    ],
)
def test_bad_leads_are_refused(change, error, words):
    good = {"hand": 1, "defenders": np.array([[2, 4]]), "trump": 8}
    assert lead_tricks(**good).tolist() == [[1]]
    with pytest.raises(error, match=words):
        lead_tricks(**{**good, **change})
