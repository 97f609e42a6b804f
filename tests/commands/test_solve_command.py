"""`moon-sim solve`."""

import io
import json

import pandas as pd
import pytest
from command_line import DEAL, tables

from moon_sim.solver.values import best_line, solve, solve_plays


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_solve_prints_the_value_every_play_and_a_best_line(output, leader):
    words = ("solve", DEAL, "--trump", "5", "--leader", str(leader))
    value, plays = solve(DEAL, "5", leader), solve_plays(DEAL, "5", leader)
    line = best_line(DEAL, "5", leader)
    data = json.loads(output(*words, "--json"))
    assert data == {
        "deal": DEAL,
        "trump": "5",
        "leader": leader,
        "played": "",
        "to_play": leader,
        "value": value,
        "plays": plays,
        "line": [json.loads(json.dumps(trick._asdict())) for trick in line],
    }
    out = output(*words)
    assert f"takes {value} of 3 tricks" in out
    values, tricks = tables(out)
    assert values == [[tile, f"{n}{'*' * (n == value)}"] for tile, n in plays.items()]
    for trick, row in zip(line, tricks, strict=True):
        assert set(trick.tiles) == {cell.rstrip("*") for cell in row[1:4]}
        assert row[4] == f"seat {trick.winner}"


def test_solve_in_the_middle_of_a_trick(output):
    played = "6-4, 16"
    data = json.loads(output("solve", DEAL, "--leader", "1", "--played", played, "--json"))
    assert (data["played"], data["to_play"]) == ("6-4 6-1", 0)
    assert data["plays"] == solve_plays(DEAL, "none", 1, played)
    assert data["value"] == solve(DEAL, "none", 1, played)
    assert data["line"][0]["tiles"][:2] == ["6-4", "6-1"]


def test_solve_as_csv_has_a_row_for_each_play(output):
    rows = pd.read_csv(io.StringIO(output("solve", DEAL, "--trump", "5", "--csv", "-")))
    assert dict(zip(rows["play"], rows["value"], strict=True)) == solve_plays(DEAL, "5")
    assert set(rows["deal"]) == {DEAL}
    assert set(rows["trump"]) == {5}


def test_solve_speaks_of_one_trick(output):
    assert "takes 1 of 1 trick." in output("solve", "6-6 | 6-5 | 4-4")
