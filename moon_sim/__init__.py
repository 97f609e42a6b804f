"""Odds and strategy for Three-Player Moon, a trick-taking domino game.

The public names below are loaded when they are first used, so that ``import moon_sim`` is quick.

Examples
--------
>>> import moon_sim
>>> odds = moon_sim.contract_odds(
...     "6-6 6-5 6-4 5-5 4-4 3-3 1-1", discard="2-1", trump="none", layouts=100, seed=1
... )
>>> odds.p_at_least(7)
1.0
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
