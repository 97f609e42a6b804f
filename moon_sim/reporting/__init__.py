"""Reports: figures, pages, and runs of analyses.

Tables and words come in; a folder with data, figures, a page and a manifest goes out.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
