"""Selectors: their choices where the rule's words decide, and the laws that hold for all."""

import pickle
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import known, known_odds, table_index

from moon_sim.game import ALL_TILES, as_mask, as_tile, format_tiles
from moon_sim.game.errors import IllegalPlayError, InvalidDealError
from moon_sim.game.rules import BIDS, NUMBER_BIDS, PASS, Trump, is_trump
from moon_sim.heuristics import choosing
from moon_sim.heuristics import registry as home
from moon_sim.heuristics.choosing import Choice, Selector
from moon_sim.heuristics.discard_rules import DISCARD_RULES, worth
from moon_sim.heuristics.registry import register, selector, selectors
from moon_sim.heuristics.trump_rules import TRUMP_RULES
from moon_sim.odds.contracts import contract_odds
from moon_sim.trials.truth import read_truth

THUMB = list(TRUMP_RULES)
HOLDING = "5-5 6-5 5-4 6-4 6-3 6-2 3-3 1-1"
"""Four sixes without 6-6; three fives from the top; three doubles."""


@pytest.fixture(autouse=True)
def registry(monkeypatch):
    """Each test has the library's own selectors, and leaves them as they were."""
    monkeypatch.setattr(home, "_REGISTERED", dict(home._REGISTERED))


def chosen(name, holding, **options):
    choice = selector(name).choose(holding, **options)
    return choice.discard, str(choice.trump)


# --- Choices by hand ---------------------------------------------------------------------------

CHOICES = [
    # Four sixes against three fives; 1-1 has the fewest pips off trump.
    ("longest", HOLDING, "1-1", "6"),
    # Three sixes, all honours, and three threes, of which 5-3 is one.
    ("longest", "6-6 6-5 6-4 5-3 4-3 3-2 2-1 0-0", "0-0", "6"),
    # Three sixes and three fours, two honours each, and a double or none: the lower.
    ("longest", "6-5 6-4 6-2 4-4 4-1 3-3 2-1 0-0", "0-0", "4"),
    # Three sixes and three fives, all honours: the lower.
    ("longest", "6-6 6-5 6-4 5-5 5-4 3-1 2-2 2-1", "2-1", "5"),
    # Two sixes have 12 + 11 pips, two fives 11 + 9, and three threes 6 + 5 + 4.
    ("heaviest", "6-6 6-5 5-4 3-3 3-2 3-1 2-1 1-1", "1-1", "6"),
    # 5-5, 6-5, 5-4 from the top and two doubles make 5; sixes have no 6-6, so three doubles.
    # Off trump and no double: 6-4, 6-3, 6-2.
    ("sure-tricks", HOLDING, "6-2", "5"),
    # Four doubles from the top as trumps against 6-6 and three more with sixes: 4 each, and
    # there are four such trumps but two sixes.
    ("sure-tricks", "6-6 5-5 4-4 3-3 6-1 5-2 4-1 2-1", "2-1", "doubles"),
    # Sixes 4 times 0.55, three doubles at 0.75, and 5-4 covered 0.25: 4.7. Fives 3 and two: 4.5.
    ("weighted", HOLDING, "5-4", "6"),
    # With 2-1 for 6-2, sixes are worth 0.55 less. Of 6-4, 6-3 and 2-1, none is covered.
    ("weighted", "5-5 6-5 5-4 6-4 6-3 3-3 2-1 1-1", "2-1", "5"),
    # Five tiles count without their double, and are longer than the fours with theirs.
    ("double-led", "6-5 6-4 6-3 6-2 6-1 4-4 4-3 4-2", "4-2", "6"),
    # Four tiles without their double do not count; three with it do.
    ("double-led", "6-5 6-4 6-2 6-1 5-4 3-3 3-2 3-1", "6-1", "3"),
    # No suit counts: the longest of all, and of the fives and fours, an honour each, the lower.
    ("double-led", "6-5 6-4 5-3 5-1 4-3 4-2 2-1 0-0", "2-1", "4"),
    # Four doubles, whose top two don't draw three others: none.
    ("double-led", "6-6 6-5 6-1 5-5 4-3 3-2 2-2 1-1", "3-2", "none"),
    # The top three draw three others: doubles.
    ("double-led", "6-6 6-5 6-1 5-5 4-4 4-3 3-2 1-1", "3-2", "doubles"),
    # Four fours with the top two are 6 of the 8 things asked for; five sixes and a double 5.
    ("max-bid", "6-5 6-4 6-3 6-2 6-1 4-4 4-2 4-1", "6-1", "4"),
    # Everything; 4-3 is covered and 2-1 is not.
    ("max-bid", "6-6 6-5 6-3 6-1 5-5 4-4 4-3 2-1", "2-1", "6"),
    # Without 5-4, nothing is above 4-3: seven certain tricks.
    ("laydown", "6-6 6-5 6-3 6-1 5-4 4-4 4-3 1-1", "5-4", "6"),
    # Sixes 4 + 0 + 3 points, fives 3 + 1 + 2. Of the tiles off trump 5-4 is no double.
    ("linear", HOLDING, "5-4", "6"),
]


