"""`moon-sim report`: which analyses run, in what order, and what is left when they stop."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers import hear_signals

from moon_sim.commands import program as cli
from moon_sim.commands import report as command
from moon_sim.reporting import programs_in, start_of

SCRIPT = """
import json, os, signal, sys, time
from pathlib import Path
from moon_sim.running import listen
listen()
name = Path(__file__).parent.name
out = Path(sys.argv[sys.argv.index("--out") + 1])
with (out.parent / "log").open("a") as log:
    print(json.dumps([name, *sys.argv[3:]]), file=log)
try:
    {then}
except KeyboardInterrupt:
    sys.exit(130)
out.mkdir(parents=True, exist_ok=True)
(out / "README.md").write_text(f"# What is {{name}}?\\n\\nIt is {version}.\\n")
(out / "manifest.json").write_text(json.dumps(dict(name=name, seed=1)))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A working folder with analyses of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "analyses").mkdir()
    (tmp_path / "analyses" / "common").mkdir()  # no analysis: it can't be run
    (tmp_path / "analyses" / "common" / "__init__.py").touch()
    for name in ("reports", "reports-quick"):
        (tmp_path / name).mkdir()
    return tmp_path


def write(*names, then="pass", version="so"):
    for name in names:
        Path("analyses", name).mkdir(exist_ok=True)
        Path("analyses", name, "__init__.py").touch()
        Path("analyses", name, "__main__.py").write_text(SCRIPT.format(then=then, version=version))


def ran(folder="reports"):
    log = Path(folder, "log")
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def sections(folder="reports"):
    page = Path(folder, "index.html").read_text(encoding="utf-8")
    return [part.split('"')[0] for part in page.split('<section id="')[1:]]


@pytest.fixture
def run(capfd, monkeypatch):
    """Run the command; return its exit code, stdout and stderr."""
    before = signal.getsignal(signal.SIGPIPE)

    def run(*words):
        with pytest.raises(SystemExit) as end:
            cli.main(["report", *words])
        out, err = capfd.readouterr()
        return end.value.code, out, err

    yield run
    signal.signal(signal.SIGPIPE, before)


def refused(result):
    code, out, err = result
    assert (code, out) == (2, "")
    assert err.startswith("moon-sim: ")
    assert err.count("\n") == 1
    return err.removeprefix("moon-sim: ").rstrip()


def test_all_run_and_stand_in_the_order_of_the_questions(run):
    write("zebra", "bidding", "samples", "hand_odds", "apple")
    code, out, err = run()
    assert (code, err) == (0, "")
    # Others read the samples' tables, so these come first.
    assert [name for name, *_ in ran()] == ["samples", "hand_odds", "bidding", "apple", "zebra"]
    assert sections() == ["hand_odds", "bidding", "samples", "apple", "zebra"]
    assert out.splitlines()[-1] == str(Path("reports", "index.html"))
    assert "It is so." in Path("reports", "index.html").read_text()


def test_names_choose_and_the_page_has_what_was_there_before(run):
    write("bidding", "bad_breaks", "true_odds")
    assert run("bidding", "bad_breaks")[0] == 0
    write("bidding", "bad_breaks", version="new")
    assert run("bad_breaks", "bad_breaks")[0] == 0
    assert [name for name, *_ in ran()] == ["bidding", "bad_breaks", "bad_breaks"]
    page = Path("reports", "index.html").read_text()
    assert ("It is so." in page, "It is new." in page) == (True, True)
    assert sections() == ["bidding", "bad_breaks"]


def test_options_go_to_the_analyses(run):
    write("bidding")
    assert run("--quick", "--seed", "7")[0] == 0
    assert ran("reports-quick") == [["bidding", "--quick", "--seed", "7"]]
    assert not ran(), "a quick look leaves the full reports alone"
    Path("elsewhere").mkdir()
    assert run("--quick", "--out", "elsewhere")[0] == 0
    assert ran("elsewhere") == [["bidding", "--quick"]]
    assert run("--scheduler-address", "tcp://here:1")[0] == 0
    assert ran() == [["bidding", "--scheduler-address", "tcp://here:1"]]


def test_folders_that_are_no_reports_stay_out(run):
    write("bidding")
    Path("reports", "benchmarks").mkdir()
    Path("reports", "benchmarks", "README.md").write_text("# Times\n")
    assert run()[0] == 0
    assert sections() == ["bidding"]


