"""One runner for all analyses: arguments, processes, tables of other analyses, files, stops."""

import argparse
import dataclasses
import functools
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from importlib import import_module, invalidate_caches
from pathlib import Path

import pandas as pd
import pytest
from distributed import LocalCluster
from helpers import alive, children, hear_signals

from moon_sim import atlas
from moon_sim.reporting import manifests
from moon_sim.reporting.analysis import run_analysis
from moon_sim.reporting.runs import Run, read_table, table_text

# Squares of numbers, as an analysis; `more` takes a table of it.
SQUARES = '''
    """How large are squares?

    More words.
    """

    import time

    import pandas as pd

    from moon_sim.reporting import Analysis, Page
    from moon_sim.reporting import figure


    def square(number, pause):
        time.sleep(pause)
        return number * number


    def gather(run):
        pause = run.options.pause
        squares = run.map(square, [(run.seed + i, pause) for i in range(run.count)], "squaring")
        return {"squares.csv": pd.DataFrame({"trump": range(run.count), "square": squares})}


    def page(tables, manifest):
        (table,) = tables.values()
        made, axis = figure(3, 2)
        axis.plot(table["square"])
        words = f"They are {table['square'].max()}, from {manifest['seed']} on."
        return Page(f"# How large?\\n\\n{words}\\n\\n![Up](up.png)\\n", {"up": made})


    def options(parser):
        parser.add_argument("--pause", type=float, default=0.5)
        parser.add_argument("--round", action="store_true")
        parser.add_argument("--some-words", nargs="+", default=["a b"])


    ANALYSIS = Analysis(
        "squares", __doc__, 9, 3, "numbers", gather, page,
        options=options, quick_options={"pause": 0.0}, least=2,
    )
'''

MORE = '''
    """What more is there?"""

    from moon_sim.reporting import Analysis, Page


    def gather(run):
        squares = run.table("squares", "squares.csv")
        return {"more.csv": squares.assign(square=squares["square"] + run.count)}


    def page(tables, manifest):
        return Page("# What more?\\n", {})


    ANALYSIS = Analysis("more", __doc__, 200, 100, "things", gather, page, ("squares",))
'''


MAIN = """
    import sys

    from moon_sim.reporting import run_analysis
    from {package} import ANALYSIS

    sys.exit(run_analysis(ANALYSIS))
"""


@pytest.fixture
def questions(tmp_path, monkeypatch):
    """A folder with two analyses, and nothing else above it."""
    folder = tmp_path / "questions"
    monkeypatch.delitem(sys.modules, "questions", raising=False)
    for name, text in (("squares", SQUARES), ("more", MORE)):
        package = f"questions.{name}"
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(textwrap.dedent(text))
        (folder / name / "__main__.py").write_text(textwrap.dedent(MAIN.format(package=package)))
        monkeypatch.delitem(sys.modules, package, raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    invalidate_caches()
    return folder


@pytest.fixture
def run(questions):
    """Run one of the two in this process, and with one; return the exit code."""

    def call(name, *words):
        return run_analysis(
            import_module(f"questions.{name}").ANALYSIS, ["--processes", "1", *words]
        )

    return call


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


# --- The report -------------------------------------------------------------------------------


def test_a_report_has_all_its_files(run, questions):
    assert run("squares", "--seed", "3", "--count", "4", "--pause", "0") == 0
    folder = questions.parent / "reports" / "squares"
    made = contents(folder)
    assert made["squares.csv"] == b"trump,square\n0,9\n1,16\n2,25\n3,36\n"
    assert made["README.md"].startswith(b"# How large?\n\nThey are 36, from 3 on.\n")
    assert b"<p>They are 36, from 3 on.</p>" in made["index.html"]
    assert made["up.png"].startswith(b"\x89PNG")
    assert b"</svg>" in made["up.svg"]
    assert sorted(made) == manifest(folder)["files"]


def test_the_manifest_says_how_to_make_the_same_data_again(run, questions, tmp_path):
    words = ["--count", "2", "--round", "--some-words", "x y", "z", "--quick", "--seed", "5"]
    assert run("squares", *words) == 0
    about = manifest(questions.parent / "reports-quick" / "squares")
    assert about["command"] == (
        "python -m questions.squares --seed 5 --count 2 --quick --pause 0 --round "
        "--some-words 'x y' z"
    )
    assert (about["name"], about["seed"], about["count"], about["quick"]) == ("squares", 5, 2, True)
    assert (about["pause"], about["round"], about["some_words"]) == (0.0, True, ["x y", "z"])
    assert about["tables"] == ["squares.csv"]
    assert {"moon_sim", "python", "numpy"} <= set(about["versions"])


def git(folder, *words):
    name = ["-c", "user.name=x", "-c", "user.email=x"]
    subprocess.run(["git", "-C", str(folder), *name, *words], check=True, capture_output=True)


def test_a_checkout_has_its_commit_and_whether_code_has_changed(tmp_path):
    package, analyses = tmp_path / "moon_sim", tmp_path / "analyses"
    package.mkdir()
    analyses.mkdir()
    file = package / "__init__.py"
    file.touch()
    assert manifests._commit(file, analyses) is None
    git(tmp_path, "init")
    assert manifests._commit(file, analyses) is None, "the package is no part of it"
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "x")
    name = manifests._commit(file, analyses)
    assert len(name) == 12
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "page.html").touch()
    assert manifests._commit(file, analyses) == name
    (analyses / "more.py").touch()
    assert manifests._commit(file, analyses) == f"{name}+changes"
    assert manifests._commit(file, Path("/elsewhere")) == name


