"""Arrays and their manifest in one file, which appears whole or not at all."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.running import write_whole


def save_arrays(
    path: str | Path, manifest: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write arrays to a compressed npz; a former file stays until this one is whole.

    Parameters
    ----------
    path : str or Path
    manifest : mapping
        What they are, as JSON has it.
    arrays : mapping of str to array

    Raises
    ------
    OSError
        If it can't be written.
    """
    content = BytesIO()
    text = np.frombuffer(f"{json.dumps(manifest, indent=2)}\n".encode(), np.uint8)
    np.savez_compressed(content, allow_pickle=False, manifest=text, **arrays)
    write_whole(Path(path), content.getvalue())


def load_arrays(
    path: str | Path, name: str, version: int
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Read what `save_arrays` has written.

    Parameters
    ----------
    path : str or Path
    name : str
        What they have to be, as the manifest says.
    version : int
        The format that is read.

    Returns
    -------
    manifest : dict
    arrays : dict of str to array

    Raises
    ------
    OSError
        If it can't be read.
    ValueError
        If it is no such file.
    """
    content = BytesIO(Path(path).read_bytes())
    wanted = f"{path}: expected a {name} of format {version}"
    try:
        with np.load(content, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
            manifest = json.loads(arrays.pop("manifest").tobytes())
            found = manifest["name"], manifest["format"]
    except Exception as error:  # whatever a damaged file brings about
        raise ValueError(f"{wanted} ({error})") from error
    if found != (name, version):
        raise ValueError(f"{wanted}, got a {found[0]} of format {found[1]}")
    return manifest, arrays
