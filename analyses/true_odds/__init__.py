"""How far are open-hand odds too high?

python -m analyses.true_odds            # 300 contracts, into reports/true_odds
python -m analyses.true_odds --quick    # a few, to see that it works

Three views of a contract, from the most hopeful to the one that a declarer can count on:
double-dummy, blind lead, and best defence (`docs/odds.md`). The sample has two parts. *Random*: a
random hand with four trumps or more, a random discard and a random bid. *Chosen*: a random holding
and the contract that blind-lead odds call its best. For some of the holdings the best contracts of
each view are measured in the others, too.
"""

from analyses.true_odds import gather, page
from moon_sim.reporting import Analysis

ANALYSIS = Analysis(
    name="true_odds",
    about=__doc__,
    full=300,
    quick=8,
    unit="contracts",
    gather=gather.gather,
    page=page.page,
    options=gather.options,
    quick_options={"time_limit": gather.QUICK_LIMIT},
    least=2,  # a contract of each part
)
