"""The lookup arrays, entry by entry against the plain rules and the oracle."""

import itertools
from itertools import permutations, product

import naive
import numpy as np
import pytest

from moon_sim.game.house_rules import Rules
from moon_sim.game.rules import (
    TRUMP_SUIT,
    Trump,
    led_suit,
    suits,
    suits_to_lead,
    trick_winner,
)
from moon_sim.kernels.state import TRUMP_PLACE
from moon_sim.solver.tables import RuleTables, rule_tables

TABLES = rule_tables()
LOW_DOUBLES = Rules(doubles_high_to_low=False)
TILE_IDS = range(22)

every_trump = pytest.mark.parametrize("trump", Trump)
both_rules = pytest.mark.parametrize("rules", [Rules(), LOW_DOUBLES], ids=["default", "low"])


def named(suit: int, trump: int) -> int:
    """moon_sim's name of a suit that naive calls by its number."""
    return TRUMP_SUIT if suit == trump else suit


def places(tiles, trump: int, tables: RuleTables = TABLES) -> int:
    """The mask of the places of tiles."""
    return sum(1 << int(tables.place[trump, tile]) for tile in tiles)


@pytest.mark.parametrize("name", RuleTables._fields)
def test_arrays_are_read_only(name):
    table = getattr(rule_tables(), name)
    assert not table.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        table[:] = 0


def test_arrays_have_the_shapes_and_types_that_kernels_are_compiled_for():
    shapes = {
        "place": (9, 22),
        "trumps": (9,),
        "follow": (9, 8),
        "lead": (9, 22),
        "lower": (9, 22),
        "twice": (9,),
        "over": (9, 22),
        "under": (9, 22),
        "same": (9, 22),
        "beats": (9, 8, 22),
        "alike": (128, 128),
        "unbeaten": (128, 128),
        "packed": (128, 128),
    }
    assert {name: table.shape for name, table in TABLES._asdict().items()} == shapes
    for name, table in TABLES._asdict().items():
        assert table.dtype == (np.uint8 if name in ("alike", "unbeaten", "packed") else np.int64)
        assert table.flags.c_contiguous


def test_same_rules_give_the_same_arrays_again():
    # The kernels' callers ask at each call.
    assert rule_tables() is rule_tables()
    assert rule_tables(LOW_DOUBLES) is rule_tables(Rules(doubles_high_to_low=False))


@both_rules
@every_trump
def test_places_are_a_permutation_with_the_trumps_on_top(trump, rules):
    place = rule_tables(rules).place[trump]
    assert sorted(place) == list(TILE_IDS)
    trumps = {i for i in TILE_IDS if naive.is_trump(naive.TILES[i], trump)}
    # From place 21 downwards, and nothing else among them.
    assert {i for i in TILE_IDS if place[i] >= 22 - len(trumps)} == trumps
    assert all(place[i] >= TRUMP_PLACE for i in trumps)


@both_rules
@every_trump
def test_higher_place_is_stronger_inside_every_suit(trump, rules):
    place = rule_tables(rules).place[trump]
    turn = -1 if rules == LOW_DOUBLES and trump == Trump.DOUBLES else 1
    for suit in {suit for pips in naive.TILES for suit in naive.suits(pips, trump)}:
        members = [i for i in TILE_IDS if suit in naive.suits(naive.TILES[i], trump)]
        turned = turn if suit == trump else 1
        by_rank = sorted(members, key=lambda i: turned * naive.rank(naive.TILES[i], suit))
        assert sorted(members, key=lambda i: place[i]) == by_rank


@every_trump
def test_trumps_are_the_oracles(trump):
    trumps = [i for i in TILE_IDS if naive.is_trump(naive.TILES[i], trump)]
    assert TABLES.trumps[trump] == places(trumps, trump)
    assert len(trumps) == (1 if trump == 0 else 6 if trump < 7 else 7 if trump == 7 else 0)


@every_trump
def test_follow_is_the_oracles_suits(trump):
    for suit in range(TRUMP_SUIT + 1):
        members = [
            i
            for i in TILE_IDS
            if suit in {named(s, trump) for s in naive.suits(naive.TILES[i], trump)}
        ]
        assert TABLES.follow[trump, suit] == places(members, trump)


@every_trump
def test_lead_is_the_oracles_led_suit(trump):
    for i in TILE_IDS:
        expected = named(naive.led_suit(naive.TILES[i], trump), trump)
        assert TABLES.lead[trump, TABLES.place[trump, i]] == expected


@every_trump
def test_follow_of_a_lead_gives_the_oracles_legal_plays(trump):
    for i in TILE_IDS:
        suit = TABLES.lead[trump, TABLES.place[trump, i]]
        legal = naive.legal(naive.TILES, naive.TILES[i], trump)
        assert TABLES.follow[trump, suit] == places(map(naive.TILES.index, legal), trump)


def wins(plays, trump: int, rules: Rules) -> bool:
    """Does the last tile take the trick? By the oracle, which knows the default rules alone."""
    if rules == Rules():
        return naive.trick_winner([naive.TILES[i] for i in plays], trump) == len(plays) - 1
    return trick_winner(plays, trump, rules) == len(plays) - 1


