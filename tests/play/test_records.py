"""Records: what is written is read again to the byte, and the oracle plays the same from it."""

from dataclasses import asdict

import naive_match
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import HOUSES, played
from written import random_match, replayed, some_hands

import moon_sim
from moon_sim.game import IllegalPlayError, Rules, tile_name
from moon_sim.play import (
    HandRecord,
    MatchRecord,
    State,
    format_records,
    parse_records,
    read_records,
    read_situation,
    write_records,
)

DEAL = "6-6 6-5 6-4 6-3 6-2 6-1 5-5 | 5-4 5-3 5-2 5-1 4-4 4-3 4-2 | 4-1 3-3 3-2 3-1 2-2 2-1 1-1"
ANN, BEN, CLEO = DEAL.split(" | ")
BOUGHT = f"{DEAL} | 7 pass pass | widow=0-0,out=0-0,trump=6"

each_house = pytest.mark.parametrize("rules", HOUSES, ids=repr)


# --- Round trips ------------------------------------------------------------------------------


@each_house
def test_three_hundred_hands_of_each_house_come_back_to_the_byte(rules):
    """Three thousand hands in all, as text and as JSON lines."""
    matches = some_hands(HOUSES.index(rules), rules, 300)
    text = format_records(matches)
    again = parse_records(text)
    assert again == matches
    assert format_records(again) == text
    some = matches[::5]
    lines = format_records(some, "json")
    assert parse_records(lines) == some
    assert format_records(parse_records(lines), "json") == lines


@each_house
def test_the_oracle_plays_the_same_from_the_text(rules):
    house, hands = naive_match.House(**asdict(rules)), 0
    for match in some_hands(90 + HOUSES.index(rules), rules, 30):
        header, lines = {}, []
        for line in format_records(match).splitlines():
            name, colon, value = line.partition(": ")
            if colon and not lines and "|" not in name:
                header[name] = value
            else:
                lines.append(line)
        scores, caller = list(map(int, header["scores"].split())), int(header["first caller"])
        for line, record in zip(lines, match.hands, strict=True):
            hand = replayed(line, house, caller, scores)
            assert naive_match.over(hand)
            assert list(record.tricks) == naive_match.taken(hand)
            assert list(record.points) == naive_match.points(hand)
            assert record.winner == naive_match.winner(hand)
            scores, caller = naive_match.scores_after(hand), naive_match.next_first_caller(hand)
            assert list(record.after) == scores
            if naive_match.declarer(hand) is not None:
                told = f"scores={','.join(map(str, scores))}"
                assert line.partition(" # ")[0].endswith(told)
            hands += 1
    assert hands >= 30


def test_unfinished_hands_come_back_as_states():
    for seed, rules in enumerate(HOUSES):
        for state, _ in played(seed, rules, scores=(3, -2, 4)):
            match = MatchRecord(hands=(HandRecord.of(state),))
            for form in ("text", "json"):
                [again] = parse_records(format_records(match, form))
                assert again == match
                assert again.hands[0].state == state


hidden = st.tuples(*[st.booleans()] * 5)


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    house=st.integers(0, len(HOUSES) - 1),
    actions=st.integers(0, 30),
    hidden=hidden,
)
def test_whatever_is_left_unknown_the_rest_is_read_and_what_is_filled_in_is_true(
    seed, house, actions, hidden
):
    rules = HOUSES[house]
    *_, (state, _) = played(seed, rules, actions=actions)
    parts = str(HandRecord.of(state)).split(" | ")
    for seat in range(3):
        if hidden[seat]:
            parts[seat] = "?"
    if len(parts) > 4:
        for name, hide in zip(("widow", "out"), hidden[3:], strict=True):
            if hide:
                words = parts[4].split(f"{name}=")
                parts[4] = f"{name}=?".join([words[0], *(word[3:] for word in words[1:])])
    text = f"scores: 0 0 0\nfirst caller: {state.first_caller}\nrules: {rules}\n{' | '.join(parts)}"
    [match] = parse_records(text)
    [hand] = match.hands
    assert hand.table == HandRecord.of(state).table
    for seat in range(3):
        assert hand.dealt[seat] in (None, state.deal.hands[seat])
        assert hidden[seat] or hand.dealt[seat] is not None
        seen = hand.observe(seat)
        if seen is not None and hand.table.phase == "exchange" and hand.widow is None:
            seen = seen.after(f"widow={tile_name(state.widow)}") if seen.to_act else seen
        assert seen in (None, state.observe(seat))
    assert hand.widow in (None, state.widow)
    assert hand.discard in (None, state.discard)
    assert hand.state in (None, state)
    for form in ("text", "json"):
        again = parse_records(format_records(match, form))
        assert again == [match]
        assert format_records(again, form) == format_records(match, form)


