"""How a report was made: versions, the commit, the command."""

import platform
import subprocess
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import moon_sim
from moon_sim.reporting.markdown import paragraph

PACKAGES = ("numpy", "numba", "scipy", "pandas", "matplotlib", "statsmodels")


def made_by(manifest: Mapping[str, Any], but: str = "") -> list[str]:
    """Return how a report's data were made, for the end of its page.

    Parameters
    ----------
    manifest : mapping
        As `Analysis.page` gets it.
    but : str
        What may differ from run to run, to follow "the same data": ", but for ...".

    Returns
    -------
    list of str
        Lines of Markdown.

    Examples
    --------
    >>> about = {"command": "python a.py", "date": "2026-01-31", "seconds": 1200, "versions": {}}
    >>> made_by(about | {"versions": {"moon_sim": "0.1.0", "python": "3.11.7"}})[0]
    '`python a.py`, 2026-01-31, 1,200 s; moon_sim 0.1.0, python 3.11.7.'
    """
    versions = ", ".join(f"{name} {number}" for name, number in manifest["versions"].items())
    commit = f"; commit {manifest['commit']}" if "commit" in manifest else ""
    made = f"`{manifest['command']}`, {manifest['date']}, {manifest['seconds']:,} s"
    return [
        *paragraph(f"{made}; {versions}{commit}."),
        *paragraph(f"The same seed and versions give the same data{but}."),
    ]


def source(analyses: Path) -> dict[str, Any]:
    """Return the versions of what makes a report and, where there is one, the commit.

    Parameters
    ----------
    analyses : Path
        The folder of the analyses.

    Returns
    -------
    dict
        `versions` by package, and `commit`: its name, with "+changes" where package or analyses
        differ from it.
    """
    versions = {"moon_sim": moon_sim.__version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    commit = _commit(Path(moon_sim.__file__).resolve(), analyses)
    return {"versions": versions, **({"commit": commit} if commit else {})}


def _commit(file: Path, analyses: Path) -> str | None:
    """Return the commit that the package runs from, if its files are those of a checkout."""
    package = file.parent

    def git(*words: str) -> str:
        run = ["git", "-C", str(package), *words]
        return subprocess.run(run, capture_output=True, check=True, text=True).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", file.name)
        root = Path(git("rev-parse", "--show-toplevel")).resolve()
        code = [path for path in (package, analyses) if path.is_relative_to(root)]
        # Reports may differ: a run writes them.
        changed = git("status", "--porcelain", "--", *map(str, code))
        name = git("describe", "--tags", "--always", "--abbrev=12")
    except (OSError, subprocess.CalledProcessError):  # no git, or no checkout
        return None
    return f"{name}+changes" if changed else name
