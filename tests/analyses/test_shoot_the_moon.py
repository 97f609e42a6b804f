"""What the page about 21 says, on tables and tiles small enough to work by hand."""

import numpy as np
import pandas as pd
import pytest
from helpers import mask

from analyses.common.all_hands import ODDS
from analyses.shoot_the_moon import ANALYSIS, gather, laid_down, page
from moon_sim.reporting import read_table, run_analysis

HAND = "6-6 6-5 6-4 5-5 4-4 3-3 1-1"
ABOUT = {
    "versions": {},
    "command": "c",
    "date": "d",
    "seconds": 1,
    "atlas": {"exact": 319_770, "sampled": 0, "layouts": 3432, "sha256": "s"},
}


def found_with(hand, discards, trump=6):
    n = len(discards)
    return pd.DataFrame({
        "hand": [hand] * n,
        "discard": discards,
        "trump": [trump] * n,
        "blind": [3432] * n,
        "outright": [True] * n,
    })  # fmt: skip


# --- Laydowns ---------------------------------------------------------------------------------


def test_a_hand_is_sure_if_all_fifteen_widows_are():
    hand = mask(HAND)
    others = [1 << tile for tile in range(22) if not hand >> tile & 1]
    hands, holdings = np.array([hand]), np.array([hand | one for one in others])
    every = laid_down.counted(found_with(hand, others), hands, holdings).set_index("trump")
    assert every.loc["6", ["contracts", "holdings", "hands"]].tolist() == [15, 15, 1]
    assert every.loc["5", ["contracts", "holdings", "hands"]].tolist() == [0, 0, 0]
    assert every.loc["any", ["of_contracts", "of_holdings", "of_hands"]].tolist() == [1080, 15, 1]
    fewer = laid_down.counted(found_with(hand, others[1:]), hands, holdings).set_index("trump")
    assert fewer.loc["any", ["contracts", "holdings", "hands"]].tolist() == [14, 14, 0]
    # The fifteenth with another trump: sure with any, but with none of them alone.
    both = pd.concat([found_with(hand, others[1:]), found_with(hand, others[:1], 8)])
    mixed = laid_down.counted(both, hands, holdings).set_index("trump")["hands"]
    assert (mixed["6"], mixed["none"], mixed["any"]) == (0, 0, 1)


def test_laydowns_of_a_holding():
    holding = mask(f"{HAND} 2-1")
    found = laid_down.contracts_of(np.array([holding]), 8)
    assert (found["hand"] | found["discard"]).tolist() == [holding] * len(found)
    assert mask("2-1") in found["discard"].tolist()


def test_numbers_that_are_alike_stand_in_one_row():
    hand = mask(HAND)
    hands, holdings = np.array([hand]), np.array([hand | mask("2-1")])
    none = laid_down.counted(found_with(hand, []), hands, holdings)
    names = [row[0] for row in page.laydown_rows(none)]
    assert names == ["0", "each of 1 to 6", "doubles", "none", "any"]
    one = laid_down.counted(found_with(hand, [mask("2-1")]), hands, holdings)
    rows = {row[0]: row[1:] for row in page.laydown_rows(one)}
    assert list(rows) == [*"0123456", "doubles", "none", "any"]
    assert rows["6"] == rows["any"] == ["1", "1", "100 %", "0", "0 %"]


# --- Odds, and what to call -------------------------------------------------------------------


def odds_of(*rows):
    return pd.DataFrame(rows, columns=ODDS, dtype=float)


def test_better_than_even_is_not_the_best_call():
    # 21 gains 21 (2p - 1) points, that is 0, 4.2, 16.8; 6 gains 6 for sure, and 5.4 at 95 %.
    odds = odds_of(
        [1, 1, 1, 0.5], [1, 1, 0.95, 0.6], [1, 1, 1, 0.9], [1, 1, 0.5, 0.49], [1, 1, 0.6, 0.6]
    )
    calls = gather.called(odds).set_index("call")
    assert calls["hands"].to_dict() == {0: 0, 4: 0, 5: 1, 6: 2, 21: 1}
    assert calls.loc[6, ["odds", "gain", "moon"]].tolist() == pytest.approx([0.55, 5.7, 2.1])
    assert calls.loc[21, ["odds", "gain", "moon"]].tolist() == pytest.approx([0.9, 16.8, 16.8])
    held = pd.DataFrame({name: [3, 3, 5, 2, 4] for name in gather.FEATURES})
    groups = gather.held_by(odds, held).set_index("group")
    assert groups["hands"].tolist() == [5, 4, 1]
    assert groups["longest"].tolist() == pytest.approx([3.4, 3.75, 5])


def rows_of(*rows):
    columns = ["points", "covered", "odds", "even", "best", "gain", "other"]
    return pd.DataFrame(rows, columns=columns)


