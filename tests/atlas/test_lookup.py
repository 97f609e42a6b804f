"""What the atlas has of hands and holdings."""

import io
import subprocess
import sys

import numpy as np
import pytest
from made_up_atlas import HAND, OTHER, made_up, rows_of, write_made_up
from rich.console import Console

import moon_sim
from moon_sim import Trump, atlas, features, format_tiles, parse_tiles
from moon_sim.atlas import HANDS, HOLDINGS, AtlasError, masks_of, number_of, with_widows
from moon_sim.atlas.packing import SAMPLED, packed, unpacked, unpacked_one
from moon_sim.atlas.store import MISSING
from moon_sim.game import as_tile, tile_ids

HOLDING = f"{HAND} 1-1"


@pytest.fixture(autouse=True)
def _installed(install, whole_atlas):
    install(whole_atlas)


def test_a_hand_has_the_mean_of_its_fifteen_holdings():
    wins, _ = made_up()
    found = atlas.hand(HAND)
    mean = np.mean([wins[number] for number in rows_of(parse_tiles(HAND))], axis=0) / 3432
    assert list(found.p_make.index) == [4, 5, 6, 7]
    assert found.p_make.to_numpy() == pytest.approx(mean)
    assert (found.hand, found.exact, found.sample) == (HAND, True, None)
    assert atlas.hand_wins([parse_tiles(HAND)]).tolist() == [list(found.wins)]


def test_a_holding_has_a_plan_for_each_bid():
    wins, _ = made_up()
    found = atlas.holding(HOLDING)
    table = found.table
    assert list(table.index) == [4, 5, 6, 7]
    assert table["wins"].tolist() == wins[number_of(parse_tiles(HOLDING))].tolist()
    for bid, row in table.iterrows():
        assert found.plan(bid) == (row["discard"], Trump.parse(row["trump"]), row["lead"])
        assert row["discard"] != row["lead"]
        assert {row["discard"], row["lead"]} < set(HOLDING.split())
    assert found.plan(21) == found.plan(7)


def test_many_at_once_are_as_one_at_a_time():
    holdings = masks_of(np.random.default_rng(1).choice(HOLDINGS, 50), 8)
    best = atlas.plans(holdings)
    for at, mask in enumerate(holdings.tolist()):
        one = atlas.holding(mask)
        assert best.wins[at].tolist() == list(one.wins)
        for column, bid in enumerate((4, 5, 6, 7)):
            named = best.discard[at, column], best.trump[at, column], best.lead[at, column]
            discard, trump, lead = one.plan(bid)
            assert named == (as_tile(discard), trump, as_tile(lead))
    assert not best.sampled.any()
    assert repr(best).startswith("Plans of 50 holdings")


def test_a_plan_of_any_tiles_and_trump_is_packed_and_unpacked():
    mask = parse_tiles(HOLDING)
    tiles = list(tile_ids(mask))
    every = [(one, trump, led) for one in tiles for trump in range(9) for led in tiles]
    assert len(every) % 4 == 0
    discard, trump, lead = np.array(every).T.reshape(3, -1, 4)
    masks = np.full(len(discard), mask)
    codes = packed(masks, discard, trump, lead)
    back = unpacked(masks, codes | SAMPLED, codes)
    assert (back.discard == discard).all()
    assert (back.trump == trump).all()
    assert (back.lead == lead).all()
    assert back.sampled.all()
    assert [unpacked_one(mask, code) for code in codes.ravel().tolist()] == every
    assert (codes | SAMPLED).max() < MISSING


def test_what_is_not_built_is_not_answered(install, part_of_atlas):
    install(part_of_atlas)
    assert atlas.hand(HAND).wins
    assert atlas.holding(f"{OTHER} 0-0").wins
    with pytest.raises(AtlasError, match=f"no hand {OTHER}: 16 holdings are built"):
        atlas.hand(OTHER)
    with pytest.raises(AtlasError, match=f"no holding {OTHER} 1-1"):
        atlas.holding(f"{OTHER} 1-1")
    hands = [parse_tiles(HAND), parse_tiles(OTHER)]
    with pytest.raises(AtlasError, match=rf"hands\[1\]: the atlas has no hand {OTHER}"):
        atlas.hand_wins(hands)
    with pytest.raises(AtlasError, match=r"holdings\[16\]: "):
        atlas.plans(with_widows(hands).ravel())
    assert atlas.built(hands).tolist() == [True, False]
    assert atlas.built(with_widows(hands)).sum(axis=1).tolist() == [15, 1]
    assert len(atlas.hands()) == 1
    assert len(atlas.holdings()) == 16


