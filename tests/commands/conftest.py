"""Commands run in this process."""

import io
import sys
from inspect import isgenerator, signature

import pytest
from command_line import message

from moon_sim import best_defence, defence, odds
from moon_sim.commands import main
from moon_sim.solver import warm_up


@pytest.fixture(scope="session")
def compiled():
    """Compile beforehand, so that stderr holds what a command says and nothing else."""
    warm_up()
    best_defence("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "none", 7)


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    """The usual environment."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "MOON_SIM_THREADS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


_ANSWERS = {}


def _once(function):
    """The function, which remembers what it found; it takes no time to ask again."""
    names = signature(function)

    def asked(*args, progress=None, **options):
        bound = names.bind(*args, **options)
        bound.apply_defaults()
        key = function.__name__, repr(bound)
        if key not in _ANSWERS:
            found = function(*args, **options)
            _ANSWERS[key] = list(found) if isgenerator(found) else found
        return _ANSWERS[key]

    return asked


@pytest.fixture
def asked_once(monkeypatch):
    """For tests of what commands make of odds, not of the odds: each is found once."""
    for room, name in (
        (odds, "bid_odds"),
        (odds, "rank_exchanges"),
        (odds, "contract_odds"),
        (defence, "brackets"),
    ):
        monkeypatch.setattr(room, name, _once(getattr(room, name)))


@pytest.fixture
def run(compiled, capsys, monkeypatch):
    """Run a command; return its exit code, stdout and stderr."""

    def run(*words, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as end:
            main(words)
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return run


@pytest.fixture
def output(run):
    """Run a command that succeeds; return its stdout."""

    def output(*words, **options):
        code, out, err = run(*words, **options)
        assert (code, err) == (0, "")
        return out

    return output


@pytest.fixture
def refusal(run):
    """Run a command that is refused as errors should be; return the message."""

    def refusal(*words, **options):
        code, out, err = run(*words, **options)
        assert (code, out) == (2, "")
        return message(err)

    return refusal
