"""What is led: numbers worked by hand, and plain loops beside."""

import naive
import numpy as np
import pytest

from analyses.leads import gather, holding, leading
from moon_sim import Trump, atlas, contract_odds, format_tiles, parse_tiles
from moon_sim.game import ALL_TILES, LAYOUTS, TILES, random_holding, tile_ids


def ints(*numbers):
    return np.array(numbers, np.int64)


def plain(kept, hidden, trump):
    """Case, and class of each lead, from the words of the page."""
    suit = naive.DOUBLES if trump == naive.DOUBLES else trump
    named = [t for t in kept if naive.is_trump(t, trump)]
    out = [naive.rank(t, suit) for t in hidden if naive.is_trump(t, trump)]
    top = [t for t in named if all(naive.rank(t, suit) > one for one in out)]
    many = len(named)
    if len(top) >= 2:
        case = "the three highest trumps" if len(top) > 2 else "the two highest"
    elif top:
        case = f"the highest, of {'three trumps or more' if many > 2 else 'one or two'}"
    else:
        words = {0: "two or fewer", 1: "two or fewer", 2: "two or fewer", 3: "three"}
        case = f"not the highest, of {words.get(many, 'four trumps or more')}"
    highest = max((naive.rank(t, suit) for t in named), default=None)

    def kind(tile):
        if tile not in named:
            return "side double" if tile[0] == tile[1] else "another tile"
        own = naive.rank(tile, suit)
        return "lower trump" if any(own < one < highest for one in out) else "highest trump"

    return case, [kind(tile) for tile in kept]


def test_cases_and_classes_as_plain_loops_have_them():
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(400):
        hand, widow = random_holding(rng)
        trump = int(rng.integers(0, 9))
        tiles = list(tile_ids(hand))
        hidden = ALL_TILES & ~hand & ~widow
        case, kinds = plain([TILES[t] for t in tiles], [TILES[t] for t in tile_ids(hidden)], trump)
        (found,) = holding.cases(ints(hand), ints(hidden), ints(trump))
        assert holding.CASES[found] == case
        led = holding.classes(ints(hand), ints(hidden), ints(trump), np.array(tiles))
        assert [holding.CLASSES[one] for one in led] == kinds
        seen |= {case, *kinds}
    assert seen == {*holding.CASES, *holding.CLASSES}


def leads(hand, discard, trump, *wins):
    """One hand with what each lead wins, the lowest tile first."""
    kept, gone = parse_tiles(hand), parse_tiles(discard)
    tiles = np.array([list(tile_ids(kept))])
    given = ints(*wins) if wins else np.zeros(7, np.int64)
    return leading.Leads(
        ints(0), ints(4), ints(kept), ints(ALL_TILES & ~kept & ~gone), ints(trump), tiles,
        given.reshape(1, 7),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "trump", "way", "expected"),
    [
        ("6-6 6-4 6-2 5-5 4-3 3-1 2-1", 6, "rule", "6-6"),
        ("6-5 6-4 6-2 5-5 4-3 3-1 2-1", 6, "rule", "6-5"),
        ("6-6 6-4 5-5 4-4 4-3 3-1 2-1", 6, "rule", "5-5 4-4"),  # two trumps
        ("6-6 6-4 5-4 5-3 4-3 3-1 2-1", 6, "rule", "6-6"),  # and no double
        ("6-6 6-4 5-4 5-3 4-3 3-1 2-1", 6, "lowest", "6-4"),
        ("6-6 5-5 4-4 3-2 4-3 3-1 2-1", Trump.NONE, "rule", "6-6 5-5 4-4"),
        ("6-6 5-5 4-4 3-2 4-3 3-1 2-1", Trump.DOUBLES, "rule", "6-6"),
        ("6-6 5-5 4-4 3-2 4-3 3-1 2-1", Trump.DOUBLES, "double", "6-6 5-5 4-4 4-3 3-2 3-1 2-1"),
        ("6-5 5-4 4-1 3-2 4-3 3-1 2-1", Trump.NONE, "rule", "6-5 5-4 4-3 4-1 3-2 3-1 2-1"),
    ],
)
def test_what_ways_lead(hand, trump, way, expected):
    some = leads(hand, "1-1", trump)
    mask = sum(1 << int(tile) for tile in some.tiles[0][leading.by_way(some, way)[0]])
    assert format_tiles(mask) == expected


