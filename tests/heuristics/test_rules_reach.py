"""The rules that are open reach everyone who counts, chooses or bids; what can't follow says so."""

from dataclasses import dataclass, fields, replace
from types import SimpleNamespace

import pandas as pd
import pytest
from made_up import invented, table_index

from moon_sim import Rules, Trump, contract_odds, format_tiles, trial
from moon_sim.game import AUCTION_AND_SCORE, NUMBER_BIDS, PASS, as_mask, number_bids
from moon_sim.heuristics import choosing
from moon_sim.heuristics.certain import certain_tricks
from moon_sim.heuristics.choosing import Choice, Selector
from moon_sim.heuristics.counting import point_count
from moon_sim.heuristics.discard_rules import DISCARD_RULES
from moon_sim.heuristics.hand_features import features, features_frame
from moon_sim.heuristics.laydown import Verdict, judge, laydowns
from moon_sim.heuristics.registry import selector, selectors
from moon_sim.heuristics.trump_rules import TRUMP_RULES
from moon_sim.trials import truth as truth_home

DEFAULT = Rules()
OTHERS = [
    replace(DEFAULT, **{field.name: not value if isinstance(value, bool) else (value + 1) % 3})
    for field in fields(Rules)
    for value in [getattr(DEFAULT, field.name)]
]
TURNED = Rules(doubles_high_to_low=False)
ELSEWHERE = [rules for rules in OTHERS if rules.own.keys() <= {*AUCTION_AND_SCORE}]
"""Rules that differ in the auction, or in what a match does with the points."""

WIDOW_SEEN = [rules for rules in OTHERS if not rules.trump_before_widow]
"""Rules by which a declarer names trump as `choose` does."""

LOW = "3-3 2-2 1-1 0-0 6-5 6-4 6-3"
"""Turned round, the four doubles draw the three others, and 6-5 heads the sixes: a laydown."""

FIVE = "4-4 3-3 2-2 1-1 0-0 6-5 6-4"

HIGH = "6-6 5-5 4-4 3-3 6-1 5-2 4-1 2-1"
"""The four highest doubles draw the three others."""


def test_every_field_is_tried():
    assert TURNED in OTHERS
    assert len(OTHERS) == len(fields(Rules)) == len(set(OTHERS))


# --- What is counted -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: features(LOW, 6, rules),
        lambda rules: certain_tricks(LOW, 6, rules=rules),
        lambda rules: point_count(LOW, rules),
        lambda rules: selector("random").choose(HIGH, rules=rules),
        lambda rules: contract_odds(LOW, "2-1", 6, 1, 1, rules=rules),
        lambda rules: trial(["longest"], holdings=2, seed=1, rules=rules),
    ],
)
@pytest.mark.parametrize("given", ["doubles", None])
def test_what_are_no_rules_is_refused(ask, given):
    with pytest.raises(TypeError, match="rules: expected Rules, got"):
        ask(given)


@pytest.mark.parametrize("rules", ELSEWHERE)
def test_auction_and_match_change_no_count(rules):
    for trump in (Trump.DOUBLES, Trump.SIXES):
        assert features(LOW, trump, rules) == features(LOW, trump)
        assert certain_tricks(LOW, trump, rules=rules) == certain_tricks(LOW, trump)
    assert point_count(LOW, rules) == point_count(LOW)
    hands, discards = [as_mask(LOW)], [as_mask("2-1")]
    assert laydowns(hands, discards, "doubles", seed=1, rules=rules).empty


def test_doubles_turned_round_are_counted_so():
    assert features(LOW, "doubles").top_trumps == 0
    assert features(LOW, "doubles", TURNED)[:5] == (4, 4, 3, 2, 1)
    assert features_frame([LOW], ["doubles"], TURNED)["top_trumps"].tolist() == [4]
    assert certain_tricks(LOW, "doubles", "2-1") == 0
    assert certain_tricks(LOW, "doubles", "2-1", TURNED) == 7
    odds = contract_odds(LOW, "2-1", "doubles", 60, 1, rules=TURNED, view="double-dummy")
    assert odds.p_at_least(7) == 1
    hands, discards = [as_mask(LOW)], [as_mask("2-1")]
    assert judge(hands, discards, "doubles").tolist() == [Verdict.NO]
    assert judge(hands, discards, "doubles", TURNED).tolist() == [Verdict.LAYDOWN]
    (row,) = laydowns(hands, discards, "doubles", seed=1, rules=TURNED).itertuples()
    assert (row.lead, row.blind) == ("0-0", 3432)


def test_a_number_has_the_same_points_however_doubles_stand():
    for hand in (LOW, FIVE):
        assert point_count(hand, TURNED) == point_count(hand)


# --- What is chosen ------------------------------------------------------------------------------

THUMB = [*TRUMP_RULES, *(f"longest+{rule}" for rule in DISCARD_RULES)]


@pytest.mark.parametrize("rules", ELSEWHERE)
@pytest.mark.parametrize("name", [*THUMB, "sampled-1"])
def test_auction_and_match_change_no_choice(name, rules):
    one = selector(name)
    assert one.choose(HIGH, 5, 1, rules=rules) == one.choose(HIGH, 5, 1)
    if one.bids and not one.by_odds:
        assert one.bid(LOW, 1, rules=rules) == one.bid(LOW, 1)