def test_what_one_seat_knows_is_a_record_and_a_situation_in_the_same_words():
    for seed, rules in enumerate([Rules(), HOUSES[9]] * 3):
        for state, _ in played(3 * seed, rules):  # seat 0 calls first
            for seat in range(3):
                seen = state.observe(seat)
                record = HandRecord.of(seen)
                [match] = parse_records(f"rules: {rules}\nscores: 0 0 0\n{record}")
                assert match.hands == (record,)
                if seen.phase != "over":
                    assert record.observe(seat) == seen
                    parts = str(record).split(" | ")
                    line = " | ".join([parts[seat], *parts[3:6]])
                    assert read_situation(line, seat, rules=rules) == seen


def test_a_state_goes_to_a_record_and_back():
    *_, (state, _) = played(3, Rules())
    record = HandRecord.of(state, note="  a \t b ")
    assert (record.state, record.note) == (state, "a b")
    assert (record.tricks, record.points, record.after) == (
        state.tricks,
        state.points,
        state.scores,
    )
    with pytest.raises(TypeError, match="known: expected a State or an Observation, got 5"):
        HandRecord.of(5)


# --- What follows -----------------------------------------------------------------------------


def one(text: str) -> HandRecord:
    [match] = parse_records(text)
    [hand] = match.hands
    return hand


def test_all_plays_tell_the_defenders_hands_and_the_discard_but_not_the_widow():
    """The declarer had eight tiles; which of them was the widow nobody says."""
    *_, (state, _) = played(4, Rules())
    parts = str(HandRecord.of(state)).split(" | ")
    trump = f"trump={state.trump}"
    caller = f"first caller: {state.first_caller}\n"
    hand = one(caller + " | ".join(["?", "?", "?", parts[3], trump, *parts[5:]]))
    assert hand.discard == state.discard
    assert hand.widow is None
    for seat in range(3):
        known = None if seat == state.declarer else state.deal.hands[seat]
        assert hand.dealt[seat] == known
    widow = f"widow={tile_name(state.widow)},out=?,{trump}"
    hand = one(caller + " | ".join(["?", "?", "?", parts[3], widow, *parts[5:]]))
    assert hand.state == state or state.before == (0, 0, 0)
    assert hand.dealt == state.deal.hands


def test_a_widow_follows_from_three_hands_and_a_hand_from_two_and_the_widow():
    assert one(DEAL).widow == 0
    assert (
        one(f"{ANN} | ? | {CLEO} | 7 pass pass | widow=0-0").state
        == one(f"{DEAL} | 7 pass pass").state
    )
    assert one(f"{ANN} | ? | {CLEO}").widow is None


def test_tricks_may_be_told_without_the_plays():
    hand = one(f"scores: 3 0 1\n{BOUGHT} | | tricks=7,0,0")
    assert (hand.told, hand.points, hand.after) == ((7, 0, 0), (7, 0, 0), (10, 0, 1))
    assert one(f"{BOUGHT} | | tricks=7,0,0 scores=10,0,1").scores == (3, 0, 1)
    assert one(f"{BOUGHT} | | tricks=6,1,0").points == (-7, 1, 0)
    assert one(f"{BOUGHT} | | tricks=6,1,0").after is None


def test_a_made_moon_wins_whatever_the_scores():
    moon = BOUGHT.replace("7 pass pass", "21")
    assert one(f"{moon} | | tricks=7,0,0").winner == 0
    assert one(f"{moon} | | tricks=6,1,0").winner is None


