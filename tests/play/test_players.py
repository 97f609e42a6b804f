"""Players: they do what is legal, by what their seat sees, and the same with the same seed."""

import naive
import naive_match
import numpy as np
import pytest
from random_play import HOUSES, begun, played
from test_against_the_oracle import twins

from moon_sim import atlas, contract_odds, play_odds
from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    IllegalPlayError,
    Rules,
    as_seed,
    as_tile,
    random_deals,
    tile_ids,
    tile_name,
)
from moon_sim.heuristics import selector
from moon_sim.play import (
    Call,
    Exchange,
    Observation,
    Play,
    Player,
    State,
    bidding,
    player,
    players,
    register_player,
    roster,
)
from moon_sim.play.pimc import in_order_of_merit, strength, tricks_after
from moon_sim.solver import holding_plans, solve, trumps_by_strength, warm_up

BLIND = ["random", "rules:point-count", "rules:sure-tricks", "pimc-8"]
"""Players whose bids need no exact odds; those of pimc are tried from the exchange on."""


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    warm_up()


KNOWN = [
    one for one in HOUSES if not {"leader_names_suit", "first_lead_must_be_trump"} & {*one.own}
]


def finished(seed, names, rules=DEFAULT_RULES):
    """A hand played out by three players, from a contract that seat 0 has at 5."""
    state, _ = begun(3 * seed, rules)
    for call in ("5", "pass", "pass"):
        state = state.apply(call)
    rng = as_seed(seed)
    while state.seat is not None:
        state = state.apply(player(names[state.seat]).act(state, rng))
    return state


@pytest.mark.parametrize("name", ["random", "rules:point-count", "pimc-8", "open"])
@pytest.mark.parametrize("rules", KNOWN, ids=repr)
def test_players_finish_hands_by_every_house_rule_that_they_know(name, rules):
    state = finished(1, [name] * 3, rules)
    assert state.is_hand_over
    assert sum(state.tricks) == 7


def test_what_a_player_does_not_know_it_refuses():
    rules = HOUSES[4]
    assert rules.leader_names_suit
    assert finished(1, ["random"] * 3, rules).is_hand_over


@pytest.mark.parametrize("name", BLIND)
def test_the_same_seed_gives_the_same_hand(name):
    first = finished(2, [name] * 3)
    assert first == finished(2, [name] * 3)


@pytest.mark.parametrize("name", BLIND)
def test_what_a_seat_can_not_see_changes_nothing(name):
    """Twins differ in hidden tiles alone: each player does the same in both, with the same seed."""
    one = player(name)
    pairs = 0
    for seed in range(6):
        rng = as_seed(seed)
        for state, _ in played(seed, DEFAULT_RULES):
            if state.seat is None or (state.phase != "play" and name.startswith("pimc")):
                continue
            twin = twins(state, state.seat, rng)
            assert one.act(twin, seed) == one.act(state, seed)
            pairs += 1
    assert pairs > 100


def test_a_player_that_peeks_is_found():
    """One who is given the state, and plays by the others' tiles, acts otherwise on a twin."""
    peeking = player("open")
    differ = 0
    for seed in range(6):
        rng = as_seed(seed)
        for state, _ in played(seed, DEFAULT_RULES):
            if state.phase == "play":
                twin = twins(state, state.seat, rng)
                differ += peeking.act(twin, seed) != peeking.act(state, seed)
    assert differ > 0


def test_players_get_an_observation_and_nothing_else():
    got = []

    def noted(seen, rng):
        got.append(type(seen))
        return seen.legal_actions()[0]

    mine = Player("noted", "notes what it is given", noted, noted, noted)
    state, _ = begun(0, DEFAULT_RULES)
    state = state.apply("5").apply("pass").apply("pass")
    while state.seat is not None:
        state = state.apply(mine.act(state))
    assert set(got) == {Observation}


def test_an_illegal_action_is_refused_by_the_player_s_name():
    def wrong(seen, rng):
        return Call(3)

    mine = Player("wrong", "bids 3", wrong, wrong, wrong)
    state, _ = begun(0, DEFAULT_RULES)
    with pytest.raises(IllegalPlayError, match="wrong: 3 is not legal for seat 0"):
        mine.act(state)


# --- What they do --------------------------------------------------------------------------------

SURE = "6-6 6-5 6-4 6-3 6-2 6-1 5-5 | 5-4 5-3 5-2 5-1 4-4 4-3 4-2 | 4-1 3-3 3-2 3-1 2-2 2-1 1-1"


