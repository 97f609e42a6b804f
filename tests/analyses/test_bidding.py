"""The analysis of bids: its pieces against the package's own, by hand, then a small run."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from analyses.bidding import calling, card, counting, gather, page, playing, words
from analyses.bidding import hands as arrays
from moon_sim import Trump, atlas, format_tiles, lead_tricks, parse_tiles, points
from moon_sim.game import TILES, TRUMP_SUIT, rank, suit_tiles
from moon_sim.heuristics import DISCARD_RULES, LEAST, TRUMPS, WEIGHTS, features, point_count
from moon_sim.heuristics.counting import best_trump
from moon_sim.reporting.runs import Run, read_table, table_text

HAND = "6-6 6-5 6-3 5-5 5-4 2-1 1-1"
HOLDING = f"{HAND} 4-2"


def random_masks(n, size, seed=1):
    rng = np.random.default_rng(seed)
    return np.array([int((1 << rng.permutation(22)[:size]).sum()) for _ in range(n)])


def test_the_package_counts_as_the_report_says(committed):
    assert dict(WEIGHTS) == words.points_of(committed("bidding"))
    assert dict(LEAST) == words.least_of(committed("bidding"))


# --- Hands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [7, 8])
def test_things_are_counted_as_the_package_counts_them(size):
    masks = random_masks(60, size)
    found = arrays.counted(masks)
    for place, mask in enumerate(masks.tolist()):
        for at, trump in enumerate(TRUMPS):
            held = features(mask, trump)._asdict()
            assert found[:, at, place].tolist() == [held[name] for name in arrays.THINGS]


def test_arrays_pick_the_trump_and_the_points_that_the_package_picks():
    masks = random_masks(300, 7)
    scores, named = arrays.best_of(arrays.counted(masks), WEIGHTS)
    told = [point_count(mask) for mask in masks.tolist()]
    assert scores.tolist() == [one.total for one in told]
    assert [TRUMPS[at] for at in named] == [one.trump for one in told]
    holdings = random_masks(300, 8)
    _, named = arrays.best_of(arrays.counted(holdings), WEIGHTS)
    assert [TRUMPS[at] for at in named] == [best_trump(mask) for mask in holdings.tolist()]


def test_hands_become_the_holdings_with_each_widow(install, whole_atlas):
    install(whole_atlas)
    masks = np.sort(random_masks(5, 7))
    hands, holdings = arrays.hands_of(masks)
    for mask, places in zip(masks, hands.widows, strict=True):
        widows = holdings[places] ^ mask
        assert sorted(widows) == [1 << tile for tile in range(22) if not mask >> tile & 1]
    assert hands.odds[0] == pytest.approx(atlas.hand(int(masks[0])).p_make.to_numpy())


def test_hands_are_parted_by_their_tiles_alone():
    masks = arrays.masks_of(atlas.HANDS, 1)
    assert len(np.unique(masks)) == atlas.HANDS == 170_544
    for number in (2, 5):
        share = np.bincount(arrays.parts(masks, number)) / len(masks)
        assert share == pytest.approx(1 / number, abs=0.004)
        assert (arrays.parts(masks[:9], number) == arrays.parts(masks, number)[:9]).all()
    some = arrays.masks_of(50, 1)
    assert len(set(some.tolist())) == 50
    assert (np.bitwise_count(some) == 7).all()


# --- Play by rules ----------------------------------------------------------------------------


def test_tiles_are_thrown_by_the_rule_of_the_selector():
    masks = random_masks(80, 8)
    rule = DISCARD_RULES["uncovered"].throw
    for trump in TRUMPS:
        expected = [rule(mask, trump, None, np.random.default_rng(1)) for mask in masks.tolist()]
        assert playing.thrown(masks, trump).tolist() == expected


def test_the_highest_trump_is_led():
    masks = random_masks(80, 7)
    for trump in TRUMPS:
        suit = suit_tiles(TRUMP_SUIT, trump)
        for mask, tile in zip(masks.tolist(), playing.led(masks, trump).tolist(), strict=True):
            mine = [one for one in range(22) if mask & suit & 1 << one]
            best = max(mine, key=lambda one: rank(one, TRUMP_SUIT, trump), default=-1)
            assert tile == best
    low = parse_tiles("6-6 6-5 6-4 5-5 5-4 4-4 6-1")
    assert [TILES[tile] for tile in playing.led(np.array([low]), Trump.FIVES)] == [(5, 5)]


def test_layouts_deal_out_all_the_tiles_that_are_hidden():
    masks = random_masks(20, 8)
    found = playing.dealt(masks, 3, np.random.default_rng(1))
    assert found.shape == (20, 3, 2)
    assert (np.bitwise_count(found) == 7).all()
    assert ((found.sum(axis=2) | masks[:, None]) == (1 << 22) - 1).all()
    assert len(np.unique(found[0, :, 0])) > 1


def test_tricks_are_those_of_the_lead_on_each_layout():
    masks = random_masks(6, 8, seed=3)
    layouts = playing.dealt(masks, 4, np.random.default_rng(1))
    found = playing.tricks(masks, layouts)
    for place, mask in enumerate(masks.tolist()):
        for at, trump in enumerate(TRUMPS):
            if features(mask, trump).trumps < playing.FEWEST:
                assert (found[place, at] == playing.NONE).all()
                continue
            gone = DISCARD_RULES["uncovered"].throw(mask, trump, None, None)
            kept = mask & ~(1 << gone)
            lead = max(
                (tile for tile in range(22) if kept & suit_tiles(TRUMP_SUIT, trump) & 1 << tile),
                key=lambda tile: rank(tile, TRUMP_SUIT, trump),
            )
            tricks = lead_tricks(kept, layouts[place], trump, [lead])[:, 0]
            assert found[place, at].tolist() == np.maximum(tricks, playing.NONE).tolist()


def test_holdings_meet_the_same_layouts_whatever_is_asked_for_with_them():
    masks = np.sort(random_masks(4, 8))
    one = playing.played(masks, 2, 5)
    assert one.equals(playing.played(masks, 2, 5))
    assert one.shape == (4 * len(TRUMPS), 2)
    assert len(playing.jobs(np.arange(playing.PART + 1), 2, 5)) == 2


def invented(hands, holdings, seed=1):
    """Tricks that have nothing to do with the tiles."""
    tricks = np.random.default_rng(seed).integers(3, 8, (len(holdings), len(TRUMPS), 4))
    return arrays.Holdings(holdings, arrays.counted(holdings), tricks.astype(np.uint8))


@pytest.fixture
def few(install, whole_atlas):
    """Hands with holdings whose tricks are made up."""
    install(whole_atlas)
    hands, holdings = arrays.hands_of(arrays.masks_of(40, 2))
    return hands, invented(hands, holdings)


def test_what_hands_make_is_the_sum_over_their_widows(few):
    hands, holdings = few
    named = np.random.default_rng(2).integers(0, 6, len(holdings.masks))
    made = playing.made_by(hands, holdings, named)
    mine = holdings.tricks[hands.widows[3], named[hands.widows[3]]]  # (15, layouts)
    assert made[3].tolist() == [(mine >= bid).sum(axis=0).tolist() for bid in range(4, 8)]
    calls = np.zeros(40, int)
    calls[3], calls[4] = 5, 21
    worth = 5 * (2 * made[3, 1] / 15 - 1) + 21 * (2 * made[4, 3] / 15 - 1)
    assert playing.gained_each(made, calls) == pytest.approx(worth / 40)


# --- Calls ------------------------------------------------------------------------------------


def test_what_calls_gain():
    found = calling.gains([[1.0, 0.75, 0.5, 0.25]])
    assert found.tolist() == [[0, 4, 2.5, 0, -3.5, -10.5]]
    assert found[0, 1:].tolist() == [
        points(bid, p) for bid, p in zip((4, 5, 6, 7, 21), (1, 0.75, 0.5, 0.25, 0.25), strict=True)
    ]
    assert calling.gained(found, [5]).tolist() == [2.5]
    assert calling.gained(np.vstack([found, found]), [0, 21]).tolist() == [0, -10.5]


def test_calls_by_thresholds():
    assert calling.calls_of([0, 9, 10, 16, 99], {4: 10, 6: 16}).tolist() == [0, 0, 4, 6, 6]
    assert calling.calls_of([5], {}).tolist() == [0]


def test_bids_by_points_worked_by_hand():
    # A pass, then 4, then 5; a score at which 4 is a little worse than a pass stands between.
    every = np.full((5, 6), -9.0)
    every[:, 0] = 0
    every[:, 1] = [-3, 2, -1, 4, 4]
    every[4, 2] = 5
    found = calling.best_bids(every, lowest=7)
    assert found.least == {4: 8, 5: 11}
    assert found.gain == 2 - 1 + 4 + 5
    assert calling.best_bids(-np.abs(every)).least == {}


@pytest.mark.parametrize("seed", range(4))
def test_no_other_bids_by_points_gain_more(seed):
    every = np.random.default_rng(seed).normal(size=(4, 6))
    every[:, 0] = 0
    found = calling.best_bids(every)
    rising = [calls for calls in product(range(6), repeat=4) if list(calls) == sorted(calls)]
    most = max(sum(every[at, call] for at, call in enumerate(calls)) for calls in rising)
    assert found.gain == pytest.approx(most)
    by_these = calling.calls_of(range(4), found.least)
    assert calling.gained(every, by_these).sum() == pytest.approx(most)


# --- The search -------------------------------------------------------------------------------


def test_a_tally_adds_up_what_is_played(few):
    hands, holdings = few
    found = counting.Judge(hands, holdings).tally(WEIGHTS)
    scores, _ = arrays.best_of(hands.counts, WEIGHTS)
    odds = gather.odds_of(gather.as_played(hands, holdings, dict(WEIGHTS)))
    again = counting.tallied(scores, odds, hands.folds)
    assert (found.hands == again.hands).all()
    assert found.made == pytest.approx(again.made)
    assert found.hands.sum() == 40
    bids = counting.bids_of(found)
    worth = calling.gained(calling.gains(odds), calling.calls_of(scores, bids.least))
    assert worth.sum() == pytest.approx(bids.gain)
    # Without a fold, its hands count nothing.
    rest = counting.bids_of(found, without=2)
    there = hands.folds != 2
    worth = calling.gained(calling.gains(odds), calling.calls_of(scores, rest.least))
    assert worth[there].sum() == pytest.approx(rest.gain)


def test_too_many_layouts_are_refused(few):
    hands, holdings = few
    many = holdings._replace(tricks=np.zeros((len(holdings.masks), 6, 18), np.uint8))
    with pytest.raises(ValueError, match="more layouts"):
        counting.Judge(hands, many)


class Hill:
    """A judge whose best count is known: 5 for each trump, 3 for each honour."""

    def tally(self, weights):
        far = (weights.get("trumps", 0) - 5) ** 2 + (weights.get("honours", 0) - 3) ** 2
        others = ("covered", "voids", "top_trumps", "top_two")
        far += 9 * sum(weights.get(name, 0) for name in others)
        far += (weights.get("double", 0) - 4) ** 2 + (weights.get("outside_doubles", 0) - 4) ** 2
        number = np.ones((counting.FOLDS, 1), int)
        return counting.Tally(0, number, np.full((counting.FOLDS, 1, 4), 1 - far / 1000))


def test_the_search_climbs_to_the_best_count():
    search = counting.Search(Hill())
    kinds = counting.found(search)
    assert kinds["large"][0].weights == {
        "trumps": 5, "honours": 3, "double": 4, "outside_doubles": 4
    }  # fmt: skip
    # Two for each would be nearer, but that is the count of ones again.
    assert kinds["more"][0].weights == {
        "trumps": 2, "honours": 1, "double": 2, "outside_doubles": 2
    }  # fmt: skip
    assert max(kinds["count"][0].weights.values()) == 1
    for some in kinds.values():
        gain = [one.all.gain for one in some]
        assert gain == sorted(gain, reverse=True)
        assert max(max(one.weights.values()) for one in some) <= counting.MOST


def test_the_family_has_each_count_once():
    every = [tuple(sorted(one.items())) for one in counting.family(2)]
    assert len(set(every)) == len(every)
    assert tuple(sorted(WEIGHTS.items())) in every
    doubled = {name: 2 * each for name, each in next(counting.family(1)).items()}
    assert tuple(sorted(doubled.items())) not in every  # a multiple calls as the other does
    assert all(max(one.values()) == 1 for one in counting.family(1))


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


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (HAND, (3, 3, 3)),  # of sixes and fives, three each, fives have all three honours
        ("6-6 6-5 4-1 3-3 3-1 2-1 0-0", (3, 0, 3)),  # three ones are longer than the top sixes
    ],
)
def test_what_a_hand_holds_is_that_of_its_longest_number(hand, expected):
    held = card.held_of(arrays.counted(np.array([parse_tiles(hand)])))
    assert tuple(held.iloc[0]) == expected


def test_a_row_calls_less_where_other_hands_ask_for_it():
    rows = [(((0, 1),), 21), (((2, 3),), 4), (((4, 5),), 5)]
    worth = np.array([[0, 1, 2, 3, 4, 2.5], [0, 1, 0, 0, 0, 0.0]])
    found = card.lowered(rows, np.array([0, 1]), worth)
    assert found == [(((0, 1),), 7), (((2, 3),), 4), (((4, 5),), 5)]
    lost = np.array([[0, -1.0, 0, 0, 0, 0]])
    assert card.lowered(rows[1:2], np.array([0]), lost) == [(((2, 3),), 0)]


def test_a_hand_outside_the_table_is_an_error():
    held = pd.DataFrame({"trumps": [3], "honours": [1], "doubles": [2]})
    assert card.rows_of(held, [(((3, 3), (0, 1), (0, 2)), 4)]).tolist() == [0]
    with pytest.raises(RuntimeError, match="in no row"):
        card.rows_of(held, [(((4, 4), (0, 1), (0, 2)), 4)])


# --- The words --------------------------------------------------------------------------------


def told(**weights):
    """What the page says of a count with these weights."""
    counts = pd.DataFrame([{"kind": "count", **dict.fromkeys(arrays.THINGS, 0), **weights}])
    return words.counting_of({"counts.csv": counts})


def test_a_count_is_told_tile_by_tile():
    doubles = {"double": 1, "outside_doubles": 1}
    assert told(trumps=1, top_two=1, **doubles) == [
        ("the double of trumps", 3),
        ("the trump below it", 2),
        ("each other trump", 1),
        ("each other double", 1),
    ]
    assert told(trumps=2, honours=1, double=2, outside_doubles=2, voids=1) == [
        ("the double of trumps", 5),
        ("the trump below it", 3),
        ("the third highest trump", 3),
        ("each other trump", 2),
        ("each other double", 2),
        ("each suit that you have no tile of", 1),
    ]
    assert told(trumps=1, outside_doubles=1) == [("each trump", 1), ("each other double", 1)]


@pytest.mark.parametrize("trump", [Trump.FIVES, Trump.SIXES, Trump.THREES])
def test_tiles_come_to_the_points_of_the_hand(trump):
    weights = {"trumps": 2, "honours": 1, "top_two": 1, "double": 1, "outside_doubles": 2}
    held = features(HAND, trump)
    found = words.counted_by_tile(HAND, trump, weights)
    total = sum(each * getattr(held, name) for name, each in weights.items())
    assert sum(int(one.split(" for ")[0]) for one in found) == total
    if trump == Trump.FIVES:
        assert found == ["5 for 5-5", "4 for 6-5", "3 for 5-4", "2 for 6-6", "2 for 1-1"]


# --- The whole way ----------------------------------------------------------------------------


def test_which_call_gains_the_most():
    odds = np.array([[1, 0.8, 0.4, 0.1], [0.4, 0, 0, 0], [1, 1, 1, 1.0], [1, 0.95, 0.6, 0.2]])
    hands = arrays.Hands(np.arange(4), odds, np.zeros((8, 6, 4)), np.zeros((4, 15), int))
    found = gather.best_calls(hands).set_index("call")
    assert found["best"].to_dict() == {0: 0.25, 4: 0.25, 5: 0.25, 6: 0, 7: 0, 21: 0.25}
    assert found["better"].to_dict() == {0: 0, 4: 0.75, 5: 0.75, 6: 0.5, 7: 0.25, 21: 0.25}
    assert found["gain"][[0, 4, 5, 21]].tolist() == pytest.approx([0, 4, 4.5, 21])


@pytest.fixture(scope="module")
def run(whole_atlas):
    """The tables of a few hands, by an atlas that is made up."""
    with (
        pytest.MonkeyPatch.context() as patch,
        Run(1, 120, processes=1) as run,
    ):
        patch.setenv("MOON_SIM_ATLAS", str(whole_atlas))
        patch.setattr(playing, "EACH", 2)
        tables = gather.gather(run)
    return {name: read_table(table_text(frame)) for name, frame in tables.items()}


def test_its_tables_are_about_all_hands(run):
    assert run["decision_table.csv"]["hands"].sum() == 120
    assert run["scores.csv"]["hands"].sum() == 120
    assert run["calls.csv"]["hands"].sum() == 120
    assert run["best_calls.csv"]["best"].sum() == pytest.approx(1, abs=1e-5)


def test_no_row_of_its_table_gains_less_than_a_lower_call(run):
    rows = run["decision_table.csv"].dropna(subset="next_gain")
    assert (rows["gain"] >= rows["next_gain"] - 1e-5).all()


def test_its_methods_lose_against_known_odds(run):
    losses = run["losses.csv"].set_index("method")
    assert (losses["lost"] >= 0).all()
    together = (losses["gain_best"] + losses["lost"]).to_numpy()
    assert together == pytest.approx(losses.loc["known", "gain_best"], abs=1e-5)
    assert losses.loc["pass", ["gain", "gain_best"]].tolist() == [0, 0]
    # Taught by themselves, hands gain no less than by others.
    assert run["counts.csv"].set_index("kind").loc["count", "gain"] >= losses.loc["count", "gain"]


def test_its_page_says_what_the_tables_say(run):
    about = {"command": "x", "date": "y", "seconds": 1, "versions": {}}
    made = page.page(run, about | {"atlas": {"exact": 3, "sampled": 1, "layouts": 164}})
    text = " ".join(made.text.split())
    assert text.startswith("# What should I bid? **Count ")
    least = words.least_of(run)
    assert all(f"{bid} from {fewest} points" in text for bid, fewest in least.items())
    assert "means over 120 random hands" in text
    assert set(made.figures) == {"gains", "odds"}
    for name in made.figures:
        assert f"({name}.png)" in text


def test_the_committed_count_gains_what_the_page_promises(committed):
    """The gains by call, and those by score, add up to what is promised."""
    made = committed("bidding")
    calls, losses = made["calls.csv"], made["losses.csv"].set_index("method")
    mean = (calls["gain"] * calls["hands"]).sum() / calls["hands"].sum()
    assert mean == pytest.approx(losses.loc["count", "gain"], abs=0.005)
    scores = made["scores.csv"]
    for play, column in (("q", "gain"), ("p", "gain_best")):
        odds = scores[[f"{play}{bid}" for bid in range(4, 8)]]
        worth = calling.gained(calling.gains(odds), scores["call"]) * scores["hands"]
        assert worth.sum() / scores["hands"].sum() == pytest.approx(
            losses.loc["count", column], abs=0.005
        )


def test_the_committed_bids_are_the_best_by_points(committed):
    made = committed("bidding")
    scores = made["scores.csv"]
    worth = calling.gains(scores[["q4", "q5", "q6", "q7"]]) * scores["hands"].to_numpy()[:, None]
    assert calling.best_bids(worth, int(scores["score"].min())).least == words.least_of(made)


def test_no_row_of_the_committed_table_gains_less_than_a_lower_call(committed):
    rows = committed("bidding")["decision_table.csv"]
    assert rows["hands"].sum() == 170_544
    bids = rows[rows["call"] > 0]
    assert (bids["gain"] > bids["next_gain"]).all()


def test_format_of_the_example():
    assert format_tiles(parse_tiles(page.EXAMPLE)) == page.EXAMPLE
