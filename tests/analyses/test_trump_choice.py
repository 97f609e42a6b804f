"""What naming trump well is worth: numbers worked by hand, laws, and second ways to count."""

import json

import numpy as np
import pandas as pd
import pytest

from analyses.common.holdings import Holdings, tile_of
from analyses.trump_choice import ANALYSIS, counted, naming, page, trials
from moon_sim import Trump, format_tiles, parse_tiles, selector, solve_batch
from moon_sim.game import DEFAULT_RULES, LAYOUTS, TILES, Layouts, tile_ids
from moon_sim.heuristics import TRUMP_RULES, TRUMPS
from moon_sim.reporting import run_analysis

SIX = ["6-6", "6-5", "6-3", "5-5", "4-2", "3-1", "2-1", "0-0"]


def holdings(*odds):
    """Return holdings of the same tiles, each given by {(discard, trump): odds}, 0 elsewhere."""
    wins = np.zeros((len(odds), 8, 9, 4), np.int64)
    tiles = sorted(map(tile_of, SIX))
    for at, one in enumerate(odds):
        for (discard, trump), p in one.items():
            wins[at, tiles.index(tile_of(discard)), Trump.parse(trump)] = round(p * LAYOUTS)
    return Holdings(np.arange(len(odds)), np.array([tiles] * len(odds)), wins)


NUMBER = {("2-1", "6"): 1, ("0-0", "6"): 0.5, ("2-1", "5"): 0.75, ("3-1", "none"): 0.25}
EQUAL = {("2-1", "6"): 0.5, ("2-1", "5"): 0.5, ("3-1", "none"): 0.25, ("2-1", "doubles"): 0.25}


# --- Why the lower one ------------------------------------------------------------------------


def turned(mask):
    """Each 6 of some tiles is a 1, each number from 1 to 5 the next one, and 0 stays."""
    number = [0, 2, 3, 4, 5, 6, 1]
    pairs = [sorted((number[high], number[low]), reverse=True) for high, low in TILES]
    return sum(1 << TILES.index(tuple(pairs[tile])) for tile in tile_ids(mask))


def test_sixes_as_trump_are_worth_what_ones_are_with_the_numbers_turned():
    rng = np.random.default_rng(1)
    for text in ("6-6 6-4 6-1 5-5 5-1 3-2 1-1 0-0", "6-5 6-3 6-2 4-4 4-1 3-3 2-1 1-1"):
        mask = parse_tiles(text)
        lowest = mask & -mask
        possible = Layouts.of_holding(mask)
        hands = possible.hands(possible.sample(40, rng))
        hands[:, 0] = mask & ~lowest
        alike = np.array([[turned(one) for one in hand] for hand in hands.tolist()])
        values = solve_batch(hands, Trump.SIXES, threads=1)
        assert (values == solve_batch(alike, Trump.ONES, threads=1)).all()
        assert len(set(values.tolist())) > 1


# --- Counted on all ---------------------------------------------------------------------------


def best_of(*rows):
    """Return holdings with the same best trump for each bid: of (tiles, trump, open)."""
    masks = np.array([parse_tiles(text) for text, _, _ in rows])
    trumps = np.array([[int(Trump.parse(trump))] * 4 for _, trump, _ in rows])
    return counted.Best(masks, trumps, np.array([[open_] * 4 for _, _, open_ in rows]))


ONE_MORE = "6-6 6-5 6-3 3-1 2-1 1-1 4-4 0-0"  # sixes have two honours, ones one: 1-1
AS_MANY = "6-5 6-4 6-2 4-4 4-1 3-3 2-1 0-0"  # two honours each, 4-4 and 6-4; 6-5 and 6-4


def test_the_best_trump_is_counted_where_the_bid_is_open():
    best = best_of((ONE_MORE, "1", True), (AS_MANY, "4", True), (AS_MANY, "4", False))
    found = counted.by_trump(best).set_index(["bid", "trump"])
    assert found.loc[(5, "4"), ["n", "times", "share"]].tolist() == [2, 1, 50]
    assert found.groupby("bid")["share"].sum().tolist() == [100] * 4


