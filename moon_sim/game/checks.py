"""Checks of what callers give: numbers, words, and things whose order matters."""

from collections.abc import Mapping, Set
from math import isnan
from numbers import Real
from operator import index
from typing import Literal, SupportsFloat, TypeVar, cast, get_args

T = TypeVar("T")

LONGEST_QUOTE = 60
"""Characters of what came that a message repeats."""

View = Literal["blind-lead", "double-dummy"]
"""Which odds: the declarer sees its own hand alone when it picks the opening lead, or all hands."""


def check_view(view: object) -> View:
    """Return a view that is one.

    Parameters
    ----------
    view : str

    Returns
    -------
    {"blind-lead", "double-dummy"}

    Raises
    ------
    TypeError
        If it is no text.
    ValueError
        If it names no view.
    """
    if not isinstance(view, str):
        raise TypeError(f"view: expected text, got {quoted(view)}")
    if view not in get_args(View):
        raise ValueError(f"view: expected {' or '.join(get_args(View))}, got {quoted(view)}")
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
    return real(level, "level", 0, 1)


def real(value: object, name: str, above: float, below: float | None = None) -> float:
    """Return a number between limits, or say what was expected and what came.

    Parameters
    ----------
    value : float
        Any real number, Python's or NumPy's, but for truth values.
    name : str
        What the number is, for messages.
    above : float
        It is more than this.
    below : float, optional
        And less than this.

    Returns
    -------
    float
        The number as Python's own float.

    Raises
    ------
    TypeError
        If it is no number.
    ValueError
        If it is out of range, or not a number at all (NaN).

    Examples
    --------
    >>> import numpy as np
    >>> real(np.float32(0.5), "level", 0, 1)
    0.5
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name}: expected a number, got {quoted(value)}")
    given = float(cast(SupportsFloat, value))
    if isnan(given) or not given > above or (below is not None and not given < below):
        limits = f"between {above} and {below}" if below is not None else f"above {above}"
        raise ValueError(f"{name}: expected a number {limits}, got {value}")
    return given


def whole(value: object, name: str, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number within limits, or say what was expected and what came.

    Parameters
    ----------
    value : int
        Anything that Python takes for an index, but for truth values.
    name : str
        What the number is, for messages.
    low : int, optional
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
        raise TypeError(f"{name}: expected a whole number, got {quoted(value)}")
    try:
        given = index(value)
    except TypeError:  # an array of several numbers
        raise TypeError(f"{name}: expected a whole number, got {quoted(value)}") from None
    if (low is not None and given < low) or (high is not None and given > high):
        limits = f"{low} to {high}" if high is not None else f"{low} or more"
        raise ValueError(f"{name}: expected {limits}, got {quoted(given)}")
    return given


def in_order(given: T, name: str, expected: str = "a list or a tuple") -> T:
    """Return things whose order matters, if they have one.

    Parameters
    ----------
    given : sequence
        A list, a tuple, an array and the like. A set or a dict gives its members in an order by
        chance, and from where a generator takes them nobody sees.
    name, expected : str
        What they are and what they should be, for messages.

    Returns
    -------
    sequence

    Raises
    ------
    TypeError
        If they have no order, or are one text.

    Examples
    --------
    >>> in_order(["6-6", "6-5"], "played")
    ['6-6', '6-5']
    >>> in_order({"6-6", "6-5"}, "played")
    Traceback (most recent call last):
    TypeError: played: expected a list or a tuple, since order matters, got a set
    """
    has_order = hasattr(given, "__len__") and hasattr(given, "__getitem__")
    if isinstance(given, str | bytes | Mapping | Set) or not has_order:
        text = isinstance(given, str)
        came = f"the text {quoted(given)}" if text else f"a {type(given).__name__}"
        raise TypeError(f"{name}: expected {expected}, since order matters, got {came}")
    return given


def quoted(given: object) -> str:
    """Return what came as a message repeats it: short, however long it is.

    Parameters
    ----------
    given : object

    Returns
    -------
    str

    Examples
    --------
    >>> quoted("6-5"), len(quoted("6" * 5000))
    ("'6-5'", 60)
    """
    if isinstance(given, str | bytes):
        given = given[: LONGEST_QUOTE + 1]  # of a long text not all is escaped
    try:
        text = " ".join(repr(given).split())
    except ValueError:  # a number of more digits than Python prints
        return "a number too long to print"
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 4] + " ..."
