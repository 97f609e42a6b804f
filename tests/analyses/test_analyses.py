"""The analyses from end to end, at a small size: files, order of the views, page, seed."""

import csv
import itertools
import json
import shutil
import statistics
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from moon_sim.reporting.analysis import run_analysis

SCRIPT = Path(__file__).parents[2] / "analyses" / "true_odds.py"
SMALL = ["--count", "3", "--targets", "7", "--seed", "31"]
TABLES = ("contracts.csv", "choices.csv", "effort.csv")
FIGURES = [f"{name}.{kind}" for name in ("ecdf", "gaps", "reliability") for kind in ("png", "svg")]


def command(folder, *words):
    return [sys.executable, str(SCRIPT), "--out", str(folder), *words]


def run(folder, *words):
    done = subprocess.run(command(folder, *words), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if "compiling" not in line]
    assert lines == [], "no bar where stderr is no terminal"
    return folder


@pytest.fixture
def main(monkeypatch):
    """The command without a process of its own."""
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    analysis = import_module("true_odds").ANALYSIS
    return lambda words: run_analysis(analysis, words)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def rows(folder, name):
    return list(csv.DictReader((folder / name).read_text().splitlines()))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(tmp_path_factory.mktemp("analyses") / "true_odds", *SMALL)


def test_all_files_are_there(folder):
    made = contents(folder)
    assert sorted(made) == sorted([*TABLES, *FIGURES, "manifest.json", "README.md", "index.html"])
    assert all(made[name].startswith(b"\x89PNG") for name in FIGURES if name.endswith("png"))
    assert all(b"</svg>" in made[name] for name in FIGURES if name.endswith("svg"))
    about = json.loads(made["manifest.json"])
    assert (about["seed"], about["count"], about["targets"]) == (31, 3, [7])
    assert {"moon_sim", "python", "numpy", "numba"} <= set(about["versions"])


def test_each_row_has_the_views_in_order(folder):
    found = rows(folder, "contracts.csv")
    assert [row["part"] for row in found] == ["random", "random", "chosen"]
    for row in (*found, *rows(folder, "choices.csv")):
        views = [int(row[name]) for name in ("lo", "hi", "blind_lead", "double_dummy")]
        assert 0 <= views[0] <= views[1] <= views[2] <= views[3] <= 3432
        assert (row["exact"] == "True") == (views[0] == views[1])
        assert row["target"] == "7"
        for name in ("lo", "hi", "blind_lead", "double_dummy"):
            assert float(row[f"p_{name}"]) == pytest.approx(int(row[name]) / 3432, abs=1e-6)
        assert row["best_lead"] in row["hand"].split()
        assert row["blind_lead_tile"] in row["hand"].split()


def test_choices_are_the_best_of_one_holding(folder):
    found = rows(folder, "choices.csv")
    assert {tuple(sorted(f"{row['hand']} {row['discard']}".split())) for row in found} == {
        tuple(sorted(found[0]["holding"].split()))
    }
    ranked = [row for row in found if row["blind_lead_rank"] != "0"]
    assert [row["blind_lead_rank"] for row in ranked] == list("123456")
    odds = [int(row["blind_lead"]) for row in ranked]
    assert odds == sorted(odds, reverse=True)
    (open_,) = (row for row in found if row["double_dummy_choice"] == "True")
    assert int(open_["double_dummy"]) == max(int(row["double_dummy"]) for row in found)
    chosen = rows(folder, "contracts.csv")[-1]
    assert [ranked[0][name] for name in ("hand", "discard", "trump")] == [
        chosen[name] for name in ("hand", "discard", "trump")
    ]


def test_the_page_says_what_the_table_says(folder):
    page = (folder / "README.md").read_text(encoding="utf-8")
    found = rows(folder, "contracts.csv")
    for part, view in itertools.product(
        ("random", "chosen", "both"), ("double_dummy", "blind_lead")
    ):
        some = [row for row in found if part in (row["part"], "both")]
        ends = [
            100 * statistics.mean(float(row[f"p_{view}"]) - float(row[end]) for row in some)
            for end in ("p_hi", "p_lo")
        ]
        low, high = (f"{end:.1f}" for end in ends)
        (line,) = (line for line in page.splitlines() if line.startswith(f"| {part} |"))
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[1] == str(len(some))
        cell = cells[3 if view == "double_dummy" else 4]
        assert cell.split()[0] == (low if low == high else f"{low}-{high}")
    assert page.startswith("# How much do the odds")
    closed = sum(row["exact"] == "True" for row in found)
    assert f"{closed} of 3: " in page
    last = " ".join(page.splitlines()[-3:])
    assert "the same data, but for brackets that ran into the time limit: a slower" in last
    for row in found:
        assert f"| {row['hand']} | {row['discard']} | {row['trump']} |" in page
    for name in FIGURES:
        assert name.endswith("svg") or f"({name})" in page


def test_a_gap_that_brackets_leave_open(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    numbers = import_module("true_odds_report.numbers")
    lo, hi = [0.4, 0.5, 0.5, 0.5, 0.3], [0.45, 0.5, 0.5, 0.5, 0.4]
    frame = pd.DataFrame({"p_blind_lead": [0.5] * 5, "p_lo": lo, "p_hi": hi})
    found = numbers.gap(frame, "blind_lead")
    # Too much by 5, 0, 0, 0, 10 points at least, and by 10, 0, 0, 0, 20 at most.
    assert (found.low, found.high) == (pytest.approx(3), pytest.approx(6))
    t = 2.7764  # Student's, 4 degrees of freedom
    assert found.below == 0, "no gap is below 0"
    assert found.above == pytest.approx(
        6 + t * statistics.stdev([10, 0, 0, 0, 20]) / 5**0.5, abs=1e-3
    )
    assert numbers.gap(frame[:4], "blind_lead").interval == "too few for an interval"
    assert numbers.mean([2] * 5, [2] * 5).interval == "all alike"
    assert numbers.share(pd.Series([True, False]), pd.Series([True, True])) == (
        "1 to 2 of 2: 50 to 100 % (9 to 100 %)"
    )


def test_figures_and_page_come_from_the_data_alone(folder, tmp_path, main):
    before = contents(folder)
    for name in (*TABLES, "manifest.json"):
        shutil.copy(folder / name, tmp_path)
    assert main(["--page-only", "--out", str(tmp_path)]) == 0
    assert contents(tmp_path) == before


def test_the_same_seed_gives_the_same_data_with_one_process(folder, tmp_path):
    run(tmp_path, *SMALL, "--processes", "1")
    for name in ("contracts.csv", "choices.csv"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--count", "1"], "--count"),
        (["--time-limit", "0"], "--time-limit"),
        (["--time-limit", "nan"], "--time-limit"),
        (["--targets", "3"], "--targets"),
    ],
)
def test_bad_arguments_are_refused(main, tmp_path, capsys, words, message):
    with pytest.raises(SystemExit) as ended:
        main([*words, "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]
    assert contents(tmp_path) == {}
