"""What each command prints on a wide and on a narrow screen, as files that show how it looks.

They prove the look, not the numbers. `pytest tests/commands/test_golden.py --update-golden` writes
them anew: read the difference.
"""

from pathlib import Path

import pytest
from command_line import DEAL, DEFENDED, GUESS, HAND, HOLDING, PLAYED, QUICK
from made_up import WINS, invented

from moon_sim.trials.truth import read_truth

FOLDER = Path(__file__).parent / "golden"
SAMPLE = QUICK[:4]
ARENA = ("arena", "rules:point-count", "rules:sure-tricks", "--seed", "1", "--workers", "1")
OPEN = ("--view", "double-dummy")

CASES = {
    "odds": ("odds", HAND, *SAMPLE),
    "odds-double-dummy-one-trump": ("odds", HAND, *QUICK, *OPEN),
    "exchange": ("exchange", HOLDING, *SAMPLE, "--top", "2"),
    "exchange-double-dummy": ("exchange", HOLDING, *SAMPLE, "--top", "1", *OPEN),
    "contract": ("contract", *GUESS),
    "advice-call": ("advice", f"{HAND} | pass 5", "--scores", "3,-2,4", *SAMPLE),
    "advice-exchange": ("advice", f"{HAND} | 5 pass pass | widow=0-0"),
    "advice-play": ("advice", PLAYED),
    "advice-defence": ("advice", DEFENDED, "--layouts", "100", "--seed", "3"),
    "solve": ("solve", DEAL),
    "solve-two-lines": ("solve", "--leader", "1"),
    "deal": ("deal", "--seed", "7", "--count", "2"),
    "selectors": ("selectors",),
    "selectors-choose": ("selectors", "longest", "sure-tricks", "--choose", HOLDING, "--seed", "1"),
    "compare": ("compare", "longest", "sure-tricks", "--holdings", "4", "--seed", "1"),
    "players": ("players",),
    "arena": (*ARENA, "--deals", "40"),
    "arena-three": (*ARENA, "random", "--deals", "8"),
    "arena-matches": (*ARENA, "--deals", "4", "--matches"),
    "arena-contract": (*ARENA, "--deals", "4", "--contract", "5"),
    "arena-until-sure": ("arena", "random", *ARENA[2:], "--until-sure", "--no-luck"),
    "replay": ("replay", str(Path(__file__).parents[2] / "docs" / "games.txt")),
    "an-error": ("solve", "6-6 | 6-5 | 6-0"),
}


@pytest.mark.usefixtures("asked_once")
@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("name", CASES)
def test_the_look_of_a_command(run, monkeypatch, request, install, whole_atlas, name, columns):
    if name == "arena-contract":  # its plans are those of the atlas
        install(whole_atlas)
    made_up = read_truth(invented(WINS))
    monkeypatch.setattr("moon_sim.trials.comparison.solve_holding", lambda rng, n, *_: made_up[n])
    monkeypatch.setattr("moon_sim.trials.text.duration", lambda seconds: "1 ms")
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, err = run(*CASES[name], stdin=f"{DEAL}\n6-6 6-1 | 6-5 4-4 | 0-0 5-5\n")
    shown = "".join(f"{line.rstrip()}\n" for line in (out + err).splitlines())
    path = FOLDER / f"{name}-{columns}.txt"
    if request.config.getoption("--update-golden"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8"), "if this is meant, run with --update-golden"


def test_no_golden_file_is_left_over():
    names = {f"{name}-{columns}.txt" for name in CASES for columns in (80, 40)}
    assert {path.name for path in FOLDER.iterdir()} == names
