"""Streams that fail."""

import contextlib
import signal
import sys

import pytest
from command_line import message, shell

from moon_sim.commands import main
from moon_sim.game import Deal


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["deal", "--count", "500"]])
def test_a_full_disk_under_stdout_is_an_error(monkeypatch, capsys, words):
    """With output of all sizes: what is kept to the end, and what is not."""
    monkeypatch.setattr(sys, "stdout", open("/dev/full", "w"))  # noqa: PTH123, SIM115
    with pytest.raises(SystemExit) as end:
        main(words)
    with contextlib.suppress(OSError):  # what is left of it
        sys.stdout.close()
    assert end.value.code == 2
    assert "No space left" in message(capsys.readouterr().err)


def test_a_closed_pipe_and_a_full_disk_end_it_quietly():
    code, out, err = shell(
        "$moon deal --seed 1 --count 5000 | head -1; echo ${PIPESTATUS[0]}; "
        "$moon --version > /dev/full; echo $?"
    )
    assert code == 0
    line, piped, full = out.splitlines()
    assert len(Deal.parse(line)) == 7
    assert int(piped) == 128 + signal.SIGPIPE
    assert int(full) == 2
    assert "No space left" in message(err)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("$moon --version >&-", "stdout"),
        ("$moon odds <&-", "missing hand"),
        ("$moon nothing 2>&-", None),
        ("$moon nothing <&- >&- 2>&-", None),
    ],
)
def test_closed_streams(command, said):
    code, out, err = shell(command)
    assert (code, out) == (2, "")  # an error meant for stderr doesn't go to stdout
    assert said in message(err) if said else err == ""
