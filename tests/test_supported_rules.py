"""Whoever takes rules follows each that is not as by default, or refuses it by name."""

from collections.abc import Callable
from dataclasses import fields

import pytest

import moon_sim
from moon_sim import Rules
from moon_sim.defence import HiddenContract, brackets
from moon_sim.defence.searcher import Searcher
from moon_sim.game import AUCTION_AND_SCORE, PLAY
from moon_sim.game.house_rules import CHOICE_OF_TRUMP, check_supported
from moon_sim.heuristics.certain import certain_tricks
from moon_sim.heuristics.laydown import judge, laydowns
from moon_sim.odds import exchange_odds, look_up_bids, look_up_plans, rank_exchanges
from moon_sim.reporting import example
from moon_sim.solver import best_plans, holding_plans, lead_tricks
from moon_sim.solver.values import count_nodes
from moon_sim.trials import trial

HAND = "6-6 6-5 6-3 5-5 4-1 3-1 2-1"
HOLDING = f"{HAND} 1-1"
MASK, DISCARD = (moon_sim.parse_tiles(text) for text in (HAND, "1-1"))
DEAL = "6-6 6-4 | 6-5 4-4 | 5-3 0-0"
HANDS = [moon_sim.Deal.parse(DEAL).hands]

SUIT, FIRST = "leader_names_suit", "first_lead_must_be_trump"
WIDOW, LOWEST = "trump_before_widow", "lowest_bid"


def at_play(rules: Rules) -> moon_sim.Observation:
    early = "trump=6 " if rules.trump_before_widow else ""
    seen = moon_sim.Observation.start(HAND, 0, rules=rules).after(f"7 pass pass {early}")
    return seen.after("widow=1-1,out=2-1,trump=6", "6-6 6-4 6-2", "6-5 6-1 5-3")


ASKED: dict[str, tuple[Callable[[Rules], object], set[str]]] = {
    # By name: how to ask, and which rules are refused.
    "solve": (lambda rules: moon_sim.solve(DEAL, 6, rules=rules), set()),
    "solve_plays": (lambda rules: moon_sim.solve_plays(DEAL, 6, rules=rules), set()),
    "best_line": (lambda rules: moon_sim.best_line(DEAL, 6, rules=rules), set()),
    "arena": (
        lambda rules: moon_sim.arena(["random"] * 2, 2, seed=1, workers=1, rules=rules),
        set(),
    ),
    "solve_batch": (lambda rules: moon_sim.solve_batch(HANDS, 6, rules=rules), set()),
    "count_nodes": (lambda rules: count_nodes(HANDS, 6, rules=rules), set()),
    "lead_tricks": (
        lambda rules: lead_tricks(HANDS[0][0], [HANDS[0][1:]], 6, rules=rules),
        {SUIT},
    ),
    "best_plans": (
        lambda rules: best_plans([HANDS[0][0]], [HANDS[0][1:]], [5, 6], [1], rules=rules),
        {SUIT, WIDOW},
    ),
    "holding_plans": (lambda rules: holding_plans(HOLDING, rules), {SUIT, WIDOW}),
    "contract_odds": (
        lambda rules: moon_sim.contract_odds(HAND, "1-1", 6, 2, 1, rules=rules),
        {SUIT},
    ),
    "exchange_odds": (lambda rules: exchange_odds(HOLDING, 2, 1, rules=rules), {SUIT, WIDOW}),
    "rank_exchanges": (
        lambda rules: rank_exchanges(HOLDING, 2, 1, trump=[5, 6], rules=rules),
        {SUIT, WIDOW},
    ),
    "bid_odds": (lambda rules: moon_sim.bid_odds(HAND, 2, 1, trump=6, rules=rules), {SUIT}),
    "best_defence": (lambda rules: brackets(HAND, "1-1", 6, 4, rules=rules), {SUIT, FIRST}),
    "certain_tricks": (lambda rules: certain_tricks(HAND, 6, rules=rules), {SUIT, FIRST}),
    "judge": (lambda rules: judge([MASK], [DISCARD], 6, rules), {SUIT, FIRST}),
    "laydowns": (
        lambda rules: laydowns([MASK], [DISCARD], 6, seed=1, rules=rules),
        {SUIT, FIRST},
    ),
    "choose": (
        lambda rules: moon_sim.selector("longest").choose(HOLDING, rules=rules),
        {WIDOW},
    ),
    "play_odds": (lambda rules: moon_sim.play_odds(at_play(rules)), set()),
    "trial": (
        lambda rules: trial(["longest"], 2, 1, targets=[7], own_bids=False, rules=rules),
        {SUIT, WIDOW, LOWEST},
    ),
}

ALL = [field.name for field in fields(Rules)]


def other(name: str) -> Rules:
    value = getattr(Rules(), name)
    return Rules(**{name: not value if isinstance(value, bool) else value - 1})


