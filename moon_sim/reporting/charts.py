"""Charts of estimates, drawn onto axes."""

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
