"""The game: tiles, the rule book, deals and layouts, and what callers give, checked.

Text, masks and numbers come in; tiles, trumps, positions and layouts go out, as every other room
takes them. `moon_sim.game.rules` reads as the rule book.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