def test_quick_has_defaults_of_its_own_that_words_overrule(run, tmp_path):
    run("squares", "--quick", "--out", str(tmp_path / "a"))
    assert (manifest(tmp_path / "a")["count"], manifest(tmp_path / "a")["pause"]) == (3, 0.0)
    run("squares", "--quick", "--count", "2", "--pause", "0.01", "--out", str(tmp_path / "b"))
    assert (manifest(tmp_path / "b")["count"], manifest(tmp_path / "b")["pause"]) == (2, 0.01)


def test_the_page_alone_is_made_of_the_data(run, tmp_path):
    out = tmp_path / "out"
    run("squares", "--quick", "--out", str(out))
    before = contents(out)
    assert run("squares", "--page-only", "--out", str(out)) == 0
    assert contents(out) == before
    (out / "squares.csv").write_text("trump,square\n0,77\n")
    assert run("squares", "--page-only", "--out", str(out)) == 0
    assert b"They are 77" in (out / "README.md").read_bytes()
    assert manifest(out) == json.loads(before["manifest.json"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--count", "1"], "--count: expected 2 or more, got 1"),
        (["--count", "0"], "--count: expected 2 or more, got 0"),
        (["--seed", "-1"], "--seed: expected 0 or more"),
        (["--processes", "0"], "threads: expected 1 or more"),
        (["--pause", "x"], "--pause"),
        (
            ["--scheduler-address", "x"],
            "expected a scheduler's address as tcp://host:port, got 'x'",
        ),
    ],
)
def test_bad_arguments_are_refused(run, tmp_path, capsys, words, message):
    with pytest.raises(SystemExit) as ended:
        run("squares", *words, "--out", str(tmp_path / "out"))
    assert ended.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "out").exists()


def test_what_can_not_be_written_is_told_before_the_work(run, tmp_path, capsys, monkeypatch):
    module = import_module("questions.squares")
    monkeypatch.setattr(module, "square", None)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    assert run("squares", "--quick", "--out", str(mine)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"squares: {mine}: holds what is no part of the report squares")
    assert run("squares", "--quick", "--out", str(mine / "notes.txt")) == 2
    assert capsys.readouterr().err == f"squares: {mine / 'notes.txt'}: Not a directory\n"
    assert contents(mine) == {"notes.txt": b"mine"}


@pytest.mark.parametrize("error", [ValueError("a slip"), OSError(28, "No space left on device")])
def test_a_page_that_fails_loses_no_data(run, tmp_path, capsys, monkeypatch, error):
    out, kept = tmp_path / "out", tmp_path / "out-gathered"
    run("squares", "--quick", "--out", str(out))
    before = contents(out)
    module = import_module("questions.squares")
    rest = f"the data are in {kept}: --page-only goes on from there"

    def fail(tables, manifest):
        raise error

    broken = dataclasses.replace(module.ANALYSIS, page=fail)
    words = ["--quick", "--seed", "7", "--processes", "1", "--out", str(out)]
    if isinstance(error, OSError):
        assert run_analysis(broken, words) == 2
        assert capsys.readouterr().err == f"squares: [Errno 28] {error.strerror}; {rest}\n"
    else:
        with pytest.raises(ValueError, match="a slip") as caught:
            run_analysis(broken, words)
        assert caught.value.__notes__ == [rest]
    assert contents(out) == before
    assert sorted(contents(kept)) == ["manifest.json", "squares.csv"]
    monkeypatch.setattr(module, "square", None)
    assert run("squares", "--page-only", "--out", str(out)) == 0
    assert contents(out)["squares.csv"] == b"trump,square\n0,49\n1,64\n2,81\n"
    assert manifest(out)["seed"] == 7
    assert not kept.exists()


