"""Analyses are written as anybody's could be: with public names, and the doors for readers."""

import ast
from pathlib import Path

import pytest

import moon_sim

ANALYSES = Path(__file__).parents[2] / "analyses"
ROOMS = "game", "display", "stats", "solver", "odds", "heuristics", "reporting"
DOORS = {f"moon_sim.{room}" for room in ROOMS}
FILES = sorted(path.relative_to(ANALYSES) for path in ANALYSES.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=str)
def test_an_analysis_imports_public_names_and_what_all_share(file):
    tree = ast.parse((ANALYSES / file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert not [one.name for one in node.names if one.name.startswith("moon_sim.")]
        if not isinstance(node, ast.ImportFrom):
            continue
        assert node.level == 0, "by its whole name"
        room, *rest = (node.module or "").split(".")
        if room == "moon_sim" and rest:
            assert node.module in DOORS
        elif room == "moon_sim":
            assert {one.name for one in node.names} <= set(moon_sim.__all__)
        elif room == "analyses":
            assert rest[0] in (file.parts[0], "common")


def test_a_folder_of_ones_own_may_have_the_same_name():
    assert not (ANALYSES / "__init__.py").exists(), "it would hide `analyses/` of a working folder"
