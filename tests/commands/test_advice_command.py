"""`moon-sim advice`."""

import json

from command_line import DEFENDED, HAND, PLAYED, sentences, tables

from moon_sim import play_odds
from moon_sim.display.text import percent
from moon_sim.play import read_situation
from moon_sim.play.text import advise


def test_advice_lists_the_librarys_odds(output):
    odds = play_odds(read_situation(PLAYED))
    assert json.loads(output("advice", PLAYED, "--json")) == odds.to_dict()
    out = output("advice", PLAYED)
    assert advise(odds) in sentences(out)
    (shown,) = tables(out)
    assert [row[:3] for row in shown] == [
        [str(row["action"]), percent(row["p_make"]), percent(row["proven"])] for row in odds.rows
    ]


def test_a_sample_by_seed(output):
    words = ("advice", DEFENDED, "--layouts", "50", "--seed", "3")
    odds = play_odds(read_situation(DEFENDED), 50, 3)
    data = json.loads(output(*words, "--json"))
    assert data == odds.to_dict()
    assert (data["exact"], data["layouts"], data["seed"]) == (False, 50, 3)
    assert "50 of 12,012 layouts" in sentences(output(*words))


def test_scores_may_be_below_nothing(output):
    out = output("advice", f"{HAND} | 7", "--scores", "-3,0,-14", "--layouts", "1")
    assert "scores -3 0 -14" in sentences(out)


def test_lines_from_a_pipe_and_csv(output, tmp_path):
    lines = f"{PLAYED}\n{DEFENDED}\n"
    found = output("advice", "--json", stdin=lines).splitlines()
    assert [json.loads(line)["seat"] for line in found] == [0, 1]
    file = tmp_path / "advice.csv"
    output("advice", PLAYED, "--csv", str(file))
    head, *rows = file.read_text().splitlines()
    assert head == "situation,action,p_make,low,high,mean_tricks,proven,proven_high,n,exact,seed"
    assert len(rows) == 5
    assert rows[0].startswith(f'"{PLAYED}",6-1,')  # by what is proven
    assert any(row.startswith(f'"{PLAYED}",5-2,1.0') for row in rows)


def test_house_rules_and_a_suit_named(output, refusal):
    line = f"{HAND} | 5 pass pass | trump=3 | 5-4:4"
    data = json.loads(output("advice", line, "--rules", "leader_names_suit=yes", "--json"))
    assert [row["action"] for row in data["actions"]] == ["6-4", "4-4"]
    assert data["rules"] == {"leader_names_suit": True}
    told = refusal("advice", f"{HAND} | 5 pass pass | widow=0-0", "--rules", "leader_names_suit=1")
    assert told == "play_odds: the rule leader_names_suit is not supported"
