"""An atlas is written: whole, in the place of a former one; and found to be as it was written."""

import hashlib
import json
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from errno import EEXIST
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from moon_sim.atlas.numbering import (
    HANDS,
    HOLDING_SIZE,
    HOLDINGS,
    masks_of,
    numbers_of,
    with_widows,
)
from moon_sim.atlas.store import (
    FORMAT,
    MANIFEST,
    MISSING,
    SHAPES,
    Atlas,
    AtlasError,
    checked,
    is_exact,
    opened,
)
from moon_sim.game import DEFAULT_RULES, HAND_SIZE, LAYOUTS, NUMBER_BIDS, Rules

CHUNK = 10_000
"""How many hands are added up at once."""


def write_atlas(
    folder: Path,
    wins: NDArray[np.uint16],
    plans: NDArray[np.uint16],
    *,
    sample: Mapping[str, int] | None = None,
    machine_hours: float = 0.0,
    rules: Rules = DEFAULT_RULES,
) -> Atlas:
    """Write an atlas so that readers see the former one or the new, and no mixture.

    Parameters
    ----------
    folder : Path
        One that is missing, empty or holds an atlas.
    wins, plans : (319770, 4) uint16 array
        As `Atlas` has them.
    sample : mapping, optional
        How rows that are marked as sampled were measured: `layouts` and `seed`.
    machine_hours : float
        The processor time that it took.
    rules : Rules, optional

    Returns
    -------
    Atlas

    Raises
    ------
    OSError
        If the folder can't be written, or holds what is no atlas.
    """
    there = wins[:, 0] != MISSING
    exact = is_exact(plans)
    hands = sums_by_hand(wins)
    built = hands[:, 0] != MISSING
    arrays = {"wins.npy": wins, "plans.npy": plans, "hands.npy": hands}
    contents = {name: _as_file(array) for name, array in arrays.items()}
    manifest = {
        "name": "atlas",
        "format": FORMAT,
        "rules": asdict(rules),
        "versions": {
            "moon_sim": version("moon-sim"),
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba")},
        },
        "layouts": LAYOUTS,
        "holdings": HOLDINGS,
        "exact": int(exact.sum()),
        "sampled": int((there & ~exact).sum()),
        "sample": dict(sample) if sample and (there & ~exact).any() else None,
        "hands": int(built.sum()),
        "wins": _totals(wins[there]),
        "machine_hours": round(machine_hours, 2),
        "files": {
            name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in contents.items()
        },
    }
    contents[MANIFEST] = f"{json.dumps(manifest, indent=2)}\n".encode()
    _write_folder(Path(os.path.realpath(folder)), contents)
    opened.cache_clear()
    return opened(folder)


def intact(folder: Path, rules: Rules = DEFAULT_RULES) -> Atlas:
    """Return the atlas in a folder, if each of its files is as it was written.

    Parameters
    ----------
    folder : Path
    rules : Rules, optional
        Those that it is expected to be for.

    Returns
    -------
    Atlas

    Raises
    ------
    AtlasError
        If there is none, or it is damaged, of another version, or of other rules.
    """
    atlas = checked(opened(folder), rules)
    for name, (_, good) in checksums(atlas).items():
        if not good:
            raise AtlasError(f"{folder / name}: damaged, expected another checksum")
    return atlas


def checksums(atlas: Atlas) -> dict[str, tuple[int, bool]]:
    """Return each file's size, and whether it is the one of which the manifest tells.

    Parameters
    ----------
    atlas : Atlas

    Returns
    -------
    dict
        Bytes, and whether the checksum is right, by the names of the files.
    """
    found = {}
    for name in SHAPES:
        content = (atlas.folder / name).read_bytes()
        told = atlas.manifest["files"][name].get("sha256")
        found[name] = len(content), told == hashlib.sha256(content).hexdigest()
    return found


def sums_by_hand(wins: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return the sums of wins over each hand's 15 holdings.

    Parameters
    ----------
    wins : (319770, 4) uint16 array

    Returns
    -------
    (170544, 4) uint16 array
        `MISSING` where one of the 15 is.
    """
    hands = np.empty(SHAPES["hands.npy"], np.uint16)
    for rows in chunks(HANDS):
        holdings = numbers_of(with_widows(masks_of(rows, HAND_SIZE)), HOLDING_SIZE)
        found = wins[holdings]
        hands[rows] = found.sum(axis=1)
        hands[rows[(found[..., 0] == MISSING).any(axis=1)]] = MISSING
    return hands


def chunks(count: int) -> Iterator[NDArray[np.int64]]:
    """Yield the numbers below a count, some at a time.

    Parameters
    ----------
    count : int

    Yields
    ------
    int64 array
    """
    for first in range(0, count, CHUNK):
        yield np.arange(first, min(first + CHUNK, count))


def _totals(wins: NDArray[np.uint16]) -> dict[str, int]:
    sums = wins.sum(axis=0, dtype=np.int64).tolist()
    return {str(bid): total for bid, total in zip(NUMBER_BIDS, sums, strict=True)}


def _as_file(array: NDArray[np.uint16]) -> bytes:
    file = BytesIO()
    np.save(file, np.ascontiguousarray(array, "<u2"), allow_pickle=False)
    return file.getvalue()


def _write_folder(target: Path, contents: Mapping[str, bytes]) -> None:
    """Put a folder of files in the place of a former one, in one step."""
    if target.exists() and (others := {path.name for path in target.iterdir()} - contents.keys()):
        raise FileExistsError(EEXIST, f"holds what is no atlas ({min(others)})", str(target))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        _replace(target, new, contents)
    except OSError as error:  # which may name a file of ours, or none
        raise OSError(error.errno, error.strerror, str(target)) from error


def _replace(target: Path, new: Path, contents: Mapping[str, bytes]) -> None:
    former = new.with_name(f"{new.name}-former")
    try:
        new.chmod(0o755)
        for name, content in contents.items():
            with (new / name).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            target.rename(former)
        new.rename(target)
    finally:
        if former.exists() and not target.exists():
            former.rename(target)
        for left in (new, former):
            shutil.rmtree(left, ignore_errors=True)
