"""The atlas on disk: a folder of arrays, which are mapped into memory, and a manifest.

``wins.npy`` and ``plans.npy`` have a row for each holding, ``hands.npy`` one for each hand, each
with a column for each bid 4-7. A row that is not built yet is `MISSING`, so that a part of an atlas
is an atlas, too.
"""

import json
import os
import warnings
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from moon_sim.atlas.numbering import HANDS, HOLDINGS
from moon_sim.atlas.packing import SAMPLED
from moon_sim.display import Result, percent
from moon_sim.game import (
    AUCTION_AND_SCORE,
    DEFAULT_RULES,
    LAYOUTS,
    NUMBER_BIDS,
    Rules,
    check_rules,
)

FORMAT = 1
"""The version of what the files mean; an atlas of another is refused."""

FOLDER = "MOON_SIM_ATLAS"
"""The environment variable that names the folder of an atlas in place of the package's."""

PACKAGED = Path(__file__).with_name("data")
"""The folder of the package's own atlas."""

MANIFEST = "manifest.json"

MISSING = 65535
"""What stands in a row that is not built yet."""

SHAPES = {
    "wins.npy": (HOLDINGS, len(NUMBER_BIDS)),
    "plans.npy": (HOLDINGS, len(NUMBER_BIDS)),
    "hands.npy": (HANDS, len(NUMBER_BIDS)),
}

ALWAYS_TOLD = ("doubles_high_to_low",)
"""The rules that an atlas tells where they are as by default, too."""


class AtlasError(ValueError):
    """There is no atlas that can answer.

    It is missing, damaged, or of other rules or another version; or the row that is asked for is
    not built.
    """


class Sample(NamedTuple):
    """How sampled rows were measured.

    Attributes
    ----------
    layouts : int
        On how many each plan was chosen, and on how many others it was measured.
    seed : int
    """

    layouts: int
    seed: int


@dataclass(frozen=True, eq=False, repr=False)
class Atlas(Result):
    """An atlas that was opened, and found to be whole as far as sizes tell.

    Attributes
    ----------
    folder : Path
    manifest : dict
        How it was made.
    rules : Rules
    wins : (319770, 4) uint16 array
        By holding and bid: layouts of 3,432 on which the best plan makes the bid, estimated where
        it is a sampled one, or `MISSING`.
    plans : (319770, 4) uint16 array
        By holding and bid: the plan, as `packed` has it, or `MISSING`.
    hands : (170544, 4) uint16 array
        By hand and bid: the sum of wins over its 15 holdings, or `MISSING`.
    """

    folder: Path
    manifest: dict[str, Any]
    rules: Rules
    wins: NDArray[np.uint16]
    plans: NDArray[np.uint16]
    hands: NDArray[np.uint16]

    @property
    def sample(self) -> Sample | None:
        """How sampled rows were measured, where there are some."""
        found = self.manifest.get("sample")
        return Sample(found["layouts"], found["seed"]) if found else None

    @property
    def complete(self) -> bool:
        """Whether all holdings have been built, and none of them by samples."""
        return bool(self.manifest["exact"] == HOLDINGS)

    def to_dict(self) -> dict[str, Any]:
        """Return how the atlas was made and what it holds as plain values, as JSON has them.

        Returns
        -------
        dict
            The folder, and the manifest.
        """
        return {"folder": str(self.folder), **self.manifest}

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        told = self.manifest
        there = told["exact"] + told["sampled"]
        said: dict[str, object] = {"exact": f"{told['exact']:,} of {HOLDINGS:,} holdings"}
        if self.sample:
            how = f"{self.sample.layouts:,} of {LAYOUTS:,} layouts, seed {self.sample.seed}"
            said["sampled"] = f"{told['sampled']:,}, by {how}"
        said["hands"] = f"{told['hands']:,} of {HANDS:,}, with all of their holdings"
        for bid in NUMBER_BIDS if there else ():
            mean = told["wins"][str(bid)] / there / LAYOUTS
            said[f"bid {bid}"] = f"made {percent(mean):>8} on average, by the best plan"
        said["rules"] = repr(self.rules)
        said["machine"] = f"{told['machine_hours']:,} hours of a core"
        return f"The atlas in {self.folder}", said


# --- Opening ----------------------------------------------------------------------------------


def installed(rules: Rules = DEFAULT_RULES) -> Atlas:
    """Return the atlas that the environment names, or else the package's.

    Parameters
    ----------
    rules : Rules, optional
        Those that the answers are to be for.

    Returns
    -------
    Atlas

    Raises
    ------
    TypeError
        If `rules` are none.
    AtlasError
        If there is none, or it is damaged, of another version, or of other rules.
    """
    return checked(opened(os.environ.get(FOLDER) or PACKAGED), rules)


def checked(atlas: Atlas, rules: Rules) -> Atlas:
    """Return an atlas, if it is for some rules.

    Parameters
    ----------
    atlas : Atlas
    rules : Rules

    Returns
    -------
    Atlas

    Raises
    ------
    TypeError
        If `rules` are none.
    AtlasError
        If it is for others.
    """
    if rules is not atlas.rules and played(rules) != played(atlas.rules):
        raise AtlasError(f"{atlas.folder}: expected an atlas for {rules!r}, got {atlas.rules!r}")
    return atlas


