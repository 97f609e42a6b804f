"""``python -m moon_sim`` is the command ``moon-sim``."""

from moon_sim.commands import main

main()
