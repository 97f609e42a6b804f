"""What a declarer can guarantee from the middle of the play on, against plain enumeration."""

from functools import cache

import naive_match
import pytest
from random_play import declared, the_same

from moon_sim import best_defence, play_odds
from moon_sim.game import format_tiles, tile_name
from moon_sim.play import player

FOREVER = float("inf")


def most_won(hand, action):
    """The most worlds that one strategy of the declarer wins after a play, and how many there are.

    The declarer sees its tiles and what is played; the defenders see everything. A strategy is a
    tile for whatever has been seen, so one of its turns has one tile for all worlds that look
    alike. All strategies are gone through: a family holds the sets of worlds that they win.
    """
    by, trump, house = naive_match.declarer(hand), naive_match.named_trump(hand), hand.house
    worlds = naive_match.worlds(hand, by)
    leader, table = naive_match.tricks(hand)[-1]
    needed = min(naive_match.bid(hand), 7) - naive_match.taken(hand)[by]

    @cache
    def family(possible, table, leader, needed):
        """`possible`: pairs of a world's number and the hands that are left in it."""
        if len(table) == 3:
            taker = (leader + naive_match.taker(table, trump, house)) % 3
            return family(possible, (), taker, needed - (taker == by))
        seat = (leader + len(table)) % 3
        every = frozenset(number for number, _ in possible)
        if not any(hands[seat] for _, hands in possible):
            return {every if needed <= 0 else frozenset()}
        ways = {}  # by play, the worlds in which it is legal, after it
        for number, hands in possible:
            for play in naive_match.legal_plays(hands[seat], table, trump, house):
                rest = tuple(held - {play[0]} for held in hands)
                ways.setdefault(play, set()).add((number, rest))
        after = {
            play: family(frozenset(where), (*table, play), leader, needed)
            for play, where in ways.items()
        }
        if seat == by:
            return set().union(*after.values())
        won = {every}
        for play, sets in after.items():
            elsewhere = every - {number for number, _ in ways[play]}
            won = {one & (elsewhere | then) for one in won for then in sets}
            won = {one for one in won if not any(one < other for other in won)}
        return won

    _, tile, suit = action
    possible = frozenset(
        (number, tuple(held - {tile} for held in hands)) for number, (hands, _) in enumerate(worlds)
    )
    sets = family(possible, (*table, (tile, suit)), leader, needed)
    return max(map(len, sets)), len(worlds)


def test_what_is_proven_equals_plain_enumeration_of_endings():
    tried, torn, places, voids = 0, 0, set(), 0
    for seed in (51, 58, 175, 188):
        for state, hand in declared(seed):
            few = 3 if seed != 175 else 4
            if state.seat != state.declarer or not 1 < state.tricks_left <= few:
                continue
            for row in play_odds(state.observe(), time_limit=FOREVER).rows:
                most, n = most_won(hand, the_same(row["action"]))
                assert row["n"] == n
                assert row["proven"] == row["proven_high"] == pytest.approx(most / n)
                tried += 1
                torn += row["proven"] < row["p_make"]
            places.add(len(state.trick))
            voids += n < 20 and state.tricks_left == 3
    assert tried > 20
    assert places == {0, 1, 2}
    assert voids > 2
    assert torn > 1


def test_at_the_opening_lead_it_is_best_defence():
    state, _ = next(declared(14))
    odds = play_odds(state.observe(), time_limit=FOREVER)
    seen = odds.observation
    hand, discard = format_tiles(seen.hand), tile_name(seen.discard)
    bracket = best_defence(hand, discard, state.trump, 4, FOREVER)
    assert odds.table["proven"].max() == pytest.approx(bracket.p_low)


def test_a_guess_in_the_middle_of_the_play_is_not_won_twice():
    worse = 0
    for seed in (20, 42, 61, 200):
        for state, _ in declared(seed):
            if state.seat == state.declarer and state.tricks_left in (4, 5):
                table = play_odds(state.observe(), time_limit=FOREVER).table
                assert (table["proven"] == table["proven_high"]).all()
                assert (table["proven"] <= table["p_make"]).all()
                worse += (table["proven"] < table["p_make"]).any()
    assert worse > 3


def test_time_that_is_up_leaves_true_bounds():
    state, _ = next(declared(4))
    table = play_odds(state.observe(), time_limit=1e-9).table
    assert (table["proven"] == 0).sum() > 3
    assert (table["proven_high"] <= table["p_make"]).all()


def test_only_a_declarer_that_counts_all_layouts_has_a_proof():
    states = [state for state, _ in declared(0)]
    declarers = next(one for one in states[3:] if one.seat == one.declarer)
    others = next(one for one in states[3:] if one.seat != one.declarer)
    assert "proven" in play_odds(declarers.observe()).table
    assert "proven" not in play_odds(declarers.observe(), time_limit=None).table
    assert "proven" not in play_odds(declarers.observe(), 5, 1).table
    assert "proven" not in play_odds(others.observe()).table
    with pytest.raises(ValueError, match="time_limit: expected a number above 0, got 0"):
        play_odds(declarers.observe(), time_limit=0)


def test_the_player_plays_what_is_proven_to_make_the_most():
    """Of all that `most_won` counts for its plays none is more than that of the one it plays."""
    tried = torn = 0
    for seed in (51, 58, 175, 188):
        for state, hand in declared(seed):
            few = 3 if seed != 175 else 4
            if state.seat != state.declarer or not 1 < state.tricks_left <= few:
                continue
            most = {action: most_won(hand, the_same(action))[0] for action in state.legal_actions()}
            chosen = player("proven").act(state, 1)
            assert most[chosen] == max(most.values())
            tried += 1
            torn += min(most.values()) < max(most.values())
    assert tried > 8
    assert torn > 2
