"""Narrow and wide screens, plain ones, and the progress bar."""

import io
import itertools
import os
import pty
import re
import signal
import subprocess
import sys

import pytest
from command_line import DEAL, HAND, HOLDING, QUICK, environment, message, shell

from moon_sim.commands import console


@pytest.mark.usefixtures("asked_once")
@pytest.mark.parametrize("columns", [1, 20, 40, 60])
@pytest.mark.parametrize("command", ["odds", "exchange"])
def test_on_a_narrow_screen_all_is_there_and_every_number_whole(
    output, monkeypatch, command, columns
):
    words = (command, {"odds": HAND, "exchange": HOLDING}[command], *QUICK[:4])
    wide = output(*words)
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = output(*words)
    for numbers in (r"[<>+-]*\d+\.\d+", r"[\d.]+ - [\d.]+ %"):
        assert re.findall(numbers, narrow) == re.findall(numbers, wide)
    for line in narrow.splitlines():
        assert len(line) <= columns or " " not in re.sub(" %| - ", "", line.strip())


@pytest.mark.parametrize("columns", ["0", "-5", "abc", ""])
def test_columns_that_are_no_width_count_as_80(output, monkeypatch, columns):
    usual = output("solve", DEAL)
    monkeypatch.setenv("COLUMNS", columns)
    assert output("solve", DEAL) == usual


@pytest.mark.usefixtures("asked_once")
@pytest.mark.parametrize(
    "words", [("odds", HAND, *QUICK[:4]), ("exchange", HOLDING, *QUICK[:4]), ("solve", DEAL)]
)
def test_output_fits_80_columns_in_plain_text(output, words):
    out = output(*words)
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out  # no colour where there is no terminal
    assert not re.search(r"^ *%", out, re.MULTILINE)  # no number is parted from its sign


def test_a_wide_screen_is_used_for_sentences(output, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    assert output("odds", HAND, *QUICK).splitlines()[-1].startswith("Sampled")


def test_ascii_is_enough(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "10")
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")  # strict: what it lacks is an error
    monkeypatch.setattr(sys, "stdout", screen)
    assert run("solve", DEAL) == (0, "", "")
    assert b"seat 2" in screen.buffer.getvalue()


def test_an_error_quotes_what_ascii_cannot_show():
    code, out, err = shell("$moon nothing-ü", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (code, out) == (2, "")
    assert message(err).isascii()


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("seconds", "shown"), [(0.1, False), (2, True)])
def test_a_bar_shows_for_work_of_over_a_second(monkeypatch, seconds, shown):
    clock = iter(range(100))
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(console.time, "monotonic", lambda: next(clock) * seconds)
    monkeypatch.setenv("TERM", "xterm")
    with console.progress_bar() as report:
        report(1, 4)
    drawn = screen.getvalue()
    assert ("25 %" in drawn) == shown
    assert ("solving" in drawn) == shown


def test_no_bar_where_stderr_is_no_terminal(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(console.time, "monotonic", lambda: next(clock) * 10)
    monkeypatch.setenv("FORCE_COLOR", "1")  # asks for colour, not for a bar in a log
    with console.progress_bar() as report:
        report(1, 2)
    assert sys.stderr.getvalue() == ""


@pytest.mark.parametrize(
    "words", [("odds", HAND, *QUICK, "--threads", "1"), ("exchange", HOLDING, *QUICK)]
)
def test_commands_report_their_progress(output, monkeypatch, words):
    seen = []

    class Bar:
        def __enter__(self):
            return lambda done, total: seen.append((done, total))

        def __exit__(self, *error):
            pass

    monkeypatch.setattr(f"moon_sim.commands.{words[0]}.progress_bar", Bar)
    output(*words)
    stages = [place for place, (done, _) in enumerate(seen) if done == 1] + [len(seen)]
    for start, end in itertools.pairwise(stages):  # a sample takes several
        total = seen[start][1]
        assert seen[start:end] == [(done, total) for done in range(1, total + 1)]


def test_ctrl_c_clears_the_bar_and_leaves_no_file(tmp_path):
    screen, far = pty.openpty()
    command = [sys.executable, "-m", "moon_sim", "odds", HAND, "--exact", "--csv", "odds.csv"]
    command += ["--source", "computed"]
    env = environment(TERM="xterm", NO_COLOR="1")
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=far,
        cwd=tmp_path,
        env=env,
        # A test run in a shell's background passes on that Ctrl-C is to be ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(far)
    drawn = b""
    while b"%" not in drawn:
        drawn += os.read(screen, 1000)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == b""
    try:
        while more := os.read(screen, 1000):
            drawn += more
    except OSError:  # what Linux says at the end of a terminal
        pass
    os.close(screen)
    assert process.returncode == -signal.SIGINT
    assert list(tmp_path.iterdir()) == []
    assert b"Traceback" not in drawn
    assert drawn.count(b"\x1b[?25l") == drawn.count(b"\x1b[?25h") == 1  # the cursor is back
    assert drawn.rstrip(b"\r").endswith(b"\x1b[2K")  # and the bar's line is empty
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]", drawn)  # NO_COLOR
