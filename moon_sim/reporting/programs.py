"""The analyses of a folder, and how each is started: a package ``<name>/`` with ``__main__.py``."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import moon_sim


def programs_in(folder: Path) -> list[str]:
    """Return the analyses of a folder; modules and packages that can't be run are none.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    list of str
        Their names, sorted.
    """
    return sorted(path.parent.name for path in folder.glob("*/__main__.py"))


def words_of(folder: Path, name: str) -> list[str]:
    """Return how one starts an analysis by hand, in the folder above its own.

    Parameters
    ----------
    folder : Path
    name : str

    Returns
    -------
    list of str
        "python" and what follows it.
    """
    return ["python", "-m", f"{folder.name}.{name}"]


def start_of(folder: Path, name: str, words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the command that runs an analysis with this very package, and its environment.

    Parameters
    ----------
    folder : Path
    name : str
    words : sequence of str
        The analysis' arguments.

    Returns
    -------
    list of str
    dict of str to str
    """
    folder = folder.resolve()
    # -P: nothing that lies in the working folder by chance is imported.
    command = [sys.executable, "-P", "-m", f"{folder.name}.{name}"]
    paths = [str(folder.parent)]
    if str(place := Path(moon_sim.__file__).parents[1]) in sys.path:
        # The working folder may hold the package, too, as it is or was on another day.
        paths.insert(int((place / folder.name).exists()), str(place))
    paths.append(os.environ.get("PYTHONPATH", ""))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return [*command, *words], environment
