"""Selectors on trial: every number on holdings whose odds are made up, small enough by hand."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from distributed import Client, LocalCluster
from made_up import HANDS, invented, known, known_odds, lowest

from moon_sim.game import format_tiles, parse_tiles
from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.rules import LAYOUTS, NUMBER_BIDS, Trump
from moon_sim.heuristics import Selector, choosing
from moon_sim.odds.contracts import contract_odds
from moon_sim.odds.tables import exchange_odds, layouts_won
from moon_sim.running import PiecesError
from moon_sim.trials import comparison
from moon_sim.trials import truth as truth_home
from moon_sim.trials.comparison import trial
from moon_sim.trials.truth import solve_holding


@pytest.fixture(scope="module")
def truth():
    """The lowest tiles are 0-0, 1-1, 0-0 and 2-1. Of 3,432 layouts 343.2 would be a tenth."""
    return invented(
        [
            {("0-0", "6"): (3432, 1716, 0, 0), ("0-0", "none"): (1716, 858, 0, 0)},
            {("1-1", "6"): (858, 0, 0, 0), ("1-1", "none"): (858, 429, 0, 0)},
            {("0-0", "6"): (0, 0, 0, 0), ("5-1", "1"): (3432, 3432, 3432, 858)},
            {("2-1", "6"): (1716, 0, 0, 0), ("2-1", "none"): (858, 0, 0, 0)},
        ]
    )


@pytest.fixture(scope="module")
def tried(truth):
    rules = [lowest(6, 4, "six"), lowest("none", 0, "none"), lowest(6, 21, "moon"), lowest(5)]
    return trial(rules, 4, 1, truth=truth)


# --- By hand ----------------------------------------------------------------------------------


def test_choices_are_measured_against_the_best(tried):
    """P(make 4) with sixes is 1, 1/4, 0, 1/2; with no trump 1/2, 1/4, 0, 1/4.

    The best is 1, but 1/4 on the second holding and 1/2 on the last.
    """
    of = tried.choices[tried.choices["target"] == 4].set_index("selector")
    assert of.loc["six", "p_make"].tolist() == [1, 0.25, 0, 0.5]
    assert of.loc["six", "regret"].tolist() == [0, 0, 1, 0]
    assert of.loc["six", "is_best"].tolist() == [True, True, False, True]
    assert of.loc["none", "regret"].tolist() == [0.5, 0, 1, 0.25]
    assert of.loc["none", "best"].tolist() == [1, 0.25, 1, 0.5]
    assert of.loc["none", "discard"].tolist() == ["0-0", "1-1", "0-0", "2-1"]
    assert of.loc["none", "trump"].tolist() == ["none"] * 4
    assert of["seconds"].gt(0).all()
    # Where nothing makes the target, every choice is a best one.
    sevens = tried.choices[(tried.choices["target"] == 7) & (tried.choices["number"] == 0)]
    assert sevens["is_best"].all()
    assert sevens["best"].eq(0).all()


def test_the_summary_by_hand(tried):
    four = tried.summary().loc[4]
    assert list(four.index) == ["six", "moon", "none", "fixed"]  # the least regret first
    six, none = four.loc["six"], four.loc["none"]
    assert (six["n"], six["p_make"], six["regret"], six["best"]) == (4, 1.75 / 4, 0.25, 0.75)
    assert (none["regret"], none["best"], none["worst"]) == (1.75 / 4, 0.25, 1)
    # Squared distances of 0, 0, 1, 0 from 1/4 sum to 3/4; over 3, over 4, the root.
    assert six["regret_se"] == pytest.approx(0.25)
    assert six["best_se"] == pytest.approx(0.25)
    # In the order 0, 1/4, 1/2, 1 the median lies between the middle two, the 90 % point at 2.7.
    assert none["median"] == pytest.approx(0.375)
    assert none["q90"] == pytest.approx(0.85)
    assert none["low"] < none["regret"] < none["high"]
    assert (four["seed"] == 1).all()
    assert tried.summary().loc[6].loc["fixed", "regret"] == 0.25


def test_points_by_hand(tried):
    """A bid of 4 gains 4, -2, -4, 0; one of 21 needs all seven tricks, which none makes."""
    of = tried.own_bids.set_index("selector")
    assert of.loc["six", "points"].tolist() == [4, -2, -4, 0]
    assert of.loc["moon", "points"].tolist() == [-21] * 4
    assert of.loc["none", "points"].tolist() == [0] * 4
    assert of.loc["none", "p_make"].isna().all()
    assert of.loc["six", "hand"].tolist() == [hand for hand, _ in HANDS]
    assert "fixed" not in of.index  # it does not bid
    table = tried.bid_summary()
    assert list(table.index) == ["none", "six", "moon"]
    assert table["points"].tolist() == [0, -0.5, -21]
    assert table["bids"].tolist() == [0, 1, 1]
    assert table.loc["six", "p_make"] == 1.75 / 4
    assert table["worst"].tolist() == [0, -4, -21]
    # Squared distances of 4.5, 1.5, 3.5, 0.5 sum to 35.
    assert table.loc["six", "points_se"] == pytest.approx(np.sqrt(35 / 3 / 4))
    assert tried.bid_ranking().table["mean"].to_dict() == {"none": 0, "six": -0.5, "moon": -21}


def test_the_ranking_is_of_the_same_holdings(tried):
    """Sixes make more than no trump on the first and the last: 4 of 16 patterns of signs."""
    found = tried.ranking(4)
    pairs = found.pairs.set_index(["better", "worse"])
    assert pairs.loc[("six", "none"), ["difference", "p"]].tolist() == [0.75 / 4, 0.5]
    assert pairs.loc[("six", "moon"), ["difference", "p"]].tolist() == [0, 1]  # the same choices
    assert found.groups == (("six", "moon", "none", "fixed"),)
    assert found.table["mean"].to_dict() == tried.summary().loc[4]["p_make"].to_dict()


def test_the_worst_hands_are_shown_with_what_was_best(tried):
    worst = tried.worst("none", 2, target=4)
    assert worst["regret"].tolist() == [1, 0.5]
    assert worst["best_discard"].tolist() == ["5-1", "0-0"]
    assert worst["best_trump"].tolist() == ["1", "6"]
    assert worst.loc[0, "holding"] == format_tiles(parse_tiles(" ".join(HANDS[2])))
    assert worst["widow"].tolist() == ["5-5", "0-0"]
    every = tried.worst("six", 100)
    # On the third holding it loses all up to 6, at 5 an eighth on the second; without loss no row.
    assert every["target"].tolist() == [4, 5, 6, 7, 5]
    assert every["regret"].tolist() == [1, 1, 1, 0.25, 0.125]


# --- What a trial is made of --------------------------------------------------------------------


def test_all_selectors_get_the_same_random_numbers(truth):
    one, other, alone, elsewhere = [], [], [], []
    trial([lowest(6, 5, "one", one), lowest(5, 4, "other", other)], seed=3, truth=truth)
    assert one == other
    trial([lowest(1, 7, asked=alone)], 2, seed=3, truth=truth, targets=[4, 7])
    assert set(alone) < set(one)
    trial([lowest(1, 7, asked=elsewhere)], seed=4, truth=truth)
    assert not set(elsewhere) & set(one)


def test_a_selector_chooses_once_for_its_own_bid(truth):
    """Asked once beforehand, untimed; then for each target, and for a bid that is none of them."""

    def asked(*targets, calls=5):
        told = []
        trial([lowest(6, calls, asked=told)], seed=1, truth=truth, targets=targets)
        return [bid for _, bid, _ in told]

    assert asked(5) == [5] + [5, "bid"] * 4
    assert asked(4) == [4] + [4, "bid", 5] * 4
    assert asked(4, 5) == [4] + [4, 5, "bid"] * 4
    assert asked(7, calls=21) == [7] + [7, "bid", 21] * 4  # the same target is another bid


def test_points_can_be_left_out(truth):
    found = trial([lowest(6, 5)], seed=1, truth=truth, own_bids=False)
    assert found.own_bids.empty
    for call in (found.bid_ranking, found.bid_summary):
        with pytest.raises(ValueError, match="selectors that bid"):
            call()


def test_truth_is_read_back_as_it_was(tried, truth):
    assert tried.truth.equals(truth)
    more = truth.assign(lead4="6-6", trump=truth["trump"].astype("category"))
    again = trial([lowest(6)], 2, truth=more)
    assert again.n == 2
    assert again.truth.equals(truth[truth["number"] < 2])


def test_a_holding_is_solved():
    """Its best contracts are those of all 72; others are worked out when they are asked for."""
    case = solve_holding(np.random.default_rng(8), 5)
    assert case.number == 5
    assert parse_tiles(case.holding) == parse_tiles(case.hand) | parse_tiles(case.widow)
    assert len(case.wins) <= len(NUMBER_BIDS)
    every = layouts_won(exchange_odds(case.holding, mean_tricks=False))
    assert case.most == every.max().to_dict()
    for (discard, trump), made in every.iloc[::18].iterrows():
        assert case.won(discard, str(trump)) == made.to_dict() == case.wins[discard, str(trump)]
    assert case.most == every.max().to_dict()


def test_contracts_that_truth_lacks_are_worked_out(truth):
    """Given the best contracts alone, made up, those chosen are measured by what they are."""
    best = truth[truth["w4"] > 0].drop_duplicates("number")
    found = trial([lowest(1, asked=[])], truth=best, seed=1, targets=[4], own_bids=False)
    for row in found.choices.itertuples():
        kept = parse_tiles(row.holding) & ~parse_tiles(row.discard)
        assert row.p_make == contract_odds(kept, row.discard, row.trump).p_at_least(4)
        assert row.best * LAYOUTS == best.set_index("number").loc[row.number, "w4"]


@pytest.fixture
def odds_of_tiles(monkeypatch):
    """Odds that cost nothing, and say which holding they are of."""

    def won(case, discard, trump):
        held = parse_tiles(case.holding)
        tiles = case.holding.split()
        made = (held + tiles.index(discard) * len(Trump) + Trump.parse(trump)) % LAYOUTS
        case.wins[discard, trump] = {4: made, 5: 0, 6: 0, 7: 0}
        return case.wins[discard, trump]

    def best(held, *_):
        case = truth_home.Truth(0, "", "", format_tiles(held), {})
        every = list(product(format_tiles(held).split(), map(str, Trump)))
        return [max(every, key=lambda contract: won(case, *contract)[4])]

    monkeypatch.setattr(truth_home.Truth, "won", won)
    monkeypatch.setattr(truth_home, "_best_contracts", best)


@pytest.mark.usefixtures("odds_of_tiles")
def test_a_seed_gives_the_same_holdings_however_many_there_are():
    seen = []
    one = trial([lowest(6, 4)], 2, seed=7, threads=1)
    assert one.truth["hand"].nunique() == 2
    more = trial([lowest(6, 4)], 3, seed=7, threads=2, progress=lambda *done: seen.append(done))
    assert more.truth.query("number < 2").equals(one.truth)
    few, many = (found.choices.drop(columns="seconds").query("number < 2") for found in (one, more))
    assert few.equals(many)
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.usefixtures("odds_of_tiles")
def test_contracts_come_in_the_same_order_whatever_came_before(monkeypatch):
    """In the first trial the process has its first choices made beforehand, in the second not."""

    def choose(holding, bid, rng):
        return format_tiles(holding & -holding), bid % 7

    rules = [Selector("by-bid", "for tests", "here", choose), lowest(3)]
    monkeypatch.setattr(comparison, "_rehearsed", set())
    first, second = (trial(rules, 2, seed=7, threads=1) for _ in range(2))
    pd.testing.assert_frame_equal(first.truth, second.truth)


@pytest.mark.usefixtures("odds_of_tiles")
def test_a_missing_atlas_is_told_of_once_and_not_asked(monkeypatch, tmp_path):
    """Each process would tell of it, and not in the one line that a command takes."""
    asked = []
    solve = comparison.solve_holding

    def solve_some(rng, number, rules, look_up):
        asked.append(look_up)
        return solve(rng, number, rules, look_up)

    monkeypatch.setattr(comparison, "solve_holding", solve_some)
    monkeypatch.setenv("MOON_SIM_ATLAS", str(tmp_path / "none"))
    with pytest.warns(RuntimeWarning, match="expected an atlas, got none.*computed") as told:
        trial([lowest(3)], 3, seed=7, threads=1)
    assert (len(told), asked) == (1, [False] * 3)


def same(one, other):
    """Whether two trials say the same of the same holdings, but for times."""
    for name in ("choices", "own_bids"):
        tables = [getattr(found, name).drop(columns="seconds") for found in (one, other)]
        pd.testing.assert_frame_equal(*tables)
    pd.testing.assert_frame_equal(one.truth, other.truth)
    return (one.selectors, one.targets, one.n, one.seed) == (
        other.selectors, other.targets, other.n, other.seed
    )  # fmt: skip


@pytest.mark.usefixtures("odds_of_tiles")
def test_a_trial_goes_on_where_it_was_and_with_more_holdings(tmp_path, monkeypatch):
    rules = [lowest(6, 4, "six"), lowest("none", 0, "none")]
    path, begun, seen = tmp_path / "trial.pieces", [], []
    solve = comparison.solve_holding

    def solve_some(rng, number, *rest):
        begun.append(number)
        if begun == [0, 1, 2]:
            raise KeyboardInterrupt
        return solve(rng, number, *rest)

    monkeypatch.setattr(comparison, "solve_holding", solve_some)
    with pytest.raises(KeyboardInterrupt):
        trial(rules, 4, 7, pieces=path)
    found = trial(rules, 4, 7, pieces=path, progress=lambda *done: seen.append(done))
    assert begun == [0, 1, 2, 2, 3]
    assert seen == [(2, 4), (3, 4), (4, 4)]
    assert same(found, trial(rules, 4, 7))
    begun.clear()
    assert same(trial(rules, 5, 7, pieces=path), trial(rules, 5, 7))
    assert begun == [4, 0, 1, 2, 3, 4]


@pytest.mark.usefixtures("odds_of_tiles")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 8}, "seed 8, got 7"),
        ({"targets": [4]}, 'targets "4", got "4 5 6 7"'),
        ({"own_bids": False}, "own_bids false, got true"),
        ({"selectors": [lowest(6, 4, "other")]}, 'selectors "other", got "fixed"'),
    ],
)
def test_the_pieces_of_another_trial_are_refused(tmp_path, change, words):
    kind = {"selectors": [lowest(6, 4)], "seed": 7, "pieces": tmp_path / "trial.pieces"}
    trial(holdings=2, **kind)
    with pytest.raises(PiecesError, match=words):
        trial(holdings=2, **{**kind, **change})


@pytest.mark.usefixtures("odds_of_tiles")
def test_a_cluster_finds_the_same():
    rules = [lowest(6, 4, "six"), lowest("none", 0, "none")]
    with (
        LocalCluster(
            n_workers=2, processes=False, dashboard_address="127.0.0.1:0", silence_logs=50
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        found = trial(rules, 5, 7, client=client)
    assert same(found, trial(rules, 5, 7))


def test_the_same_seed_gives_the_same_statistics(tried, truth):
    again = trial([lowest(6, 4, "six"), lowest("none", 0, "none")], seed=1, truth=truth)
    one, other = (found.summary().loc[(4, "none")].drop("seconds") for found in (tried, again))
    assert one.equals(other)


def test_the_exact_selector_never_loses(monkeypatch):
    monkeypatch.setattr(choosing, "exchange_odds", known_odds(known(4)))
    rivals = ["exact", "sampled-1", "longest", "random"]
    found = trial(rivals, seed=1, truth=known(4), targets=[5], own_bids=False)
    exact = found.choices[found.choices["selector"] == "exact"]
    assert exact["is_best"].all()
    assert (
        found.choices.groupby("number")["p_make"].max() == exact.set_index("number")["p_make"]
    ).all()


def test_a_seed_is_noted(truth):
    chance = [trial([lowest(6, 5)], truth=truth).seed for _ in range(2)]
    assert chance[0] != chance[1]
    assert trial([lowest(6, 5)], seed=2**70, truth=truth).seed == 2**70
    drawn = trial([lowest(6, 5)], seed=np.random.default_rng(1), truth=truth).seed
    assert drawn == trial([lowest(6, 5)], seed=np.random.default_rng(1), truth=truth).seed


# --- What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"selectors": []}, ValueError, "expected one or more, got none"),
        ({"selectors": [lowest(6, 5), lowest(6, 5)]}, ValueError, "each once, got fixed twice"),
        ({"selectors": ["no-such-rule"]}, ValueError, "no-such-rule"),
        ({"selectors": "longest"}, TypeError, "several in a list, .* got the text 'longest'"),
        ({"selectors": [7]}, TypeError, "expected a name, got 7"),
        ({"selectors": None}, TypeError, "selectors: expected several in a list, .* a NoneType"),
        ({"selectors": {"longest"}}, TypeError, "several in a list, .* got a set"),
        ({"holdings": 1}, ValueError, "holdings: expected 2"),
        ({"holdings": 5}, ValueError, "holdings: expected 2 to 4, got 5"),
        ({"targets": []}, ValueError, "4 to 7, got none"),
        ({"targets": [8]}, ValueError, "targets: expected 4 to 7, got 8"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": "x"}, TypeError, "seed"),
        ({"pieces": "x"}, ValueError, "expected none where truth is given"),
    ],
)
def test_bad_arguments_are_refused(truth, change, error, words):
    with pytest.raises(error, match=words):
        trial(**{"selectors": [lowest(6, 5)], "seed": 1, "truth": truth, **change})


def test_bad_truth_is_refused(truth):
    with pytest.raises(ValueError, match=r"columns number, .*; no w6"):
        trial([lowest(6, 5)], truth=truth.drop(columns="w6"))
    with pytest.raises(ValueError, match=r"holding 0: .* 72 contracts, got 72 rows with 63"):
        trial([lowest(6, 5)], truth=truth.replace({"discard": {"0-0": "6-6"}}))
    with pytest.raises(ValueError, match="got 72 rows with 71"):
        trial([lowest(6, 5)], truth=pd.concat([truth[:1], truth[:1], truth[2:]]))
    with pytest.raises(InvalidDealError, match=r"holding 0: .*8 tiles"):
        trial([lowest(6, 5)], truth=truth.assign(widow="6-6"))
    for count in (0, 1):
        with pytest.raises(ValueError, match=f"truth: expected two holdings or more, got {count}"):
            trial([lowest(6, 5)], truth=truth[: 72 * count])


def test_numbers_of_holdings_are_whole(truth):
    some = truth["number"]
    for number in (some / 2, "a" + some.astype(str), some.where(some > 0)):
        with pytest.raises(TypeError, match="truth: number: expected a whole number, got"):
            trial([lowest(6, 5)], truth=truth.assign(number=number))
    with pytest.raises(ValueError, match="truth: number: expected 0 or more, got -1"):
        trial([lowest(6, 5)], truth=truth.assign(number=some - 1))


def test_a_holding_has_one_hand_and_one_widow(truth):
    hands = [*truth["hand"][:-1], truth["hand"][0]]
    with pytest.raises(ValueError, match="holding 3: expected one hand and one widow"):
        trial([lowest(6, 5)], truth=truth.assign(hand=hands))


@pytest.mark.parametrize(
    "change", [{"w4": 3433}, {"w7": -1}, {"w4": float("nan")}, {"w4": 1000, "w5": 1001}]
)
def test_layouts_of_contracts_are_counts(truth, change):
    """None of more than all, and of a trick more never more."""
    with pytest.raises(ValueError, match="holding 0: expected w4 to w7 to be whole numbers from"):
        trial([lowest(6, 5)], truth=truth.assign(**change))


def test_what_a_selector_must_not_do_stops_the_trial(truth):
    with pytest.raises(IllegalPlayError, match="trump"):
        trial([lowest(9)], seed=1, truth=truth)
    with pytest.raises(IllegalPlayError, match="bid"):
        trial([lowest(6, 8)], seed=1, truth=truth)


def test_what_was_not_tried_is_refused(truth):
    found = trial([lowest(6, 5)], seed=1, truth=truth, targets=[5, 4])
    assert found.targets == (4, 5)
    for call in (found.ranking, lambda target: found.worst("fixed", target=target)):
        with pytest.raises(ValueError, match=r"that was tried \(4, 5\), got 6"):
            call(6)
    with pytest.raises(ValueError, match="one of fixed, got 'other'"):
        found.worst("other")
    with pytest.raises(ValueError, match="count: expected 1 or more"):
        found.worst("fixed", 0)
