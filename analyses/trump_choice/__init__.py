"""Which trump, and how much is naming it well worth?

python -m analyses.trump_choice            # all holdings of reports/samples
python -m analyses.trump_choice --quick    # a few, to see that it works

All rules of thumb, some with other discard rules, and the odds on samples of layouts choose discard
and trump for the same holdings, whose exact blind-lead odds are known. Beside that trial: what each
kind of trump wins with its best discard, and what it costs to name another than the best.
"""

from analyses.trump_choice import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="trump_choice",
    about=__doc__,
    full=300,
    quick=3,
    unit="holdings",
    gather=gather.gather,
    page=page.page,
    needs=("samples",),
    least=2,
)
