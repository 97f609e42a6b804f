"""`moon-sim bid`, `equity` and `match`: what they print, and how they refuse."""

import json

import pytest
from command_line import sentences

from moon_sim import call_advice, match_equity

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"


def test_bid_says_what_the_library_says(output):
    args = ["bid", HAND, "--scores", "12", "5", "-3", "--calls", "pass 4"]
    found = call_advice(HAND, (12, 5, -3), calls="pass 4")
    assert json.loads(output(*args, "--json")) == found.to_dict()
    assert found.sentence in sentences(output(*args))


def test_bid_follows_what_is_played_for(output):
    found = call_advice(HAND, calls="4", play="points")
    args = ["bid", HAND, "--calls", "4", "--play", "points"]
    assert json.loads(output(*args, "--json")) == found.to_dict()


def test_bid_answers_line_by_line_and_writes_csv(output, tmp_path):
    found = output("bid", "--csv", "-", stdin=f"{HAND}\n0-0 4-3 5-3 6-2 5-2 4-2 3-2\n")
    rows = found.splitlines()
    assert rows[0] == "hand,call,p_win,p_win_se,points,points_se,share"
    assert len(rows) == 13  # six calls each


def test_equity_says_what_the_library_says(output):
    found = match_equity((12, 5, -3), 1)
    said = json.loads(output("equity", "12", "5", "-3", "--first-caller", "1", "--json"))
    assert said["equity"] == found.tolist()
    assert "calls first" in output("equity", "12", "5", "-3")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["bid", HAND, "--calls", "5 4"], "calls: expected pass, 6, 7 or 21 in place 1, got 4"),
        (["bid", HAND, "--scores", "22", "0", "0"], "expected those of a match that goes on"),
        (["bid", HAND, "--rules", "lowest_bid=3"], "no match table for"),
        (["bid", "6-6 6-5"], "expected 7 tiles"),
        (["equity", "21", "0", "0"], "expected those of a match that goes on"),
        (["match", "solve", "--bank", "nowhere.npz"], "nowhere.npz"),
    ],
)
def test_what_can_not_be_is_refused_in_a_line(refusal, args, message):
    assert message in refusal(*args)


def test_a_bank_and_a_table_of_ones_own(output, tmp_path):
    bank, table = tmp_path / "bank.npz", tmp_path / "table.npz"
    alone = ["--workers", "1", "--out"]
    output("match", "deal", "--deals", "8", "--player", "random", *alone, str(bank))
    args = ["match", "solve", "--bank", str(bank), "--passes", "1", *alone, str(table)]
    said = json.loads(output(*args, "--classes", "2", "--scores", "0,20", "--json"))
    assert said["bank"]["deals"] == 8
    assert said["classes"] == 2
    assert table.is_file()