@both_rules
@every_trump
def test_beats_says_who_takes_the_trick_from_the_tile_that_wins_so_far(trump, rules):
    tables = rule_tables(rules)
    place = [int(at) for at in tables.place[trump]]
    asked = 0
    for lead, tile in permutations(TILE_IDS, 2):
        suit = tables.lead[trump, place[lead]]
        said = bool(tables.beats[trump, suit, place[lead]] >> place[tile] & 1)
        assert said == wins((lead, tile), trump, rules)
    for lead, winning, tile in permutations(TILE_IDS, 3):
        if wins((lead, winning), trump, rules):
            suit = tables.lead[trump, place[lead]]
            said = bool(tables.beats[trump, suit, place[winning]] >> place[tile] & 1)
            assert said == wins((lead, winning, tile), trump, rules)
            asked += 1
    assert asked > 1000


@both_rules
@every_trump
def test_over_is_what_beats_a_lead_without_being_a_trump(trump, rules):
    tables = rule_tables(rules)
    trumps = {i for i in TILE_IDS if naive.is_trump(naive.TILES[i], trump)}
    for lead in TILE_IDS:
        beating = {i for i in TILE_IDS if i != lead and wins((lead, i), trump, rules)}
        if lead not in trumps:
            beating -= trumps
        assert tables.over[trump, tables.place[trump, lead]] == places(beating, trump, tables)


def test_turned_doubles_change_the_doubles_alone():
    turned = rule_tables(LOW_DOUBLES)
    others = [trump for trump in Trump if trump != Trump.DOUBLES]
    for old, new in zip(TABLES[:-1], turned[:-1], strict=True):
        assert np.array_equal(old[others], new[others])
    assert not np.array_equal(TABLES.place[Trump.DOUBLES], turned.place[Trump.DOUBLES])


def one_of_each_run(others: int, own: int) -> int:
    """The lowest of each run of own trumps, where an other's trump between two ends a run."""
    mine = [trump for trump in range(7) if own >> trump & 1]
    kept = 0
    for k, trump in enumerate(mine):
        between = range(mine[k - 1] + 1, trump) if k else ()
        if k == 0 or any(others >> other & 1 for other in between):
            kept |= 1 << trump
    return kept


def test_alike_keeps_the_lowest_of_each_run():
    pairs = [(others, own) for others, own in product(range(128), repeat=2) if not others & own]
    assert len(pairs) == 3**7  # each trump is an other's, one's own, or gone
    wrong = [pair for pair in pairs if TABLES.alike[pair] != one_of_each_run(*pair)]
    assert wrong == []


@pytest.mark.parametrize(
    ("others", "own", "kept"),
    [
        (0, 0b1111111, 0b0000001),  # all one run
        (0b0001000, 0b1110111, 0b0010001),  # parted in the middle
        (0b0000000, 0b1000001, 0b0000001),  # what was played parts nothing
        (0b0101010, 0b1010101, 0b1010101),  # every one parted
        (0b1000001, 0b0111110, 0b0000010),  # others' trumps outside
        (0b1111111, 0, 0),
    ],
)
def test_alike_by_hand(others, own, kept):
    assert TABLES.alike[others, own] == kept


def fewest_wins(own, others):
    """The other side sets each of its trumps on a lower own trump or on none, as it likes."""
    if not others:
        return own.bit_count()
    first = others & -others
    lower = [trump for trump in (1 << i for i in range(7)) if own & trump and trump < first]
    rest = others ^ first
    return min([fewest_wins(own, rest)] + [fewest_wins(own ^ trump, rest) for trump in lower])


def test_unbeaten_is_the_least_that_any_fall_of_the_trumps_leaves():
    for owners in itertools.product(range(3), repeat=7):
        own = sum(1 << i for i, owner in enumerate(owners) if owner == 1)
        others = sum(1 << i for i, owner in enumerate(owners) if owner == 2)
        assert TABLES.unbeaten[own, others] == fewest_wins(own, others), (own, others)


def test_packed_trumps_keep_their_order_and_leave_no_gap():
    for out, own in itertools.product(range(128), repeat=2):
        if own & ~out:
            continue
        order = [own >> i & 1 for i in reversed(range(7)) if out >> i & 1]
        expected = sum(mine << (6 - at) for at, mine in enumerate(order))
        assert TABLES.packed[out, own] == expected, (out, own)


def test_leads_of_a_tiles_two_suits():
    for trump in Trump:
        place = TABLES.place[trump]
        for tile in TILE_IDS:
            own = led_suit(tile, trump)
            lower = set(suits(tile, trump)) - {own}
            same = {other for other in TILE_IDS if led_suit(other, trump) == own}
            under = {other for other in TILE_IDS if led_suit(other, trump) in lower}
            assert TABLES.same[trump, place[tile]] == sum(1 << int(place[one]) for one in same)
            assert TABLES.under[trump, place[tile]] == sum(1 << int(place[one]) for one in under)


@pytest.mark.parametrize("trump", Trump)
def test_a_tile_leads_the_suits_that_its_leader_may_name(trump):
    usual, named = rule_tables(), rule_tables(Rules(leader_names_suit=True))
    for tile in TILE_IDS:
        at = usual.place[trump, tile]
        assert usual.lower[trump, at] == usual.lead[trump, at] == named.lead[trump, at]
        two = suits_to_lead(tile, trump, Rules(leader_names_suit=True))
        assert (named.lead[trump, at], named.lower[trump, at]) == (two[0], two[-1])
        assert named.twice[trump] >> at & 1 == (len(two) > 1)
    assert usual.twice[trump] == 0
