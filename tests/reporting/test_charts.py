"""What charts draw, not how it looks."""

import numpy as np
import pytest

from moon_sim.reporting.charts import dots, reached
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


def test_a_sample_seen_from_above():
    _, axis = figure(3, 3)
    reached(axis, [0.2, 0.1, 0.2, 0.4], times=100)
    (line,) = axis.lines
    # All have 10 or more, three of four 20 or more, one 40 or more, none above.
    found = line.get_xydata().tolist()
    assert found == pytest.approx(np.array([[10, 100], [20, 75], [20, 50], [40, 25], [40, 0]]))
    assert line.get_drawstyle() == "steps-pre"


def height(line, place):
    """What a line drawn in steps shows at a place: with steps-pre, the next point's height."""
    for x, y in line.get_xydata():
        if place <= x:
            return y
    return 0


@pytest.mark.parametrize(("place", "share"), [(5, 100), (10, 100), (15, 75), (20, 75), (30, 25)])
def test_the_line_shows_the_share_at_or_above_each_place(place, share):
    _, axis = figure(3, 3)
    reached(axis, [0.2, 0.1, 0.2, 0.4], times=100)
    assert height(axis.lines[0], place) == share
