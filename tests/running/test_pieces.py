"""Finished pieces in a file: whole or not at all, whatever ends the work."""

import errno
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from helpers import hear_signals

from moon_sim.running import Pieces, PiecesError, run_pieces

SETTINGS = {"version": 1, "rules": "usual", "share": 0.5}


def piece(number, size=40):
    """The bytes of a piece: of its number alone."""
    return random.Random(number).randbytes(size)


def fail_at(bad, number):
    if number == bad:
        raise ValueError(f"piece {number} can't be made")
    return piece(number)


def end_at(bad, number):
    if number == bad:
        os.kill(os.getpid(), signal.SIGKILL)
    return piece(number)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "some.pieces"


def content(path, settings=SETTINGS):
    with Pieces(path, settings) as pieces:
        return {number: pieces.read(number) for number in sorted(pieces.done())}


def wanted(count):
    return {number: piece(number) for number in range(count)}


# --- The file ---------------------------------------------------------------------------------


def test_pieces_come_back_and_may_be_replaced(path):
    with Pieces(path, SETTINGS) as pieces:
        assert pieces.done() == set()
        pieces.write(3, b"three")
        pieces.write(np.int64(-1), b"")
        pieces.write(3, b"drei")
        assert pieces.done() == {3, -1}
        assert pieces.read(np.int64(3)) == b"drei"
    assert content(path) == {-1: b"", 3: b"drei"}


def test_a_piece_that_is_not_there_is_named(path):
    with Pieces(path, SETTINGS) as pieces, pytest.raises(PiecesError, match=r"some\.pieces.*7"):
        pieces.read(7)


def test_other_settings_are_refused_by_what_differs(path):
    Pieces(path, SETTINGS).close()
    before = path.read_bytes()
    other = {"version": 2, "rules": "usual", "new": "x"}
    with pytest.raises(PiecesError) as caught:
        Pieces(path, other)
    assert str(caught.value) == (
        f'{path}: expected pieces made with version 2, got 1; new "x", got unset; '
        "share unset, got 0.5"
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("column", ["bytes", "checksum", "number"])
def test_a_damaged_piece_is_as_if_not_there_and_made_again(path, column):
    with Pieces(path, SETTINGS) as pieces:
        run_pieces(piece, range(4), pieces, workers=1)
    value = {"bytes": b"x", "checksum": b"", "number": 9}[column]
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"UPDATE pieces SET {column} = ? WHERE number = 2", (value,))
    with Pieces(path, SETTINGS) as pieces:
        with pytest.warns(UserWarning, match=r"some\.pieces: piece [29] is damaged"):
            assert pieces.done() == {0, 1, 3}
        assert pieces.done() == {0, 1, 3}  # and says it no more
        with pytest.raises(PiecesError):
            pieces.read(2)
        run_pieces(piece, range(4), pieces, workers=1)
        assert {number: pieces.read(number) for number in range(4)} == wanted(4)


def test_a_file_that_is_none_is_refused_and_left_as_it_was(path):
    path.write_text("a letter " * 1000)
    with pytest.raises(PiecesError, match=r"some\.pieces: expected a file of pieces"):
        Pieces(path, SETTINGS)
    assert path.read_text() == "a letter " * 1000


def test_another_database_is_refused_and_left_as_it_was(path):
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE letters (text)")
    before = path.read_bytes()
    with pytest.raises(PiecesError, match="expected a file of pieces, got another database"):
        Pieces(path, SETTINGS)
    assert path.read_bytes() == before


def test_a_truncated_file_is_refused(path):
    with Pieces(path, SETTINGS) as pieces:
        run_pieces(partial(piece, size=4000), range(20), pieces, workers=1)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    with pytest.raises(PiecesError, match="expected a file of pieces, got a damaged"):
        content(path)


def test_what_the_system_refuses_is_said_with_the_files_name(tmp_path):
    for path, reason in {
        tmp_path: errno.EISDIR,
        tmp_path / "none" / "some.pieces": errno.ENOENT,
        Path("/proc/some.pieces"): errno.EACCES,
    }.items():
        with pytest.raises(OSError, match=path.name) as caught:
            Pieces(path, SETTINGS)
        assert (caught.value.errno, caught.value.filename) == (reason, str(path))


def test_a_read_only_folder_is_read_and_refused_before_work_begins(plain_user):
    folder = plain_user / "closed"
    folder.mkdir()
    path = folder / "some.pieces"
    with Pieces(path, SETTINGS) as pieces:
        run_pieces(piece, range(3), pieces, workers=1)
    Path(f"{path}-lock").unlink()
    folder.chmod(0o555)
    assert content(path) == wanted(3)
    with Pieces(path, SETTINGS) as pieces, pytest.raises(PermissionError, match=path.name):
        run_pieces(pytest.fail, range(4), pieces, workers=1)
    with pytest.raises(PermissionError, match="new"):
        Pieces(folder / "new", SETTINGS)
    folder.chmod(0o755)


def test_a_full_disk_loses_nothing(path):
    with Pieces(path, SETTINGS) as pieces:
        pieces._file.execute("PRAGMA max_page_count = 10")
        with pytest.raises(OSError, match="No space left") as caught:
            run_pieces(partial(piece, size=3000), range(100), pieces, workers=1)
        assert caught.value.filename == str(path)
        some = pieces.done()
        assert 0 < len(some) < 100
        assert all(pieces.read(number) == piece(number, 3000) for number in some)
        pieces._file.execute("PRAGMA max_page_count = 1000")  # somebody has made room
        run_pieces(partial(piece, size=3000), range(100), pieces, workers=1)
        assert len(pieces.done()) == 100


