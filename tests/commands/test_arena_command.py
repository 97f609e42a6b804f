"""`moon-sim arena` and `moon-sim players`: what people read, and what programs do."""

import io
import json

import pandas as pd
import pytest

from moon_sim.play import arena, player, players, read_records

NAMES = ("rules:point-count", "random")
ASKED = ("arena", *NAMES, "--deals", "4", "--seed", "1", "--workers", "1")


def test_players_are_listed_with_what_they_see(output):
    out = output("players")
    assert all(one.name in out for one in players())
    assert max(map(len, out.splitlines())) <= 80
    told = json.loads(output("players", "pimc-7", "open", "--json"))
    assert told == {"players": [player("pimc-7").to_dict(), player("open").to_dict()]}


def test_json_has_all_of_the_result(output):
    told = json.loads(output(*ASKED, "--json"))
    found = arena(NAMES, 4, seed=1, workers=1).to_dict()
    assert told.pop("seconds") > 0
    assert told.pop("version")
    assert told == json.loads(json.dumps(found))
    assert (told["blocks"], told["games"], told["mode"]) == (4, 6, "hands")


def test_csv_has_every_hand_and_seat(output, tmp_path):
    text = output(*ASKED, "--csv", "-")
    frame = pd.read_csv(io.StringIO(text), dtype={"trump": str})
    assert len(frame) == 4 * 6 * 3
    assert (frame["seed"] == 1).all()
    found = arena(NAMES, 4, seed=1, workers=1)
    assert frame["points"].tolist() == found.to_frame()["points"].tolist()
    path = tmp_path / "hands.csv"
    assert "Points a hand" in output(*ASKED, "--csv", str(path))
    assert path.read_text() == text


def test_what_is_asked_is_done(output):
    told = json.loads(output(*ASKED, "--matches", "--no-luck", "--json"))
    assert told["mode"] == "matches"
    told = json.loads(output(*ASKED, "--contract", "4", "--no-luck", "--json"))
    assert (told["mode"], told["contract"]) == ("contract", 4)
    told = json.loads(output(*ASKED, "--until-sure", "--json"))
    assert told["verdict"] == {"leader": NAMES[0], "blocks": 4, "looks": 1, "most": 4}


def test_house_rules_hold(output, refusal):
    told = json.loads(output(*ASKED, "--rules", "last_caller_must_bid=yes lowest_bid=3", "--json"))
    assert told["rules"] == {"last_caller_must_bid": True, "lowest_bid": 3}
    out = output(*ASKED, "--rules", "winning_score=5", "--matches")
    assert "by Rules(winning_score=5)" in " ".join(out.split())
    assert "expected a bid, one of 5, 6, 7, 21, got 4" in refusal(
        *ASKED, "--rules", "lowest_bid=5", "--contract", "4"
    )


def test_it_goes_on_from_its_pieces(output, run, tmp_path):
    path = tmp_path / "arena.pieces"
    once = output(*ASKED, "--csv", "-")
    assert output(*ASKED, "--csv", "-", "--pieces", str(path)) == once
    before = path.read_bytes()
    assert output(*ASKED, "--csv", "-", "--pieces", str(path)) == once
    assert path.read_bytes() == before
    code, out, err = run(*ASKED, "--no-luck", "--pieces", str(path))
    assert (code, out) == (2, "")
    assert err == f"moon-sim: {path}: expected pieces made with controls false, got true\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rondom", "random"), "unknown player 'rondom'; did you mean random?"),
        (("random",), "players: expected two or three, got 1"),
        (("random", "random", "--deals", "1"), "from 2 up, got '1'"),
        (("random", "random", "--contract", "8"), "expected a bid, one of 4, 5, 6, 7, 21, got 8"),
        (("random", "random", "--contract", "5", "--matches"), "--matches and --contract"),
        (("random", "random", "--pieces", "x"), "--pieces needs --seed"),
        (("random", "random", "--csv", "-", "--json"), "--csv - and --json both print"),
        (("random", "random", "--scheduler-address", "x"), "tcp://host:port, got 'x'"),
    ],
)
def test_wrong_words_are_refused_in_one_line(refusal, words, message):
    assert message in refusal("arena", *words)


def test_games_are_written_down(output, refusal, tmp_path):
    text, lines = tmp_path / "games.txt", tmp_path / "games.jsonl"
    output(*ASKED, "--no-luck", "--records", str(text), "--records", str(lines))
    found = arena(NAMES, 4, seed=1, workers=1, controls=False)
    games = list(found.records())
    assert read_records(text) == read_records(lines) == games
    seats = found.to_frame()
    points = [point for game in games for hand in game.hands for point in hand.points]
    assert points == seats["points"].tolist()
    assert [name for game in games for name in game.players] == seats["player"].tolist()
    assert [game.hands[0].table.declarer for game in games] == [
        None if pd.isna(seat) else seat for seat in seats["declarer"][::3]
    ]
    nowhere = tmp_path / "none" / "games.txt"
    assert "No such file or directory" in refusal(*ASKED, "--records", str(nowhere))
    again = tmp_path / "again.txt"
    output(*ASKED[:-1], "2", "--no-luck", "--records", str(again))
    assert again.read_bytes() == text.read_bytes()


def test_matches_are_written_down_from_beginning_to_end(output, tmp_path):
    path = tmp_path / "games.jsonl"
    output(*ASKED, "--deals", "2", "--matches", "--no-luck", "--records", str(path))
    games = read_records(path)
    assert len(games) == 12
    assert all(game.winner is not None for game in games)
    assert all(game.hands[0].scores == (0, 0, 0) for game in games)