def test_which_of_two_equally_long_numbers_is_best():
    three = "6-6 6-5 6-4 5-5 5-4 4-4 3-3 2-2"  # three numbers are equally long
    best = best_of(
        (ONE_MORE, "6", True), (AS_MANY, "4", True), (AS_MANY, "6", True), (three, "6", True)
    )
    held = counted.held_of(best.masks)
    rows, low, high = counted.two_longest(held)
    assert (rows.tolist(), (low + 1).tolist(), (high + 1).tolist()) == (
        [0, 1, 2], [1, 4, 4], [6, 6, 6],
    )  # fmt: skip
    found = counted.lower_or_higher(best, held).set_index(["bid", "more_honours"])
    assert found.loc[(4, "higher"), ["n", "lower", "higher"]].tolist() == [1, 0, 100]
    assert found.loc[(4, "same"), ["n", "lower", "higher"]].tolist() == [2, 50, 50]
    assert found.loc[(4, "lower"), "n"] == 0


def test_the_longest_number_is_named_as_the_rule_names_it():
    rng = np.random.default_rng(3)
    masks = np.array([int((1 << rng.choice(22, 8, replace=False)).sum()) for _ in range(200)])
    named = counted.longest_by(counted.held_of(masks))
    rule = TRUMP_RULES["longest"]
    assert named[counted.USED].tolist() == [rule.trump(mask, rng) for mask in masks.tolist()]
    for way, trumps in named.items():
        by_rule = [naming.named_in(mask).trumps["longest"][way] for mask in masks[:40].tolist()]
        assert trumps[:40].tolist() == by_rule, way
    assert (named["lower"] <= named["higher"]).all()


def test_a_kind_of_holding_is_the_first_that_fits():
    texts = [
        "6-6 5-5 4-4 3-3 2-2 1-1 0-0 2-1", "6-6 5-5 4-4 0-0 6-3 6-2 2-1 3-1",
        "6-6 5-5 0-0 6-3 6-2 2-1 3-1 4-1", "6-6 5-5 4-4 3-3 6-5 4-3 2-1 2-2",
        "6-6 5-5 4-4 3-3 6-5 6-3 2-1 4-1", "6-6 6-5 6-4 6-3 6-2 5-4 3-2 2-1",
    ]  # fmt: skip
    groups = counted.group_of(np.array([parse_tiles(text) for text in texts]))
    assert groups.tolist() == list(range(6))
    best = best_of((texts[0], "0", True), (texts[0], "6", True), (texts[5], "none", True))
    found = counted.by_kind(best).set_index(["bid", "group"])
    first = next(iter(counted.GROUPS))
    assert found.loc[(7, first), ["n", "number", "zeros", "none"]].tolist() == [2, 50, 50, 0]
    assert found.loc[(7, "others"), ["n", "none"]].tolist() == [1, 100]
    assert found.loc[(7, "any"), "n"] == 3


# --- What another trump costs, and ties -------------------------------------------------------


def test_the_cost_of_other_trumps():
    table = naming.other_trumps(holdings(NUMBER, EQUAL))
    found = naming.costs(table).set_index(["bid", "trump_named"])
    # The second best costs 25 percentage points, and nothing; at random, the mean of all nine.
    assert found.loc[(5, "second"), ["cost", "as_good", "n"]].tolist() == [12.5, 50, 2]
    assert found.loc[(5, "random"), "cost"] == pytest.approx(
        100 * ((1 - 2 / 9) + (0.5 - 1.5 / 9)) / 2
    )
    assert found.loc[(5, "worst"), "cost"] == 75
    equal = naming.equal_best(table).set_index("bid")
    # One of them makes the bid always, so that it is not open.
    assert equal.loc[5, ["n", "equal", "equal_numbers"]].tolist() == [1, 1, 1]


def test_each_way_to_decide_is_tried_on_each_rule():
    mask = parse_tiles(AS_MANY)
    named = naming.named_in(mask)
    assert named.tied["longest"]
    assert {way: int(trump) for way, trump in named.trumps["longest"].items()} == {
        "higher": 6, "double, higher": 4, "honours, higher": 6,
        "lower": 4, "double, lower": 4, "honours, lower": 4,
    }  # fmt: skip
    for rule, ways in named.trumps.items():
        assert ways[counted.USED] == selector(rule).choose(mask).trump