def test_an_analysis_of_all_hands_says_that_there_is_no_atlas(run, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("MOON_SIM_ATLAS", str(tmp_path / "none"))
    module = import_module("questions.squares")
    asking = dataclasses.replace(module.ANALYSIS, gather=lambda run: {"hands.csv": atlas.hands()})
    monkeypatch.setattr(module, "ANALYSIS", asking)
    assert run("squares", "--quick", "--out", str(tmp_path / "out")) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"squares: {tmp_path / 'none'}")
    assert not (tmp_path / "out").exists()


def test_an_analysis_that_counts_all_says_which_atlas_it_was(
    run, tmp_path, capsys, monkeypatch, whole_atlas, part_of_atlas
):
    module = import_module("questions.squares")
    monkeypatch.setattr(module, "ANALYSIS", dataclasses.replace(module.ANALYSIS, atlas=True))
    out = tmp_path / "out"
    monkeypatch.setenv("MOON_SIM_ATLAS", str(part_of_atlas))
    assert run("squares", "--quick", "--out", str(out)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("expected an atlas of all 319,770 holdings, got 16")
    assert not out.exists()
    monkeypatch.setenv("MOON_SIM_ATLAS", str(whole_atlas))
    assert run("squares", "--quick", "--out", str(out)) == 0
    told = manifest(out)["atlas"]
    wins = (whole_atlas / "wins.npy").read_bytes()
    assert told == {
        "exact": 319_770,
        "sampled": 0,
        "layouts": 3432,
        "sha256": hashlib.sha256(wins).hexdigest(),
    }


def test_no_data_for_the_page_alone(run, tmp_path, capsys):
    assert run("squares", "--page-only", "--out", str(tmp_path / "none")) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"squares: {tmp_path / 'none' / 'manifest.json'}: No such file or directory"


# --- Tables of other analyses -----------------------------------------------------------------


def test_a_needed_analysis_runs_first_and_once(run, tmp_path):
    assert run("more", "--quick", "--seed", "2", "--out", str(tmp_path / "out" / "more")) == 0
    squares = tmp_path / "out" / "squares"
    assert (manifest(squares)["seed"], manifest(squares)["count"]) == (2, 3)
    table = read_table((tmp_path / "out" / "more" / "more.csv").read_text())
    assert list(table["square"]) == [104, 109, 116]
    before = squares.stat().st_ino
    assert run("more", "--quick", "--seed", "2", "--out", str(tmp_path / "out" / "more")) == 0
    assert squares.stat().st_ino == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--quick", "--seed", "3"], "seed 3, got 2; run python -m questions.squares --seed 3"),
        (["--seed", "2"], "quick false, got true; run python -m questions.squares --seed 2 --out"),
        (
            ["--quick", "--seed", "2", "--squares-count", "5"],
            "count 5, got 3; run python -m questions.squares --seed 2 --quick --count 5 --out",
        ),
    ],
)
def test_a_table_of_another_sample_is_refused(run, tmp_path, capsys, words, message):
    run("squares", "--quick", "--seed", "2", "--out", str(tmp_path / "out" / "squares"))
    assert run("more", *words, "--out", str(tmp_path / "out" / "more")) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert line.startswith(f"more: {tmp_path / 'out' / 'squares'}: ")
    assert not (tmp_path / "out" / "more").exists()


