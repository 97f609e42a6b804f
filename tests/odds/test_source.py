"""Where odds come from: the atlas where it has them, or a search."""

import pickle
import shutil
import warnings

import numpy as np
import pytest
from made_up_atlas import HAND, OTHER

from moon_sim import InvalidDealError, Rules, atlas, bid_odds, exchange_odds, rank_exchanges
from moon_sim.atlas import AtlasError
from moon_sim.odds import look_up_bids
from moon_sim.odds.text import advise_bid, bid_table, describe_odds, describe_ranking, ranked_table

HOLDING = f"{HAND} 1-1"


@pytest.fixture
def at_work(monkeypatch):
    """Searches are told from look-ups: they find these words."""
    monkeypatch.setattr("moon_sim.odds.computed.compute_bids", lambda *_: "computed bids")
    monkeypatch.setattr("moon_sim.odds.ranked.rank_computed", lambda *_: "computed plans")


@pytest.fixture
def odds(install, whole_atlas):
    install(whole_atlas)
    return bid_odds(HAND)


@pytest.fixture
def ranking(install, whole_atlas):
    install(whole_atlas)
    return rank_exchanges(HOLDING)


# --- A hand -----------------------------------------------------------------------------------


def test_exact_odds_are_looked_up(odds):
    assert (odds.source, odds.exact, odds.layouts, odds.seed) == ("atlas", True, 3432, None)
    assert odds.hand == HAND
    assert odds.p_make.to_numpy() == pytest.approx(atlas.hand(HAND).p_make.to_numpy())
    assert [odds.probability(bid) for bid in (4, 5, 6, 7)] == odds.p_make.tolist()
    assert odds.points[21] == pytest.approx(21 * (2 * odds.p_make[7] - 1))
    assert odds.interval(5) == (odds.p_make[5], odds.p_make[5])
    assert odds.standard_error(5) == 0


def test_the_choices_of_each_widow_are_the_plans_of_its_holding(odds):
    assert list(odds.choices.columns) == ["discard", "trump", "lead", "p_make", "n"]
    assert len(odds.choices) == 60
    for (widow, bid), row in odds.choices.iterrows():
        found = atlas.holding(f"{HAND} {widow}")
        assert (row["discard"], row["trump"], row["lead"]) == tuple(map(str, found.plan(bid)))
        assert row["p_make"] == found.table["wins"][bid] / 3432


@pytest.mark.parametrize("name", ["by_trump", "double_dummy"])
def test_what_the_atlas_does_not_have_is_said(odds, name):
    with pytest.raises(AtlasError, match=f"{name}: the atlas does not have it; ask with source="):
        getattr(odds, name)
    with pytest.raises(AtlasError, match="by_trump"):
        odds.interval(5, trump=6)


def test_what_was_looked_up_goes_to_other_processes(odds, ranking):
    """Before and after its tables were made."""
    for _ in range(2):
        again, listed = pickle.loads(pickle.dumps((odds, ranking)))
        assert (again.to_dict(), listed.to_dict()) == (odds.to_dict(), ranking.to_dict())
        assert again.p_make.equals(odds.p_make)
        assert again.choices.equals(odds.choices)
        assert listed.table.equals(ranking.table)


def test_plain_values_and_tables_leave_it_out(odds):
    data = odds.to_dict()
    assert data["source"] == "atlas"
    assert not {"by_trump", "double_dummy"} & data.keys()
    assert [row["p_make"] for row in data["bids"]] == [*odds.p_make, odds.p_make[7]]
    assert data["choices"] == odds.choices.reset_index().to_dict("records")
    frame = odds.to_frame()
    assert frame["trump"].tolist() == ["best"] * 5
    assert frame["double_dummy"].isna().all()
    assert frame["exact"].all()


