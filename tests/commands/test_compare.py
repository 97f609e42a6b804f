"""`moon-sim compare`: what people read, and what programs do."""

import io
import itertools
import json
import re
import signal

import pandas as pd
import pytest
from made_up import invented, lowest
from rich.console import Console

from moon_sim.commands import program as cli
from moon_sim.heuristics.registry import selectors
from moon_sim.stats.paired import Ranking
from moon_sim.trials import comparison
from moon_sim.trials.comparison import trial
from moon_sim.trials.text import (
    describe_ranking,
    describe_trial,
    duration,
    points_table,
    target_table,
    worst_words,
)
from moon_sim.trials.truth import read_truth

WINS = [
    {("0-0", "6"): (3432, 1716, 1, 0), ("0-0", "none"): (1716, 858, 0, 0)},
    {("1-1", "6"): (858, 0, 0, 0), ("1-1", "none"): (858, 429, 0, 0)},
    {("0-0", "6"): (0, 0, 0, 0), ("5-1", "1"): (3432, 3432, 3432, 858)},
    {("2-1", "6"): (1716, 0, 0, 0), ("2-1", "none"): (858, 0, 0, 0)},
]


@pytest.fixture(scope="module")
def tried():
    rules = [lowest("none", 0, "none"), lowest(6, 4, "six"), lowest(5, name="five")]
    return trial(rules, seed=1, truth=invented(WINS))


def lines(table, width=80):
    """A table as a terminal shows it, each row as its cells."""
    out = io.StringIO()
    Console(file=out, width=width).print(table)
    return [re.split(r" {2,}", line.strip()) for line in out.getvalue().splitlines()]


# --- Text -----------------------------------------------------------------------------------------


def test_a_target_has_a_row_for_each_selector_the_best_first(tried):
    summary, ranking = tried.summary().loc[4], tried.ranking(4)
    title, _, head, _, *rows = lines(target_table(summary, ranking, 4))[:7]
    assert title == ["To make 4, in %: the best choices make 68.8"]  # 1, 1/4, 1, 1/2
    expected = ["place", "selector", "made", "regret", "95 % interval", "best", "worst", "time"]
    assert head == expected
    assert [row[1] for row in rows] == ["six", "none", "five"]
    assert [row[0] for row in rows] == ["1-3"] * 3
    assert rows[0][2:4] == ["43.8", "25.0"]
    assert rows[0][5:7] == ["75.0", "100.0"]
    low, high = map(float, rows[1][4].split(" - "))
    assert low <= 100 * summary.loc["none", "low"] < 100 * summary.loc["none", "high"] <= high


def test_no_loss_so_far_is_no_interval():
    """A regret of 0 on four holdings does not mean that it is 0 for sure."""
    best = [lowest(6, 4, "six"), lowest("none", 4, "none")]
    found = trial(best, seed=1, truth=invented([{}] * 4))
    rows = lines(target_table(found.summary().loc[4], found.ranking(4), 4))[4:6]
    assert [row[3:5] for row in rows] == [["0.0", "-"], ["0.0", "-"]]
    rows = lines(points_table(found.bid_summary(), found.bid_ranking()))[4:6]
    assert [row[2:4] for row in rows] == [["-4.00", "-"], ["-4.00", "-"]]


def test_a_small_chance_is_not_none(tried):
    rows = lines(target_table(tried.summary().loc[6], tried.ranking(6), 6))[4:7]
    assert {row[1]: row[2] for row in rows}["six"] == "<0.1"


def test_a_long_name_wraps_and_no_number_is_cut():
    names = ["longest+keep-doubles-and-then-some", "weighted"]
    found = trial([lowest(6, 21, names[0]), lowest(5, 4, names[1])], seed=1, truth=invented(WINS))
    for table in (
        target_table(found.summary().loc[4], found.ranking(4), 4),
        points_table(found.bid_summary(), found.bid_ranking()),
    ):
        out = io.StringIO()
        Console(file=out, width=80).print(table)
        assert "…" not in out.getvalue()
        assert max(map(len, out.getvalue().splitlines())) <= 80


def test_points_have_a_row_for_each_that_bids(tried):
    rows = lines(points_table(tried.bid_summary(), tried.bid_ranking()))[4:6]
    assert [row[1:3] for row in rows] == [["none", "+0.00"], ["six", "-0.50"]]
    assert [row[4:7] for row in rows] == [["0.0", "-", "+0.0"], ["100.0", "43.8", "-4.0"]]


def ranking(first, groups):
    table = pd.DataFrame({"first": first, "last": 9}, index=list("ABCDE"))
    return Ranking(table, pd.DataFrame(), groups, 10, 0.95)


