"""Docstrings say what signatures do: every parameter, result and error of the public API."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NoReturn

import pytest

import moon_sim

# Kernels have their own conventions; the others serve the command line and nobody else.
LEFT_OUT = re.compile(r"moon_sim\.(kernels|commands|__main__)\b|.*\.(text|files)$")
MODULES = sorted(
    module.name.removeprefix("moon_sim.")
    for module in pkgutil.walk_packages(moon_sim.__path__, "moon_sim.")
    if not LEFT_OUT.match(module.name)
)


def sections(docstring: str) -> dict[str, list[str]]:
    """The lines of each numpydoc section by its title; the summary's title is empty."""
    found: dict[str, list[str]] = {"": []}
    title = ""
    for line, under in pairwise([*docstring.splitlines(), ""]):
        if line and re.fullmatch("-+", under) and len(under) == len(line):
            title = line
            found[title] = []
        elif not re.fullmatch("--+", line):
            found[title].append(line)
    return found


def entries(lines: list[str]) -> set[str]:
    """The names that a section describes; `a, b : int` describes two."""
    heads = [line for line in lines if line and not line[0].isspace()]
    return {name.strip().lstrip("*") for head in heads for name in head.split(" :")[0].split(",")}


def raises(function: Callable[..., Any]) -> bool:
    """Whether a function has a raise statement that a caller may meet.

    One without an exception passes on another's; an AssertionError says that it can't happen.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    thrown = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc]
    return any("AssertionError" not in ast.unparse(exception) for exception in thrown)


def parameters(function: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]


def function_gaps(function: Callable[..., Any], is_property: bool = False) -> Iterator[str]:
    """What a function's docstring lacks."""
    found = sections(inspect.getdoc(function) or "")
    summary = "\n".join(found[""]).strip()
    if not summary:
        yield "no docstring"
        return
    names = parameters(function)
    described = entries(found.get("Parameters", []))
    if missing := [name for name in names if name not in described]:
        yield f"Parameters does not name {', '.join(missing)}"
    if unknown := sorted(described - set(names)):
        yield f"Parameters names {', '.join(unknown)}, which the signature lacks"
    result = inspect.signature(function).return_annotation
    gives = result not in (None, "None", NoReturn, "NoReturn")
    # Numpydoc describes a property as an attribute: by its summary.
    told = is_property or (not names and re.match("Returns? |Yields? ", summary))
    if gives and not told and not {"Returns", "Yields"} & found.keys():
        yield "no Returns or Yields"
    if raises(function) and "Raises" not in found:
        yield "no Raises"


def class_gaps(cls: type) -> Iterator[str]:
    """What a class's docstring lacks: it speaks for the constructor, too."""
    # Not getdoc, which would take a base class's; nor what dataclass and NamedTuple make up.
    docstring = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    if not docstring or docstring.startswith(f"{cls.__name__}("):
        yield "no docstring"
        return
    found = sections(docstring)
    own = cls.__dict__
    if dataclasses.is_dataclass(cls):
        # What a class has from another is described there.
        before = {field.name for base in cls.__bases__ for field in _fields(base)}
        names = [field.name for field in _fields(cls) if field.name not in before]
    elif issubclass(cls, tuple):
        names = list(getattr(cls, "_fields", ()))
    else:
        names = parameters(own["__init__"]) if "__init__" in own else []
    # Attributes may name more than the constructor takes.
    described = entries(found.get("Attributes", []) + found.get("Parameters", []))
    if missing := [name for name in names if name not in described and name[0] != "_"]:
        yield f"Attributes or Parameters does not name {', '.join(missing)}"
    written = [own[name] for name in ("__init__", "__post_init__", "__new__") if name in own]
    # What dataclass and NamedTuple wrote has no source in the class's file.
    home = inspect.getsourcefile(cls)
    if "Raises" not in found and any(
        raises(method)
        for method in written
        if inspect.isfunction(method) and method.__code__.co_filename == home
    ):
        yield "no Raises, but its constructor does"


def _fields(cls: type) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()


def gaps(obj: Any, name: str) -> Iterator[str]:
    """What the docstrings of a function, or of a class and its public methods, lack."""
    function = inspect.unwrap(obj) if callable(obj) else obj  # lru_cache hides a function
    if inspect.isfunction(function):
        yield from (f"{name}: {gap}" for gap in function_gaps(function))
    elif inspect.isclass(obj):
        yield from (f"{name}: {gap}" for gap in class_gaps(obj))
        for member_name, member in vars(obj).items():
            if member_name.startswith("_"):
                continue
            is_property = hasattr(member, "fget") or hasattr(member, "attrname")
            for wrapped in ("fget", "func", "__func__"):  # property, cached_property, class method
                member = getattr(member, wrapped, member)
            if inspect.isfunction(member):
                full = f"{name}.{member_name}"
                yield from (f"{full}: {gap}" for gap in function_gaps(member, is_property))


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_are_complete(name):
    """A name without an underscore is the room's; its door names what is others', too."""
    module = importlib.import_module(f"moon_sim.{name}")
    own = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    found = [
        gap
        for name, value in own.items()
        if getattr(value, "__module__", None) == module.__name__
        for gap in gaps(value, name)
    ]
    if found:
        pytest.fail("\n".join([module.__name__, *found]), pytrace=False)


def test_every_public_name_of_the_package_is_covered():
    public = (getattr(moon_sim, name) for name in moon_sim.__all__)
    homes = {one.__module__ for one in public if not inspect.ismodule(one)}
    assert homes <= {f"moon_sim.{name}" for name in MODULES}


# --- The checks find what they are for --------------------------------------------------------


def good(a: int, b: int = 0, *, c: int = 0) -> int:
    """Add numbers.

    Parameters
    ----------
    a, b : int
    c : int, optional
        Another number.

    Returns
    -------
    int
        The sum.

    Raises
    ------
    ValueError
        If one is negative.
    """
    if min(a, b, c) < 0:
        raise ValueError("negative")
    return a + b + c


def bad(a: int, b: int) -> int:
    """Return a sum.

    Parameters
    ----------
    a, d : int
    """
    if a < 0:
        raise ValueError("negative")
    return a + b


@dataclasses.dataclass(frozen=True)
class Bad:
    """A record.

    Attributes
    ----------
    a : int
    """

    a: int
    b: int
    _c: int = 0

    def __post_init__(self) -> None:
        if self.a < 0:
            raise ValueError("negative")

    @property
    def total(self) -> int:
        """The sum."""
        return self.a + self.b

    @classmethod
    def parse(cls, text: str) -> "Bad":
        """Read a record."""
        return cls(*map(int, text.split()))

    def bare(self):
        pass


@dataclasses.dataclass(frozen=True)
class Blank:
    a: int


def test_a_full_docstring_has_no_gaps():
    assert list(gaps(good, "good")) == []


def test_gaps_are_found_and_named():
    assert list(gaps(bad, "bad")) == [
        "bad: Parameters does not name b",
        "bad: Parameters names d, which the signature lacks",
        "bad: no Returns or Yields",
        "bad: no Raises",
    ]
    assert list(gaps(Bad, "Bad")) == [
        "Bad: Attributes or Parameters does not name b",
        "Bad: no Raises, but its constructor does",
        "Bad.parse: Parameters does not name text",
        "Bad.parse: no Returns or Yields",
        "Bad.bare: no docstring",
    ]
    assert list(gaps(Blank, "Blank")) == ["Blank: no docstring"]