def test_scores_and_first_callers_follow_from_hand_to_hand():
    text = f"scores: 0 0 0\n{BOUGHT} | | tricks=7,0,0\n{DEAL} | pass pass pass\n{DEAL} | 4"
    [match] = parse_records(text)
    assert [hand.scores for hand in match.hands] == [(0, 0, 0), (7, 0, 0), (7, 0, 0)]
    assert [hand.table.first_caller for hand in match.hands] == [0, 1, 2]
    assert all(match.follows(number) for number in (1, 2))
    assert "..." not in format_records(match)


def test_missing_hands_leave_a_gap_that_is_written_again():
    text = (
        f"match: Friday\nrules: default\nscores: 0 0 0\nfirst caller: 0\n{BOUGHT}\n"
        f"scores: 7 0 0\nfirst caller: 1\n{DEAL} | pass pass pass\n"
        f"...\nfirst caller: 0\n{DEAL} | 4\n...\nscores: 1 2 3\nfirst caller: 2\n{DEAL}\n"
    )
    [match] = parse_records(text)
    assert [hand.scores for hand in match.hands] == [(0, 0, 0), (7, 0, 0), None, (1, 2, 3)]
    assert [hand.table.first_caller for hand in match.hands] == [0, 1, 0, 2]
    written = format_records(match)
    assert parse_records(written) == [match]
    assert format_records(parse_records(written)) == written
    assert "...\nscores: ?\nfirst caller: 0\n" in written
    assert parse_records(format_records(match, "json")) == [match]


# --- Forgiving, strict ------------------------------------------------------------------------


EXPORT = f"""match: Friday at Ann's
date: 2026-12-04
players: Ann | ? | Cleo
rules: lowest_bid=3
scores: 0 0 0
first caller: 2
{DEAL} | pass 7 pass | widow=0-0,out=0-0,trump=6 | 6-6 5-4 4-1, 6-5 # a good one
"""


def test_what_an_export_looks_like():
    assert format_records(parse_records(EXPORT)) == EXPORT


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\n\n \t\n# a comment: | ...\n"),
        lambda text: text.replace(" | ", "\t|\t").replace(": ", " :\t"),
        lambda text: text.replace(" | ", "|").replace("Ann|?|Cleo", "Ann, ?, Cleo"),
        lambda text: text.replace("5-5", "5\N{EN DASH}5").replace("4-4", "4\N{MINUS SIGN}4"),
        lambda text: text.replace("6-6 6-5", "[6|6] 5:6").replace("6-4", "46"),
        lambda text: text.replace("pass", "P").replace("trump", "Trump").replace("out=", "OUT = "),
        lambda text: text.replace("match:", "MATCH:").replace("first caller", "First_Caller"),
        lambda text: text.replace("first caller: 2", "First caller: cleo"),
        lambda text: text.replace(" | 5-4", "\n  | 5-4").replace(" | pass", "\n\n| pass"),
        lambda text: text.replace("4-1, 6-5", "4-1 6-5").replace("0 0 0", "0, 0,0"),
        lambda text: text.replace("widow=0-0,", ""),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("rules:", "rules: ").replace("lowest_bid=3", "lowest-bid=3"),
    ],
)  # fmt: skip
def test_an_import_is_forgiving(change):
    assert change(EXPORT) != EXPORT
    assert format_records(parse_records(change(EXPORT))) == EXPORT


def test_a_header_begins_a_new_match():
    hand = f"{DEAL} | 4\n"
    matches = parse_records(f"{hand}players: a | b | c\n{hand}match: two\nplayers: d|e|f\n{hand}")
    assert [match.players for match in matches] == [
        (None, None, None),
        ("a", "b", "c"),
        ("d", "e", "f"),
    ]
    assert parse_records("") == parse_records("\n# nothing\n") == []


