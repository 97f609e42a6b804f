"""The analysis of defending: each rule by hand, the play against a second one, the statistics."""

import naive
import numpy as np
import pandas as pd
import pytest
from helpers import mask, random_hands, tile, to_mask, to_tiles

from analyses.common.auctions import Bought
from analyses.defending import numbers, page, playing, rules
from moon_sim import Trump, solve
from moon_sim.game import tile_ids, tile_name

# --- What a seat sees -------------------------------------------------------------------------


def seen(hand, trick="", leader=0, trump="6", played="", seat=1, lacks=(0, 0, 0)):
    on_table = [tile(one) for one in trick.split()]
    gone = (mask(played) if played else 0) | sum(1 << one for one in on_table)
    held = mask(hand)
    return rules.Seen(seat, held, gone, Trump.parse(trump), leader, tuple(on_table), lacks)


def picked(pick, one):
    return tile_name(pick(one, one.legal))


@pytest.mark.parametrize(
    ("one", "asked"),
    [
        (seen("5-5 4-3 6-1"), "lead"),
        (seen("5-5 4-3 6-1", "5-4"), "win"),
        (seen("5-1 4-3 6-1", "5-4"), "throw"),
        (seen("4-4 4-3 6-1", "5-4"), "trump"),
        (seen("4-4 3-3 6-1", "5-1"), "trump"),
        (seen("4-4 3-3 2-1", "5-1"), "throw"),
        # Its partner, seat 2, leads and seat 0 plays next: nothing to decide for seat 1 after it.
        (seen("5-5 5-1", "5-4", leader=2, seat=1), "throw"),
        # Seat 1 leads, seat 2 plays before the declarer and could go higher.
        (seen("5-5 5-1", "5-4", leader=1, seat=2), "before"),
        (seen("5-2 5-1", "5-4", leader=1, seat=2), "throw"),
        # The partner has trumped the declarer's lead: the trick is won.
        (seen("6-6 4-1", "5-4 6-1", leader=0, seat=2), "throw"),
    ],
)
def test_what_is_asked(one, asked):
    if one.trick and one.leader == 2:
        one = one._replace(trick=(tile("5-4"), tile("5-3")), played=mask("5-4 5-3"))
    assert rules.question(one) == asked


@pytest.mark.parametrize(
    ("question", "rule", "one", "tile_played"),
    [
        # 4-4 and 2-2 can't be beaten in their suits; 5-4 can, by 5-5.
        ("lead", "low sure", seen("6-1 5-4 4-4 2-2"), "2-2"),
        ("lead", "high sure", seen("6-1 5-4 4-4 2-2"), "4-4"),
        ("lead", "double", seen("6-1 5-4 4-4 2-2"), "4-4"),
        ("lead", "low", seen("6-1 5-4 4-4 2-1"), "2-1"),
        ("lead", "trump", seen("6-1 6-2 5-4 4-4"), "6-2"),
        ("lead", "trump", seen("5-4 4-4"), "4-4"),
        ("lead", "low sure", seen("5-4 4-1 3-1"), "3-1"),
        ("lead", "low sure", seen("5-4 4-1 3-1", played="5-5"), "5-4"),  # 6-5 is a trump
        ("lead", "low sure", seen("6-4 6-1"), "6-1"),  # trumps alone
        (
            "lead",
            "for partner",
            seen("5-4 4-4 3-1", lacks=(0, 0, mask("5-5 5-4 5-3 5-2 5-1"))),
            "5-4",
        ),
        ("win", "cheaply", seen("5-5 5-3 5-1 6-6", "5-2"), "5-3"),
        ("win", "dearly", seen("5-5 5-3 5-1 6-6", "5-2"), "5-5"),
        ("win", "duck", seen("5-5 5-3 5-1 6-6", "5-2"), "5-1"),
        ("win", "duck", seen("5-5 5-3", "5-2"), "5-3"),
        ("trump", "cheaply", seen("6-6 6-1 4-4", "5-2"), "6-1"),
        ("trump", "throw", seen("6-6 6-1 4-4", "5-2"), "4-4"),
        ("throw", "low", seen("6-1 5-4 1-1 3-2", "2-2", trump="6"), "3-2"),  # it must follow
        ("throw", "low", seen("6-1 5-4 1-1 3-3", "2-2", trump="6"), "1-1"),
        ("throw", "no double", seen("6-1 5-4 1-1 3-1", "2-2"), "3-1"),
        ("throw", "longest", seen("5-4 5-3 5-1 1-1", "2-2"), "5-1"),
        ("throw", "shortest", seen("5-5 3-3 3-1", "4-4"), "5-5"),
        ("throw", "high", seen("6-1 5-4 5-5 3-1", "2-2"), "5-4"),
        ("before", "low", seen("5-5 5-1", "5-4", leader=1, seat=2), "5-1"),
        ("before", "high", seen("5-5 5-1", "5-4", leader=1, seat=2), "5-5"),
    ],
)
def test_rules_worked_by_hand(question, rule, one, tile_played):
    assert picked(rules.QUESTIONS[question][rule], one) == tile_played


