"""What naming trump well is worth, and the trial of selectors: numbers worked by hand."""

import numpy as np
import pandas as pd
import pytest

from analyses.common.holdings import ALL, Holdings, tile_of
from analyses.trump_choice import trials, trumps
from moon_sim import Trial, Trump
from moon_sim.game import LAYOUTS
from moon_sim.stats import rank

TILES = ["6-6", "6-5", "6-3", "5-5", "4-2", "3-1", "2-1", "0-0"]


def holdings(*odds):
    """Return holdings of the same tiles, each given by {(discard, trump): odds}, 0 elsewhere."""
    wins = np.zeros((len(odds), 8, 9, 4), np.int64)
    tiles = sorted(map(tile_of, TILES))
    for at, one in enumerate(odds):
        for (discard, trump), p in one.items():
            wins[at, tiles.index(tile_of(discard)), Trump.parse(trump)] = round(p * LAYOUTS)
    return Holdings(np.arange(len(odds)), np.array([tiles] * len(odds)), wins)


NUMBER = {("2-1", "6"): 1, ("0-0", "6"): 0.5, ("2-1", "5"): 0.75, ("3-1", "none"): 0.25}
NONE = {("2-1", "6"): 0.5, ("2-1", "5"): 0.25, ("3-1", "none"): 0.75, ("2-1", "doubles"): 0.5}


# --- Naming trump -----------------------------------------------------------------------------


def test_each_trump_has_its_best_discard():
    table = trumps.trump_table(holdings(NUMBER)).set_index("bid")
    row = table.loc[5]
    assert (row["trump"], row["doubles_held"]) == ("6", 3)
    wins = row[["best", "second", "number_wins", "doubles_wins", "none_wins", "worst"]]
    assert wins.tolist() == [3432, 2574, 3432, 0, 858, 0]
    assert row["longest"] == 3432, "three sixes are the longest"
    assert row["random"] == pytest.approx(2 * 3432 / 9)


def test_the_cost_of_other_trumps():
    found = trumps.naming(trumps.trump_table(holdings(NUMBER, NONE)))
    found = found[found["bid"] == ALL].set_index(["of", "way"])
    # The second best costs 25 points in both; the longest, sixes, nothing and 25.
    assert found.loc[("worth bidding", "second"), ["cost", "right", "n"]].tolist() == [25, 0, 8]
    assert found.loc[("worth bidding", "longest"), ["cost", "right"]].tolist() == [12.5, 50]
    assert found.loc[("worth bidding", "worst"), "cost"] == 87.5
    assert found.loc[("worth bidding", "random"), "cost"] == pytest.approx(
        100 * ((1 - 2 / 9) + (0.75 - 2 / 9)) / 2
    )


def test_equal_trumps_count_as_a_number():
    zeros = {("2-1", "0"): 0.75, ("2-1", "none"): 0.75, ("2-1", "1"): 0.5}
    equal = {("2-1", "6"): 0.5, ("2-1", "none"): 0.5, ("2-1", "doubles"): 0.5}
    table = trumps.trump_table(holdings(NUMBER, NONE, equal, zeros))
    kinds = trumps.kind_of_best(table[table["bid"] == 4])
    assert kinds.tolist() == ["number", "none", "number", "zeros"]


def test_how_often_no_trump_is_best():
    table = trumps.trump_table(holdings(NUMBER, NONE))
    found = trumps.doubles_or_none(table).set_index(["of", "doubles", "bid", "kind"])
    assert found.loc[("worth bidding", "3", 4, "none"), ["times", "share"]].tolist() == [1, 50]
    assert found.loc[("worth bidding", "any", ALL, "none"), ["n", "gain"]].tolist() == [8, 25]
    assert found.loc[("all", "any", 7, "doubles"), "times"] == 0
    (row,) = trumps.clearest(table).itertuples()
    assert (row.kind, row.number, row.gain) == ("none", 1, 25)


# --- The trial --------------------------------------------------------------------------------


def choices(*rows):
    """Return a table of choices at bid 4 of (number, selector, discard, trump, wins, best)."""
    columns = ["number", "selector", "discard", "trump", "wins", "best"]
    return pd.DataFrame(rows, columns=columns).assign(bid=4)


def test_regret_is_parted_between_trump_and_discard():
    made = choices(
        (0, "good", "2-1", "6", 3432, 3432),
        (0, "throws", "0-0", "6", 1716, 3432),  # 2-1 would have won all
        (0, "names", "2-1", "5", 2574, 3432),
        (0, "both", "0-0", "none", 0, 3432),  # 3-1 would have won a quarter
    )
    found = trials.blame(made, holdings(NUMBER)).set_index(["of", "selector", "bid"])
    parts = {
        name: found.loc[("all", name, 4), ["regret", "trump", "discard"]].tolist()
        for name in ("good", "throws", "names", "both")
    }
    assert parts == {
        "good": [0, 0, 0], "throws": [50, 0, 50], "names": [25, 25, 0], "both": [100, 75, 25]
    }  # fmt: skip
    assert found.loc[("worth bidding", "good", ALL), "right"] == 100


def test_letters_say_who_cannot_be_told_apart():
    noise = np.random.default_rng(1).normal(size=60)
    values = pd.DataFrame({"far": noise, "near": noise + 5, "twin": noise + 5})
    found = trials.letters(rank(values, seed=1))
    assert found["near"] == found["twin"]
    assert not set(found["near"]) & set(found["far"])


def test_the_ceiling_bids_what_gains_most():
    sample = holdings({("2-1", "6"): 0.75}, {("2-1", "6"): 0.4}, {("2-1", "6"): 1})
    # All bids have the same odds here: 21 (2p - 1) is the most, and a pass is 0.
    assert trials.ceiling(sample).tolist() == [10.5, 0, 21]


def test_trials_on_parts_are_one_trial():
    def part(number, name, p):
        made = pd.DataFrame({
            "number": [number], "target": [4], "selector": [name], "discard": ["2-1"],
            "trump": ["6"], "p_make": [p], "best": [1.0], "regret": [1 - p], "seconds": [0.5],
        })  # fmt: skip
        truth = pd.DataFrame({"number": [number], "discard": ["2-1"], "trump": ["6"]})
        return Trial((name,), (4,), 1, 3, made, pd.DataFrame(), truth)

    parts = [part(0, "a", 0.5), part(0, "b", 1.0), part(1, "a", 0.25), part(1, "b", 1.0)]
    made = trials.together(parts)
    assert (made.selectors, made.n, made.seed, len(made.truth)) == (("a", "b"), 2, 3, 2)
    table = trials.choice_table(made).set_index(["number", "selector"])
    assert table["wins"].to_dict() == {
        (0, "a"): 1716, (0, "b"): 3432, (1, "a"): 858, (1, "b"): 3432
    }  # fmt: skip
    effort = trials.effort_table(made, parts[0]).set_index("selector")
    assert effort.loc["b", ["seconds", "regret", "n"]].tolist() == [0.5, 0, 2]


def test_each_rule_is_tried_once():
    rules, variants = trials.rules(), trials.variants()
    assert "longest" in rules
    assert "longest+lowest" not in variants, "that is what `longest` throws"
    assert "longest+void" in variants
    assert trials.samplers(16) == ["sampled-1", "sampled-4", "sampled-16"]
