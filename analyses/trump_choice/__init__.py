"""Which trump?

python -m analyses.trump_choice            # 400 fresh holdings beside all of the atlas
python -m analyses.trump_choice --quick    # a few, to see that it works

The best trump of all holdings is counted by the atlas. What another trump costs, and which way to
decide between equal ones is best, is found on the holdings of reports/samples, of which every
contract is known, and checked on fresh ones, on which rules of thumb are tried, too.
"""

from analyses.trump_choice import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="trump_choice",
    about=__doc__,
    full=400,
    quick=4,
    unit="holdings",
    gather=gather.gather,
    page=page.page,
    needs=("samples",),
    least=2,
    atlas=True,
)
