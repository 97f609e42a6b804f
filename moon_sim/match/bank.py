"""Banks of deals: what each seat makes of each bid, in a file with a manifest."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moon_sim import atlas
from moon_sim.game import Rules
from moon_sim.match.files import load_arrays, save_arrays

NAME, FORMAT = "bank of deals", 1

KINDS = {"hands": "<u4", "widows": "u1", "wins": "<u2", "tricks": "u1", "open": "u1"}
"""How arrays are kept."""


@dataclass(frozen=True, eq=False)
class Bank:
    """Deals, and what each seat makes of each bid.

    Attributes
    ----------
    hands : (n, 3) int64 array
        Masks of the tiles dealt, by seat.
    widows : (n,) int64 array
        Tile ids.
    wins : (n, 3, 4) int64 array
        How often each seat's hand makes bids 4-7 by the atlas, before the widow is seen: layouts of
        51,480.
    tricks : (n, 3, bids, 3) int64 array
        Where each seat declares each bid up to 7, the tricks of each seat. A bid of 21 is played as
        one of 7.
    open : (n, 3, bids) int64 array
        What the declarer makes with all hands open, after the lead.
    manifest : dict
        What they were made from.
    """

    hands: NDArray[np.int64]
    widows: NDArray[np.int64]
    wins: NDArray[np.int64]
    tricks: NDArray[np.int64]
    open: NDArray[np.int64]
    manifest: dict[str, Any]

    def __len__(self) -> int:
        return len(self.hands)

    @cached_property
    def rules(self) -> Rules:
        """The rules by which it was played."""
        return Rules(**self.manifest["rules"])

    @property
    def odds(self) -> NDArray[np.float64]:
        """(n, 3, 4) array: the odds of each seat's hand for bids 4-7."""
        return self.wins / atlas.ALL

    def save(self, path: str | Path) -> None:
        """Write it to a file, as a compressed npz; a former one stays until this is whole.

        Parameters
        ----------
        path : str or Path

        Raises
        ------
        OSError
            If it can't be written.
        """
        arrays = {name: getattr(self, name).astype(kind) for name, kind in KINDS.items()}
        save_arrays(path, self.manifest, arrays)

    @classmethod
    def load(cls, path: str | Path) -> "Bank":
        """Read one from a file.

        Parameters
        ----------
        path : str or Path

        Returns
        -------
        Bank

        Raises
        ------
        OSError
            If it can't be read.
        ValueError
            If the file is no bank of this format, or not as it was written.
        """
        manifest, arrays = load_arrays(path, NAME, FORMAT)
        if set(arrays) != set(KINDS) or manifest.get("sha256") != digest_of(arrays):
            raise ValueError(f"{path}: expected a bank of deals as it was written")
        return cls(
            **{name: one.astype(np.int64) for name, one in arrays.items()}, manifest=manifest
        )


def digest_of(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return the hash of the arrays of a bank.

    Parameters
    ----------
    arrays : mapping of str to array
        By `KINDS`.

    Returns
    -------
    str
    """
    digest = hashlib.sha256()
    for name, kind in KINDS.items():
        digest.update(np.ascontiguousarray(arrays[name], kind).tobytes())
    return digest.hexdigest()