def place() -> Path:
    """Return the folder of the atlas: the one that the environment names, or the package's own.

    Returns
    -------
    Path
    """
    return Path(os.environ.get(FOLDER) or PACKAGED)


def usable(rules: Rules = DEFAULT_RULES) -> Atlas | None:
    """Return the atlas where there is one for some rules, for whoever can do without.

    One that is there for the usual rules but can't be used is warned of.

    Parameters
    ----------
    rules : Rules, optional

    Returns
    -------
    Atlas or None

    Raises
    ------
    TypeError
        If `rules` are none.
    """
    expected = played(rules) == played(DEFAULT_RULES)
    if not os.environ.get(FOLDER) and not (PACKAGED / MANIFEST).exists():
        return None
    try:
        return installed(rules)
    except AtlasError as error:
        if expected:
            warnings.warn(f"{error}; what it should tell is computed", RuntimeWarning, stacklevel=3)
        return None


def played(rules: Rules) -> dict[str, Any]:
    """Return the rules on which the answers of an atlas depend.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    dict
        By their names in `Rules`; those that are as by default are left out, but for the ones that
        there were when the first atlas was built.

    Raises
    ------
    TypeError
        If `rules` are none.
    """
    own = check_rules(rules).own
    return {
        name: value
        for name, value in asdict(rules).items()
        if name in ALWAYS_TOLD or (name in own and name not in AUCTION_AND_SCORE)
    }


@lru_cache
def opened(folder: Path | str) -> Atlas:
    """Return the atlas in a folder.

    Parameters
    ----------
    folder : Path or str

    Returns
    -------
    Atlas
        Its arrays stay on the disk until they are read.

    Raises
    ------
    AtlasError
        If there is none, or it is damaged, or of another version.
    """
    path = Path(folder)
    while True:
        manifest = read_manifest(path)
        arrays = {name: _mapped(path / name, shape) for name, shape in SHAPES.items()}
        if read_manifest(path) == manifest:  # or another atlas has taken its place meanwhile
            break
    given = manifest["rules"]
    if unknown := sorted(given.keys() - {field.name for field in fields(Rules)}):
        raise AtlasError(f"{path}: expected known rules, got {', '.join(unknown)}")
    try:
        rules = Rules(**given)
    except (TypeError, ValueError) as error:
        raise AtlasError(f"{path / MANIFEST}: damaged, {error}") from None
    rules = DEFAULT_RULES if rules == DEFAULT_RULES else rules
    wins, plans, hands = (arrays[name] for name in SHAPES)
    return Atlas(path, manifest, rules, wins, plans, hands)


def is_exact(plans: NDArray[np.uint16]) -> NDArray[np.bool]:
    """Return which rows are there, and not by samples.

    Parameters
    ----------
    plans : (n, 4) uint16 array
        As `Atlas` has them.

    Returns
    -------
    (n,) bool array
    """
    first = plans[:, 0]
    exact: NDArray[np.bool] = (first != MISSING) & (first & SAMPLED == 0)
    return exact


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return how an atlas was made, checked for what it takes to open it.

    Parameters
    ----------
    folder : Path
        The atlas's.

    Returns
    -------
    dict

    Raises
    ------
    AtlasError
        If there is none, or it is damaged, or of another version.
    """
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise AtlasError(f"{path}: expected an atlas, got none ({error.strerror})") from None
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("name") != "atlas":
        raise AtlasError(f"{path}: expected the manifest of an atlas, got something else")
    if found.get("format") != FORMAT:
        raise AtlasError(
            f"{path}: expected an atlas of format {FORMAT}, got one of {found.get('format')!r}"
        )
    expected: dict[str, type] = {
        "rules": dict,
        "files": dict,
        "wins": dict,
        "exact": int,
        "sampled": int,
        "hands": int,
        "machine_hours": float,
    }
    for name, kind in expected.items():
        if not isinstance(found.get(name), kind):
            raise AtlasError(f"{path}: damaged, expected {name}, got {found.get(name)!r}")
    wins, files = found["wins"], found["files"]
    if not all(isinstance(wins.get(str(bid)), int) for bid in NUMBER_BIDS):
        raise AtlasError(f"{path}: damaged, expected wins by bid, got {wins!r}")
    if not all(isinstance(files.get(name), dict) for name in SHAPES):
        raise AtlasError(f"{path}: damaged, expected files by name, got {files!r}")
    sample = found.get("sample")
    known = isinstance(sample, dict) and all(
        isinstance(sample.get(name), int) for name in Sample._fields
    )
    if not known and (found["sampled"] or sample is not None):
        raise AtlasError(f"{path}: damaged, expected sample, got {sample!r}")
    return found


def _mapped(path: Path, shape: tuple[int, int]) -> NDArray[np.uint16]:
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise AtlasError(f"{path}: damaged, can't be read ({error.strerror})") from None
    except (ValueError, EOFError):
        raise AtlasError(f"{path}: damaged, shorter than it should be or no array") from None
    if array.shape != shape or array.dtype != np.dtype("<u2"):
        raise AtlasError(
            f"{path}: damaged, expected {shape} of uint16, got {array.shape} of {array.dtype}"
        )
    # As a plain array, whose rows are cheaper to take than a map's.
    return cast(NDArray[np.uint16], array.view(np.ndarray))
