"""`moon-sim compare`: what people read, and what programs do."""

import io
import itertools
import json
from functools import partial

import pandas as pd
import pytest
from made_up import WINS, invented

from moon_sim.heuristics.registry import selectors
from moon_sim.stats import ranking_words
from moon_sim.trials import comparison
from moon_sim.trials.comparison import trial
from moon_sim.trials.truth import read_truth


@pytest.fixture
def run(run, monkeypatch):
    """Run the command on made-up holdings; return its exit code, stdout and stderr."""
    made_up = read_truth(invented(WINS))
    monkeypatch.setattr(comparison, "solve_holding", lambda rng, number, *_: made_up[number])
    return partial(run, "compare")


ASKED = ("longest", "sure-tricks", "--holdings", "4", "--seed", "1")


def test_people_read_tables_words_and_what_they_mean(output):
    out = output(*ASKED)
    for target in (4, 5, 6, 7):
        assert f"To make {target}, in %" in out
    assert "Points a hand at their own bids" in out
    assert "No bids from longest." in out
    assert "The worst hands" in out
    assert "4 random holdings, seed 1" in out
    assert max(map(len, out.splitlines())) <= 80


def test_targets_points_and_worst_hands_can_be_left_out(output):
    out = output(*ASKED, "--target", "5", "--no-bids", "--worst", "0")
    assert out.count("To make") == 1
    assert "To make 5" in out
    assert "Points" not in out
    assert "worst hands" not in out
    both = output(*ASKED, "--target", "6", "--target", "4")
    assert "To make 4" in both
    assert "To make 6" in both
    assert "To make 5" not in both


def test_json_has_the_summary_the_ranking_and_the_worst_hands(output):
    found = json.loads(output(*ASKED, "--json"))
    tried = trial(["longest", "sure-tricks"], seed=1, truth=invented(WINS))
    assert (found["holdings"], found["seed"]) == (4, 1)
    assert [table["target"] for table in found["targets"]] == [4, 5, 6, 7]
    for table in found["targets"]:
        summary, ranking = tried.summary().loc[table["target"]], tried.ranking(table["target"])
        assert [row["selector"] for row in table["selectors"]] == list(ranking.table.index)
        for row in table["selectors"]:
            assert row["p_make"] == summary.loc[row["selector"], "p_make"]
            assert row["low"] == summary.loc[row["selector"], "low"]
            assert row["first"] == ranking.table.loc[row["selector"], "first"]
        assert table["pairs"][0]["p_corrected"] == ranking.pairs["p_corrected"][0]
        assert table["words"] == ranking_words(ranking, "holdings")
    assert [row["selector"] for row in found["own_bids"]["selectors"]] == ["sure-tricks"]
    assert {row["selector"] for row in found["worst"]} <= {"longest", "sure-tricks"}
    assert json.loads(output(*ASKED, "--json", "--no-bids"))["own_bids"] is None


def test_csv_has_every_choice_and_bid_and_nothing_that_a_seed_does_not_decide(output, tmp_path):
    text = output(*ASKED, "--csv", "-")
    frame = pd.read_csv(io.StringIO(text), dtype={"trump": str}, keep_default_na=False)
    told = frame[frame["own_bid"] == ""]
    every = itertools.product(range(4), ["longest", "sure-tricks"], (4, 5, 6, 7))
    numbered = zip(told["number"], told["selector"], told["target"].astype(int), strict=True)
    assert list(numbered) == list(every)
    tried = trial(["longest", "sure-tricks"], seed=1, truth=invented(WINS))
    for name in ("holding", "widow", "discard", "trump"):
        assert told[name].tolist() == tried.choices[name].tolist()
    for name in ("p_make", "best", "regret"):
        assert told[name].astype(float).tolist() == tried.choices[name].tolist()
    own = frame[frame["own_bid"] != ""]
    assert own["selector"].tolist() == ["sure-tricks"] * 4
    assert own["own_bid"].astype(int).tolist() == tried.own_bids["bid"].tolist()
    assert own["points"].astype(float).tolist() == tried.own_bids["points"].tolist()
    assert (frame["seed"] == 1).all()
    path = tmp_path / "choices.csv"
    assert "To make 4" in output(*ASKED, "--csv", str(path))
    assert path.read_text() == text
    assert json.loads(output(*ASKED, "--csv", str(path), "--json"))["holdings"] == 4
    assert "own_bid" in output(*ASKED, "--no-bids", "--csv", "-").splitlines()[0]


def test_without_names_all_rules_of_thumb_take_part(output):
    found = json.loads(output("--holdings", "2", "--target", "4", "--no-bids", "--json"))
    tried = {row["selector"] for row in found["targets"][0]["selectors"]}
    assert tried == {one.name for one in selectors() if not one.by_odds}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("longset",), "longset"),
        (("longest", "longest"), "each once, got longest twice"),
        (("longest", "--holdings", "1"), "from 2 up, got '1'"),
        (("longest", "--target", "8"), "from 4 to 7, got '8'"),
        (("longest", "--worst", "-1"), "from 0 up, got '-1'"),
        (("longest", "--holdings", "3", "--worst", "13"), "--worst: expected 0 to 12, got 13"),
        (("longest", "--csv", "-", "--json"), "--csv - and --json both print"),
        (("longest", "--csv", "/no/such/folder/x.csv"), "/no/such/folder/x.csv"),
    ],
)
def test_wrong_words_are_refused_in_one_line(run, words, message):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("moon-sim: ")
    assert err.count("\n") == 1
    assert message in err


def test_it_goes_on_from_its_pieces(output, run, tmp_path):
    path = tmp_path / "trial.pieces"
    once = output(*ASKED, "--csv", "-")
    assert output(*ASKED, "--csv", "-", "--pieces", str(path)) == once
    before = path.read_bytes()
    assert output(*ASKED, "--csv", "-", "--pieces", str(path)) == once
    assert path.read_bytes() == before
    code, out, err = run(*ASKED[:-1], "2", "--pieces", str(path))
    assert (code, out) == (2, "")
    assert err == f"moon-sim: {path}: expected pieces made with seed 2, got 1\n"


def test_pieces_need_a_seed(run, tmp_path):
    code, out, err = run(*ASKED[:-2], "--pieces", str(tmp_path / "x"))
    assert (code, out) == (2, "")
    assert err == "moon-sim: --pieces needs --seed, or no later command is the same\n"
    assert not (tmp_path / "x").exists()
