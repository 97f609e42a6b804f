"""What the page about hands says, on tables small enough to work by hand."""

import re

import numpy as np
import pandas as pd
import pytest
from helpers import mask

from analyses.common.all_hands import drawn
from analyses.hand_odds import ANALYSIS
from analyses.hand_odds.gather import by_trump, reached, spread
from analyses.hand_odds.page import page, typical
from moon_sim import atlas, parse_tiles
from moon_sim.game import TILES, Trump, tile_ids
from moon_sim.reporting import run_analysis

HOLDING = "6-6 6-5 6-3 5-5 4-1 3-1 2-1 0-0"
ABOUT = {
    "versions": {},
    "command": "c",
    "date": "d",
    "seconds": 1,
    "atlas": {"exact": 319_770, "sampled": 0, "layouts": 3432, "sha256": "s"},
}


def tile(text):
    return next(tile_ids(parse_tiles(text)))


def plans(*rows):
    """Plans of holdings: for each its wins, and discard and trump for all bids."""
    wins, discard, trump = zip(*rows, strict=True)
    one = np.repeat(np.array([[tile(text)] for text in discard]), 4, axis=1)
    named = np.repeat(np.array([[int(each)] for each in trump]), 4, axis=1)
    return atlas.Plans(np.array(wins), one, named, one, np.zeros(len(rows), bool))


def test_how_odds_are_spread():
    odds = pd.DataFrame({f"p{bid}": [0, 0.2, 0.5, 0.9, 1] for bid in range(4, 8)})
    row = spread(odds).iloc[0]
    assert row["mean"] == pytest.approx(0.52)
    assert row[["low", "median", "high"]].tolist() == [0.2, 0.5, 0.9]
    assert row[["even", "safe"]].tolist() == [0.4, 0.2], "better than: above, not at"
    found = reached(odds).query("bid == 7").set_index("least")["share"]
    assert found[[0, 20, 21, 50, 90, 100]].tolist() == pytest.approx([1, 0.8, 0.6, 0.6, 0.4, 0.2])


def test_what_the_best_plan_keeps_of_its_trump():
    masks = np.array([mask(HOLDING)] * 5)
    told = by_trump(masks, plans(
        ([3432, 1716, 0, 0], "0-0", Trump.SIXES),
        ([3432, 1716, 858, 0], "6-3", Trump.SIXES),
        ([1716, 858, 858, 0], "0-0", Trump.SIXES),
        ([1716, 858, 858, 0], "0-0", Trump.NONE),
        ([1716, 858, 858, 0], "4-1", Trump.ONES),
    ))  # fmt: skip
    rows = told.set_index(["bid", "trump", "trumps", "honours"])
    # 6-6 and 6-5 are two of 6-6, 6-5 and 6-4; of 1-1, 6-1 and 5-1 it has none.
    assert rows.loc[(4, "number", 3, 2)].tolist() == [2, 0.75]
    assert rows.loc[(4, "number", 2, 2)].tolist() == [1, 1]
    assert rows.loc[(4, "number", 2, 0)].tolist() == [1, 0.5]
    assert rows.loc[(4, "none", 0, 0)].tolist() == [1, 0.5]
    assert rows.loc[(6, "never", 0, 0)].tolist() == [1, 0]
    assert rows.loc[7].index.tolist() == [("never", 0, 0)], "where nothing wins, no trump is best"
    assert told.groupby("bid")["holdings"].sum().tolist() == [5] * 4, "each holding in one row"


def test_the_sentence_on_length_and_honours():
    numbers = pd.DataFrame({
        "trumps": [3, 4, 3, 5],
        "honours": [2, 2, 3, 3],
        "holdings": [9, 5, 2, 1],
        "odds": [0.66, 0.85, 0.88, 1],
    })  # fmt: skip
    assert typical(numbers) == (
        "Most often the best plan for a bid of 5 keeps 3 trumps and 2 honours, and such holdings "
        "make it 66 % of the time. With 4 trumps and 2 honours it is 85 % and with 3 trumps and "
        "3 honours it is 88 %."
    )
    assert typical(numbers.iloc[:1]).endswith("of the time.")
    assert typical(numbers.iloc[:0]) == ""


def made(count):
    """The tables of random hands."""
    hands, holdings = drawn(1, count)
    odds = pd.DataFrame({
        f"p{bid}": np.repeat([0.1, 0.9], [len(hands) // 4, len(hands) - len(hands) // 4])
        for bid in range(4, 8)
    })  # fmt: skip
    rng = np.random.default_rng(2)
    wins = -np.sort(-rng.integers(0, 3433, (len(holdings), 4)), axis=1)
    held = np.argmax(holdings[:, None] >> np.arange(len(TILES)) & 1, axis=1)
    discard = np.repeat(held[:, None], 4, axis=1)
    trump = rng.integers(0, 9, discard.shape)
    best = atlas.Plans(wins, discard, trump, discard, np.zeros(len(holdings), bool))
    return {
        "spread.csv": spread(odds),
        "reached.csv": reached(odds),
        "trumps.csv": by_trump(holdings, best),
    }


def test_the_page_says_what_the_tables_say():
    tables = made(40)
    done = page(tables, ABOUT)
    assert set(done.figures) == {"spread", "trumps"}
    text = " ".join(done.text.split())
    assert text.startswith("# How good is a hand? Half of 40 hands make 4 with odds of **90 %**")
    assert "The odds are better than even for **75 %** of hands at 4," in text
    assert "| 4 | 70 | 90 | 70 to 90 | 75 | 0 |" in text  # the quartile is between 10 and 90 %
    assert "worth" not in text.split("## How much")[0], "even odds don't make a bid the best"
    fives = tables["trumps.csv"].query("bid == 5 and trump == 'none'")
    (holdings,), (odds,) = fives["holdings"], fives["odds"]
    share = 100 * holdings / tables["trumps.csv"].query("bid == 5")["holdings"].sum()
    cells = re.search(r"\| no trump \| - \| - \| (.*?) \| (.*?) \|", text)
    told, of = re.fullmatch(r"(\d+) \((.*)\)", cells[2]).groups()
    assert (float(told), float(of)) == pytest.approx((100 * odds, share), abs=0.51)
    assert "Nothing is sampled where a table says n = all" in text


def test_from_the_atlas_to_the_report(tmp_path, install, whole_atlas):
    install(whole_atlas)
    folder = tmp_path / "hand_odds"
    words = ["--quick", "--processes", "1", "--out", str(folder)]
    assert run_analysis(ANALYSIS, words) == 0
    figures = [f"{name}.{kind}" for name in ("spread", "trumps") for kind in ("png", "svg")]
    tables = ["reached.csv", "spread.csv", "trumps.csv"]
    expected = sorted([*tables, *figures, "README.md", "index.html", "manifest.json"])
    assert sorted(path.name for path in folder.iterdir()) == expected
    again = tmp_path / "again"
    assert run_analysis(ANALYSIS, [*words[:-1], str(again)]) == 0
    for name in tables:
        assert (folder / name).read_bytes() == (again / name).read_bytes()
