"""Rankings as people read them."""

import json

import numpy as np
import pandas as pd
import pytest

from moon_sim.stats import Ranking, rank, ranking_words


def ranking(first, groups):
    table = pd.DataFrame({"first": first, "last": 9}, index=list("ABCDE"))
    return Ranking(table, pd.DataFrame(), groups, 10, 0.95)


@pytest.mark.parametrize(
    ("first", "groups", "words"),
    [
        (
            [1, 2, 3, 4, 5],
            (("A",), ("B",), ("C",), ("D",), ("E",)),
            "Best is A.",
        ),
        (
            [1, 2, 2, 3, 4],
            (("A",), ("B", "C"), ("C", "D"), ("E",)),
            "Best is A. These holdings can't tell apart B and C; C and D.",
        ),
        (
            [1, 1, 2, 2, 5],
            (("A", "B"), ("B", "C", "D"), ("E",)),
            "Best is A or B: these holdings can't say which, nor tell apart B, C and D.",
        ),
        (
            [1, 1, 3, 4, 5],
            (("A", "B"), ("C",), ("D",), ("E",)),
            "Best is A or B: these holdings can't say which.",
        ),
    ],
)
def test_the_ranking_in_words(first, groups, words):
    assert ranking_words(ranking(first, groups), "holdings") == words


@pytest.fixture(scope="module")
def ranked():
    noise = np.random.default_rng(1).normal(size=60)
    return rank(pd.DataFrame({"far": noise, "near": noise + 5, "twin": noise + 5}), seed=1)


def test_the_short_form(ranked):
    title, *rows = repr(ranked).splitlines()
    assert title == "Ranking of 3 by their means of 60 cases, 95 % sure"
    assert [row.split()[0] for row in rows] == ["near", "twin", "far"]
    assert [row.split()[-1] for row in rows] == ["1-2", "1-2", "3"]


def test_many_rivals_are_counted_in_the_short_form():
    values = pd.DataFrame(np.eye(30), columns=[f"rival {at}" for at in range(30)])
    shown = repr(rank(values, seed=1)).splitlines()
    assert len(shown) == 12
    assert shown[-1].split() == ["...", "and", "20", "more"]


def test_the_long_form_and_plain_values(ranked):
    html = ranked._repr_html_()
    assert "<caption>Means of 60 cases</caption>" in html
    assert "these cases can&#x27;t say which" in html
    said = ranked.to_dict()
    assert json.loads(json.dumps(said)) == said
    assert [row["name"] for row in said["rivals"]] == ["near", "twin", "far"]
    assert len(said["pairs"]) == 3
