"""Numbers, lists and tables as people read them.

Numbers and words come in; sentences and tables go out. Each room writes its own results with
these.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
