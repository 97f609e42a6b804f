"""The match: the auction as a game of three, and the odds of the match from scores.

Deals with what every contract comes to are gathered by the players of `moon_sim.play`; calls go
out, as strategies, and the probability that each player wins the match, from scores and caller.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
