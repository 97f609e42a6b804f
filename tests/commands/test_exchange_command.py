"""`moon-sim exchange`."""

import json
from itertools import product

import pytest
from command_line import HAND, HOLDING, QUICK, sentences, tables

from moon_sim import odds as library
from moon_sim.display.text import percent
from moon_sim.game.rules import BIDS
from moon_sim.odds.text import advise_bid, advise_exchange

pytestmark = pytest.mark.usefixtures("asked_once")


def test_exchange_lists_the_librarys_ranking(output):
    words = ("exchange", HOLDING, "--layouts", "2", "--seed", "3", "--top", "2")
    ranking = library.rank_exchanges(HOLDING, layouts=2, seed=3, top=2)
    ranked = ranking.to_frame()
    data = json.loads(output(*words, "--json"))
    assert (data["holding"], data["exact"], data["seed"]) == (HOLDING, False, 3)
    assert data["advice"] == advise_exchange(ranking)
    assert data["choices"] == ranked.drop(columns=["exact", "seed"]).to_dict("records")
    out = output(*words)
    assert advise_exchange(ranking) in sentences(out)
    (shown,) = tables(out)
    records = ranked.to_dict("records")
    records += [row for row in records if row["bid"] == 7]  # once more for 21
    for row, source in zip(shown, records, strict=True):
        choice = row[1:] if source["rank"] == 1 else row  # the bid stands before its first choice
        assert choice[:3] == [source["discard"], source["trump"], source["lead"]]
        assert choice[3] == percent(source["p_make"])
        assert choice[-2] == percent(source["double_dummy"])


def test_double_dummy_odds_are_there_for_the_asking(output):
    words = ("odds", HAND, *QUICK, "--view", "double-dummy")
    found = library.bid_odds(HAND, layouts=2, seed=3, trump="6", view="double-dummy")
    data = json.loads(output(*words, "--json"))
    assert data["view"] == "double-dummy"
    assert [row["p_make"] for row in data["bids"]] == [found.p_make[min(b, 7)] for b in BIDS]
    assert "double_dummy" not in data["bids"][0]
    out = output(*words)
    assert "Blind" not in out
    assert advise_bid(found) in sentences(out)
    words = ("exchange", HOLDING, "--layouts", "2", "--seed", "3", "--view", "double-dummy")
    ranking = library.rank_exchanges(HOLDING, layouts=2, seed=3, view="double-dummy")
    ranked = ranking.to_frame()
    data = json.loads(output(*words, "--json"))
    assert data["choices"] == ranked.drop(columns=["exact", "seed"]).to_dict("records")
    assert advise_exchange(ranking) in sentences(output(*words))


def test_a_view_that_is_none_is_refused(run):
    code, _, told = run("odds", HAND, "--view", "open")
    assert code == 2
    assert "expected blind-lead or double-dummy, got 'open'" in told


def test_exchange_counts_all_layouts_by_default(output):
    words = ("exchange", "66 65 64 63 62 61 55 44", "--top", "1", "--trump", "6", "--json")
    data = json.loads(output(*words))
    assert (data["exact"], data["seed"]) == (True, None)
    assert {choice["n"] for choice in data["choices"]} == {3432}
    assert {choice["p_make"] for choice in data["choices"]} == {1.0}


def test_exchange_with_some_trumps_ranks_those_alone(output):
    words = ("exchange", HOLDING, *QUICK[:4], "--trump", "none", "--trump", "5", "--top", "16")
    words += ("--view", "double-dummy")
    data = json.loads(output(*words, "--json"))
    assert data["trumps"] == ["none", "5"]
    choices = [(one["trump"], one["discard"]) for one in data["choices"] if one["bid"] == 4]
    assert sorted(choices) == sorted(product(["none", "5"], HOLDING.split()))
    assert f"Holding {HOLDING}, with no trump or 5 as trump alone" in output(*words)
