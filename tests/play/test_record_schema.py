"""The published schema, held to by a library of its own: what is written and what is refused."""

import json
from dataclasses import fields
from importlib import resources

import pytest
from jsonschema import Draft202012Validator
from random_play import HOUSES, played
from written import random_match

from moon_sim.game import Rules
from moon_sim.play import HandRecord, MatchRecord, RecordError, format_records, parse_records

SCHEMA = json.loads(resources.files("moon_sim.play").joinpath("record.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_knows_the_rules_and_all_that_is_written():
    assert set(SCHEMA["properties"]["rules"]["properties"]) == {one.name for one in fields(Rules)}
    told = random_match(1, Rules()).to_dict()
    assert set(SCHEMA["properties"]) == set(told)
    assert set(SCHEMA["$defs"]["hand"]["properties"]) == set(told["hands"][0])


@pytest.mark.parametrize("rules", HOUSES, ids=repr)
def test_what_is_written_holds_to_the_schema(rules):
    for seed in range(3):
        VALIDATOR.validate(json.loads(format_records(random_match(seed, rules), "json")))
    for state, _ in played(5, rules):
        for known in (state, state.observe(0), state.observe(2)):
            match = MatchRecord(hands=(HandRecord.of(known, "a note"),))
            VALIDATOR.validate(json.loads(format_records(match, "json")))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"more": 1},
        {"date": "4.12.2026"},
        {"players": ["a", "b"]},
        {"players": ["a|b", None, None]},
        {"rules": {"lowest_bid": 0}},
        {"rules": {"more": 1}},
        {"hands": []},
        {"hands": [{}]},
        *(
            {"hands": [{"deal": [None, None, None], **more}]}
            for more in (
                {"more": 1},
                {"deal": [None, None]},
                {"deal": ["6-6", None, None]},
                {"widow": "6-0"},
                {"calls": ["8"]},
                {"trump": "7"},
                {"trump": 6},
                {"plays": ["7-7"]},
                {"first_caller": 3},
                {"scores": [1, 2]},
                {"result": {"more": [1, 2, 3]}},
                {"note": 5},
            )
        ),
    ],
    ids=json.dumps,
)
def test_what_the_schema_refuses_is_refused(change):
    told = {"version": 1, "hands": [{"deal": [None, None, None]}]}
    VALIDATOR.validate(told)
    parse_records(json.dumps(told))
    told |= change
    assert not VALIDATOR.is_valid(told)
    with pytest.raises(RecordError):
        parse_records(json.dumps(told))
