"""All analyses on quick sizes, from the command line through to the pages and their data."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest
from browser import DESKTOP, PHONE

from moon_sim.commands.report import ORDER
from moon_sim.reporting.runs import read_table

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NAMES = sorted(path.parent.name for path in (ROOT / "analyses").glob("*/__main__.py"))
SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The folder that ``moon-sim report --quick`` writes."""
    folder = tmp_path_factory.mktemp("quick") / "reports"
    folder.mkdir()
    words = ["report", "--quick", "--seed", "3", "--out", str(folder)]
    command = [sys.executable, "-m", "moon_sim", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(folder / "index.html")
    return folder


def test_every_analysis_has_its_place():
    assert sorted(ORDER) == NAMES


def test_every_analysis_writes_its_report(reports):
    for name in NAMES:
        folder = reports / name
        about = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        assert (about["name"], about["seed"], about["quick"]) == (name, 3, True)
        assert set(about["files"]) | {"manifest.json"} == {path.name for path in folder.iterdir()}
        words = (folder / "README.md").read_text(encoding="utf-8").splitlines()
        assert words[0].startswith("# ")
        assert words[0].endswith("?")
        assert words[2][0] not in "#!|-"  # the answer comes first
        assert about["tables"]
        for table in about["tables"]:
            rows = read_table((folder / table).read_text(encoding="utf-8"))
            assert isinstance(rows, pd.DataFrame)
            assert len(rows.columns) > 1
        figures = {path.stem for path in folder.glob("*.png")}
        assert figures
        assert figures == {path.stem for path in folder.glob("*.svg")}


def test_the_page_of_all_asks_every_question(reports):
    page = (reports / "index.html").read_text(encoding="utf-8")
    places = [page.index(f'id="{name}"') for name in ORDER]
    assert all(a < b for a, b in pairwise(places))


@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_all_in_a_browser(reports, show, size):
    shown = show(reports / "index.html", SIZES[size])
    figures = shown.execute_script(
        "return [...document.images].map((one) => [one.complete, one.naturalWidth])"
    )
    assert len(figures) >= len(NAMES)
    assert all(complete and width > 100 for complete, width in figures)
    inner, whole = shown.execute_script(
        "return [window.innerWidth, document.documentElement.scrollWidth]"
    )
    assert whole <= inner
    shown.execute_script("document.querySelectorAll('th button').forEach((one) => one.click())")
    sorted_ = shown.execute_script("return document.querySelectorAll('th[aria-sort]').length")
    tables = shown.execute_script(
        "return [...document.querySelectorAll('table')].filter((one) => "
        "one.tBodies[0]?.rows.length > 1).length"
    )
    assert sorted_ == tables > len(NAMES)
