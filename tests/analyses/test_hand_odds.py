"""What the page about hands says, on tables small enough to work by hand."""

import json
import re
import shutil
import statistics

import pandas as pd
import pytest
from reports_there import REPORTS

from analyses.common.hands import better, with_best_trump
from analyses.hand_odds import ANALYSIS
from analyses.hand_odds.figures import grouped
from analyses.hand_odds.gather import by_kind
from analyses.hand_odds.page import best_calls, page
from moon_sim.reporting import run_analysis

TRUMPS = ["0", "1", "2", "3", "4", "5", "6", "doubles", "none"]


def sample(**trumps):
    """Hands with the odds of all bids together that each named trump gives them."""
    n = len(next(iter(trumps.values())))
    frame = pd.DataFrame({"number": range(n), "hand": ["6-6 6-5 6-3 5-5 5-4 2-1 1-1"] * n})
    for bid in range(4, 8):
        frame[f"p{bid}"], frame[f"dd{bid}"] = 0.5, 0.6
        for trump in TRUMPS:
            frame[f"p{bid}_{trump}"] = trumps.get(f"t{trump}", [0.1] * n)
    return frame


def test_the_best_trump_and_what_is_held_of_it():
    found = with_best_trump(sample(t6=[0.3, 0.3, 0.3], tnone=[0.2, 0.5, 0.3]))
    assert found["trump"].tolist() == ["6", "none", "6"]
    assert found["trumps"].tolist() == [3, 0, 3]
    assert found["honours"].tolist() == [2, 0, 2]  # 6-6 and 6-5 of 6-6, 6-5, 6-4
    assert found["outside_doubles"].tolist() == [2, 3, 2]
    assert found["p4"].tolist() == [0.5] * 3, "the odds are not those that chose"


def test_the_best_of_each_kind_of_trump():
    wins = {"0": 0, "1": 100, "6": 1716, "doubles": 3432, "none": 5}
    rows = pd.DataFrame({"number": 0, "hand": "h", "widow": "w", "trump": wins.keys()})
    for bid in range(4, 8):
        rows[f"w{bid}"] = wins.values()
    found = by_kind(rows).set_index("kind")
    assert found["p5"].to_dict() == {"number": 0.5, "doubles": 1, "none": 5 / 3432}


def test_the_call_with_the_most_points():
    # Points b (2p - 1): 4 at 0.9 gains 3.2 and 5 at 0.8 gains 3; 6 at 0.9 gains 4.8; 21 at 0.7
    # gains 8.4; below even all lose, and at even odds a bid is no better than a pass.
    odds = pd.DataFrame(
        [[0.9, 0.8, 0.1, 0], [0.9, 0.9, 0.9, 0.1], [0.9, 0.9, 0.9, 0.7], [0.5, 0.4, 0, 0]],
        columns=["p4", "p5", "p6", "p7"],
    )
    assert best_calls(odds).tolist() == [4, 6, 21, 0]


def test_shares_and_groups():
    assert better(pd.Series([0.5, 0.51, 0.2, 1])).value == 0.5
    frame = pd.DataFrame({"trumps": [3, 3, 4], **{f"p{b}": [0.2, 0.4, 1] for b in range(4, 8)}})
    found = grouped(frame, "trumps")
    assert [one.value for one in found[3]] == pytest.approx([0.3] * 4)
    assert found[4][0].value == 1


def test_the_page_says_what_the_table_says():
    hands = with_best_trump(sample(t6=[0.3] * 18 + [0] * 2, t0=[0.2] * 20))
    hands["p4"] = [0.2] * 5 + [0.7, 0.9] * 7 + [0.8]
    kinds = pd.DataFrame({"number": 0, "kind": ["number", "doubles", "none"]})
    kinds[["p4", "p5", "p6", "p7"]] = 0.25
    about = {"versions": {}, "command": "c", "date": "d", "seconds": 1}
    made = page({"hands.csv": hands, "kinds.csv": kinds}, about)
    assert set(made.figures) == {"spread", "trumps", "kinds"}
    text = " ".join(made.text.split())
    assert "The median hand makes 4 with odds of **70 %**" in text
    assert "that is **75 %** of hands for 4" in text
    # Three quarters of the way from the 5th, 20 %, to the 6th, 70 %; the 15th is 90 %.
    (middle_half,) = re.findall(r"\| 4 \| 6\d \(.*?\) \| 70 \(.*?\) \| (.*?) \|", text)
    assert middle_half in ("57 to 90", "58 to 90")
    assert "For 20 of 20 hands it is a number; for 2 of these it is 0," in text
    assert "| 3 | any | 18 | " in text
    # Bids of 4 at 70, 80 and 90 % gain 1.6, 2.4 and 3.2 points.
    low, high = re.search(r"\| 4 \| 15 \| 75 \(.*?\) \| 2\.4 \((.*?) to (.*?)\) \|", text).groups()
    gains = [1.6, 3.2] * 7 + [2.4]
    reach = 2.1448 * statistics.stdev(gains) / 15**0.5  # Student's t with 14 degrees of freedom
    assert (float(low), float(high)) == pytest.approx((2.4 - reach, 2.4 + reach), abs=0.051)
    assert "| the best number | 25 | 25 | 25 | 25 |" in text


def test_from_the_samples_to_the_report(tmp_path):
    shutil.copytree(REPORTS / "samples", tmp_path / "samples")
    folder = tmp_path / "hand_odds"
    assert run_analysis(ANALYSIS, ["--processes", "1", "--out", str(folder)]) == 0
    figures = [
        f"{name}.{kind}" for name in ("kinds", "spread", "trumps") for kind in ("png", "svg")
    ]
    tables = ["hands.csv", "kinds.csv"]
    expected = sorted([*tables, *figures, "README.md", "index.html", "manifest.json"])
    assert sorted(path.name for path in folder.iterdir()) == expected
    for name in tables:
        assert (folder / name).read_bytes() == (REPORTS / "hand_odds" / name).read_bytes()
    assert json.loads((folder / "manifest.json").read_text())["seed"] == 1
