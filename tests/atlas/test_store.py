"""The atlas on disk: whole or refused by name."""

import json
import os
import shutil
import subprocess
import sys
import warnings
from dataclasses import asdict

import numpy as np
import pytest
from made_up_atlas import HAND, made_up, rows_of, write_made_up

from moon_sim import Rules, atlas, parse_tiles
from moon_sim.atlas import AtlasError, building, store, usable, write_atlas
from moon_sim.atlas.store import MISSING, played
from moon_sim.game import AUCTION_AND_SCORE, PLAY
from moon_sim.game.house_rules import CHOICE_OF_TRUMP

OTHER_RULES = Rules(doubles_high_to_low=False)


@pytest.fixture
def copy(whole_atlas, tmp_path, install):
    """An installed copy of the whole atlas, to be damaged."""
    shutil.copytree(whole_atlas, tmp_path / "copy")
    install(tmp_path / "copy")
    return tmp_path / "copy"


def names(folder):
    return [path.name for path in folder.iterdir()]


def edit(folder, **changes):
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def refused(match, **options):
    """It is refused by name, and whoever can do without is told so in one line."""
    with pytest.raises(AtlasError, match=match):
        atlas.hand(HAND, **options)
    with pytest.warns(RuntimeWarning, match=match) as warned:
        assert usable() is None
    [one] = warned
    assert "\n" not in str(one.message)
    assert str(one.message).endswith("what it should tell is computed")


def test_the_manifest_says_what_is_there(whole_atlas):
    wins, _ = made_up()
    manifest = json.loads((whole_atlas / "manifest.json").read_text())
    assert manifest["wins"] == {
        str(bid): int(wins[:, at].sum(dtype=int)) for at, bid in enumerate((4, 5, 6, 7))
    }
    assert (manifest["exact"], manifest["sampled"], manifest["hands"]) == (319770, 0, 170544)
    for name, told in manifest["files"].items():
        assert (whole_atlas / name).stat().st_size == told["bytes"]
    assert sum(told["bytes"] for told in manifest["files"].values()) < 6_500_000


@pytest.mark.parametrize("name", ["wins.npy", "plans.npy", "hands.npy"])
def test_a_truncated_file_is_refused(copy, name):
    for size in (1_000_000, 100, 0):
        with (copy / name).open("r+b") as file:
            file.truncate(size)
        refused(f"{name}: damaged, shorter than it should be")


@pytest.mark.parametrize("name", ["wins.npy", "plans.npy", "hands.npy", "manifest.json"])
def test_a_missing_file_is_refused(copy, name):
    (copy / name).unlink()
    refused(f"{name}: .*No such file")


@pytest.mark.parametrize("array", [np.zeros((5, 4), np.uint16), np.zeros((319770, 4))])
def test_an_array_of_another_kind_is_refused(copy, array):
    np.save(copy / "wins.npy", array)
    refused(r"wins.npy: damaged, expected \(319770, 4\) of uint16, got")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"name": "hand_odds"}'])
def test_what_is_no_manifest_is_refused(copy, text):
    (copy / "manifest.json").write_text(text)
    refused("manifest.json: expected the manifest of an atlas")


@pytest.mark.parametrize("version", [0, 2, None, "1"])
def test_another_version_is_refused_by_name(copy, version):
    edit(copy, format=version)
    refused(f"expected an atlas of format 1, got one of {version!r}")


@pytest.mark.parametrize("name", ["rules", "files", "wins", "exact", "sampled", "hands"])
def test_a_damaged_manifest_is_refused(copy, name):
    edit(copy, **{name: None})
    refused(f"manifest.json: damaged, expected {name}, got None")


@pytest.mark.parametrize("name", ["wins", "files"])
@pytest.mark.parametrize("told", [{}, {"4": "1", "wins.npy": 1}])
def test_a_manifest_that_is_damaged_inside_is_refused(copy, name, told):
    edit(copy, **{name: told})
    refused(f"manifest.json: damaged, expected {name} by .*, got {{")


@pytest.mark.parametrize("sample", [5, {}, {"layouts": 5}, {"layouts": 5, "seed": None}])
def test_a_sample_that_is_none_is_refused(copy, sample):
    edit(copy, sample=sample)
    refused("manifest.json: damaged, expected sample, got")


def test_sampled_rows_without_a_sample_are_refused(copy):
    edit(copy, sampled=5)
    refused("manifest.json: damaged, expected sample, got None")


def test_unknown_rules_are_refused(copy):
    edit(copy, rules={"blanks": True})
    refused("expected known rules, got blanks")
    edit(copy, rules={"lowest_bid": "three"})
    refused("manifest.json: damaged, lowest_bid: expected a whole number, got 'three'")


def test_an_atlas_of_other_rules_answers_for_those_alone(install, tmp_path):
    rows = rows_of(parse_tiles(HAND))
    install(write_made_up(tmp_path / "other", rows, rules=OTHER_RULES).folder)
    assert atlas.hand(HAND, OTHER_RULES).wins
    refused(r"expected an atlas for Rules\(\), got Rules\(doubles_high_to_low=False\)")


