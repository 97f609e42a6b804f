"""The analysis of bids: its statistics worked by hand, then a small run."""

from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
import pytest

from analyses.bidding import calling, card, counting, gather, judging, page, words
from moon_sim import Trump, format_tiles
from moon_sim.heuristics.counting import LEAST, TRUMPS, WEIGHTS, best_trump, point_count
from moon_sim.heuristics.hand_features import features_frame
from moon_sim.reporting.runs import Run, read_table, table_text

ODDS = counting.ODDS
HAND = "6-6 6-5 6-3 5-5 5-4 2-1 1-1"


def test_the_package_counts_as_the_report_says(committed):
    assert dict(WEIGHTS) == words.points_of(committed("bidding"))
    assert dict(LEAST) == words.least_of(committed("bidding"))


# --- The fit ----------------------------------------------------------------------------------


def invented(n=200, noise=0.0, seed=1):
    """Rows whose odds follow a known sum of two things; voids have nothing to do with them."""
    rng = np.random.default_rng(seed)
    rows = pd.DataFrame({
        "number": np.arange(n) // 2,
        "trumps": rng.integers(3, 7, n),
        "outside_doubles": rng.integers(0, 5, n),
        "voids": rng.integers(0, 4, n),
    })  # fmt: skip
    sums = 1.0 * rows["trumps"] + 0.5 * rows["outside_doubles"] + noise * rng.standard_normal(n)
    asks = np.array([4.0, 5.0, 6.0, 7.5])
    rows[ODDS] = 1 / (1 + np.exp(asks - sums.to_numpy()[:, None]))
    return rows


def test_the_fit_finds_the_weights_behind_the_odds():
    found = counting.fit(invented(), ["trumps", "outside_doubles", "voids"], errors=True)
    assert list(found.weights.values()) == pytest.approx([1, 0.5, 0], abs=1e-6)
    assert list(found.asks) == pytest.approx([4, 5, 6, 7.5], abs=1e-5)
    assert found.odds(invented())[:3] == pytest.approx(invented()[ODDS].to_numpy()[:3])


def test_errors_count_hands_not_rows():
    rows = invented(noise=0.5)
    names = ["trumps", "outside_doubles"]
    once = counting.fit(rows, names, errors=True)
    twice = counting.fit(pd.concat([rows, rows]), names, errors=True)
    assert twice.errors == pytest.approx(once.errors, rel=0.02)  # the same hands, told twice
    assert np.isnan(list(counting.fit(rows, names).errors.values())).all()


def test_what_carries_no_weight_is_left_out_first_and_the_rest_kept():
    steps = counting.steps(invented(noise=0.3), 1, ["trumps", "outside_doubles", "voids"])
    assert steps["dropped"].tolist() == ["", "voids", "outside_doubles"]
    assert steps["left"].tolist()[-1] == "trumps"
    assert counting.kept(steps) == ["trumps", "outside_doubles"]


@pytest.mark.parametrize(
    ("lost", "left"), [([0, 0.01, 0.5], "b"), ([0, 0.5, 0.01], "a"), ([0, -0.01, 0.02], "c")]
)
def test_features_are_left_out_until_one_is_missed(lost, left):
    table = pd.DataFrame({"dropped": ["", "x", "y"], "left": ["a", "b", "c"], "lost": lost})
    assert counting.kept(table) == [left]


def test_weights_are_rounded_to_the_smallest_numbers_that_lose_little():
    assert {"a": 2, "b": 1} in counting.rounded({"a": 1.0, "b": 0.5}, 2)
    assert all(max(one.values()) == 2 for one in counting.rounded({"a": 1.0, "b": 0.5}, 2))
    rows = invented()
    table = counting.scales(rows, counting.fit(rows, ["trumps", "outside_doubles"]))
    assert table.set_index("largest").loc[2, "lost"] == pytest.approx(0, abs=1e-6)
    assert counting.few_points(table) == {"trumps": 2, "outside_doubles": 1}
    assert table["lost"].iloc[0] > counting.BEARABLE  # 1 and 1, or 1 and 0


def test_deviances_of_a_coin():
    found = counting.deviances([0.5, 1.0, 0.0], [0.25, 0.5, 0.0])
    expected = [2 * (0.5 * np.log(2) + 0.5 * np.log(0.5 / 0.75)), 2 * np.log(2), 0]
    assert found == pytest.approx(expected, abs=1e-8)


