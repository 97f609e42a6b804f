"""What do I lead?

python -m analyses.leads            # 300 fresh holdings
python -m analyses.leads --quick    # a few, to see that it works

The declarer's opening lead, with the discard and the trump of the best plan. What the atlas's best
plans lead is counted on all holdings. It has one lead for each, though others may win as often: so
what each of the seven leads wins is counted on the holdings of reports/samples, by which a rule was
found, and on fresh ones, on which it is checked.
"""

from analyses.leads import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="leads",
    about=__doc__,
    full=300,
    quick=3,
    unit="fresh holdings",
    gather=gather.gather,
    page=page.page,
    needs=("samples",),
    atlas=True,
)
