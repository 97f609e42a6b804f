"""Odds worked by hand, against the definition, and sampled against exact."""

from math import comb

import numpy as np
import pytest
from helpers import mask, seeds

from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.layouts import Layouts
from moon_sim.game.reading import parse_tiles
from moon_sim.game.rules import NUMBER_BIDS, Trump
from moon_sim.game.tiles import ALL_TILES, format_tiles, tile_ids
from moon_sim.odds.bids import bid_odds
from moon_sim.odds.contracts import contract_odds
from moon_sim.odds.gains import points
from moon_sim.odds.rankings import rank_exchanges
from moon_sim.odds.tables import exchange_odds
from moon_sim.solver.values import solve_batch

HOLDING = "6-6 6-4 5-5 5-2 4-3 3-1 2-1 0-0"
LAYDOWN = "6-6 6-5 6-4 5-5 4-4 3-3 1-1"

# --- Worked by hand -------------------------------------------------------------------------------


def test_seven_certain_winners_make_seven():
    """Without trumps this hand wins every trick that it leads, and it leads them all.

    6-6, 5-5, 4-4, 3-3 and 1-1 are the highest of the suits that they lead (R10). 6-5 leads
    sixes, where only 6-6 is higher, and 6-4 is beaten by 6-6 and 6-5 alone: the declarer holds
    them. Nothing ruffs, so the declarer takes the first trick, keeps the lead, and so on.
    """
    for discard in ("6-3", "2-1", "0-0"):
        odds = contract_odds(LAYDOWN, discard, "none", view="double-dummy")
        assert odds.exact
        assert odds.n == 3432
        assert odds.p_at_least(7) == 1
        assert odds.counts.tolist() == [0] * 7 + [3432]


def test_four_top_trumps_two_doubles_and_a_loser_make_six_and_never_seven():
    """Sixes: 6-6 6-5 6-4 6-3 draw 6-2 and 6-1, then 5-5 and 4-4 win. 2-1 leads twos, and 2-2

    and 3-2 are out with the defenders: whoever holds one of the twos must follow with a two, and
    all of them rank above 2-1.
    """
    odds = contract_odds("6-6 6-5 6-4 6-3 5-5 4-4 2-1", "1-1", 6, view="double-dummy")
    assert odds.counts.tolist() == [0] * 6 + [3432, 0]
    assert odds.mean == 6


def test_a_hand_without_a_winner_takes_nothing():
    """The lowest of each suit, sixes trump: 6-1 is the lowest trump.

    2-1 3-1 4-1 5-1 and 3-2 each lead a suit whose every other tile outranks them, or whose
    holders ruff; whether a defender can be out of a suit and of trumps decides single layouts, so
    the odds of 7 are 0 and those of 1 small.
    """
    odds = contract_odds("5-1 4-1 3-1 2-1 3-2 4-2 6-1", "1-1", 6, view="double-dummy")
    assert odds.p_at_least(7) == 0
    assert odds.mean < 1


@pytest.mark.parametrize("r", [2, 3, 4])
def test_the_defenders_trumps_lie_in_one_hand_as_often_as_counted(r):
    """2 C(14 - r, 7 - r) / C(14, 7): 46.2 %, 19.2 % and 7.0 % for r = 2, 3, 4."""
    sixes = ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1"]
    hand = " ".join([*sixes[: 6 - r], *["5-5", "4-4", "3-3", "2-2", "1-1"][: 1 + r]])
    layouts = Layouts.after_exchange(hand, "5-1").hands()
    out = mask(" ".join(sixes[6 - r :]))
    together = np.mean((layouts[:, 1] & out == out) | (layouts[:, 2] & out == out))
    assert together == 2 * comb(14 - r, 7 - r) / comb(14, 7)
    assert round(100 * together, 1) == {2: 46.2, 3: 19.2, 4: 7.0}[r]


def test_points_by_hand():
    assert points(4, 0.5) == points(21, 0.5) == 0
    assert points(5, 1) == 5
    assert points(7, 0) == -7
    assert points(21, 0.75) == 10.5
    with pytest.raises(IllegalPlayError):
        points(8, 0.5)


