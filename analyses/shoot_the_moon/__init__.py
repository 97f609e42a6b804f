"""How often is 21 a good bet?

python -m analyses.shoot_the_moon            # into reports/shoot_the_moon
python -m analyses.shoot_the_moon --quick    # a few hands, to see that it works

21 needs all seven tricks. How often they come at even odds or better, before the widow and after
it, how often 21 is the best call, and what such hands have in common, the atlas tells of all hands
and holdings. How many hands take all tricks on *every* layout is counted from their tiles alone.
"""

from analyses.shoot_the_moon import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="shoot_the_moon",
    about=__doc__,
    full=170_544,
    quick=100,
    unit="hands",
    gather=gather.gather,
    page=page.page,
    atlas=True,
)