def test_the_page_alone(run):
    write("bidding")
    assert "reports: expected folders with README.md" in refused(run("--index-only"))
    assert run()[0] == 0
    page = Path("reports", "index.html")
    page.unlink()
    assert run("--index-only") == (0, f"{page}\n", "")
    assert sections() == ["bidding"]
    assert len(ran()) == 1


def test_what_can_not_be_written_is_told_before_the_work(run):
    write("bidding")
    Path("reports", "index.html").mkdir()
    assert refused(run()) == f"{Path('reports', 'index.html')}: Is a directory"
    assert not ran()


def test_the_browser_gets_the_page(run, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    write("bidding")
    assert run("--open")[0] == 0
    assert opened == [Path("reports", "index.html").resolve().as_uri()]
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    code, out, _ = run("--open", "--index-only")
    assert (code, out.splitlines()[-1]) == (0, "No browser found: open the page yourself.")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["biding"], "no analysis 'biding': there are bidding, bad_breaks, apple; hand stands"),
        (["--analyses", "gone"], "found no analyses in gone: name their folder with --analyses"),
        (["--layouts", "4"], "--layouts means nothing for the reports: leave it out"),
        (["bidding", "--index-only"], "NAME means nothing for --index-only"),
        (["--index-only", "--seed", "1"], "--seed means nothing for --index-only"),
        (
            ["--index-only", "--scheduler-address", "tcp://x:1"],
            "--scheduler-address means nothing for --i",
        ),
        (
            ["hand", "66", "--scheduler-address", "tcp://x:1"],
            "--scheduler-address means nothing for report",
        ),
        (["hand", "6-6", "--quick"], "--quick means nothing for report hand"),
        (["hand", "6-6"], "hand: expected 7 tiles"),
    ],
)
def test_what_makes_no_sense_is_refused(run, words, message):
    write("apple", "bidding", "bad_breaks")
    assert message in refused(run(*words))
    assert not ran()


def test_without_analyses_of_ones_own_those_beside_the_package_run(run, monkeypatch):
    monkeypatch.chdir("reports")
    there = Path(command.moon_sim.__file__).parents[1] / "analyses"
    assert "no analysis 'x': there are" in (said := refused(run("x")))
    assert all(name in said for name in programs_in(there))


@pytest.mark.parametrize("installed", [True, False])
def test_an_analysis_runs_with_the_package_that_starts_it(folder, monkeypatch, installed):
    place = folder / "site"
    for parent in (place, folder):
        (parent / "moon_sim").mkdir(parents=True)
        (parent / "moon_sim" / "__init__.py").touch()
    if not installed:  # then analyses of its own stand beside it, and must not come first
        (place / "analyses").mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(place)])
    monkeypatch.setattr(command.moon_sim, "__file__", str(place / "moon_sim" / "__init__.py"))
    environment = start_of(Path("analyses"), "bidding", [])[1]
    paths = environment["PYTHONPATH"].split(os.pathsep)[:2]
    assert paths == ([str(place), str(folder)] if installed else [str(folder), str(place)])


def test_the_first_failure_stops_the_rest(run):
    write("bidding", "samples")
    assert run()[0] == 0
    before = Path("reports", "index.html").read_text()
    write("samples", version="new")
    write("bidding", then="raise SystemExit('out of luck')")
    write("zebra")
    code, _, err = run()
    assert code == 2
    assert err.splitlines() == [
        "out of luck",
        "moon-sim: the analysis bidding failed with exit code 1; its former report, if any, is as "
        "it was",
    ]
    assert [name for name, *_ in ran()][2:] == ["samples", "bidding"]
    assert Path("reports", "index.html").read_text() == before
    assert "It is so." in Path("reports", "bidding", "README.md").read_text()


def test_ctrl_c_stops_the_analysis_and_leaves_the_former_report():
    write("bidding", then="(out.parent / 'pid').write_text(str(os.getpid())); time.sleep(60)")
    former = Path("reports", "bidding", "README.md")
    former.parent.mkdir()
    former.write_text("It is so.")
    with subprocess.Popen(
        [sys.executable, "-m", "moon_sim", "report"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_signals,
    ) as process:
        until = time.monotonic() + 60
        while not (pid := Path("reports", "pid")).exists() or not pid.read_text():
            assert time.monotonic() < until
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode in (-signal.SIGINT, 130)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
    assert former.read_text() == "It is so."
    assert not Path("reports", "index.html").exists()
