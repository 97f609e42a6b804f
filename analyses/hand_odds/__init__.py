"""How good is a hand?

python -m analyses.hand_odds            # into reports/hand_odds
python -m analyses.hand_odds --quick    # a few hands, to see that it works

The odds of 4, 5, 6 and 7 over all hands: how they are spread; and over all holdings, what the
length of the best trump and its honours are worth. The atlas has them.
"""

from analyses.hand_odds import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="hand_odds",
    about=__doc__,
    full=170_544,
    quick=100,
    unit="hands",
    gather=gather.gather,
    page=page.page,
    atlas=True,
)
