"""The committed reports say what the code of today makes of the same seeds and data.

A few rows of each sample are drawn and computed again, tables that follow from others in whole,
and each page, so that a changed stream of random numbers or a changed word is seen.
"""

import numpy as np
import pandas as pd
import pytest
from reports_there import REPORTS

from analyses.at_the_table import gather as at_the_table
from analyses.bad_breaks import gather as bad_breaks
from analyses.bidding import calling, playing, words
from analyses.bidding import gather as bidding
from analyses.bidding.counting import KEPT
from analyses.common import all_hands
from analyses.common.holdings import Holdings
from analyses.defending import gather as defending
from analyses.leads import gather as leads
from analyses.leads import leading
from analyses.samples import gather as samples
from analyses.shoot_the_moon import gather as shoot_the_moon
from analyses.shoot_the_moon import laid_down
from analyses.starting_hands import gather as starting_hands
from analyses.true_odds import gather as true_odds
from analyses.trump_choice import gather as trump_choice
from analyses.trump_choice import naming, trials
from analyses.widow_and_discard import discards
from analyses.widow_and_discard import gather as widow_and_discard
from moon_sim import Trump, atlas, format_tiles, parse_tiles
from moon_sim.game import LAYOUTS, NUMBER_BIDS, random_holding
from moon_sim.reporting import Run, read_manifest, read_table, style, table_text

NAMES = sorted(path.parent.name for path in REPORTS.parent.glob("analyses/*/__main__.py"))
SEED = 1


def as_read(table, digits=6):
    """A table as its file would give it."""
    return read_table(table_text(table.round(digits)))


def assert_same(found, expected):
    """Whether a table is the committed one, or some of its rows; both as files have them."""
    pd.testing.assert_frame_equal(
        as_read(found), expected.reset_index(drop=True), check_dtype=False, rtol=1e-9, atol=1.1e-6
    )


# --- The pages --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_what_its_data_say(committed, analysis, name):
    with style():
        page = analysis(name).page(committed(name), read_manifest(REPORTS / name))
    assert page.text == (REPORTS / name / "README.md").read_text(encoding="utf-8")
    drawn = {path.stem for path in (REPORTS / name).glob("*.png")}
    assert page.figures.keys() == drawn == {path.stem for path in (REPORTS / name).glob("*.svg")}


# --- The samples ------------------------------------------------------------------------------


def test_a_hand_of_the_sample(committed):
    assert_same(samples.hands(SEED, 1, 2), committed("samples")["hands.csv"].iloc[1:2])


def test_a_holding_of_the_sample(committed):
    every = committed("samples")["holdings.csv"]
    leads = [f"lead{bid}" for bid in NUMBER_BIDS]  # of equal ones the file may have another
    found, expected = samples.holdings(SEED, 2, 3), every[every["number"] == 2]
    assert_same(found.drop(columns=leads), expected.drop(columns=leads))


def test_a_contract_that_may_break(committed):
    for name, rows in bad_breaks.look_at(3, SEED).items():
        every = committed("bad_breaks")[name]
        assert_same(pd.DataFrame(rows), every[every["contract"] == 3])


def test_a_contract_that_can_be_set(committed):
    every = committed("defending")["contracts.csv"]
    assert_same(defending.rows(SEED, 3, 5), every[every["contract"].isin([3, 4])])


def test_a_random_contract_and_its_true_odds(committed):
    drawn = true_odds.draw("random", 0, SEED, [4, 5, 6, 7], False)
    row = true_odds.contract_row(drawn.contract, true_odds.prove(drawn.contract, 20))
    first = committed("true_odds")["contracts.csv"].iloc[:1]
    assert_same(pd.DataFrame([row]), first.drop(columns="part"))


def test_chosen_contracts_are_of_holdings_drawn_for_them(committed):
    every = committed("true_odds")["contracts.csv"]
    chosen = every[every["part"] == "chosen"]
    for number, row in enumerate(chosen.head(20).itertuples()):
        rng = np.random.default_rng([SEED, 1, number])
        holdings = [format_tiles(sum(random_holding(rng))) for _ in range(50)]
        assert " ".join(sorted(f"{row.hand} {row.discard}".split(), reverse=True)) in holdings


@pytest.mark.parametrize(
    ("file", "work"),
    [
        ("contracts.csv", at_the_table.contracts),
        ("others.csv", at_the_table.with_others),
        ("proven.csv", at_the_table.with_proofs),
        ("auctions.csv", at_the_table.in_auction),
    ],
)
def test_a_deal_at_the_table(committed, file, work):
    every = committed("at_the_table")[file]
    number = int(every["number"].iloc[0])
    assert_same(pd.DataFrame(work(number, SEED)), every[every["number"] == number])


