"""The samples: what their rows are, and their statistics by hand."""

import numpy as np
import pandas as pd
import pytest

from analyses.samples import gather, page
from moon_sim import Trump, format_tiles
from moon_sim.game import random_hand
from moon_sim.reporting import Run


def test_hands_have_odds_with_every_trump_and_with_the_best(committed):
    hands = committed("samples")["hands.csv"]
    assert hands["hand"].str.split().map(len).eq(7).all()
    for bid in range(4, 8):
        best, odds, error = hands[f"p{bid}"], hands[f"dd{bid}"], hands[f"se{bid}"]
        by_trump = hands[[f"p{bid}_{trump}" for trump in Trump]]
        assert by_trump.min(axis=None) >= 0
        assert by_trump.max(axis=None) <= 1
        # One choice for each widow is as good as one trump for all, but for noise.
        assert (best >= by_trump.max(axis=1) - 5 * error.clip(lower=0.02)).all()
        assert (best <= odds + 1e-6).all()
        assert error.max() < 0.03


def test_a_longer_sample_begins_with_the_shorter_one(monkeypatch):
    monkeypatch.setattr(gather, "hand_row", lambda seed, number: {"row": (seed, number)})
    monkeypatch.setattr(gather, "holding_rows", lambda seed, number: pd.DataFrame({"n": [number]}))
    for count in (4, 13):
        with Run(7, count, processes=1) as run:
            tables = gather.gather(run)
        assert tables["hands.csv"]["row"].tolist() == [(7, number) for number in range(count)]
        assert tables["holdings.csv"]["n"].tolist() == list(range(-(-count // 4)))


def test_mean_odds_by_hand():
    sample = pd.DataFrame(
        {f"{view}{bid}": [0.2, 0.4] for view in ("p", "dd") for bid in range(4, 8)}
    )
    wins = {f"w{bid}": [0, 3432, 1716, 858] for bid in range(4, 8)}
    holdings = pd.DataFrame({"number": [0, 0, 1, 1], **wins})
    assert page.best_odds(holdings)[4].tolist() == [1, 0.5]
    means = page.mean_odds(sample, holdings)
    assert [one.value for one in means["hands"]] == pytest.approx([0.3] * 4)
    assert [one.value for one in means["holdings"]] == [0.75] * 4


def test_tiles_and_doubles_by_hand():
    hands = pd.Series(["6-6 5-5 4-4 3-3 2-2 1-1 0-0", "6-6 6-5 6-4 6-3 6-2 6-1 5-4"])
    shares = page.tile_shares(hands)
    assert (shares["6-6"], shares["6-5"], shares["2-1"]) == (1, 0.5, 0)
    assert shares.sum() == 7
    found = page.doubles_held(hands).set_index("doubles")
    assert found["hands"].to_dict() == {n: int(n in (1, 7)) for n in range(8)}
    # All seven doubles: one of C(22, 7) hands; none: C(15, 7) of them.
    assert found["expected"][7] == pytest.approx(2 / 170544)
    assert found["expected"][0] == pytest.approx(2 * 6435 / 170544)


def test_hands_that_are_spread_evenly_pass_and_others_do_not():
    rng = np.random.default_rng(2)
    p = []
    for _ in range(60):
        drawn = [format_tiles(random_hand(rng)) for _ in range(40)]
        p.append(page.uniform_p(pd.Series(drawn)))
    # Of truly random hands the chances are spread over all of 0 to 1.
    assert 0.35 < sum(p) / len(p) < 0.65
    assert min(p) > 1e-4
    assert page.uniform_p(pd.Series(["6-6 5-5 4-4 3-3 2-2 1-1 0-0"] * 40)) < 1e-9
