"""Files appear whole or not at all."""

import os
import stat
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from moon_sim.running.files import check_writable, write_whole

NOBODY = 65534


@pytest.fixture
def folder():
    """A folder that any user can reach, which pytest's own are not."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.fixture
def plain_user():
    """A user whom permissions bind; root may write anywhere."""
    if os.getuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    yield
    os.setresuid(0, 0, 0)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_text_is_written_as_it_is(folder):
    text = "a,ü\nb\r\n"
    write_whole(folder / "new.csv", text)
    assert (folder / "new.csv").read_bytes() == text.encode("utf-8")
    assert names(folder) == ["new.csv"]  # and nothing beside it


def test_new_file_has_the_permissions_that_the_umask_leaves(folder):
    before = os.umask(0o027)
    try:
        write_whole(folder / "new.csv", "x")
        assert os.umask(0o027) == 0o027  # unchanged
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "new.csv").stat().st_mode) == 0o640


def test_former_file_is_replaced_and_keeps_its_permissions(folder):
    path = folder / "old.csv"
    path.write_text("a much longer text than the new one")
    path.chmod(0o604)
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


@pytest.mark.parametrize("made_before", [True, False])
def test_link_stays_and_its_file_is_written(folder, made_before):
    (folder / "there").mkdir()
    file, link = folder / "there" / "file.csv", folder / "link.csv"
    link.symlink_to(file)
    if made_before:
        file.write_text("old")
    check_writable(link)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_loop_of_links_is_no_endless_loop(folder):
    (folder / "a").symlink_to(folder / "b")
    (folder / "b").symlink_to(folder / "a")
    write_whole(folder / "a", "new")
    assert (folder / "a").read_text() == "new"


def test_relative_name_is_in_the_working_folder(folder, monkeypatch):
    monkeypatch.chdir(folder)
    check_writable(Path("here.csv"))
    write_whole(Path("here.csv"), "x")
    assert names(folder) == ["here.csv"]


@pytest.mark.parametrize("broken", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_failure_leaves_the_former_file_and_nothing_else(folder, monkeypatch, broken, error):
    path = folder / "old.csv"
    path.write_text("old")

    def fail(*args):
        raise error

    monkeypatch.setattr(*((os, "fsync") if broken == "fsync" else (Path, "replace")), fail)
    with pytest.raises(type(error)):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert names(folder) == ["old.csv"]


def test_text_that_cannot_be_encoded_leaves_nothing(folder):
    with pytest.raises(UnicodeEncodeError):
        write_whole(folder / "new.csv", "\udcff")
    assert names(folder) == []


# No test writes to a device of the system as root: where the code is wrong, it would replace it.


def test_pipe_is_written_to_and_stays_a_pipe(folder):
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        check_writable(pipe)
        write_whole(pipe, "a\r\n")
        assert os.read(reader, 100) == b"a\r\n"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert names(folder) == ["pipe"]


def test_full_device_is_an_error_that_names_it(plain_user):
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(Path("/dev/full"), "x")
    assert caught.value.filename == "/dev/full"


@pytest.mark.parametrize("write", [check_writable, lambda path: write_whole(path, "x")])
@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("missing/new.csv", FileNotFoundError),
        (".", IsADirectoryError),
        ("file/new.csv", NotADirectoryError),
        ("x" * 300, OSError),
    ],
)
def test_where_no_file_can_be_the_error_names_what_was_asked_for(folder, write, name, error):
    (folder / "file").write_text("old")
    with pytest.raises(error) as caught:
        write(folder / name)
    assert caught.value.filename == str(folder / name)  # not a temporary name
    assert names(folder) == ["file"]


def test_proc_takes_no_files_from_anyone():
    with pytest.raises(OSError, match=r"/proc/new\.csv"):
        check_writable(Path("/proc/new.csv"))


@pytest.mark.parametrize("write", [check_writable, lambda path: write_whole(path, "x")])
@pytest.mark.parametrize("name", ["old.csv", "new.csv"])
def test_read_only_folder_is_refused(folder, plain_user, write, name):
    closed = folder / "closed"
    closed.mkdir()
    (closed / "old.csv").write_text("old")
    closed.chmod(0o555)
    with pytest.raises(PermissionError) as caught:
        write(closed / name)
    assert caught.value.filename == str(closed / name)
    assert names(closed) == ["old.csv"]


def test_read_only_file_is_refused_though_its_folder_would_let_us_replace_it(folder, plain_user):
    path = folder / "old.csv"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        check_writable(path)


def test_check_leaves_no_trace(folder):
    (folder / "old.csv").write_text("old")
    before = (folder / "old.csv").stat().st_mtime_ns
    check_writable(folder / "new.csv")
    check_writable(folder / "old.csv")
    assert names(folder) == ["old.csv"]
    assert (folder / "old.csv").stat().st_mtime_ns == before
