"""One hand's page: which contract stands for the rest, and that its numbers are those given."""

import html
import re
from dataclasses import replace

import pytest

from moon_sim.commands import program as cli
from moon_sim.defence.proof import best_defence
from moon_sim.display.text import percent
from moon_sim.game.rules import NUMBER_BIDS
from moon_sim.odds.bids import bid_odds
from moon_sim.odds.text import advise_bid
from moon_sim.reporting import hand as hand_page

HAND = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"


@pytest.fixture(scope="module")
def odds():
    return bid_odds(HAND, 2, 3, view="blind-lead")


@pytest.fixture(scope="module")
def made(odds):
    """The page, and what it is made of."""
    case = hand_page.example(odds)
    target = min(case.bid, 7)
    bracket = best_defence(case.hand, case.discard, case.trump, target, 5.0)
    return case, bracket, hand_page.hand_page(odds, bracket)


def words(page):
    """What the page says, without its markup."""
    written = re.sub("<svg.*?</svg>", "", page.split("<main>")[1], flags=re.DOTALL)
    text = html.unescape(re.sub("<.*?>", "", written))
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


def rows(page, section):
    """The cells of a section's table."""
    part = page.split(f">{section}</h", 1)[1].split("</table>")[0]
    found = [re.findall(r"<td.*?>(.*?)</td>", row) for row in part.split("<tr>")]
    return [cells for cells in found if cells]


def told(odds, chances):
    """The odds with a bid of 5 as the best, and its chances with each of the widows in order."""
    choices = odds.choices.copy()
    choices.loc[(slice(None), 5), "p_make"] = chances
    p_make = odds.p_make.copy()
    p_make[:] = [0.6, 0.9, 0.1, 0.0]
    return replace(odds, choices=choices, p_make=p_make)


def test_the_median_widow_stands_for_all_at_the_bid_that_gains_most(odds):
    # 4 gains 0.8 points, 5 gains 4. The eighth of fifteen chances is 0.7, of the widow at place 3.
    chances = [0.1, 0.9, 0.2, 0.7, 0.95, 0.3, 0.96, 0.4, 0.97, 0.5, 0.98, 0.6, 0.99, 0.65, 1.0]
    assert sorted(chances)[7] == 0.7
    changed = told(odds, chances)
    case = hand_page.example(changed)
    widow = changed.choices.index.get_level_values("widow").unique()[3]
    row = changed.choices.loc[(widow, 5)]
    assert (case.bid, case.widow, case.p_make) == (5, widow, 0.7)
    assert (case.discard, case.trump, case.lead) == (row["discard"], row["trump"], row["lead"])
    assert sorted([*case.hand.split(), case.discard]) == sorted([*HAND.split(), widow])


def test_a_hand_that_should_pass_is_looked_at_with_the_bid_that_loses_least(odds):
    poor = replace(odds, p_make=odds.p_make * 0 + 0.25)
    assert hand_page.example(poor).bid == 4


def test_the_page_starts_with_the_question_and_the_advice(odds, made):
    lines = words(made[-1])
    assert lines.startswith(f"What is {odds.hand} worth? {advise_bid(odds)}")
    assert "Sampled: 2 of 3,432 layouts a contract, seed 3;" in lines


def test_the_tables_say_what_the_odds_are(odds, made):
    case, _, page = made
    bids = rows(page, "What does each bid gain?")
    assert [cells[0] for cells in bids] == ["4", "5", "6", "7", "21"]
    assert [cells[1] for cells in bids[:4]] == [
        percent(p).replace("<", "&lt;") for p in odds.p_make
    ]
    assert [cells[-1] for cells in bids] == [f"{gain:+.2f}" for gain in odds.points]
    trumps = rows(page, "Which trump is best before the widow shows?")
    assert [cells[0] for cells in trumps] == [*map(str, odds.by_trump.index), "chosen later"]
    assert trumps[6][1:] == [percent(odds.by_trump.loc[6, bid]) for bid in NUMBER_BIDS]
    widows = rows(page, "What does each widow do to it?")
    choices = odds.choices.xs(min(case.bid, 7), level="bid")
    assert {cells[0] for cells in widows} == set(choices.index)
    for widow, discard, trump, lead, p_make, double_dummy in widows:
        row = choices.loc[widow]
        assert (discard, trump, lead) == (row["discard"], row["trump"], row["lead"])
        assert (p_make, double_dummy) == (percent(row["p_make"]), percent(row["double_dummy"]))
    shown = [float(cells[4].rstrip(" %")) for cells in widows]
    assert shown == sorted(shown, reverse=True)


