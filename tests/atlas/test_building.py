"""The atlas is built in pieces, and packed: the same bytes whatever makes them."""

import logging
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import dask
import numpy as np
import pytest
from distributed import LocalCluster

from moon_sim import Rules, format_tiles
from moon_sim.atlas import HOLDINGS, PIECES, Sample, build, building, pack, read_pieces
from moon_sim.atlas.numbering import mask_of, masks_of
from moon_sim.atlas.packing import SAMPLED, unpacked_one
from moon_sim.atlas.sampling import sampled_plans
from moon_sim.atlas.store import MISSING, AtlasError
from moon_sim.atlas.verifying import best_of_all
from moon_sim.game import tile_ids
from moon_sim.running import Pieces, PiecesError, cluster_client
from moon_sim.solver import holding_plans

QUICK = Sample(2, 1)
"""Plans that are chosen on two layouts: a piece of them takes a moment."""

WANTED = range(12)
LAST = PIECES - 1


def made_up_plans(held, rules):
    """Plans as `holding_plans` has them, made of the tiles alone."""
    tiles = list(tile_ids(held))
    return np.array(
        [(held % 1000 * 4 // bid, tiles[bid - 4], bid, tiles[bid]) for bid in range(4, 8)]
    )


@pytest.fixture
def quick(monkeypatch):
    """Plans of all layouts cost nothing; in this process alone."""
    monkeypatch.setattr(building, "holding_plans", made_up_plans)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.npy")}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The arrays of some sampled pieces that one process has made without a break."""
    folder = tmp_path_factory.mktemp("expected")
    assert build(folder / "pieces", WANTED, sample=QUICK, workers=1) == 0
    return contents(pack(folder / "atlas", [], folder / "pieces", sample=QUICK).folder)


# --- Pieces -----------------------------------------------------------------------------------


def test_each_holding_is_in_one_piece():
    every = np.concatenate([building.holdings_in(number) for number in range(PIECES)])
    assert (np.sort(every) == np.arange(HOLDINGS)).all()
    assert [len(building.holdings_in(number)) for number in (0, LAST)] == [8, 2]


def splitmix64(state):
    """SplitMix64's first number from a state, in Python's own numbers."""
    mask = 2**64 - 1
    mixed = (state + 0x9E3779B97F4A7C15) & mask
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & mask
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
    return mixed ^ mixed >> 31


def test_the_order_of_the_pieces_is_fixed():
    # The first number of java.util.SplittableRandom(0) and of many others' tests.
    assert splitmix64(0) == 0xE220A8397B1DCDAF
    hashes = [splitmix64(number * 0x9E3779B97F4A7C15) for number in range(HOLDINGS)]
    order = sorted(range(HOLDINGS), key=hashes.__getitem__)
    assert building.shuffled().tolist() == order
    assert order[:4] == [70273, 164256, 185931, 63281]


def test_the_first_pieces_are_a_fair_sample():
    first = masks_of(building.shuffled()[:8000], 8)
    for tile in range(22):
        held = (first >> tile & 1).mean()
        assert held == pytest.approx(8 / 22, abs=4 * (8 / 22 * 14 / 22 / 8000) ** 0.5)


def test_a_piece_has_the_plans_of_its_holdings(quick, tmp_path):
    assert build(tmp_path / "pieces", [0, LAST], workers=1) == 0
    (first, rows, seconds), (last, few, _) = read_pieces(tmp_path / "pieces")
    assert (first, last, len(rows), len(few)) == (0, LAST, 8, 2)
    assert seconds >= 0
    for number, row in zip(building.holdings_in(0), rows, strict=True):
        mask = mask_of(int(number), 8)
        for at, (wins, *plan) in enumerate(made_up_plans(mask, None).tolist()):
            assert row["wins"][at] == wins
            discard, trump, lead = unpacked_one(mask, int(row["plans"][at]))
            assert [discard, trump, lead] == plan
        assert not (row["plans"] & SAMPLED).any()


def test_what_is_no_piece_is_refused(tmp_path):
    with pytest.raises(ValueError, match="expected pieces from 0 to 39971, got 5 to 39972"):
        build(tmp_path / "pieces", [5, PIECES])
    with pytest.raises(FileNotFoundError):
        pack(tmp_path / "atlas", [tmp_path / "pieces"])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("sample", "error", "words"),
    [
        (Sample(3000, 1), ValueError, "sample.layouts: expected 1 to 1716, got 3000"),
        (Sample(0, 1), ValueError, "sample.layouts"),
        (Sample(5, -1), ValueError, "sample.seed"),
        (Sample(5, None), TypeError, "sample.seed"),
    ],
)
def test_what_is_no_sample_is_refused(tmp_path, sample, error, words):
    with pytest.raises(error, match=words):
        build(tmp_path / "pieces", [1], sample=sample)
    with pytest.raises(error, match=words):
        pack(tmp_path / "atlas", [], __file__, sample=sample)


def test_one_file_is_no_list_of_files(tmp_path):
    with pytest.raises(TypeError, match="paths: expected a list or a tuple"):
        pack(tmp_path / "atlas", "atlas.pieces")


def test_pieces_of_another_atlas_are_refused_by_name(quick, tmp_path):
    path = tmp_path / "pieces"
    build(path, [0], workers=1)
    other = Rules(doubles_high_to_low=False)
    with pytest.raises(PiecesError, match=r"expected .* doubles_high_to_low false, got true"):
        build(path, [1], workers=1, rules=other)
    with pytest.raises(PiecesError, match=r"expected .* layouts 2, got 3432"):
        build(path, [1], workers=1, sample=QUICK)
    with pytest.raises(PiecesError, match=r"expected .* layouts 2, got 3432"):
        pack(tmp_path / "atlas", [], path, sample=QUICK)
    build(path, [1], workers=1, rules=Rules(last_caller_must_bid=True))
    with pytest.raises(ValueError, match="build: the rule leader_names_suit is not supported"):
        build(path, [1], workers=1, rules=Rules(leader_names_suit=True))


def test_a_piece_of_another_size_is_refused(quick, tmp_path):
    build(tmp_path / "pieces", [0], workers=1)
    with Pieces(tmp_path / "pieces", building.settings_of(None, Rules())) as pieces:
        pieces.write(3, b"short")
    with pytest.raises(ValueError, match="piece 3: expected 132 bytes"):
        pack(tmp_path / "atlas", [tmp_path / "pieces"])


def test_a_build_stops_when_its_time_is_up_and_goes_on(quick, tmp_path):
    seen = []
    path = tmp_path / "pieces"
    missing = build(path, WANTED, workers=1, minutes=1e-9, progress=lambda *done: seen.append(done))
    assert missing == len(WANTED), "it stops before the first piece"
    assert seen == [(0, 12)]
    assert build(path, range(5), workers=1, minutes=10) == 0
    assert build(path, WANTED, workers=1, minutes=1e-9) == 7
    assert build(path, WANTED, workers=1) == 0
    assert build(path, WANTED, workers=1, minutes=1e-9) == 0


# --- Packing ----------------------------------------------------------------------------------


def test_an_atlas_is_packed_of_several_files(quick, tmp_path):
    build(tmp_path / "one", [0, 1], workers=1)
    build(tmp_path / "two", [1, 5], workers=1)
    found = pack(tmp_path / "atlas", [tmp_path / "one", tmp_path / "two"])
    there = np.concatenate([building.holdings_in(number) for number in (0, 1, 5)])
    assert (np.flatnonzero(found.wins[:, 0] != MISSING) == np.sort(there)).all()
    assert (found.manifest["exact"], found.manifest["sampled"], found.sample) == (24, 0, None)
    build(tmp_path / "all", [5, 0, 1], workers=1)
    assert contents(tmp_path / "atlas") == contents(pack(tmp_path / "b", [tmp_path / "all"]).folder)


def test_samples_fill_in_what_is_not_there(quick, tmp_path):
    build(tmp_path / "exact", [0, 1], workers=1)
    build(tmp_path / "sampled", [1, 2], workers=1, sample=QUICK)
    found = pack(tmp_path / "a", [tmp_path / "exact"], tmp_path / "sampled", sample=QUICK)
    marked = found.plans[:, 0] & SAMPLED != 0
    assert not marked[building.holdings_in(0)].any()
    assert not marked[building.holdings_in(1)].any()
    assert marked[building.holdings_in(2)].all()
    assert (found.manifest["exact"], found.manifest["sampled"], found.sample) == (16, 8, QUICK)


@pytest.fixture
def standing(quick, tmp_path):
    """An atlas with piece 0 exact, and 1 and 2 sampled, of which no pieces are left."""
    build(tmp_path / "exact", [0], workers=1)
    build(tmp_path / "sampled", [0, 1, 2], workers=1, sample=QUICK)
    pack(tmp_path / "atlas", [tmp_path / "exact"], tmp_path / "sampled", sample=QUICK)
    for name in ("exact", "sampled"):
        (tmp_path / name).unlink()
    return tmp_path / "atlas"


def test_an_atlas_that_is_kept_takes_what_is_exact_now(standing, tmp_path):
    before = pack(standing, [], keep=True)
    build(tmp_path / "new", [1, 3], workers=1)
    found = pack(standing, [tmp_path / "new"], keep=True)
    rows = {number: building.holdings_in(number) for number in range(4)}
    marked = found.plans[:, 0] & SAMPLED != 0
    assert marked[rows[2]].all()
    for number in (0, 1, 3):
        assert not marked[rows[number]].any()
        for held, wins in zip(masks_of(rows[number], 8), found.wins[rows[number]], strict=True):
            assert wins.tolist() == made_up_plans(int(held), None)[:, 0].tolist()
    assert (found.wins[rows[2]] == before.wins[rows[2]]).all()
    assert (found.wins[:, 0] != MISSING).sum() == 32
    assert (found.manifest["exact"], found.manifest["sampled"], found.sample) == (24, 8, QUICK)


def test_a_sample_goes_with_the_last_row_of_it(standing, tmp_path):
    build(tmp_path / "new", [1, 2], workers=1)
    found = pack(standing, [tmp_path / "new"], keep=True)
    assert (found.manifest["exact"], found.manifest["sampled"], found.sample) == (24, 0, None)


def test_what_is_packed_again_is_the_same_to_the_byte(standing, tmp_path):
    build(tmp_path / "new", [1, 3], workers=1)
    pack(standing, [tmp_path / "new"], keep=True)
    before = {path.name: path.read_bytes() for path in standing.iterdir()}
    pack(standing, [tmp_path / "new", tmp_path / "new"], keep=True)
    assert {path.name: path.read_bytes() for path in standing.iterdir()} == before
    assert len(before) == 4


def test_step_by_step_or_at_once_the_bytes_are_the_same(quick, tmp_path):
    build(tmp_path / "one", [0, 1], workers=1)
    build(tmp_path / "two", [1, 5], workers=1)
    pack(tmp_path / "a", [tmp_path / "one"])
    pack(tmp_path / "a", [tmp_path / "two"], keep=True)
    pack(tmp_path / "b", [tmp_path / "two", tmp_path / "one"])
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_hours_are_counted_once(quick, tmp_path, monkeypatch):
    monkeypatch.setattr(building.time, "process_time", iter(range(0, 10**9, 3600)).__next__)
    build(tmp_path / "sampled", [0, 1], workers=1, sample=QUICK)
    build(tmp_path / "exact", [0], workers=1)
    options = {"sampled": tmp_path / "sampled", "sample": QUICK}
    found = pack(tmp_path / "atlas", [tmp_path / "exact"], **options)
    assert found.manifest["machine_hours"] == 3
    build(tmp_path / "exact", [0, 1], workers=1)
    for _ in range(2):
        found = pack(tmp_path / "atlas", [tmp_path / "exact"], keep=True)
        assert found.manifest["machine_hours"] == 4


def test_what_cannot_be_kept_is_refused(standing, tmp_path, monkeypatch):
    before = {path.name: path.read_bytes() for path in standing.iterdir()}
    build(tmp_path / "new", [0], workers=1)

    def refused(error, words, folder=standing, **options):
        with pytest.raises(error, match=words):
            pack(folder, [tmp_path / "new"], keep=True, **options)

    refused(AtlasError, "expected an atlas, got none", tmp_path / "none")
    refused(ValueError, "keep: .* takes no others", sampled=tmp_path / "new", sample=QUICK)
    other = Rules(doubles_high_to_low=False)
    refused(AtlasError, "expected an atlas for .*doubles_high_to_low=False", rules=other)

    monkeypatch.setattr(building, "holding_plans", lambda *of: made_up_plans(*of)[::-1])
    (tmp_path / "new").unlink()
    build(tmp_path / "new", [1, 0], workers=1)
    refused(AtlasError, "new: piece 0 has other wins than were there")

    assert {path.name: path.read_bytes() for path in standing.iterdir()} == before
    damaged = standing / "wins.npy"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"\0")
    refused(AtlasError, "wins.npy: damaged, expected another checksum")


