"""What a widow changes and a discard costs: numbers worked by hand, and plain loops beside."""

import naive
import numpy as np
import pandas as pd
import pytest

from analyses.common.holdings import Holdings, best_trumps, tile_of
from analyses.widow_and_discard import discards, kinds, widows
from moon_sim import Trump, atlas, contract_odds, format_tiles, parse_tiles
from moon_sim.game import LAYOUTS, TILES, random_holding, tile_ids

HELD = ["6-6", "6-5", "5-5", "5-4", "4-2", "3-1", "2-1", "0-0"]


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
        for discard in HELD
    ]
    return Holdings.of(pd.DataFrame(rows))


def ints(*numbers):
    return np.array(numbers, np.int64)


def test_the_table_becomes_an_array_by_tile_and_trump():
    sample = holdings({("6-5", "5"): 0.5, ("0-0", "none"): 1})
    assert sample.tiles.tolist() == [sorted(map(tile_of, HELD))]
    assert sample.masks.tolist() == [parse_tiles(" ".join(HELD))]
    place = sample.tiles[0].tolist().index(tile_of("6-5"))
    assert sample.wins[0, place, Trump.FIVES].tolist() == [1716] * 4
    assert sample.wins[0, 0, Trump.NONE].tolist() == [3432] * 4, "0-0 is the lowest tile"
    assert sample.wins.sum() == 4 * (1716 + 3432)


def test_of_equal_contracts_the_best_at_all_bids_together_is_best():
    wins = np.zeros((1, 8, 9, 4), np.int64)
    wins[0, 3, 2] = 3000, 900, 0, 0
    wins[0, 5, 6] = 3000, 800, 200, 0
    assert best_trumps(wins).tolist() == [[6, 2, 6, 6]]


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
    (found,) = kinds.widow_kinds(ints(parse_tiles(hand)), ints(tile_of(widow)), ints(trump))
    assert kinds.WIDOW_KINDS[found] == kind


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
    (found,) = kinds.discard_kinds(
        ints(parse_tiles(" ".join(HELD))), ints(tile_of(tile)), ints(trump)
    )
    assert kinds.DISCARD_KINDS[found] == kind


def plain_kind(tile, kept, trump):
    """The kind of a discard, from the words of the page."""
    if naive.is_trump(tile, trump):
        return "trump"
    if tile[0] == tile[1]:
        return "double"
    bare = {end for one in kept if not naive.is_trump(one, trump) for end in one}
    cover = "covered" if (tile[0], tile[0]) in kept else "uncovered"
    return f"{cover} tile, {'no void' if set(tile) <= bare else 'making a void'}"


def random_choices(n, seed=5):
    """Random holdings with random trumps and made-up wins, at bid 4."""
    rng = np.random.default_rng(seed)
    masks = ints(*(sum(random_holding(rng)) for _ in range(n)))
    tiles = np.array([list(tile_ids(mask)) for mask in masks.tolist()])
    trumps = rng.integers(0, 9, n)
    return discards.Choices(
        np.arange(n), np.full(n, 4), masks, trumps, tiles, rng.integers(0, 4, (n, 8)) * 858
    )


def test_kinds_and_choices_as_plain_loops_have_them():
    some = random_choices(300)
    found = discards.kinds_of(some)
    chosen = {name: discards.preferred(some, name) for name in discards.TIE_BREAKS}
    for at in range(300):
        held = [TILES[tile] for tile in some.tiles[at]]
        trump = some.trump[at]
        named = [plain_kind(tile, [t for t in held if t != tile], trump) for tile in held]
        assert [kinds.DISCARD_KINDS[kind] for kind in found[at]] == named
        first = min(kinds.DISCARD_KINDS.index(kind) for kind in named)
        here = [tile for tile, kind in zip(held, found[at], strict=True) if kind == first]
        plain = [tile for tile in held if not naive.is_trump(tile, trump)]
        fewest = [sum(tile[0] in one for one in plain if one != tile) for tile in here]
        expected = {
            "any": here,
            "fewest": [t for t, many in zip(here, fewest, strict=True) if many == min(fewest)],
            "lowest": [t for t in here if sum(t) == min(map(sum, here))],
            "highest": [t for t in here if sum(t) == max(map(sum, here))],
        }
        for name, tiles in expected.items():
            assert [t for t, may in zip(held, chosen[name][at], strict=True) if may] == tiles
    firsts = discards.first_kinds(some.holding, some.trump)
    assert firsts.tolist() == found.min(axis=1).tolist()