# --- The work ---------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_bytes_whatever_the_order_and_the_processes(path, workers):
    order = random.Random(workers).sample(range(60), 60)
    told = []
    with Pieces(path, SETTINGS) as pieces:
        run_pieces(piece, order[:20], pieces, workers=workers)
        run_pieces(
            piece, [*order, *order], pieces, workers=workers, progress=lambda *two: told.append(two)
        )
    assert told == [(done, 60) for done in range(20, 61)]
    assert content(path) == wanted(60)


def test_what_is_there_is_not_made_again(path):
    with Pieces(path, SETTINGS) as pieces:
        run_pieces(piece, range(5), pieces, workers=1)
        run_pieces(pytest.fail, range(5), pieces, workers=1, before=pytest.fail)


def test_before_comes_first_and_once(path):
    calls = []

    def make(number):
        calls.append(number)
        return piece(number)

    with Pieces(path, SETTINGS) as pieces:
        run_pieces(make, [2, 1], pieces, workers=1, before=lambda: calls.append("before"))
    assert calls == ["before", 2, 1]


@pytest.mark.parametrize("workers", [1, 2])
def test_after_an_error_what_is_finished_stays(path, workers):
    with Pieces(path, SETTINGS) as pieces:
        with pytest.raises(ValueError, match="piece 5 can't be made"):
            run_pieces(partial(fail_at, 5), range(2000), pieces, workers=workers)
        done = pieces.done()
        assert len(done) < 2000
        assert all(pieces.read(number) == piece(number) for number in done)
        if workers == 1:
            assert done == set(range(5))


def test_after_a_process_was_ended_what_is_finished_stays(path):
    with Pieces(path, SETTINGS) as pieces:
        run_pieces(piece, range(3), pieces, workers=1)
        with pytest.raises(ChildProcessError, match="ended from outside, perhaps for want of mem"):
            run_pieces(partial(end_at, 5), range(9), pieces, workers=2)
        assert {0, 1, 2} <= pieces.done() < set(range(9))
        run_pieces(piece, range(9), pieces, workers=2)
    assert content(path) == wanted(9)


def test_pieces_are_bytes(path):
    with Pieces(path, SETTINGS) as pieces, pytest.raises(TypeError, match="piece 8: expected byte"):
        run_pieces(str, [8], pieces, workers=1)


def test_one_run_at_a_time_and_others_may_read(path):
    with Pieces(path, SETTINGS) as first, Pieces(path, SETTINGS) as second:

        def make(number):
            if number == 1:
                assert second.read(0) == piece(0)
                with pytest.raises(PiecesError, match=r"some\.pieces: another process is making"):
                    run_pieces(piece, range(9), second, workers=1)
            return piece(number)

        run_pieces(make, range(3), first, workers=1)
        run_pieces(piece, range(4), second, workers=1)
        assert first.done() == set(range(4))


# --- Whatever ends it -------------------------------------------------------------------------

BUILD = """
import sys
sys.path.insert(0, {here!r})
from test_pieces import SETTINGS, piece
from moon_sim.running import Pieces, run_pieces
if __name__ == "__main__":
    with Pieces(sys.argv[1], SETTINGS) as pieces:
        run_pieces(piece, range({count}), pieces, workers={workers},
                   progress=lambda *told: print(*told, flush=True))
"""


def build(path, tmp_path, count, workers):
    """A process that makes pieces, and tells of each."""
    script = tmp_path / "build.py"
    here = str(Path(__file__).parent)
    script.write_text(BUILD.format(here=here, count=count, workers=workers))
    return subprocess.Popen(
        [sys.executable, str(script), str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_signals,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.mark.skipif(sys.platform != "linux", reason="counts on signals")
@pytest.mark.parametrize(
    ("workers", "times"),
    [(1, 4), (2, 2), pytest.param(1, 20, marks=pytest.mark.slow),
     pytest.param(2, 20, marks=pytest.mark.slow)],
)  # fmt: skip
def test_killed_at_random_moments_it_goes_on_where_it_was(path, tmp_path, workers, times):
    rng = random.Random(times)
    step, end = 60, 60 * (times + 1)
    for time in range(times):
        run = build(path, tmp_path, end, workers)
        until = time * step + rng.randrange(1, step)
        for line in run.stdout:
            if int(line.split()[0]) >= until:
                run.send_signal(signal.SIGKILL)
                break
        run.communicate()
        assert run.returncode == -signal.SIGKILL
        found = content(path)
        assert until <= len(found) < end
        assert found == {number: piece(number) for number in found}
    run = build(path, tmp_path, end, workers)
    told, said = run.communicate()
    assert (run.returncode, said) == (0, "")
    assert told.splitlines()[-1] == f"{end} {end}"
    assert content(path) == wanted(end)


@pytest.mark.skipif(sys.platform != "linux", reason="counts on signals")
def test_ctrl_c_ends_it_and_what_is_finished_stays(path, tmp_path):
    run = build(path, tmp_path, 5000, 2)
    for line in run.stdout:
        if int(line.split()[0]) == 10:
            run.send_signal(signal.SIGINT)
            break
    _, said = run.communicate()
    assert said.splitlines()[-1] == "KeyboardInterrupt"
    found = content(path)
    assert 10 <= len(found) < 5000
    assert found == {number: piece(number) for number in found}
