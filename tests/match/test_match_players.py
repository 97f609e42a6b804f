"""Players who bid by the match table: known by name, and calling as often as the table says."""

import numpy as np
import pytest

from moon_sim import atlas, player, players
from moon_sim.game import Rules
from moon_sim.match.results import auction_tree
from moon_sim.match.tables import MatchError, match_table
from moon_sim.play import Call, Observation

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"


def test_they_are_listed_after_those_of_the_room_of_players():
    names = [one.name for one in players()]
    assert {"match", "points", "points-greedy"} <= set(names[names.index("open") + 1 :])


@pytest.mark.parametrize("name", ["match", "points"])
@pytest.mark.parametrize("calls", [(), (0,), (4, 0)])
def test_they_call_as_often_as_the_table_says(name, calls):
    """The first caller is in seat 2, and scores are by seat."""
    me = (2 + len(calls)) % 3
    seen = Observation.start(HAND, me, scores=(20, 18, 19), first_caller=2)
    for call in calls:
        seen = seen.after(str(Call(call)))
    rng = np.random.default_rng(4)
    found = [player(name).call(seen, rng).bid for _ in range(400)]
    table, tree = match_table(), auction_tree()
    turn = tree.turn[tree.deeds.index(calls)]
    own = table.classes.of(atlas.hand(HAND).p_make.to_numpy())
    shares = table.strategy((19, 20, 18), name)[turn, own]
    for deed, call in enumerate(tree.choices(tree.deeds.index(calls))):
        spread = np.sqrt(shares[deed] * (1 - shares[deed]) / 400)
        assert found.count(call) / 400 == pytest.approx(shares[deed], abs=4 * spread + 1e-9)


def test_greedy_ones_bid_as_if_nobody_else_were_bidding():
    seen = Observation.start(HAND, 0)
    rng = np.random.default_rng(1)
    assert player("points-greedy").call(seen, rng) == player("pimc-64").call(seen, rng)


def test_without_a_table_they_say_so():
    seen = Observation.start(HAND, 0, rules=Rules(winning_score=31))
    with pytest.raises(MatchError, match="no match table for"):
        player("match").call(seen, np.random.default_rng(1))
