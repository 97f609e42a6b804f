"""Answers of `moon-sim odds` and `exchange` from the atlas."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from command_line import message, sentences, tables
from made_up_atlas import HAND, OTHER

from moon_sim import bid_odds, rank_exchanges

HOLDING = f"{HAND} 1-1"


@pytest.fixture
def installed(install, whole_atlas):
    install(whole_atlas)
    return whole_atlas


@pytest.mark.usefixtures("installed")
def test_odds_are_looked_up_unless_told_otherwise(output):
    found = bid_odds(HAND, source="atlas")
    for words in ((), ("--exact",), ("--source", "atlas"), ("--seed", "3")):
        assert json.loads(output("odds", HAND, *words, "--json")) == found.to_dict()
    out = output("odds", HAND)
    [bids] = tables(out)
    assert [row[0] for row in bids] == ["4", "5", "6", "7", "21"]
    assert "From the atlas, exact" in sentences(out)
    for words in (("--layouts", "1"), ("--trump", "6"), ("--view", "double-dummy")):
        data = json.loads(output("odds", HAND, "--layouts", "1", *words, "--json"))
        assert (data["source"], data["layouts"]) == ("computed", 1)


@pytest.mark.usefixtures("installed")
def test_odds_are_sampled_where_that_is_asked_for(output):
    words = ("odds", HAND, "--source", "computed", "--seed", "1", "--trump", "6")
    data = json.loads(output(*words, "--json"))
    assert (data["source"], data["exact"], data["layouts"]) == ("computed", False, 24)


@pytest.mark.usefixtures("installed")
def test_plans_are_looked_up_unless_told_otherwise(output):
    found = rank_exchanges(HOLDING, source="atlas")
    for words in ((), ("--exact",), ("--source", "atlas"), ("--top", "1")):
        assert json.loads(output("exchange", HOLDING, *words, "--json")) == found.to_dict()
    out = output("exchange", HOLDING)
    assert "The best plan of each bid" in out
    assert "From the atlas, exact" in sentences(out)
    words = ("--layouts", "1", "--seed", "1")
    data = json.loads(output("exchange", HOLDING, *words, "--json"))
    assert (data["source"], len(data["choices"])) == ("computed", 12)


@pytest.mark.usefixtures("installed")
def test_the_atlas_is_asked_for_what_it_has(refusal):
    said = "source: the atlas has no sampled layouts; compute them"
    assert refusal("odds", HAND, "--source", "atlas", "--layouts", "5") == said
    said = "source: the atlas has no second best plans; compute them"
    assert refusal("exchange", HOLDING, "--source", "atlas", "--top", "2") == said
    assert "expected atlas or computed" in refusal("odds", HAND, "--source", "memory")


def test_an_atlas_that_is_not_there_is_refused(refusal, install, tmp_path):
    install(tmp_path)
    said = refusal("odds", HAND, "--source", "atlas")
    assert said.endswith("manifest.json: expected an atlas, got none (No such file or directory)")


def test_lines_may_have_answers_of_both_kinds_in_one_table(output, install, part_of_atlas):
    install(part_of_atlas)
    words = ("--trump", "6", "--layouts", "1", "--seed", "1")
    computed = output("odds", OTHER, *words, "--csv", "-").splitlines()
    looked_up = output("odds", HAND, "--csv", "-").splitlines()
    assert computed[0] == looked_up[0], "the columns are the same"
    data = json.loads(output("odds", HAND, "--json"))
    assert (data["source"], data["exact"], data["layouts"]) == ("atlas", False, 200)


# --- The process ------------------------------------------------------------------------------


def moon(folder, *words):
    """Run the program, which tells on stderr what it has loaded."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print('loaded', *sys.modules, file=sys.stderr))\n"
        "from moon_sim.commands import main\n"
        "main()"
    )
    env = {**os.environ, "MOON_SIM_ATLAS": str(folder)}
    run = [sys.executable, "-c", code, *words]
    done = subprocess.run(run, capture_output=True, text=True, env=env, timeout=300)
    said, _, loaded = done.stderr.rpartition("loaded ")
    return done.returncode, done.stdout, said, set(loaded.split())


@pytest.mark.parametrize(
    "words", [("odds", HAND), ("odds", HAND, "--json"), ("exchange", HOLDING, "--exact")]
)
def test_an_answer_from_the_atlas_loads_neither_numba_nor_pandas(whole_atlas, words):
    code, out, said, loaded = moon(whole_atlas, *words)
    assert (code, said) == (0, "")
    assert out
    assert "numpy" in loaded
    assert not {"numba", "pandas", "scipy", "matplotlib", "multiprocessing"} & loaded


def test_nor_does_one_with_an_interval(part_of_atlas):
    code, out, said, loaded = moon(part_of_atlas, "odds", HAND)
    assert (code, said) == (0, "")
    assert "95 %" in out
    assert not {"numba", "pandas", "scipy", "matplotlib", "multiprocessing"} & loaded


def test_a_damaged_atlas_takes_one_line_on_stderr(compiled, whole_atlas, tmp_path):
    shutil.copytree(whole_atlas, tmp_path / "copy")
    with (tmp_path / "copy" / "plans.npy").open("r+b") as file:
        file.truncate(1000)
    words = ("odds", "--trump", "6", "--layouts", "1")
    code, _, said, _ = moon(tmp_path / "copy", *words, HAND)
    assert (code, said) == (0, ""), "nobody asked it"
    code, out, said, _ = moon(tmp_path / "copy", "odds", HAND, "--seed", "1", "--json")
    assert code == 0
    assert json.loads(out)["source"] == "computed"
    assert message(said).startswith(f"{tmp_path}/copy/plans.npy: damaged, shorter than it should")
    assert message(said).endswith("; what it should tell is computed")