# --- Exchange -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table():
    return exchange_odds(HOLDING, view="double-dummy")


def test_exchange_odds_are_those_of_each_contract(table):
    assert table.shape == (72, 6)
    assert table.attrs["exact"] is True
    assert list(table.index.get_level_values("trump")[:9]) == list(Trump)
    for discard, trump in [("6-6", 5), ("2-1", 6), ("0-0", "none"), ("4-3", "doubles")]:
        odds = contract_odds(
            parse_tiles(HOLDING) & ~parse_tiles(discard), discard, trump, view="double-dummy"
        )
        row = table.loc[(discard, Trump.parse(trump))]
        assert [row[f"p{bid}"] for bid in NUMBER_BIDS] == [odds.p_at_least(b) for b in NUMBER_BIDS]
        assert row["mean_tricks"] == pytest.approx(odds.mean)
        assert row["n"] == 3432


def test_all_contracts_of_a_sample_share_their_layouts():
    """Where a trump is in nobody's hand but the declarer's, it plays as one that nobody has.

    With all the ones in the holding, discards aside, the contracts differ but the layouts are the
    same: each row is what `solve_batch` makes of the one sample that the seed draws.
    """
    holding = "6-1 5-1 4-1 3-1 2-1 1-1 6-6 5-5"
    table = exchange_odds(holding, layouts=30, seed=4, view="double-dummy")
    assert (table["n"] == 30).all()
    assert table.attrs == {"exact": False, "seed": 4, "source": "computed"}
    held, first = parse_tiles(holding), parse_tiles("1-1")
    layouts = Layouts.after_exchange(held & ~first, format_tiles(first))
    hands = layouts.hands(layouts.sample(30, 4))
    for (discard, trump), row in table.iterrows():
        hands[:, 0] = held & ~parse_tiles(discard)
        tricks = solve_batch(hands, trump)
        assert [row[f"p{bid}"] for bid in NUMBER_BIDS] == [
            np.mean(tricks >= bid) for bid in NUMBER_BIDS
        ]
    assert table.equals(exchange_odds(holding, layouts=30, seed=4, threads=2, view="double-dummy"))


def test_ranked_exchanges_are_the_best_rows(table):
    ranked = rank_exchanges(HOLDING, top=72, view="double-dummy").table
    for bid in NUMBER_BIDS:
        listed = ranked.loc[bid]
        assert len(listed) == 72
        assert listed["p_make"].is_monotonic_decreasing
        assert listed["p_make"].iloc[0] == table[f"p{bid}"].max()
        assert (listed["low"] == listed["high"]).all()


@seeds(8, 25)
def test_ranked_exchanges_of_a_sample_are_measured_on_fresh_layouts(table, seeds):
    """What was best on the sample is not reported with the sample's own number."""
    exact = table
    excess_chosen, excess_reported = [], []
    for seed in range(seeds):
        drawn = exchange_odds(HOLDING, 8, np.random.default_rng(seed), view="double-dummy")
        ranked = rank_exchanges(HOLDING, 8, seed, top=1, view="double-dummy").table
        for bid in NUMBER_BIDS:
            row = ranked.loc[(bid, 1)]
            truth = exact.loc[(row["discard"], Trump.parse(row["trump"])), f"p{bid}"]
            excess_chosen.append(
                drawn.loc[(row["discard"], Trump.parse(row["trump"])), f"p{bid}"] - truth
            )
            excess_reported.append(row["p_make"] - truth)
    noise = np.std(excess_reported) / len(excess_reported) ** 0.5
    assert abs(np.mean(excess_reported)) < 3 * noise
    assert np.mean(excess_chosen) > np.mean(excess_reported)


# --- Bids -----------------------------------------------------------------------------------------

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"
TRUMP = Trump.SIXES


@pytest.fixture(scope="module")
def exact():
    return bid_odds(HAND, trump=TRUMP, view="double-dummy")