def test_the_count_of_a_needed_report_is_its_own_or_as_told(run, tmp_path, capsys):
    out = tmp_path / "out" / "more"
    words = ["--quick", "--seed", "2", "--out", str(out)]
    squares = out.with_name("squares")
    run("squares", "--quick", "--seed", "2", "--count", "2", "--out", str(squares))
    assert run("more", *words) == 2
    assert "squares: expected a report with count 3, got 2; run" in capsys.readouterr().err
    assert run("more", *words, "--squares-count", "2") == 0
    assert "--squares-count 2" in manifest(out)["command"]
    shutil.rmtree(squares)
    assert run("more", *words, "--squares-count", "4") == 0
    assert manifest(squares)["count"] == 4


def test_a_needed_analysis_that_is_not_there(run, questions, tmp_path, capsys):
    shutil.rmtree(questions / "squares")
    assert run("more", "--out", str(tmp_path / "more")) == 2
    assert f"more: needs squares, and {questions} has no such" in capsys.readouterr().err


def test_a_needed_analysis_that_fails(run, questions, tmp_path, capsys):
    (questions / "squares" / "__main__.py").write_text("raise SystemExit(2)")
    assert run("more", "--out", str(tmp_path / "more")) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("more: squares, which makes")
    assert line.endswith("ended with exit code 2")


def test_only_needed_tables_are_given(tmp_path):
    run = Run(1, 1, tables={"squares": tmp_path})
    with pytest.raises(ValueError, match=r"among the needs \(squares\): 'samples'"):
        run.table("samples", "hands.csv")
    (tmp_path / "squares.csv").write_text("trump,p\n6,0.1\n")
    assert run.table("squares", "squares.csv").to_dict("list") == {"trump": ["6"], "p": [0.1]}


def test_a_table_is_read_as_it_was_written():
    table = pd.DataFrame({
        "trump": ["6", "none", "doubles"],
        "named_trump": ["0", "1", "2"],
        "trumps": [3, 4, 5],
        "widow": ["", "NA", "6-5"],
        "p": [1 / 3, float("nan"), 0.0],
        "exact": [True, False, True],
    })  # fmt: skip
    pd.testing.assert_frame_equal(read_table(table_text(table)), table, check_dtype=False)


# --- Stops ------------------------------------------------------------------------------------


def start(questions, name, out, *words):
    return subprocess.Popen(
        [sys.executable, "-m", f"questions.{name}", "--out", str(out), *words],
        cwd=questions.parent,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_signals,
    )


def begun(process, count):
    """The processes that a run has started, with their own: as many as are expected."""
    if not Path("/proc").exists():
        pytest.skip("needs /proc")
    while len(found := children(process.pid)) < count:
        assert process.poll() is None
        time.sleep(0.02)
    return found


# Python watches the two workers with a process of its own; `more` runs `squares` with them.
@pytest.mark.parametrize(
    ("name", "how", "count"),
    [("squares", signal.SIGINT, 3), ("more", signal.SIGKILL, 4), ("more", signal.SIGTERM, 4)],
)
def test_a_run_broken_off_leaves_the_former_report_and_no_process(
    run, questions, tmp_path, name, how, count
):
    out = tmp_path / name
    run(name, "--quick", "--out", str(out))
    shutil.rmtree(tmp_path / "squares" if name == "more" else tmp_path / "none", True)
    before = contents(out)
    words = ["--seed", "7"] if name == "more" else ["--pause", "100"]
    broken = start(questions, name, out, "--processes", "2", *words)
    others = begun(broken, count)
    if how == signal.SIGINT:
        os.killpg(broken.pid, how)  # as a terminal does, to all, while they still start
    else:
        broken.send_signal(how)
    _, said = broken.communicate(timeout=60)
    if how == signal.SIGINT:
        assert (broken.returncode, said) == (130, "stopped; nothing was written\n")
    assert contents(out) == before
    left = ["squares-pieces", "squares-pieces-lock"] if how != signal.SIGINT else []
    names = {path.name for path in tmp_path.iterdir()}
    assert names - set(left) == {"questions", name}
    until = time.monotonic() + 60
    while any(alive(other) for other in others):
        assert time.monotonic() < until, "no process outlives the run"
        time.sleep(0.05)


def test_a_process_ended_from_outside_is_told(questions, tmp_path):
    broken = start(questions, "squares", tmp_path / "out", "--pause", "100", "--processes", "2")
    os.kill(begun(broken, 3)[-1], signal.SIGKILL)
    _, said = broken.communicate(timeout=60)
    assert broken.returncode == 2
    assert said == "squares: a process was ended from outside, perhaps for want of memory\n"


