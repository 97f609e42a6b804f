"""`--help`, `--version`, and what they load."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import message

import moon_sim
from moon_sim.commands.program import COMMANDS

GAMES = Path(__file__).parents[2] / "docs" / "games.txt"


@pytest.mark.parametrize("words", [("--help",), ("-h",), ()])
def test_help_names_every_command(output, words):
    out = output(*words)
    assert all(command in out for command in ("odds", "exchange", "solve", "deal"))


@pytest.mark.parametrize("command", [command.__name__ for command in COMMANDS])
def test_each_command_has_help_with_its_options_and_examples(output, command):
    told = output(command, "--help")
    assert "--json" in told or command == "report"
    assert f"moon-sim {command} " in told.split("For example:")[1]


@pytest.mark.parametrize("line", [line for lines in COMMANDS.values() for line in lines])
def test_examples_are_understood(run, monkeypatch, tmp_path, line):
    """What takes long is started and no more; the rest is run, through its pipes."""

    def work(*args, **options):
        raise ValueError("at work")

    monkeypatch.chdir(tmp_path)
    shutil.copy(GAMES, tmp_path)
    for name in ("odds.bid_odds", "odds.rank_exchanges", "odds.contract_odds", "trials.trial"):
        monkeypatch.setattr(f"moon_sim.{name}", work)
    monkeypatch.setattr("moon_sim.play.arena", work)
    monkeypatch.setattr("moon_sim.commands.report._run_analyses", work)
    out = None
    for words in line.split(" | moon-sim "):
        code, out, err = run(*shlex.split(words.removeprefix("moon-sim ")), stdin=out)
    assert code == 0 or message(err).endswith("at work")


def test_version(output):
    assert output("--version") == f"moon-sim {moon_sim.__version__}\n"


def test_help_comes_without_the_heavy_imports():
    code = (
        "import sys\n"
        "from moon_sim.commands import main\n"
        "for words in (['--help'], ['odds', '--help'], ['--version']):\n"
        "    try: main(words)\n"
        "    except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert "moon_sim.commands.program" in loaded
    heavy = {"numpy", "numba", "pandas", "scipy", "matplotlib", "click"}
    assert not heavy & set(loaded)