def test_exact_bids_are_the_mean_over_widows_of_the_best_discard(exact):
    """The definition of DESIGN.md, contract by contract."""
    held = parse_tiles(HAND)
    best = {bid: [] for bid in NUMBER_BIDS}
    for widow in list(tile_ids(ALL_TILES & ~held))[::5]:
        holding = held | 1 << widow
        odds = {
            discard: contract_odds(
                holding & ~(1 << discard), format_tiles(1 << discard), TRUMP, view="double-dummy"
            )
            for discard in tile_ids(holding)
        }
        for bid in NUMBER_BIDS:
            best[bid].append(max(one.p_at_least(bid) for one in odds.values()))
            choice = exact.choices.loc[(format_tiles(1 << widow), bid)]
            chosen = odds[next(tile_ids(parse_tiles(choice["discard"])))]
            assert chosen.p_at_least(bid) == choice["p_make"] == best[bid][-1]
    for bid in NUMBER_BIDS:
        by_widow = exact.choices["p_make"].xs(bid, level="bid")
        assert len(by_widow) == 15
        assert exact.p_make[bid] == pytest.approx(by_widow.mean())
    assert exact.exact
    assert exact.layouts == 3432
    assert exact.seed is None


def test_points_follow_the_odds(exact):
    assert list(exact.points.index) == [4, 5, 6, 7, 21]
    assert exact.points[5] == pytest.approx(5 * (2 * exact.p_make[5] - 1))
    assert exact.points[21] == pytest.approx(21 * (2 * exact.p_make[7] - 1))
    assert exact.interval(21) == (exact.p_make[7],) * 2
    assert exact.standard_error(4) == 0


def test_the_declarer_names_the_best_trump_for_each_widow():
    odds = bid_odds(HAND, layouts=3, seed=2, view="double-dummy")
    assert list(odds.by_trump.index) == list(Trump)
    assert list(odds.by_trump.columns) == list(NUMBER_BIDS)
    assert odds.by_trump.loc[Trump.DOUBLES, 4] == odds.by_trump.loc[7, 4]
    assert odds.choices.shape == (60, 4)
    assert set(odds.choices["trump"]) <= set(map(str, Trump))


def test_choosing_trump_never_loses_against_a_fixed_one(monkeypatch):
    """In exact odds the best trump of each widow is at least as good as any one for all.

    Thirty layouts stand for all 3,432 here: the same code path, on a smaller population.
    """
    from moon_sim.game import layouts
    from moon_sim.odds import bids, exchanges, strata

    for module in (bids, exchanges, strata):
        monkeypatch.setattr(module, "LAYOUTS", 30)
    sample = layouts.Layouts.sample
    monkeypatch.setattr(layouts.Layouts, "sample", lambda self, n, seed=None: sample(self, n, 0))
    small = bid_odds(HAND, layouts=30, seed=0, view="double-dummy")
    assert small.exact
    assert (small.p_make >= small.by_trump.max() - 1e-12).all()


def test_the_same_seed_gives_the_same_odds_with_one_thread_and_two():
    one = bid_odds(HAND, layouts=4, seed=11, threads=1, view="double-dummy")
    two = bid_odds(HAND, layouts=4, seed=11, threads=2, view="double-dummy")
    other = bid_odds(HAND, layouts=4, seed=12, view="double-dummy")
    assert one.by_trump.equals(two.by_trump)
    assert one.choices.equals(two.choices)
    assert one.p_make.equals(two.p_make)
    assert not one.by_trump.equals(other.by_trump)


def test_a_seed_is_noted_where_none_is_given():
    odds = bid_odds(HAND, layouts=2, trump=6, view="double-dummy")
    again = bid_odds(HAND, layouts=2, trump=6, seed=odds.seed, view="double-dummy")
    assert odds.p_make.equals(again.p_make)


def test_all_layouts_need_no_seed():
    odds = contract_odds(LAYDOWN, "2-1", "none", layouts=3432, seed=5, view="double-dummy")
    assert odds.exact
    assert odds.seed is None