def test_points_and_covered_tiles():
    odds = odds_of([1, 1, 1, 0.9], [1, 1, 1, 0.5], [1, 0, 0, 0])
    held = pd.DataFrame(
        {"longest": 3, "tops": [2, 2, 0], "doubles": [4, 4, 1], "covered": [5, 3, 0]}
    )
    found = gather.by_points(gather.pointed(odds, held)).set_index(["points", "covered"])
    assert found.index.tolist() == [(4, 0), (9, 3)], "3 covered tiles stand for more, too"
    assert found.loc[(9, 3), "hands"] == 2
    assert found.loc[(9, 3), ["odds", "even", "best"]].tolist() == pytest.approx([0.7, 1, 0.5])
    assert found.loc[(9, 3), ["gain", "other"]].tolist() == pytest.approx([8.4, 6])


def test_the_rule_takes_all_that_are_better_covered():
    groups = rows_of(
        (8, 0, 0, 0, 0, -1, 5),
        (9, 0, 0, 0, 0, 7, 6),  # a chance of few hands: with one more it would not do
        (9, 1, 0, 0, 0, 5, 6),
        (9, 2, 0, 0, 0, 7, 6),
        (9, 3, 0, 0, 0, 9, 6),
        (10, 0, 0, 0, 0, 9, 6),
        (10, 1, 0, 0, 0, 9, 6),
    )
    rule = gather.asks(groups)
    assert rule == {9: 2, 10: 0}
    assert page.rule_words(rule) == ["with 10 points", "with 9 points and 2 or more covered tiles"]
    assert page.rule_words({9: 1}) == ["with 9 points and a covered tile"]


def test_the_rule_is_judged_on_the_other_half():
    half = np.random.default_rng(1).permutation(8) % 2 == 0
    rows = rows_of(*[(9, 1, 0.6, True, True, 8, 6)] * 8)
    rows.loc[~half, ["best", "gain"]] = [False, 2]  # where the rule is not made
    rows.loc[np.flatnonzero(~half)[0], "covered"] = 0
    found = gather.judged(rows, 1).iloc[0]
    assert found[["hands", "called", "best", "gain", "other"]].tolist() == [4, 3, 0, 2, 6]
    assert "calls 21 with 75 % of the other half" in page.checked(found)
    rows["gain"] = 0
    nothing = gather.judged(rows, 1).iloc[0]
    assert nothing["called"] == 0
    assert page.checked(nothing) == ""


def test_groups_are_put_together_by_the_hands_in_them():
    groups = rows_of((9, 0, 0.2, 0, 0, 0, 0), (9, 1, 0.6, 1, 0.5, 0, 0)).assign(hands=[1, 3])
    (found,) = page.together(groups).to_dict("records")
    assert found == pytest.approx({"points": 9, "odds": 0.5, "even": 0.75, "best": 0.375})


def test_trump_0_is_told_from_the_other_numbers():
    odds, named = np.array([0.9, 0.5, 0.6, 0.7, 0.4]), np.array([0, 6, 3, 8, 7])
    found = gather.trumps(odds, named)
    assert found.set_index("trump")["holdings"].to_dict() == {
        "number": 2, "0": 1, "doubles": 0, "none": 1
    }  # fmt: skip
    assert page.trump_words(found) == [
        "a number from 1 to 6 for 50 %", "trump 0 for 25 %", "doubles for 0 %", "no trump for 25 %"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(1, 3, "33 %"), (0, 9, "0 %"), (1, 99, "1.0 %"), (28, 319_770, "0.0088 %")],
)
def test_percentages(part, whole, text):
    assert page.percentage(part, whole) == text


def test_from_the_atlas_to_the_report(tmp_path, install, whole_atlas):
    install(whole_atlas)
    folder = tmp_path / "shoot_the_moon"
    words = ["--count", "2", "--quick", "--processes", "1", "--out", str(folder)]
    assert run_analysis(ANALYSIS, words) == 0
    tables = {path.name: read_table(path.read_text()) for path in folder.glob("*.csv")}
    text = " ".join((folder / "README.md").read_text().split())
    held = tables["held.csv"].set_index("group")["hands"]
    assert held["all"] == 2
    assert f"**{page.percentage(held['even'], 2)}** of 2 hands make seven tricks" in text
    assert f"**best call** for only **{page.percentage(held['best'], 2)}** of the hands" in text
    assert held["even"] == tables["calls.csv"]["hands"].sum()
    tables["held.csv"]["hands"] = [170_544, 13_644, 6_822]
    told = " ".join(page.page(tables, ABOUT).text.split())
    assert "**8.0 %** of all 170,544 hands make seven tricks at even odds or better" in told
    assert "for only **4.0 %** of the hands: for the other 4.0 % a lower bid" in told
