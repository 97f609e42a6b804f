"""The pages on widow, discard, lead and trump from end to end, on a made-up sample and atlas."""

import csv
import json
from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from analyses.trump_choice import trials
from analyses.trump_choice.page import _alike
from moon_sim import Trump, format_tiles, trial
from moon_sim.reporting import run_analysis

NAMES = {"widow_and_discard": 2, "leads": 1, "trump_choice": 4}


def test_who_can_t_be_told_from_the_best():
    rows = [("b", 2.0, "a"), ("a", 1.0, "ab"), ("c", 3.0, "b"), ("d", 4.0, "c")]
    ranking = pd.DataFrame(rows, columns=["selector", "regret", "alike"]).assign(bid=4)
    pairs = pd.DataFrame({"bid": [4, 4, 7], "apart": [True, False, True]})
    found = _alike(ranking, pairs, 4)
    assert found == {"bid": 4, "apart": 1, "pairs": 2, "best": "a", "rivals": ["`b`", "`c`"]}
    alone = _alike(ranking.assign(alike=list("wxyz")), pairs, 4)
    assert alone["rivals"] == []


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
    with pytest.MonkeyPatch.context() as patch:
        # A few selectors: choices are what they are for, not how they are made.
        patch.setattr(trials, "rules", lambda: ["longest", "weighted", "random"])
        patch.setattr(trials, "variants", lambda: ["longest+void"])
        patch.setattr(trials, "samplers", lambda most: ["sampled-1"])
        patch.setattr(trials, "timed", timed)
        for name in NAMES:
            words = ["--quick", "--count", "2", "--processes", "1", "--out", str(folder / name)]
            analysis = import_module(f"analyses.{name}").ANALYSIS
            with pytest.MonkeyPatch.context() as installed:
                if analysis.atlas:
                    installed.setenv("MOON_SIM_ATLAS", str(whole_atlas))
                assert run_analysis(analysis, words) == 0
    return folder


def timed(seed, truth):
    """A trial of a rule under the name `exact`, which takes long."""
    made = trial(["longest"], seed=seed, truth=truth, own_bids=False)
    made.choices["selector"] = trials.EXACT
    return made


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


def test_the_trial_has_each_selector_and_holding(reports):
    folder = reports / "trump_choice"
    choices = rows_of(folder / "choices.csv")
    names = list(dict.fromkeys(row["selector"] for row in choices))
    assert len(choices) == 2 * 4 * len(names)
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page for name in names)
    assert all(int(row["wins"]) <= int(row["best"]) for row in choices)
    blame = [row for row in rows_of(folder / "blame.csv") if row["of"] == "all"]
    for row in blame:
        assert float(row["regret"]) == pytest.approx(
            float(row["trump"]) + float(row["discard"]), abs=1e-5
        )
        each = [
            100 * (int(one["best"]) - int(one["wins"])) / 3432
            for one in choices
            if one["selector"] == row["selector"] and row["bid"] in ("0", one["bid"])
        ]
        assert float(row["regret"]) == pytest.approx(sum(each) / len(each), abs=1e-5)
