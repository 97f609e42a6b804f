"""The double-dummy solver: the value of a position with all hands open.

Positions and arrays of hands come in, checked; the declarer's tricks go out, for one position,
each of its plays, a batch, or a choice of plans. ``docs/solver.md`` explains how.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
