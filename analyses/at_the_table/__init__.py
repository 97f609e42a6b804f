"""What is a contract worth at the table?

python -m analyses.at_the_table            # 600 deals, into reports/at_the_table
python -m analyses.at_the_table --quick    # a few, to see that it works

Odds count on all hands lying open after the opening lead; at the table nobody sees any hand but its
own. Here programs play (`docs/arena.md`): seat 0 takes the real widow of a random deal and declares
each bid from 4 to 7 with the best plan of the atlas, and what is made is set beside what the odds
promise: double-dummy, after a blind lead, and by best defence. The same contracts are then played
by others, to see who loses what; contracts that players have bought themselves are defended by who
infers from the calls; and at last players bid, too, on a ladder, each against its neighbour.
"""

from analyses.at_the_table import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="at_the_table",
    about=__doc__,
    full=600,
    quick=4,
    unit="deals",
    gather=gather.gather,
    page=page.page,
    options=gather.options,
    quick_options={"others": 3, "proven": 2, "auctions": 3, "blocks": 2},
    atlas=True,
)
