"""The command line: one file a command.

Words and lines of text come in; tables, sentences, JSON and CSV go out.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
