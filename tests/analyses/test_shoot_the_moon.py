"""What the page about 21 says, on tables and tiles small enough to work by hand."""

import numpy as np
import pandas as pd
import pytest
from helpers import mask

from analyses.shoot_the_moon import gather, laid_down, page

HAND = "6-6 6-5 6-4 5-5 4-4 3-3 1-1"


def found_with(hand, discards, trump=6):
    n = len(discards)
    return pd.DataFrame({
        "hand": [hand] * n,
        "discard": discards,
        "trump": [trump] * n,
        "blind": [3432] * n,
        "outright": [True] * n,
    })  # fmt: skip


def test_hands_drawn_and_their_holdings():
    hands, holdings = laid_down.drawn(1, 2)
    assert len(set(hands.tolist())) == 2
    assert np.bitwise_count(holdings).tolist() == [8] * len(holdings)
    assert len(holdings) in (29, 30), "15 each; both have one if they differ in one tile"
    assert all(any(hand & ~one == 0 for hand in hands.tolist()) for one in holdings.tolist())


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


def test_shapes():
    hand = mask(HAND)
    found = pd.concat([
        found_with(hand, [mask("2-1"), mask("6-2")]),
        found_with(hand, [mask("2-1")], trump=8),
    ])  # fmt: skip
    shapes = laid_down.shapes_of(found).set_index("kind")
    columns = ["trumps", "outside_doubles", "hands", "contracts", "example", "discard", "trump"]
    assert shapes.loc["number", columns].tolist() == [3, 4, 1, 2, HAND, "2-1", "6"]
    assert shapes.loc["none", columns].tolist() == [0, 5, 1, 1, HAND, "2-1", "none"]
    assert laid_down.shapes_of(found.iloc[:0]).empty
    zero = laid_down.shapes_of(found_with(hand, [mask("2-1")], trump=0))
    assert zero["kind"].tolist() == ["0"], "no number as 1 to 6 are"


def test_laydowns_of_a_holding():
    holding = mask(f"{HAND} 2-1")
    found = laid_down.contracts_of(np.array([holding]), 8)
    assert (found["hand"] | found["discard"]).tolist() == [holding] * len(found)
    assert mask("2-1") in found["discard"].tolist()


def test_the_best_contract_after_the_widow():
    rows = pd.DataFrame(
        [
            (0, "6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "2-1", "6", 9, 9, 9, 100, "6-6"),
            (0, "6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "1-1", "none", 9, 9, 9, 200, "5-5"),
            (0, "6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "2-1", "none", 9, 9, 10, 200, "4-4"),
        ],
        columns=["number", "hand", "widow", "discard", "trump", "w4", "w5", "w6", "w7", "lead7"],
    )
    (best,) = gather.after_widow(rows).itertuples()
    assert (best.discard, best.trump, best.lead7, best.w7) == ("2-1", "none", "4-4", 200)
    assert (best.trumps, best.outside_doubles) == (0, 5)


def test_even_odds_and_sure_tiles():
    before = pd.DataFrame({
        "p7": [0.5, 0.49, 0.9, 0],
        "top_trumps": [2, 1, 3, 0],
        "outside_doubles": [1, 2, 2, 0],
    })  # fmt: skip
    assert page.reaching(before["p7"]).value == 0.5
    found = page.by_sure_tiles(before)
    assert found["sure"].tolist() == [0, 3, 5]
    assert found["hands"].tolist() == [1, 2, 1]
    assert [one.value for one in found["odds"]] == pytest.approx([0, 0.495, 0.9])
    assert [one.value for one in found["even"]] == [0, 0.5, 1]


def test_trump_0_is_told_from_the_other_numbers():
    words = page.best_trumps(pd.DataFrame({"trump": ["0", "6", "6", "none"]}))
    assert [one.split(" ")[0] for one in words] == ["50", "25", "0", "25"]
    assert [one.split(") ")[1] for one in words] == [
        "a number from 1 to 6", "trump 0", "doubles", "no trump"
    ]  # fmt: skip
    assert page.best_trumps(pd.DataFrame({"trump": []})) == []


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(1, 3, "33 %"), (0, 9, "0 %"), (1, 99, "1.0 %"), (28, 319_770, "0.0088 %")],
)
def test_percentages(part, whole, text):
    assert page.percentage(part, whole) == text
