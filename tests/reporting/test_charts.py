"""What charts draw, not how it looks."""

import numpy as np

from moon_sim.reporting.charts import dots
from moon_sim.reporting.figures import figure
from moon_sim.stats.intervals import Estimate


def test_dots_stand_at_the_estimates_with_their_intervals():
    _, axis = figure(3, 3)
    some = [Estimate(0.5, 0.25, 0.75, 8), Estimate(0.1, np.nan, np.nan, 1)]
    dots(axis, [1, 2], some, times=100, label="odds")
    (container,) = axis.containers
    points, _, (bars,) = container.lines
    assert points.get_xydata().tolist() == [[1, 50], [2, 10]]
    assert [bar.tolist() for bar in bars.get_segments()] == [
        [[1, 25], [1, 75]],
        [[2, 10], [2, 10]],
    ]
    assert container.get_label() == "odds"


def test_dots_across():
    _, axis = figure(3, 3)
    dots(axis, [3], [Estimate(0.5, 0.25, 0.75, 8)], across=True, filled=False)
    (container,) = axis.containers
    points, _, (bars,) = container.lines
    assert points.get_xydata().tolist() == [[0.5, 3]]
    assert points.get_markerfacecolor() == "white"
    assert [bar.tolist() for bar in bars.get_segments()] == [[[0.25, 3], [0.75, 3]]]
