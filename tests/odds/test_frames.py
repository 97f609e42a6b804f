"""Results to typed DataFrames."""

import dataclasses
import io

import pandas as pd
import pytest

from moon_sim.game.rules import BIDS, NUMBER_BIDS, Trump, target
from moon_sim.odds.bids import bid_odds
from moon_sim.odds.gains import points
from moon_sim.odds.rankings import rank_exchanges

HAND = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"
BIG = 2**80  # a seed larger than any integer of pandas


@pytest.fixture(scope="module")
def odds():
    return bid_odds(HAND, layouts=3, seed=5, view="double-dummy")


@pytest.fixture(scope="module")
def ranked():
    return rank_exchanges(f"{HAND} 0-0", layouts=20, seed=5, top=2, view="double-dummy")


def read_back(frame):
    """What a program reads that opens the CSV, in the frame's types."""
    back = pd.read_csv(io.StringIO(frame.to_csv(index=False)), dtype={"trump": str})
    return back.astype(frame.dtypes)


def test_bid_frame_has_a_row_for_each_number_of_the_odds(odds):
    frame = odds.to_frame()
    best = [("best", bid) for bid in BIDS]
    fixed = [(str(trump), bid) for trump in Trump for bid in NUMBER_BIDS]
    assert list(zip(frame["trump"], frame["bid"], strict=True)) == best + fixed


def test_bid_frame_holds_what_the_odds_say(odds):
    for row in odds.to_frame(level=0.8).to_dict("records"):
        trump = None if row["trump"] == "best" else Trump.parse(row["trump"])
        tricks = target(row["bid"])
        assert row["p_make"] == (
            odds.p_make[tricks] if trump is None else odds.by_trump.loc[trump, tricks]
        )
        assert row["standard_error"] == odds.standard_error(row["bid"], trump)
        assert (row["low"], row["high"]) == odds.interval(row["bid"], trump, 0.8)
        assert row["points"] == points(row["bid"], row["p_make"])
        assert row["hand"] == HAND
        assert (row["layouts"], row["exact"], row["seed"]) == (3, False, 5)


def test_bid_frame_of_one_trump_has_that_trump_alone():
    frame = bid_odds(HAND, layouts=1, seed=5, trump="doubles", view="double-dummy").to_frame()
    assert set(frame["trump"]) == {"best", "doubles"}
    assert len(frame) == len(BIDS) + len(NUMBER_BIDS)


def test_ranked_frame_is_what_was_ranked_with_points(ranked):
    frame = ranked.to_frame()
    assert list(zip(frame["bid"], frame["rank"], strict=True)) == list(ranked.table.index)
    for row, (_, source) in zip(frame.to_dict("records"), ranked.table.iterrows(), strict=True):
        assert (row["discard"], row["trump"]) == (source["discard"], str(source["trump"]))
        for name in ("p_make", "low", "high", "n"):
            assert row[name] == source[name]
        assert row["points"] == points(row["bid"], row["p_make"])
        assert (row["exact"], row["seed"]) == (False, 5)


def test_ranked_frame_leaves_its_source_alone(ranked):
    before = ranked.table.copy(deep=True)
    ranked.to_frame()
    pd.testing.assert_frame_equal(ranked.table, before)


def both(odds, ranked):
    return [odds.to_frame(), ranked.to_frame()]


def test_columns_have_types(odds, ranked):
    for frame in both(odds, ranked):
        assert isinstance(frame["trump"].dtype, pd.CategoricalDtype)
        assert frame["seed"].dtype == "Int64"
        assert frame["exact"].dtype == bool
        assert frame["bid"].dtype == "int64"
        assert frame["p_make"].dtype == frame["points"].dtype == "float64"
        assert not any(pd.api.types.is_object_dtype(dtype) for dtype in frame.dtypes)


def test_frames_read_back_from_csv(odds, ranked):
    for frame in both(odds, ranked):
        pd.testing.assert_frame_equal(read_back(frame), frame, check_categorical=False)


def test_blind_leads_bring_the_lead_and_the_double_dummy_odds(odds, ranked):
    blind = bid_odds(HAND, layouts=3, seed=5, view="blind-lead")
    frame = blind.to_frame()
    best = frame[frame["trump"] == "best"]
    assert best["double_dummy"].tolist() == [blind.double_dummy[target(bid)] for bid in BIDS]
    assert frame.loc[frame["trump"] != "best", "double_dummy"].isna().all()
    assert "double_dummy" not in odds.to_frame()
    found = rank_exchanges(f"{HAND} 0-0", layouts=20, seed=5, top=2, view="blind-lead")
    plain = found.to_frame()
    assert plain["lead"].tolist() == found.table["lead"].tolist()
    assert plain["double_dummy"].tolist() == found.table["double_dummy"].tolist()
    for one in (frame, plain):
        pd.testing.assert_frame_equal(read_back(one), one, check_categorical=False)


def test_exact_odds_have_no_seed(odds, ranked):
    exact = dataclasses.replace(ranked, exact=True, seed=None)
    for frame in both(dataclasses.replace(odds, exact=True, seed=None), exact):
        assert frame["seed"].isna().all()
        assert frame["seed"].dtype == "Int64"
        assert frame["exact"].all()


@pytest.mark.parametrize("seed", [2**63 - 1, 2**63, 2**64, BIG])
def test_a_seed_of_any_size_is_kept_whole(odds, ranked, seed):
    again = dataclasses.replace(ranked, seed=seed)
    for frame in both(dataclasses.replace(odds, seed=seed), again):
        assert set(frame["seed"]) == {seed}
        assert str(seed) in frame.to_csv()