def test_the_example_of_a_rule_that_fails():
    """An uncovered tile that leaves a void is not always right: here 3-1 is, which is covered."""
    holding = "6-5 6-4 6-3 5-4 4-4 4-1 3-3 3-1"
    odds = {
        tile: contract_odds(
            parse_tiles(holding) & ~parse_tiles(tile), tile, 4, threads=1
        ).p_at_least(6)
        for tile in ("6-5", "3-1")
    }
    assert odds["3-1"] == 1
    assert odds["6-5"] == pytest.approx(0.54, abs=0.01)


# --- The list ---------------------------------------------------------------------------------

CHOICES = {("2-1", "5"): 1, ("3-1", "5"): 1, ("4-2", "5"): 0.75, ("0-0", "5"): 0.5, ("0-0", "6"): 1}


def test_discards_are_measured_with_the_best_trump():
    some = discards.choices_of(holdings(CHOICES | {("6-6", "6"): 0.1}))
    assert some.bid.tolist() == [4, 5, 6, 7]
    assert set(some.trump) == {5}, "of equal trumps the first"
    won = {
        format_tiles(1 << tile): wins
        for tile, wins in zip(some.tiles[3], some.wins[3], strict=True)
    }
    assert won == {**dict.fromkeys(HELD, 0), "2-1": 3432, "3-1": 3432, "4-2": 2574, "0-0": 1716}
    hopeless = discards.choices_of(holdings({("2-1", "5"): 0.4}))
    assert len(hopeless.bid) == 0, "not worth bidding"


def test_costs_of_a_random_tile_count_each_holding_once():
    some = discards.choices_of(holdings(CHOICES)).at(4)
    found = discards.measured(some, np.ones((1, 8), bool))
    assert (found["n"], found["cost"], found["right"]) == (1, 59.375, 25)
    only = some.tiles == tile_of("4-2")
    assert discards.measured(some, only)["cost"] == 25


def test_a_row_counts_holdings_with_nothing_above_it():
    # With fives, 2-1, 3-1 and 4-2 are neither trump nor covered: ones and twos are held twice.
    some = discards.choices_of(holdings(CHOICES, {("3-1", "5"): 1}))
    table = discards.list_table("found", some)
    assert set(table["kind"]) == {"uncovered tile, making a void"}
    row = table[(table["bid"] == 4) & (table["tie_break"] == "any")].iloc[0]
    # 3-1 and 4-2 make a void, in threes and fours: right are 3-1 alone, in both holdings.
    assert (row["n"], row["right"], row["cost"]) == (2, 50, (12.5 + 50) / 2)


def test_places_go_from_the_best_to_the_worst():
    some = discards.choices_of(holdings(CHOICES))
    table = discards.cost_table(some, 1).set_index(["way", "bid"])["cost"]
    assert [table[way, 4] for way in ("second", "third", "random")] == [0, 25, 59.375]
    assert set(table.index.get_level_values("way")) >= {discards.LIST, "void", "sampled"}


def test_fresh_holdings_are_counted_as_contracts_are(whole_atlas, install):
    install(whole_atlas)
    table = next(found for n in range(99) if len(found := discards.fresh(1, n, n + 1)))
    row = table.iloc[0]
    plan = atlas.holding(row["holding"]).table.loc[row["bid"]]
    assert plan["trump"] == row["trump"]
    place, most = max(enumerate(row[discards.TILES]), key=lambda one: one[1])
    tile = format_tiles(1 << list(tile_ids(parse_tiles(row["holding"])))[place])
    odds = contract_odds(
        parse_tiles(row["holding"]) & ~parse_tiles(tile), tile, row["trump"], threads=1
    )
    best = max(one.p_at_least(row["bid"]) for one in odds.leads.values())
    assert most == round(LAYOUTS * best) >= discards.EVEN
    some = discards.choices_in(table)
    assert some.wins.tolist() == table[discards.TILES].to_numpy().tolist()
    assert format_tiles(int(some.holding[0])) == row["holding"]


