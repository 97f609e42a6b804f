"""The registry of selectors, by their names.

Those of this library are the rules of `trump_rules`, each alone with its usual discard rule or as
``TRUMP+DISCARD`` with another (``longest+void``); ``sampled-N``, which goes by the blind-lead odds
on N layouts; and ``exact``, which goes by those on all. Users add their own with `register`, or in
a package with an entry point in the group ``moon_sim.selectors``.
"""

import re
import warnings
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from moon_sim.game import LAYOUTS, in_order, whole
from moon_sim.heuristics.choosing import Selector, odds_selector, thumb_selector
from moon_sim.heuristics.discard_rules import DISCARD_RULES
from moon_sim.heuristics.trump_rules import TRUMP_RULES

GROUP = "moon_sim.selectors"
"""The entry points' group of packages that bring selectors."""

SAMPLES = (1, 4, 16, 64, 256)
"""The sizes of `sampled-N` that are listed; every other one works, too."""

_REGISTERED: dict[str, Selector] = {
    one.name: one
    for one in (
        *(
            thumb_selector(rule, DISCARD_RULES[rule.discard], name)
            for name, rule in TRUMP_RULES.items()
        ),
        *map(odds_selector, SAMPLES),
        odds_selector(None),
    )
}


def register(selector: Selector) -> None:
    """Add a selector under its name, for this process.

    Parameters
    ----------
    selector : Selector

    Raises
    ------
    TypeError
        If it is no selector.
    ValueError
        If its name is taken, or could be read as another.
    """
    if not isinstance(selector, Selector):
        raise TypeError(f"expected a Selector, got {type(selector).__name__}")
    name = selector.name
    if "+" in name:
        raise ValueError(f"selector name: expected letters, digits and hyphens, got {name!r}")
    if name in _REGISTERED or re.fullmatch(r"sampled-\d+", name):
        raise ValueError(f"selector name {name!r} is taken")
    _REGISTERED[name] = selector


@cache
def _waiting(group: str) -> list[EntryPoint]:
    """Return the entry points that are not loaded yet."""
    return list(entry_points(group=group))


def load_plug_ins(kind: str, group: str, add: Callable[[Any], None]) -> None:
    """Register what other packages bring; one that fails costs a warning and nothing else.

    Parameters
    ----------
    kind : str
        What it is, for the warning.
    group : str
        The entry points' group.
    add : callable
        Registers what is loaded.
    """
    entries = _waiting(group)
    while entries:
        entry = entries.pop(0)  # before it is loaded: it may ask for others itself
        try:
            add(entry.load())
        except Exception as error:  # whatever a foreign package raises
            warnings.warn(
                f"{kind} {entry.name!r} of {entry.value} is left out: "
                f"{type(error).__name__}: {error}",
                stacklevel=3,
            )


def selectors() -> list[Selector]:
    """Return all selectors that have a name of their own, those of this library first.

    Returns
    -------
    list of Selector
        Without ``TRUMP+DISCARD`` and the other sizes of ``sampled-N``, which `selector` makes.
    """
    load_plug_ins("selector", GROUP, register)
    return list(_REGISTERED.values())


def selector(name: str) -> Selector:
    """Return the selector of a name.

    Parameters
    ----------
    name : str
        One of those of `selectors`, ``sampled-N`` with N from 1 to 3432, or ``TRUMP+DISCARD``: the
        trump of a rule of `trump_rules` with a discard rule of `discard_rules`.

    Returns
    -------
    Selector

    Raises
    ------
    TypeError
        If the name is no text.
    ValueError
        If there is none of that name; the message lists near ones.

    Examples
    --------
    >>> selector("longest+void").choose("6-6 6-5 6-4 5-5 5-4 3-1 2-2 2-1")
    Choice(discard='3-1', trump=<Trump.FIVES: 5>)
    """
    if not isinstance(name, str):
        raise TypeError(f"selector: expected a name, got {name!r}")
    load_plug_ins("selector", GROUP, register)
    if name in _REGISTERED:
        return _REGISTERED[name]
    if found := re.fullmatch(r"sampled-(\d+)", name):
        return odds_selector(whole(int(found[1]), "sampled-N: N", 1, LAYOUTS))
    trump, plus, discard = name.partition("+")
    if not plus:
        raise _unknown("selector", name, [*_REGISTERED, "sampled-N"])
    if trump not in TRUMP_RULES:
        if trump in _REGISTERED or trump.startswith("sampled-"):
            raise ValueError(f"{trump} chooses its discard itself: leave out +{discard}")
        raise _unknown("trump rule", trump, list(TRUMP_RULES))
    if discard not in DISCARD_RULES:
        raise _unknown("discard rule", discard, list(DISCARD_RULES))
    return thumb_selector(TRUMP_RULES[trump], DISCARD_RULES[discard], name)


def several(asked: Sequence[Selector | str]) -> list[Selector]:
    """Return selectors to set side by side, each once.

    Parameters
    ----------
    asked : sequence of Selector or str
        Those themselves or their names.

    Returns
    -------
    list of Selector

    Raises
    ------
    TypeError
        If they are no sequence, or one is neither.
    ValueError
        If there is none, a name is unknown, or one comes twice.
    """
    given = in_order(asked, "selectors", "several in a list")
    found = [one if isinstance(one, Selector) else selector(one) for one in given]
    names = [one.name for one in found]
    if not names:
        raise ValueError("selectors: expected one or more, got none")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"selectors: expected each once, got {', '.join(twice)} twice")
    return found


def _unknown(kind: str, name: str, names: list[str]) -> ValueError:
    near = get_close_matches(name, names)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names)}"
    return ValueError(f"unknown {kind} {name!r}; {hint}")
