"""Statistics: means and shares with intervals, and comparisons of paired samples.

Samples come in; estimates, tests and rankings go out. Nothing here knows the game.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