def test_what_ties_cost():
    rows = pd.concat([
        pd.DataFrame(naming.tie_rows(number, parse_tiles(AS_MANY), best, wins))
        for number, (best, wins) in enumerate([
            (np.full(4, 3432), {trump: np.full(4, 1716 * (trump == 4)) for trump in Trump}),
            (np.full(4, 3432), {trump: np.full(4, 3432 * (trump == 6)) for trump in Trump}),
            (np.full(4, 3432), {trump: np.full(4, 3432 * (trump == 4)) for trump in Trump}),
        ])
    ])  # fmt: skip
    found = naming.tie_costs(rows, "fresh").set_index(["rule", "bid", "way"])
    lower = found.loc[("longest", 6, counted.USED)]
    higher = found.loc[("longest", 6, "honours, higher")]
    assert (lower["n"], lower["tied"], lower["cost"], lower["more"]) == (3, 100, 50, 0)
    assert higher["cost"] == pytest.approx(100 * 2 / 3)
    assert higher["more"] == pytest.approx(100 * 2 / 3 - 50)


def test_what_trumps_win_is_the_best_of_their_contracts():
    mask = parse_tiles("6-6 6-5 6-4 6-3 5-5 5-4 2-1 1-1")
    (wins,) = naming.wins_of(mask, [Trump.SIXES]).values()
    exchange = naming.Exchange(mask, None, np.random.default_rng(0), DEFAULT_RULES)
    each = [exchange.best_leads(tile, Trump.SIXES)[1] for tile in tile_ids(mask)]
    assert wins.tolist() == np.max(each, axis=0).tolist()


def test_the_lower_number_is_compared_with_its_equal():
    rows = naming.led_otherwise(1, 0)
    assert [row["bid"] for row in rows] == [4, 5, 6, 7]
    held = counted.held_of(np.array([parse_tiles(rows[0]["holding"])]))
    (_,), (low,), (high,) = counted.two_longest(held)
    assert held.honours[0, low] == held.honours[0, high]
    assert rows == naming.led_otherwise(1, 0)
    table = pd.DataFrame({"bid": [4, 4], "led_higher": [10, 20], "led_either": [0, 5]})
    assert naming.why(table)["gain"].tolist() == [15, 2.5, 12.5]


# --- The trial --------------------------------------------------------------------------------


def test_regret_is_measured_by_bid_and_its_trump_alone():
    wins = dict.fromkeys(trials.TRIED, 0) | {"longest": 1716, "longest+uncovered": 3432}
    made = pd.DataFrame([{"number": 0, "bid": 4, "best": 3432, **wins}])
    ties = pd.DataFrame([
        {"number": 0, "bid": 4, "rule": rule, "way": counted.USED, "best": 3432, "wins": 2574}
        for rule in ("longest", "heaviest")
    ])  # fmt: skip
    found = trials.regrets(made, ties).set_index("selector")
    assert found["regret"][["longest", "longest+uncovered", "random"]].tolist() == [50, 0, 100]
    assert found["right"][["longest", "longest+uncovered"]].tolist() == [0, 100]
    assert found.loc["longest+uncovered", "by_trump"] == 25


@pytest.fixture(scope="module")
def fresh():
    return trials.fresh(1, 0, 2)


def test_fresh_holdings_are_tried_and_solved(fresh):
    assert fresh["number"].tolist() == [0] * 4 + [1] * 4
    wins = fresh[[*trials.TRIED, *trials.WITH.values()]]
    assert (wins.max(axis=1) <= fresh["best"]).all()
    ties = trials.ties_of(fresh)
    assert (ties["wins"] >= 0).all(), "each trump that is named was solved"
    used = ties[(ties["way"] == counted.USED) & (ties["rule"] == "longest")]
    assert (used["wins"].to_numpy() >= fresh["longest+uncovered"].to_numpy()).all()
    later = trials.fresh(1, 4, 2)
    assert later["number"].tolist() == [4] * 4 + [5] * 4
    assert set(later["holding"]).isdisjoint(fresh["holding"])


def test_the_best_is_that_of_all_contracts(fresh):
    mask = parse_tiles(fresh["holding"][0])
    every = naming.wins_of(mask, list(Trump))
    most = np.max(list(every.values()), axis=0)
    assert most.tolist() == fresh["best"][:4].tolist()


# --- Words ------------------------------------------------------------------------------------


