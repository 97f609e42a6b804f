"""Between the tuples of naive.py and the ids, masks and texts of moon_sim.

Nothing here comes from moon_sim, so that a slip there can't hide behind the same slip here.
"""

import signal
from collections.abc import Iterable
from pathlib import Path

import naive
import numpy as np
import pytest

ALL = (1 << 22) - 1


def tile(text: str) -> int:
    """The id of one tile written as 6-5: its place in the order by (high, low)."""
    return naive.TILES.index((int(text[0]), int(text[2])))


def ids(text: str) -> list[int]:
    """The ids of tiles written as 6-5, in the text's order."""
    return [tile(word) for word in text.split()]


def mask(text: str) -> int:
    """The mask of tiles written as 6-5."""
    return sum(1 << i for i in set(ids(text)))


def to_mask(tiles: Iterable[naive.Tile]) -> int:
    """The mask of naive's tiles."""
    return sum(1 << naive.TILES.index(pips) for pips in set(tiles))


def to_tiles(mask: int) -> tuple[naive.Tile, ...]:
    """Naive's tiles of a mask, sorted."""
    return tuple(pips for i, pips in enumerate(naive.TILES) if int(mask) >> i & 1)


def tiles_text(tiles: Iterable[naive.Tile]) -> str:
    """Naive's tiles as text."""
    return " ".join(f"{high}-{low}" for high, low in tiles)


def deal_text(hands: naive.Hands) -> str:
    """Naive's three hands as Deal.parse reads them."""
    return " | ".join(map(tiles_text, hands))


def random_hands(rng: np.random.Generator, size: int) -> tuple[tuple[naive.Tile, ...], ...]:
    """Three hands of `size` tiles, each sorted."""
    order = rng.permutation(len(naive.TILES))
    return tuple(
        tuple(naive.TILES[i] for i in sorted(order[seat * size : (seat + 1) * size]))
        for seat in range(3)
    )


def random_position(
    rng: np.random.Generator, size: int
) -> tuple[tuple[tuple[naive.Tile, ...], ...], int, int, tuple[naive.Tile, ...]]:
    """A position (hands, trump, leader, played) as naive takes it.

    Each hand has `size` tiles, and 0, 1 or 2 of them (at random) are legally played; as in naive,
    the hands still include them.
    """
    hands = random_hands(rng, size)
    trump, leader = int(rng.integers(9)), int(rng.integers(3))
    played: tuple[naive.Tile, ...] = ()
    for _ in range(rng.integers(3)):
        seat = (leader + len(played)) % 3
        choices = naive.legal(hands[seat], played[0] if played else None, trump)
        played = (*played, choices[rng.integers(len(choices))])
    return hands, trump, leader, played


def hear_signals() -> None:
    """For `preexec_fn`: a shell's background and nohup pass on that signals are ignored."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def alive(pid: int) -> bool:
    """Whether a process is there that has not ended yet; on Linux."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def children(pid: int) -> list[int]:
    """The processes that a process has started, and what these have started; on Linux."""
    listed: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        listed += map(int, file.read_text().split())
    return [one for child in listed for one in (child, *children(child))]


def seeds(quick, full):
    """Run a test over so many random seeds, and over more of them in its slow version."""
    return pytest.mark.parametrize("seeds", [quick, pytest.param(full, marks=pytest.mark.slow)])
