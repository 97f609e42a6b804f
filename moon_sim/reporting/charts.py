"""Charts of estimates and of samples, drawn onto axes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from moon_sim.stats import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def dots(
    axis: "Axes",
    places: ArrayLike,
    estimates: Sequence[Estimate],
    *,
    times: float = 1,
    across: bool = False,
    label: str = "",
    colour: str = "black",
    marker: str = "o",
    line: str = "",
    filled: bool = True,
) -> None:
    """Draw estimates as dots with their intervals as bars.

    Parameters
    ----------
    axis : Axes
    places : (n,) array of float
        Where they stand along the horizontal axis; with `across` along the vertical one.
    estimates : sequence of Estimate
        One for each place; one without an interval gets no bar, and NaN no dot.
    times : float
        Multiplies the numbers: 100 for percentages.
    across : bool
        Whether the numbers go from left to right, and not up.
    label : str
        Their name in the legend.
    colour, marker : str
        As matplotlib names them.
    line : str
        What joins the dots, as matplotlib names it: nothing by default.
    filled : bool
        Whether the dots are full, or rings.
    """
    value, low, high = times * np.array([one[:3] for one in estimates], float).reshape(-1, 3).T
    # The interval of an extreme share may end a rounding error inside it.
    reach = np.nan_to_num([value - low, high - value]).clip(min=0)
    where = np.asarray(places, float)
    bars: dict[str, Any] = {"x": value, "y": where, "xerr": reach} if across else {}
    axis.errorbar(
        **(bars or {"x": where, "y": value, "yerr": reach}),
        fmt=f"{marker}{line}",
        color=colour,
        mfc=colour if filled else "white",
        ms=5,
        lw=1,
        capsize=2,
        label=label,
    )


def reached(
    axis: "Axes",
    values: ArrayLike,
    *,
    times: float = 1,
    label: str = "",
    colour: str = "black",
    line: str = "-",
) -> None:
    """Draw which percentage of a sample reaches each value: its distribution seen from above.

    Parameters
    ----------
    axis : Axes
    values : (n,) array of float
        The sample; one value or more.
    times : float
        Multiplies the values: 100 for percentages.
    label : str
        Its name in the legend.
    colour, line : str
        As matplotlib names them.
    """
    steps = times * np.sort(np.asarray(values, float))
    shares = 100 * np.arange(len(steps), 0, -1) / len(steps)
    axis.step(
        np.append(steps, steps[-1]),
        np.append(shares, 0),
        where="pre",
        color=colour,
        ls=line,
        label=label,
    )
