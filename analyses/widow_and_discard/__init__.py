"""What is the widow worth, and what do I throw?

python -m analyses.widow_and_discard            # 400 fresh holdings
python -m analyses.widow_and_discard --quick    # a few, to see that it works

What is thrown, and what each kind of widow changes, is counted on all holdings and hands of the
atlas. It has the best plan alone. So a list of what to throw first is found on the holdings of
reports/samples, which have the exact odds of every discard and trump, and checked on fresh ones:
what each of their eight discards wins with the trump of the atlas's best plan.
"""

from analyses.widow_and_discard import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="widow_and_discard",
    about=__doc__,
    full=400,
    quick=3,
    unit="fresh holdings",
    gather=gather.gather,
    page=page.page,
    needs=("samples",),
    atlas=True,
)
