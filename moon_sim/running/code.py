"""Which code it is that runs: two copies of a version may differ."""

import hashlib
from functools import cache
from pathlib import Path

import moon_sim


def code_of(*folders: Path) -> str:
    """Return a hash of the code that lies in some folders.

    Parameters
    ----------
    *folders : Path

    Returns
    -------
    str
    """
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            digest.update(f"{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return digest.hexdigest()


@cache
def this_code() -> str:
    """Return the package's version with a hash of its code, as this process has found it."""
    return f"{moon_sim.__version__}+{code_of(Path(moon_sim.__file__).parent)[:12]}"
