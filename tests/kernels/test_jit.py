"""Where compiled kernels are kept, and what happens when they can't be read or written."""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from moon_sim import solve
from moon_sim.kernels import cache, jit

SOLVE = "from moon_sim import solve; print(solve('6-6 5-5 | 6-5 1-1 | 4-3 0-0', 'none'))"
COMPILING = "moon_sim: compiling the solver, once; this takes some seconds"


def program(folder):
    """A file with a small kernel that prints what it gives."""
    path = folder / "tiny.py"
    path.write_text(
        "from moon_sim.kernels.jit import kernel\n"
        "from moon_sim.running import compiled_once\n"
        "@kernel\n"
        "def down(n, step):\n"
        "    return n if n < step else 2 * step + down(n - 2 * step, step)\n"
        "with compiled_once('solver'):\n"
        "    print(down(9, 1), sum(down.stats.cache_misses.values()))\n"
    )
    return path


def start(*words, **environment):
    return subprocess.Popen(
        [sys.executable, *words],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_processes_that_start_at_once_share_one_cache(tmp_path):
    """Of two, one compiles and the other waits for it; the next loads what they left there."""
    tiny = program(tmp_path)

    def begin():
        return start(str(tiny), NUMBA_CACHE_DIR=str(tmp_path / "cache"))

    both = [process.communicate() for process in [begin(), begin()]]
    assert sorted(out for out, _ in both) == ["9 0\n", "9 1\n"]
    assert ("9 1\n", f"{COMPILING}\n") in both
    assert {err for _, err in both} <= {"", f"{COMPILING}\n"}, "who need not wait says nothing"
    assert begin().communicate() == ("9 0\n", "")
    assert len(list((tmp_path / "cache").rglob("*.bin"))) == 1


def test_the_solver_is_loaded_by_the_next_process():
    assert solve("6-6 5-5 | 6-5 1-1 | 4-3 0-0", "none") == 2
    assert start("-c", SOLVE).communicate() == ("2\n", "")


# --- In this process --------------------------------------------------------------------------


def half(n):
    return n // 2


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """A cache folder for these tests, of which nothing has been told yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine"))
    monkeypatch.setattr(cache, "_told", set())
    forget()
    yield tmp_path / "mine" / "moon_sim"
    forget()


def forget():
    cache._folders.cache_clear()
    cache._use.cache_clear()


def call():
    """Call a kernel as a new process does; return whether it was loaded."""
    kernel = jit.kernel(half)
    assert kernel(9) == 4
    return bool(kernel.stats.cache_hits)


def kept(folder):
    (file,) = folder.rglob("*.bin")
    return file


def test_code_is_loaded_and_what_is_compiled_is_told(folder, capsys):
    assert (call(), capsys.readouterr().err) == (False, f"{COMPILING}\n")
    assert (call(), capsys.readouterr().err) == (True, "")


def test_a_part_has_its_name(folder, capsys):
    with cache.compiling("search"):
        call()
    assert capsys.readouterr().err == COMPILING.replace("solver", "search") + "\n"


@pytest.mark.parametrize(
    "damage",
    [
        lambda code: b"",
        lambda code: code[: len(code) // 2],
        lambda code: b"\0" * len(code),
        lambda code: code[:100] + b"\0" * (len(code) - 100),
        lambda code: b"garbage",
    ],
    ids=["emptied", "cut in half", "zeroed", "zeroed from somewhere on", "garbage"],
)
def test_a_damaged_file_is_made_anew(folder, capsys, damage):
    call()
    file = kept(folder)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    cache._told.clear()
    capsys.readouterr()
    assert (call(), capsys.readouterr().err) == (False, f"{COMPILING}\n")
    assert (call(), capsys.readouterr().err) == (True, "")


def test_a_whole_file_of_something_else_is_made_anew(folder):
    call()
    code = cache.dumps("no kernel")
    kept(folder).write_bytes(cache.hashlib.sha256(code).digest() + code)
    assert (call(), call()) == (False, True)


def test_another_processor_has_code_of_its_own_and_is_told(folder, capsys, monkeypatch):
    call()
    codegen = type(jit.kernel(half).targetctx.codegen())
    cache._told.clear()
    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(codegen, "magic_tuple", lambda self: ("another", "processor"))
        assert (call(), capsys.readouterr().err) == (False, f"{COMPILING}\n")
        assert call()
    assert call()
    assert len(list(folder.rglob("*.bin"))) == 2


def test_a_full_disk_is_told_once(folder, capsys):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        assert (call(), call()) == (False, False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    lines = capsys.readouterr().err.splitlines()
    (home,) = folder.iterdir()
    assert lines == [COMPILING, f"moon_sim: {home}: File too large: compiled code is not kept"]
    assert list(home.iterdir()) == []


def test_code_of_versions_long_unused_goes(folder):
    for name, days in (("kernels-old", 90), ("kernels-new", 30), ("notes", 90)):
        (folder / name).mkdir(parents=True)
        os.utime(folder / name, times=(at := time.time() - days * 24 * 3600, at))
    call()
    left = {path.name for path in folder.iterdir()}
    assert left == {"kernels-new", "notes", kept(folder).parent.name}


# --- Folders ----------------------------------------------------------------------------------


def test_kernels_are_kept_where_asked_or_with_the_package_or_else_with_the_user(
    folder, monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr(cache, "_writable", lambda folder: "mine" in folder.parts)
    assert [path.parent for path in cache._folders()[0]] == [folder]
    forget()
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(cache, "_writable", lambda folder: "user" in folder.parts)
    package, user = cache._folders()[0]
    assert package.parent.name == "__pycache__", "what lies there is read all the same"
    assert user.parent == tmp_path / "user" / "moon_sim"
    assert cache._folders()[1] == user


def test_a_file_where_the_folder_should_be_is_no_folder(tmp_path):
    (tmp_path / "taken").touch()
    assert not cache._writable(tmp_path / "taken" / "kernels")


def test_without_a_home_there_is_no_users_folder(folder, monkeypatch):
    import pwd

    def unknown(number):
        raise KeyError(number)

    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    folders = list(cache._candidates())
    assert [Path(folder).parent.name for folder in folders] == ["moon_sim", "__pycache__"]


def test_without_a_folder_everything_works_but_says_so(folder, monkeypatch, capsys):
    monkeypatch.setattr(cache, "_writable", lambda folder: False)
    monkeypatch.setattr(cache, "_candidates", lambda: iter([Path("/dev/null/kernels")]))
    assert (call(), call()) == (False, False)
    assert capsys.readouterr().err == (
        f"{COMPILING} (no folder to keep the result in can be written to)\n"
    )
