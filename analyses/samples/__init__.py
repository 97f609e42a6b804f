"""Which hands and holdings do the other analyses look at?

python -m analyses.samples            # into reports/samples
python -m analyses.samples --quick    # a few, to see that it works

Two samples, drawn apart. *Hands*: 7 random tiles with the odds of each bid before the widow is
seen, chosen and measured on sampled layouts. *Holdings*: 7 random tiles and a random widow, with
the exact odds of every discard and trump. The other analyses read both, so that they speak of the
same hands and the long computation is done once.
"""

from analyses.samples import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="samples",
    about=__doc__,
    full=1200,
    quick=12,
    unit="hands",
    gather=gather.gather,
    page=page.page,
)
