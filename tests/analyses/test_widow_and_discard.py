"""What a widow adds and a discard costs: numbers worked by hand, then a quick run."""

import numpy as np
import pandas as pd
import pytest

from analyses.common.holdings import ALL, Holdings, best_trumps, tile_of
from analyses.widow_and_discard import discards, figures, kinds, widows
from moon_sim import Trump, parse_tiles
from moon_sim.game import LAYOUTS

TILES = ["6-6", "6-5", "5-5", "5-4", "4-2", "3-1", "2-1", "0-0"]


def holdings(*odds):
    """Return holdings of the same tiles, each given by {(discard, trump): odds}, 0 elsewhere."""
    rows = [
        {
            "number": number,
            "discard": discard,
            "trump": str(trump),
            **{
                f"w{bid}": round(LAYOUTS * one.get((discard, str(trump)), 0)) for bid in range(4, 8)
            },
        }
        for number, one in enumerate(odds)
        for trump in reversed(Trump)
        for discard in TILES
    ]
    return Holdings.of(pd.DataFrame(rows))


def test_the_table_becomes_an_array_by_tile_and_trump():
    sample = holdings({("6-5", "5"): 0.5, ("0-0", "none"): 1})
    assert sample.tiles.tolist() == [sorted(map(tile_of, TILES))]
    assert sample.masks.tolist() == [parse_tiles(" ".join(TILES))]
    place = sample.tiles[0].tolist().index(tile_of("6-5"))
    assert sample.wins[0, place, Trump.FIVES].tolist() == [1716] * 4
    assert sample.wins[0, 0, Trump.NONE].tolist() == [3432] * 4, "0-0 is the lowest tile"
    assert sample.wins.sum() == 4 * (1716 + 3432)


def test_of_equal_contracts_the_best_at_all_bids_together_is_best():
    wins = np.zeros((1, 8, 9, 4), np.int64)
    wins[0, 3, 2] = 3000, 900, 0, 0
    wins[0, 5, 6] = 3000, 800, 200, 0
    assert best_trumps(wins).tolist() == [[6, 2, 6, 6]]


# --- Means ------------------------------------------------------------------------------------


def test_a_mean_of_a_few_holdings_is_not_drawn():
    names = widows.BIN_NAMES[:3]
    by = pd.DataFrame({
        "by": "odds dealt", "group": names, "bid": 7, "hands": [40, 9, 16],
        "holdings": [9, 2, 5], "gain": [1.0, 9.0, 2.0], "low": [0.5, 8.0, 1.5],
        "high": [1.5, 10.0, 2.5],
    })  # fmt: skip
    spread = pd.DataFrame(
        {"of": "in doubt", "bid": 7, "n": 2, "percentile": [0, 1], "gain": [0, 1]}
    )
    axis = figures.gains(spread, by).axes[1]
    (container,) = axis.containers
    drawn = container.lines[0].get_ydata().astype(float)
    np.testing.assert_array_equal(drawn, [1, np.nan, 2, *[np.nan] * 4])


# --- Kinds of tiles ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("widow", "trump", "kind"),
    [
        ("6-6", 6, "top trump"),
        ("6-4", 6, "other trump"),  # 6-5 is held
        ("6-5", 4, "covered"),  # by 6-6
        ("6-5", 1, "covered"),
        ("5-4", Trump.NONE, "uncovered"),
        ("3-3", 6, "double"),
        ("3-3", Trump.DOUBLES, "other trump"),
        ("6-6", Trump.DOUBLES, "top trump"),
        ("0-0", 0, "top trump"),
    ],
)
def test_kinds_of_widows(widow, trump, kind):
    hand = {"6-5": "6-6 6-1 4-4 4-1 2-1 1-1 3-2"}.get(widow, "6-5 6-3 4-4 4-1 2-1 1-1 3-2")
    assert kinds.widow_kind(tile_of(widow), parse_tiles(hand), trump) == kind


@pytest.mark.parametrize(
    ("tile", "trump", "kind"),
    [
        ("6-5", 6, "trump"),
        ("5-5", 6, "double"),
        ("5-4", 6, "covered tile, no void"),  # 5-5 and 4-2 stay
        ("3-1", 6, "uncovered tile, making a void"),  # in threes
        ("2-1", 6, "uncovered tile, no void"),
        ("2-1", 4, "uncovered tile, making a void"),  # 4-2 is no two then
        ("6-5", 5, "trump"),
        ("6-5", 3, "covered tile, no void"),
        ("6-5", Trump.DOUBLES, "covered tile, making a void"),  # 6-6 is no six then
    ],
)
def test_kinds_of_discards(tile, trump, kind):
    kept = parse_tiles(" ".join(TILES)) & ~parse_tiles(tile)
    assert kinds.discard_kind(tile_of(tile), kept, trump) == kind


# --- The widow --------------------------------------------------------------------------------


def test_what_each_of_eight_widows_adds():
    sample = holdings({("2-1", "5"): 0.75, ("3-1", "6"): 0.5, ("3-1", "5"): 0.25})
    table = widows.widow_table(sample)
    assert table["with"].tolist() == [2574] * 32
    fours = table[table["bid"] == 4].set_index("widow")
    # Without the widow 3-1 the best of the other seven is trump 6; without 2-1, all is there.
    assert fours.loc["3-1", ["without", "trump", "kind"]].tolist() == [1716, "6", "uncovered"]
    assert fours.loc["2-1", "without"] == 2574
    assert fours.loc["6-6", "without"] == 0
    gain = widows.gain_of(fours)
    assert gain[["3-1", "2-1", "6-6"]].tolist() == [25, 0, 75]
    assert sorted(widows.in_doubt(fours).index) == ["2-1", "3-1"]