@pytest.mark.parametrize(("name", "holding", "discard", "trump"), CHOICES)
def test_choices_that_the_words_decide(name, holding, discard, trump):
    assert chosen(name, holding) == (discard, trump)
    assert chosen(name, as_mask(holding), bid=7, seed=3) == (discard, trump)


# Off trump with sixes: 4-1 covered by 4-4, 5-2 uncovered, and three doubles or two.
FOUR_DOUBLES = "6-6 6-5 6-4 4-4 4-1 5-2 2-2 3-3"
WITH_ACE = "6-6 6-5 6-4 4-4 4-1 5-2 1-1 3-3"

DISCARDS = [
    ("lowest", FOUR_DOUBLES, "2-2"),  # 4 pips; 4-1 has 5
    ("keep-doubles", FOUR_DOUBLES, "4-1"),
    ("uncovered", FOUR_DOUBLES, "5-2"),
    # 4-1 is the only one, 5-2 the only five off trump: equal, so the lower.
    ("void", FOUR_DOUBLES, "4-1"),
    # With 1-1 for 2-2, 4-1 leaves no suit void, but 5-2 two.
    ("void", WITH_ACE, "5-2"),
    ("lowest", WITH_ACE, "1-1"),
    # 4-3 is certain only if 5-4 goes, though it has fewer pips.
    ("keep-certain", "6-6 6-5 6-3 6-1 5-4 4-4 4-3 1-1", "5-4"),
    ("keep-doubles", "6-6 6-5 6-3 6-1 5-4 4-4 4-3 1-1", "4-3"),
]


@pytest.mark.parametrize(("rule", "holding", "discard"), DISCARDS)
def test_discards_that_the_words_decide(rule, holding, discard):
    assert chosen(f"longest+{rule}", holding) == (discard, "6")


def test_of_doubles_alone_the_lowest_goes():
    # Off trump are doubles alone, which every rule spares while it can.
    holding = "6-5 6-4 6-3 6-2 6-1 5-5 3-3 2-2"
    for rule in ("lowest", "void", "uncovered", "keep-doubles"):
        assert chosen(f"longest+{rule}", holding) == ("2-2", "6")


