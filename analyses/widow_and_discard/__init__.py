"""What is the widow worth, and what do I throw?

python -m analyses.widow_and_discard            # all holdings of reports/samples
python -m analyses.widow_and_discard --quick    # a few, to see that it works

Each holding of the sample has the exact blind-lead odds of every discard and trump. The widow's
worth is what the best contract of all eight tiles has more than the best one of the seven dealt;
a discard's cost is what it falls short of the best one with the trump of the best contract.
"""

from analyses.widow_and_discard import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="widow_and_discard",
    about=__doc__,
    full=300,
    quick=3,
    unit="holdings",
    gather=gather.gather,
    page=page.page,
    needs=("samples",),
)
