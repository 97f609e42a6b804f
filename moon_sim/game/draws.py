"""Random numbers: what a seed stands for, and hands, holdings and deals drawn at random."""

import secrets
from collections.abc import Iterator
from itertools import pairwise
from operator import index

import numpy as np

from moon_sim.game.checks import whole
from moon_sim.game.deals import Deal
from moon_sim.game.rules import HAND_SIZE, LAYOUTS
from moon_sim.game.tiles import TILES

Seed = int | np.random.Generator | None


def new_seed() -> int:
    """Return a seed that nobody chose, to note beside what is made with it.

    Returns
    -------
    int
        From 0 to 2**32 - 1.
    """
    return secrets.randbelow(2**32)


def noted_seed(seed: Seed) -> int:
    """Return the number that stands for a seed, to note for whoever wants the same again.

    Parameters
    ----------
    seed : int, Generator or None

    Returns
    -------
    int
        The seed itself; one that a Generator draws; a new one.

    Raises
    ------
    TypeError, ValueError
        If it is no seed.
    """
    if seed is None:
        return new_seed()
    rng = as_seed(seed)  # refuses what is no seed
    return int(rng.integers(2**32)) if isinstance(seed, np.random.Generator) else index(seed)


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
    noted = new_seed() if seed is None else seed
    return as_seed(noted), index(noted)


# --- Tiles, each draw a shuffle of the set ----------------------------------------------------


def random_hand(rng: np.random.Generator) -> int:
    """Return a random hand.

    Parameters
    ----------
    rng : Generator
        Goes on by one shuffle of the 22 tiles, as for a holding and for a deal: the same state
        gives the same hand in all three.

    Returns
    -------
    int
        Mask of 7 tiles.
    """
    return random_holding(rng)[0]


def random_holding(rng: np.random.Generator) -> tuple[int, int]:
    """Return a random hand and widow.

    Parameters
    ----------
    rng : Generator
        Goes on by one shuffle.

    Returns
    -------
    hand, widow : int
        Masks of 7 tiles and of one.

    Examples
    --------
    >>> from moon_sim.game import format_tiles
    >>> [format_tiles(tiles) for tiles in random_holding(as_seed(1))]
    ['6-6 6-5 5-5 5-2 5-1 4-1 1-1', '6-2']
    """
    hand, widow, *_ = _piles(rng)
    return hand, widow


def random_deals(seed: Seed = None) -> Iterator[tuple[Deal, int]]:
    """Return random deals without end, one shuffle each: however many are taken, they begin alike.

    Parameters
    ----------
    seed : int, Generator or None
        As `as_seed` takes it.

    Returns
    -------
    iterator of (Deal, int)
        Three hands of 7 tiles, and the widow as a mask (R2).

    Raises
    ------
    TypeError, ValueError
        If it is no seed.

    Examples
    --------
    >>> from itertools import islice
    >>> for deal, widow in islice(random_deals(seed=7), 2):
    ...     print(deal)
    6-3 6-2 6-1 5-4 4-4 4-2 2-2 | 5-5 5-3 4-1 3-3 3-1 1-1 0-0 | 6-6 6-5 6-4 5-1 4-3 3-2 2-1
    6-6 6-3 5-5 4-4 4-1 2-1 0-0 | 6-5 6-4 6-1 4-3 3-3 3-2 3-1 | 6-2 5-4 5-3 5-1 4-2 2-2 1-1
    """
    rng = as_seed(seed)  # now, not when the first deal is taken

    def deals() -> Iterator[tuple[Deal, int]]:
        while True:
            hand, widow, *others = _piles(rng)
            yield Deal([hand, *others]), widow

    return deals()


def _piles(rng: np.random.Generator) -> list[int]:
    """Return seat 0's hand, the widow, and the hands of the others."""
    order = rng.permutation(len(TILES)).tolist()
    cuts = pairwise((0, HAND_SIZE, HAND_SIZE + 1, 2 * HAND_SIZE + 1, len(order)))
    return [sum(1 << tile for tile in order[start:end]) for start, end in cuts]
