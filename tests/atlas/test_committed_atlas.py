"""The package's own atlas against what was found before there was one."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from moon_sim import bid_odds, parse_tiles
from moon_sim.atlas import HOLDINGS, built, installed, numbers_of, plans, with_widows, write_atlas
from moon_sim.atlas.packing import packed
from moon_sim.atlas.store import MISSING, SHAPES
from moon_sim.solver import holding_plans

FOUND = Path(__file__).with_name("best_of_all.csv")
"""Exact layouts won by the best of all 72 contracts of 300 random holdings, each contract apart."""

MEANS = {4: (0.8865, 0.0052), 5: (0.6781, 0.0088), 6: (0.3832, 0.0094), 7: (0.1272, 0.0060)}
"""Mean odds of 1,200 random hands by samples of layouts (``reports/samples``), and their errors."""

BIAS = 0.005
"""By how much a plan that is chosen on a sample may be worse than the best, on average."""


@pytest.fixture
def own(monkeypatch):
    """The atlas that is in the package."""
    monkeypatch.delenv("MOON_SIM_ATLAS", raising=False)
    return installed()


def test_it_has_all_holdings(own):
    assert own.manifest["exact"] + own.manifest["sampled"] == HOLDINGS
    assert own.manifest["hands"] == 170_544


def test_its_rows_are_the_best_of_all_contracts(own):
    table = pd.read_csv(FOUND)
    masks = np.array([parse_tiles(holding) for holding in table["holding"]])
    there = built(masks)
    found = plans(masks[there])
    known = table.loc[there, ["w4", "w5", "w6", "w7"]].to_numpy()
    assert (found.wins == known)[~found.sampled].all()
    if found.sampled.any():
        lost = (known - found.wins)[found.sampled] / 3432
        room = 4 * lost.std(axis=0) / len(lost) ** 0.5
        assert (-room <= lost.mean(axis=0)).all()
        assert (lost.mean(axis=0) <= BIAS + room).all()


def test_its_means_are_those_of_samples(own):
    wins = own.wins[own.wins[:, 0] != MISSING].astype(float)
    means = wins.mean(axis=0) / 3432
    errors = wins.std(axis=0) / 3432 / len(wins) ** 0.5
    for mean, error, (sampled, its_error) in zip(means, errors, MEANS.values(), strict=True):
        room = 4 * np.hypot(error, its_error)
        assert sampled - room <= mean <= sampled + room + BIAS


@pytest.mark.slow
def test_odds_are_the_same_wherever_they_come_from(tmp_path, install):
    """The widows of one hand, raced for the atlas, against the race with every trump apart."""
    hand = parse_tiles("6-6 6-3 6-2 5-5 4-1 3-1 2-1")
    masks = with_widows(hand)
    wins, codes = (np.full(SHAPES["wins.npy"], MISSING, np.uint16) for _ in range(2))
    best = np.array([holding_plans(mask) for mask in masks.tolist()])
    rows = numbers_of(masks, 8)
    wins[rows] = best[:, :, 0]
    codes[rows] = packed(masks, *(best[:, :, column] for column in (1, 2, 3)))
    install(write_atlas(tmp_path / "atlas", wins, codes).folder)
    looked_up, computed = (bid_odds(hand, source=source) for source in ("atlas", "computed"))
    pd.testing.assert_series_equal(looked_up.p_make, computed.p_make)
    pd.testing.assert_series_equal(looked_up.choices["p_make"], computed.choices["p_make"])
    assert bid_odds(hand).source == "atlas"
