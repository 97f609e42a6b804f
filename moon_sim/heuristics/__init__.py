"""What players count in a hand, and rules of thumb made of it.

Hands and holdings come in; features, certain tricks, laydowns, and choices of discard, trump and
bid go out. Everything that chooses is a selector in one registry.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
