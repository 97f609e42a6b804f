"""Match tables: solved over a small bank, kept in a file, and what the package's own must obey."""

from dataclasses import replace

import numpy as np
import pytest

from moon_sim import match_equity
from moon_sim.game import Rules
from moon_sim.match import Bank, fresh_gains, gains, play_out, solve_table
from moon_sim.match.auction import auction_contest
from moon_sim.match.results import Results, auction_tree
from moon_sim.match.tables import DATA, MatchError, MatchTable, match_table
from moon_sim.play import player

PACKAGED = [Rules()]


@pytest.fixture(scope="module")
def small():
    bank = play_out(40, player("random"), seed=5, workers=1)
    args = {"classes": 4, "scores": (0, 20), "low": -6, "passes": 2, "workers": 1}
    return bank, solve_table(bank, **args)


def test_a_table_in_a_file_is_the_same_but_for_rounding(small, tmp_path):
    _, table = small
    table.save(tmp_path / "table.npz")
    again = MatchTable.load(tmp_path / "table.npz")
    assert again.rules == table.rules
    assert again.manifest == table.manifest
    np.testing.assert_allclose(again.strategies, table.strategies, atol=0.02)
    np.testing.assert_allclose(again.strategies.sum(axis=-1), 1, atol=1e-12)
    for play, found in table.equities.items():
        np.testing.assert_allclose(again.equities[play].table, found.table, atol=3e-5)
        np.testing.assert_allclose(again.equities[play].table.sum(axis=-1), 1, atol=1e-12)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.npz"]


def test_strategies_between_scores_of_the_grid_are_mixed(small):
    _, table = small
    at = [[table.strategies[a, b, c] for c in (0, 1)] for a, b in ((0, 1), (1, 1))]
    quarter = table.strategy((5, 20, -3))
    np.testing.assert_allclose(quarter, 0.75 * at[0][0] + 0.25 * at[1][0], atol=1e-12)
    assert (table.strategy((0, 20, 20)) == table.strategies[0, 1, 1]).all()
    assert (table.strategy((1, 2, 3), "points") == table.points).all()


def test_strategies_for_points_leave_little_to_gain(small):
    bank, table = small
    results = Results.of()
    auction = auction_contest(bank.tricks, table.classes.of(bank.odds), results.points, results)
    assert gains(auction, table.points, table.manifest["tremble"]).sum() < 0.01


def test_a_bank_serves_rules_that_differ_in_the_score_alone(small):
    bank, _ = small
    args = {"classes": 2, "scores": (0,), "low": -2, "passes": 1, "workers": 1}
    found = solve_table(bank, Rules(made_moon_wins_match=False), **args)
    assert not found.rules.made_moon_wins_match
    for rules in (Rules(lowest_bid=3), Rules(doubles_may_be_trump=False)):
        with pytest.raises(ValueError, match="rules: expected those by which the bank was played"):
            solve_table(bank, rules, **args)


@pytest.mark.parametrize("cut", [0, 100, 2000])
def test_a_damaged_file_is_refused(small, tmp_path, cut):
    small[1].save(tmp_path / "table.npz")
    data = (tmp_path / "table.npz").read_bytes()
    (tmp_path / "table.npz").write_bytes(data[:cut])
    with pytest.raises(MatchError, match="expected a match table"):
        MatchTable.load(tmp_path / "table.npz")
    small[0].save(tmp_path / "bank.npz")
    with pytest.raises(MatchError, match="expected a match table"):
        MatchTable.load(tmp_path / "bank.npz")
    replace(small[1], manifest=small[1].manifest | {"format": 99}).save(tmp_path / "new.npz")
    with pytest.raises(MatchError, match="got a match table of format 99"):
        MatchTable.load(tmp_path / "new.npz")


def test_who_calls_anything_loses_to_one_who_learns_on_fresh_deals(small):
    """And by more than where all call well; the table's own deals are no fresh ones."""
    bank, table = small
    fresh = play_out(60, player("random"), seed=6, workers=1)
    legal = auction_tree().legal[:, None]
    anything = np.broadcast_to(legal / legal.sum(axis=-1, keepdims=True), table.points.shape)
    poor = fresh_gains(replace(table, points=anything), fresh, play="points", classes=3)
    well = fresh_gains(table, fresh, play="points", classes=3)
    for worse, better in zip(poor, well, strict=True):
        assert worse.mean > 4 * worse.error > 0
        assert worse.mean > better.mean
    with pytest.raises(ValueError, match="bank: expected deals that the table was not made from"):
        fresh_gains(table, bank)


# --- The package's own --------------------------------------------------------------------------


def test_the_package_has_ten_thousand_deals():
    bank = Bank.load(DATA / "bank.npz")
    assert len(bank) == bank.manifest["deals"] >= 10_000
    assert bank.manifest["player"] == "pimc-64"


@pytest.mark.parametrize("rules", PACKAGED, ids=str)
def test_the_tables_of_the_package_stand_still(rules):
    """By what the manifest says, which `solve_table` has measured."""
    table = match_table(rules)
    bank = Bank.load(DATA / "bank.npz")
    assert table.manifest["bank"]["sha256"] == bank.manifest["sha256"]
    assert table.manifest["residual"] <= 1e-12
    assert table.manifest["gains"]["mean"] < 1e-3
    assert table.strategies.shape[3:] == table.points.shape
    assert len(table.points) == len(auction_tree(rules).turns)


@pytest.mark.parametrize("play", ["match", "points"])
@pytest.mark.parametrize("rules", PACKAGED, ids=str)
def test_equities_add_up_and_turn_with_the_seats(rules, play):
    for scores in ((0, 0, 0), (12, 5, -3), (20, 20, 20), (-40, 3, 19)):
        for first in range(3):
            found = match_equity(scores, first, play=play, rules=rules)
            assert found.sum() == pytest.approx(1, abs=1e-12)
            turned = match_equity(np.roll(scores, 1), (first + 1) % 3, play=play, rules=rules)
            np.testing.assert_allclose(turned, np.roll(found, 1), atol=1e-12)
