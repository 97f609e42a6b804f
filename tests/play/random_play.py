"""Hands played at random, by moon_sim and by the oracle side by side."""

from dataclasses import asdict
from itertools import islice

import naive
import naive_match
import numpy as np
from helpers import to_mask, to_tiles

from moon_sim.game import Rules, Trump, as_seed, random_deals
from moon_sim.play import Action, Call, Exchange, Name, State
from moon_sim.solver import holding_plans

HOUSES = [
    Rules(),
    Rules(last_caller_must_bid=True, lowest_bid=3),
    Rules(trump_before_widow=True),
    Rules(doubles_may_be_trump=False),
    Rules(leader_names_suit=True),
    Rules(doubles_high_to_low=False),
    Rules(first_lead_must_be_trump=True),
    Rules(set_pays_defenders=True, made_moon_wins_match=False),
    Rules(declarer_wins_ties=True, winning_score=5),
    Rules(trump_before_widow=True, leader_names_suit=True, first_lead_must_be_trump=True),
]


def the_same(action: Action) -> naive_match.Action:
    """An action as the oracle writes it."""
    if isinstance(action, Call):
        return ("call", action.bid)
    if isinstance(action, Name):
        return ("name", int(action.trump))
    if isinstance(action, Exchange):
        return ("exchange", naive.TILES[action.discard], int(action.trump))
    return ("play", naive.TILES[action.tile], action.suit)


def begun(seed: int, rules: Rules, scores=(0, 0, 0)) -> tuple[State, naive_match.Hand]:
    """A hand that begins, twice."""
    (deal, widow), first = next(islice(random_deals(seed), 1)), seed % 3
    state = State.start(deal, first_caller=first, scores=scores, rules=rules)
    dealt = tuple(frozenset(to_tiles(hand)) for hand in deal.hands)
    house = naive_match.House(**asdict(rules))
    (left,) = to_tiles(widow)
    return state, naive_match.Hand(dealt, left, first, tuple(scores), house)


def played(seed: int, rules: Rules, scores=(0, 0, 0), actions: int | None = None):
    """States of a hand played at random, with the oracle's, from the start on."""
    rng = as_seed(seed)
    state, hand = begun(seed, rules, scores)
    yield state, hand
    made = 0
    while state.seat is not None and made != actions:
        action = some(rng, state)
        state, hand = state.apply(action), naive_match.act(hand, the_same(action))
        yield state, hand
        made += 1


def declared(seed: int):
    """States of the play of a hand whose declarer bid 4 and chose well; the play is at random."""
    rng = as_seed(seed)
    state, hand = begun(seed, Rules())
    holding = state.deal.hands[state.seat] | 1 << state.widow
    _, discard, trump, _ = holding_plans(holding)[0].tolist()
    wanted: list[Action] = [Call(4), Call(0), Call(0), Exchange(discard, Trump(trump))]
    while state.seat is not None:
        action = wanted.pop(0) if wanted else some(rng, state)
        state, hand = state.apply(action), naive_match.act(hand, the_same(action))
        if state.phase == "play":
            yield state, hand


def some(rng: np.random.Generator, state: State) -> Action:
    """An action at random, a bid more often than a pass."""
    legal = state.legal_actions()
    if state.phase == "call" and len(legal) > 1 and rng.random() < 0.5:
        legal = legal[1:2]
    return legal[rng.integers(len(legal))]


def world_of(hands, out) -> tuple[int, ...]:
    """A layout of the oracle as masks."""
    return (*map(to_mask, hands), to_mask([out]))