def test_every_way_changes_one_rule():
    every = rules.ways()
    first = rules.first_rules()
    assert every.pop(rules.RULES) == first
    assert list(every) == [f"{question}: {rule}" for question, rule in numbers.others()]
    for way in every.values():
        assert sum(way[name] is not first[name] for name in first) == 1
    assert set(page.INSTEAD) == set(every)
    assert set(page.NAMES) == set(every) | set(rules.QUESTIONS)


@pytest.mark.parametrize("trump", naive.TRUMPS)
def test_rules_play_what_is_legal(trump):
    rng = np.random.default_rng(trump)
    for _ in range(20):
        hands = random_hands(rng, 7)
        lead = hands[0][0]
        one = rules.Seen(
            1, to_mask(hands[1]), to_mask([lead]), Trump(trump), 0, (tile(tiles(lead)),), (0, 0, 0)
        )
        legal = {tiles(one) for one in naive.legal(hands[1], lead, trump)}
        assert {tile_name(one) for one in one.legal} == legal
        asked = rules.question(one)
        for pick in rules.QUESTIONS[asked].values():
            assert tile_name(pick(one, one.legal)) in legal


def tiles(one):
    return "-".join(map(str, one))


# --- The play ---------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", naive.TRUMPS)
def test_tricks_go_to_whom_plain_rules_say(trump):
    rng = np.random.default_rng(10 + trump)
    table = playing.Table(tuple(map(to_mask, random_hands(rng, 7))))
    hands, leader, tricks = [set(to_tiles(one)) for one in table.hands], 0, [0, 0]
    for _ in range(7):
        plays = []
        for turn in range(3):
            seat = (leader + turn) % 3
            assert table.seat == seat
            may = naive.legal(tuple(hands[seat]), plays[0] if plays else None, trump)
            played = may[rng.integers(len(may))]
            hands[seat].remove(played)
            plays.append(played)
            table = table.after(tile(tiles(played)), trump)
        leader = (leader + naive.trick_winner(plays, trump)) % 3
        tricks[leader != 0] += 1
        assert (table.taken, table.lost) == tuple(tricks)
        assert [set(to_tiles(one)) for one in table.hands] == hands
        for seat in range(3):
            assert not table.lacks[seat] & table.hands[seat], "what was shown to be lacking"


def contracts(count):
    rng = np.random.default_rng(3)
    for _ in range(count):
        order = rng.permutation(22)
        a, b, c = (sum(1 << int(t) for t in order[7 * i : 7 * i + 7]) for i in range(3))
        trump = Trump(int(rng.integers(9)))
        goal = int(rng.integers(3, 6))
        lead = max(tile_ids(a))
        yield Bought(goal, goal, a, int(order[21]), trump, lead, b, c)


def open_eyed(contract, known):
    """A way in which both defenders see all hands, and so never let a contract through."""

    def pick(one, legal):
        table = next(t for t in reversed(tables) if t.seen(contract.trump) == one)
        worth = playing.values(table, contract.trump, known)
        return min(legal, key=worth.__getitem__)

    tables = []
    return tables, dict.fromkeys(rules.QUESTIONS, pick)


