"""`moon-sim selectors`: the list, and what each selector would do."""

import json
from functools import partial

import pytest

from moon_sim.heuristics import registry as home
from moon_sim.heuristics.choosing import Selector
from moon_sim.heuristics.discard_rules import DISCARD_RULES
from moon_sim.heuristics.registry import register, selector, selectors

HOLDING = "6-6 6-5 6-4 5-5 5-4 3-1 2-2 2-1"


@pytest.fixture
def run(run):
    """Run the command; return its exit code, stdout and stderr."""
    return partial(run, "selectors")


def test_every_selector_and_discard_rule_is_listed(run):
    code, out, err = run("--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["selectors"] == [one.to_dict() for one in selectors()]
    assert [one["by_odds"] for one in told["selectors"]] == [one.by_odds for one in selectors()]
    assert all(one["about"] and one["source"] for one in told["selectors"])
    assert [one["name"] for one in told["discard_rules"]] == list(DISCARD_RULES)


def test_people_get_tables(run):
    code, out, err = run("longest", "sure-tricks", "longest+void")
    assert (code, err) == (0, "")
    first = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert "yes" in first["sure-tricks"].split()
    assert "yes" not in first["longest"].split()
    assert "longest+void" in first
    assert max(map(len, out.splitlines())) <= 80


def test_choices_of_a_holding(run):
    names = ("longest", "sure-tricks+void", "random")
    code, out, err = run(*names, "--choose", HOLDING, "--seed", "5", "--bid", "6", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["holding"], told["bid"], told["seed"]) == (HOLDING, 6, 5)
    for name, row in zip(names, told["choices"], strict=True):
        choice = selector(name).choose(HOLDING, 6, seed=5)
        assert row == {"selector": name, "discard": choice.discard, "trump": str(choice.trump)}
    code, out, _ = run(*names, "--choose", HOLDING, "--seed", "5", "--bid", "6")
    assert code == 0
    assert [*told["choices"][0].values()] in [line.split() for line in out.splitlines()]
    assert "a bid of 6; seed 5" in out


def test_holdings_on_stdin_are_answered_one_by_one(run):
    asked = ("longest", "--choose", "-", "--seed", "5", "--json")
    code, out, _ = run(*asked, stdin=f"{HOLDING}\n6-6 6-5 6-4 5-5 4-4 3-3 1-1 2-1\n")
    assert code == 0
    assert [json.loads(line)["holding"] for line in out.splitlines()] == [
        HOLDING,
        "6-6 6-5 6-4 5-5 4-4 3-3 2-1 1-1",
    ]


def test_words_of_a_plug_in_are_shown_as_they_are(run, monkeypatch):
    monkeypatch.setattr(home, "_REGISTERED", dict(home._REGISTERED))
    register(Selector("mine", "counts [tiles] and [/b]", "[me]", lambda *given: (1, 6)))
    code, out, err = run("mine")
    assert (code, err) == (0, "")
    assert "counts [tiles] and [/b]" in out
    assert "[me]" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["longst"], "unknown selector 'longst'; did you mean longest?"),
        (["longest", "longest"], "each once, got longest twice"),
        (["--bid", "6"], "--bid, --seed and --rules go with --choose"),
        (["--choose", "6-6"], "holding: expected 8 tiles, got 1"),
        (["longest", "--choose", HOLDING, "--bid", "9"], "expected one of 4, 5, 6, 7, 21, got 9"),
    ],
)
def test_refusals_take_one_line(run, words, message):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("moon-sim: ")
    assert err.count("\n") == 1


def test_a_broken_plug_in_is_left_out_with_a_warning(run, monkeypatch):
    class Broken:
        name, value = "broken", "package:broken"

        def load(self):
            raise ImportError("no module\n'x'")

    monkeypatch.setattr(home, "entry_points", lambda group: [Broken()])
    home._waiting.cache_clear()
    try:
        with pytest.warns(UserWarning, match="selector 'broken' of package:broken is left out"):
            code, out, err = run("--json")
        told = json.loads(out)["selectors"]
        assert (code, err, len(told)) == (0, "", len(selectors()))
    finally:
        home._waiting.cache_clear()