def test_what_a_lead_costs():
    # Lowest first: 2-1 3-1 4-3 5-5 6-2 6-4 6-6.
    some = leads("6-6 6-4 6-2 5-5 4-3 3-1 2-1", "1-1", 6, 0, 0, 0, 3432, 858, 0, 1716)
    found = {way: leading.measured(some, leading.by_way(some, way)) for way in leading.WAYS}
    assert {way: (one["cost"], one["right"]) for way, one in found.items()} == {
        "rule": (50, 0), "highest": (50, 0), "lowest": (75, 0), "double": (0, 100),
        "any": (100 * (4 + 0 + 0.75 + 0.5) / 7, pytest.approx(100 / 7)),
    }  # fmt: skip
    table = leading.way_table(some, "fresh")
    assert set(table["case"]) == {"all", "the highest, of three trumps or more"}
    assert set(table["best"]) == {1}


def test_leads_are_counted_as_contracts_are():
    held = "6-6 6-5 6-4 5-5 4-4 3-1 2-1 1-1"
    # No lead of the last plan has even odds: it is left out.
    plans = [[4, "3-1", 6], [5, "2-1", 6], [6, "3-1", 6], [7, "3-1", 3]]
    table = leading.count_leads("fresh", [(7, parse_tiles(held), plans)])
    assert table[["number", "bid", "discard"]].to_numpy().tolist() == [
        [7, 4, "3-1"], [7, 6, "3-1"], [7, 5, "2-1"]
    ]  # fmt: skip
    some = leading.leads_in(table)
    for at, row in table.iterrows():
        kept = parse_tiles(held) & ~parse_tiles(row["discard"])
        odds = contract_odds(kept, row["discard"], 6, threads=1).leads
        expected = [
            round(LAYOUTS * odds[format_tiles(1 << int(tile))].p_at_least(row["bid"]))
            for tile in some.tiles[at]
        ]
        assert some.wins[at].tolist() == expected
        assert some.hidden[at] == ALL_TILES & ~parse_tiles(held)


def test_fresh_holdings_have_the_atlas_s_plans(whole_atlas, install):
    install(whole_atlas)
    for number in range(20):
        _, mask, plans = leading.fresh_plans(1, number)
        table = atlas.holding(mask).table
        worth = table[table["wins"] >= LAYOUTS / 2]
        assert [bid for bid, _, _ in plans] == worth.index.tolist()
        assert [one for _, one, _ in plans] == worth["discard"].tolist()
    assert leading.fresh_plans(1, 0)[1] != leading.fresh_plans(2, 0)[1]


def test_what_the_atlas_leads(whole_atlas, install):
    install(whole_atlas)
    plans = atlas.plans(atlas.masks_of(np.arange(atlas.HOLDINGS), 8))
    table = leading.atlas_table(plans)
    assert (table[list(holding.CLASSES)].sum(axis=1) == table["holdings"]).all()
    frame = atlas.holdings()
    for bid, rows in table.groupby("bid"):
        worth = frame[frame[f"p{bid}"] >= 0.5]
        assert rows["holdings"].sum() == len(worth)
        trumps = [
            naive.is_trump(TILES[next(tile_ids(parse_tiles(tile)))], int(Trump.parse(trump)))
            for tile, trump in zip(worth[f"lead{bid}"], worth[f"trump{bid}"], strict=True)
        ]
        assert rows[["highest trump", "lower trump"]].to_numpy().sum() == sum(trumps)


def test_few_holdings_make_a_table_of_ways():
    table = leading.count_leads("fresh", [])
    assert len(gather.ways(table)) == 0
