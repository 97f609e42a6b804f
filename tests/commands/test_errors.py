"""What is refused, and how it is told."""

import errno
import os
from pathlib import Path

import pytest
from command_line import DEAL, HAND, HOLDING, QUICK, message

from moon_sim.commands import main

BAD = {
    "tile twice": (("odds", "6-6 6-6 6-4 5-5 4-4 3-1 2-1"), "6-6 comes twice"),
    "tile twice, turned round": (("odds", "6-5 5-6 6-4 5-5 4-4 3-1 2-1"), "6-5 comes twice"),
    "a blank": (("odds", "6-0 6-6 6-4 5-5 4-4 3-1 2-1"), "the blanks are out but for 0-0"),
    "beyond 6": (("odds", "7-1 6-6 6-4 5-5 4-4 3-1 2-1"), "7-1 is not in the set"),
    "no tile": (("odds", "6-6 six 6-4 5-5 4-4 3-1 2-1"), "'six' is not a tile"),
    "six tiles": (("odds", "6-6 6-4 5-5 4-4 3-1 2-1"), "expected 7 tiles, got 6"),
    "eight tiles": (("odds", HOLDING), "expected 7 tiles, got 8"),
    "no tiles": (("odds", ""), "expected 7 tiles, got 0"),
    "seven to exchange": (("exchange", HAND), "expected 8 tiles, got 7"),
    "unknown trump": (("odds", HAND, "--trump", "9"), "expected 0 to 6, doubles or none, got '9'"),
    "empty trump": (("odds", HAND, "--trump", ""), "got ''"),
    "negative trump": (("odds", HAND, "--trump", "-1"), "got '-1'"),
    "no layouts": (("odds", HAND, "--layouts", "0"), "from 1 to 3432, got '0'"),
    "negative layouts": (("odds", HAND, "--layouts", "-3"), "got '-3'"),
    "too many layouts": (("odds", HAND, "--layouts", "3433"), "got '3433'"),
    "layouts in words": (("odds", HAND, "--layouts", "many"), "got 'many'"),
    "layouts not a number": (("odds", HAND, "--layouts", "NaN"), "got 'NaN'"),
    "half a layout": (("odds", HAND, "--layouts", "1.5"), "got '1.5'"),
    "endless layouts": (("odds", HAND, "--layouts", "inf"), "got 'inf'"),
    "layouts left out": (("odds", HAND, "--layouts"), "--layouts"),
    "exact sample": (("odds", HAND, "--exact", "--layouts", "5"), "--exact"),
    "exact sample to exchange": (("exchange", HOLDING, "--exact", "--layouts", "5"), "--exact"),
    "negative seed": (("odds", HAND, "--seed", "-1"), "from 0 up, got '-1'"),
    "seed in words": (("deal", "--seed", "x"), "got 'x'"),
    "no threads": (("odds", HAND, "--threads", "0"), "from 1 up, got '0'"),
    "no choices": (("exchange", HOLDING, "--top", "0"), "from 1 to 72, got '0'"),
    "uneven hands": (("solve", "6-6 | 6-5 5-5 | 4-4"), "got 1, 2 and 1 tiles"),
    "two hands": (("solve", "6-6 | 6-5"), "expected 3 hands"),
    "four hands": (("solve", "6-6 | 6-5 | 4-4 | 3-3"), "got 4"),
    "an empty hand": (("solve", "6-6 | | 4-4"), "equal size"),
    "tile in two hands": (("solve", "6-6 | 6-5 | 6-5"), "6-5 is in seats 1 and 2"),
    "no such leader": (("solve", DEAL, "--leader", "3"), "from 0 to 2, got '3'"),
    "no trump for solve": (("solve", DEAL, "--trump", "x"), "got 'x'"),
    "played by another": (("solve", DEAL, "--played", "6-4"), "seat 0 does not hold 6-4"),
    "revoked": (("solve", DEAL, "--played", "4-4 5-5"), "can follow"),
    "played by all": (("solve", DEAL, "--played", "4-4 4-2 4-1"), "at most 2 tiles"),
    "advice on five parts": (("advice", f"{HAND} | 4 | 5 | 6 | 7"), "got 5 parts"),
    "advice on no call": (("advice", f"{HAND} | 6-6"), "calls: expected pass or a bid, got '6-6'"),
    "advice on a call too low": (("advice", f"{HAND} | 5 4"), "got 4 (rule R3)"),
    "advice without the widow": (
        ("advice", f"{HAND} | 5 pass pass"),
        "expected seat 0 to have seen the widow",
    ),
    "advice on another's tile": (
        ("advice", f"{HAND} | 5 pass pass | trump=6 | 6-6"),
        "seat 0 can't have played 6-6: seat 1 holds it",
    ),
    "two scores": (("advice", HAND, "--scores", "1,2"), "expected three whole numbers"),
    "scores that end it": (("advice", HAND, "--scores", "21,0,0"), "end the match (rule R15)"),
    "no deals": (("deal", "--count", "0"), "got '0'"),
    "no such part": (("deal", "--only", "widow"), "expected hands, hand or holding, got 'widow'"),
    "no such option": (("odds", HAND, "--exactly"), "--exact"),  # perhaps it was meant
    "two of one stdout": (("odds", HAND, "--json", "--csv", "-"), "leave out one"),
    "no such command": (("oods", HAND), "oods"),
    "lines in a file's name": (
        ("odds", HAND, "--csv", "no\nfolder/odds.csv"),
        "no folder/odds.csv",
    ),
    "an argument too many": (("deal", "7"), "7"),
}


