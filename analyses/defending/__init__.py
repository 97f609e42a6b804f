"""How do I defend?

python -m analyses.defending            # 3,000 contracts, into reports/defending
python -m analyses.defending --quick    # a few, to see that it works

Contracts are bought in an auction of three seats who know the odds of their hands, and played by
the best plan of the atlas. Those that the defenders can beat as the tiles lie are played out, once
for each way to defend: both defenders follow the same rules of thumb, by what they see, against a
declarer who sees all hands. What one rule is worth is told by changing it alone.
"""

from analyses.defending import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="defending",
    about=__doc__,
    full=3000,
    quick=12,
    unit="contracts",
    gather=gather.gather,
    page=page.page,
    atlas=True,
)
