"""The committed reports, as their analyses read them."""

from functools import cache
from pathlib import Path

from moon_sim.reporting import read_manifest, read_table

REPORTS = Path(__file__).parents[2] / "reports"


@cache
def tables_of(name):
    """The tables of a committed report, by the names of their files; they are not to be changed."""
    names = read_manifest(REPORTS / name)["tables"]
    return {one: read_table((REPORTS / name / one).read_text(encoding="utf-8")) for one in names}
