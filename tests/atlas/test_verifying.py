"""An atlas that is wrong is found out."""

import json
import shutil

import numpy as np
import pytest
from made_up_atlas import HAND, OTHER, SAMPLE, made_up, rows_of, write_made_up

from moon_sim import atlas, format_tiles, parse_tiles
from moon_sim.atlas import verify, write_atlas
from moon_sim.atlas.numbering import mask_of
from moon_sim.atlas.packing import SAMPLED, unpacked_one
from moon_sim.atlas.store import MISSING, opened
from moon_sim.solver import lead_tricks

ROWS = rows_of(parse_tiles(HAND))


@pytest.fixture
def written(install, tmp_path):
    """Write an atlas of one hand's holdings, changed before or after its sums are made."""

    def write(before=None, after=None):
        wins, plans = made_up()
        gone = np.ones(len(wins), bool)
        gone[ROWS] = False
        wins[gone] = plans[gone] = MISSING
        if before:
            before(wins, plans)
        found = write_atlas(tmp_path / "atlas", wins, plans, sample=SAMPLE)
        install(found.folder)
        if after:
            after(found.folder)
            opened.cache_clear()

    return write


def wrong():
    found = verify()
    assert found.good == (not [check for check in found.checks if not check.good])
    return [check.what for check in found.checks if not check.good]


def test_a_part_of_an_atlas_is_right(written):
    written()
    assert wrong() == []


def test_a_byte_that_has_changed_is_found(written):
    def change(folder):
        with (folder / "plans.npy").open("r+b") as file:
            file.seek(-1, 2)
            last = file.read(1)
            file.seek(-1, 2)
            file.write(bytes([last[0] ^ 1]))

    written(after=change)
    assert "checksum of plans.npy" in wrong()


def test_a_manifest_that_counts_other_rows_is_found(written):
    def change(folder):
        path = folder / "manifest.json"
        told = json.loads(path.read_text())
        path.write_text(json.dumps({**told, "exact": 14, "sampled": 1, "sample": SAMPLE}))

    written(after=change)
    assert wrong() == ["holdings as the manifest counts them"]


def test_sums_of_hands_that_are_wrong_are_found(written):
    def change(folder):
        hands = np.load(folder / "hands.npy")
        hands[5] = 1
        np.save(folder / "hands.npy", hands)

    written(after=change)
    assert set(wrong()) == {
        "checksum of hands.npy",
        "hands that are not the sum of their holdings",
    }


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ((5, 6, 5, 4), "more layouts won by a higher bid"),
        ((3433, 6, 5, 4), "more than 3,432 layouts won"),
        ((7, 6, 5, MISSING), "rows that are there in part"),
    ],
)
def test_wins_that_cannot_be_are_found(written, row, what):
    def change(wins, plans):
        wins[ROWS[0]] = row

    written(before=change)
    assert what in wrong()


@pytest.mark.parametrize("code", [0b0000_001_001, 0b1001_001_000, 1 << 11 | 1 << 3])
def test_plans_that_cannot_be_are_found(written, code):
    def change(wins, plans):
        plans[ROWS[0], 2] = code

    written(before=change)
    assert wrong() == ["plans that can't be"]


def test_a_row_that_is_sampled_in_part_is_found(written):
    def change(wins, plans):
        plans[ROWS[0], 2] |= SAMPLED

    written(before=change)
    assert wrong() == ["plans that can't be"]


def test_sampled_rows_need_not_fall(written):
    def change(wins, plans):
        wins[ROWS[0]] = 5, 6, 5, 4
        plans[ROWS[0]] |= SAMPLED

    written(before=change)
    assert wrong() == []


# --- Holdings computed another way ------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch):
    """The best of all plans costs nothing: it is what an atlas says that is made up."""
    wins, plans = made_up()

    def best(held, rules):
        row = atlas.number_of(held)
        named = (unpacked_one(held, int(code)) for code in plans[row])
        return [(int(won), *plan) for won, plan in zip(wins[row], named, strict=True)]

    monkeypatch.setattr("moon_sim.atlas.verifying.best_of_all", best)


def test_holdings_are_compared_with_the_best_of_all_plans(written, quick):
    written()
    found = verify(10, seed=1)
    assert found.good
    assert found.seed == 1
    assert [check.found for check in found.checks[-2:]] == ["10", "120 layouts"]
    assert verify(400, np.random.default_rng(1)).checks[-2].found == "15"


def test_holdings_with_a_better_plan_are_found(written, quick):
    def change(wins, plans):
        wins[ROWS[3], 0] += 1

    written(before=change)
    found = verify(15, seed=1)
    assert not found.good
    [check] = [check for check in found.checks if not check.good]
    assert check.found == f"1 differ, first {format_tiles(mask_of(int(ROWS[3]), 8))}"
    assert check.found in repr(found)
    assert "WRONG" in found._repr_html_()


def test_searches_that_differ_are_found(written, quick, monkeypatch):
    def biased(*args, search, **options):
        return lead_tricks(*args, search=search, **options) if search.table else np.full((10, 1), 8)

    monkeypatch.setattr("moon_sim.atlas.verifying.lead_tricks", biased)
    written()
    found = verify(2, seed=1)
    assert [check.what for check in found.checks if not check.good] == [
        "plans played by trying every play"
    ]


def test_an_atlas_without_exact_rows_has_none_to_compute(install, tmp_path):
    rows = rows_of(parse_tiles(OTHER))
    install(write_made_up(tmp_path / "a", rows, sampled=rows, sample=SAMPLE).folder)
    assert verify(5, seed=1).seed is None


def test_a_sample_that_cannot_be_is_refused(whole_atlas, install):
    install(whole_atlas)
    with pytest.raises(ValueError, match="sample: expected 0 to 319770, got -1"):
        verify(-1)


def test_the_laws_of_all_hands_are_looked_at(whole_atlas, tmp_path, install):
    shutil.copytree(whole_atlas, tmp_path / "copy")
    install(tmp_path / "copy")
    hands = np.load(tmp_path / "copy" / "hands.npy")
    hands[:, 3] = 0
    np.save(tmp_path / "copy" / "hands.npy", hands)
    assert "all hands together" in wrong()