def test_the_parts_keep_a_hand_together_and_are_of_one_size():
    numbers = np.repeat(np.arange(20), 3)
    part = counting.parts(numbers, 4)
    assert all(len(set(part[numbers == number])) == 1 for number in range(20))
    assert np.bincount(part).tolist() == [12] * counting.FOLDS
    assert (counting.parts(numbers, 4) == part).all()


def test_rows_are_those_of_the_trumps_with_enough_tiles():
    odds = {f"p{bid}_{trump}": bid + trump / 10 for bid in range(4, 8) for trump in TRUMPS}
    hands = pd.DataFrame([{"number": 7, "hand": HAND, **odds}])
    rows = counting.trump_rows(hands)
    assert rows["trump"].tolist() == [Trump.FIVES, Trump.SIXES]
    assert rows["number"].tolist() == [7, 7]
    assert rows["p5"].tolist() == [5.5, 5.6]


# --- Calls ------------------------------------------------------------------------------------


def test_what_calls_gain():
    found = calling.gains([[1.0, 0.75, 0.5, 0.25]])
    assert found.tolist() == [[0, 4, 2.5, 0, -3.5, -10.5]]
    assert calling.gained(found, [5]).tolist() == [2.5]
    assert calling.gained(np.vstack([found, found]), [0, 21]).tolist() == [0, -10.5]


def test_curves_find_the_lines_behind_the_odds():
    scores = np.arange(4, 16)
    found = calling.Curves(np.array([1.0, 1.0, 0.8, 0.5]), np.array([6.0, 8.0, 8.0, 8.0]))
    again = calling.curves(scores, found.odds(scores))
    assert again.slopes == pytest.approx(found.slopes)
    assert again.asks == pytest.approx(found.asks)


def test_thresholds_and_where_a_bid_overtakes():
    steep = np.full(4, 5.0)
    # Even at 2.5, 4.5, 6.5 and 8.5 points; near certain half a point above.
    found = calling.Curves(steep, steep * [2.5, 4.5, 6.5, 8.5])
    bids = calling.thresholds(found, range(11))
    assert bids["bid"].tolist() == [4, 5, 6, 21]
    assert bids["least"].tolist() == [3, 5, 7, 9]
    assert bids["instead"].tolist() == [0, 4, 5, 6]
    assert bids["at"].iloc[0] == pytest.approx(2.5)
    # At 4.5 and more: 5 (2p - 1) = 4 where p is 0.9, ln(9) / 5 above even.
    assert bids["at"].iloc[1] == pytest.approx(4.5 + np.log(9) / 5, abs=1e-3)
    without = calling.thresholds(found, range(11), calling.WITHOUT_MOON)
    assert without["bid"].tolist() == [4, 5, 6, 7]
    assert without["at"].iloc[3] == pytest.approx(8.5 + np.log(13) / 5, abs=1e-3)


def test_calls_by_thresholds():
    assert calling.calls_of([0, 9, 10, 16, 99], {4: 10, 6: 16}).tolist() == [0, 0, 4, 6, 6]
    assert calling.calls_of([5], {}).tolist() == [0]


def test_the_frame_picks_the_trump_that_the_package_picks():
    hands = [HAND, "6-5 6-4 4-4 3-2 2-1 1-1 0-0", "6-6 5-5 4-4 3-3 2-2 1-1 0-0"]
    counted = features_frame(hands, TRUMPS)
    best = calling.best_rows(counted, counting.sums(counted, dict(WEIGHTS)))
    assert [counted.index[at][1] for at in best] == [best_trump(hand) for hand in hands]
    assert judging.scores(counted, dict(WEIGHTS)).tolist() == [
        point_count(hand).total for hand in hands
    ]


# --- The decision table -----------------------------------------------------------------------


def test_cells_that_call_alike_are_merged_and_then_those_that_lose_least():
    # Passing gains 0. Of four cells in a row, the last two bid, and the third gains little by it.
    there = np.arange(4)[:, None]
    worth = np.array([[0, -5.0], [0, -1], [0, 0.5], [0, 9]])
    assert [box for box, _ in card.boxes(there, worth, 9)] == [((0, 1),), ((2, 3),)]
    (box, total), *others = card.boxes(there, worth, 1)
    assert box == ((0, 3),)
    assert total.tolist() == [0, 3.5]
    assert not others


