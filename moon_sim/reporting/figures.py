"""How figures look: palette and style, charts of several reports, PNG and SVG."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PALETTE = {
    "blue": "#0072B2",
    "orange": "#D55E00",
    "green": "#009E73",
    "pink": "#CC79A7",
    "amber": "#E69F00",
    "sky": "#56B4E9",
    "yellow": "#F0E442",
    "black": "#000000",
}
"""The colours of Okabe and Ito, told apart by all eyes; the first ones stand apart the most."""

STYLE = {
    "svg.hashsalt": "moon_sim",  # or each run names the SVG's parts anew
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "0.9",
    "legend.frameon": False,
}

DPI = 130


def load_matplotlib() -> None:
    """Load what draws, whatever backend MPLBACKEND asks for: figures need no screen.

    Matplotlib can't be imported while that names a backend that is not installed, as in a shell
    that a notebook has started.

    Raises
    ------
    ImportError
        If matplotlib is not there.
    """
    if "matplotlib" in sys.modules:
        return
    backend = os.environ.pop("MPLBACKEND", None)
    try:
        import matplotlib as mpl
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
    if backend:
        with suppress(ValueError):  # where it is one, pyplot will take it
            mpl.rcParams["backend"] = backend


@contextmanager
def style() -> Iterator[None]:
    """Draw in the reports' style, whatever the user's own settings are.

    Yields
    ------
    None
    """
    load_matplotlib()
    import matplotlib.style as mpl_style
    from cycler import cycler

    colours = {"axes.prop_cycle": cycler(color=list(PALETTE.values()))}
    with mpl_style.context(["default", {**STYLE, **colours}]):
        yield


def figure(
    width: float, height: float, rows: int = 1, columns: int = 1, **options: Any
) -> "tuple[Figure, Any]":
    """Return an empty figure in the reports' style.

    Draw inside `style`, too: texts take their size from it.

    Parameters
    ----------
    width, height : float
        In inches.
    rows, columns : int
        So many axes below and beside each other.
    **options
        More for `matplotlib.figure.Figure.subplots`, such as `sharey` and `width_ratios`.

    Returns
    -------
    Figure
        It belongs to no window and to none of pyplot's lists.
    Axes or ndarray of Axes
        As `Figure.subplots` gives them.
    """
    with style():
        from matplotlib.figure import Figure

        made = Figure(figsize=(width, height), layout="constrained")
        return made, made.subplots(rows, columns, **options)


def render(figure: "Figure") -> dict[str, bytes]:
    """Return a figure as files, the same bytes for the same figure.

    Parameters
    ----------
    figure : Figure

    Returns
    -------
    dict of str to bytes
        The contents for the endings "png" and "svg".
    """
    made = {}
    with style():
        for kind, about in (("png", {}), ("svg", {"Date": None})):
            file = io.BytesIO()
            figure.savefig(file, format=kind, dpi=DPI, metadata=about)
            made[kind] = file.getvalue()
    return made
