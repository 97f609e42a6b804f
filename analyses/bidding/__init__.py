"""What should I bid?

python -m analyses.bidding            # into reports/bidding
python -m analyses.bidding --quick    # a few hands, to see that it works

It looks for a point count that everybody adds up in the head, for a better one for those who like
to add more, and makes a decision table for those who would rather not. What a count gains is
measured on all hands, played by the rules that the page tells: its own trump after the widow, its
discard, its lead. Beside that stands what the same calls gain with the best plan after the widow,
by the atlas. Calls are judged on hands that they were not made from. The numbers of
`moon_sim.point_count` are those of the full run.
"""

from analyses.bidding import gather, page
from moon_sim import atlas
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="bidding",
    about=__doc__,
    full=atlas.HANDS,
    quick=300,
    unit="hands",
    gather=gather.gather,
    page=page.page,
    least=60,
    atlas=True,
)