def test_boxes_never_take_in_a_third():
    # An L of equals around a cell that differs: no box holds all three.
    there = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    worth = np.array([[0, 1.0], [0, 1], [0, 1], [5, 0]])
    found = [box for box, _ in card.boxes(there, worth, 3)]
    assert len(found) == 3
    assert ((1, 1), (1, 1)) in found


def test_holes_without_hands_are_bridged():
    there = np.array([[0, 0], [0, 2], [1, 0]])
    worth = np.array([[0, 1.0], [0, 1], [3, 0]])
    assert [box for box, _ in card.boxes(there, worth, 9)] == [((0, 0), (0, 2)), ((1, 1), (0, 0))]


def test_what_a_hand_holds_is_that_of_its_longest_number():
    # Of sixes and fives, three each, fives have all three honours.
    held = card.holdings(features_frame([HAND], TRUMPS))
    assert held.iloc[0].to_dict() == {"trumps": 3, "honours": 3, "doubles": 3}
    # Three ones without an honour are longer than the two top sixes.
    held = card.holdings(features_frame(["6-6 6-5 4-1 3-3 3-1 2-1 0-0"], TRUMPS))
    assert held.iloc[0].to_dict() == {"trumps": 3, "honours": 0, "doubles": 3}


@pytest.fixture(scope="module")
def every_hand():
    masks = np.array(list(combinations([1 << tile for tile in range(22)], 7))).sum(axis=1)
    return card.holdings(features_frame(masks, TRUMPS))


def test_the_table_holds_each_of_the_hands_once(every_hand):
    cells = card.cells(every_hand)
    assert cells.sum() == comb(22, 7) == 170_544
    assert cells[1, 1, 7] == 1  # all seven doubles
    fitted = counting.Fit(
        {"trumps": 1.7, "honours": 0.8, "doubles": 1.7}, {}, np.array([8, 10, 12, 14.2])
    )
    table = card.table(fitted, cells)
    assert len(table) <= card.ROWS
    rows = np.bincount(card.rows_of(every_hand, table), minlength=len(table))
    assert rows.sum() == 170_544
    assert rows.min() > 0


def test_a_hand_outside_the_table_is_an_error():
    held = pd.DataFrame({"trumps": [3], "honours": [1], "doubles": [2]})
    assert card.rows_of(held, [(((3, 3), (0, 1), (0, 2)), 4)]).tolist() == [0]
    with pytest.raises(RuntimeError, match="in no row"):
        card.rows_of(held, [(((4, 4), (0, 1), (0, 2)), 4)])


# --- What is lost -----------------------------------------------------------------------------


def test_gains_of_the_methods():
    hands = pd.DataFrame([[1.0, 0.75, 0.5, 0.25], [0.25, 0.0, 0.0, 0.0]], columns=ODDS)
    calls = pd.DataFrame({
        "fit": [5, 4], "count": [4, 0], "count_without_21": [6, 0], "table": [21, 0]
    })  # fmt: skip
    found = judging.gained_by(hands, calls)
    assert found["known"].tolist() == [4, 0]
    assert found["fit"].tolist() == [2.5, -2]
    assert found["count_without_21"].tolist() == [0, 0]
    assert found["table"].tolist() == [-10.5, 0]
    assert found["pass"].tolist() == [0, 0]


def test_hands_are_judged_by_what_the_others_teach(monkeypatch):
    hands = pd.DataFrame({"number": [*range(9), 0]})  # one hand was drawn twice
    monkeypatch.setattr(judging, "learn", lambda some, every, seed: set(some["number"]))
    monkeypatch.setattr(judging, "called", lambda learned, some: (learned, set(some["number"])))
    parts = [judging.judged(hands, np.zeros(1), 5, part) for part in range(counting.FOLDS)]
    for taught, mine in parts:
        assert mine
        assert not taught & mine
        assert taught | mine == set(range(9))
    assert sum(len(mine) for _, mine in parts) == 9, "each is judged once"


