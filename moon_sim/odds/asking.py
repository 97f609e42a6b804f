"""What callers ask for: trumps to choose among, and where an answer is to come from."""

from collections.abc import Iterable, Sequence
from typing import Literal, cast, get_args

from moon_sim.game import (
    DEFAULT_RULES,
    LAYOUTS,
    NUMBER_BIDS,
    Rules,
    Trump,
    TrumpLike,
    View,
    check_supported,
    check_trump,
    number_bids,
    trumps,
)

Trumps = TrumpLike | Sequence[TrumpLike] | None
"""One trump to choose, some to choose among, or None for all."""

Source = Literal["atlas", "computed"]
"""Where an answer comes from."""


def trumps_of(trump: Trumps, rules: Rules = DEFAULT_RULES) -> list[Trump]:
    """Return the trumps that a caller lets a declarer choose among.

    Parameters
    ----------
    trump : Trump, int, str, a sequence of these, or None
        One, some, or all of them.
    rules : Rules, optional

    Returns
    -------
    list of Trump
        Each once, in the order of `Trump`.

    Raises
    ------
    TypeError, ValueError
        If something is no trump by the rules, or there is none.

    Examples
    --------
    >>> trumps_of(["doubles", 6])
    [<Trump.SIXES: 6>, <Trump.DOUBLES: 7>]
    """
    if trump is None:
        return list(trumps(rules))
    if isinstance(trump, str) or not isinstance(trump, Iterable):
        return [check_trump(trump, rules)]
    if not (some := sorted({check_trump(one, rules) for one in trump})):
        raise ValueError("trump: expected one or more, got none")
    return some


def check_seen(rules: object, function: str, view: View, trump: Trumps) -> None:
    """Refuse rules that are not followed where the declarer has seen the widow.

    Parameters
    ----------
    rules : Rules
    function : str
        What the message begins with.
    view : {"blind-lead", "double-dummy"}
    trump : Trump, int, str, a sequence of these, or None
        Who has named trump before can't choose any more.

    Raises
    ------
    TypeError
        If `rules` are none.
    ValueError
        If one of them is not supported.
    """
    more = ["first_lead_must_be_trump"]
    if view == "double-dummy":
        more += ["leader_names_suit"]
    if trump is not None and len(trumps_of(trump)) == 1:
        more += ["trump_before_widow"]
    check_supported(rules, function, *more)


def check_source(source: object) -> Source | None:
    """Return a source that is one, or None where the caller does not mind.

    Parameters
    ----------
    source : str or None

    Returns
    -------
    {"atlas", "computed"} or None

    Raises
    ------
    TypeError
        If it is no text.
    ValueError
        If it names no source.
    """
    if source is None:
        return None
    if not isinstance(source, str):
        raise TypeError(f"source: expected text, got {source!r}")
    if source not in get_args(Source):
        raise ValueError(f"source: expected {' or '.join(get_args(Source))}, got {source!r}")
    return cast(Source, str(source))


def in_atlas(
    source: Source | None,
    layouts: int | None,
    view: View,
    some: list[Trump],
    rules: Rules,
    top: int | None = 1,
) -> bool:
    """Return whether a question is one that an atlas can have the answer to.

    Parameters
    ----------
    source : {"atlas", "computed"} or None
    layouts : int or None
    view : {"blind-lead", "double-dummy"}
    some : list of Trump
        Those to choose among.
    rules : Rules
    top : int or None
        How many plans are asked for.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        If it is not, and the answer is to come from there.
    """
    if source == "computed":
        return False
    asked = {
        "sampled layouts": layouts not in (None, LAYOUTS),
        "double-dummy odds": view != "blind-lead",
        "odds of some trumps alone": len(some) < len(trumps(rules)),
        "second best plans": top is not None and top > 1,
        "odds of these bids": number_bids(rules) != NUMBER_BIDS,
        "trump named before the widow": rules.trump_before_widow,
    }
    missing = [what for what, wanted in asked.items() if wanted]
    if missing and source == "atlas":
        raise ValueError(f"source: the atlas has no {missing[0]}; compute them")
    return not missing
