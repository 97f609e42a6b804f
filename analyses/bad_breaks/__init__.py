"""What beats a contract: what do the defenders hold when it fails?

python -m analyses.bad_breaks            # 1,200 contracts, into reports/bad_breaks
python -m analyses.bad_breaks --quick    # a few, to see that it works

Each contract is what a declarer would play: one that wins an auction of three seats who know the
odds of their hands, by the best plan of the atlas, if it is neither hopeless nor certain. On each
of its 3,432 layouts it is made or set, double-dummy from its lead on. What a defender holds there
is compared with how the contract fares, and with what happens in the layout's mirror image, where
the other defender holds it.
"""

from analyses.bad_breaks import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="bad_breaks",
    about=__doc__,
    full=1200,
    quick=4,
    unit="contracts",
    gather=gather.gather,
    page=page.page,
    atlas=True,
)
