"""The atlas: the best plans of every holding and the odds of every hand, computed once.

Hands and holdings come in; what was found for them when the atlas was built goes out, in some
microseconds and without a search.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