def test_other_rules_are_not_asked_of_the_usual_atlas(install, whole_atlas):
    install(whole_atlas)
    with pytest.raises(AtlasError, match=r"expected .* for Rules\(doubles_high_to_low=False\)"):
        atlas.hand(HAND, OTHER_RULES)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert usable(OTHER_RULES) is None


@pytest.mark.parametrize("name", sorted({*CHOICE_OF_TRUMP, *PLAY} - {"doubles_high_to_low"}))
def test_rules_of_the_play_are_told_apart(install, whole_atlas, name):
    install(whole_atlas)
    rules = Rules(**{name: not getattr(Rules(), name)})
    assert played(rules) == {"doubles_high_to_low": True, **rules.own}
    assert usable(rules) is None
    with pytest.raises(AtlasError, match=f"expected an atlas for .*{name}"):
        atlas.hand(HAND, rules)


def test_the_usual_rules_are_told_as_when_there_were_four(copy, install):
    """A build under way goes on, and an atlas that was built opens."""
    assert played(Rules()) == {"doubles_high_to_low": True}
    assert building.settings_of(None, Rules()) == {
        "atlas": 1,
        "holdings_a_piece": 8,
        "doubles_high_to_low": True,
        "layouts": 3432,
    }
    four = ("first_caller_moves", "last_caller_must_bid", "doubles_high_to_low")
    edit(copy, rules={name: getattr(Rules(), name) for name in (*four, "made_moon_wins_match")})
    assert atlas.installed().rules == Rules()


def test_rules_of_the_auction_and_the_match_change_no_odds(install, whole_atlas):
    install(whole_atlas)
    for name, value in {**asdict(Rules()), "lowest_bid": 3}.items():
        if name not in AUCTION_AND_SCORE:
            continue
        rules = Rules(**{name: not value if isinstance(value, bool) else value + 1})
        assert atlas.hand(HAND, rules).wins == atlas.hand(HAND).wins
        assert usable(rules) is atlas.installed()


def test_a_package_without_an_atlas_is_silent(monkeypatch, tmp_path):
    monkeypatch.delenv("MOON_SIM_ATLAS", raising=False)
    monkeypatch.setattr(store, "PACKAGED", tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert usable() is None
    with pytest.raises(AtlasError, match="expected an atlas, got none"):
        atlas.hand(HAND)


def test_the_packages_own_atlas_is_the_one_by_default(monkeypatch, whole_atlas):
    monkeypatch.delenv("MOON_SIM_ATLAS", raising=False)
    monkeypatch.setattr(store, "PACKAGED", whole_atlas)
    assert usable().folder == whole_atlas


# --- Writing ----------------------------------------------------------------------------------


def test_an_atlas_takes_the_place_of_a_former_one(tmp_path, install):
    wins, plans = made_up()
    folder = tmp_path / "deep" / "atlas"
    install(folder)
    write_atlas(folder, wins, plans)
    before = atlas.hand(HAND).wins
    wins[:] = 1
    write_atlas(folder, wins, plans, machine_hours=1.234)
    assert atlas.hand(HAND).wins == (15, 15, 15, 15) != before
    assert atlas.installed().manifest["machine_hours"] == 1.23
    assert names(folder.parent) == ["atlas"]


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OSError, match="holds what is no atlas"):
        write_atlas(tmp_path, *made_up())
    assert names(tmp_path) == ["notes.txt"]


def test_a_write_that_fails_leaves_the_former_atlas(copy, monkeypatch):
    before = atlas.hand(HAND).wins
    wins, plans = made_up(2)

    def full(*_):
        raise OSError(28, "No space left on device")

    for name in ("os.fsync", "pathlib.Path.chmod"):
        with monkeypatch.context() as patch:
            patch.setattr(name, full)
            with pytest.raises(OSError, match=f"No space left on device: '{copy}'"):
                write_atlas(copy, wins, plans)
        store.opened.cache_clear()
        assert atlas.hand(HAND).wins == before
        assert names(copy.parent) == ["copy"]


def test_the_rows_of_hands_that_are_not_built_are_marked(tmp_path):
    rows = rows_of(parse_tiles(HAND))
    found = write_made_up(tmp_path / "part", rows[1:])
    assert (found.hands == MISSING).all()
    assert (found.wins[:, 0] != MISSING).sum() == found.manifest["exact"] == 14


# --- Processes --------------------------------------------------------------------------------


def test_processes_that_start_at_once_read_one_read_only_atlas(whole_atlas):
    whole_atlas.chmod(0o555)
    code = f"import moon_sim; print(moon_sim.atlas.hand({HAND!r}).wins)"
    env = {**os.environ, "MOON_SIM_ATLAS": str(whole_atlas)}
    started = [
        subprocess.Popen([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    wins, _ = made_up()
    expected = wins[rows_of(parse_tiles(HAND))].sum(axis=0, dtype=int).tolist()
    assert {process.communicate()[0] for process in started} == {f"{tuple(expected)}\n"}