@pytest.mark.parametrize(
    ("name", "holding", "before", "after"),
    [
        # Doubles from the top, 4, are as many as 6-6 and three outside; turned, none is on top, but
        # all four are outside with the ones, which are the longest.
        ("sure-tricks", HIGH, ("2-1", "doubles"), ("5-2", "1")),
        # Four outside doubles, and the fours longest; turned, four from the top and longer.
        ("sure-tricks", "3-3 2-2 1-1 0-0 6-5 6-4 5-4 4-1", ("6-5", "4"), ("4-1", "doubles")),
        # Three of the four would have to draw the others: 6-6 is none of the top three.
        ("double-led", "6-6 6-5 6-1 5-5 4-4 4-3 3-2 1-1", ("3-2", "doubles"), ("3-2", "none")),
        ("laydown", f"{LOW} 2-1", None, ("2-1", "doubles")),
        # 4-4, 6-4 and four outside doubles, 5; turned, 5, too, and longer.
        ("weighted", f"{FIVE} 5-2", ("5-2", "4"), ("5-2", "doubles")),
        ("longest", HIGH, ("3-3", "1"), ("3-3", "1")),
    ],
)
def test_choices_with_doubles_turned_round(name, holding, before, after):
    one = selector(name)
    usual, turned = one.choose(holding), one.choose(holding, rules=TURNED)
    assert (turned.discard, str(turned.trump)) == after
    if before:
        assert (usual.discard, str(usual.trump)) == before
    else:
        assert usual != turned


@pytest.mark.parametrize(
    ("name", "hand", "usual", "turned"),
    [
        ("laydown", LOW, PASS, 21),
        ("sure-tricks", HIGH.removesuffix(" 2-1"), 4, 4),
        ("linear", FIVE, 6, 6),
    ],
)
def test_bids_with_doubles_turned_round(name, hand, usual, turned):
    assert selector(name).bid(hand) == usual
    assert selector(name).bid(hand, rules=TURNED) == turned


@pytest.mark.parametrize("rules", WIDOW_SEEN)
def test_odds_are_asked_for_by_the_same_rules(monkeypatch, rules):
    asked = []

    def exchange(holding, layouts, rng, *, rules, **_):
        asked.append(rules)
        contracts = table_index([("2-1", Trump.SIXES)])
        columns = [*(f"p{bid}" for bid in number_bids(rules)), "mean_tricks"]
        return pd.DataFrame([[1.0] * len(columns)], contracts, columns)

    def bids(hand, layouts, rng, *, rules, **_):
        asked.append(rules)
        return SimpleNamespace(points=pd.Series([1.0] + [0] * len(number_bids(rules))))

    monkeypatch.setattr(choosing, "exchange_odds", exchange)
    monkeypatch.setattr(choosing, "bid_odds", bids)
    for one in selectors():
        if one.by_odds:
            assert one.choose(HIGH, rules=rules) == Choice("2-1", Trump.SIXES)
            assert one.bid(LOW, rules=rules) == rules.lowest_bid
    assert asked == [rules] * len(asked)
    assert asked


# --- What others bring ---------------------------------------------------------------------------


def taught(holding, bid, rng, rules=DEFAULT):
    return "2-1", "doubles" if rules.doubles_high_to_low else "none"


def teachable(hand, rng, **options):
    return 4 + options["rules"].first_caller_moves


@pytest.mark.parametrize("rules", WIDOW_SEEN)
def test_who_does_not_take_the_rules_is_refused_by_name(rules):
    def choose(holding, bid, rng):
        return "2-1", "6"

    def call(hand, rng):
        return 4

    one = Selector("mine", "", "me", choose, call)
    assert (one.choose(HIGH), one.bid(LOW)) == (Choice("2-1", Trump.SIXES), 4)
    for ask in (lambda: one.choose(HIGH, rules=rules), lambda: one.bid(LOW, rules=rules)):
        with pytest.raises(ValueError, match=r"rules: mine knows only the default ones, got Rules"):
            ask()
    with pytest.raises(
        ValueError, match=r"mine knows only the default ones|^trial: the rule|^truth: "
    ):
        trial([one], truth=invented([{}] * 2), rules=rules)


def test_who_takes_the_rules_is_told_them():
    one = Selector("mine", "", "me", taught, teachable)
    assert one.choose(HIGH).trump == Trump.DOUBLES
    assert one.choose(HIGH, rules=TURNED).trump == Trump.NONE
    assert one.bid(LOW) == 5
    assert one.bid(LOW, rules=Rules(first_caller_moves=2)) == 6


def test_a_chooser_may_be_any_callable():
    @dataclass
    class Memory:
        """With state, so that it has no hash."""

        seen: list

        def __call__(self, holding, bid, rng, *, rules):
            self.seen.append(rules)
            return "2-1", "6"

    memory = Memory([])
    one = Selector("mine", "", "me", memory)
    assert one.choose(HIGH, rules=TURNED) == one.choose(HIGH)
    assert memory.seen == [TURNED, DEFAULT]


# --- On trial ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [DEFAULT, TURNED, Rules(winning_score=31)])
def test_a_trial_is_by_its_rules_throughout(monkeypatch, rules):
    told = []

    def choose(holding, bid, rng, rules):
        told.append(rules)
        return format_tiles(holding & -holding), "6"

    def won(case, discard, trump):
        told.append(case.rules)
        return case.wins.setdefault((discard, trump), dict.fromkeys(NUMBER_BIDS, 0))

    def best(held, rules, _):
        told.append(rules)
        return [(format_tiles(held & -held), "6")]

    monkeypatch.setattr(truth_home.Truth, "won", won)
    monkeypatch.setattr(truth_home, "_best_contracts", best)
    found = trial([Selector("mine", "", "me", choose)], 2, seed=1, rules=rules)
    assert found.rules == rules
    assert set(told) == {rules}
    assert len(told) > 2 * 4