BIDS_BY_HAND = [
    # 5-5, 6-5, 5-4 and two doubles.
    ("sure-tricks", "5-5 6-5 5-4 6-4 6-3 3-3 1-1", 5),
    ("sure-tricks", "5-5 6-5 6-4 6-3 6-2 4-3 1-1", PASS),  # 2 + 1
    # Fives: 3 and two doubles, 4.5.
    ("weighted", "5-5 6-5 5-4 6-4 6-3 3-3 1-1", 5),
    # Threes: 1 and 1, and 3-1 with 5-3, 4-3 and 3-2 out 0.25.
    ("weighted", "3-3 6-3 3-1 5-2 4-1 2-1 6-4", PASS),
    ("max-bid", "6-6 6-5 6-3 6-1 5-5 4-4 2-1", 7),
    ("max-bid", "6-6 6-4 6-3 6-1 5-5 4-4 2-1", PASS),  # without 6-5
    ("max-bid", "6-6 6-5 6-3 6-1 5-5 4-3 2-1", PASS),  # one double
    ("max-bid", "6-6 6-5 6-3 5-5 4-4 4-3 2-1", PASS),  # three sixes
    # Three sixes from the top draw the three others.
    ("laydown", "6-6 6-5 6-4 5-5 4-4 3-3 2-2", 21),
    # Two would have to draw three.
    ("laydown", "6-6 6-5 6-3 5-5 4-4 3-3 2-2", PASS),
    # It takes 5-4 as widow to make 4-3 certain.
    ("laydown", "6-6 6-5 6-3 6-1 4-4 4-3 1-1", PASS),
    # Sixes 3 + 0 + 3 and fives 3 + 1 + 2: 6 points.
    ("linear", "5-5 6-5 5-4 6-4 6-3 3-3 1-1", 5),
    # Sixes 4 + 1 + 3: 8 points.
    ("linear", "6-6 6-5 6-4 6-3 5-5 4-4 3-3", 7),
    ("linear", "6-6 6-5 5-4 4-3 3-2 2-1 1-1", PASS),  # 2 + 1 + 1
]


@pytest.mark.parametrize(("name", "hand", "bid"), BIDS_BY_HAND)
def test_bids_that_the_words_decide(name, hand, bid):
    assert selector(name).bid(hand) == bid


def test_a_bid_of_laydown_is_made_with_every_widow():
    hand = as_mask("6-6 6-5 6-4 5-5 4-4 3-3 2-2")
    for widow in ("6-3", "6-1", "5-4", "1-1", "0-0"):
        choice = selector("laydown").choose(hand | as_mask(widow))
        kept = (hand | as_mask(widow)) & ~as_mask(choice.discard)
        odds = contract_odds(kept, choice.discard, choice.trump, 100, seed=1)
        assert odds.p_at_least(7) == 1


def test_random_goes_by_its_seed_and_reaches_every_choice():
    one = selector("random")
    assert one.choose(HOLDING, seed=4) == one.choose(HOLDING, seed=4)
    rng = np.random.default_rng(1)
    several = [one.choose(HOLDING, seed=rng) for _ in range(300)]
    assert {choice.trump for choice in several} == set(Trump)
    assert {choice.discard for choice in several} == set(HOLDING.split())


# --- Choices by odds ---------------------------------------------------------------------------


def test_worth_is_the_odds_of_a_bid_or_the_points_of_the_best():
    assert worth([1, 0.9, 0.6, 0.1], bid=6) == 0.6
    assert worth([1, 0.9, 0.6, 0.1], bid=21) == 0.1
    assert worth([1, 0.9, 0.6, 0.1], bid=None) == 4  # 4; 5 x 0.8; 6 x 0.2; below 0
    assert worth([0.25, 0, 0, 0], bid=None) == -2
    assert worth([1, 1, 1, 0.75], bid=None) == 10.5  # 21 x 0.5


def table_of(rows):
    """A table like exchange_odds gives."""
    columns = ["p4", "p5", "p6", "p7", "mean_tricks"]
    return pd.DataFrame([row[1] for row in rows], table_index(row[0] for row in rows), columns)