def test_what_is_sampled_says_so(install, part_of_atlas):
    install(part_of_atlas)
    found = atlas.hand(HAND)
    assert (found.exact, found.sample) == (False, (200, 7))
    assert found.to_dict()["sample"] == {"layouts": 200, "seed": 7}
    assert "sampled: 200 of 3,432" in repr(found)
    marked = [atlas.holding(int(mask)).exact for mask in with_widows(parse_tiles(HAND))]
    assert marked == [False] * 2 + [True] * 13
    assert atlas.holdings()["exact"].sum() == 14
    assert atlas.hands()["exact"].tolist() == [False]
    assert atlas.sampled([parse_tiles(HAND), parse_tiles(OTHER)]).tolist() == [True, False]
    assert atlas.sampled(with_widows(parse_tiles(HAND))).sum() == 2
    assert atlas.plans(with_widows(parse_tiles(HAND))).sampled.sum() == 2
    assert atlas.installed().manifest["sample"] == {"layouts": 200, "seed": 7}
    assert not atlas.installed().complete


def test_a_hand_none_of_whose_holdings_is_sampled_is_exact(install, tmp_path):
    rows = rows_of(parse_tiles(HAND), parse_tiles(OTHER))
    write_made_up(tmp_path / "a", rows, sampled=rows[15:], sample={"layouts": 9, "seed": 1})
    install(tmp_path / "a")
    assert atlas.hand(HAND).exact
    assert not atlas.hand(OTHER).exact


@pytest.mark.parametrize(("ask", "tiles"), [(atlas.hand, HOLDING), (atlas.holding, HAND)])
def test_what_is_no_hand_is_refused(ask, tiles):
    with pytest.raises(moon_sim.InvalidDealError, match=ask.__name__):
        ask(tiles)


@pytest.mark.parametrize(
    ("ask", "masks", "error", "words"),
    [
        (atlas.plans, [[255]], ValueError, r"holdings: expected shape \(n,\), got \(1, 1\)"),
        (atlas.hand_wins, [[127]], ValueError, r"hands: expected shape \(n,\), got \(1, 1\)"),
        (atlas.plans, [HOLDING], TypeError, "holdings: expected whole numbers"),
        (atlas.built, HAND, TypeError, "masks: expected whole numbers"),
        (atlas.sampled, [0.5], TypeError, "masks: expected whole numbers"),
    ],
)
def test_what_are_no_masks_is_refused(ask, masks, error, words):
    with pytest.raises(error, match=words):
        ask(masks)


def test_results_are_shown_as_all_are():
    for one in (atlas.hand(HAND), atlas.holding(HOLDING)):
        assert len(repr(one).splitlines()) == 6
        assert max(map(len, repr(one).splitlines())) <= 100
        console = Console(file=io.StringIO(), width=100)
        console.print(one)
        assert "from the atlas" in console.file.getvalue()
        assert "from the atlas" in one._repr_html_()
    frame = atlas.holding(HOLDING).to_frame()
    assert frame["p_make"].tolist() == [wins / 3432 for wins in atlas.holding(HOLDING).wins]
    assert atlas.holding(HOLDING).to_dict()["plans"][0]["bid"] == 4


# --- Tables -----------------------------------------------------------------------------------


def test_the_table_of_hands_has_all_of_them_and_what_players_count():
    table = atlas.hands()
    assert len(table) == HANDS
    for text, row in table.sample(20, random_state=1).iterrows():
        assert format_tiles(int(row["mask"])) == text
        assert row[["p4", "p5", "p6", "p7"]].tolist() == atlas.hand(text).p_make.tolist()
        numbers = "zeros", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles"
        counts = [features(text, trump).trumps for trump in range(8)]
        assert row[list(numbers)].tolist() == counts
        assert row["longest"] == max(counts[:7])
        assert row["pips"] == features(text, 0).pips
    three = table.query("longest == 3 and doubles == 0")
    assert 0 < len(three) < HANDS
    assert len(table.nlargest(100, "p5")) == 100


def test_the_table_of_holdings_has_their_plans():
    table = atlas.holdings()
    assert len(table) == HOLDINGS
    for text, row in table.sample(20, random_state=1).iterrows():
        found = atlas.holding(text)
        assert format_tiles(int(row["mask"])) == text
        assert [round(row[f"p{bid}"] * 3432) for bid in (4, 5, 6, 7)] == list(found.wins)
        for bid in (4, 5, 6, 7):
            plan = row[f"discard{bid}"], Trump.parse(row[f"trump{bid}"]), row[f"lead{bid}"]
            assert plan == found.plan(bid)
        assert row["doubles"] == features(text, "doubles").trumps
    assert table["exact"].all()
    assert table["trump5"].value_counts()["none"] == (table["trump5"] == "none").sum()


def test_a_lookup_loads_neither_numba_nor_pandas():
    code = (
        "import sys, moon_sim\n"
        f"moon_sim.atlas.hand({HAND!r}), repr(moon_sim.atlas.holding({HOLDING!r}))\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numba", "pandas", "scipy", "rich"} & set(done.stdout.split())
