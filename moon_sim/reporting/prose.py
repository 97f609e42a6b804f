"""Prose with gaps for numbers: a template of Markdown, filled in and wrapped."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from moon_sim.display import listed, percent
from moon_sim.reporting.markdown import bullet, paragraph, table

KEPT = "#", "|", "!"
"""What begins headings, tables and pictures, whose lines stay as they are, as do lists in lists."""


def fill(template: Path, **values: Any) -> str:
    """Return a page: a template of Markdown with its gaps filled in.

    Paragraphs and items are wrapped after that, so that in the template their lines may end
    anywhere.

    Parameters
    ----------
    template : Path
        A file for Jinja. Beside the values it may use the filters ``number(digits)``, which gives
        thousands their commas, ``percent`` for probabilities, ``listed``, and ``start``, which
        begins a sentence, and the function ``table(head, rows, words)`` (see `table`).
    **values
        What it is filled with; a list is taken for lines. Text is never taken for a template.

    Returns
    -------
    str
        Markdown.

    Raises
    ------
    UndefinedError
        If the template asks for what is not there.
    OSError
        If it can't be read.
    """
    from jinja2 import Environment, StrictUndefined

    gaps = Environment(
        undefined=StrictUndefined, finalize=_lines, trim_blocks=True, lstrip_blocks=True
    )
    gaps.filters |= {"number": _number, "percent": percent, "listed": _listed, "start": _start}
    gaps.globals["table"] = table
    text = gaps.from_string(template.read_text(encoding="utf-8")).render(values)
    lines = [line for block in re.split(r"\n\s*\n", text.strip()) for line in _wrapped(block)]
    return "\n".join(lines)


def _wrapped(block: str) -> list[str]:
    """Return the lines of what stands between two empty lines, and an empty line."""
    if block.startswith(KEPT) or re.search("^ +- ", block, re.MULTILINE):
        return [*block.splitlines(), ""]
    if block.startswith("- "):
        items = re.split(r"^- ", block, flags=re.MULTILINE)[1:]
        return [*(line for item in items for line in bullet(" ".join(item.split()))), ""]
    return paragraph(" ".join(block.split()))


def _number(value: float, digits: int = 0) -> str:
    return f"{value:,.{digits}f}"


def _listed(words: Iterable[object], last: str = "and") -> str:
    return listed([str(word) for word in words], last)


def _start(words: str) -> str:
    return words[:1].upper() + words[1:]


def _lines(value: object) -> object:
    return "\n".join(map(str, value)) if isinstance(value, list) else value
