"""What `defence.py` counts, and the page that it writes of it."""

from .page import page

__all__ = ["page"]
