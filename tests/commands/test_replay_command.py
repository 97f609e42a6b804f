"""`moon-sim replay`: hands that were written down, and what is wrong with them."""

import json
from pathlib import Path

import pytest

from moon_sim.play import read_records

DOCS = Path(__file__).parents[2] / "docs"
GAMES = DOCS / "games.txt"


def test_every_hand_is_shown_with_its_match(output):
    out = output("replay", str(GAMES))
    titles = [line for line in out.splitlines() if line.startswith("Hand ")]
    assert titles == [
        "Hand 1 of 3, Friday at Ann's, 2026-12-04",
        "Hand 2 of 3, Friday at Ann's, 2026-12-04",
        "Hand 3 of 3, of somebody else, house rules lowest_bid=3, trump_before_widow=true",
    ]
    assert max(map(len, out.splitlines())) <= 80
    assert "Ann takes 7 tricks: 6 is made. Points: +6 (Ann), 0 (Ben), 0 (Cleo)." in out
    assert "The record ends here with Cleo to act." in out
    assert "\x1b" not in out


def test_a_hand_is_chosen_and_read_from_a_pipe(output, refusal):
    text = GAMES.read_text("utf-8")
    shown = output("replay", "--hand", "2", stdin=text)
    assert shown == output("replay", str(GAMES), "--hand", "2")
    assert "Hand 1 of 3" not in shown
    assert "--hand: expected 1 to 3, got 4" in refusal("replay", str(GAMES), "--hand", "4")


def test_json_has_the_tricks(output):
    lines = output("replay", str(GAMES), "--json").splitlines()
    assert len(lines) == 3
    first = json.loads(lines[0])
    [hand, *_] = read_records(GAMES)[0].hands
    assert {**first, **hand.to_dict()} == first
    assert (first["hand"], first["players"][1], first["date"]) == (1, "Ben", "2026-12-04")
    assert first["tricks"][1] == {"leader": 0, "plays": ["5-5", "5-3", "1-1"], "winner": 0}
    one = json.loads(output("replay", str(GAMES), "--hand", "2", "--json"))
    assert one["tricks"][-1] == {"leader": 1, "plays": ["6-6"], "winner": None}


def test_names_are_shown_as_they_are(output):
    hand = GAMES.read_text("utf-8").split("\n")[7]
    out = output("replay", stdin=f"match: [bold]x[/]\nplayers: [red]a | b | c\n{hand}")
    assert "[bold]x[/]" in out
    assert "[red]a" in out


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fault_is_named_with_file_and_line(refusal, tmp_path, form):
    path = tmp_path / "games.txt"
    path.write_text(GAMES.read_text("utf-8").replace("6-6 5-4 4-1", "6-6 5-4 5-4"), "utf-8")
    told = refusal("replay", str(path), *(["--json"] if form == "json" else []))
    assert told.startswith(f"{path}: line 8: trick 1: seat 2 can't have played 5-4")


def test_what_is_no_record_is_refused(refusal, tmp_path):
    assert "No such file" in refusal("replay", str(tmp_path / "none.txt"))
    assert "expected a hand, got none" in refusal("replay", stdin="\n")
    assert "stdin: line 1: expected seat 0 | seat 1" in refusal("replay", "-", stdin="hello")


def test_the_page_shows_the_file():
    assert f"```\n{GAMES.read_text('utf-8')}```" in (DOCS / "records.md").read_text("utf-8")