def test_odds_are_compared_for_the_bid_or_by_points(monkeypatch):
    table = table_of(
        [
            (("1-1", Trump.FIVES), (0.95, 0.5, 0.4, 0.2, 5.0)),
            (("6-2", Trump.SIXES), (0.9, 0.8, 0.1, 0.0, 4.9)),
            (("6-2", Trump.FIVES), (0.9, 0.8, 0.1, 0.0, 4.9)),
            (("3-3", Trump.NONE), (0.0, 0.0, 0.0, 0.1, 3.0)),
        ]
    )
    asked = []

    def odds(holding, layouts, rng, rules):
        asked.append(layouts)
        return table

    monkeypatch.setattr(choosing, "exchange_odds", odds)
    assert chosen("exact", HOLDING, bid=4) == ("1-1", "5")
    # Equal odds of 5 and all else: with 6-2 gone, three sixes and three fives, the latter with
    # their double.
    assert chosen("sampled-3", HOLDING, bid=5) == ("6-2", "5")
    assert chosen("exact", HOLDING, bid=21) == ("1-1", "5")
    # 4 gains 3.6 with the first, 3.2 with the second; 5 gains 0 or 3.
    assert chosen("exact", HOLDING) == ("1-1", "5")
    assert asked == [None, 3, None, None]


@pytest.mark.parametrize(
    ("gains", "bid"),
    [
        ((-0.1, -1.0, -2.0, -7.0, -21.0), PASS),
        ((0.0, -1.0, -2.0, -7.0, -21.0), 4),  # nothing to lose on average
        ((3.0, 3.5, 1.0, -2.0, -6.0), 5),
        ((4.0, 5.0, 6.0, 0.7, 2.1), 6),
        ((4.0, 5.0, 6.0, 3.5, 10.5), 21),  # 7 at better than even odds
    ],
)
def test_a_bid_by_odds_is_the_one_with_the_most_points(monkeypatch, gains, bid):
    monkeypatch.setattr(
        choosing,
        "bid_odds",
        lambda hand, layouts, rng, **_: SimpleNamespace(points=pd.Series(gains, index=BIDS)),
    )
    assert selector("exact").bid("6-6 6-5 6-4 6-3 5-5 4-4 3-3") == bid


def test_sampled_odds_find_the_laydown_and_keep_their_seed():
    # 6-6, 6-5, 6-4 and doubles: with sixes seven tricks, whatever the layout.
    holding = "6-6 6-5 6-4 5-5 4-4 3-3 2-2 2-1"
    one = selector("sampled-2")
    choice = one.choose(holding, bid=7, seed=5)
    assert choice == one.choose(holding, bid=7, seed=5)
    kept = as_mask(holding) & ~as_mask(choice.discard)
    assert (
        contract_odds(
            kept, choice.discard, choice.trump, 2, seed=6, view="double-dummy"
        ).p_at_least(7)
        == 1
    )
    assert chosen("longest+sampled", holding, bid=7, seed=1) == ("2-1", "6")


def test_the_exact_selector_never_loses(monkeypatch):
    odds = known_odds(known(3))
    monkeypatch.setattr(choosing, "exchange_odds", odds)
    rivals = [*THUMB, *(f"longest+{rule}" for rule in DISCARD_RULES), "sampled-1"]
    for case in read_truth(known(3)):
        table = odds(as_mask(case.holding), None, None)
        for bid in (*NUMBER_BIDS, None):
            rows = {
                name: table.loc[selector(name).choose(case.holding, bid, seed=2)]
                for name in ("exact", *rivals)
            }
            columns = [f"p{one}" for one in NUMBER_BIDS]
            gains = {name: worth(row[columns].tolist(), bid) for name, row in rows.items()}
            assert gains["exact"] == max(gains.values()), (case.holding, bid, gains)


# --- Laws --------------------------------------------------------------------------------------

holdings = st.permutations(range(22)).map(lambda order: sum(1 << tile for tile in order[:8]))
pairs = [f"{name}+{rule}" for name in THUMB for rule in DISCARD_RULES if rule != "sampled"]


