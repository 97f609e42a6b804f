"""Run the analysis as a command."""

import sys

from analyses.at_the_table import ANALYSIS
from moon_sim.reporting import run_analysis

if __name__ == "__main__":
    sys.exit(run_analysis(ANALYSIS))
