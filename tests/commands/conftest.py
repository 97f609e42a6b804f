"""Commands run in this process."""

import io
import sys

import pytest
from command_line import message

from moon_sim.commands import main
from moon_sim.solver import warm_up


@pytest.fixture(scope="session")
def compiled():
    """Compile beforehand, so that stderr holds what a command says and nothing else."""
    warm_up()


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    """The usual environment."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "MOON_SIM_THREADS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


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
