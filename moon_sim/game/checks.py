"""Checks of single numbers and words that callers give."""

from operator import index
from typing import Literal, cast, get_args

__all__ = ["View", "check_level", "check_view", "whole"]

View = Literal["double-dummy", "blind-lead"]
"""What the declarer sees when it picks the opening lead: all hands, or its own alone."""


def check_view(view: object) -> View:
    """Return a view that is one.

    Parameters
    ----------
    view : str

    Returns
    -------
    {"double-dummy", "blind-lead"}

    Raises
    ------
    TypeError
        If it is no text.
    ValueError
        If it names no view.
    """
    if not isinstance(view, str):
        raise TypeError(f"view: expected text, got {view!r}")
    if view not in get_args(View):
        raise ValueError(f"view: expected {' or '.join(get_args(View))}, got {view!r}")
    return cast(View, str(view))


def check_level(level: object) -> float:
    """Return a confidence level that is one.

    Parameters
    ----------
    level : float

    Returns
    -------
    float

    Raises
    ------
    TypeError
        If it is no number.
    ValueError
        If it is not between 0 and 1.
    """
    if not isinstance(level, int | float):
        raise TypeError(f"level: expected a number, got {level!r}")
    if not 0 < level < 1:
        raise ValueError(f"level: expected a number between 0 and 1, got {level!r}")
    return level


def whole(value: object, name: str, low: int, high: int | None = None) -> int:
    """Return a whole number within limits, or say what was expected and what came.

    Parameters
    ----------
    value : int
        Anything that Python takes for an index, but for truth values.
    name : str
        What the number is, for messages.
    low : int
        The smallest that is allowed.
    high : int, optional
        The largest that is allowed.

    Returns
    -------
    int
        The number as Python's own int.

    Raises
    ------
    TypeError
        If it is not a whole number.
    ValueError
        If it is out of range.
    """
    # NumPy's truth values call their type bool, too.
    if not hasattr(value, "__index__") or type(value).__name__ in ("bool", "bool_"):
        raise TypeError(f"{name}: expected a whole number, got {value!r}")
    number = index(value)
    if number < low or (high is not None and number > high):
        limits = f"{low} to {high}" if high is not None else f"{low} or more"
        raise ValueError(f"{name}: expected {limits}, got {number}")
    return number
