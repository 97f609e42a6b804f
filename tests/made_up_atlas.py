"""Atlases for tests: plans and wins are made up, and so is which of them are there."""

import numpy as np
import pytest

from moon_sim import parse_tiles
from moon_sim.atlas import HOLDINGS, masks_of, number_of, numbers_of, with_widows, write_atlas
from moon_sim.atlas.numbering import tiles_of
from moon_sim.atlas.packing import SAMPLED, packed
from moon_sim.atlas.store import MISSING

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"
SAMPLE = {"layouts": 200, "seed": 7}
OTHER = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"


def made_up(seed=1):
    """Wins of all holdings, falling from bid 4 to 7, and legal plans."""
    rng = np.random.default_rng(seed)
    masks = masks_of(np.arange(HOLDINGS), 8)
    wins = -np.sort(-rng.integers(0, 3433, (HOLDINGS, 4)), axis=1)
    discard = rng.integers(0, 8, (HOLDINGS, 4))
    lead = (discard + rng.integers(1, 8, (HOLDINGS, 4))) % 8
    trump = rng.integers(0, 9, (HOLDINGS, 4))
    tiles = tiles_of(masks, 8)
    named = [np.take_along_axis(tiles, places, 1) for places in (discard, lead)]
    return wins.astype(np.uint16), packed(masks, named[0], trump, named[1])


def rows_of(*hands):
    """The rows of the holdings that hands may become."""
    return numbers_of(with_widows(hands), 8).ravel()


def write_made_up(folder, only=None, sampled=(), sample=None, **options):
    """Write a made-up atlas, of all holdings or of some rows only."""
    wins, plans = made_up()
    if only is not None:
        gone = np.ones(HOLDINGS, bool)
        gone[only] = False
        wins[gone] = plans[gone] = MISSING
    plans[list(sampled)] |= SAMPLED
    return write_atlas(folder, wins, plans, sample=sample, **options)


@pytest.fixture(scope="session")
def whole_atlas(tmp_path_factory):
    """The folder of an atlas of all holdings; not to be changed."""
    return write_made_up(tmp_path_factory.mktemp("atlas") / "whole").folder


@pytest.fixture(scope="session")
def part_of_atlas(tmp_path_factory):
    """That of one with all holdings of `HAND`, two of them sampled, and one of `OTHER`."""
    rows = [*rows_of(parse_tiles(HAND)), number_of(parse_tiles(f"{OTHER} 0-0"))]
    folder = tmp_path_factory.mktemp("atlas") / "part"
    return write_made_up(folder, rows, sampled=rows[:2], sample=SAMPLE).folder


@pytest.fixture
def install(monkeypatch):
    """Let a folder be the one of the atlas."""
    return lambda folder: monkeypatch.setenv("MOON_SIM_ATLAS", str(folder))
