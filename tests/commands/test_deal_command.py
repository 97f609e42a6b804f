"""`moon-sim deal`."""

import json

import pytest
from command_line import QUICK

from moon_sim.game.deals import Deal
from moon_sim.game.tiles import ALL_TILES, format_tiles, parse_tiles


def test_deal_deals_the_whole_set(output):
    (dealt,) = json.loads(output("deal", "--seed", "7", "--json"))
    masks = [parse_tiles(tiles) for tiles in (*dealt["hands"], dealt["widow"])]
    assert [mask.bit_count() for mask in masks] == [7, 7, 7, 1]
    assert sum(masks) == ALL_TILES


def test_each_form_of_a_deal_is_the_same_deal(output):
    (dealt,) = json.loads(output("deal", "--seed", "7", "--json"))
    assert output("deal", "--seed", "7") == " | ".join(dealt["hands"]) + "\n"
    assert output("deal", "--seed", "7", "--only", "hand") == dealt["hands"][0] + "\n"
    holding = f"{dealt['hands'][0]} {dealt['widow']}\n"
    assert output("deal", "--seed", "7", "--only", "holding") == holding


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


@pytest.mark.parametrize(
    ("only", "words"),
    [
        ("hands", ("solve", "--trump", "5")),
        ("hand", ("odds", *QUICK)),
        ("holding", ("exchange", "--layouts", "1")),
    ],
)
def test_commands_read_from_stdin_what_deal_prints(output, only, words):
    line = output("deal", "--seed", "7", "--only", only)
    words = (*words, "--json")
    if words[0] == "exchange":
        words = (*words, "--seed", "1")
    piped = output(*words, stdin=line)
    assert piped == output(*words, line.strip())  # as an argument
    assert piped == output(*words, "-", stdin=f"\n  {line}\r\n")


def test_a_deal_as_json_is_whole(refusal):
    assert "leave out --only" in refusal("deal", "--json", "--only", "hand")