@given(holdings, st.sampled_from([*THUMB, *pairs]), st.sampled_from([None, *BIDS]))
def test_every_choice_is_legal_and_the_same_again(holding, name, bid):
    choice = selector(name).choose(holding, bid, seed=1)
    assert choice == selector(name).choose(holding, bid, seed=1)
    tile = as_tile(choice.discard)
    assert holding >> tile & 1
    assert isinstance(choice.trump, Trump)
    if not name.endswith("random"):
        assert not is_trump(tile, choice.trump)


@given(holdings, st.sampled_from([name for name in THUMB if selector(name).bids]))
def test_every_bid_is_one(holding, name):
    assert selector(name).bid(holding & (holding - 1)) in (PASS, *BIDS)


def test_what_is_listed_is_found_by_name_and_goes_to_other_processes():
    names = [one.name for one in selectors()]
    assert names == [*THUMB, *(f"sampled-{n}" for n in (1, 4, 16, 64, 256)), "exact"]
    assert len(set(names)) == len(names)
    for one in selectors():
        assert selector(one.name) == one
        assert one.about
        assert one.source
        assert pickle.loads(pickle.dumps(one)).name == one.name
    assert [one.name for one in selectors() if not one.by_odds] == THUMB
    assert selector("longest+sampled").by_odds
    again = pickle.loads(pickle.dumps(selector("longest+void")))
    assert again.choose(WITH_ACE) == Choice("5-2", Trump.SIXES)
    assert {one.name for one in selectors() if not one.bids} == {
        "random",
        "longest",
        "heaviest",
        "double-led",
    }


def test_the_short_form_says_what_it_does_in_a_line():
    for one in selectors():
        assert "\n" not in repr(one)
        assert repr(one).startswith(f"Selector {one.name}: {one.about[:40]}")


def first_tile(holding, bid, rng):
    return format_tiles(holding & -holding), "doubles"


MINE = Selector("mine", "the lowest tile, and doubles", "me", first_tile)


def test_users_add_their_own():
    register(MINE)
    assert selector("mine").choose(HOLDING) == Choice("1-1", Trump.DOUBLES)
    assert selectors()[-1] is MINE
    with pytest.raises(IllegalPlayError, match="mine does not bid"):
        selector("mine").bid("6-6 6-5 6-4 6-3 5-5 4-4 3-3")
    with pytest.raises(ValueError, match="mine chooses its discard itself"):
        selector("mine+void")


@pytest.mark.parametrize("name", ["mine", "longest", "exact", "sampled-7"])
def test_a_name_is_taken_once(name):
    register(MINE)
    with pytest.raises(ValueError, match="is taken"):
        register(Selector(name, "", "", first_tile))


@pytest.mark.parametrize("name", ["", "a+b", "+", "two words", "[x]", "-x", "x-", 7])
def test_a_name_can_be_typed(name):
    with pytest.raises(ValueError, match="letters, digits and hyphens"):
        register(Selector(name, "", "", first_tile))


def test_what_is_no_selector_is_not_registered():
    with pytest.raises(TypeError, match="expected a Selector, got function"):
        register(first_tile)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("longst", r"unknown selector 'longst'; did you mean longest\?"),
        ("zzz", "unknown selector 'zzz'; there are random, longest"),
        ("longest+viod", "unknown discard rule 'viod'; did you mean void"),
        ("hevaiest+void", "unknown trump rule 'hevaiest'; did you mean heaviest"),
        ("exact+void", r"exact chooses its discard itself: leave out \+void"),
        ("sampled-16+void", "chooses its discard itself"),
        ("sampled-0", "expected 1 to 3432, got 0"),
        ("sampled-3433", "expected 1 to 3432, got 3433"),
        ("longest+", "unknown discard rule ''; there are lowest"),
    ],
)
def test_an_unknown_name_is_told_near_ones(name, message):
    with pytest.raises(ValueError, match=message):
        selector(name)


