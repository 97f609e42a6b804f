"""`--help`, `--version`, and what they load."""

import subprocess
import sys

import pytest

import moon_sim


@pytest.mark.parametrize("words", [("--help",), ("-h",), ()])
def test_help_names_every_command(output, words):
    out = output(*words)
    assert all(command in out for command in ("odds", "exchange", "solve", "deal"))


@pytest.mark.parametrize("command", ["odds", "exchange", "solve", "deal"])
def test_each_command_has_help(output, command):
    assert "--json" in output(command, "--help")


def test_odds_has_the_promised_options(output):
    out = output("odds", "--help")
    for option in ("--trump", "--layouts", "--exact", "--seed", "--json", "--csv"):
        assert option in out


def test_version(output):
    assert output("--version") == f"moon-sim {moon_sim.__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["odds", "--help"], ["--version"]])
def test_help_comes_without_the_heavy_imports(words):
    code = (
        "import sys\n"
        "from moon_sim.commands import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *words]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stderr.split()
    assert "moon_sim.commands.program" in loaded
    heavy = {"numpy", "numba", "pandas", "scipy", "matplotlib", "click"}
    assert not heavy & set(loaded)