# --- Who does it ------------------------------------------------------------------------------


def packed(tmp_path):
    return contents(pack(tmp_path / "atlas", [], tmp_path / "pieces", sample=QUICK).folder)


@pytest.mark.parametrize("numbers", [WANTED, WANTED[::-1]])
def test_processes_make_the_same_bytes(tmp_path, expected, numbers):
    build(tmp_path / "pieces", numbers, sample=QUICK, workers=2)
    assert packed(tmp_path) == expected


@contextmanager
def local_cluster():
    """A cluster of two processes on this machine; those that are dead are given up at once."""
    hasty = {"distributed.comm.timeouts.connect": "5s"}
    options = {"dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    with (
        dask.config.set(hasty),
        LocalCluster(n_workers=2, threads_per_worker=1, **options) as cluster,
    ):
        yield cluster


def test_a_cluster_makes_the_same_bytes_with_a_worker_killed(tmp_path, expected):
    with local_cluster() as cluster, cluster_client(cluster.scheduler_address) as client:
        victims = [worker.pid for worker in cluster.workers.values()]

        def kill(done, total):
            if done == 3 and victims:
                os.kill(victims.pop(), signal.SIGKILL)

        build(tmp_path / "pieces", WANTED, sample=QUICK, client=client, progress=kill)
        assert len(victims) == 1
    assert packed(tmp_path) == expected