def test_blocks_of_the_ladder(committed):
    every = committed("at_the_table")["ladder.csv"]
    lower, upper, _ = at_the_table.RUNGS[0]
    found = pd.DataFrame(at_the_table.blocks_of(lower, upper, 0, at_the_table.CHUNK, SEED))
    rung = every[(every["lower"] == lower) & (every["upper"] == upper)]
    assert_same(found, rung.head(at_the_table.CHUNK))


# --- What follows from the atlas --------------------------------------------------------------


def test_the_atlas_is_the_one_that_was_counted():
    mine = atlas.installed().manifest["files"]["wins.npy"]["sha256"]
    for name in ("hand_odds", "starting_hands", "shoot_the_moon", "at_the_table"):
        assert read_manifest(REPORTS / name)["atlas"]["sha256"] == mine, f"run {name} again"


@pytest.mark.parametrize("name", ["hand_odds", "starting_hands"])
def test_tables_of_all_hands(committed, analysis, name):
    with Run(SEED, atlas.HANDS) as run:
        made = analysis(name).gather(run)
    assert made.keys() == committed(name).keys()
    for file, table in made.items():
        assert_same(table, committed(name)[file])


def test_seven_tricks_and_where_21_is_best(committed):
    hands, holdings = all_hands.drawn(SEED, atlas.HANDS)
    odds, held = all_hands.odds_before(hands), all_hands.counts(hands)
    _, plans = all_hands.exact_plans(holdings)
    made = committed("shoot_the_moon")
    assert_same(shoot_the_moon.called(odds), made["calls.csv"])
    assert_same(shoot_the_moon.held_by(odds, held), made["held.csv"])
    pointed = shoot_the_moon.pointed(odds, held)
    assert_same(shoot_the_moon.by_points(pointed), made["points.csv"])
    assert_same(shoot_the_moon.judged(pointed, SEED), made["rule.csv"])
    after = plans.wins[:, -1] / LAYOUTS
    assert_same(shoot_the_moon.trumps(after, plans.trump[:, -1]), made["trumps.csv"])
    sevens = {shoot_the_moon.BEFORE: odds["p7"], shoot_the_moon.AFTER: after}
    assert_same(shoot_the_moon.reached(sevens), made["reached.csv"])


def test_the_samples_say_the_same_of_hands_and_of_the_rule(committed):
    # Their 1,200 hands were measured on other layouts, by the engine and not from the atlas.
    hands = committed("samples")["hands.csv"]
    masks = np.array([parse_tiles(text) for text in hands["hand"]])
    odds, every = all_hands.odds_before(masks), committed("hand_odds")["spread.csv"]
    for row in every.set_index("bid").itertuples():
        sampled = hands[f"p{row.Index}"]
        assert (odds[f"p{row.Index}"] - sampled).std() < 0.01
        assert abs(sampled.gt(0.5).mean() - row.even) < 3 * (row.even / len(hands)) ** 0.5
    points = committed("starting_hands")["points.csv"].set_index("points")["call"]
    calls = starting_hands.counted_as_charted(masks)["points"].map(points)
    gained = all_hands.gains(hands)[np.arange(len(hands)), calls.map(all_hands.CALLS.index)]
    told = committed("starting_hands")["groupings.csv"].set_index("grouping")["gain"]
    reach = 3 * gained.std() / len(hands) ** 0.5
    assert gained.mean() == pytest.approx(told["all three added"], abs=reach)


def test_laydowns_with_doubles_as_trump(committed):
    hands, holdings = all_hands.drawn(SEED, atlas.HANDS)
    found = laid_down.contracts_of(holdings, Trump.DOUBLES)
    made, at = committed("shoot_the_moon"), int(Trump.DOUBLES)
    counted = laid_down.counted(found, hands, holdings)
    assert_same(counted.iloc[at : at + 1], made["laydowns.csv"].iloc[at : at + 1])


# --- What follows from the samples ------------------------------------------------------------


@pytest.fixture(scope="module")
def sample(committed):
    return Holdings.of(committed("samples")["holdings.csv"])


def some(table, count=3):
    return table[table["number"] < count]


def test_what_all_holdings_throw_and_all_widows_change(committed):
    made = committed("widow_and_discard")
    for name, table in widow_and_discard.all_tables().items():
        assert_same(table.round(4), made[name])


