"""What should I bid?

python -m analyses.bidding            # into reports/bidding
python -m analyses.bidding --quick    # a few hands, to see that it works

From the hands of `samples`, whose odds are known, it fits a point count that a player adds up in
the head, and a decision table for those who would rather not. Both are judged on hands that they
have not seen. The numbers of `moon_sim.point_count` are those of the full run.
"""

from analyses.bidding import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="bidding",
    about=__doc__,
    full=1200,
    quick=12,
    unit="hands",
    gather=gather.gather,
    page=page.page,
    needs=("samples",),
    least=10,
)