def test_defenders_who_see_all_hands_set_what_can_be_set(monkeypatch):
    can = 0
    for contract in contracts(40):
        known = {}
        lead = [tile_name(contract.lead)]
        hands = contract.hand, contract.left, contract.right
        beaten = solve(hands, contract.trump, 0, lead) < contract.goal
        assert playing.can_be_beaten(contract, known) == beaten
        if not beaten:
            continue
        can += 1
        tables, way = open_eyed(contract, known)
        asked = playing.Table.seen

        def keep(table, trump, tables=tables, asked=asked):
            tables.append(table)
            return asked(table, trump)

        with monkeypatch.context() as patched:
            patched.setattr(playing.Table, "seen", keep)
            rng = np.random.default_rng(1)
            assert playing.let_through(contract, way, known, rng) == ""
    assert 5 < can < 35


def test_a_contract_is_let_through_by_the_tile_that_did_it():
    # No trump, to make 2 of 2: 5-5 is good, and seat 2 must keep 4-4 over 4-3, not 1-1.
    contract = Bought(
        7,
        7,
        mask("5-5 4-3"),
        tile("0-0"),
        Trump.NONE,
        tile("5-5"),
        mask("5-1 2-1"),
        mask("4-4 3-3"),
    )
    table = playing.Table((contract.hand, contract.left, contract.right), taken=5)
    table = table.after(contract.lead, contract.trump).after(tile("5-1"), contract.trump)
    worth = playing.values(table, contract.trump, {})
    assert worth == {tile("4-4"): 7, tile("3-3"): 6}
    one = table.seen(contract.trump)
    assert rules.question(one) == "throw"
    assert picked(rules.throw_low, one) == "3-3"
    assert picked(rules.throw_high, one) == "4-4", "the higher of two doubles"


# --- The numbers ------------------------------------------------------------------------------


def frame(n=60):
    made = pd.DataFrame({"contract": range(n), "bought": 2, "bid": [5, 6] * (n // 2)})
    for name in [*rules.ways(), "at random"]:
        made[name] = 1
    made["trump"] = "6"
    made["decision"] = ""
    return made


def test_differences_by_hand():
    made = frame()
    made.loc[:29, "throw: high"] = 0  # half of them
    made.loc[0, "lead: trump"] = 0
    found = numbers.differences(made, 1).set_index(["question", "rule"])
    assert found.loc[("throw", "high"), "change"].value == -50
    assert found.loc[("throw", "high"), "shown"]
    assert found.loc[("throw", "high"), "differ"] == 30
    assert found.loc[("lead", "trump"), "change"].value == pytest.approx(-100 / 60)
    assert not found.loc[("lead", "trump"), "shown"], "one contract in sixty"
    assert found["shown"].sum() == 1
    assert np.isnan(found.loc[("win", "duck"), "change"].low), "all alike"


def test_which_decision_lets_contracts_through():
    made = frame()
    made.loc[[1, 2, 3], "rules"] = 0
    made.loc[[1, 2, 3], "decision"] = ["lead", "throw", "throw"]
    assert numbers.lost_by(made).to_dict() == {
        "throw": pytest.approx(2 / 3),
        "lead": pytest.approx(1 / 3),
    }
    assert numbers.lost_by(frame()).empty
    assert numbers.is_set(made, "rules").value == 0.95


def test_the_page_takes_its_words_from_the_numbers():
    about = {"seed": 1, "versions": {}, "command": "c", "date": "d", "seconds": 1}
    about["atlas"] = {"exact": 1, "sampled": 0, "layouts": None}
    made = frame()
    made.loc[:29, "throw: high"] = 0
    text = " ".join(page.page({"contracts.csv": made}, about).text.split())
    assert (
        "**Costs**, most first: throw the highest tile that is no double, 50.0 percentage points"
        in text
    )
    assert "**Gains**" not in text
    assert "let a contract through" not in text, "they let none"
    made.loc[:39, "rules"] = 0
    made.loc[:39, "decision"] = "throw"
    text = " ".join(page.page({"contracts.csv": made}, about).text.split())
    assert "**Gains**, though it is none of the five:" in text
    assert "the tile that did it was: what to throw in 100 %." in text


def test_the_committed_table_is_whole(committed):
    made = committed("defending")["contracts.csv"]
    assert list(made["contract"]) == list(range(len(made)))
    assert made[[*rules.ways(), "at random"]].isin([0, 1]).all(axis=None)
    assert ((made["rules"] == 0) == (made["decision"] != "")).all()
    assert set(made["decision"]) <= {"", *rules.QUESTIONS}
