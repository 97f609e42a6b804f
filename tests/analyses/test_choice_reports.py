"""The pages on widow, discard and lead from end to end, on a made-up sample and atlas."""

import csv
import json
from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from moon_sim import Trump, format_tiles
from moon_sim.reporting import run_analysis

NAMES = {"widow_and_discard": 2, "leads": 1}


@pytest.fixture(scope="module")
def reports(tmp_path_factory, whole_atlas):
    """Run the analyses on two holdings, whose odds are drawn: exact ones take long."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "samples").mkdir()
    rng = np.random.default_rng(1)
    rows = []
    for number in range(2):
        tiles = [format_tiles(1 << int(tile)) for tile in rng.permutation(22)[:8]]
        for discard in tiles:
            for trump in Trump:
                wins = sorted(rng.integers(0, 3433, 4).tolist(), reverse=True)
                rows.append({
                    "number": number, "hand": " ".join(tiles[:7]), "widow": tiles[7],
                    "discard": discard, "trump": str(trump),
                    **dict(zip(("w4", "w5", "w6", "w7"), wins, strict=True)),
                })  # fmt: skip
    pd.DataFrame(rows).to_csv(folder / "samples" / "holdings.csv", index=False)
    about = {"name": "samples", "seed": 1, "count": 12, "quick": True, "files": []}
    (folder / "samples" / "manifest.json").write_text(json.dumps(about))
    for name in NAMES:
        words = ["--quick", "--count", "2", "--processes", "1", "--out", str(folder / name)]
        analysis = import_module(f"analyses.{name}").ANALYSIS
        with pytest.MonkeyPatch.context() as installed:
            if analysis.atlas:
                installed.setenv("MOON_SIM_ATLAS", str(whole_atlas))
            assert run_analysis(analysis, words) == 0
    return folder


def rows_of(path):
    return list(csv.DictReader(path.read_text().splitlines()))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_what_is_there(reports, name):
    page = (reports / name / "README.md").read_text(encoding="utf-8")
    question, empty, answer, *_ = page.splitlines()
    assert question.startswith("# ")
    assert question.endswith("?")
    assert (empty, answer[:1].isupper()) == ("", True)
    pictures = sorted(path.name for path in (reports / name).glob("*.png"))
    assert len(pictures) == NAMES[name]
    assert all(f"({picture})" in page for picture in pictures)
    tables = [path.name for path in (reports / name).glob("*.csv")]
    assert all(f"`{table}`" in page for table in tables)
    assert "nan" not in page.split("\n| ", 1)[1]


def test_the_widow_page_says_what_the_tables_say(reports):
    folder = reports / "widow_and_discard"
    page = (folder / "README.md").read_text(encoding="utf-8")
    found = rows_of(folder / "changes.csv")
    assert len(found) == 5 * 4
    for row in found:
        assert f"{float(row['change']):+.1f} ({float(row['q10']):+.0f} to" in page
    assert {int(row["number"]) for row in rows_of(folder / "fresh.csv")} <= {0, 1}
    pairs = {row["bid"]: 0 for row in found}
    for row in found:
        pairs[row["bid"]] += int(row["pairs"])
    assert all(f"{count:,} at {bid}" in " ".join(page.split()) for bid, count in pairs.items())


def test_the_page_of_leads_says_what_the_tables_say(reports):
    folder = reports / "leads"
    page = (folder / "README.md").read_text(encoding="utf-8")
    for row in rows_of(folder / "led.csv"):
        share = 100 * int(row["highest trump"]) / int(row["holdings"])
        assert f"; {share:.1f} |" in page
    assert {row["of"] for row in rows_of(folder / "counted.csv")} <= {"found", "fresh"}