def test_names_are_kept_as_they_are_written_or_refused():
    hand = (HandRecord.of(State.start(DEAL)),)
    match = MatchRecord(hands=hand, players=(" a  b ", "?", "x#y, z"))
    assert match.players == ("a b", None, "x#y, z")
    assert parse_records(format_records(match)) == [match]
    for players in (("a|b", None, None), ("a\0", None, None), ("a", "b"), ("x" * 201, "b", "c")):
        with pytest.raises(ValueError, match="players: expected"):
            MatchRecord(hands=hand, players=players)
    with pytest.raises(TypeError, match="players: expected text, got 5"):
        MatchRecord(hands=hand, players=(5, "b", "c"))
    with pytest.raises(ValueError, match="hands: expected one or more"):
        MatchRecord(hands=())
    with pytest.raises(TypeError, match="date: expected a date"):
        MatchRecord(hands=hand, date="2026-12-04")
    other = HandRecord.of(State.start(DEAL, rules=Rules(lowest_bid=3)))
    with pytest.raises(ValueError, match="all by the same rules"):
        MatchRecord(hands=(*hand, other))
    won = HandRecord.of(State.start(DEAL, scores=(20, 0, 0)))
    won = parse_records(f"scores: 20 0 0\n{BOUGHT} | | tricks=7,0,0")[0].hands
    with pytest.raises(IllegalPlayError, match="expected a new match, since seat 0 has won"):
        MatchRecord(hands=(*won, *hand))


# --- Files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_files_are_written_whole_and_read(tmp_path, name):
    matches = [random_match(seed, Rules()) for seed in range(2)]
    path = tmp_path / name
    moon_sim.write_records(matches, path)
    assert moon_sim.read_records(path) == matches
    assert path.read_text("utf-8").startswith("{") == name.endswith("l")
    before = path.read_bytes()
    with pytest.raises(TypeError, match="matches: expected each a MatchRecord, got 5"):
        write_records([*matches, 5], path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [name]
    write_records(matches[0], path, form="text")
    assert read_records(str(path)) == matches[:1]
    with pytest.raises(ValueError, match="form: expected text or json, got 'xml'"):
        format_records(matches, "xml")
    with pytest.raises(TypeError, match="text: expected text, got 5"):
        parse_records(5)


def test_what_is_no_utf_8_is_refused_with_its_line(tmp_path):
    path = tmp_path / "games.txt"
    path.write_bytes(f"{DEAL}\n# caf".encode() + b"\xe9\n")
    with pytest.raises(moon_sim.RecordError, match="line 2: expected text in UTF-8") as caught:
        read_records(path)
    assert caught.value.line == 2


def test_short_forms_name_what_is_known():
    match = parse_records(EXPORT)[0]
    assert repr(match).startswith("Friday at Ann's, 1 hand: Ann, seat 1, Cleo")
    assert "6-6 5-4 4-1 6-5" in repr(match.hands[0])
    assert "<table>" in match.hands[0]._repr_html_()


# --- Against every deal -----------------------------------------------------------------------


def fits(line: list[str], caller: int, hidden: int) -> bool:
    """Whether one of the 8 ways to fill in a hand, and of the 8 discards, makes it legal."""
    known = {word for seat in range(3) if seat != hidden for word in line[seat].split()}
    left = [tile_name(tile) for tile in range(22) if tile_name(tile) not in known]
    trump = line[4].rpartition("trump=")[2]
    for widow in left:
        deal = line[:3]
        deal[hidden] = " ".join(tile for tile in left if tile != widow)
        for out in map(tile_name, range(22)):
            exchange = f"widow={widow},out={out},trump={trump}"
            try:
                text = " | ".join([*deal, line[3], exchange, line[5]])
                replayed(text, naive_match.House(), caller, (0, 0, 0))
            except ValueError:
                continue
            return True
    return False


@pytest.mark.parametrize("seed", range(24))
def test_an_unknown_hand_is_taken_if_and_only_if_some_deal_fits(seed):
    rng = np.random.default_rng(seed)
    [*_, (state, _)] = played(seed, Rules(), actions=14 + seed % 9)
    if state.phase != "play":
        return
    parts = str(HandRecord.of(state)).split(" | ")
    plays = parts[5].replace(",", "").split()
    other = [tile_name(tile) for tile in range(22)]
    place = int(rng.integers(max(0, len(plays) - 4), len(plays)))
    for tile in [plays[place], *rng.choice(other, 5)]:
        changed = " ".join([*plays[:place], tile, *plays[place + 1 :]])
        hidden = seed % 3
        line = [*parts[:4], f"trump={state.trump}", changed]
        expected = fits(line, state.first_caller, hidden)
        line[hidden] = "?"
        text = f"first caller: {state.first_caller}\n{' | '.join(line)}"
        try:
            parse_records(text)
        except moon_sim.RecordError:
            assert not expected, text
        else:
            assert expected, text
