"""Play at the table: a match's state, what each seat observes of it, and players.

Deals and actions come in; states, observations, odds in the middle of a hand, and what players did
go out. The rules are those of `moon_sim.game.rules`, put in order here.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
