"""`moon-sim atlas`."""

import json
import os
import shutil

import pytest
from command_line import sentences, tables

from moon_sim import atlas
from moon_sim.commands.atlas import COMMANDS

QUICK = ("--layouts", "1", "--seed", "1")


@pytest.fixture
def here(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def made(tmp_path_factory, compiled):
    """A file of a few pieces."""
    path = tmp_path_factory.mktemp("made") / "some.pieces"
    atlas.build(path, range(3), sample=atlas.Sample(1, 1), workers=1)
    return path


# --- Help -------------------------------------------------------------------------------------


def test_the_atlas_alone_lists_what_can_be_done(output):
    told = output("atlas")
    assert told.split() == output("atlas", "--help").split()
    assert all(command.__name__ in told for command in COMMANDS)


@pytest.mark.parametrize("command", [command.__name__ for command in COMMANDS])
def test_each_has_help_with_its_options_and_examples(output, command):
    told = output("atlas", command, "--help")
    assert "--json" in told
    assert f"moon-sim atlas {command}" in told.split("For example:")[1]


@pytest.mark.parametrize("line", [line for lines in COMMANDS.values() for line in lines])
def test_examples_are_understood(run, monkeypatch, here, line):
    def work(*args, **options):
        raise ValueError("at work")

    for name in ("build", "pack", "verify", "installed", "read_pieces"):
        monkeypatch.setattr(atlas, name, work)
    monkeypatch.setattr("moon_sim.running.cluster_client", work)
    monkeypatch.setattr(os, "nice", lambda by: None)
    code, _, err = run(*line.split()[1:])
    assert (code, err) == (2, "moon-sim: at work\n")


# --- Build ------------------------------------------------------------------------------------


def test_a_build_says_what_is_there_and_goes_on(output, here):
    words = ("atlas", "build", *QUICK, "--workers", "1")
    assert output(*words, "--numbers", "0-1") == "2 of 2 pieces are in atlas.pieces.\n"
    data = json.loads(output(*words, "--numbers", "1-2", "--json"))
    assert data == {"pieces": "atlas.pieces", "done": 2, "wanted": 2}
    assert len(list(atlas.read_pieces("atlas.pieces", atlas.Sample(1, 1)))) == 3


def test_a_build_says_how_many_are_missing_when_its_minutes_are_over(output, here, monkeypatch):
    asked = {}

    def build(path, numbers, **options):
        asked.update(options)
        return 7

    monkeypatch.setattr(atlas, "build", build)
    words = ("atlas", "build", "--limit-minutes", "0.5", "--workers", "3", "--numbers", "0-9")
    assert output(*words) == "3 of 10 pieces are in atlas.pieces.\n"
    assert (asked["minutes"], asked["workers"], asked["client"]) == (0.5, 3, None)


def test_a_build_gives_way_if_it_is_asked_to(output, here, monkeypatch):
    asked = []
    monkeypatch.setattr(os, "nice", asked.append)
    monkeypatch.setattr(atlas, "build", lambda *_, **__: 0)
    output("atlas", "build")
    assert asked == []
    output("atlas", "build", "--nice", "7")
    assert asked == [7]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--numbers", "5"), "expected two numbers of pieces as 0-999, got '5'"),
        (("--numbers", "5-4"), "expected two numbers of pieces as 0-999, got '5-4'"),
        (("--numbers", "0-39972"), "expected pieces from 0 to 39971, got 0 to 39972"),
        (("--limit-minutes", "0"), "expected minutes above 0, got '0'"),
        (("--limit-minutes", "inf"), "expected minutes above 0, got 'inf'"),
        (("--layouts", "5"), "--layouts and --seed go together: a sample has both"),
        (("--layouts", "1717", "--seed", "1"), "expected a whole number from 1 to 1716"),
        (("--nice", "20"), "expected a whole number from 0 to 19, got '20'"),
        (("--scheduler-address", "here"), "expected a scheduler's address"),
        (("--pieces", "."), "Is a directory"),
    ],
)
def test_what_a_build_cannot_do_is_refused(refusal, here, words, message):
    assert message in refusal("atlas", "build", *words)
    assert not list(here.iterdir())


# --- Pack and info ----------------------------------------------------------------------------


def test_pieces_are_packed(output, made, here, install):
    shutil.copy(made, "sampled.pieces")
    words = ("atlas", "pack", "--sampled", "sampled.pieces", *QUICK, "--out", "mine")
    atlas.build("atlas.pieces", [], workers=1)  # a file without pieces
    assert "exact: 0 of 319,770 holdings" in output(*words)
    install(here / "other")
    assert json.loads(output(*words[:-2], "--json"))["sampled"] == 24
    assert atlas.installed().folder == here / "other"
    assert "sampled: 24, by 1 of 3,432 layouts, seed 1" in output("atlas", "info")
    data = json.loads(output("atlas", "info", "--json"))
    assert (data["folder"], data["sampled"]) == (str(here / "other"), 24)


def test_an_atlas_is_kept_up_to_date(output, made, here):
    atlas.build("atlas.pieces", [], workers=1)
    output("atlas", "pack", "--sampled", str(made), *QUICK, "--out", "mine")
    kept = json.loads(output("atlas", "pack", "--keep", "--out", "mine", "--json"))
    assert (kept["exact"], kept["sampled"]) == (0, 24)
    again = json.loads(output("atlas", "pack", "--out", "mine", "--json"))
    assert (again["exact"], again["sampled"]) == (0, 0)


def test_how_far_a_build_has_come_is_told(output, made):
    words = ("atlas", "info", "--pieces", str(made), *QUICK)
    assert sentences(output(*words)).startswith(f"3 of 39,972 pieces are in {made}:")
    data = json.loads(output(*words, "--json"))
    assert (data["done"], data["of"]) == (3, 39972)
    assert data["hours_left"] == pytest.approx(data["hours"] / 3 * 39969)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("pack",), "atlas.pieces: No such file or directory"),
        (("pack", "--sampled", "x"), "--sampled goes with the --layouts and the --seed"),
        (("pack", "--keep"), "manifest.json: expected an atlas, got none"),
        (("pack", "--keep", "--sampled", "x", *QUICK), "--keep goes without --sampled"),
        (("info", "--pieces", "x"), "x: No such file or directory"),
        (("info",), "manifest.json: expected an atlas, got none"),
        (("verify",), "manifest.json: expected an atlas, got none"),
    ],
)
def test_what_is_not_there_is_refused(refusal, here, install, words, message):
    install(here / "none")
    assert message in refusal("atlas", *words)


# --- Verify -----------------------------------------------------------------------------------


def test_a_made_up_atlas_is_wrong_by_its_laydowns_alone(run, whole_atlas, install):
    install(whole_atlas)
    code, out, err = run("atlas", "verify")
    assert (code, err) == (2, f"moon-sim: {whole_atlas}: the atlas is wrong\n")
    [checks] = tables(out)
    wrong = [row for row in checks if row[-1] == "WRONG"]
    assert len(wrong) == 1
    code, out, _ = run("atlas", "verify", "--json")
    data = json.loads(out)
    assert (code, data["good"]) == (2, False)
    [bad] = [check for check in data["checks"] if not check["good"]]
    assert bad["what"].startswith("laydowns")


def test_a_part_of_an_atlas_may_be_right(output, part_of_atlas, install):
    install(part_of_atlas)
    assert json.loads(output("atlas", "verify", "--json"))["good"]
    assert "all checks pass" in sentences(output("atlas", "verify"))
