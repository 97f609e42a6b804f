"""The reference: a page a room with a line for each name, and a page for each function and class.

All is read from the doors, so that no list of names here can fall behind.
"""

import importlib
import inspect
import shutil
from pathlib import Path

import moon_sim

__all__ = ["file_names", "names_by_room", "write_pages"]

DOORS = ("atlas", "game", "play", "stats", "reporting")
"""Rooms whose doors are for users, too; of the others, what `moon_sim` itself names."""

ABOUT = """\
Every public name, by the room that it lives in. What users need is ``moon_sim.X``; the doors
``moon_sim.atlas``, ``moon_sim.game``, ``moon_sim.play``, ``moon_sim.stats`` and
``moon_sim.reporting`` have more for programs and analyses. :doc:`/results` has the columns of all
tables, :doc:`/glossary` the words."""

LONGEST_VALUE = 60


def names_by_room() -> dict[str, list[str]]:
    """Return the full names that users may take, by room.

    What `moon_sim` itself offers is not listed again at its room's door.
    """
    found: dict[str, list[str]] = {}
    for name in moon_sim.__all__:
        if inspect.ismodule(getattr(moon_sim, name)):
            continue
        room = getattr(moon_sim, name).__module__.split(".")[1]
        found.setdefault(room, []).append(f"moon_sim.{name}")
    for room in DOORS:
        door = importlib.import_module(f"moon_sim.{room}")
        more = sorted(set(door.__all__) - set(moon_sim.__all__))
        found.setdefault(room, []).extend(f"moon_sim.{room}.{name}" for name in more)
    return found


def file_names() -> dict[str, str]:
    """Return the files of names that differ from another's by capitals alone, as some disks do."""
    every = [name for names in names_by_room().values() for name in names]
    small = [name.lower() for name in every]
    return {name: f"{name}-class" for name in every if name not in small and name.lower() in every}


def write_pages(folder: Path) -> None:
    """Write a page for each room, and one that lists them, in place of what is in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    rooms = names_by_room()
    pages = {room: _page(room, names) for room, names in rooms.items()}
    pages["index"] = "\n".join(
        [*_title("Reference"), ABOUT, "", ".. toctree::", "", *(f"   {room}" for room in rooms), ""]
    )
    for name, text in pages.items():
        (folder / f"{name}.rst").write_text(text, encoding="utf-8")


def _page(room: str, names: list[str]) -> str:
    door = importlib.import_module(f"moon_sim.{room}")
    parts = [*_title(f"moon_sim.{room}"), inspect.getdoc(door) or "", ""]
    things = {name: _thing(name) for name in names}
    functions = [name for name, thing in things.items() if inspect.isroutine(thing)]
    classes = [name for name, thing in things.items() if inspect.isclass(thing)]
    parts += _summary("Functions", functions) + _summary("Classes", classes)
    values = {name: things[name] for name in names if name not in functions + classes}
    if values:
        parts += [*_title("Constants and types", "-"), ".. list-table::", ""]
    for name, value in values.items():
        shown = repr(value)
        shown = shown if len(shown) <= LONGEST_VALUE else f"{shown[:LONGEST_VALUE]} ..."
        parts += [f"   * - ``{name.rpartition('.')[2]}``", f"     - ``{shown}``"]
    return "\n".join([*parts, ""])


def _thing(name: str) -> object:
    module, _, last = name.rpartition(".")
    found = getattr(importlib.import_module(module), last)
    return inspect.unwrap(found) if callable(found) else found


def _title(words: str, line: str = "=") -> list[str]:
    return [words, line * len(words), ""]


def _summary(title: str, names: list[str]) -> list[str]:
    if not names:
        return []
    options = ["   :toctree: names", "   :nosignatures:", ""]
    listed = [f"   ~{name}" for name in names]
    return [*_title(title, "-"), ".. autosummary::", *options, *listed, ""]
