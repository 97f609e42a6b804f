"""Kinds of trump, and what odds are between."""

from moon_sim import Trump

EVEN = 0.5
"""Odds from which on a bid gains on average."""

KINDS = ("number", "doubles", "none")
"""Of trump."""

UNIT = (0.0, 1.0)
"""Between these lie probabilities."""


def kind_of(trump: str) -> str:
    """Return whether a trump is a number, doubles or none."""
    return trump if trump in KINDS else KINDS[0]


def kind_with_zero(trump: str) -> str:
    """Return the kind of a trump, with 0 as one of its own: play is much as with none."""
    return trump if trump == str(Trump.ZEROS) else kind_of(trump)