def test_what_the_atlas_throws(whole_atlas, install):
    install(whole_atlas)
    masks = atlas.masks_of(np.arange(atlas.HOLDINGS), 8)
    plans = atlas.plans(masks)
    table = discards.thrown_table(plans).set_index(["bid", "kind"])
    for column, bid in ((0, 4), (3, 7)):
        worth = np.flatnonzero(plans.wins[:, column] >= 1716)
        rows = table.loc[bid]
        assert set(rows["holdings"]) == {len(worth)} == {rows["first"].sum()}
        assert rows["thrown"].sum() == len(worth)
        assert (rows["thrown_first"] <= rows[["thrown", "first"]].min(axis=1)).all()
    frame = atlas.holdings()
    sevens = frame[frame["p7"] >= 0.5]
    trumps = [
        naive.is_trump(TILES[tile_of(tile)], int(Trump.parse(trump)))
        for tile, trump in zip(sevens["discard7"], sevens["trump7"], strict=True)
    ]
    assert table.loc[(7, "trump"), "thrown"] == sum(trumps)


# --- The widow --------------------------------------------------------------------------------


def test_the_usual_trump_is_named_with_the_most_widows():
    trumps = ints(*[6] * 7, *[2] * 8).reshape(1, 15)
    wins = np.full((1, 15), 3432) * (trumps == 6)
    assert widows.usual_trumps(trumps, wins).tolist() == [2]
    trumps[0, 7] = 1
    assert widows.usual_trumps(trumps, wins).tolist() == [6], "of equal ones that which wins more"


def test_what_widows_change():
    hand = parse_tiles("6-5 6-3 4-4 4-1 2-1 1-1 3-2")
    given = atlas.with_widows([hand])
    new = [format_tiles(int(one) & ~hand) for one in given[0]]
    wins = ints(*(3432 if tile in ("6-6", "6-4") else 1716 for tile in new)).reshape(1, 15)
    found = widows.changes(ints(hand), np.full((1, 15), 6), wins)
    by = dict(zip(new, (kinds.WIDOW_KINDS[kind] for kind in found["kind"]), strict=True))
    assert [by[tile] for tile in ("6-6", "6-4", "5-5", "4-3", "5-4")] == [
        "top trump", "other trump", "double", "covered", "uncovered"
    ]  # fmt: skip
    before = (2 * 100 + 13 * 50) / 15
    change = dict(zip(new, found["change"], strict=True))
    assert change["6-6"] == pytest.approx(100 - before)
    assert change["5-5"] == pytest.approx(50 - before)
    sure = widows.changes(ints(hand), np.full((1, 15), 6), np.full((1, 15), 3432))
    assert len(sure) == 0, "not in doubt"


def test_all_changes_sum_to_nothing(whole_atlas, install):
    """The odds before the widow are the mean over the widows."""
    install(whole_atlas)
    plans = atlas.plans(atlas.masks_of(np.arange(atlas.HOLDINGS), 8))
    table = widows.all_changes(plans)
    hands = atlas.hands()
    for bid, rows in table.groupby("bid"):
        assert abs((rows["change"] * rows["pairs"]).sum() / rows["pairs"].sum()) < 1e-9
        assert rows["pairs"].sum() == 15 * hands[f"p{bid}"].between(0.2, 0.8).sum()
        assert rows["share"].sum() == pytest.approx(100)


def test_what_the_widow_adds_to_throwing_it():
    sample = holdings({("2-1", "5"): 0.75, ("3-1", "6"): 0.5, ("3-1", "5"): 0.25})
    table = widows.thrown_away(sample)
    # Without the widow 3-1 the best is 50 %, without 2-1 all 75 % is there; else there is nothing.
    assert table["hands"].tolist() == [2] * 4
    assert table["gain"].tolist() == [12.5] * 4
    assert table["holdings"].tolist() == [1] * 4