def test_people_are_told(odds):
    assert "from the atlas" in repr(odds)
    assert describe_odds(odds).startswith("From the atlas, exact: all 3,432 layouts of every widow")
    assert "Double-dummy" not in describe_odds(odds)
    assert [column.header for column in bid_table(odds).columns] == ["bid", "made", "points"]
    trumps = odds.choices.xs(4, level="bid")["trump"].value_counts()
    assert f"is best with {trumps.max()} of 15 widows" in advise_bid(odds)
    assert len(odds.parts()) == 6
    assert "from the atlas" in odds._repr_html_().lower()


def test_a_part_of_the_answer_by_samples_is_marked(install, part_of_atlas, at_work):
    install(part_of_atlas)
    assert bid_odds(HAND) == "computed bids", "exact odds were asked for"
    odds = bid_odds(HAND, source="atlas")
    assert (odds.source, odds.exact, odds.layouts, odds.seed) == ("atlas", False, 200, 7)
    assert sorted(odds.choices["n"].unique()) == [200, 3432]
    assert odds.choices["n"].eq(200).sum() == 8
    won = odds.choices["p_make"] * odds.choices["n"]
    assert won.to_numpy() == pytest.approx(won.round()), "so many of the sample"
    assert odds.p_make.to_numpy() == pytest.approx(atlas.hand(HAND).p_make, abs=0.5 / 200)
    assert odds.standard_error(5) > 0
    assert "From the atlas, sampled: 200 of 3,432 layouts" in describe_odds(odds)
    assert look_up_bids(HAND) is None
    assert look_up_bids(HAND, sampled=True).layouts == 200


@pytest.mark.parametrize(
    "options",
    [
        {"source": "computed"},
        {"layouts": 5},
        {"view": "double-dummy"},
        {"trump": 6},
        {"trump": ["doubles", 6]},
        {"rules": Rules(doubles_high_to_low=False)},
    ],
)
def test_what_the_atlas_does_not_tell_is_computed(install, whole_atlas, at_work, options):
    install(whole_atlas)
    assert bid_odds(HAND, **options) == "computed bids"
    assert rank_exchanges(HOLDING, **options) == "computed plans"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layouts": 5}, "source: the atlas has no sampled layouts; compute them"),
        ({"view": "double-dummy"}, "source: the atlas has no double-dummy odds"),
        ({"trump": 6}, "source: the atlas has no odds of some trumps alone"),
        ({"rules": Rules(doubles_high_to_low=False)}, "expected an atlas for Rules"),
    ],
)
def test_it_is_refused_where_the_atlas_must_tell(install, whole_atlas, at_work, options, message):
    install(whole_atlas)
    for ask, tiles in ((bid_odds, HAND), (rank_exchanges, HOLDING)):
        with pytest.raises(ValueError, match=message):
            ask(tiles, source="atlas", **options)


def test_all_layouts_by_number_are_exact_odds(odds):
    assert bid_odds(HAND, 3432).source == rank_exchanges(HOLDING, 3432).source == "atlas"


def test_all_trumps_by_name_are_no_restriction(odds):
    assert bid_odds(HAND, trump=range(9)).source == "atlas"


def test_what_is_not_built_is_computed(install, part_of_atlas, at_work):
    install(part_of_atlas)
    assert bid_odds(OTHER) == "computed bids"
    assert rank_exchanges(f"{OTHER} 1-1") == "computed plans"
    assert rank_exchanges(f"{OTHER} 0-0").source == "atlas"
    with pytest.raises(AtlasError, match="the atlas has no holding"):
        bid_odds(OTHER, source="atlas")


