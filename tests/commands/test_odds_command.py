"""`moon-sim odds`."""

import json
from pathlib import Path

import pandas as pd
import pytest
from command_line import HAND, HOLDING, QUICK, sentences, tables

from moon_sim import odds as library
from moon_sim.display.text import percent
from moon_sim.game.rules import BIDS, NUMBER_BIDS, Trump
from moon_sim.odds.text import advise_bid

pytestmark = pytest.mark.usefixtures("asked_once")


def test_odds_prints_what_the_library_finds(output):
    out = output("odds", HAND, "--layouts", "3", "--seed", "5")
    found = library.bid_odds(HAND, layouts=3, seed=5, view="blind-lead")
    trumps, bids = tables(out)
    assert [row[0] for row in trumps] == [str(trump) for trump in Trump]
    for trump, row in zip(Trump, trumps, strict=True):
        shown = [percent(found.by_trump.loc[trump, bid]) for bid in NUMBER_BIDS]
        assert [cell.rstrip("*") for cell in row[1:]] == shown
    assert [row[0] for row in bids] == [str(bid) for bid in BIDS]
    for bid, row in zip(BIDS, bids, strict=True):
        assert row[1] == percent(found.p_make[min(bid, 7)])
        assert row[-2] == percent(found.double_dummy[min(bid, 7)])
        assert row[-1] == f"{found.points[bid]:+.2f}"
    assert advise_bid(found) in sentences(out)
    assert "seed 5" in sentences(out)


def test_odds_marks_the_best_trump_of_each_bid(output):
    out = output("odds", HAND, "--layouts", "3", "--seed", "5")
    by_trump = library.bid_odds(HAND, layouts=3, seed=5, view="blind-lead").by_trump
    stars = sum(line.count("*") for line in out.splitlines())
    assert stars == (by_trump.eq(by_trump.max()) & by_trump.gt(0)).sum().sum() > 0


def test_odds_with_a_trump_are_of_that_trump_alone(output):
    for name in ("doubles", "DOUBLES", "Doubles"):
        data = json.loads(output("odds", HAND, *QUICK[:4], "--trump", name, "--json"))
        assert list(data["by_trump"]) == ["doubles"]
        assert {choice["trump"] for choice in data["choices"]} == {"doubles"}


def test_odds_with_some_trumps_choose_among_them(output):
    words = ("odds", HAND, *QUICK[:4], "--trump", "none", "--trump", "6", "--trump", "6")
    data = json.loads(output(*words, "--json"))
    assert list(data["by_trump"]) == ["6", "none"]
    assert {choice["trump"] for choice in data["choices"]} <= {"6", "none"}
    trumps, _ = tables(output(*words))
    assert [row[0] for row in trumps] == ["6", "none"]


def test_odds_as_json_are_the_librarys_numbers(output):
    data = json.loads(output("odds", HAND, "--layouts", "3", "--seed", "5", "--json"))
    found = library.bid_odds(HAND, layouts=3, seed=5, view="blind-lead")
    assert (data["hand"], data["layouts"], data["seed"]) == (HAND, 3, 5)
    assert data["exact"] is False
    assert data["advice"] == advise_bid(found)
    assert [row["bid"] for row in data["bids"]] == list(BIDS)
    for row in data["bids"]:
        assert row["p_make"] == found.p_make[min(row["bid"], 7)]
        assert row["double_dummy"] == found.double_dummy[min(row["bid"], 7)]
        assert row["points"] == found.points[row["bid"]]
        assert row["standard_error"] == found.standard_error(row["bid"])
        assert (row["low"], row["high"]) == found.interval(row["bid"])
    for trump in Trump:
        for bid in NUMBER_BIDS:
            assert data["by_trump"][str(trump)][str(bid)] == found.by_trump.loc[trump, bid]
    for choice in data["choices"]:
        source = found.choices.loc[(choice["widow"], choice["bid"])]
        assert (choice["discard"], choice["trump"]) == (source["discard"], str(source["trump"]))
        assert (choice["p_make"], choice["n"]) == (source["p_make"], source["n"])
        assert choice["lead"] == source["lead"]
        assert choice["double_dummy"] == source["double_dummy"]
    assert len(data["choices"]) == len(found.choices)


def test_exact_odds(output):
    data = json.loads(output("odds", "66 65 64 63 62 61 55", "--trump", "6", "--exact", "--json"))
    assert (data["exact"], data["layouts"], data["seed"]) == (True, 3432, None)
    assert {row["p_make"] for row in data["bids"]} == {1.0}  # a laydown
    assert data["advice"].startswith("Shoot the moon (21)")


def test_csv_is_the_frame_and_the_table_is_printed_too(output, tmp_path):
    out = output("odds", HAND, *QUICK, "--csv", str(tmp_path / "odds.csv"))
    assert "What each bid is worth" in out
    assert [path.name for path in tmp_path.iterdir()] == ["odds.csv"]
    frame = library.bid_odds(HAND, layouts=2, seed=3, trump="6").to_frame()
    back = pd.read_csv(tmp_path / "odds.csv", dtype={"trump": str}).astype(frame.dtypes)
    pd.testing.assert_frame_equal(back, frame)


@pytest.mark.parametrize("words", [("odds", HAND, *QUICK), ("exchange", HOLDING, *QUICK[:4])])
def test_csv_to_stdout_comes_alone(output, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    output(*words, "--csv", "odds.csv")
    assert output(*words, "--csv", "-") == Path("odds.csv").read_text()
    assert not Path("-").exists()


def test_a_seed_of_any_size_is_kept_whole(output):
    seed = str(2**90)
    words = ("odds", HAND, "--layouts", "1", "--trump", "6", "--seed", seed)
    assert json.loads(output(*words, "--json"))["seed"] == 2**90
    assert seed in output(*words, "--csv", "-")


def test_a_seed_is_made_up_and_told_so_that_the_answer_can_be_had_again(output):
    words = ("odds", HAND, "--layouts", "1", "--trump", "6", "--json")
    first = output(*words)
    assert output(*words, "--seed", str(json.loads(first)["seed"])) == first


@pytest.mark.parametrize(
    "words", [("odds", HAND, *QUICK[:2], *QUICK[4:]), ("exchange", HOLDING, *QUICK[:2], *QUICK[4:])]
)
def test_the_same_seed_gives_the_same_answer_on_any_number_of_threads(output, words):
    one = output(*words, "--csv", "-", "--seed", "3", "--threads", "1")
    assert output(*words, "--csv", "-", "--seed", "3", "--threads", "2") == one
    assert output(*words, "--csv", "-", "--seed", "4") != one


@pytest.mark.parametrize(
    "words",
    [
        ["6-6,6-5,6-4,5-5,4-4,3-1,2-1"],
        ["66 65 64 55 44 31 21"],
        ["6:6 5:6 4:6 5:5 4:4 1:3 1:2"],
        ["[6|6] [6|5] [4|6] [5|5] [4|4] [3|1] [2|1]"],
        ["  1-2;1-3 , 44   55 64 6/5 6.6\n"],
        HAND.split(),  # without quotes
        ["66", "6-5, 64 55", "[4|4]", "31", "12"],
    ],
)
def test_notations_and_orders_name_the_same_hand(output, words):
    assert output("odds", *words, *QUICK) == output("odds", HAND, *QUICK)


def test_options_may_stand_among_the_tiles(output):
    mixed = output("odds", "66", "65", "64", *QUICK, "55", "44", "31", "21")
    assert mixed == output("odds", HAND, *QUICK)
