"""Where compiled kernels are kept, and what happens when processes start at once."""

import os
import subprocess
import sys

import pytest

from moon_sim.kernels import jit

SOLVE = "from moon_sim import solve; print(solve('6-6 5-5 | 6-5 1-1 | 4-3 0-0', 'none'))"


def start(folder):
    return subprocess.Popen(
        [sys.executable, "-c", SOLVE],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_processes_that_start_at_once_share_one_cache(tmp_path):
    """Two compile into an empty folder side by side; two more load what they left there."""
    first = [process.communicate() for process in [start(tmp_path), start(tmp_path)]]
    for out, error in first:
        assert out == "2\n"
        assert error.count("compiling") == 1
    second = [process.communicate() for process in [start(tmp_path), start(tmp_path)]]
    assert second == [("2\n", "")] * 2
    # A kernel compiled for two combinations of types would be two files of one index, which
    # processes that start at once could mix up.
    assert list(tmp_path.rglob("*.nbc"))
    assert not [file for file in tmp_path.rglob("*.nbc") if not file.name.endswith(".1.nbc")]


@pytest.fixture
def folders(monkeypatch, tmp_path):
    """The candidates, of which a test says which can be written to."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(jit, "user_cache_path", lambda *_, **__: tmp_path / "user")
    return tmp_path


def test_kernels_are_kept_with_the_package_or_else_with_the_user(folders, monkeypatch):
    assert "__pycache__" in jit._cache_folder().parts
    monkeypatch.setattr(jit, "_writable", lambda folder: "__pycache__" not in folder.parts)
    assert jit._cache_folder().parent == folders / "user"
    monkeypatch.setattr(jit, "_writable", lambda folder: False)
    assert jit._cache_folder() is None


def test_a_folder_asked_for_comes_first(folders, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folders / "mine"))
    assert folders / "mine" in jit._cache_folder().parents


def test_a_file_where_the_folder_should_be_is_no_folder(tmp_path):
    (tmp_path / "taken").touch()
    assert not jit._writable(tmp_path / "taken" / "kernels")


def test_without_a_folder_everything_works_but_says_so():
    """Nothing can be made below a file, for root neither."""
    env = {**os.environ, "NUMBA_CACHE_DIR": "/dev/null", "XDG_CACHE_HOME": "/dev/null"}
    code = f"""
import pathlib, tempfile
real = tempfile.TemporaryFile
def refuse(*args, dir=None, **kw):
    if "__pycache__" in str(dir):
        raise PermissionError(13, "read-only")
    return real(*args, dir=dir, **kw)
tempfile.TemporaryFile = refuse
{SOLVE}
"""
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout == "2\n", done.stderr
    assert "no folder" in done.stderr
