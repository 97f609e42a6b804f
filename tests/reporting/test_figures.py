"""Figures look the same wherever they are drawn, and come out as the same bytes."""

import os
import subprocess
import sys

import matplotlib as mpl
import pytest

from moon_sim.reporting.figures import PALETTE, figure, render, style


def draw():
    with style():
        made, axis = figure(3, 2)
        axis.plot([1, 3, 2], label="x")
        axis.legend()
        return made


def test_a_figure_is_drawn_as_png_and_svg():
    made = render(draw())
    assert made["png"].startswith(b"\x89PNG")
    assert b"</svg>" in made["svg"]
    assert set(made) == {"png", "svg"}


def test_the_same_figure_gives_the_same_bytes_whatever_the_users_settings():
    first = render(draw())
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "black", "svg.hashsalt": None}):
        assert render(draw()) == first


def test_the_users_settings_stay():
    before = dict(mpl.rcParams)
    render(draw())
    assert dict(mpl.rcParams) == before


def test_axes_come_as_asked():
    _, axes = figure(5, 4, 2, 3, sharey=True, width_ratios=[1, 2, 3])
    assert axes.shape == (2, 3)


def test_no_figure_stays_in_pyplots_list():
    import matplotlib.pyplot as plt

    render(draw())
    assert plt.get_fignums() == []


def test_lines_take_the_palettes_colours():
    made = draw()
    (line,) = made.axes[0].lines
    assert line.get_color() == PALETTE["blue"]
    assert len(set(PALETTE.values())) == 8


@pytest.mark.parametrize("edge", ["top", "right"])
def test_frames_are_open(edge):
    assert not draw().axes[0].spines[edge].get_visible()


def test_no_backend_is_needed_whatever_a_notebook_asks_for():
    program = (
        "import os\n"
        "from moon_sim.reporting import figure, render\n"
        "print(sorted(render(figure(1, 1)[0])), os.environ['MPLBACKEND'])\n"
    )
    backend = "module://not_installed.backend"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "MPLBACKEND": backend},
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"['png', 'svg'] {backend}\n", done.stderr