def test_what_a_selector_is_given_is_checked():
    one = selector("longest")
    with pytest.raises(InvalidDealError, match="holding: expected 8 tiles, got 7"):
        one.choose("6-6 6-5 6-4 6-3 5-5 4-4 3-3")
    with pytest.raises(InvalidDealError, match="hand: expected 7 tiles, got 8"):
        selector("linear").bid(HOLDING)
    with pytest.raises(IllegalPlayError, match="bid: expected one of 4, 5, 6, 7, 21, got 8"):
        one.choose(HOLDING, bid=8)
    with pytest.raises(TypeError, match="bid"):
        one.choose(HOLDING, bid=4.5)
    with pytest.raises(TypeError, match="seed"):
        one.choose(HOLDING, seed="x")
    with pytest.raises(TypeError, match="expected a name"):
        selector(7)


def test_what_a_selector_gives_is_checked():
    def wrong(discard, trump):
        return Selector("wrong", "", "", lambda holding, bid, rng: (discard, trump))

    with pytest.raises(IllegalPlayError, match="wrong: discard 2-2 is not in the holding"):
        wrong("2-2", 6).choose(HOLDING)
    with pytest.raises(InvalidDealError, match="wrong: discard: expected 1 tile, got 22"):
        wrong(format_tiles(ALL_TILES), 6).choose(HOLDING)
    with pytest.raises(TypeError, match="wrong: discard: expected a tile as text"):
        wrong(4, 6).choose(HOLDING)
    with pytest.raises(IllegalPlayError, match="trump"):
        wrong("1-1", "hearts").choose(HOLDING)
    bidder = Selector("wrong", "", "", first_tile, lambda hand, rng: 8)
    with pytest.raises(IllegalPlayError, match="bid: expected one of"):
        bidder.bid("6-6 6-5 6-4 6-3 5-5 4-4 3-3")


# --- Plug-ins ----------------------------------------------------------------------------------


class Entry:
    """What a package says of the selector it brings."""

    def __init__(self, name, brings):
        self.name, self.value, self.brings = name, f"package:{name}", brings

    def load(self):
        if isinstance(self.brings, Exception):
            raise self.brings
        return self.brings


@pytest.fixture
def plug_ins(monkeypatch):
    """Let packages bring selectors, as if nothing had been looked up before."""

    def plug_in(*entries):
        monkeypatch.setattr(home, "entry_points", lambda group: entries)
        home._waiting.cache_clear()

    yield plug_in
    monkeypatch.undo()
    home._waiting.cache_clear()


def test_packages_bring_selectors(plug_ins):
    plug_ins(Entry("mine", MINE))
    assert selector("mine") is MINE
    assert selectors()[-1] is MINE


def test_a_package_may_build_on_another_selector(plug_ins):
    """Even while it is loaded: that loads the others, and none twice."""

    class Building(Entry):
        def load(self):
            longest = selector("longest")
            return Selector("built", "as longest", "me", longest.chooser)

    plug_ins(Building("built", None), Entry("mine", MINE))
    assert selector("built").choose(HOLDING) == selector("longest").choose(HOLDING)
    assert [one.name for one in selectors()][-2:] == ["mine", "built"]


@pytest.mark.parametrize(
    ("brings", "reason"),
    [
        (ImportError("no module 'x'"), "ImportError: no module 'x'"),
        (first_tile, "TypeError: expected a Selector, got function"),
        (Selector("exact", "", "", first_tile), "ValueError: selector name 'exact' is taken"),
    ],
)
def test_a_broken_plug_in_costs_one_warning(plug_ins, brings, reason):
    plug_ins(Entry("broken", brings), Entry("mine", MINE))
    with pytest.warns(UserWarning, match="selector 'broken' of package:broken is left out") as told:
        assert selector("mine") is MINE
    assert reason in str(told[0].message)
    assert len(told) == 1
    selectors()  # says it no second time
