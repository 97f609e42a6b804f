"""`moon-sim contract`."""

import json
import re

import pytest
from command_line import GUESS

from moon_sim.commands import main
from moon_sim.defence import brackets

pytestmark = pytest.mark.usefixtures("asked_once")


def test_contract_shows_three_views_the_lead_the_plan_and_the_losses(output):
    out = output("contract", *GUESS)
    views = {
        line.split("   ")[0].strip(): line
        for line in out.splitlines()
        if "%" in line and "," in line
    }
    assert "78.3 %" in views["double-dummy"]
    assert "2,688" in views["double-dummy"]
    assert "63.0 %" in views["blind lead"]
    assert "62.8 %" in views["best defence"]
    assert "2,157" in views["best defence"]
    assert "proven" in views["best defence"]
    assert "the best is 3-3: 63.0 %" in " ".join(out.split())
    assert "Lead 3-3" in out
    assert "both follow, you win: 3-2" in out
    assert re.search(r"5-4 +6-3 3-1 +462 +462", out)
    assert max(map(len, out.splitlines())) <= 80


def test_contract_as_json(output):
    found = json.loads(output("contract", *GUESS, "--json", "--depth", "1"))
    assert found["target"] == 5
    best = found["best_defence"]
    assert (best["low"], best["high"], best["n"], best["exact"]) == (2157, 2157, 3432, True)
    assert best["p_low"] <= found["blind_lead"] <= found["double_dummy"]
    assert found["blind_lead"] == max(found["leads"].values())
    assert set(found["leads"]) == set(GUESS[0].split())
    assert found["strategy"]["plays"] == {"3-3": 2157}
    assert sum(row["lost"] for row in found["lost"]) == 3432 - 2157


def test_contract_reads_stdin_and_goes_deeper(output):
    shallow = output("contract", "-", *GUESS[1:], stdin=GUESS[0])
    deep = output("contract", *GUESS, "--depth", "3")
    assert len(deep.splitlines()) > len(shallow.splitlines())


def test_a_hopeless_contract_and_a_laydown_read_well(output):
    words = ("--discard", "0-0", "--trump", "none", "--target", "7")
    out = output("contract", "2-1 3-1 4-1 5-1 6-1 3-2 4-2", *words)
    assert "No lead makes it" in out
    assert "no strategy wins a layout" in out
    assert "beat" not in out
    words = ("--discard", "2-1", "--trump", "none", "--target", "7", "--time-limit", "inf")
    out = output("contract", "6-6 6-5 6-4 5-5 4-4 3-3 1-1", *words)
    assert "best" in out
    assert "beat" not in out
    assert "100.0 %" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--discard", "6-5"), "6-5"),
        (("--discard", "6-0"), "blank"),
        (("--trump", "9"), "9"),
        (("--target", "8"), "1 to 7, or 21"),
        (("--target", "0"), "1 to 7"),
        (("--depth", "9"), "1 to 4"),
        (("--time-limit", "0"), "seconds above 0"),
        (("--time-limit", "nan"), "seconds above 0"),
        (("--time-limit", "soon"), "'soon'"),
    ],
)
def test_a_contract_that_cannot_be_is_refused(refusal, words, said):
    assert said in refusal("contract", *GUESS, *words)


def test_a_contract_needs_its_options(refusal):
    assert "--target" in refusal("contract", *GUESS[:5])


@pytest.mark.parametrize("stopped", [False, True])
def test_what_is_proven_is_printed_when_time_is_up_and_at_ctrl_c(monkeypatch, capsys, stopped):
    def first(*contract, **options):
        yield next(brackets(*contract, **options))
        if stopped:
            raise KeyboardInterrupt

    monkeypatch.setattr("moon_sim.defence.brackets", first)
    with pytest.raises(KeyboardInterrupt if stopped else SystemExit):
        main(["contract", *GUESS, "--time-limit", "1e-9"])
    out = capsys.readouterr().out
    assert re.search(r"best defence +0.0 - [0-9.]+ % +0 - [0-9,]+ +.*so far", out)
    assert "Lead" not in out


def test_21_is_all_tricks(output):
    hand = "6-6 6-5 6-4 5-5 4-4 3-3 1-1"  # a laydown
    words = ("contract", hand, "--discard", "2-1", "--trump", "none", "--target")
    assert output(*words, "21", "--json") == output(*words, "7", "--json")
    out = output(*words, "21")
    assert "to make 21, that is all 7 tricks" in " ".join(out.split())
    assert out.split("Three")[1] == output(*words, "7").split("Three")[1]
