"""Selectors on trial: what their choices lose against the exact best.

Selectors come in; a trial goes out, with means, intervals and rankings.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