def test_the_open_player_bids_what_it_can_make():
    state = State.start(SURE)
    assert player("open").act(state) == Call(21)
    assert finished_from(state, ["open"] * 3).points == (21, 0, 0)


def test_the_open_player_bids_no_more_than_it_can_make():
    for seed in range(3, 12, 3):
        state, _ = begun(seed, DEFAULT_RULES)
        own, left, right = state.deal.hands
        eight = own | 1 << state.widow
        most = max(
            solve([eight & ~(1 << discard), left, right], trump)
            for discard in tile_ids(eight)
            for trump in range(9)
        )
        right_bid = {7: 21, 6: 6, 5: 5, 4: 4}.get(most, 0)
        assert player("open").act(state) == Call(right_bid)


def finished_from(state, names):
    while state.seat is not None:
        state = state.apply(player(names[state.seat]).act(state, 1))
    return state


def test_the_open_players_reach_the_double_dummy_value():
    for seed in range(4):
        state = finished(seed, ["open"] * 3)
        before = state
        while before.plays:
            before = State.from_dict(
                {**before.to_dict(), "actions": before.to_dict()["actions"][:4]}
            )
        assert state.tricks[0] == solve(list(before.hands), before.trump)


def test_a_selector_s_player_does_as_the_selector():
    for seed in range(5):
        state, _ = begun(3 * seed, DEFAULT_RULES)
        wanted = selector("point-count").bid(state.deal.hands[0])
        assert player("rules:point-count").act(state) == Call(wanted)
        over = state.apply("5") if wanted <= 5 else state
        if wanted <= 5:
            again = selector("point-count").bid(state.deal.hands[1])
            called = again if again > 5 else 0
            assert player("rules:point-count").act(over) == Call(called)


def test_plays_on_all_layouts_are_best_by_hand():
    """With one trick to go for the contract, the tile that can't be beaten is played."""
    state = State.start(SURE).apply("7").apply("pass").apply("pass").apply("out=0-0,trump=6")
    assert player("pimc-32").act(state, 1) == Play(21)  # 6-6, the strongest of plays that all win


def test_equal_plays_are_decided_by_strength_and_not_by_chance():
    state = State.start(SURE).apply("7").apply("pass").apply("pass").apply("out=0-0,trump=6")
    seen = state.observe()
    plays = list(seen.legal_actions())
    alike = np.ones(len(plays))
    assert plays[in_order_of_merit(seen, 0, plays, alike, alike)[0]] == Play(21)
    on_trick = state.apply("6-6").observe()
    follow = on_trick.legal_actions()
    weakest = min(follow, key=lambda play: strength(play.tile, on_trick))
    assert follow[in_order_of_merit(on_trick, 1, follow, alike, alike)[0]] == weakest


@pytest.mark.parametrize("rules", HOUSES, ids=repr)
def test_tricks_after_plays_are_those_of_the_oracle(rules):
    """On the layout that is so, in the last four tricks, for every seat and ply."""
    checked = 0
    for seed in range(5):
        for state, hand in played(seed, rules):
            if state.phase != "play" or state.tricks_left > 4:
                continue
            layouts = np.array([[*state.hands, 0]])
            found = tricks_after(state, layouts, state.legal_actions())[0]
            leader, table = naive_match.tricks(hand)[-1]
            for action, value in zip(state.legal_actions(), found.tolist(), strict=True):
                tile, suit = naive.TILES[action.tile], action.suit
                rest = tuple(held - {tile} for held in naive_match.holdings(hand))
                right = naive_match.open_tricks(
                    rest, [*table, (tile, suit)], leader, state.declarer, state.trump, hand.house
                )
                assert value == right + state.tricks[state.declarer]
                checked += 1
    assert checked > 60


# --- The registry --------------------------------------------------------------------------------


def test_players_are_found_by_name():
    assert [one.name for one in players()][:2] == ["random", "rules:point-count"]
    assert player("pimc-7").name == "pimc-7"
    for wrong, message in [
        ("pimc-0", "pimc-N: N: expected 1 to 4096, got 0"),
        ("pimk-8", "unknown player 'pimk-8'"),
        ("pimc-\uff13", "unknown player"),  # a full-width 3
        ("rules:none", "unknown"),
        ("rules:longest-suit-of-all", "unknown"),
    ]:
        with pytest.raises(ValueError, match=message):
            player(wrong)
    with pytest.raises(TypeError, match="player: expected a name, got 5"):
        player(5)


