"""Programs that call the command line themselves."""

import contextlib
import io
import signal
import sys
import threading
import warnings

import pytest
from command_line import DEAL

import moon_sim
from moon_sim.commands import main, program


def state():
    """What a host may have set, and a command must leave as it was."""
    signals = {number: signal.getsignal(number) for number in signal.valid_signals()}
    hooks = sys.excepthook, sys.unraisablehook, threading.excepthook, warnings.showwarning
    streams = sys.stdin, sys.stdout, sys.stderr, sys.argv
    return signals, hooks, streams, list(warnings.filters)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("words", "code"),
    [(["solve", DEAL], 0), (["--version"], 0), (["solve", "6-0"], 2), (["nothing"], 2)],
)
def test_a_host_finds_everything_as_it_was(words, code):
    before = state()
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == code
    assert state() == before


def test_a_host_without_stderr_keeps_it_so(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert sys.stderr is None
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("own", [False, True], ids=["arguments", "those of the process"])
def test_it_works_in_a_thread(monkeypatch, own):
    said, codes = io.StringIO(), []
    monkeypatch.setattr(sys, "argv", ["moon-sim", "solve", DEAL])

    def work():
        try:
            main(None if own else ["solve", DEAL])
        except SystemExit as end:
            codes.append(end.code)

    thread = threading.Thread(target=work)
    with contextlib.redirect_stdout(said):
        thread.start()
        thread.join()
    assert codes == [0]
    assert "the declarer takes" in said.getvalue()


def test_ctrl_c_reaches_the_host(monkeypatch):
    def interrupted(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("moon_sim.solver.solve_plays", interrupted)
    before = state()
    with pytest.raises(KeyboardInterrupt):
        main(["solve", DEAL])
    assert state() == before


def test_the_program_says_warnings_in_one_line(monkeypatch, capsys):
    """And a host gets them as warnings."""
    monkeypatch.setattr(program, "print", warnings.warn, raising=False)
    with pytest.warns(UserWarning, match="moon-sim"), pytest.raises(SystemExit):
        main(["--version"])
    monkeypatch.setattr(sys, "argv", ["moon-sim", "--version"])
    monkeypatch.setattr(signal, "signal", lambda *args: None)
    warnings.simplefilter("always")  # pytest sets it back
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().err == f"moon-sim: moon-sim {moon_sim.__version__}\n"