def test_noise_flatters_the_best_only_where_it_may_change():
    sure = pd.DataFrame([[1.0, 1, 1, 1]], columns=ODDS).assign(
        **{f"se{b}": 0.0 for b in range(4, 8)}
    )
    assert judging.flattered(sure, 1) == 0
    even = pd.DataFrame([[0.5, 0, 0, 0]], columns=ODDS)
    even = even.assign(se4=0.1, se5=0.0, se6=0.0, se7=0.0)
    # 4 or a pass: the mean of the positive part of a normal error, 8 x 0.1 / sqrt(2 pi).
    assert judging.flattered(even, 1, 20_000) == pytest.approx(0.8 / np.sqrt(2 * np.pi), rel=0.05)


def test_thresholds_without_a_place_to_overtake_have_none():
    assert np.isnan(calling.overtaking(calling.Curves(np.ones(4), np.zeros(4)), 0, 4, 5, 6))
    always = calling.Curves(np.ones(4), -np.ones(4))
    first = calling.thresholds(always, [9, 10]).iloc[0]
    assert first["least"] == 9
    assert np.isnan(first["at"])


# --- The whole way ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run over hands whose odds follow the package's own count, but for noise."""
    rng = np.random.default_rng(3)
    hands = [format_tiles(sum(1 << int(t) for t in rng.permutation(22)[:7])) for _ in range(60)]
    counted = features_frame(hands, TRUMPS)
    sums = counting.sums(counted, dict(WEIGHTS)).reshape(-1, len(TRUMPS))
    sums = 0.8 * (sums + 0.1 * rng.standard_normal(sums.shape))
    table = pd.DataFrame({"number": range(60), "hand": hands})
    for bid, ask in zip(range(4, 8), [7.6, 9.6, 11.4, 13.6], strict=True):
        for at, trump in enumerate(TRUMPS):
            table[f"p{bid}_{trump}"] = 1 / (1 + np.exp(ask - sums[:, at]))
        table[f"p{bid}"] = table[[f"p{bid}_{trump}" for trump in TRUMPS]].max(axis="columns")
        table[f"p{bid}_0"] = table[f"p{bid}_doubles"] = table[f"p{bid}_none"] = 0.0
        table[f"se{bid}"] = 0.01
    folder = tmp_path_factory.mktemp("samples")
    (folder / "hands.csv").write_text(table_text(table), encoding="utf-8")
    with (
        pytest.MonkeyPatch.context() as patch,
        Run(1, 60, processes=1, tables={"samples": folder}) as run,
    ):
        for module in (counting, gather):
            patch.setattr(module, "FOLDS", 2)  # each is a fit of its own
        tables = gather.gather(run)
    return {name: read_table(table_text(frame)) for name, frame in tables.items()}


def test_the_analysis_finds_the_count_behind_the_odds(run):
    assert words.points_of(run) == dict(WEIGHTS)
    losses = run["losses.csv"].set_index("method")
    assert losses.loc["known", "lost"] == 0
    assert losses.loc["pass", "gain"] == 0
    assert (losses.loc[["fit", "count", "table"], "lost"] >= 0).all()
    assert losses.loc["count", "lost"] < 0.2 < losses.loc["pass", "lost"]


def test_its_tables_are_about_all_hands(run):
    assert run["decision_table.csv"]["hands"].sum() == 170_544
    assert run["decision_table.csv"]["n"].sum() == 60
    assert run["scores.csv"]["hands"].sum() == 170_544
    assert run["scores.csv"]["n"].sum() == 60
    assert run["calibration.csv"].groupby("bid")["n"].sum().tolist() == [60] * 4
    apart = (run["calibration.csv"]["promised"] - run["calibration.csv"]["found"]).abs()
    assert (apart * run["calibration.csv"]["n"]).sum() / 240 < 0.05


def test_its_page_says_what_the_tables_say(run):
    about = {"command": "x", "date": "y", "seconds": 1, "versions": {}}
    made = page.page(run, about)
    text = " ".join(made.text.split())
    assert text.startswith("# What should I bid? **Bid ")
    assert "and pass with less**, where you count **2 for each trump" in text
    bids = words.bids_of(run, "bid")
    assert all(f"{row.name} from {row.points} points" in text for row in bids.itertuples(False))
    assert "All 170,544 hands" in text
    assert set(made.figures) == {"odds", "gains"}
    for name in made.figures:
        assert f"({name}.png)" in text