@pytest.mark.full
def test_sampled_bids_cover_the_exact_ones_with_trump_to_choose():
    """The best of 72 contracts is chosen on a sample: 95 % intervals over 40 seeds."""
    hand = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"
    exact = bid_odds(hand, view="double-dummy")
    doubtful = [bid for bid in NUMBER_BIDS if 0.02 < exact.p_make[bid] < 0.98]
    assert len(doubtful) >= 3
    inside, lost = [], []
    for seed in range(40):
        odds = bid_odds(hand, layouts=40, seed=seed, view="double-dummy")
        for bid in doubtful:
            low, high = odds.interval(bid)
            inside.append(low <= exact.p_make[bid] <= high)
            lost.append(exact.p_make[bid] - odds.p_make[bid])
    # Bids share their layouts: as if there were only one bid a seed.
    assert np.mean(inside) > 0.95 - 3 * (0.95 * 0.05 / 40) ** 0.5
    # What the sample's choice loses against the best one is less than a third of a point.
    assert np.mean(lost) < 0.0033
    assert np.mean(lost) > -0.002  # and it promises no more than it can hold


@seeds(25, 150)
def test_sampled_bids_cover_the_exact_ones(exact, seeds):
    """90 % intervals over many seeds, all bids in doubt together."""
    inside, ends = [], []
    doubtful = [bid for bid in NUMBER_BIDS if 0.02 < exact.p_make[bid] < 0.98]
    assert len(doubtful) >= 2
    for seed in range(seeds):
        odds = bid_odds(HAND, layouts=25, seed=seed, trump=TRUMP, view="double-dummy")
        for bid in doubtful:
            low, high = odds.interval(bid, level=0.9)
            assert 0 <= low <= odds.p_make[bid] <= high <= 1
            inside.append(low <= exact.p_make[bid] <= high)
            ends.append(odds.p_make[bid] - exact.p_make[bid])
    # bids share their layouts: as if there were only one bid a seed
    assert np.mean(inside) > 0.9 - 3 * (0.9 * 0.1 / seeds) ** 0.5
    # the choice made on a sample is hardly ever worse, and never looks better than it is
    noise = 3 * np.std(ends) / seeds**0.5
    assert -0.01 - noise < np.mean(ends) < noise


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        ({"hand": "6-6 6-5"}, InvalidDealError, "expected 7 tiles, got 2"),
        ({"hand": "6-6 6-6 6-3 6-2 5-5 4-1 3-1"}, InvalidDealError, "6-6 comes twice"),
        ({"hand": "6-0 6-3 6-2 5-5 4-1 3-1 2-1"}, InvalidDealError, "blanks are out"),
        ({"hand": 1 << 22}, InvalidDealError, "bits"),
        ({"hand": 6.5}, TypeError, "hand"),
        ({"trump": "7"}, IllegalPlayError, "trump"),
        ({"layouts": 0}, ValueError, "1 to 3432, got 0"),
        ({"layouts": -5}, ValueError, "-5"),
        ({"layouts": 3433}, ValueError, "3433"),
        ({"layouts": float("nan")}, TypeError, "nan"),
        ({"layouts": "many"}, TypeError, "many"),
        ({"layouts": True}, TypeError, "True"),
        ({"layouts": 5, "seed": -1}, ValueError, "seed"),
        ({"layouts": 5, "seed": "x"}, TypeError, "seed"),
        ({"layouts": 5, "threads": 0}, ValueError, "threads"),
    ],
)
def test_bad_calls_are_refused(call, error, words):
    with pytest.raises(error, match=words):
        bid_odds(**{"hand": HAND, **call})


def test_odds_tell_of_their_own_trumps_alone():
    odds = bid_odds(HAND, 1, seed=1, trump=[5, "none"])
    assert odds.interval(4, "none")[0] <= odds.by_trump.loc[Trump.NONE, 4]
    with pytest.raises(ValueError, match="trump: expected 5 or none, got 6"):
        odds.standard_error(4, trump=6)


def test_bad_contracts_are_refused():
    with pytest.raises(InvalidDealError, match="in the hand, too"):
        contract_odds(LAYDOWN, "6-6", 5, view="double-dummy")
    with pytest.raises(InvalidDealError, match="expected 8 tiles, got 7"):
        exchange_odds(LAYDOWN, view="double-dummy")
    with pytest.raises(ValueError, match="top"):
        rank_exchanges(f"{LAYDOWN} 0-0", 1, top=0, view="double-dummy")
