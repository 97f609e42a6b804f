"""Results of jobs as bytes, and back: the same, or not kept."""

import numpy as np
import pandas as pd
import pytest

from moon_sim.game import Trump
from moon_sim.reporting.finished import FinishedJobs, _bytes, _result

TABLES = [
    pd.DataFrame({"p": [1 / 3, np.nan, np.inf], "n": [1, 2, 3], "hand": ["6-5", "", "nan"]}),
    pd.DataFrame({"b": [True, False]}, [7, 7]),
    pd.DataFrame({"a": np.array([1, 2], np.uint16), "b": np.array([0.1, 0.2], np.float32)}),
    pd.DataFrame({"x": ["a", None, 3, 0.5]}, dtype=object),
    pd.DataFrame({4: [1], 5: [2]}),
    pd.DataFrame(columns=["none", "here"]),
    pd.DataFrame([[1, 2], [3, 4]], columns=["twice", "twice"]),
    pd.DataFrame({"p": [0.5]}, pd.Index([4], name="bid")).rename_axis(columns="odds"),
]


@pytest.mark.parametrize("table", TABLES)
def test_tables_come_back_as_they_were(table):
    pd.testing.assert_frame_equal(
        _result(_bytes(table)), table, check_exact=True, check_column_type=False
    )


@pytest.mark.parametrize(
    "value", [None, 7, 10**30, 0.1 + 0.2, "6-5 ü", [1, [2.5, None]], {"a": [{"b": True}]}]
)
def test_plain_results_come_back_as_they_were(value):
    again = _result(_bytes(value))
    assert (again, type(again)) == (value, type(value))


@pytest.mark.parametrize(
    "value",
    [
        np.int64(3),
        (1, 2),
        [(1, 2)],
        {1: 2},
        {"p": float("nan")},
        object(),
        [Trump.DOUBLES],
        {"trump": Trump.DOUBLES},
        pd.DataFrame({"trump": [Trump.DOUBLES]}, dtype=object),
        pd.DataFrame({"x": pd.Categorical(["b", "a"], ["b", "a"], ordered=True)}),
        pd.DataFrame({"x": [1]}, pd.MultiIndex.from_tuples([("a", 1)])),
        pd.DataFrame({"x": [(1, 2)]}),
    ],
)
def test_what_would_come_back_as_something_else_is_not_kept(value):
    assert _bytes(value) is None


def double(number):
    return 2 * number


def halve(number):
    return number / 2


def test_results_are_those_of_the_same_calls(tmp_path):
    path = tmp_path / "some-pieces"
    jobs = [(1,), (2,), (3,)]
    with FinishedJobs(path, {"code": "x"}) as finished:
        known, keep = finished.of(double, jobs)
        assert known == {}
        keep(1, 4)
        keep(2, object())
        known, keep = finished.of(halve, jobs)
        keep(0, 0.5)
    with FinishedJobs(path, {"code": "x"}) as finished:
        assert finished.of(double, jobs)[0] == {1: 4}
        assert finished.of(halve, [(1,), (2,)])[0] == {0: 0.5}
        assert finished.of(double, jobs)[0] == {}
    with FinishedJobs(path, {"code": "x"}) as finished:
        assert finished.of(halve, jobs)[0] == {}
        assert finished.of(halve, [(7,)])[0] == {}


def test_a_damaged_file_begins_anew(tmp_path, capsys):
    path = tmp_path / "some-pieces"
    path.write_text("a letter " * 1000)
    with FinishedJobs(path, {"code": "x"}) as finished:
        finished.of(double, [(1,)])[1](0, 2)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("; it begins anew")
    with FinishedJobs(path, {"code": "x"}) as finished:
        assert finished.of(double, [(1,)])[0] == {0: 2}


def test_no_file_is_left_without_results(tmp_path):
    with FinishedJobs(tmp_path / "new" / "some-pieces", {"code": "x"}) as finished:
        finished.of(double, [(1,)])
    assert list((tmp_path / "new").iterdir()) == []