def test_fresh_holdings_and_what_their_discards_win(committed):
    made = committed("widow_and_discard")["fresh.csv"]
    assert_same(discards.fresh(SEED, 0, 2), some(made, 2))


def test_the_list_of_discards(committed, sample):
    made = committed("widow_and_discard")
    found = widow_and_discard.discard_tables(sample, made["fresh.csv"], SEED)
    for name, table in found.items():
        assert_same(table.round(4), made[name])


def test_leads(committed, sample):
    made = committed("leads")
    counted = made["counted.csv"]
    fresh = leading.count_leads("fresh", [leading.fresh_plans(SEED, n) for n in range(2)])
    assert_same(fresh, some(counted[counted["of"] == "fresh"], 2))
    found = leading.count_leads("found", leading.plans_of(sample)[:2])
    assert_same(found, some(counted[counted["of"] == "found"], 2))
    sevens = leads.ways(counted[counted["bid"] == 7])
    assert_same(sevens.round(4), made["ways.csv"].query("bid == 7"))
    assert_same(leading.atlas_table(leads.all_plans()), made["led.csv"])


def test_naming_trump(committed, sample):
    made = committed("trump_choice")
    others = naming.other_trumps(sample)
    assert_same(naming.costs(others), made["costs.csv"])
    assert_same(naming.equal_best(others), made["equal.csv"])
    ties = made["ties.csv"]
    every = ["rule", "bid", "way"]  # both as their files sort them
    rules = ties["rule"] == "longest"
    known = naming.ties_of(sample)
    for rows, where in ((known, "found"), (trials.ties_of(made["choices.csv"]), "fresh")):
        found = naming.tie_costs(rows[rows["rule"] == "longest"], where)
        expected = ties[rules & (ties["holdings"] == where)]
        assert_same(found.sort_values(every), expected.sort_values(every))
    assert_same(naming.why(made["led.csv"]), made["why.csv"])


def test_the_best_trumps_of_all_holdings(committed):
    made = committed("trump_choice")
    for name, found in trump_choice.all_holdings().items():
        assert_same(found, made[name])


def test_selectors_choose_as_they_did(committed):
    made = committed("trump_choice")
    choices = made["choices.csv"]
    again = trials.fresh(SEED, 0, trials.A_TRIAL)
    assert_same(again, choices[choices["number"] < trials.A_TRIAL])
    found = trials.regrets(choices, trials.ties_of(choices))
    assert_same(found, made["regrets.csv"])
    assert_same(pd.DataFrame(naming.led_otherwise(SEED, 1)), made["led.csv"].query("number == 1"))


def test_which_calls_gain_the_most(committed):
    hands, _ = bidding.hands_of(bidding.masks_of(read_manifest(REPORTS / "bidding")["count"], SEED))
    assert_same(bidding.best_calls(hands), committed("bidding")["best_calls.csv"])


@pytest.mark.parametrize("kind", KEPT)
def test_a_count_gains_on_other_deals_what_the_page_promises(committed, kind):
    """Less what the best plan gains, hand by hand, as that difference varies less."""
    made = committed("bidding")
    weights, least = words.points_of(made, kind), words.least_of(made, kind)
    hands, masks = bidding.hands_of(bidding.masks_of(400, SEED + 1))
    dealt = playing.dealt(masks, 2, np.random.default_rng(SEED + 1))
    holdings = bidding.Holdings(masks, bidding.counted(masks), playing.tricks(masks, dealt))
    calls = calling.calls_of(bidding.best_of(hands.counts, weights)[0], least)
    played = bidding.odds_of(bidding.as_played(hands, holdings, weights))
    by_each = (calling.gained(calling.gains(odds), calls) for odds in (played, hands.odds))
    less = np.subtract(*by_each)
    promised = made["losses.csv"].set_index("method").loc[kind]
    reach = 4 * less.std() / len(less) ** 0.5
    assert less.mean() == pytest.approx(promised["gain"] - promised["gain_best"], abs=reach)
    assert reach < 0.3


# --- In whole ---------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("name", ["shoot_the_moon", "bidding"])
def test_tables_that_follow_from_others(committed, analysis, name):
    about = read_manifest(REPORTS / name)
    with Run(SEED, about["count"], processes=2, tables={"samples": REPORTS / "samples"}) as run:
        made = analysis(name).gather(run)
    assert made.keys() == committed(name).keys()
    for file, table in made.items():
        assert_same(table, committed(name)[file])
