"""Random numbers: the generator that a seed stands for, and the seed to note beside a result."""

import secrets
from operator import index

import numpy as np

from moon_sim.game.checks import whole
from moon_sim.game.rules import LAYOUTS

__all__ = ["Seed", "as_seed", "seeded"]

Seed = int | np.random.Generator | None


def as_seed(seed: Seed) -> np.random.Generator:
    """Return the generator that a seed stands for.

    Parameters
    ----------
    seed : int, Generator or None
        A whole number from 0 up gives the same numbers each time; None gives new ones.

    Returns
    -------
    Generator
        A Generator comes back as it is, and goes on from where it stands.

    Raises
    ------
    TypeError
        If the seed is none of the three.
    ValueError
        If it is negative.

    Examples
    --------
    >>> as_seed(1).random() == as_seed(1).random()
    True
    """
    if seed is None or isinstance(seed, np.random.Generator):
        return np.random.default_rng(seed)
    try:
        return np.random.default_rng(whole(seed, "seed", 0))
    except TypeError:
        raise TypeError(f"seed: expected an integer, a Generator or None, got {seed!r}") from None


def seeded(seed: Seed, layouts: int | None) -> tuple[np.random.Generator, int | None]:
    """Return a generator, and the seed to note for whoever wants the same numbers again.

    Parameters
    ----------
    seed : int, Generator or None
    layouts : int or None
        How many are sampled; all need no seed.

    Returns
    -------
    rng : Generator
    noted : int or None
        None for exact odds, and where a Generator was given.
    """
    if layouts is None or layouts == LAYOUTS or isinstance(seed, np.random.Generator):
        return as_seed(seed), None  # all layouts need no seed
    noted = secrets.randbelow(2**32) if seed is None else seed
    return as_seed(noted), index(noted)
