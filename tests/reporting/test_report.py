"""A report's folder holds the former report or the new one, whatever stops a run."""

import errno
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import textwrap

import pytest

from moon_sim.reporting import folders
from moon_sim.reporting.folders import (
    check_report,
    read_manifest,
    remove_report,
    reports_in,
    write_report,
)
from moon_sim.running import files

OLD = {"README.md": "# Old?\n", "odds.csv": "p\n0.5\n", "gone.csv": "x\n"}
NEW = {"README.md": "# New?\n", "odds.csv": "p\n0.25\n", "odds.png": b"\x89PNG\r\n"}


def contents(folder):
    """The files of a folder but for the manifest, whose `files` must name them all."""
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert json.loads(found.pop("manifest.json"))["files"] == sorted([*found, "manifest.json"])
    return {
        name: content if name.endswith("png") else content.decode()
        for name, content in found.items()
    }


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def old(tmp_path):
    folder = tmp_path / "odds"
    write_report(folder, {"name": "odds", "seed": 1}, OLD)
    return folder


def test_a_new_report_takes_the_place_of_the_former_one(old):
    assert contents(old) == OLD
    write_report(old, {"name": "odds", "seed": 2}, NEW)
    assert contents(old) == NEW
    assert read_manifest(old)["seed"] == 2
    assert names(old.parent) == ["odds"]


def test_folders_above_are_made_and_permissions_are_the_usual_ones(tmp_path):
    folder = tmp_path / "a" / "b" / "odds"
    before = os.umask(0o027)
    try:
        write_report(folder, {"name": "odds"}, NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o750
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o640}
    folder.chmod(0o705)
    write_report(folder, {"name": "odds"}, OLD)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o705


def test_a_link_stays_a_link(old, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(old)
    write_report(link, {"name": "odds"}, NEW)
    assert link.is_symlink()
    assert contents(old) == NEW


@pytest.mark.parametrize("name", ["../odds.csv", "a/b.csv", "manifest.json", "", ".."])
def test_files_have_plain_names(tmp_path, name):
    with pytest.raises(ValueError, match="expected plain names"):
        write_report(tmp_path / "odds", {"name": "odds"}, {name: "x"})
    assert names(tmp_path) == []


def test_a_report_has_a_name(tmp_path):
    with pytest.raises(ValueError, match="expected a name, got None"):
        write_report(tmp_path / "odds", {}, NEW)


def test_reports_are_found(old, tmp_path):
    write_report(tmp_path / "bidding", {"name": "bidding"}, NEW)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes.txt").write_text("mine")
    assert reports_in(tmp_path) == ["bidding", "odds"]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"name": 3}', "\xff"])
def test_a_manifest_that_is_none(old, text):
    (old / "manifest.json").write_text(text, encoding="latin-1")
    with pytest.raises(ValueError, match=r"manifest\.json: expected a report's manifest"):
        read_manifest(old)


def test_no_manifest(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_manifest(tmp_path / "odds")


# --- What is not the report's stays -----------------------------------------------------------


def test_an_empty_folder_is_as_good_as_none(tmp_path):
    check_report(tmp_path, "odds")
    write_report(tmp_path, {"name": "odds"}, NEW)
    assert contents(tmp_path) == NEW


def refused(folder, name="odds"):
    with pytest.raises(OSError, match=r"choose another folder") as checked:
        check_report(folder, name)
    with pytest.raises(OSError, match=r"choose another folder") as written:
        write_report(folder, {"name": name}, NEW)
    assert written.value.filename == checked.value.filename == str(folder)
    return checked.value.strerror


def test_a_folder_of_other_files_is_refused(tmp_path):
    for name in "dacbe":
        (tmp_path / name).write_text(name)
    assert "(a, b, c, ...)" in refused(tmp_path)
    assert names(tmp_path) == list("abcde")


def test_a_file_put_into_a_report_is_not_lost(old):
    (old / "notes.txt").write_text("mine")
    assert "(notes.txt)" in refused(old)
    assert (old / "notes.txt").read_text() == "mine"
    (old / "notes.txt").unlink()
    (old / "more").mkdir()
    assert "(more)" in refused(old)


def test_another_report_is_refused(old):
    refused(old, "bidding")
    assert contents(old) == OLD


def test_a_broken_manifest_owns_no_files(old):
    (old / "manifest.json").write_text("{")
    refused(old)
    assert names(old) == sorted([*OLD, "manifest.json"])


# --- What can't be written --------------------------------------------------------------------


def unwritable(folder, number):
    with pytest.raises(OSError, match=r".") as checked:
        check_report(folder, "odds")
    with pytest.raises(OSError, match=r".") as written:
        write_report(folder, {"name": "odds"}, NEW)
    for error in (checked.value, written.value):
        assert (error.errno, error.filename) == (number, str(folder))


def test_a_file_in_the_folders_place(tmp_path):
    (tmp_path / "odds").write_text("mine")
    unwritable(tmp_path / "odds", errno.ENOTDIR)
    unwritable(tmp_path / "odds" / "below", errno.ENOTDIR)
    assert (tmp_path / "odds").read_text() == "mine"


def test_a_read_only_folder(plain_user):
    folder = plain_user / "odds"
    write_report(folder, {"name": "odds"}, OLD)
    folder.chmod(0o555)
    unwritable(folder, errno.EACCES)
    folder.chmod(0o755)
    assert contents(folder) == OLD


def test_a_read_only_folder_above(plain_user):
    above = plain_user / "reports"
    above.mkdir()
    above.chmod(0o555)
    unwritable(above / "odds", errno.EACCES)
    above.chmod(0o755)
    assert names(above) == []


def test_a_disk_that_is_nearly_full(old, monkeypatch):
    monkeypatch.setattr(files, "SPACE", 1 << 80)
    unwritable(old, errno.ENOSPC)
    assert contents(old) == OLD


def test_a_full_disk(old):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match="too large") as full:
            write_report(old, {"name": "odds"}, {**NEW, "large.csv": "x" * 2000})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert full.value.filename == str(old)
    assert contents(old) == OLD
    assert names(old.parent) == ["odds"]


