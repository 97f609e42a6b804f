"""``python -m moon_sim`` is the command ``moon-sim``."""

from moon_sim.cli import main

main()
