"""The pages about hands: end to end at a small size, and the samples' statistics by hand."""

import csv
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from moon_sim import exchange_odds, format_tiles, parse_tiles
from moon_sim.game import random_hand, random_holding

ANALYSES = Path(__file__).parents[2] / "analyses"
SMALL = ["--quick", "--seed", "31"]
TRUMPS = ["0", "1", "2", "3", "4", "5", "6", "doubles", "none"]
PAGES = {
    "samples": (["hands.csv", "holdings.csv"], ["means", "tiles"]),
    "hand_odds": (["hands.csv", "kinds.csv"], ["kinds", "spread", "trumps"]),
    "shoot_the_moon": (
        ["after.csv", "before.csv", "laydowns.csv", "shapes.csv"],
        ["laydowns", "odds", "sure"],
    ),
}


def run(name, folder, *words):
    """The folder of a report, made by its command."""
    command = [sys.executable, str(ANALYSES / f"{name}.py"), *SMALL, *words, "--out"]
    done = subprocess.run([*command, str(folder / name)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / name


@pytest.mark.parametrize("size", ["full", "quick"])
def test_no_analysis_counts_on_more_than_the_samples_have(monkeypatch, size):
    monkeypatch.syspath_prepend(str(ANALYSES))
    hands = getattr(import_module("samples").ANALYSIS, size)
    has = {"hands": hands, "holdings": hands // import_module("samples").HANDS_A_HOLDING}
    read = {"hand_odds", "bidding", "trump_choice", "widow_and_discard"}  # as many as their size
    for one in (import_module(name).ANALYSIS for name in sorted(read)):
        assert getattr(one, size) == has[one.unit], one.name


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("reports")
    run("samples", made, "--count", "4", "--processes", "2")
    run("hand_odds", made)
    run("shoot_the_moon", made, "--count", "12")
    return made


@pytest.fixture(scope="module")
def samples():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ANALYSES))
        yield import_module("samples")


def rows(path):
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("name", PAGES)
def test_all_files_are_there(folder, name):
    tables, figures = PAGES[name]
    drawn = [f"{figure}.{kind}" for figure in figures for kind in ("png", "svg")]
    expected = sorted([*tables, *drawn, "README.md", "index.html", "manifest.json"])
    assert sorted(path.name for path in (folder / name).iterdir()) == expected
    page = (folder / name / "README.md").read_text(encoding="utf-8").splitlines()
    assert page[0].startswith("# ")
    assert page[0].endswith("?")
    assert all(f"({figure}.png)" in "".join(page) for figure in figures)
    assert json.loads((folder / name / "manifest.json").read_text())["seed"] == 31


def test_the_same_seed_gives_the_same_data_with_one_process(folder, tmp_path):
    again = run("samples", tmp_path, "--count", "4", "--processes", "1")
    for name in PAGES["samples"][0]:
        assert (again / name).read_bytes() == (folder / "samples" / name).read_bytes()


def test_a_longer_sample_begins_with_the_shorter_one(samples):
    first, second = (random_holding(np.random.default_rng([7, 0, k])) for k in (0, 1))
    assert first != second
    for hand, widow in (first, second):
        assert (hand.bit_count(), widow.bit_count(), hand & widow) == (7, 1, 0)
    one = samples.holding_rows(7, 3)
    assert one["hand"][0] == samples.holdings(7, 3, 4)["hand"].iloc[0]


def test_hands_have_odds_with_every_trump_and_with_the_best(folder):
    for row in rows(folder / "samples" / "hands.csv"):
        assert len(row["hand"].split()) == 7
        for bid in "4567":
            odds = [float(row[f"p{bid}_{trump}"]) for trump in TRUMPS]
            assert 0 <= min(odds) <= max(odds) <= 1
            error = float(row[f"se{bid}"])
            # One choice for each widow is as good as one trump for all, but for noise.
            assert float(row[f"p{bid}"]) >= max(odds) - 5 * max(error, 0.02)
            assert float(row[f"p{bid}"]) <= float(row[f"dd{bid}"]) + 1e-6
            assert error < 0.03


def test_holdings_are_those_of_the_exchange(folder):
    found = rows(folder / "samples" / "holdings.csv")
    assert [row["trump"] for row in found] == TRUMPS * 8
    holding = parse_tiles(f"{found[0]['hand']} {found[0]['widow']}")
    expected = exchange_odds(holding, view="blind-lead")
    for row, (discard, *_), truth in zip(
        found, expected.index, expected.itertuples(index=False), strict=True
    ):
        assert row["discard"] == discard
        for bid in "4567":
            assert int(row[f"w{bid}"]) / 3432 == pytest.approx(getattr(truth, f"p{bid}"))
            assert row[f"lead{bid}"] == getattr(truth, f"lead{bid}")


def test_mean_odds_by_hand(samples):
    sample = pd.DataFrame(
        {f"{view}{bid}": [0.2, 0.4] for view in ("p", "dd") for bid in range(4, 8)}
    )
    wins = {f"w{bid}": [0, 3432, 1716, 858] for bid in range(4, 8)}
    holdings = pd.DataFrame({"number": [0, 0, 1, 1], **wins})
    assert samples.best_odds(holdings)[4].tolist() == [1, 0.5]
    means = samples.mean_odds(sample, holdings)
    assert [one.value for one in means["hands"]] == pytest.approx([0.3] * 4)
    assert [one.value for one in means["holdings"]] == [0.75] * 4


def test_tiles_and_doubles_by_hand(samples):
    hands = pd.Series(["6-6 5-5 4-4 3-3 2-2 1-1 0-0", "6-6 6-5 6-4 6-3 6-2 6-1 5-4"])
    shares = samples.tile_shares(hands)
    assert (shares["6-6"], shares["6-5"], shares["2-1"]) == (1, 0.5, 0)
    assert shares.sum() == 7
    found = samples.doubles_held(hands).set_index("doubles")
    assert found["hands"].to_dict() == {n: int(n in (1, 7)) for n in range(8)}
    # All seven doubles: one of C(22, 7) hands; none: C(15, 7) of them.
    assert found["expected"][7] == pytest.approx(2 / 170544)
    assert found["expected"][0] == pytest.approx(2 * 6435 / 170544)


def test_hands_that_are_spread_evenly_pass_and_others_do_not(samples):
    rng = np.random.default_rng(2)
    p = []
    for _ in range(60):
        drawn = [format_tiles(random_hand(rng)) for _ in range(40)]
        p.append(samples.uniform_p(pd.Series(drawn)))
    # Of truly random hands the chances are spread over all of 0 to 1.
    assert 0.35 < sum(p) / len(p) < 0.65
    assert min(p) > 1e-4
    assert samples.uniform_p(pd.Series(["6-6 5-5 4-4 3-3 2-2 1-1 0-0"] * 40)) < 1e-9