# --- Stops ------------------------------------------------------------------------------------

# Every step on the file system raises one of Python's audit events. Run after run, each in a folder
# of its own, stops one step later, until one comes through.
STOPPED = """
    import os, signal, sys
    from pathlib import Path
    from moon_sim.reporting.folders import write_report

    above, how = Path(sys.argv[1]), int(sys.argv[2])
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def run(last):
        done = 0

        def hook(event, details):
            nonlocal done
            if event.split(".")[0] in ("open", "os", "shutil", "tempfile"):
                done += 1
                if done == last:
                    signal.raise_signal(how)

        folder = above / str(last) / "odds"
        write_report(folder, {"name": "odds"}, {"README.md": "# Old?"})
        sys.addaudithook(hook)
        try:
            write_report(folder, {"name": "odds"}, {"README.md": "# New?", "more.csv": "x"})
        except KeyboardInterrupt:
            os._exit(1)
        os._exit(0)

    last = 1
    while child := os.fork() or run(last):
        if os.waitpid(child, 0)[1] == 0:
            break
        last += 1
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_stop_at_any_step_leaves_a_whole_report(tmp_path, how):
    former, new = {"README.md": "# Old?"}, {"README.md": "# New?", "more.csv": "x"}
    subprocess.run([sys.executable, "-c", textwrap.dedent(STOPPED), tmp_path, str(int(how))])
    steps = sorted(tmp_path.iterdir(), key=lambda path: int(path.name))
    assert len(steps) > 20
    left, healed = [], 0
    for above in steps:
        folder = above / "odds"
        assert folder.exists() or how == signal.SIGKILL
        healed += not folder.exists()
        # Whoever comes first heals; they take turns.
        turn = int(above.name) % 3
        if turn == 0:
            assert reports_in(above) == ["odds"]
        elif turn == 1:
            assert read_manifest(folder)["name"] == "odds"
        else:
            check_report(folder, "odds")
        left.append(contents(folder))
        assert left[-1] in (former, new)
        write_report(folder, {"name": "odds"}, NEW)
        assert contents(folder) == NEW
    assert (left[0], left[-2]) == (former, new)
    assert healed or how == signal.SIGINT, "some were killed between the two moves"


def left_behind(old, end, age=0.0):
    """A folder with a report that a killed run has left beside another one."""
    folder = old.with_name(f".{old.name}.moon-sim-{end}")
    folder.mkdir()
    (folder / "manifest.json").write_text(f'{{"name": "{end}"}}')
    at = folder.stat().st_mtime - age
    os.utime(folder, (at, at))
    return folder


def test_what_a_killed_run_has_left_goes_when_it_is_old(old):
    left_behind(old, "half", 2 * 3600)
    left_behind(old, "at-work")
    left_behind(old, "former")
    left_behind(old.with_name("odds.b"), "former")
    (old.parent / ".odds.mine").mkdir()
    os.utime(old.parent / ".odds.mine", (0, 0))
    write_report(old, {"name": "odds"}, NEW)
    assert names(old.parent) == [
        ".odds.b.moon-sim-former", ".odds.mine", ".odds.moon-sim-at-work", "odds"
    ]  # fmt: skip


def test_a_report_that_has_moved_away_is_moved_back(old):
    left_behind(old, "former")
    assert read_manifest(old)["name"] == "odds", "while a report is there, none comes back"
    old.rename(old.parent / "away")
    assert read_manifest(old)["name"] == "former"


@pytest.mark.parametrize("step", ["_write", "_heal"])
def test_another_run_that_writes_meanwhile_leaves_a_whole_report(old, monkeypatch, step):
    """Before the new report is made, and in each of the moments after that."""
    real, times = getattr(folders, step), []

    def meanwhile(*words):
        if not times:
            times.append(True)
            write_report(old, {"name": "odds"}, {"README.md": "# Meanwhile?\n"})
        return real(*words)

    monkeypatch.setattr(folders, step, meanwhile)
    write_report(old, {"name": "odds"}, NEW)
    assert contents(old) == NEW
    assert names(old.parent) == ["odds"]


def test_a_report_is_removed_but_nothing_else(old):
    (old / "notes.txt").write_text("mine")
    with pytest.raises(OSError, match="choose another folder"):
        remove_report(old, "odds")
    (old / "notes.txt").unlink()
    remove_report(old, "odds")
    assert names(old.parent) == []
