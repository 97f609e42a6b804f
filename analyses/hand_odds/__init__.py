"""How good is a hand?

python -m analyses.hand_odds            # into reports/hand_odds
python -m analyses.hand_odds --quick    # a few hands, to see that it works

The odds of 4, 5, 6 and 7 over random hands: how they are spread, how they hang on the length of the
best trump and on its honours, and what the best number, doubles and no trump are worth. It reads
the hands and holdings of `samples`.
"""

from analyses.hand_odds import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="hand_odds",
    about=__doc__,
    full=1200,
    quick=12,
    unit="hands",
    gather=gather.gather,
    page=page.page,
    needs=("samples",),
)
