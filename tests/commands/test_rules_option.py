"""`--rules`: what each command does with house rules, and how it refuses those it can't follow."""

import json
import re
from pathlib import Path

import pytest
from command_line import DEAL, HAND, HOLDING, QUICK, message

import moon_sim
from moon_sim import Rules
from moon_sim.commands import main

CONTRACT = ("--discard", "0-0", "--trump", "6", "--target", "4")
SUIT = "leader_names_suit=yes"
PAGE = (Path(__file__).parents[2] / "docs" / "house_rules.md").read_text(encoding="utf-8")


def test_odds_follow_the_rules_and_tell_them(output):
    words = ("odds", HAND, *QUICK, "--rules", "lowest_bid=3 set-pays-defenders=yes")
    data = json.loads(output(*words, "--json"))
    assert data["rules"] == {"lowest_bid": 3, "set_pays_defenders": True}
    assert [row["bid"] for row in data["bids"]] == [3, 4, 5, 6, 7, 21]
    assert all(row["points"] == row["bid"] * row["p_make"] for row in data["bids"])
    out = output(*words)
    assert "House rules: lowest_bid=3, set_pays_defenders=true." in " ".join(out.split())
    assert "rules" not in json.loads(output("odds", HAND, *QUICK, "--json"))


def test_the_option_may_come_several_times(output):
    words = ("exchange", HOLDING, *QUICK, "--top", "1", "--json")
    data = json.loads(output(*words, "--rules", "lowest_bid=6", "--rules", "winning_score=42"))
    assert data["rules"] == {"lowest_bid": 6, "winning_score": 42}
    assert {row["bid"] for row in data["choices"]} == {6, 7}


def test_solve_asks_for_the_suit_of_a_lead(output):
    words = ("solve", DEAL, "--leader", "1", "--rules", SUIT, "--json")
    plays = json.loads(output(*words))["plays"]
    assert list(plays) == ["6-4:6", "6-4:4", "5-5", "4-2:4", "4-2:2"]
    middle = json.loads(output(*words, "--played", "6-4", "--suit", "4"))
    named = Rules(leader_names_suit=True)
    assert middle["suit"] == 4
    assert middle["plays"] == moon_sim.solve_plays(DEAL, "none", 1, "6-4", rules=named, suit=4)
    assert middle["line"][0]["tiles"][0] == "6-4:4"
    assert "suit" not in json.loads(output("solve", DEAL, "--played", "4-4", "--json"))


def test_an_answer_is_not_looked_up_by_rules_that_the_atlas_does_not_know(
    output, install, whole_atlas
):
    install(whole_atlas)
    usual = json.loads(output("odds", HAND, "--json"))
    pays = json.loads(output("odds", HAND, "--json", "--rules", "set_pays_defenders=yes"))
    assert usual["source"] == pays["source"] == "atlas"
    assert [row["p_make"] for row in pays["bids"]] == [row["p_make"] for row in usual["bids"]]
    assert pays["bids"][0]["points"] == 4 * pays["bids"][0]["p_make"]
    early = json.loads(output("odds", HAND, *QUICK, "--json", "--rules", "trump_before_widow=yes"))
    assert early["source"] == "computed"


def test_a_selector_is_asked_by_the_rules(output):
    words = ("selectors", "longest", "--choose", HOLDING, "--bid", "3", "--json")
    data = json.loads(output(*words, "--rules", "lowest_bid=3"))
    assert (data["bid"], data["rules"]) == (3, {"lowest_bid": 3})


def test_a_trial_tells_its_rules(output):
    words = ("compare", "longest", "--holdings", "2", "--target", "7", "--no-bids", "--seed", "1")
    data = json.loads(output(*words, "--json", "--rules", "doubles_may_be_trump=no"))
    assert data["rules"] == {"doubles_may_be_trump": False}


def test_the_arena_plays_by_the_rules(output):
    words = ("arena", "random", "random", "--deals", "2", "--seed", "1", "--no-luck", "--json")
    data = json.loads(output(*words, "--rules", "set_pays_defenders=yes leader_names_suit=yes"))
    assert data["rules"] == {"leader_names_suit": True, "set_pays_defenders": True}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", HAND, *QUICK, "--rules", SUIT), "bid_odds: the rule leader_names_suit is not"),
        (("exchange", HOLDING, *QUICK, "--rules", SUIT), "rank_exchanges: the rule leader_names_s"),
        (
            ("exchange", HOLDING, "--rules", "trump_before_widow=yes"),
            "rank_exchanges: the rule trump_before_widow is not supported",
        ),
        (("contract", HAND, *CONTRACT, "--rules", SUIT), "contract_odds: the rule leader_names"),
        (
            ("contract", HAND, *CONTRACT, "--rules", "first_lead_must_be_trump=yes"),
            "best_defence: the rule first_lead_must_be_trump is not supported",
        ),
        (("compare", "longest", "--rules", SUIT), "trial: the rule leader_names_suit is not"),
        (("atlas", "build", "--rules", SUIT), "build: the rule leader_names_suit is not supported"),
        (
            ("selectors", "--choose", HOLDING, "--rules", "trump_before_widow=yes"),
            "choose: the rule trump_before_widow is not supported",
        ),
        (
            ("odds", HAND, "--trump", "doubles", "--rules", "doubles_may_be_trump=no"),
            "doubles may not be trump by the house rules",
        ),
        (("solve", DEAL, "--rules", SUIT, "--played", "5-1"), "suit: expected 5 or 1, which 5-1"),
        (("solve", DEAL, "--suit", "5"), "suit: expected none before there is a lead, got 5"),
        (("odds", HAND, "--rules", "blinks=yes"), "expected NAME=VALUE with one of first_caller_"),
        (("odds", HAND, "--rules", "lowest_bid=9"), "lowest_bid: expected 1 to 7, got 9"),
        (("selectors", "--rules", SUIT), "--bid, --seed and --rules go with --choose"),
    ],
)
def test_what_can_not_be_followed_takes_one_line(words, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in message(err)


def test_the_sets_of_the_page_are_rules():
    sets = re.findall(r"^\| [a-z' ]+ \| `([^`]+=[^`]+)` \|$", PAGE, re.MULTILINE)
    assert len(sets) == 7
    for text in sets:
        assert Rules.parse(text).own
    for name in Rules().__dict__:
        assert f"`{name}`" in PAGE