def test_each_rule_bears_on_one_thing():
    assert sorted(ALL) == sorted([*AUCTION_AND_SCORE, *CHOICE_OF_TRUMP, *PLAY])


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("function", ASKED)
def test_a_rule_is_followed_or_refused_by_name(function, name):
    ask, refused = ASKED[function]
    if name in refused:
        with pytest.raises(ValueError, match=f"^{function}: the rule {name} is not supported$"):
            ask(other(name))
    elif function != "trial" or name == "winning_score":  # which takes its time
        ask(other(name))


def test_what_are_no_rules_is_refused():
    with pytest.raises(TypeError, match="rules: expected Rules, got 'lowest_bid=3'"):
        check_supported("lowest_bid=3", "solve")


NO_DOUBLES = Rules(doubles_may_be_trump=False)


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: moon_sim.solve(DEAL, 7, rules=rules),
        lambda rules: moon_sim.solve_plays(DEAL, "doubles", rules=rules),
        lambda rules: moon_sim.best_line(DEAL, 7, rules=rules),
        lambda rules: moon_sim.solve_batch(HANDS * 2, [6, 7], rules=rules),
        lambda rules: best_plans([HANDS[0][0]], [HANDS[0][1:]], [6, 7], [1], rules=rules),
        lambda rules: lead_tricks(HANDS[0][0], [HANDS[0][1:]], 7, rules=rules),
        lambda rules: moon_sim.contract_odds(HAND, "1-1", 7, 2, 1, rules=rules),
        lambda rules: exchange_odds(HOLDING, 2, 1, trump=7, rules=rules),
        lambda rules: rank_exchanges(HOLDING, 2, 1, trump=[6, 7], rules=rules),
        lambda rules: moon_sim.bid_odds(HAND, 2, 1, trump="doubles", rules=rules),
        lambda rules: brackets(HAND, "1-1", 7, 4, rules=rules),
        lambda rules: certain_tricks(HAND, 7, rules=rules),
        lambda rules: judge([MASK], [DISCARD], 7, rules),
        lambda rules: laydowns([MASK], [DISCARD], 7, rules=rules),
    ],
)
def test_doubles_are_no_trump_where_they_may_not_be(ask):
    with pytest.raises(moon_sim.IllegalPlayError, match="doubles may not be trump"):
        ask(NO_DOUBLES)


def test_no_choice_of_trump_falls_on_doubles_where_they_may_not_be():
    doubles = "6-6 5-5 4-4 3-3 2-2 1-1 6-1 0-0"  # with which everybody names them, or none
    hand = doubles.removesuffix(" 0-0")
    assert moon_sim.Trump.DOUBLES in holding_plans(doubles)[:, 2]
    plans = holding_plans(doubles, NO_DOUBLES)
    assert moon_sim.Trump.DOUBLES not in plans[:, 2]
    among = [trump for trump in moon_sim.Trump if trump != 7]
    same = rank_exchanges(doubles, 5, 1, trump=among, top=1).table
    assert rank_exchanges(doubles, 5, 1, top=1, rules=NO_DOUBLES).table.equals(same)
    odds = moon_sim.bid_odds(hand, 2, 1, rules=NO_DOUBLES)
    assert odds.p_make.equals(moon_sim.bid_odds(hand, 2, 1, trump=among).p_make)
    assert list(odds.by_trump.index) == among
    assert "doubles" not in exchange_odds(doubles, 2, 1, rules=NO_DOUBLES).index
    for one in moon_sim.selectors():
        if not one.by_odds:
            named = {one.choose(doubles, seed=seed, rules=NO_DOUBLES).trump for seed in range(9)}
            assert moon_sim.Trump.DOUBLES not in named


@pytest.mark.parametrize("name", [SUIT, WIDOW, LOWEST])
def test_an_atlas_is_not_asked_by_rules_that_it_does_not_know(install, whole_atlas, name):
    install(whole_atlas)
    assert look_up_bids(HAND) is not None
    assert look_up_bids(HAND, rules=other(name)) is None
    assert look_up_plans(moon_sim.parse_tiles(HOLDING), rules=other(name)) is None
    for ask in (
        lambda: moon_sim.bid_odds(HAND, source="atlas", rules=other(name)),
        lambda: look_up_bids(HAND, required=True, rules=other(name)),
    ):
        with pytest.raises(ValueError, match=r"atlas|not supported"):
            ask()


def test_no_search_for_the_best_defence_starts_where_leaders_name_the_suit():
    contract = HiddenContract(MASK, DISCARD, moon_sim.Trump.SIXES, Rules(leader_names_suit=True))
    with pytest.raises(ValueError, match="best_defence: the rule leader_names_suit is not"):
        Searcher(contract)


def test_a_page_of_a_hand_is_of_the_usual_bids():
    odds = moon_sim.bid_odds(HAND, 2, 1, trump=6, rules=Rules(lowest_bid=3))
    with pytest.raises(ValueError, match="hand_page: the rule lowest_bid is not supported"):
        example(odds)