@pytest.mark.parametrize(
    ("first", "groups", "words"),
    [
        (
            [1, 2, 3, 4, 5],
            (("A",), ("B",), ("C",), ("D",), ("E",)),
            "Best is A.",
        ),
        (
            [1, 2, 2, 3, 4],
            (("A",), ("B", "C"), ("C", "D"), ("E",)),
            "Best is A. These holdings can't tell apart B and C; C and D.",
        ),
        (
            [1, 1, 2, 2, 5],
            (("A", "B"), ("B", "C", "D"), ("E",)),
            "Best is A or B: these holdings can't say which, nor tell apart B, C and D.",
        ),
        (
            [1, 1, 3, 4, 5],
            (("A", "B"), ("C",), ("D",), ("E",)),
            "Best is A or B: these holdings can't say which.",
        ),
    ],
)
def test_the_ranking_in_words(first, groups, words):
    assert describe_ranking(ranking(first, groups)) == words


def test_one_alone_has_nothing_to_be_compared_with(tried):
    alone = trial([lowest(6)], seed=1, truth=tried.truth)
    assert describe_ranking(alone.ranking(4)) == "There is nothing to compare it with."


def test_the_worst_hand_in_words(tried):
    (words,) = worst_words(tried.worst("six", 1, target=4), "six")
    assert words == (
        "six, to make 4: of 6-6 6-1 5-5 5-1 4-1 3-2 1-1 0-0 it discards 0-0 and names 6 as trump, "
        "0.0 %; best is 5-1 and 1 as trump, 100.0 %."
    )


def test_numbers_come_with_their_size_seed_and_error(tried):
    words = describe_trial(tried, tried.summary(), tried.bid_summary())
    assert "4 random holdings, seed 1," in words
    # Of 1, 1/4, 0, 1/2 the squared distances from 7/16 sum to 35/64; of the points, to 35.
    assert "21.3 % of made" in words
    assert "1.71 points" in words
    assert "points" not in describe_trial(tried, tried.summary(), None)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.000_000_4, "0.4 µs"), (0.000_025, "25 µs"), (0.0031, "3.1 ms"), (12, "12 s"), (1, "1.0 s")],
)
def test_times_have_a_unit_that_suits_them(seconds, words):
    assert duration(seconds) == words


# --- The command ----------------------------------------------------------------------------------


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command on made-up holdings; return its exit code, stdout and stderr."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "MOON_SIM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    before = signal.getsignal(signal.SIGPIPE)
    made_up = read_truth(invented(WINS))
    monkeypatch.setattr(comparison, "solve_holding", lambda rng, number, *_: made_up[number])

    def run(*words):
        with pytest.raises(SystemExit) as end:
            cli.main(["compare", *words])
        return end.value.code, *capsys.readouterr()

    yield run
    signal.signal(signal.SIGPIPE, before)


@pytest.fixture
def output(run):
    def output(*words):
        code, out, err = run(*words)
        assert (code, err) == (0, "")
        return out

    return output


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
        assert table["words"] == describe_ranking(ranking)
    assert [row["selector"] for row in found["own_bids"]["selectors"]] == ["sure-tricks"]
    assert {row["selector"] for row in found["worst"]} <= {"longest", "sure-tricks"}
    assert json.loads(output(*ASKED, "--json", "--no-bids"))["own_bids"] is None


def test_csv_has_a_row_for_each_choice_and_nothing_that_a_seed_does_not_decide(output, tmp_path):
    text = output(*ASKED, "--csv", "-")
    frame = pd.read_csv(io.StringIO(text), dtype={"trump": str}, keep_default_na=False)
    every = itertools.product(range(4), ["longest", "sure-tricks"], (4, 5, 6, 7))
    assert list(zip(frame["number"], frame["selector"], frame["target"], strict=True)) == list(
        every
    )
    tried = trial(["longest", "sure-tricks"], seed=1, truth=invented(WINS))
    for name in ("holding", "widow", "discard", "trump", "p_make", "best", "regret", "is_best"):
        assert frame[name].tolist() == tried.choices[name].tolist()
    assert (frame["seed"] == 1).all()
    path = tmp_path / "choices.csv"
    assert "To make 4" in output(*ASKED, "--csv", str(path))
    assert path.read_text() == text


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
        (("longest", "--csv", "/no/such/folder/x.csv"), "/no/such/folder/x.csv"),
    ],
)
def test_wrong_words_are_refused_in_one_line(run, words, message):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("moon-sim: ")
    assert err.count("\n") == 1
    assert message in err
