"""A trial as people read it: tables, words, the short form, and plain values."""

import io
import json
import re
from dataclasses import replace

import pandas as pd
import pytest
from made_up import WINS, invented, lowest
from rich.console import Console

from moon_sim import Rules
from moon_sim.stats import ranking_words
from moon_sim.trials.comparison import trial
from moon_sim.trials.text import (
    describe_trial,
    duration,
    points_table,
    target_table,
    trial_parts,
    worst_words,
)
from moon_sim.trials.truth import read_truth


@pytest.fixture(scope="module")
def tried():
    rules = [lowest("none", 0, "none"), lowest(6, 4, "six"), lowest(5, name="five")]
    return trial(rules, seed=1, truth=invented(WINS))


def shown(*parts, width=80):
    out = io.StringIO()
    Console(file=out, width=width).print(*parts)
    return out.getvalue()


def lines(table, width=80):
    """A table as a terminal shows it, each row as its cells."""
    return [re.split(r" {2,}", line.strip()) for line in shown(table, width=width).splitlines()]


# --- Tables and words -----------------------------------------------------------------------------


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


def test_one_alone_has_nothing_to_be_compared_with(tried):
    alone = trial([lowest(6)], seed=1, truth=tried.truth)
    assert ranking_words(alone.ranking(4)) == "There is nothing to compare it with."


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
    assert "21.3 percentage points of made" in words
    assert "1.71 of points" in words
    assert "of points" not in describe_trial(tried, tried.summary(), None)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.000_000_4, "0.4 µs"), (0.000_025, "25 µs"), (0.0031, "3.1 ms"), (12, "12 s"), (1, "1.0 s")],
)
def test_times_have_a_unit_that_suits_them(seconds, words):
    assert duration(seconds) == words


# --- The whole ------------------------------------------------------------------------------------


def test_the_short_form_has_the_means_best_first(tried):
    assert repr(tried).splitlines() == [
        "Trial of 3 selectors on 4 holdings, seed 1, exact odds",
        "  to make 4      best 68.8 %; six 43.8 %, none 25.0 %, five 0.0 %",
        "  to make 5      best 40.6 %; six 12.5 %, none 9.4 %, five 0.0 %",
        "  to make 6      best 25.0 %; six <0.1 %, none 0.0 %, five 0.0 %",
        "  to make 7      best 6.2 %; none 0.0 %, six 0.0 %, five 0.0 %",
        "  points a hand  none +0.00, six -0.50, at their own bids",
    ]


def test_a_trial_by_other_rules_says_so(tried):
    other = replace(tried, rules=Rules(doubles_high_to_low=False))
    assert repr(other).splitlines()[-1].split()[0] == "rules"
    assert "exact blind-lead odds by Rules(" in list(trial_parts(other))[-1]


def test_the_long_forms_have_all_that_is_said(tried):
    text, html = shown(tried, width=200), tried._repr_html_()
    for part in ("To make 7, in %", "Points a hand", "The worst hands", "4 random holdings"):
        assert part in text
        assert part in html
    assert "No bids from five." in text
    assert html.count("<table>") == 5
    assert "worst hands" not in "".join(map(str, trial_parts(tried, worst=0)))


def test_plain_values_are_plain(tried):
    said = tried.to_dict(worst=2)
    assert json.loads(json.dumps(said, allow_nan=False)) == said
    assert [one["target"] for one in said["targets"]] == [4, 5, 6, 7]
    assert said["targets"][0]["selectors"][0]["selector"] == "six"
    bids = {row["selector"]: row for row in said["own_bids"]["selectors"]}
    assert bids["none"]["p_make"] is None  # it passes
    assert len(said["worst"]) == 6
    assert tried.to_dict(worst=0)["worst"] == []


def test_one_table_has_choices_and_own_bids(tried):
    frame = tried.to_frame()
    assert frame["number"].is_monotonic_increasing
    told, own = frame[frame["own_bid"].isna()], frame[frame["own_bid"].notna()]
    assert told["regret"].tolist() == tried.choices["regret"].tolist()
    assert own["points"].tolist() == tried.own_bids["points"].tolist()
    six = own[own["selector"] == "six"]
    assert six["own_bid"].tolist() == six["target"].tolist() == [4] * 4
    assert six["holding"].tolist() == list(told["holding"].unique())
    assert own[own["selector"] == "none"]["target"].isna().all()
    alone = replace(tried, own_bids=pd.DataFrame()).to_frame()
    assert list(alone.columns) == list(frame.columns)
    assert len(alone) == len(told)


def test_a_known_holding_says_its_best_contracts():
    assert repr(read_truth(invented(WINS))[0]).splitlines() == [
        "Holding 6-6 6-5 6-4 5-5 4-4 3-1 2-1 0-0, widow 0-0",
        "  to make 4  discard 0-0, 6 as trump: 100.0 %, exact blind-lead odds",
        "  to make 5  discard 0-0, 6 as trump: 50.0 %, exact blind-lead odds",
        "  to make 6  discard 0-0, 6 as trump: <0.1 %, exact blind-lead odds",
        "  to make 7  discard 0-0, 0 as trump: 0.0 %, exact blind-lead odds",
    ]
