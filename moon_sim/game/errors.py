"""The package's exceptions: what was expected, what came, and where."""


class InvalidDealError(ValueError):
    """Tiles that can't be: unknown, held twice, or the wrong number of them."""


class IllegalPlayError(ValueError):
    """A call, a discard or a play that the rules forbid."""
