"""Charts of estimates and of samples, drawn onto axes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from moon_sim.stats import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["dots", "reached"]


def dots(
    axis: "Axes",
    places: ArrayLike,
    estimates: Sequence[Estimate],
    *,
    times: float = 1,
    label: str = "",
    colour: str = "black",
    marker: str = "o",
) -> None:
    """Draw estimates as dots with their intervals as bars.

    Parameters
    ----------
    axis : Axes
    places : (n,) array of float
        Where they stand along the horizontal axis.
    estimates : sequence of Estimate
        One for each place; one without an interval gets no bar.
    times : float
        Multiplies the numbers: 100 for percentages.
    label : str
        Their name in the legend.
    colour, marker : str
        As matplotlib names them.
    """
    value, low, high = (times * np.array([one[at] for one in estimates]) for at in range(3))
    reach = np.nan_to_num(np.array([value - low, high - value]))
    axis.errorbar(
        np.asarray(places, float),
        value,
        reach.clip(min=0),  # the interval of an extreme share may end a rounding error inside it
        fmt=marker,
        color=colour,
        ms=5,
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