@pytest.mark.parametrize(("words", "said"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(refusal, words, said):
    assert said in refusal(*words)


@pytest.mark.parametrize("where", [0, 1, 3])
def test_debug_shows_the_traceback_wherever_it_stands(run, where):
    words = ["odds", "6-0", "--seed", "1"]
    words.insert(where, "--debug")
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("Traceback")
    assert message(err.splitlines(keepends=True)[-1]).startswith("hand: tile 6-0")


def test_debug_changes_nothing_where_all_goes_well(output):
    assert output("--debug", "deal", "--seed", "1") == output("deal", "--seed", "1", "--debug")


def test_threads_of_the_environment_are_checked(refusal, monkeypatch):
    monkeypatch.setenv("MOON_SIM_THREADS", "many")
    assert "MOON_SIM_THREADS" in refusal("odds", HAND, *QUICK)


def test_a_bug_is_not_hidden(monkeypatch):
    def fail(*args, **options):
        raise ZeroDivisionError

    monkeypatch.setattr("moon_sim.odds.bid_odds", fail)
    with pytest.raises(ZeroDivisionError):
        main(["odds", HAND, "--exact"])


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("missing/odds.csv", "No such file or directory"),
        (".", "Is a directory"),
        ("file/odds.csv", "Not a directory"),
        ("/proc/odds.csv", "/proc/odds.csv"),
        ("x" * 300, "too long"),
    ],
)
@pytest.mark.parametrize("words", [("odds", HAND), ("exchange", HOLDING)])
def test_an_unwritable_file_is_told_before_the_work(
    refusal, monkeypatch, tmp_path, words, file, said
):
    def work(*args, **options):
        raise AssertionError("worked for nothing")

    monkeypatch.setattr("moon_sim.odds.bid_odds", work)
    monkeypatch.setattr("moon_sim.odds.rank_exchanges", work)
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    told = refusal(*words, "--csv", file)
    assert said in told
    assert "moon-sim-" not in told.replace(str(tmp_path), "")  # no temporary name
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_on_a_full_disk(run, monkeypatch, tmp_path):
    def fail(*args):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    path = tmp_path / "odds.csv"
    code, out, err = run("odds", HAND, *QUICK, "--csv", str(path))
    assert (code, message(err)) == (2, f"{path}: No space left on device")
    assert "What each bid is worth" in out  # nothing of the answer is lost
    assert list(tmp_path.iterdir()) == []


def test_work_that_fails_leaves_the_former_file(run, monkeypatch, tmp_path):
    def fail(*args, **options):
        raise ValueError("no")

    path = tmp_path / "odds.csv"
    path.write_text("old")
    monkeypatch.setattr("moon_sim.odds.bid_odds", fail)
    assert run("odds", HAND, "--exact", "--csv", str(path)) == (2, "", "moon-sim: no\n")
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1