def test_users_add_their_own(monkeypatch):
    monkeypatch.setattr(roster, "_REGISTERED", dict(roster._REGISTERED))

    def first(seen, rng):
        return seen.legal_actions()[0]

    register_player(Player("first", "the first that is legal", first, first, first))
    assert player("first").act(State.start(SURE)) == Call(0)
    with pytest.raises(ValueError, match="player name 'first' is taken"):
        register_player(player("first"))
    with pytest.raises(ValueError, match="'pimc-3' is taken"):
        register_player(Player("pimc-3", "", first, first, first))
    with pytest.raises(TypeError, match="expected a Player, got str"):
        register_player("first")
    with pytest.raises(ValueError, match="player name: expected letters"):
        Player("a b", "", first, first, first)


def test_an_exchange_follows_the_trump_that_was_named_first():
    rules = HOUSES[2]
    assert rules.trump_before_widow
    state, _ = begun(0, rules)
    state = state.apply("5").apply("pass").apply("pass")
    for name in ("rules:point-count", "pimc-8", "open"):
        named = player(name).act(state, 1)
        done = player(name).act(state.apply(named), 1)
        assert isinstance(done, Exchange)
        assert done.trump == named.trump


def test_a_bid_of_3_has_a_plan_of_its_own():
    """No other discard makes 3 on more layouts, by odds that no race worked out."""
    rules = Rules(lowest_bid=3)
    deal, _ = next(random_deals(np.random.default_rng(1)))
    holding = deal.hands[0] | ALL_TILES & ~sum(deal.hands)
    discard, trump, lead = bidding.best_exchange(holding, 3, rules)

    def odds(out, named):
        hand = holding & ~(1 << out)
        return contract_odds(hand, tile_name(out), named, view="blind-lead", rules=rules)

    found = odds(discard, trump)
    assert found.leads[tile_name(lead)].p_at_least(3) == found.p_at_least(3)
    for out in tile_ids(holding):
        assert odds(out, trumps_by_strength(holding, rules)[0]).p_at_least(3) <= found.p_at_least(3)


def test_a_holding_that_is_not_built_is_worked_out(whole_atlas, monkeypatch):
    hand = State.start(SURE).deal.hands[0]
    monkeypatch.setenv("MOON_SIM_ATLAS", str(whole_atlas))
    monkeypatch.setattr(atlas, "built", lambda masks, rules: np.array([False]))
    computed = bidding.best_exchange(hand | 1, 6, Rules(winning_score=30))
    assert computed == tuple(holding_plans(hand | 1)[2, 1:].tolist())


def test_a_set_that_pays_the_others_is_no_free_bid(monkeypatch):
    """At 2 % a 21 costs nothing by its own points, but gives 21 to each of the others."""
    monkeypatch.setattr(bidding, "chances", lambda hand, rules: (0.3, 0.1, 0.05, 0.02))
    for rules in (DEFAULT_RULES, Rules(set_pays_defenders=True)):
        assert player("pimc-8").act(State.start(SURE, rules=rules)) == Call(0)
    monkeypatch.setattr(bidding, "chances", lambda hand, rules: (0.9, 0.8, 0.05, 0.02))
    for rules in (DEFAULT_RULES, Rules(set_pays_defenders=True)):
        assert player("pimc-8").act(State.start(SURE, rules=rules)) == Call(4)


def test_advice_on_a_call_is_refused_where_a_set_costs_nothing():
    seen = State.start(SURE, rules=Rules(set_pays_defenders=True)).observe()
    with pytest.raises(ValueError, match="play_odds: the rule set_pays_defenders is not supported"):
        play_odds(seen, 1, 1)


def test_what_was_looked_up_is_forgotten_with_its_atlas(whole_atlas, monkeypatch):
    hand, rules = State.start(SURE).deal.hands[0], DEFAULT_RULES
    monkeypatch.setenv("MOON_SIM_ATLAS", str(whole_atlas))
    made_up = bidding.best_exchange(hand | 1, 5, rules)
    there = atlas.holding(hand | 1).plan(5)
    assert made_up == (as_tile(there[0]), there[1], as_tile(there[2]))
    monkeypatch.setenv("MOON_SIM_ATLAS", str(whole_atlas / "none"))
    with pytest.warns(RuntimeWarning, match="what it should tell is computed"):
        computed = bidding.best_exchange(hand | 1, 5, rules)
    assert computed == tuple(holding_plans(hand | 1)[1, 1:].tolist())
