"""The atlas is built in pieces of some holdings each, and packed when they are there.

Holdings are in the pieces in a fixed random order, so that the pieces that are finished first are a
fair sample of all holdings.
"""

import os
import struct
import time
from collections.abc import Iterator, Sequence
from errno import ENOENT
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from moon_sim.atlas.numbering import HOLDING_SIZE, HOLDINGS, masks_of
from moon_sim.atlas.packing import packed
from moon_sim.atlas.sampling import sampled_plans
from moon_sim.atlas.store import (
    FORMAT,
    MISSING,
    SHAPES,
    Atlas,
    AtlasError,
    Sample,
    is_exact,
    played,
)
from moon_sim.atlas.writing import intact, write_atlas
from moon_sim.game import (
    DEFAULT_RULES,
    LAYOUTS,
    NUMBER_BIDS,
    Rules,
    check_supported,
    in_order,
    whole,
)
from moon_sim.running import Pieces, Progress, run_pieces
from moon_sim.solver import holding_plans, warm_up

if TYPE_CHECKING:
    from distributed import Client

HOLDINGS_A_PIECE = 8
"""About a second's work."""

PIECES = -(-HOLDINGS // HOLDINGS_A_PIECE)
"""How many pieces all holdings take."""

_ROW = np.dtype([("wins", "<u2", (len(NUMBER_BIDS),)), ("plans", "<u2", (len(NUMBER_BIDS),))])
_SECONDS = struct.Struct("<f")


class _TimeIsUpError(Exception):
    pass


def build(
    path: str | Path,
    numbers: Sequence[int] | None = None,
    *,
    sample: Sample | None = None,
    minutes: float | None = None,
    workers: int | None = None,
    client: "Client | None" = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> int:
    """Make the pieces of an atlas that are not there yet.

    Parameters
    ----------
    path : str or Path
        The file that keeps them; a build that was ended goes on from it.
    numbers : sequence of int, optional
        The pieces that are wanted, from 0 to 39,971; all by default.
    sample : Sample, optional
        Choose and measure plans on samples; on all layouts by default.
    minutes : float, optional
        When to stop; the pieces under way are dropped.
    workers, client, progress
        As `run_pieces` takes them.
    rules : Rules, optional

    Returns
    -------
    int
        How many of the pieces that are wanted are missing still.

    Raises
    ------
    TypeError, ValueError
        If the file has pieces of another atlas, or there is no such piece or sample.
    OSError
        As `run_pieces` does.
    """
    check_supported(rules, "build", "first_lead_must_be_trump")
    wanted = range(PIECES) if numbers is None else list(numbers)
    if wanted and not 0 <= min(wanted) <= max(wanted) < PIECES:
        raise ValueError(
            f"numbers: expected pieces from 0 to {PIECES - 1}, got {min(wanted)} to {max(wanted)}"
        )
    ends = None if minutes is None else time.monotonic() + 60 * minutes

    def report(done: int, total: int) -> None:
        if progress:
            progress(done, total)
        if ends is not None and done < total and time.monotonic() > ends:
            raise _TimeIsUpError

    with Pieces(path, settings_of(sample, rules)) as pieces:
        try:
            run_pieces(
                partial(piece, sample=sample, rules=rules),
                wanted,
                pieces,
                workers=workers,
                client=client,
                before=warm_up,
                progress=report,
            )
        except _TimeIsUpError:
            return len(set(wanted) - pieces.done())
    return 0


def pack(
    folder: str | Path,
    paths: Sequence[str | Path],
    sampled: str | Path | None = None,
    *,
    sample: Sample | None = None,
    keep: bool = False,
    rules: Rules = DEFAULT_RULES,
) -> Atlas:
    """Write the pieces that are there as an atlas.

    Parameters
    ----------
    folder : str or Path
        The atlas's; one that is there is replaced in whole.
    paths : sequence of str or Path
        Files of pieces, of all layouts.
    sampled : str or Path, optional
        A file of sampled pieces, which fill in what the others lack.
    sample : Sample, optional
        How they were sampled.
    keep : bool
        Whether rows of the atlas that is there stay where the files have none. What is exact takes
        the place of what is sampled, and never the other way round.
    rules : Rules, optional

    Returns
    -------
    Atlas
        Rows of which there is no piece are missing in it.

    Raises
    ------
    ValueError
        If a file has pieces of another atlas, or an atlas that is kept is to be filled in by
        samples.
    AtlasError
        If the atlas that is to be kept can't be, or two exact rows of a holding differ.
    OSError
        If a file is missing, or the atlas can't be written.
    """
    if keep and sampled is not None:
        raise ValueError("keep: an atlas that is kept has its own samples, and takes no others")
    wins, plans = (np.full(SHAPES[f"{name}.npy"], MISSING, np.uint16) for name in _ROW.names or ())
    seconds = 0.0
    if keep:
        former = intact(Path(folder), rules)
        wins[:], plans[:] = former.wins, former.plans
        sample, seconds = former.sample, 3600 * former.manifest["machine_hours"]
    if sampled is not None:
        for number, rows, taken in read_pieces(sampled, sample, rules):
            places = holdings_in(number)
            wins[places], plans[places] = rows["wins"], rows["plans"]
            seconds += taken
    for path in in_order(paths, "paths"):
        for number, rows, taken in read_pieces(path, None, rules):
            places = holdings_in(number)
            known = is_exact(plans[places])
            for old, name in ((wins, "wins"), (plans, "plans")):
                if (old[places] != rows[name])[known].any():
                    raise AtlasError(f"{path}: piece {number} has other {name} than were there")
                old[places] = rows[name]
            seconds += 0 if known.all() else taken
    return write_atlas(
        Path(folder),
        wins,
        plans,
        sample=sample._asdict() if sample else None,
        machine_hours=seconds / 3600,
        rules=rules,
    )


def piece(number: int, sample: Sample | None = None, rules: Rules = DEFAULT_RULES) -> bytes:
    """Return a piece: the rows of some holdings, and the seconds that they took.

    Parameters
    ----------
    number : int
        From 0 to 39,971.
    sample : Sample, optional
        Choose and measure plans on samples; on all layouts by default.
    rules : Rules, optional

    Returns
    -------
    bytes
        For each holding wins by bid 4-7 and plans as `packed` has them, uint16; then the processor
        time as a float32. All are little-endian.
    """
    started = time.process_time()
    numbers = holdings_in(number)
    masks = masks_of(numbers, HOLDING_SIZE)
    found = np.array(
        [
            sampled_plans(mask, sample.layouts, [sample.seed, at], rules)
            if sample
            else holding_plans(mask, rules)
            for at, mask in zip(numbers.tolist(), masks.tolist(), strict=True)
        ]
    )
    wins, discard, trump, lead = np.moveaxis(found, 2, 0)
    rows = np.zeros(len(numbers), _ROW)
    rows["wins"] = wins
    rows["plans"] = packed(masks, discard, trump, lead, sample is not None)
    return rows.tobytes() + _SECONDS.pack(time.process_time() - started)


def read_pieces(
    path: str | Path, sample: Sample | None = None, rules: Rules = DEFAULT_RULES
) -> Iterator[tuple[int, NDArray[np.void], float]]:
    """Yield the pieces of a file.

    Parameters
    ----------
    path : str or Path
    sample, rules
        As `build` took them.

    Yields
    ------
    number : int
    rows : (n,) array
        `wins` and `plans` of its holdings.
    seconds : float
        The processor time that they took.

    Raises
    ------
    FileNotFoundError
        If there is no file.
    ValueError
        If it has pieces of another atlas.
    AtlasError
        If a piece is not as `piece` makes it.
    """
    if not Path(path).exists():  # or an empty one would be made
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(path))
    with Pieces(path, settings_of(sample, rules)) as pieces:
        for number in sorted(pieces.done() & set(range(PIECES))):
            data = pieces.read(number)
            size = len(holdings_in(number)) * _ROW.itemsize
            if len(data) != size + _SECONDS.size:
                raise AtlasError(f"{path}: piece {number}: expected {size + _SECONDS.size} bytes")
            (seconds,) = _SECONDS.unpack(data[size:])
            yield number, np.frombuffer(data[:size], _ROW), seconds


def settings_of(sample: Sample | None, rules: Rules) -> dict[str, str | int | float]:
    """Return all that the pieces depend on, but for their numbers.

    Parameters
    ----------
    sample : Sample or None
    rules : Rules

    Returns
    -------
    dict

    Raises
    ------
    TypeError, ValueError
        If the sample can't be: half of all layouts is the most, as plans are measured on others
        than those that they were chosen on.
    """
    how = {"layouts": LAYOUTS}
    if sample is not None:
        how = {
            "layouts": whole(sample.layouts, "sample.layouts", 1, LAYOUTS // 2),
            "seed": whole(sample.seed, "sample.seed", 0),
        }
    fixed = {"atlas": FORMAT, "holdings_a_piece": HOLDINGS_A_PIECE}
    return {**fixed, **played(rules), **how}


def holdings_in(piece: int) -> NDArray[np.int64]:
    """Return the numbers of a piece's holdings.

    Parameters
    ----------
    piece : int

    Returns
    -------
    (8,) int64 array
        Of the last piece, two.
    """
    first = piece * HOLDINGS_A_PIECE
    return shuffled()[first : first + HOLDINGS_A_PIECE]


@lru_cache
def shuffled() -> NDArray[np.int64]:
    """Return the numbers of all holdings in the order in which they are built.

    Returns
    -------
    (319770,) int64 array

    Notes
    -----
    They are sorted by a hash, the SplitMix64 of Steele, Lea and Flood (2014): it is the same for
    ever, which a library's shuffle need not be.
    """
    mixed = np.arange(1, HOLDINGS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(factor)
    return np.argsort(mixed, kind="stable")
