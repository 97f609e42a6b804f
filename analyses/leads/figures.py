"""The figure about leads: it computes nothing."""

from typing import Any

import numpy as np
import pandas as pd

from analyses.leads.holding import CLASSES
from moon_sim.reporting import PALETTE, figure

COLOURS = [PALETTE[name] for name in ("blue", "sky", "amber", "black")]


def led(table: pd.DataFrame) -> Any:
    """Draw what the atlas's best plans lead, by bid."""
    counts = table.groupby("bid")[["holdings", *CLASSES]].sum()
    counts = counts[counts["holdings"] > 0]
    made, axis = figure(4.5, 3.2)
    left = np.zeros(len(counts))
    for name, colour in zip(CLASSES, COLOURS, strict=True):
        share = (100 * counts[name] / counts["holdings"]).to_numpy()
        axis.barh(range(len(counts)), share, left=left, color=colour, label=name)
        left += share
    axis.set_yticks(
        range(len(counts)), [f"bid {bid}\nn = {n:,}" for bid, n in counts["holdings"].items()]
    )
    axis.invert_yaxis()
    axis.set(
        xlabel="holdings worth bidding (%)",
        xlim=(0, 100),
        title="What the atlas's best plan leads",
    )
    made.legend(loc="outside lower center", ncols=2)
    return made
