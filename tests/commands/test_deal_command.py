"""`moon-sim deal`."""

import io
import json

import pandas as pd
import pytest
from command_line import QUICK

from moon_sim.game import ALL_TILES, format_tiles, parse_tiles
from moon_sim.game.deals import Deal


def test_deal_deals_the_whole_set(output):
    (dealt,) = json.loads(output("deal", "--seed", "7", "--json"))
    masks = [parse_tiles(tiles) for tiles in (*dealt["hands"], dealt["widow"])]
    assert [mask.bit_count() for mask in masks] == [7, 7, 7, 1]
    assert sum(masks) == ALL_TILES


def test_each_form_of_a_deal_is_the_same_deal(output):
    words = ("deal", "--seed", "7", "--count", "2")
    deals = json.loads(output(*words, "--json"))
    lines = [" | ".join(deal["hands"]) for deal in deals]
    hands = [deal["hands"][0] for deal in deals]
    holdings = [f"{deal['hands'][0]} {deal['widow']}" for deal in deals]
    assert output(*words).splitlines() == lines
    frame = pd.read_csv(io.StringIO(output(*words, "--csv", "-")))
    assert list(frame["deal"]) == lines
    assert list(frame["widow"]) == [deal["widow"] for deal in deals]
    for only, shown in (("hand", hands), ("holding", holdings)):
        some = (*words, "--only", only)
        assert output(*some).splitlines() == shown
        assert json.loads(output(*some, "--json")) == [{only: text} for text in shown]
        assert output(*some, "--csv", "-").splitlines() == [only, *shown]


def test_deals_go_to_a_file_too(output, tmp_path):
    words = ("deal", "--seed", "7", "--count", "2")
    path = tmp_path / "deals.csv"
    assert output(*words, "--csv", str(path)) == output(*words)
    assert path.read_text() == output(*words, "--csv", "-")


def test_more_deals_of_a_seed_begin_with_those_that_fewer_are(output):
    lines = [output("deal", "--seed", "7", "--count", str(n)).splitlines() for n in (1, 2, 5)]
    assert lines[0] == lines[1][:1] == lines[2][:1]
    assert lines[1] == lines[2][:2]


def test_deals_are_as_many_as_asked_for_and_differ(output):
    lines = output("deal", "--seed", "7", "--count", "50").splitlines()
    assert len(set(lines)) == len(lines) == 50
    assert all(len(Deal.parse(line)) == 7 for line in lines)
    # In no order: no tile goes to the first hands first, as in layouts sorted by number.
    for tile in format_tiles(ALL_TILES).split():
        holders = [line.split(tile)[0].count("|") for line in lines if tile in line]
        assert holders not in (sorted(holders), sorted(holders, reverse=True))


def test_a_seed_repeats_a_deal(output):
    assert output("deal", "--seed", "7") == output("deal", "--seed", "7")
    assert len({output("deal", "--seed", "8"), output("deal"), output("deal")}) == 3


@pytest.mark.usefixtures("asked_once")
@pytest.mark.parametrize(
    ("only", "words"),
    [
        ("hands", ("solve", "--trump", "5")),
        ("hand", ("odds", *QUICK)),
        ("holding", ("exchange", *QUICK)),
    ],
)
def test_commands_read_from_stdin_what_deal_prints(output, only, words):
    lines = output("deal", "--seed", "7", "--count", "2", "--only", only)
    alone = [json.loads(output(*words, "--json", line)) for line in lines.splitlines()]
    piped = output(*words, "--json", stdin=lines)
    assert [json.loads(answer) for answer in piped.splitlines()] == alone
    for answer, line in zip(alone, lines.splitlines(), strict=True):
        assert sorted(answer[{"hands": "deal"}.get(only, only)].split()) == sorted(line.split())