def failing(square, number, error, begun):
    """The same function, but for one number."""

    @functools.wraps(square)
    def tried(at, pause):
        begun.append(at)
        if at == number:
            raise error
        return square(at, pause)

    return tried


def test_a_run_that_was_ended_goes_on_where_it_was(run, tmp_path, monkeypatch, capsys):
    out, pieces = tmp_path / "out", tmp_path / "out-pieces"
    module = import_module("questions.squares")
    words = ["--count", "6", "--seed", "2", "--pause", "0", "--out", str(out)]
    square, begun = module.square, []
    kept = f"what is finished is in {pieces}: the same command goes on from there"
    monkeypatch.setattr(module, "square", failing(square, 5, ValueError("a slip"), begun))
    with pytest.raises(ValueError, match="a slip") as caught:
        run("squares", *words)
    assert caught.value.__notes__ == [kept]
    assert begun == [2, 3, 4, 5]
    monkeypatch.setattr(module, "square", failing(square, 6, KeyboardInterrupt, begun))
    assert run("squares", *words) == 130
    assert capsys.readouterr().err == f"stopped; {kept}\n"
    monkeypatch.setattr(module, "square", failing(square, 7, OSError("no luck"), begun))
    assert run("squares", *words) == 2
    assert capsys.readouterr().err == f"squares: no luck; {kept}\n"
    monkeypatch.setattr(module, "square", failing(square, -1, None, begun))
    assert run("squares", *words) == 0
    assert begun == [2, 3, 4, 5, 5, 6, 6, 7, 7]
    assert (out / "squares.csv").read_text().split()[1:] == [
        "0,4",
        "1,9",
        "2,16",
        "3,25",
        "4,36",
        "5,49",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "questions"]


@pytest.mark.parametrize("other", [["--pause", "0.001"], ["--seed", "3"]])
def test_what_was_finished_for_other_arguments_is_not_taken(run, tmp_path, monkeypatch, other):
    out = tmp_path / "out"
    module = import_module("questions.squares")
    words = ["--count", "6", "--seed", "2", "--pause", "0", "--out", str(out)]
    square, begun = module.square, []
    monkeypatch.setattr(module, "square", failing(square, 5, KeyboardInterrupt, []))
    assert run("squares", *words) == 130
    monkeypatch.setattr(module, "square", failing(square, -1, None, begun))
    assert run("squares", *words, *other) == 0
    assert len(begun) == 6


def test_what_other_code_has_finished_is_not_taken(run, questions, tmp_path, monkeypatch, capsys):
    words = ["--count", "6", "--seed", "2", "--pause", "0", "--out", str(tmp_path / "out")]
    module = import_module("questions.squares")
    square, begun = module.square, []
    monkeypatch.setattr(module, "square", failing(square, 5, KeyboardInterrupt, []))
    assert run("squares", *words) == 130
    capsys.readouterr()
    (questions / "squares" / "more.py").touch()
    monkeypatch.setattr(module, "square", failing(square, -1, None, begun))
    assert run("squares", *words) == 0
    assert begun == [2, 3, 4, 5, 6, 7]
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"moon_sim: {tmp_path}/out-pieces: expected pieces made with code")
    assert line.endswith("; it begins anew")


def test_two_runs_of_a_report_at_once_are_refused(run, questions, tmp_path, capsys):
    out = tmp_path / "out"
    first = start(questions, "squares", out, "--pause", "100", "--processes", "1")
    while not out.with_name("out-pieces").exists():
        assert first.poll() is None
        time.sleep(0.02)
    assert run("squares", "--quick", "--out", str(out)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"squares: {out}-pieces: another process is making its pieces")
    first.kill()
    first.communicate()


def test_a_cluster_makes_the_same_report(run, tmp_path):
    words = ["--quick", "--seed", "4", "--out"]
    assert run("squares", *words, str(tmp_path / "here")) == 0
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        address = cluster.scheduler_address
        out = tmp_path / "there" / "more"
        assert run("more", *words, str(out), "--scheduler-address", address) == 0
    there = out.with_name("squares")
    assert (there / "squares.csv").read_bytes() == (tmp_path / "here/squares.csv").read_bytes()
    assert manifest(there)["processes"] == 2
    assert address not in json.dumps(manifest(there))


def test_options_default_to_none():
    assert Run(1, 2).options == argparse.Namespace()