def test_words_follow_from_the_numbers():
    shares = pd.DataFrame([(4, str(trump), 20 - int(trump)) for trump in TRUMPS],
                          columns=["bid", "trump", "share"])  # fmt: skip
    assert page.falls(shares)
    assert not page.falls(shares.assign(share=[19, 18, 18, 16, 15, 14]))
    why = pd.DataFrame(
        [(4, "led_higher", -1), (4, "difference", 1), (5, "led_higher", 5), (5, "difference", 1),
         (6, "led_higher", 5), (6, "difference", -1)],
        columns=["bid", "rule", "low"],
    )  # fmt: skip
    assert (page.better(why), page.shrinks(why)) == ([5, 6], [5])
    ties = pd.DataFrame(
        [(bid, way, 1 + (way != counted.USED) * (1 if bid == 4 else -1))
         for bid in (4, 5) for way in ("lower", counted.USED)],
        columns=["bid", "way", "cost"],
    ).assign(holdings="fresh", rule="longest")  # fmt: skip
    best = page.best_ways(ties, "fresh")
    assert best == {4: counted.USED, 5: "lower"}
    assert page._at(best) == "a bid of 4"
    assert page._at({4: counted.USED}) == "every bid"
    assert page._at({4: "lower"}) == "no bid"


def test_the_best_rule_is_told_by_bid():
    rows = [(4, "longest", 3), (4, "weighted", 2), (4, "sampled-4", 1),
            (5, "longest", 1), (5, "weighted", 2), (6, "weighted", 0)]  # fmt: skip
    found = page.best_rules(pd.DataFrame(rows, columns=["bid", "selector", "regret"]))
    assert found == "`weighted` at bids of 4 and 6 and `longest` at a bid of 5"


def test_who_holds_0_0_may_name_no_trump():
    kinds = pd.DataFrame({"group": ["zero", "zero and doubles", "others"], "none": [0, 0, 5]})
    assert page.never_none(kinds)
    assert not page.never_none(kinds.assign(none=[0, 1, 5]))


# --- From end to end --------------------------------------------------------------------------


def made_up(seed, place, count):
    """What `fresh` gives, without a search: the best contract wins all, and others some."""
    rng = np.random.default_rng([seed, place])
    masks = [int((1 << rng.choice(22, 8, replace=False)).sum()) for _ in range(count)]
    return pd.DataFrame([
        {"number": place + at, "holding": format_tiles(mask), "bid": bid, "best": LAYOUTS,
         **{name: int(rng.integers(LAYOUTS)) for name in [*trials.TRIED, *trials.WITH.values()]}}
        for at, mask in enumerate(masks)
        for bid in (4, 5, 6, 7)
    ])  # fmt: skip


def test_the_report_from_end_to_end(tmp_path, monkeypatch, whole_atlas):
    monkeypatch.setenv("MOON_SIM_ATLAS", str(whole_atlas))
    monkeypatch.setattr(trials, "fresh", made_up)
    monkeypatch.setattr(naming, "LED_LAYOUTS", 2)
    samples = tmp_path / "samples"
    samples.mkdir()
    rng = np.random.default_rng(1)
    rows = []
    for number in range(2):
        tiles = [format_tiles(1 << int(tile)) for tile in rng.permutation(22)[:8]]
        for discard in tiles:
            for trump in Trump:
                wins = sorted(rng.integers(0, 3433, 4).tolist(), reverse=True)
                rows.append({
                    "number": number, "hand": " ".join(tiles[:7]), "widow": tiles[7],
                    "discard": discard, "trump": str(trump),
                    **dict(zip(("w4", "w5", "w6", "w7"), wins, strict=True)),
                })  # fmt: skip
    pd.DataFrame(rows).to_csv(samples / "holdings.csv", index=False)
    about = {"name": "samples", "seed": 1, "count": 12, "quick": True, "files": []}
    (samples / "manifest.json").write_text(json.dumps(about))
    out = tmp_path / "trump_choice"
    words = ["--quick", "--count", "9", "--processes", "1", "--out", str(out)]
    assert run_analysis(ANALYSIS, words) == 0
    text = (out / "README.md").read_text(encoding="utf-8")
    pictures = {path.name for path in out.glob("*.png")}
    assert pictures == {"numbers.png", "ties.png", "ranking.png"}
    assert all(f"({picture})" in text for picture in pictures)
    assert all(f"`{path.name}`" in text for path in out.glob("*.csv"))
    assert all(f"| `{name}` |" in text for name in trials.TRIED)
    assert "nan" not in text
    best = counted.best_of_all()  # the same in words and in the atlas
    some = best.trump[best.open[:, 1], 1]
    assert f"to make 5 in {100 * (some == 1).mean():.0f} %" in " ".join(text.split())
