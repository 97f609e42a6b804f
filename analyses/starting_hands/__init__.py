"""Which starting hands are worth a bid?

python -m analyses.starting_hands            # into reports/starting_hands
python -m analyses.starting_hands --quick    # a few hands, to see that it works

A chart of all hands by what can be counted at a glance: the tiles of the longest number, how many
of its two highest are among them, and the doubles. How much these tell of the odds is measured, and
what is gained by bidding as the chart says.
"""

from analyses.starting_hands import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="starting_hands",
    about=__doc__,
    full=170_544,
    quick=500,
    unit="hands",
    gather=gather.gather,
    page=page.page,
    least=20,
    atlas=True,
)