def test_a_bid_in_doubt_has_odds_of_20_to_80_percent():
    odds = [0.19, 0.21, 0.79, 0.81]
    table = pd.DataFrame({"without": [round(LAYOUTS * p) for p in odds]})
    assert widows.in_doubt(table).index.tolist() == [1, 2]


def test_gains_by_group():
    rows = [
        {"number": n, "widow": widow, "bid": 4, "kind": kind, "without": without, "with": 2574}
        for n in range(2)
        for widow, kind, without in [
            ("6-6", "top trump", 1716),
            ("2-1", "uncovered", 2574),
            ("6-5", "uncovered", 0),
        ]
    ]
    found = widows.gains(pd.DataFrame(rows))
    assert set(found["bid"]) == {4, ALL}
    found = found[found["bid"] == 4].set_index(["by", "group"])
    assert found.loc[("all", "all"), "gain"] == pytest.approx(100 / 3)
    assert found.loc[("in doubt", "in doubt"), "gain"] == 12.5
    assert found.loc[("kind", "top trump"), ["gain", "helps", "hands"]].tolist() == [25, 100, 2]
    assert found.loc[("kind", "uncovered"), ["gain", "helps", "hands"]].tolist() == [0, 0, 2]
    assert found.loc[("tile", "double"), "gain"] == 25
    assert found.loc[("tile", "3-5 pips"), "gain"] == 0
    assert found.loc[("odds dealt", "0-1"), "gain"] == 75
    assert found.loc[("odds dealt", "40-60"), ["without", "with"]].tolist() == [50, 75]


def test_the_spread_of_gains():
    rows = [
        {"number": n, "bid": 5, "without": without, "with": 3432}
        for n, without in enumerate([0, 858, 1716, 2574, 3432])
    ]
    found = widows.spread(pd.DataFrame(rows)).set_index(["of", "percentile"])["gain"]
    assert [found["all", at] for at in (0, 25, 50, 100)] == [0, 25, 50, 100]
    assert [found["in doubt", at] for at in (0, 50, 100)] == [25, 50, 75]


@pytest.mark.parametrize(
    ("tile", "group"), [("6-6", "double"), ("0-0", "double"), ("2-1", "3-5 pips"),
                        ("4-2", "6-8 pips"), ("6-3", "9-11 pips"), ("6-5", "9-11 pips")],
)  # fmt: skip
def test_groups_of_tiles(tile, group):
    assert widows.tile_group(tile) == group


# --- The discard ------------------------------------------------------------------------------

CHOICES = {("2-1", "5"): 1, ("3-1", "5"): 1, ("4-2", "5"): 0.75, ("0-0", "5"): 0.5, ("0-0", "6"): 1}


def test_discards_are_measured_with_the_best_trump():
    table = discards.discard_table(holdings(CHOICES | {("6-6", "6"): 0.1}))
    sevens = table[table["bid"] == 7].set_index("discard")
    assert set(sevens["trump"]) == {"5"}, "of equal trumps the first"
    assert sevens["wins"].to_dict() == {
        **dict.fromkeys(TILES, 0), "2-1": 3432, "3-1": 3432, "4-2": 2574, "0-0": 1716
    }  # fmt: skip
    assert set(sevens["best"]) == {3432}


def test_costs_of_places_and_rules():
    table = discards.discard_table(holdings(CHOICES))
    rules = table[table["discard"] == "4-2"].assign(rule="lowest")
    found = discards.costs(table, rules).set_index(["of", "choice", "bid"])
    by_place = [found.loc[("all", str(place), 4), "cost"] for place in range(1, 9)]
    assert by_place == [0, 0, 25, 50, 100, 100, 100, 100]
    assert found.loc[("all", "2", 4), "right"] == 100
    assert found.loc[("all", "at random", 4), ["cost", "right"]].tolist() == [59.375, 25]
    assert found.loc[("worth bidding", "lowest", 7), ["cost", "right", "n"]].tolist() == [25, 0, 1]
    hopeless = discards.discard_table(holdings({("2-1", "5"): 0.4}))
    assert set(discards.costs(hopeless, rules[:0])["of"]) == {"all"}


def test_where_the_second_best_discard_costs_most():
    near = {("2-1", "5"): 1, ("3-1", "5"): 0.75, ("4-2", "5"): 0.25}
    far = {("2-1", "5"): 0.75, ("3-1", "5"): 0.25}
    hopeless = {("2-1", "5"): 0.4}
    found = discards.sharpest(discards.discard_table(holdings(near, far, hopeless)))
    columns = ["number", "discard", "discard_second", "wins_second", "cost"]
    assert found[columns].to_numpy().tolist() == [
        [1, "2-1", "3-1", LAYOUTS / 4, 50], [0, "2-1", "3-1", 3 * LAYOUTS / 4, 25]
    ]  # fmt: skip


def test_a_kind_stands_for_its_best_tile():
    table = discards.discard_table(holdings(CHOICES))
    found = discards.by_kind(table).set_index(["kind", "bid"])
    # With fives: 2-1, 3-1, 4-2 and 0-0 are neither trump nor covered, or a double.
    assert found.loc[("uncovered tile, making a void", ALL), ["cost", "right"]].tolist() == [0, 100]
    assert found.loc[("double", 4), ["cost", "right"]].tolist() == [50, 0]
    assert found.loc[("trump", 4), "cost"] == 100
