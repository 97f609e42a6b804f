"""True odds: the order of the views, choices, gaps that brackets leave open, what is gathered."""

import argparse
import statistics

import pandas as pd
import pytest

from analyses.true_odds import ANALYSIS, gather, numbers
from moon_sim.reporting import Run, run_analysis


def test_each_row_has_the_views_in_order(committed):
    tables = committed("true_odds")
    for table in (tables["contracts.csv"], tables["choices.csv"]):
        views = table[["lo", "hi", "blind_lead", "double_dummy"]]
        assert views.min(axis=None) >= 0
        assert views.max(axis=None) <= 3432
        assert (views.diff(axis=1).iloc[:, 1:] >= 0).all(axis=None)
        assert (table["exact"] == (table["lo"] == table["hi"])).all()
        for name in views:
            assert table[f"p_{name}"].tolist() == pytest.approx(
                (table[name] / 3432).tolist(), abs=1e-6
            )
        for lead in ("best_lead", "blind_lead_tile"):
            assert all(row[lead] in row["hand"].split() for _, row in table.iterrows())


def test_choices_are_the_best_of_one_holding(committed):
    tables = committed("true_odds")
    chosen = tables["contracts.csv"].query("part == 'chosen'")
    first = set(chosen[["hand", "discard", "trump", "target"]].itertuples(index=False, name=None))
    for holding, rows in tables["choices.csv"].groupby("holding"):
        for row in rows.itertuples():
            assert sorted(f"{row.hand} {row.discard}".split()) == sorted(holding.split())
        ranked = rows[rows["blind_lead_rank"] > 0].sort_values("blind_lead_rank")
        assert ranked["blind_lead_rank"].tolist() == [1, 2, 3, 4, 5, 6]
        assert ranked["blind_lead"].is_monotonic_decreasing
        open_ = rows[rows["double_dummy_choice"]]
        assert open_["double_dummy"].tolist() == [rows["double_dummy"].max()]
        best = ranked[["hand", "discard", "trump", "target"]].iloc[0]
        assert tuple(best) in first


def test_contracts_that_several_holdings_share_are_proven_once(monkeypatch):
    one, two, three = (
        gather.Contract("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", trump, 7)
        for trump in ("6", "none", "5")
    )
    drawn = {
        "random": gather.Drawn("random", 0, one),
        "chosen": gather.Drawn("chosen", 0, two, (two, one), three),
    }
    asked = []

    def prove(contract, time_limit):
        asked.append((contract, time_limit))
        low = 100 * len(asked)
        return gather.Proven(3000, 2000, low, 400, 3432, "6-6", "6-5", 0.1234, 5)

    monkeypatch.setattr(gather, "draw", lambda part, number, seed, targets, choice: drawn[part])
    monkeypatch.setattr(gather, "prove", prove)
    options = argparse.Namespace(targets=[7], time_limit=1.0)
    with Run(1, 2, processes=1, options=options) as run:
        tables = gather.gather(run)
    assert asked == [(one, 1.0), (two, 1.0), (three, 1.0)]
    contracts, choices = tables["contracts.csv"], tables["choices.csv"]
    assert contracts[["part", "lo", "hi"]].to_numpy().tolist() == [
        ["random", 100, 400], ["chosen", 200, 400]
    ]  # fmt: skip
    assert choices["trump"].tolist() == ["none", "6", "5"]
    assert choices["blind_lead_rank"].tolist() == [1, 2, 0]
    assert choices["double_dummy_choice"].tolist() == [False, False, True]
    assert tables["effort.csv"]["seconds"].tolist() == [0.123] * 3


def test_a_gap_that_brackets_leave_open():
    lo, hi = [0.4, 0.5, 0.5, 0.5, 0.3], [0.45, 0.5, 0.5, 0.5, 0.4]
    frame = pd.DataFrame({"p_blind_lead": [0.5] * 5, "p_lo": lo, "p_hi": hi})
    found = numbers.gap(frame, "blind_lead")
    # Too much by 5, 0, 0, 0, 10 points at least, and by 10, 0, 0, 0, 20 at most.
    assert (found.least.value, found.most.value) == (pytest.approx(3), pytest.approx(6))
    t = 2.7764  # Student's, 4 degrees of freedom
    assert found.both.low == 0, "no gap is below 0"
    assert found.both.high == pytest.approx(
        6 + t * statistics.stdev([10, 0, 0, 0, 20]) / 5**0.5, abs=1e-3
    )
    assert numbers.gap(frame[:4], "blind_lead").interval == "too few for an interval"
    assert numbers.mean([2] * 5, [2] * 5).interval == "all alike"
    assert numbers.share(pd.Series([True, False]), pd.Series([True, True])) == (
        "1 to 2 of 2: 50 to 100 % (9 to 100 %)"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--count", "1"], "--count"),
        (["--time-limit", "0"], "--time-limit"),
        (["--time-limit", "nan"], "--time-limit"),
        (["--targets", "3"], "--targets"),
    ],
)
def test_bad_arguments_are_refused(tmp_path, capsys, words, message):
    with pytest.raises(SystemExit) as ended:
        run_analysis(ANALYSIS, [*words, "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]
    assert not list(tmp_path.iterdir())
