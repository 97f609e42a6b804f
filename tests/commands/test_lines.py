"""Questions on stdin: one a line, and an answer to each."""

import io
import json
import os
import subprocess
import sys

import pandas as pd
import pytest
from command_line import DEAL, HAND, QUICK, environment, message

DEALS = (DEAL, "6-6 | 6-5 | 4-4", "6-1 5-5 | 6-5 4-4 | 3-1 2-1")


@pytest.fixture
def many():
    return "".join(f"{deal}\n" for deal in DEALS)


def test_each_line_is_answered_as_if_it_came_alone(output, many):
    alone = [output("solve", deal) for deal in DEALS]
    assert output("solve", stdin=many) == "\n".join(alone)
    assert output("solve", "-", stdin=many.replace("\n", "\r\n\n")) == "\n".join(alone)


def test_several_answers_as_json_have_a_line_each(output, many):
    lines = output("solve", "--json", stdin=many).splitlines()
    alone = [json.loads(output("solve", deal, "--json")) for deal in DEALS]
    assert [json.loads(line) for line in lines] == alone
    assert [answer["deal"] for answer in alone] == list(DEALS)
    one = output("solve", "--json", stdin=f"\n{DEAL}\n")
    assert one == output("solve", DEAL, "--json")
    assert one.startswith("{\n  ")


def test_several_answers_as_csv_are_one_table(output, many, tmp_path):
    path = tmp_path / "deals.csv"
    shown = output("solve", "--csv", str(path), stdin=many)
    assert shown == output("solve", stdin=many)
    assert path.read_text() == output("solve", "--csv", "-", stdin=many)
    alone = [pd.read_csv(io.StringIO(output("solve", deal, "--csv", "-"))) for deal in DEALS]
    pd.testing.assert_frame_equal(pd.read_csv(path), pd.concat(alone, ignore_index=True))


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv", "-")])
def test_an_error_names_its_line_after_the_answers_before(run, many, form):
    code, out, err = run("solve", *form, stdin=f"{many}\n6-6 | 6-5 | 6-0\n{DEAL}\n")
    assert code == 2
    assert message(err).startswith("line 5: hand of seat 2: tile 6-0")
    assert out == run("solve", *form, stdin=many)[1]


def test_an_error_leaves_no_file(run, many, tmp_path):
    assert run("solve", "--csv", str(tmp_path / "x.csv"), stdin=f"{many}6-6\n")[0] == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("first", [DEAL, "6-6"])
def test_json_before_what_is_no_text(run, monkeypatch, first):
    """The one answer before is there, whole."""
    lines = io.BytesIO(f"{first}\n".encode() + b" " * 10_000 + b"\xff\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines, encoding="utf-8"))
    code, out, err = run("solve", "--json")
    assert code == 2
    if first == DEAL:
        assert json.loads(out)["deal"] == DEAL
        assert message(err).startswith("line 2: expected the deal, got over")
    else:
        assert out == ""


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
def test_a_byte_order_mark_is_no_tile(output, monkeypatch, encoding):
    lines = io.BytesIO(f"\ufeff{DEAL}\n".encode())
    stdin = io.TextIOWrapper(lines, encoding=encoding, errors="surrogateescape")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert output("solve") == output("solve", DEAL)


def test_answers_come_as_soon_as_they_are_known():
    """Whoever asks a line at a time gets an answer to each before the next."""
    command = [sys.executable, "-m", "moon_sim", "solve", "--csv", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment()) as process:
        for _ in range(2):
            process.stdin.write(b"6-6 | 6-5 | 4-4\n")
            process.stdin.flush()
            answer = b""
            while b"6-6,1" not in answer:
                answer += os.read(process.stdout.fileno(), 1000)
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    ("stdin", "said"),
    [
        ("", "expected the hand on stdin, got nothing"),
        ("\n \n", "expected the hand on stdin, got nothing"),
        ("\x00" * 50_000, "line 1: expected the hand, got over 1000 characters"),
        ("6-6\n" * 50_000, "line 1: hand: expected 7 tiles, got 1"),
        ("\n\ufeff\udcff", "line 2: hand: "),  # bytes that are no text, as lenient locales read
    ],
)
@pytest.mark.parametrize("words", [("odds",), ("odds", "-")])
def test_what_is_no_hand_on_stdin(refusal, words, stdin, said):
    told = refusal(*words, stdin=stdin)
    assert said in told
    assert len(told) < 400  # not all that was read


def test_a_line_without_an_end_is_not_read_to_it(refusal, monkeypatch):
    class Endless(io.StringIO):
        def readline(self, size=-1):
            assert size > 0
            return "6" * size

    monkeypatch.setattr(sys, "stdin", Endless())
    assert "got over 1000 characters" in refusal("odds")


def test_stdin_that_is_not_text(refusal, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe6-6"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert "no text" in refusal("odds")


def test_a_missing_hand_does_not_wait_for_the_keyboard(refusal, monkeypatch):
    class Keyboard(io.StringIO):
        def isatty(self):
            return True

        def readline(self, *args):
            raise AssertionError("waited")

    monkeypatch.setattr(sys, "stdin", Keyboard())
    assert "missing deal" in refusal("solve")


def test_a_hand_that_is_given_leaves_stdin_to_others(output, monkeypatch):
    stdin = io.StringIO("not a hand")
    monkeypatch.setattr(sys, "stdin", stdin)
    output("odds", HAND, *QUICK)
    assert stdin.tell() == 0


def test_a_single_answers_file_is_there_before_it_is_shown(run, tmp_path, monkeypatch):
    """Who reads no more than the first line, as `| head -1` does, still gets the file."""
    path = tmp_path / "deal.csv"

    def closed(*_, **__):
        assert path.exists()
        raise BrokenPipeError

    monkeypatch.setattr("moon_sim.commands.answers.show", closed)
    run("solve", DEALS[0], "--csv", str(path))
    assert path.exists()
