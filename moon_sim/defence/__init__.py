"""Best defence: what a declarer who sees only what is played can guarantee, proven.

A contract comes in; a bracket goes out, with the strategy behind it, and that strategy as a short
tree. ``docs/best_defence.md`` explains how.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