def test_without_an_atlas_odds_are_computed_in_silence(monkeypatch, tmp_path, at_work):
    monkeypatch.delenv("MOON_SIM_ATLAS", raising=False)
    monkeypatch.setattr("moon_sim.atlas.store.PACKAGED", tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert bid_odds(HAND) == "computed bids"
    with pytest.raises(AtlasError, match="expected an atlas, got none"):
        bid_odds(HAND, source="atlas")


def test_a_damaged_atlas_is_told_of_and_odds_are_computed(install, whole_atlas, tmp_path, at_work):
    shutil.copytree(whole_atlas, tmp_path / "copy")
    (tmp_path / "copy" / "wins.npy").write_bytes(b"")
    install(tmp_path / "copy")
    with pytest.warns(RuntimeWarning, match="wins.npy: damaged, .*; what it should tell is comp"):
        assert bid_odds(HAND) == "computed bids"
    with pytest.raises(AtlasError, match="damaged"):
        bid_odds(HAND, source="atlas")


@pytest.mark.parametrize(
    ("source", "error", "message"),
    [
        ("Atlas", ValueError, "source: expected atlas or computed, got 'Atlas'"),
        (1, TypeError, "source: expected text, got 1"),
    ],
)
def test_what_is_no_source_is_refused(source, error, message):
    for ask, tiles in ((bid_odds, HAND), (rank_exchanges, HOLDING), (exchange_odds, HOLDING)):
        with pytest.raises(error, match=message):
            ask(tiles, source=source)


def test_what_is_no_hand_is_refused_before_it_is_looked_up(install, whole_atlas):
    install(whole_atlas)
    with pytest.raises(InvalidDealError, match="hand: expected 7 tiles, got 8"):
        bid_odds(HOLDING)
    with pytest.raises(InvalidDealError, match="holding: expected 8 tiles, got 7"):
        rank_exchanges(HAND)


# --- A holding --------------------------------------------------------------------------------


def test_the_best_plans_are_looked_up(ranking):
    assert (ranking.source, ranking.exact, ranking.layouts) == ("atlas", True, 3432)
    table = ranking.table
    assert list(table.index) == [(bid, 1) for bid in (4, 5, 6, 7)]
    found = atlas.holding(HOLDING)
    for bid in (4, 5, 6, 7):
        assert ranking.best(bid) == found.plan(bid)
        row = table.loc[(bid, 1)]
        assert row["p_make"] == row["low"] == row["high"] == found.table["wins"][bid] / 3432
    assert table["double_dummy"].isna().all()
    assert ranking.best(21) == ranking.best(7)


def test_a_ranking_of_the_atlas_is_shown(ranking):
    data = ranking.to_dict()
    assert data["source"] == "atlas"
    assert "double_dummy" not in data["choices"][0]
    assert [row["bid"] for row in data["choices"]] == [4, 5, 6, 7]
    assert "from the atlas" in repr(ranking)
    assert describe_ranking(ranking).startswith("From the atlas, exact: all 3,432 layouts of every")
    heads = [column.header for column in ranked_table(ranking).columns]
    assert heads == ["bid", "discard", "trump", "lead", "made", "points"]
    assert len(ranked_table(ranking).rows) == 5
    assert ranking.to_frame()["points"].tolist() == [row["points"] for row in data["choices"]]


def test_more_than_the_best_plan_is_computed(ranking, at_work):
    assert rank_exchanges(HOLDING, top=1).source == "atlas"
    assert rank_exchanges(HOLDING, top=2) == "computed plans"
    with pytest.raises(ValueError, match="source: the atlas has no second best plans"):
        rank_exchanges(HOLDING, top=2, source="atlas")
    with pytest.raises(ValueError, match="rank_exchanges"):
        exchange_odds(HOLDING, source="atlas")


def test_sampled_plans_have_an_interval(install, part_of_atlas, at_work):
    install(part_of_atlas)
    number = np.flatnonzero(~atlas.holdings()["exact"])[0]
    sampled = atlas.holdings().index[number]
    assert rank_exchanges(sampled) == "computed plans"
    ranking = rank_exchanges(sampled, source="atlas")
    assert (ranking.exact, ranking.layouts, ranking.seed) == (False, 200, 7)
    assert (ranking.table["low"] < ranking.table["high"]).any()
    assert "sampled: 200 of 3,432" in describe_ranking(ranking)