@pytest.fixture(scope="module")
def doubtful():
    """Odds whose example is a contract that wins some layouts and loses others."""
    odds = bid_odds("6-5 5-3 5-2 5-1 4-3 3-3 3-2", 2, 1, view="blind-lead")
    # The widow at the first place is 0-0, and seven widows are better.
    choices = odds.choices.copy()
    assert choices.index[0] == ("0-0", 4)
    choices.loc[("0-0", 5), ["discard", "trump", "lead"]] = ["4-3", "5", "5-3"]
    return told(replace(odds, choices=choices), [0.5, *[0.2] * 7, *[0.8] * 7])


@pytest.fixture(scope="module")
def bracket():
    """What is proven of that contract, with all the time that it takes."""
    return best_defence("6-5 5-3 5-2 5-1 3-3 3-2 0-0", "4-3", 5, 5, float("inf"))


def test_the_layouts_that_beat_it_add_up(doubtful, bracket):
    assert 0 < bracket.low == bracket.high < bracket.n
    page = hand_page.hand_page(doubtful, bracket)
    kinds = rows(page, "Which layouts beat it?")
    lost = bracket.n - bracket.low
    assert sum(int(cells[2].replace(",", "")) for cells in kinds) == lost
    said = words(page)
    assert f"{lost:,} of 3,432 layouts, with the median widow and the best defence." in said
    assert "a bid of 5 with 0-0 as the widow, whose odds are the median: discard 4-3, 5 as" in said
    assert f"How is it played? Lead {bracket.strategy.lead}." in said
    # Those of the best defence are of all layouts, and may be more than a sample's.
    assert "With a blind lead of 5-3 it is made on 50.0 % of the sampled layouts." in said


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (3432, 3432, "None: with the median widow"),
        (0, 0, "All: with the median widow"),
        (1000, 3000, "Between 432 and 2,432 of 3,432 layouts, with the median widow"),
        (0, 3000, "Between 432 and 3,432 of 3,432 layouts, with the median widow"),
    ],
)
def test_the_answer_is_no_more_than_what_is_proven(doubtful, bracket, low, high, answer):
    said = words(hand_page.hand_page(doubtful, replace(bracket, low=low, high=high)))
    assert f"Which layouts beat it? {answer}" in said
    assert ("found in time" in said) == (low != high)
    assert ("How is it played?" in said) == (low > 0)


def test_odds_or_a_bracket_of_something_else_are_refused(odds, made):
    _, other, _ = made
    with pytest.raises(ValueError, match="expected the blind-lead view, got double-dummy"):
        hand_page.example(replace(odds, view="double-dummy"))
    chances = [place / 15 for place in range(15)]
    with pytest.raises(ValueError, match="bracket: expected one of"):
        hand_page.hand_page(told(odds, chances), other)


def test_the_command_writes_the_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("moon_sim.commands.report.PROOF", 1.0)
    with pytest.raises(SystemExit) as end:
        cli.main(["report", "hand", HAND.replace("-", ""), "--layouts", "2", "--seed", "3"])
    assert end.value.code == 0
    (page,) = tmp_path.iterdir()
    assert capsys.readouterr().out == "hand-66-65-64-55-44-31-21.html\n"
    assert page.name == "hand-66-65-64-55-44-31-21.html"
    assert page.read_text(encoding="utf-8").count("<img ") == 2