def kills(quick, full):
    return pytest.mark.parametrize("kills", [quick, pytest.param(full, marks=pytest.mark.slow)])


@kills(3, 20)
def test_a_build_that_is_killed_goes_on_where_it_was(tmp_path, expected, kills):
    """At random moments; each run has some time after its first new piece."""
    rng = random.Random(kills)
    code = (
        "from moon_sim.atlas import Sample, build\n"
        f"build({str(tmp_path / 'pieces')!r}, range({len(WANTED)}), sample=Sample{tuple(QUICK)}, "
        "workers=2, progress=lambda *done: print(*done, flush=True))"
    )
    for _ in range(kills):
        run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        before = run.stdout.readline()
        if before != f"{len(WANTED)} {len(WANTED)}\n":
            run.stdout.readline()
            time.sleep(rng.uniform(0, 0.05))
        run.kill()
        run.communicate()
    build(tmp_path / "pieces", WANTED, sample=QUICK, workers=1)
    assert packed(tmp_path) == expected


# --- The plans --------------------------------------------------------------------------------


def test_sampled_plans_are_plans_of_the_holding():
    held = mask_of(123_456, 8)
    plans = sampled_plans(held, 5, [1], Rules())
    assert plans.shape == (4, 4)
    for wins, discard, trump, lead in plans.tolist():
        assert (
            wins % (3432 / 5) < 1 or 3432 - wins < 1 or wins in {round(k * 686.4) for k in range(6)}
        )
        assert held >> discard & 1
        assert held >> lead & 1
        assert discard != lead
        assert 0 <= trump < 9
    assert (sampled_plans(held, 5, [1], Rules()) == plans).all()
    assert (sampled_plans(held, 5, [2], Rules()) != plans).any()


@pytest.mark.slow
def test_sampled_plans_make_nearly_what_the_best_do():
    """Measured on half of all layouts, they are a little worse than the best, or as good."""
    for number in (1000, 150_000, 300_000):
        held = mask_of(number, 8)
        best = holding_plans(held)[:, 0]
        found = np.mean([sampled_plans(held, 1716, [seed], Rules())[:, 0] for seed in range(5)], 0)
        assert (found <= best + 0.02 * 3432).all(), format_tiles(held)
        assert (found >= best - 0.04 * 3432).all(), format_tiles(held)


@pytest.mark.slow
@pytest.mark.parametrize("number", [5, 200_000, 319_000])
def test_the_best_plans_are_the_best_of_all(number):
    held = mask_of(number, 8)
    assert holding_plans(held).tolist() == [list(row) for row in best_of_all(held)]
