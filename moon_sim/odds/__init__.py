"""Odds, that is probabilities: what a contract, an exchange and a bid are worth.

Hands come in; trick distributions and tables of probabilities go out, exact or sampled, each
knowing how far off it may be.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
