"""What the chart of starting hands says, on hands and odds small enough to work by hand."""

import numpy as np
import pandas as pd
import pytest
from helpers import mask

from analyses.common.all_hands import ODDS, drawn, gains
from analyses.starting_hands import ANALYSIS, gather
from analyses.starting_hands.gather import CELL, SUM, between, compared, grouped, judged
from analyses.starting_hands.page import EXAMPLE, example, page, thresholds
from moon_sim.reporting import read_table, run_analysis

ABOUT = {
    "versions": {},
    "command": "c",
    "date": "d",
    "seconds": 1,
    "atlas": {"exact": 319_770, "sampled": 0, "layouts": 3432, "sha256": "s"},
}


def odds_of(*rows):
    return pd.DataFrame(rows, columns=ODDS, dtype=float)


def test_every_hand_is_in_one_field():
    hands, _ = drawn(1, 170_544)
    counted = gather.counted_as_charted(hands)
    sizes = counted.groupby(CELL).size()
    assert sizes.sum() == 170_544
    # All six tiles of a number, and one of the 16 others: for each number one more double, if
    # it is one of the 6 others.
    assert sizes[6, 2, 1] == 6 * 10
    assert sizes[6, 2, 2] == 6 * 6
    # The hand of seven doubles, and 6 doubles with another tile, which has not both of the highest
    # tiles of its numbers, or has.
    six = sum(sizes[2, tops, 6] for tops in (0, 1, 2) if (2, tops, 6) in sizes.index)
    assert six == 1 + 7 * 15
    # Of the longest number, unless another comes to more; the hand of all doubles has 7 of them.
    more = counted[SUM] - counted[CELL].sum(axis=1)
    assert more.min() == 0
    assert (counted["longest"][more > 0] < 6).all()


def test_a_group_its_call_and_its_spread():
    counted = pd.DataFrame({"longest": [3, 3, 3, 4], "tops": 1, "doubles": 2})
    odds = odds_of([1, 0.8, 0.2, 0], [1, 1, 0.4, 0], [0.1, 0, 0, 0], [0.4, 0.3, 0, 0])
    found = grouped(counted, odds, CELL).set_index("longest")
    # 4 is made 70 % of the time: 4 (2 * 0.7 - 1) = 1.6 points; 5 is made 60 %: 1 point.
    row = found.loc[3]
    assert row[["hands", "call"]].tolist() == [3, 4]
    assert row["gain"] == pytest.approx(1.6)
    # 4 gains the first hand 4 points, and 5 gains it 3; the second 4 and 5; the third should pass.
    assert row["right"] == pytest.approx(1 / 3)
    assert row["p4"] == pytest.approx(0.7)
    assert row[["low4", "high4"]].tolist() == pytest.approx([0.1 + 0.2 * 0.9, 1])
    assert found.loc[4, ["call", "gain", "right"]].tolist() == [0, 0, 1], "a pass where all lose"


def test_the_share_of_the_variance_between_groups():
    odds = np.array([0, 0.2, 0.8, 1])
    # Means 0.1 and 0.9, variance 0.16 between them and 0.01 in each.
    assert between(np.array([0, 0, 1, 1]), odds) == pytest.approx(0.16 / 0.17)
    assert between(np.zeros(4, int), odds) == pytest.approx(0)
    assert between(np.arange(4), odds) == pytest.approx(1)


def test_the_share_is_that_of_a_regression_on_groups():
    rng = np.random.default_rng(3)
    group, odds = rng.integers(0, 5, 200), rng.random(200)
    design = np.eye(5)[group]
    left = odds - design @ np.linalg.lstsq(design, odds, rcond=None)[0]
    assert between(group, odds) == pytest.approx(1 - left.var() / odds.var())


def test_bids_are_judged_on_other_hands():
    # The first three are a group, each in another fold.
    gained = gains(odds_of([1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]))
    group, fold = np.array([0, 0, 0, 1]), np.array([0, 1, 2, 0])
    # The third loses 4; the first and second see one that gains and one that loses 4: they pass,
    # since a pass is the first of calls that are equal. Nobody else is in the fourth's group.
    assert judged(group, gained, fold).tolist() == [0, 0, -4, 0]


def test_groupings_that_tell_more_never_explain_less():
    hands, _ = drawn(2, 3000)
    rng = np.random.default_rng(4)
    odds = odds_of(*-np.sort(-rng.random((3000, 4)), axis=1))
    found = compared(gather.counted_as_charted(hands), odds, 1).set_index("grouping")
    assert found.loc["all alike", ODDS].tolist() == pytest.approx([0] * 4)
    for fewer, more in (
        ("longest", "longest and doubles"),
        ("doubles", "longest and doubles"),
        ("longest and doubles", "its two highest"),
        ("all three added", "its two highest"),
    ):
        assert (found.loc[more, ODDS] >= found.loc[fewer, ODDS]).all()
    assert (found["gain"] < found["best"]).all()
    assert found["best"].nunique() == 1


def test_from_how_many_points_to_bid():
    points = pd.DataFrame({"points": [5, 4, 6, 7], "call": [4, 0, 4, 21]})
    assert thresholds(points) == {4: 5, 21: 7}
    assert thresholds(pd.DataFrame({"points": [4, 5, 6], "call": [4, 0, 5]})) == {}


def test_the_example_is_counted_as_its_words_say():
    held = example(pd.DataFrame(columns=[*CELL, "call"]))
    assert (held["longest"], held["tops"], held["doubles"], held["points"]) == (3, 1, 2, 6)
    tiles = EXAMPLE.split()
    for number in "61":
        assert sum(number in tile for tile in tiles) == held["longest"], "both are longest"
    assert {"6-6", "6-5", "1-1", "6-1"} & set(tiles) == {"6-6"}
    assert gather.counted_as_charted(np.array([mask(EXAMPLE)]))[SUM].item() == held["points"]


def test_the_page_says_what_the_tables_say(tmp_path, install, whole_atlas):
    install(whole_atlas)
    folder = tmp_path / "starting_hands"
    assert run_analysis(ANALYSIS, ["--quick", "--processes", "1", "--out", str(folder)]) == 0
    names = ["cells.csv", "groupings.csv", "points.csv"]
    tables = {name: read_table((folder / name).read_text()) for name in names}
    assert sorted(path.name for path in folder.glob("*.csv")) == names
    assert tables["cells.csv"]["hands"].sum() == tables["points.csv"]["hands"].sum() == 500
    text = (folder / "README.md").read_text()
    for row in tables["cells.csv"].itertuples():
        assert f"| {row.hands:,} | {row.call or 'pass'} | " in text
    tables["points.csv"] = pd.DataFrame({
        "points": [5, 6, 8],
        "hands": [10, 20, 5],
        "call": [0, 4, 21],
        "gain": [0, 2.5, 10],
        "right": [1, 0.75, 0.6],
        **{f"p{bid}": 0.5 for bid in range(4, 8)},
        **{f"low{bid}": 0.25 for bid in range(4, 8)},
        **{f"high{bid}": 0.75 for bid in range(4, 8)},
    })  # fmt: skip
    tables["groupings.csv"].loc[:, "p5"] = np.arange(9) / 10
    done = page(tables, ABOUT)
    assert set(done.figures) == {"chart", "points"}
    told = " ".join(done.text.split())
    assert "to the most: bid 4 from 6 points on and 21 from 8, and pass with fewer." in told
    assert "| 6 | 20 | 4 | 2.5 | 75 | 50 (25 to 75) |" in told
    assert "the length of the longest number tells 20 %, the doubles tell 30 %, and both" in told
